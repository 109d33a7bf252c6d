//! A merge step by step, on small inputs: what an observer of the sweep wrote down.
//!
//! A level is a sweep: the program, or the body of a loop. The sweep merges a level to its end before it looks into the bodies of its
//! loops, so those are levels of their own, and [`LevelLog::bodies`] says which one belongs to which loop.
//!
//! O(constructs left at the fronts) for each step. Beyond [`MOST_STEPS`] only results are kept.

mod steps;
mod texts;

pub use steps::{ChannelLog, LeftLog};
pub(crate) use steps::{LevelLog, LoopLog, StateLog, StepKind, StepLog};

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::frontier::MemberIndex;
use super::input::{Input, Local, MergeError};
use super::local_constructs::{Action, End, LocalConstruct, LocalConstructs, LocalId};
use super::merged_list::{Defect, MergedKind, MergedList};
use super::normal_form::LoopForm;
use super::shift::{GivenOut, ShiftKind, Shifted};
use super::sweep::Sweep;
use super::watch::{Decision, WatchMerge};
use super::{merge_watched, Merged};
use crate::small_sort::sort_few_by_key;
use crate::system::model::ChannelId;
use texts::Texts;

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
            let (Some(before), Some(left)) = (open.before.get_mut(at.index()), open.state.left.get_mut(at.index()))
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
        let process = |&at: &MemberIndex| self.texts.processes.get(sweep.process(at).index()).copied().unwrap_or(0);
        members.iter().map(process).collect()
    }

    /// What became of a component; `state` is how the level stood before.
    fn coalesced(&mut self, sweep: &Sweep<'_>, (component, blocks): (&[MemberIndex], Option<&[u64]>), state: StateLog) {
        let constructs = sweep.constructs();
        let Some(open) = self.open.last() else { return };
        let front = |at: &MemberIndex| open.before.get(at.index()).and_then(|left| left.first());
        let fronts: Vec<LocalId> = component.iter().filter_map(front).copied().collect();
        let from = open.merged;
        let processes = self.processes_of(sweep, component);
        let counts: Vec<u64> = fronts.iter().map(|&id| constructs.count(id)).collect();
        if let Some(rates) = blocks.filter(|_| component.len() > 1) {
            let g = counts.iter().zip(rates).map(|(n, x)| n / x).min().unwrap_or(0);
            let through = |end: End| fronts.iter().map(|&id| constructs.through(id, end)).sum::<u64>();
            let mut links = Vec::new();
            for &(id, ..) in &open.totals {
                let (sends, recvs) = (through(End::Send(id)), through(End::Recv(id)));
                if sends > 0 && recvs > 0 {
                    links.extend(self.texts.channel(id).map(|it| (it, sends, recvs)));
                }
            }
            let rates = rates.to_vec();
            let (of, all) = (processes.clone(), counts.clone());
            let kind = StepKind::Component { processes: of, counts: all, rates: rates.clone(), g, links };
            self.push(kind, state.clone());
            if g < 2 {
                if sweep.merged().len() == from {
                    self.push(StepKind::Unroll { rates, g }, state);
                }
            } else if counts.iter().zip(&rates).any(|(&n, &x)| x > 1 || n > g * x) {
                self.push(StepKind::Split { processes, counts, rates, g }, state);
            }
        } else if blocks.is_some() && sweep.merged().len() == from {
            self.push(StepKind::Unroll { rates: vec![1], g: counts.first().copied().unwrap_or(1) }, state);
        }
        let mut kept = Vec::new();
        for place in from..sweep.merged().len() {
            let made = self.texts.made(constructs, sweep.merged(), place);
            match sweep.merged().get(place).defect {
                Some(_) => kept.push(made),
                None => {
                    let state = self.look(sweep);
                    let alone = made.processes.len() == 1;
                    self.push(if alone { StepKind::Alone { kept: made } } else { StepKind::Coalesce { made } }, state);
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
        let opened =
            GivenOut { kind: ShiftKind::Peeled, constructs: constructs.body(id).len(), left: count.saturating_sub(1) };
        let GivenOut { kind, constructs: given, left } = known.map_or(opened, |it| it.given);
        let mut texts = Vec::new();
        for &it in after.iter().take(new) {
            texts.push(self.texts.of(constructs, process, it));
        }
        let reason = known.and_then(|shifted| match shifted.demand.end {
            End::Send(channel) => Some((self.texts.channel(channel)?, true, shifted.demand.amount)),
            End::Recv(channel) => Some((self.texts.channel(channel)?, false, shifted.demand.amount)),
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
        self.push(StepKind::Shift { process, how, before, after: texts, given, left, reason }, state);
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
        self.texts.read(&input.names);
    }

    fn level_begins(&mut self, sweep: &Sweep<'_>) {
        let level = self.levels.len();
        let place = self.open.last_mut().and_then(|open| Some((open.level, open.bodies.pop_front()?)));
        if let Some((parent, place)) = place {
            if let Some(parent) = self.levels.get_mut(parent) {
                parent.bodies.push((place, level));
            }
        }
        let members: Vec<MemberIndex> = sweep.frontier().members().collect();
        let processes = self.processes_of(sweep, &members);
        self.levels.push(LevelLog { processes, ..LevelLog::default() });
        let mut ids: Vec<ChannelId> = sweep.counted_channels().to_vec();
        sort_few_by_key(&mut ids, |&id| self.texts.channel(id).map_or((0, 0, 0), |it| (it.src.0, it.dst.0, it.tag)));
        ids.dedup();
        let total = |id: ChannelId| (id, sweep.channel(id).sends_left, sweep.channel(id).recvs_left);
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
                StepKind::Conflict { kept } => came.extend(kept.iter().map(|it| (it.place, it.count))),
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
