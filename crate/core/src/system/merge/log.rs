//! A merge step by step, on small inputs: what an observer of the sweep wrote down.
//!
//! A level is a sweep: the program, or the body of a loop. The sweep merges a level to its end before it looks into the bodies of its
//! loops, so those are levels of their own, and [`LevelLog::bodies`] says which one belongs to which loop.
//!
//! O(constructs left at the fronts) for each step. Beyond [`MOST_STEPS`] only results are kept.

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::frontier::MemberIndex;
use super::input::{Input, Local, MergeError};
use super::local_constructs::{Action, End, LocalConstruct, LocalConstructs, LocalId};
use super::merged_list::{Defect, MergedKind, MergedList, Part};
use super::normal_form::LoopForm;
use super::shift::{GivenOut, ShiftKind, Shifted};
use super::sweep::Sweep;
use super::watch::{Decision, WatchMerge};
use super::{merge_watched, Merged};
use crate::numbers;
use crate::small_sort::SmallSort;
use crate::system::model::{Channel, ChannelId};

/// The most steps that are written down.
const MOST_STEPS: usize = 12_000;

/// The first constructs that a process has left, as texts.
const MOST_LEFT: usize = 12;

/// Merges nests, and says how.
///
/// # Errors
/// As [`merge`](super::merge).
pub(crate) fn merge_logged(locals: &[Local<'_>]) -> Result<(Merged, MergeLog), MergeError> {
    let mut log = MergeLog::default();
    let merged = merge_watched(LoopForm::Canonical, locals, &mut log)?;
    Ok((merged, log))
}

/// All levels of a merge, the program first.
#[derive(Debug, Default)]
pub(crate) struct MergeLog {
    pub(crate) levels: Vec<LevelLog>,
    open: Vec<OpenLevel>,
    texts: Texts,
    steps: usize,
}

/// A level.
#[derive(Debug, Default)]
pub(crate) struct LevelLog {
    /// The processes that take part, ascending.
    pub(crate) processes: Vec<u32>,
    pub(crate) steps: Vec<StepLog>,
    /// The loops of the level, by their places in the result, with their bodies.
    pub(crate) bodies: Vec<(usize, usize)>,
    /// What came out: the place of each construct, its text if it is an event, else its count.
    pub(crate) result: Vec<(usize, Result<Arc<str>, u64>)>,
}

/// A step, and how the level stands after it.
#[derive(Debug)]
pub(crate) struct StepLog {
    pub(crate) kind: StepKind,
    pub(crate) state: StateLog,
}

/// How a level stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct StateLog {
    /// What each member has left.
    pub(crate) left: Vec<Arc<LeftLog>>,
    pub(crate) channels: Arc<[ChannelLog]>,
}

/// What a process has left at a step of a merge.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftLog {
    /// The first constructs, in one line each: `for 12 { 0 send 1 0 }`.
    pub first: Vec<Arc<str>>,
    /// How many follow them.
    pub more: usize,
}

/// A channel at a step of a merge: messages of the level, so of one iteration in a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChannelLog {
    /// The channel.
    pub channel: Channel,
    /// Messages that were sent so far.
    pub sent: u64,
    /// Messages that were received so far.
    pub received: u64,
    /// Messages in flight; negative where receives went ahead.
    pub in_flight: i64,
    /// Messages still to be sent.
    pub left_to_send: u64,
    /// Messages still to be received.
    pub left_to_receive: u64,
}

/// A loop that came out of a sweep.
#[derive(Clone, Debug)]
pub(crate) struct LoopLog {
    /// Its place in the result.
    pub(crate) place: usize,
    pub(crate) processes: Vec<u32>,
    pub(crate) count: u64,
    /// The text of its first part.
    pub(crate) text: Arc<str>,
    /// The most events of a part in an iteration.
    pub(crate) period: u64,
    /// By channel, whether it sends and how much in all.
    pub(crate) flows: Vec<(Channel, bool, u64)>,
}

/// What a step does.
#[derive(Clone, Debug)]
pub(crate) enum StepKind {
    Start,
    Event {
        process: u32,
        text: Arc<str>,
        message: Option<(Channel, bool)>,
        ahead: bool,
    },
    /// Loops that exchange messages: their counts, and by channel what an iteration sends and receives.
    Component {
        processes: Vec<u32>,
        counts: Vec<u64>,
        rates: Vec<u64>,
        g: u64,
        links: Vec<(Channel, u64, u64)>,
    },
    Split {
        processes: Vec<u32>,
        counts: Vec<u64>,
        rates: Vec<u64>,
        g: u64,
    },
    Unroll {
        rates: Vec<u64>,
        g: u64,
    },
    Coalesce {
        made: LoopLog,
    },
    Alone {
        kept: LoopLog,
    },
    Conflict {
        kept: Vec<LoopLog>,
    },
    /// The kind of the shift, the loop before it, what it became and how many iterations are left; why: the channel, whether a send
    /// is missing, and how much.
    Shift {
        process: u32,
        how: &'static str,
        before: Arc<str>,
        after: Vec<Arc<str>>,
        given: Vec<Arc<str>>,
        left: u64,
        reason: Option<(Channel, bool, u64)>,
    },
    /// Copies of bodies have gone back into loops, of these counts.
    Reroll {
        counts: Vec<u64>,
    },
    End,
}

/// A level that is being merged, or whose bodies are.
#[derive(Debug)]
struct OpenLevel {
    level: usize,
    /// What each member had left at the step before.
    before: Vec<Vec<LocalId>>,
    state: StateLog,
    merged: usize,
    /// Messages to be sent and received on each channel in all.
    totals: Vec<(ChannelId, u64, u64)>,
    /// Loops whose bodies are still to come.
    bodies: VecDeque<usize>,
}

/// The texts of constructs, each made once.
#[derive(Debug, Default)]
struct Texts {
    known: FxHashMap<LocalId, Arc<str>>,
    processes: Vec<u32>,
    channels: Vec<Channel>,
    names: Vec<Box<str>>,
    groups: Vec<String>,
}

impl Texts {
    fn of(&mut self, constructs: &LocalConstructs, process: u32, id: LocalId) -> Arc<str> {
        if let Some(known) = self.known.get(&id) {
            return known.clone();
        }
        let text: Arc<str> = match constructs.get(id) {
            LocalConstruct::Event(action) => self.event(process, action).into(),
            LocalConstruct::Loop { count } => {
                let mut body = Vec::new();
                for &part in constructs.body(id) {
                    body.push(self.of(constructs, process, part));
                }
                format!("for {count} {{ {} }}", body.join("; ")).into()
            }
        };
        self.known.insert(id, text.clone());
        text
    }

    fn event(&self, process: u32, action: Action) -> String {
        let message = |verb: &str, channel: ChannelId| {
            self.channels.get(channel.index()).map_or_else(String::new, |it| {
                format!("{} {verb} {} {}", it.src.0, it.dst.0, it.tag)
            })
        };
        let name = |at: usize| self.names.get(at).map_or("", |name| name);
        match action {
            Action::Send(channel) => message("send", channel),
            Action::Recv(channel) => message("recv", channel),
            Action::Local(words) => format!("{process} local {}", name(words.index())),
            Action::Sync(words, group) => {
                let group = self.groups.get(group.index()).map_or("", String::as_str);
                format!("{process} sync {} {group}", name(words.index()))
            }
        }
    }

    fn process(&self, part: &Part) -> u32 {
        self.processes.get(part.process.index()).copied().unwrap_or(0)
    }

    fn channel(&self, id: ChannelId) -> Option<Channel> {
        self.channels.get(id.index()).copied()
    }

    fn made(&mut self, constructs: &LocalConstructs, merged: &MergedList, place: usize) -> LoopLog {
        let construct = merged.get(place);
        let count = match construct.kind {
            MergedKind::Loop { count } => count,
            _ => 1,
        };
        let parts = merged.parts(&construct).to_vec();
        let mut made = LoopLog {
            place,
            processes: parts.iter().map(|part| self.process(part)).collect(),
            count,
            text: "".into(),
            period: 1,
            flows: Vec::new(),
        };
        for (at, part) in parts.iter().enumerate() {
            if at == 0 {
                made.text = self.of(constructs, self.process(part), part.id);
            }
            made.period = made.period.max(constructs.span(part.id).checked_div(count).unwrap_or(1));
            let all = constructs.count(part.id);
            for &(end, each) in constructs.flow(part.id) {
                let (End::Send(channel) | End::Recv(channel)) = end else { continue };
                let amount = each.saturating_mul(all);
                made.flows.extend(
                    self.channel(channel).map(|it| (it, matches!(end, End::Send(_)), amount)),
                );
            }
        }
        made
    }
}

impl MergeLog {
    /// Whether steps were left out.
    pub(crate) fn is_cut(&self) -> bool {
        self.steps >= MOST_STEPS
    }

    fn push(&mut self, kind: StepKind, state: StateLog) {
        let Some(open) = self.open.last() else { return };
        let Some(level) = self.levels.get_mut(open.level) else { return };
        level.steps.push(StepLog { kind, state });
        self.steps += 1;
    }

    /// How the level stands now; what each member had left before is replaced.
    fn look(&mut self, sweep: &Sweep<'_>) -> StateLog {
        let Some(open) = self.open.last_mut() else { return StateLog::default() };
        for at in sweep.frontier().members() {
            let (Some(before), Some(left)) =
                (open.before.get_mut(at.index()), open.state.left.get_mut(at.index()))
            else {
                continue;
            };
            if sweep.frontier().left(at).eq(before.iter().copied()) && !left.first.is_empty() {
                continue;
            }
            *before = sweep.frontier().left(at).collect();
            let process = self.texts.processes.get(sweep.process(at).index()).copied().unwrap_or(0);
            let mut first = Vec::new();
            for &id in before.iter().take(MOST_LEFT) {
                first.push(self.texts.of(sweep.constructs(), process, id));
            }
            *left = Arc::new(LeftLog { more: before.len() - first.len(), first });
        }
        let channel = |&(id, sends, recvs): &(ChannelId, u64, u64)| {
            let state = sweep.channel(id);
            Some(ChannelLog {
                channel: self.texts.channel(id)?,
                sent: sends.saturating_sub(state.sends_left),
                received: recvs.saturating_sub(state.recvs_left),
                in_flight: state.in_flight,
                left_to_send: state.sends_left,
                left_to_receive: state.recvs_left,
            })
        };
        open.state.channels = open.totals.iter().filter_map(channel).collect();
        open.merged = sweep.merged().len();
        open.state.clone()
    }

    fn processes_of(&self, sweep: &Sweep<'_>, members: &[MemberIndex]) -> Vec<u32> {
        let process = |&at: &MemberIndex| {
            self.texts.processes.get(sweep.process(at).index()).copied().unwrap_or(0)
        };
        members.iter().map(process).collect()
    }

    /// What became of a component; `state` is how the level stood before.
    fn coalesced(
        &mut self,
        sweep: &Sweep<'_>,
        (component, blocks): (&[MemberIndex], Option<&[u64]>),
        state: StateLog,
    ) {
        let constructs = sweep.constructs();
        let Some(open) = self.open.last() else { return };
        let front = |at: &MemberIndex| open.before.get(at.index()).and_then(|left| left.first());
        let fronts: Vec<LocalId> = component.iter().filter_map(front).copied().collect();
        let from = open.merged;
        let processes = self.processes_of(sweep, component);
        let counts: Vec<u64> = fronts.iter().map(|&id| constructs.count(id)).collect();
        if let Some(rates) = blocks.filter(|_| component.len() > 1) {
            let g = counts.iter().zip(rates).map(|(n, x)| n / x).min().unwrap_or(0);
            let through =
                |end: End| fronts.iter().map(|&id| constructs.through(id, end)).sum::<u64>();
            let mut links = Vec::new();
            for &(id, ..) in &open.totals {
                let (sends, recvs) = (through(End::Send(id)), through(End::Recv(id)));
                if sends > 0 && recvs > 0 {
                    links.extend(self.texts.channel(id).map(|it| (it, sends, recvs)));
                }
            }
            let rates = rates.to_vec();
            let (of, all) = (processes.clone(), counts.clone());
            let kind =
                StepKind::Component { processes: of, counts: all, rates: rates.clone(), g, links };
            self.push(kind, state.clone());
            if g < 2 {
                if sweep.merged().len() == from {
                    self.push(StepKind::Unroll { rates, g }, state);
                }
            } else if counts.iter().zip(&rates).any(|(&n, &x)| x > 1 || n > g * x) {
                self.push(StepKind::Split { processes, counts, rates, g }, state);
            }
        } else if blocks.is_some() && sweep.merged().len() == from {
            self.push(
                StepKind::Unroll { rates: vec![1], g: counts.first().copied().unwrap_or(1) },
                state,
            );
        }
        let mut kept = Vec::new();
        for place in from..sweep.merged().len() {
            let made = self.texts.made(constructs, sweep.merged(), place);
            match sweep.merged().get(place).defect {
                Some(_) => kept.push(made),
                None => {
                    let state = self.look(sweep);
                    let alone = made.processes.len() == 1;
                    self.push(
                        if alone {
                            StepKind::Alone { kept: made }
                        } else {
                            StepKind::Coalesce { made }
                        },
                        state,
                    );
                }
            }
        }
        let state = self.look(sweep);
        if !kept.is_empty() {
            self.push(StepKind::Conflict { kept }, state);
        }
    }

    fn shifted(&mut self, sweep: &Sweep<'_>, at: MemberIndex, known: Option<&Shifted>) {
        let process = self.processes_of(sweep, &[at]).first().copied().unwrap_or(0);
        let before = self.open.last().and_then(|open| open.before.get(at.index()).cloned());
        let before = before.unwrap_or_default();
        let after: Vec<LocalId> = sweep.frontier().left(at).collect();
        let Some(&id) = before.first() else { return };
        let same = before.iter().rev().zip(after.iter().rev()).take_while(|(a, b)| a == b).count();
        let new = after.len() - same;
        let constructs = sweep.constructs();
        let count = constructs.count(id);
        // What is opened gives out an iteration.
        let opened = GivenOut {
            kind: ShiftKind::Peeled,
            constructs: constructs.body(id).len(),
            left: count.saturating_sub(1),
        };
        let GivenOut { kind, constructs: given, left } = known.map_or(opened, |it| it.given);
        let mut texts = Vec::new();
        for &it in after.iter().take(new) {
            texts.push(self.texts.of(constructs, process, it));
        }
        let reason = known.and_then(|shifted| match shifted.demand.end {
            End::Send(channel) => Some((self.texts.channel(channel)?, true, shifted.demand.amount)),
            End::Recv(channel) => {
                Some((self.texts.channel(channel)?, false, shifted.demand.amount))
            }
            End::Sync(_) => None,
        });
        let how = match kind {
            ShiftKind::Turned => "shift",
            ShiftKind::CountKept => "shift, count kept",
            ShiftKind::Peeled => "peel",
            ShiftKind::Split => "split",
        };
        let given = texts.iter().take(given).cloned().collect();
        let before = self.texts.of(constructs, process, id);
        let state = self.open.last().map(|open| open.state.clone()).unwrap_or_default();
        self.push(
            StepKind::Shift { process, how, before, after: texts, given, left, reason },
            state,
        );
    }

    /// The events that came out since the step before, and loops that were kept.
    fn kept(&mut self, sweep: &Sweep<'_>) {
        let from = self.open.last().map_or(0, |open| open.merged);
        let mut kept = Vec::new();
        for place in from..sweep.merged().len() {
            match sweep.merged().get(place).kind {
                MergedKind::Loop { .. } => {
                    kept.push(self.texts.made(sweep.constructs(), sweep.merged(), place));
                }
                _ => self.event(sweep, place),
            }
        }
        let state = self.look(sweep);
        if !kept.is_empty() {
            self.push(StepKind::Conflict { kept }, state);
        }
    }

    fn event(&mut self, sweep: &Sweep<'_>, place: usize) {
        let construct = sweep.merged().get(place);
        let Some(part) = sweep.merged().parts(&construct).first().copied() else { return };
        let process = self.texts.process(&part);
        let text = self.texts.of(sweep.constructs(), process, part.id);
        let message = match sweep.constructs().get(part.id) {
            LocalConstruct::Event(Action::Send(channel)) => Some((channel, true)),
            LocalConstruct::Event(Action::Recv(channel)) => Some((channel, false)),
            LocalConstruct::Event(_) | LocalConstruct::Loop { .. } => None,
        };
        let message = message.and_then(|(id, sends)| Some((self.texts.channel(id)?, sends)));
        let ahead = construct.defect == Some(Defect::Ahead);
        let state = self.look(sweep);
        self.push(StepKind::Event { process, text, message, ahead }, state);
    }
}

impl WatchMerge for MergeLog {
    fn begins(&mut self, input: &Input) {
        let names = &input.names;
        self.texts.processes = names.processes.iter().map(|process| process.0).collect();
        self.texts.channels = names.channels.clone();
        self.texts.names = names.names.clone();
        let group = |group: &Box<[u32]>| numbers::set_text(group.iter().copied());
        self.texts.groups = names.groups.iter().map(group).collect();
    }

    fn level_begins(&mut self, sweep: &Sweep<'_>) {
        let level = self.levels.len();
        let place =
            self.open.last_mut().and_then(|open| Some((open.level, open.bodies.pop_front()?)));
        if let Some((parent, place)) = place {
            if let Some(parent) = self.levels.get_mut(parent) {
                parent.bodies.push((place, level));
            }
        }
        let members: Vec<MemberIndex> = sweep.frontier().members().collect();
        let processes = self.processes_of(sweep, &members);
        self.levels.push(LevelLog { processes, ..LevelLog::default() });
        let mut ids: Vec<ChannelId> = sweep.counted_channels().to_vec();
        ids.sort_small_by_key(|&id| {
            self.texts.channel(id).map_or((0, 0, 0), |it| (it.src.0, it.dst.0, it.tag))
        });
        ids.dedup();
        let total =
            |id: ChannelId| (id, sweep.channel(id).sends_left, sweep.channel(id).recvs_left);
        self.open.push(OpenLevel {
            level,
            before: vec![Vec::new(); members.len()],
            state: StateLog { left: vec![Arc::default(); members.len()], ..StateLog::default() },
            merged: 0,
            totals: ids.into_iter().map(total).collect(),
            bodies: VecDeque::new(),
        });
        let state = self.look(sweep);
        self.push(StepKind::Start, state);
    }

    fn event_taken(&mut self, sweep: &Sweep<'_>) {
        if !self.is_cut() {
            let from = self.open.last().map_or(0, |open| open.merged);
            (from..sweep.merged().len()).for_each(|place| self.event(sweep, place));
        }
    }

    fn decided(&mut self, sweep: &Sweep<'_>, decision: Decision<'_>) {
        if self.is_cut() {
            return;
        }
        match decision {
            Decision::Coalesce { component, blocks } => {
                let state = self.open.last().map(|open| open.state.clone());
                self.coalesced(sweep, (component, blocks), state.unwrap_or_default());
            }
            Decision::Shift { shifted } => {
                for one in shifted {
                    self.shifted(sweep, one.demand.at, Some(one));
                }
                self.look_back(sweep, shifted.len());
            }
            Decision::Open => {
                let open = self.open.last();
                let moved: Vec<MemberIndex> = sweep
                    .frontier()
                    .members()
                    .filter(|&at| {
                        let before = open.and_then(|open| open.before.get(at.index()));
                        before.is_some_and(|it| !sweep.frontier().left(at).eq(it.iter().copied()))
                    })
                    .collect();
                moved.iter().for_each(|&at| self.shifted(sweep, at, None));
                self.look_back(sweep, moved.len());
            }
            Decision::Keep => self.kept(sweep),
        }
    }

    fn level_ends(&mut self, constructs: &LocalConstructs, merged: &MergedList) {
        let mut state = self.open.last().map(|open| open.state.clone()).unwrap_or_default();
        state.left.iter_mut().for_each(|left| *left = Arc::default());
        let (mut counts, mut result) = (Vec::new(), Vec::new());
        let mut bodies = VecDeque::new();
        let steps = self.open.last().and_then(|open| self.levels.get(open.level));
        // The counts with which the loops came out of the sweep.
        let mut came: FxHashMap<usize, u64> = FxHashMap::default();
        for step in steps.map_or(&[][..], |level| &level.steps) {
            match &step.kind {
                StepKind::Coalesce { made } | StepKind::Alone { kept: made } => {
                    came.insert(made.place, made.count);
                }
                StepKind::Conflict { kept } => {
                    came.extend(kept.iter().map(|it| (it.place, it.count)))
                }
                _ => {}
            }
        }
        for place in 0..merged.len() {
            let construct = merged.get(place);
            let Some(part) = merged.parts(&construct).first() else { continue };
            match construct.kind {
                MergedKind::Absorbed => {}
                MergedKind::Loop { count } => {
                    if came.get(&place).is_some_and(|&known| known != count) {
                        counts.push(count);
                    }
                    bodies.push_back(place);
                    result.push((place, Err(count)));
                }
                MergedKind::Event | MergedKind::Sync(..) => {
                    let text = self.texts.of(constructs, self.texts.process(part), part.id);
                    result.push((place, Ok(text)));
                }
            }
        }
        if let Some(open) = self.open.last_mut() {
            open.bodies = bodies;
            if let Some(level) = self.levels.get_mut(open.level) {
                level.result = result;
            }
        }
        if !counts.is_empty() && !self.is_cut() {
            self.push(StepKind::Reroll { counts }, state.clone());
        }
        self.push(StepKind::End, state);
    }

    fn body_ends(&mut self) {
        self.open.pop();
    }
}

impl MergeLog {
    /// The last steps happened at once: each shows how the level stands after them.
    fn look_back(&mut self, sweep: &Sweep<'_>, steps: usize) {
        let state = self.look(sweep);
        let Some(open) = self.open.last() else { return };
        let Some(level) = self.levels.get_mut(open.level) else { return };
        for step in level.steps.iter_mut().rev().take(steps) {
            step.state = state.clone();
        }
    }
}
