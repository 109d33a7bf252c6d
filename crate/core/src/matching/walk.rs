//! The calls of a process one after the other, each with its times and the events of communication that belong to it.
//!
//! A walk keeps its place between two slices of work, and at most a block of each column is unpacked at a time.

use crate::trace::{
    Kind, Process, RecordId, Sequence, Tick, Times, Trace, View, ViewTimes, BLOCK, TIMES_BLOCK,
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

/// Rows of a packed list, a block at a time.
#[derive(Clone, Debug)]
struct Blocks<const K: usize> {
    rows: Vec<[u64; K]>,
    /// The number of the block that is unpacked, plus one.
    next: usize,
}

impl<const K: usize> Default for Blocks<K> {
    fn default() -> Blocks<K> {
        Blocks { rows: Vec::new(), next: 0 }
    }
}

impl<const K: usize> Blocks<K> {
    /// The row at a position; `read` unpacks a block.
    #[inline]
    fn get(
        &mut self,
        position: u64,
        read: impl FnOnce(usize, &mut Vec<[u64; K]>),
    ) -> Option<[u64; K]> {
        let position = usize::try_from(position).ok()?;
        if position / TIMES_BLOCK + 1 != self.next {
            read(position / TIMES_BLOCK, &mut self.rows);
            self.next = position / TIMES_BLOCK + 1;
        }
        self.rows.get(position % TIMES_BLOCK).copied()
    }
}

/// Records of a view, a block at a time.
#[derive(Clone, Debug, Default)]
struct Records {
    block: Vec<RecordId>,
    next: usize,
}

impl Records {
    #[inline]
    fn get(&mut self, events: &Sequence<RecordId>, position: u64) -> Option<RecordId> {
        let position = usize::try_from(position).ok()?;
        if position / BLOCK + 1 != self.next {
            let mut buffer = Vec::new();
            let block = events.block(position / BLOCK, &mut buffer);
            self.block.clear();
            self.block.extend_from_slice(block);
            self.next = position / BLOCK + 1;
        }
        self.block.get(position % BLOCK).copied()
    }
}

/// How a process tells the time of its events.
#[derive(Clone, Copy)]
struct Columns<'a> {
    calls: Option<ViewTimes<'a>>,
    communication: Option<ViewTimes<'a>>,
    own: Option<&'a Times>,
}

impl<'a> Columns<'a> {
    fn new(process: &'a Process) -> Columns<'a> {
        let communication = process.times(View::Communication);
        let own = communication.and_then(ViewTimes::own);
        Columns { calls: process.times(View::Calls), communication, own }
    }
}

/// A walk along the calls of one process. O(1) amortised for each event and call.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    call: u64,
    event: u64,
    times: Blocks<2>,
    calls_of: Blocks<1>,
    own: Blocks<2>,
    call_records: Records,
    event_records: Records,
    /// The events of the last step.
    events: Vec<RecordId>,
    last: u64,
}

impl Walk {
    /// A walk from the first call on.
    pub fn new() -> Walk {
        Walk::default()
    }

    /// The events of communication that belong to the last step, in order.
    pub fn events(&self) -> &[RecordId] {
        &self.events
    }

    /// Goes on by one step; `None` at the end. It must be the same process each time. If the process has no times, each event
    /// of communication is a step of its own, at the time 0.
    pub fn next(&mut self, trace: &Trace, process: &Process) -> Option<Step> {
        self.events.clear();
        let columns = Columns::new(process);
        let Some(times) = columns.calls.or(columns.communication) else {
            return self.untimed(process);
        };
        let tick = times.tick();
        let in_call = |call: Option<u64>, at: u64| call.is_some_and(|call| call <= at);
        let next = self.peek_event(trace, process, &columns);
        if let Some((record, Kind::Local, call)) = next {
            // Of what happens before its call, or in none.
            if call.is_none() || in_call(call, self.call) {
                return Some(self.mark(record, &columns, tick));
            }
        }
        let times = columns.calls.and_then(ViewTimes::own);
        let Some([enter, leave]) = times
            .and_then(|times| self.times.get(self.call, |index, rows| times.block(index, rows)))
        else {
            // After the last call, or without calls.
            let (record, _, _) = next?;
            return Some(self.mark(record, &columns, tick));
        };
        let (call, position) = (self.call, self.event);
        while let Some((record, _, of)) = self.peek_event(trace, process, &columns) {
            if !in_call(of, call) {
                break;
            }
            self.events.push(record);
            self.event += 1;
        }
        self.call += 1;
        let records = process.events(View::Calls);
        let record = records.and_then(|records| self.call_records.get(records, call));
        let leave = nanoseconds(tick, leave);
        let enter = nanoseconds(tick, enter).max(self.last);
        self.last = leave.max(enter);
        Some(Step { call: Some(call), record, position, enter, leave: self.last })
    }

    fn untimed(&mut self, process: &Process) -> Option<Step> {
        let record = self.event_records.get(process.events(View::Communication)?, self.event)?;
        self.events.push(record);
        self.event += 1;
        let position = self.event - 1;
        Some(Step { call: None, record: None, position, enter: 0, leave: 0 })
    }

    /// The next event, its kind, and the call that it belongs to.
    fn peek_event(
        &mut self,
        trace: &Trace,
        process: &Process,
        columns: &Columns<'_>,
    ) -> Option<(RecordId, Kind, Option<u64>)> {
        let times = columns.communication?;
        let record = self.event_records.get(process.events(View::Communication)?, self.event)?;
        let call = self.calls_of.get(self.event, |index, rows| times.block_of_calls(index, rows));
        Some((record, trace.table().record(record).kind, call.map(|[call]| call)))
    }

    /// An event as a step of its own.
    fn mark(&mut self, record: RecordId, columns: &Columns<'_>, tick: Tick) -> Step {
        let own = columns.own;
        let time =
            own.and_then(|own| self.own.get(self.event, |index, rows| own.block(index, rows)));
        let time = time.map_or(self.last, |[enter, _]| nanoseconds(tick, enter));
        // A call that is not walked yet may have begun before an event inside it.
        let calls = columns.calls.and_then(ViewTimes::own);
        let next = calls
            .and_then(|times| self.times.get(self.call, |index, rows| times.block(index, rows)));
        let most = next.map_or(u64::MAX, |[enter, _]| nanoseconds(tick, enter));
        let time = time.min(most).max(self.last);
        let position = self.event;
        self.events.push(record);
        self.event += 1;
        self.last = time;
        Step { call: None, record: None, position, enter: time, leave: time }
    }
}

/// A time in nanoseconds, rounded down, which inverts no order; the largest there is where it does not fit.
#[inline]
fn nanoseconds(tick: Tick, time: u64) -> u64 {
    if tick == Tick::NANOSECOND {
        return time;
    }
    u64::try_from(tick.nanoseconds(time)).unwrap_or(u64::MAX)
}
