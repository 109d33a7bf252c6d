//! Collects the calls of a run, where they stand in loops, and what the completion of each needs, in slices of work.

use super::calls::{Call, Calls, ProcessCalls, Requirement, NONE};
use super::standing::CallPlaces;
use crate::durations::{LoopTree, Place, Run, RunEnds};
use crate::matching::{Effect, Role, Step, Tracker, Walk};
use crate::nest::{LoopNames, Nest};
use crate::small_sort::SmallSort;
use crate::trace::{Process, RecordId, Table, Trace};
use crate::waits::Waits;

/// The most calls of a run: their numbers and those of their ends fit into 32 bits.
pub const MOST_CALLS: usize = 1 << 30;

/// Collects [`Calls`]. Memory: 48 bytes a call, and 8 for each end of a message.
#[derive(Debug)]
pub struct Collector {
    trees: Vec<LoopTree>,
    /// Whether positions are those of calls, not of events of communication.
    by_calls: bool,
    place: usize,
    walk: Walk,
    tracker: Tracker,
    under_way: Option<UnderWay>,
    calls: Calls,
}

/// A process that is walked in part.
#[derive(Debug)]
struct UnderWay {
    standing: CallPlaces,
    /// When its last send began.
    sent: Option<i64>,
    /// Whether its run is over.
    over: bool,
}

impl Collector {
    /// Nothing collected yet. The loops of the processes are these trees, by place; `by_calls` says whether they are loops of
    /// calls.
    pub fn new(trees: Vec<LoopTree>, by_calls: bool) -> Self {
        Self {
            trees,
            by_calls,
            place: 0,
            walk: Walk::new(),
            tracker: Tracker::default(),
            under_way: None,
            calls: Calls::default(),
        }
    }

    /// How many calls were collected.
    pub fn collected(&self) -> u64 {
        self.calls.calls.len() as u64
    }

    /// Walks so many calls; whether there are more. O(calls, their events and the loops around them).
    pub fn step(&mut self, (trace, waits, run): (&Trace, &Waits, &Run), most: usize) -> bool {
        let mut left = most;
        while let Some(process) = trace.processes().get(self.place) {
            if self.under_way.is_none() {
                self.begin((waits, run));
            }
            while let Some(step) = self.walk.next(trace, process) {
                self.take((trace, waits, run), process, &step);
                left -= 1;
                if left == 0 {
                    return true;
                }
            }
            self.end((waits, run));
            self.place += 1;
        }
        false
    }

    fn begin(&mut self, (waits, run): (&Waits, &Run)) {
        self.walk.restart();
        self.tracker.begin();
        if self.trees.len() <= self.place {
            let empty = LoopTree::of_nest(&Nest::default(), &LoopNames::default());
            self.trees.resize(self.place + 1, empty);
        }
        let standing = CallPlaces::new(&self.trees[self.place], self.by_calls, 0);
        self.under_way = Some(UnderWay { standing, sent: None, over: false });
        let first = self.calls.calls.len() as u32;
        let start = self.span((waits, run)).0;
        let place = self.place as u32;
        self.calls.processes.push(ProcessCalls { place, first, end: first, start, last: start });
    }

    /// When the run of the process begins and ends; that of one without calls is empty.
    fn span(&self, (waits, run): (&Waits, &Run)) -> (i64, i64) {
        let steps = waits.matching().ends().get(self.place).map_or(0, |ends| ends.steps);
        match steps {
            0 => (run.all().0, run.all().0),
            _ => run.span(self.place),
        }
    }

    /// Ends a process: its run lasts to where it enters `MPI_Finalize`, or to the end of its last call.
    fn end(&mut self, (waits, run): (&Waits, &Run)) {
        self.under_way = None;
        let count = self.calls.calls.len() as u32;
        let (from, to) = self.span((waits, run));
        let ends = waits.matching().ends().get(self.place);
        let last = ends.map(|ends| match run.ends {
            RunEnds::Main => ends.finalize.unwrap_or(ends.last),
            RunEnds::Whole => ends.last,
        });
        let last = last.map_or(from, |time| waits.clocks().at(self.place, time).clamp(from, to));
        let leave = self.calls.calls.last().map_or(from, |call| call.leave);
        if let Some(process) = self.calls.processes.last_mut() {
            process.end = count;
            process.last = if process.first == count { last } else { last.max(leave) };
        }
    }

    fn take(&mut self, (trace, waits, run): (&Trace, &Waits, &Run), process: &Process, step: &Step) {
        let table = trace.table();
        let role = self.tracker.role(step, table);
        let place = self.stand(step);
        let Some(under_way) = &mut self.under_way else { return };
        under_way.over |= run.ends == RunEnds::Main && role == Role::Finalize;
        if under_way.over || self.calls.calls.len() >= MOST_CALLS {
            self.calls.too_many |= !under_way.over;
            return;
        }
        let (from, to) = run.span(self.place);
        let at = |time: u64| waits.clocks().at(self.place, time).clamp(from, to);
        let enter = at(step.enter);
        let leave = at(step.leave).max(enter);
        let index = self.calls.calls.len() as u32;
        self.calls.calls.push(Call {
            enter,
            leave,
            record: step.record.map_or(NONE, |record| record.index() as u32),
            number: step.call.map_or(NONE, |call| call as u32),
            gap_context: place.gap,
            context: place.call,
            iteration: place.iteration as u32,
            first_need: self.calls.needs.len() as u32,
        });
        let Self { walk, tracker, calls, .. } = self;
        let matching = waits.matching();
        let own = (process.id.0, table);
        let mut sends = false;
        let find = |channel| matching.channel(channel);
        tracker.follow(step, walk.events(), own, find, |effect| {
            sends |= matches!(effect, Effect::Sent { .. });
            calls.take_effect(index, effect, waits);
        });
        calls.note_shortest((role, step.record, table), (enter, leave), from < enter);
        if sends {
            if let Some(before) = under_way.sent.filter(|_| role != Role::SendReceive) {
                calls.between_sends = calls.between_sends.min(enter - before);
            }
            under_way.sent = Some(enter);
        }
    }

    /// Where a call stands in the loops.
    fn stand(&mut self, step: &Step) -> Place {
        let (Some(under_way), Some(tree)) = (&mut self.under_way, self.trees.get(self.place)) else {
            return Place::default();
        };
        under_way.standing.next(&mut self.calls.contexts, tree, (step, &self.walk))
    }

    /// All that was collected.
    pub fn finish(mut self) -> Calls {
        for members in &mut self.calls.joined {
            members.sort_small();
        }
        self.calls
    }
}

impl Calls {
    fn take_effect(&mut self, call: u32, effect: Effect, waits: &Waits) {
        let set = |list: &mut Vec<Vec<u32>>, channel: u32, message: u32| {
            let at = channel as usize;
            if at >= list.len() {
                list.resize_with(at + 1, Vec::new);
            }
            let Some(list) = list.get_mut(at) else { return };
            let at = message as usize;
            if at >= list.len() {
                list.resize(at + 1, NONE);
            }
            if let Some(known) = list.get_mut(at) {
                *known = call;
            }
        };
        match effect {
            Effect::Sent { channel, message, .. } => set(&mut self.sent, channel, message),
            Effect::Posted { channel, message, .. } => set(&mut self.posted, channel, message),
            Effect::Received { channel, message } => {
                self.needs.push(Requirement::Received { channel, message });
            }
            Effect::SendDone { channel, message, .. } => {
                self.needs.push(Requirement::SendDone { channel, message });
            }
            Effect::Joined { group, number, .. } => {
                let Some(operation) = waits.matching().operation(group, number) else { return };
                let at = operation as usize;
                if at >= self.joined.len() {
                    self.joined.resize_with(at + 1, Vec::new);
                }
                if let Some(members) = self.joined.get_mut(at) {
                    members.push(call);
                }
                self.needs.push(Requirement::Joined { operation });
            }
        }
    }

    /// Takes in how long the call of a function lasts.
    fn note_shortest(
        &mut self,
        (role, record, table): (Role, Option<RecordId>, &Table),
        (enter, leave): (i64, i64),
        whole: bool,
    ) {
        let Some(record) = record.filter(|_| whole) else { return };
        let name = table.record(record).name;
        let at = name.index() as usize;
        if at >= self.shortest.len() {
            self.shortest.resize(at + 1, i64::MAX);
        }
        if let Some(known) = self.shortest.get_mut(at) {
            *known = (*known).min(leave - enter);
        }
        if matches!(role, Role::Send | Role::Receive) {
            let known = self.shortest_of_messages.get_or_insert(i64::MAX);
            *known = (*known).min(leave - enter);
        }
        if role == Role::Post && table.record(record).peer.is_none() {
            self.unknowns.wildcards += 1;
        }
    }
}
