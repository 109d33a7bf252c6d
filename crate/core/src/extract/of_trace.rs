//! The columns of a trace in memory: times and sums packed, all else by record.
//!
//! Those of a process are made by one walk along its calls when they are first asked for. Then a value is found in the block
//! that holds it: 128 times, or 65,536 records.

use rustc_hash::FxHashMap;

use super::columns::{Column, Columns, Early, Knowledge, Unreadable};
use super::identity::{kind_number, Identity, Items};
use crate::matching::Walk;
use crate::trace::{Ascending, Kind, Process, ProcessId, RecordId, Sequence, Trace, View, BLOCK, TIMES_BLOCK};

/// The columns of one process of a trace: times and sums packed, all else by record.
#[derive(Debug, Default)]
struct ProcessColumns {
    identity: Identity,
    timed: bool,
    sized: bool,
    records: Sequence<RecordId>,
    start: Ascending<1>,
    end: Ascending<1>,
    sent_sum: Ascending<1>,
    mpi_sum: Ascending<1>,
}

/// The columns of a trace. Those of a process are made when they are first asked for, in O(its calls), and take about 12 bytes
/// an event; [`prepare`](TraceColumns::prepare) makes them in parts.
#[derive(Debug)]
pub struct TraceColumns {
    trace: Trace,
    /// Whether local events are no events.
    without_locals: bool,
    /// By place of the process in the trace.
    made: Vec<Option<ProcessColumns>>,
    making: Option<(ProcessId, Making)>,
    early: Option<Early>,
    counting: CountingEarly,
}

impl TraceColumns {
    /// The columns of the events of communication, with their tags as recorded; `without_locals` leaves local events out, as models may do.
    pub fn new(trace: &Trace, without_locals: bool) -> Self {
        Self {
            trace: trace.as_recorded(),
            without_locals,
            made: trace.processes().iter().map(|_| None).collect(),
            making: None,
            early: None,
            counting: CountingEarly::default(),
        }
    }

    /// Goes on with making the columns of a process, by at most so many calls. Whether they are there, or there is no such
    /// process.
    pub fn prepare(&mut self, process: ProcessId, calls: usize) -> bool {
        let place = self.trace.processes().binary_search_by_key(&process, |it| it.id);
        let Some(place) = place.ok().filter(|&place| matches!(self.made.get(place), Some(None))) else {
            return true;
        };
        let Some(found) = self.trace.processes().get(place) else { return true };
        let begun = self.making.take().filter(|&(of, _)| of == process);
        let mut making = begun.map_or_else(|| Making::new(found), |(_, making)| making);
        if !making.step(&self.trace, found, self.without_locals, calls) {
            self.making = Some((process, making));
            return false;
        }
        if let Some(slot) = self.made.get_mut(place) {
            *slot = Some(making.made);
        }
        true
    }

    /// Goes on with pairing all messages, by at most so many calls or one process. Whether all are.
    pub fn prepare_early(&mut self, calls: usize) -> bool {
        if self.early.is_some() {
            return true;
        }
        let Some(process) = self.trace.processes().get(self.counting.place).map(|it| it.id) else {
            self.early = Some(std::mem::take(&mut self.counting).finish());
            return true;
        };
        if self.prepare(process, calls) {
            if let Some(Some(columns)) = self.made.get(self.counting.place) {
                self.counting.add(&self.trace, process, columns);
            }
            self.counting.place += 1;
        }
        false
    }

    fn of(&mut self, process: ProcessId) -> Option<&ProcessColumns> {
        while !self.prepare(process, usize::MAX) {}
        self.known(process)
    }

    /// The columns of a process, if they were made.
    fn known(&self, process: ProcessId) -> Option<&ProcessColumns> {
        let place = self.trace.processes().binary_search_by_key(&process, |it| it.id).ok()?;
        self.made.get(place)?.as_ref()
    }
}

/// The columns of a process under way.
#[derive(Debug, Default)]
struct Making {
    made: ProcessColumns,
    walk: Walk,
    sent: u64,
    mpi: u64,
}

impl Making {
    fn new(process: &Process) -> Self {
        let timed = process.times(View::Communication).or(process.times(View::Calls)).is_some();
        let made = ProcessColumns { timed, sized: true, ..ProcessColumns::default() };
        Self { made, ..Self::default() }
    }

    /// Whether it has come to the end of the process.
    fn step(&mut self, trace: &Trace, process: &Process, without_locals: bool, calls: usize) -> bool {
        let Self { made, walk, sent, mpi } = self;
        let mut items = Items::new(trace.table());
        for _ in 0..calls {
            let Some(step) = walk.next(trace, process) else {
                for list in [&mut made.start, &mut made.end, &mut made.sent_sum, &mut made.mpi_sum] {
                    list.finish();
                }
                made.records.shrink();
                return true;
            };
            if step.call.is_some() {
                *mpi = mpi.saturating_add(step.leave.saturating_sub(step.enter));
            }
            for &id in walk.events() {
                let record = trace.table().record(id);
                if without_locals && record.kind == Kind::Local {
                    continue;
                }
                if record.kind == Kind::Send {
                    made.sized &= record.bytes.is_some();
                    *sent = sent.saturating_add(record.bytes.unwrap_or(0));
                }
                made.identity.push(items.of(id));
                made.records.push(id);
                made.start.push([step.enter]);
                made.end.push([step.leave]);
                made.sent_sum.push([*sent]);
                made.mpi_sum.push([*mpi]);
            }
        }
        false
    }
}

/// Rows of a packed list at ascending positions, a block at a time.
struct Rows<'a> {
    list: &'a Ascending<1>,
    rows: Vec<[u64; 1]>,
    block: Option<usize>,
}

impl Rows<'_> {
    fn new(list: &Ascending<1>) -> Rows<'_> {
        Rows { list, rows: Vec::new(), block: None }
    }

    fn at(&mut self, position: usize) -> Option<u64> {
        let block = position / TIMES_BLOCK;
        if self.block != Some(block) {
            self.list.block(block, &mut self.rows);
            self.block = Some(block);
        }
        self.rows.get(position % TIMES_BLOCK).map(|&[number]| number)
    }

    /// The step from the row before.
    fn step(&mut self, position: usize) -> Option<u64> {
        let before = match position.checked_sub(1) {
            Some(before) => self.at(before)?,
            None => 0,
        };
        self.at(position).map(|own| own.saturating_sub(before))
    }
}

/// As a signed number; times and sums of traces are below 2^63.
fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

impl Columns for TraceColumns {
    fn processes(&self) -> Vec<ProcessId> {
        self.trace.processes().iter().map(|process| process.id).collect()
    }

    fn source(&self, process: ProcessId) -> String {
        let found = self.trace.process(process);
        found.map_or(String::new(), |process| process.source.to_string())
    }

    fn identity(&mut self, process: ProcessId) -> Option<Identity> {
        self.of(process).map(|columns| columns.identity)
    }

    fn knows(&mut self, process: ProcessId, what: Knowledge) -> bool {
        self.of(process).is_some_and(|columns| match what {
            Knowledge::Times => columns.timed,
            Knowledge::Sizes => columns.sized,
        })
    }

    /// Pairs all messages, once: O(events).
    fn early(&mut self) -> Option<Early> {
        while !self.prepare_early(usize::MAX) {}
        self.early
    }

    fn read(
        &mut self,
        process: ProcessId,
        column: Column,
        positions: &[u64],
        out: &mut Vec<i64>,
    ) -> Result<(), Unreadable> {
        let known = column.needs().is_none_or(|what| self.knows(process, what));
        let ready = self.of(process).is_some();
        let made = self.known(process).filter(|_| known && ready);
        let Some(columns) = made else {
            let name = column.name();
            return Err(Unreadable(format!("process {process} has no column '{name}'")));
        };
        let mut rows = Rows::new(match column {
            Column::Start => &columns.start,
            Column::End => &columns.end,
            Column::MpiSum | Column::Mpi => &columns.mpi_sum,
            _ => &columns.sent_sum,
        });
        let (mut block, mut unpacked) = (None, Vec::new());
        for &position in positions {
            let place = usize::try_from(position).unwrap_or(usize::MAX);
            let value = match column {
                Column::Position => (place < columns.records.len()).then(|| signed(position)),
                Column::Start | Column::End | Column::SentSum | Column::MpiSum => rows.at(place).map(signed),
                Column::Mpi | Column::Sent => rows.step(place).map(signed),
                Column::Kind | Column::Peer | Column::Tag | Column::Bytes => {
                    if block != Some(place / BLOCK) {
                        columns.records.copy_block(place / BLOCK, &mut unpacked);
                        block = Some(place / BLOCK);
                    }
                    unpacked.get(place % BLOCK).map(|&id: &RecordId| {
                        let record = self.trace.table().record(id);
                        match column {
                            Column::Kind => kind_number(record.kind),
                            Column::Peer => record.peer.map_or(-1, i64::from),
                            Column::Tag => record.tag.unwrap_or(-1),
                            _ => record.bytes.map_or(0, signed),
                        }
                    })
                }
            };
            let value = value.ok_or_else(|| {
                let events = columns.records.len();
                Unreadable(format!("process {process} has {events} events, none at {position}"))
            })?;
            out.push(value);
        }
        Ok(())
    }
}

/// The sends and receives of a channel, by time.
#[derive(Debug, Default)]
struct Ends {
    sent: Vec<u64>,
    received: Vec<u64>,
}

/// Pairing all messages, a process at a time. O(events).
#[derive(Debug, Default)]
struct CountingEarly {
    /// The place of the next process.
    place: usize,
    channels: FxHashMap<(u32, u32, i64), Ends>,
}

impl CountingEarly {
    fn add(&mut self, trace: &Trace, own: ProcessId, columns: &ProcessColumns) {
        if !columns.timed {
            return;
        }
        let (mut starts, mut ends) = (Rows::new(&columns.start), Rows::new(&columns.end));
        for (place, id) in columns.records.iter().enumerate() {
            let record = trace.table().record(id);
            let (Some(peer), Some(tag)) = (record.peer, record.tag) else { continue };
            let (channel, time) = match record.kind {
                Kind::Send => ((own.0, peer, tag), starts.at(place)),
                Kind::Recv => ((peer, own.0, tag), ends.at(place)),
                Kind::Sync | Kind::Local | Kind::Call => continue,
            };
            let known = self.channels.entry(channel).or_default();
            let list = if record.kind == Kind::Send { &mut known.sent } else { &mut known.received };
            list.extend(time);
        }
    }

    fn finish(self) -> Early {
        let mut found = Early::default();
        for Ends { sent, received } in self.channels.into_values() {
            for (start, end) in sent.iter().zip(&received) {
                found.messages += 1;
                found.early += u64::from(end < start);
            }
        }
        found
    }
}

#[cfg(test)]
mod tests;
