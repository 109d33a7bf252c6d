//! The calls of a process one after the other, each with its times and the events of communication that belong to it.
//!
//! A walk keeps its place between two slices of work, and at most a block of each column is unpacked at a time.

use crate::trace::{
    Kind, MomentCursor, Process, RecordId, Sequence, Tick, Times, Trace, View, ViewTimes, BLOCK, TIMES_BLOCK,
};

/// A call, or an event that is in no call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The number of the call among those of the process; `None` for an event that is in no call, which lasts no time.
    pub call: Option<u64>,
    /// The record of the call.
    pub record: Option<RecordId>,
    /// The position in [`View::Communication`] of its first event; that of the next event if it has none.
    pub position: u64,
    /// When it begins, in nanoseconds of the process's clock.
    pub enter: u64,
    /// When it ends: not before that.
    pub leave: u64,
}

/// Stands for no call.
const NO_CALL: u64 = u64::MAX;

/// Rows of a packed list, a block at a time.
#[derive(Clone, Debug)]
struct Blocks<const K: usize> {
    rows: Vec<[u64; K]>,
    /// The number of the block that is unpacked, plus one.
    next: usize,
}

impl<const K: usize> Default for Blocks<K> {
    fn default() -> Self {
        Self { rows: Vec::new(), next: 0 }
    }
}

impl<const K: usize> Blocks<K> {
    /// The row at a position; `read` unpacks a block.
    #[inline]
    fn get(&mut self, position: u64, read: impl FnOnce(usize, &mut Vec<[u64; K]>)) -> Option<[u64; K]> {
        let position = usize::try_from(position).ok()?;
        if position / TIMES_BLOCK + 1 != self.next {
            self.read(position / TIMES_BLOCK, read);
        }
        self.rows.get(position % TIMES_BLOCK).copied()
    }

    #[cold]
    #[inline(never)]
    fn read(&mut self, index: usize, read: impl FnOnce(usize, &mut Vec<[u64; K]>)) {
        read(index, &mut self.rows);
        self.next = index + 1;
    }

    fn restart(&mut self) {
        self.rows.clear();
        self.next = 0;
    }
}

/// Records of a view, a block at a time.
#[derive(Clone, Debug, Default)]
struct Records {
    block: Vec<RecordId>,
    next: usize,
}

impl Records {
    /// The record at a position; `events` finds the records of the view.
    #[inline]
    fn get<'a>(&mut self, position: u64, events: impl FnOnce() -> Option<&'a Sequence<RecordId>>) -> Option<RecordId> {
        let position = usize::try_from(position).ok()?;
        if position / BLOCK + 1 != self.next {
            self.read(position / BLOCK, events());
        }
        self.block.get(position % BLOCK).copied()
    }

    #[cold]
    #[inline(never)]
    fn read(&mut self, index: usize, events: Option<&Sequence<RecordId>>) {
        match events {
            Some(events) => events.copy_block(index, &mut self.block),
            None => self.block.clear(),
        }
        self.next = index + 1;
    }

    fn restart(&mut self) {
        self.block.clear();
        self.next = 0;
    }
}

/// A walk along the calls of one process. O(1) amortised for each event and call.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    begun: bool,
    /// The unit of times, if the process has any.
    tick: Option<Tick>,
    call: u64,
    event: u64,
    /// The event at that position, once it was looked at, and whether it is local; the call that it belongs to, or [`NO_CALL`].
    /// Fields of their own, as they are read right after they are written.
    is_known: bool,
    next_record: Option<RecordId>,
    next_is_local: bool,
    next_call: u64,
    times: Blocks<2>,
    calls_of: Blocks<1>,
    moments: MomentCursor,
    call_records: Records,
    event_records: Records,
    /// The events of the last step.
    events: Vec<RecordId>,
    last: u64,
}

/// The times of the calls of a process.
fn times_of_calls(process: &Process) -> Option<&Times> {
    process.times(View::Calls).and_then(ViewTimes::own)
}

impl Walk {
    /// A walk from the first call on.
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins again with the first call, of whichever process comes next.
    pub fn restart(&mut self) {
        (self.begun, self.is_known) = (false, false);
        (self.call, self.event, self.last) = (0, 0, 0);
        self.times.restart();
        self.calls_of.restart();
        self.moments = MomentCursor::default();
        self.call_records.restart();
        self.event_records.restart();
        self.events.clear();
    }

    /// The events of communication that belong to the last step, in order.
    pub fn events(&self) -> &[RecordId] {
        &self.events
    }

    /// Goes on by one step; `None` at the end. It must be the same process each time. If the process has no times, each event
    /// of communication is a step of its own, at the time 0.
    #[inline]
    pub fn next(&mut self, trace: &Trace, process: &Process) -> Option<Step> {
        self.events.clear();
        if !self.begun {
            self.begin(process);
        }
        let Some(tick) = self.tick else { return self.untimed(process) };
        self.look_at_event(trace, process);
        // Of what happens before its call, or in none.
        let in_no_call = self.next_call == NO_CALL || self.next_call <= self.call;
        if let Some(record) = self.next_record.filter(|_| self.next_is_local && in_no_call) {
            return Some(self.mark(record, process, tick));
        }
        let Some([enter, leave]) = self.times_of_call(process) else {
            // After the last call, or without calls.
            return Some(self.mark(self.next_record?, process, tick));
        };
        let (call, position) = (self.call, self.event);
        while let Some(record) = self.next_record.filter(|_| self.next_call <= call) {
            self.pass_event(record);
            self.look_at_event(trace, process);
        }
        self.call += 1;
        let record = self.call_records.get(call, || process.events(View::Calls));
        let leave = nanoseconds(tick, leave);
        let enter = nanoseconds(tick, enter).max(self.last);
        self.last = leave.max(enter);
        Some(Step { call: Some(call), record, position, enter, leave: self.last })
    }

    fn begin(&mut self, process: &Process) {
        self.begun = true;
        let times = process.times(View::Calls).or(process.times(View::Communication));
        self.tick = times.map(ViewTimes::tick);
    }

    fn untimed(&mut self, process: &Process) -> Option<Step> {
        let events = || process.events(View::Communication);
        let record = self.event_records.get(self.event, events)?;
        let position = self.event;
        self.pass_event(record);
        Some(Step { call: None, record: None, position, enter: 0, leave: 0 })
    }

    /// The next event becomes one of the step.
    #[inline]
    fn pass_event(&mut self, record: RecordId) {
        self.events.push(record);
        self.event += 1;
        self.is_known = false;
    }

    /// When the next call begins and ends, in ticks.
    #[inline]
    fn times_of_call(&mut self, process: &Process) -> Option<[u64; 2]> {
        self.times.get(self.call, |index, rows| match times_of_calls(process) {
            Some(times) => times.block(index, rows),
            None => rows.clear(),
        })
    }

    /// Looks at the next event that has a time.
    #[inline]
    fn look_at_event(&mut self, trace: &Trace, process: &Process) {
        if self.is_known {
            return;
        }
        self.is_known = true;
        let events = || process.times(View::Communication).and_then(|_| process.events(View::Communication));
        self.next_record = self.event_records.get(self.event, events);
        let Some(record) = self.next_record else { return };
        let call = self.calls_of.get(self.event, |index, rows| match process.times(View::Communication) {
            Some(times) => times.block_of_calls(index, rows),
            None => rows.clear(),
        });
        self.next_call = call.map_or(NO_CALL, |[call]| call);
        self.next_is_local = trace.table().record(record).kind == Kind::Local;
    }

    /// An event as a step of its own.
    #[cold]
    fn mark(&mut self, record: RecordId, process: &Process, tick: Tick) -> Step {
        let moments = process.times(View::Communication).and_then(ViewTimes::moments);
        let time = moments.and_then(|moments| self.moments.at(moments, self.event));
        let time = time.map_or(self.last, |time| nanoseconds(tick, time));
        // A call that is not walked yet may have begun before an event inside it.
        let next = self.times_of_call(process);
        let most = next.map_or(u64::MAX, |[enter, _]| nanoseconds(tick, enter));
        let time = time.min(most).max(self.last);
        let position = self.event;
        self.pass_event(record);
        self.last = time;
        Step { call: None, record: None, position, enter: time, leave: time }
    }
}

/// A time in nanoseconds, rounded down, which inverts no order; the largest there is where it does not fit.
#[inline]
pub(crate) fn nanoseconds(tick: Tick, time: u64) -> u64 {
    if tick == Tick::NANOSECOND {
        return time;
    }
    u64::try_from(tick.nanoseconds(time)).unwrap_or(u64::MAX)
}
