//! Gathers the messages and collective operations of a trace, in slices of work.

use rustc_hash::FxHashMap;

use super::messages::{ChannelMessages, Matching, Operation, ProcessEnds, ReceiveEnd, SendEnd, UNKNOWN, UNKNOWN_SIZE};
use super::role::{base_name, Role};
use super::tracker::{Channel, Effect, Tracker};
use super::walk::{Step, Walk};
use crate::trace::{GroupId, Kind, NameId, Span, Table, Trace, View};

/// Gathers what [`Matching`] holds. Memory: 24 bytes for each end of a message, and 24 for each part in an operation.
#[derive(Debug, Default)]
pub struct Matcher {
    place: usize,
    walk: Walk,
    tracker: Tracker,
    matching: Matching,
    /// The effects of a step.
    effects: Vec<Effect>,
    begun: bool,
    /// Whether messages and operations are left out.
    only_ends: bool,
    steps: u64,
}

impl Matcher {
    /// Nothing gathered yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// One that gathers [`Matching::ends`] and no messages: a walk is all that costs.
    pub fn of_ends() -> Self {
        Self { only_ends: true, ..Self::default() }
    }

    /// How many calls were walked.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Walks so many calls; whether there are more. Always the same trace. O(calls and their events).
    pub fn step(&mut self, trace: &Trace, most: usize) -> bool {
        self.step_with(trace, most, |_, _| {})
    }

    /// The same, and calls `take` with the place of the process and each call that is walked.
    pub fn step_with(&mut self, trace: &Trace, most: usize, mut take: impl FnMut(usize, &Step)) -> bool {
        let mut left = most;
        while let Some(process) = trace.processes().get(self.place) {
            if !self.begun {
                self.tracker.begin();
                self.walk.restart();
                self.begun = true;
                let times = process.times(View::Communication).or(process.times(View::Calls));
                self.matching.note_ticks(times.map(|times| times.tick()));
                let timed = times.is_some();
                self.matching.ends.push(ProcessEnds { timed, ..ProcessEnds::default() });
            }
            let timed = self.matching.ends.last().is_some_and(|ends| ends.timed);
            while let Some(step) = self.walk.next(trace, process).filter(|_| timed) {
                self.take(trace, (process.id.0, &step));
                take(self.place, &step);
                self.steps += 1;
                left -= 1;
                if left == 0 {
                    return true;
                }
            }
            self.begun = false;
            self.place += 1;
        }
        false
    }

    fn take(&mut self, trace: &Trace, (own, step): (u32, &Step)) {
        let table = trace.table();
        let place = self.place as u32;
        let role = self.tracker.role(step, table);
        if let Some(ends) = self.matching.ends.last_mut() {
            ends.add(role, step);
        }
        if self.only_ends {
            return;
        }
        let Self { walk, tracker, matching, effects, .. } = self;
        let mut index = |channel: Channel| Some(matching.index_of(channel, trace));
        effects.clear();
        tracker.follow(step, walk.events(), (own, table), &mut index, |it| effects.push(it));
        for effect in &*effects {
            match *effect {
                Effect::Sent { channel, bytes, .. } => {
                    let messages = matching.channel_mut(channel);
                    let bytes = bytes.map_or(UNKNOWN_SIZE, small);
                    let (done, enter) = (UNKNOWN, step.enter);
                    let end = SendEnd { enter, done, bytes, proves: false, by_wait: false };
                    messages.sends.push(end);
                }
                Effect::Posted { channel, message, bytes } => {
                    let bytes = bytes.map_or(UNKNOWN_SIZE, small);
                    let end = ReceiveEnd { posted: step.enter, leave: UNKNOWN, bytes };
                    matching.channel_mut(channel).set_receive(message, end);
                }
                Effect::Received { channel, message } => {
                    let messages = matching.channel_mut(channel);
                    let end = ReceiveEnd { leave: step.leave, ..messages.receive(message) };
                    messages.set_receive(message, end);
                }
                Effect::SendDone { channel, message, sure } => {
                    let messages = matching.channel_mut(channel);
                    if let Some(end) = messages.sends.get_mut(message as usize) {
                        end.done = step.leave;
                        end.by_wait = role == Role::Wait;
                        end.proves = sure && role != Role::SendReceive;
                    }
                }
                Effect::Joined { group, name, number } => {
                    let root = step.record.and_then(|record| table.record(record).root);
                    let span = Span { enter: step.enter, leave: step.leave };
                    matching.join((group, name, number), (place, span), root);
                }
            }
        }
    }

    /// All that was gathered.
    pub fn finish(mut self, trace: &Trace) -> Matching {
        let roots = Roots::new(trace.table());
        for operation in &mut self.matching.operations {
            if operation.root.is_none() {
                operation.root = roots.of(operation.name, operation.group);
            }
        }
        self.matching.close();
        self.matching
    }
}

/// A size as it is kept; no message of today has 4 GB.
fn small(bytes: u64) -> u32 {
    u32::try_from(bytes).unwrap_or(UNKNOWN_SIZE - 1).min(UNKNOWN_SIZE - 1)
}

impl ProcessEnds {
    fn add(&mut self, role: Role, step: &Step) {
        match role {
            Role::Init => self.init = Some(step.leave),
            Role::Finalize if self.finalize.is_none() => self.finalize = Some(step.enter),
            _ => {}
        }
        if self.steps == 0 {
            self.first = step.enter;
        }
        self.steps += 1;
        self.last = step.leave;
    }
}

/// The roots of operations whose own call does not name it, where all calls of one function on one group have the same.
#[derive(Debug)]
struct Roots(FxHashMap<(Box<str>, GroupId), Option<u32>>, FxHashMap<NameId, Box<str>>);

impl Roots {
    fn new(table: &Table) -> Self {
        let mut roots = FxHashMap::default();
        let mut names: FxHashMap<NameId, Box<str>> = FxHashMap::default();
        for record in table.records() {
            let name = names.entry(record.name).or_insert_with(|| plain(table.name(record.name)));
            if let (Kind::Call, Some(group), Some(root)) = (record.kind, record.group, record.root) {
                let known = roots.entry((name.clone(), group)).or_insert(Some(root));
                if *known != Some(root) {
                    *known = None;
                }
            }
        }
        Self(roots, names)
    }

    fn of(&self, name: NameId, group: GroupId) -> Option<u32> {
        let name = self.1.get(&name)?;
        self.0.get(&(name.clone(), group)).copied().flatten()
    }
}

/// A function's name, whatever its spelling.
fn plain(name: &str) -> Box<str> {
    base_name(name).unwrap_or(name).to_ascii_lowercase().into()
}

impl Matching {
    /// Gathers all at once. O(calls and events).
    pub fn new(trace: &Trace) -> Self {
        let mut matcher = Matcher::new();
        while matcher.step(trace, usize::MAX) {}
        matcher.finish(trace)
    }

    fn index_of(&mut self, channel: Channel, trace: &Trace) -> u32 {
        if let Some(&known) = self.indices.get(&channel) {
            return known;
        }
        let place = |number: u32| {
            let processes = trace.processes();
            let at = processes.binary_search_by_key(&number, |process| process.id.0).ok();
            at.map(|at| at as u32)
        };
        let index = self.channels.len() as u32;
        let (from, to) = (place(channel.0), place(channel.1));
        self.channels.push(ChannelMessages { channel, from, to, ..ChannelMessages::default() });
        self.indices.insert(channel, index);
        index
    }

    fn join(&mut self, (group, name, number): (GroupId, NameId, u32), member: (u32, Span), root: Option<u32>) {
        let list = self.of_group.entry(group).or_default();
        let next = self.operations.len() as u32;
        let at = match list.get(number as usize) {
            Some(&at) => at,
            None => {
                list.push(next);
                self.operations.push(Operation { group, name, alike: true, root: None, members: Vec::new() });
                next
            }
        };
        if let Some(operation) = self.operations.get_mut(at as usize) {
            operation.alike &= operation.name == name;
            operation.root = operation.root.or(root);
            operation.members.push(member);
        }
    }
}
