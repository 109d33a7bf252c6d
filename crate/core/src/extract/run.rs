//! From a plan to records: O(records), whatever the loops hold.
//!
//! Records come in batches, so that a caller can stop, show progress, or write them as they come. What several values of a record
//! read is read once.

use crate::numbers::{counted, percent, thousands};
use crate::trace::ProcessId;

use super::columns::{Column, Columns, Early, Knowledge, Unreadable};
use super::plan::{Is, Plan, Read, Records};
use super::positions::Formula;
use super::query::Attribute;

/// Why data and plan do not fit together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// The data has no such process.
    Missing {
        /// The process.
        process: ProcessId,
    },
    /// It has another number of events.
    Events {
        /// The file.
        source: String,
        /// The process.
        process: ProcessId,
        /// The events that the data has.
        found: u64,
        /// Those that the model has.
        expected: u64,
    },
    /// It has as many events, but others.
    Hash {
        /// The file.
        source: String,
        /// The process.
        process: ProcessId,
    },
    /// It lacks what an attribute needs.
    Lacks {
        /// What.
        what: Knowledge,
        /// The process.
        process: ProcessId,
        /// The attribute.
        attribute: Attribute,
    },
    /// Times of different processes cannot be compared.
    Clocks(Early),
    /// It cannot be read.
    Unreadable(Unreadable),
}

impl std::fmt::Display for Mismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const SAME: &str = "both must come from the same trace, read in the same way";
        match self {
            Self::Missing { process } => {
                write!(f, "the model has process {process}, the data has not: {SAME}")
            }
            Self::Events { source, process, found, expected } => write!(
                f,
                "{source}: {}, the model has {} of process {process}: {SAME}",
                counted(*found, "event"),
                thousands(*expected)
            ),
            Self::Hash { source, process } => {
                write!(f, "{source}: its events are not those of process {process} in the model: {SAME}")
            }
            Self::Lacks { what, process, attribute } => {
                let (what, remedy) = match what {
                    Knowledge::Times => (
                        "the data has no times",
                        "ask for bytes, position or events, or record a trace with times",
                    ),
                    Knowledge::Sizes => (
                        "the data has no sizes of messages",
                        "ask for other attributes, or record a trace with sizes",
                    ),
                };
                let name = attribute.name();
                write!(f, "{what}, and '{name}' of process {process} needs them: {remedy}")
            }
            Self::Clocks(Early { messages, early }) => write!(
                f,
                "{} of {} arrive before they are sent, so the clocks of the processes disagree and 'wait' would be wrong: ask for other attributes",
                percent(*early as f64 / (*messages).max(1) as f64),
                counted(*messages, "message")
            ),
            Self::Unreadable(why) => why.fmt(f),
        }
    }
}

impl From<Unreadable> for Mismatch {
    fn from(why: Unreadable) -> Self {
        Self::Unreadable(why)
    }
}

/// Checks that data is what a plan was made for.
///
/// Where a source does not know how many messages arrive early, those that the plan reads for `wait` say it.
///
/// # Errors
/// Another trace, or one that lacks what the plan reads, or whose clocks disagree where processes are compared.
pub fn check(plan: &Plan, columns: &mut impl Columns) -> Result<(), Mismatch> {
    for &(process, expected) in &plan.processes {
        let Some(found) = columns.identity(process) else {
            return Err(Mismatch::Missing { process });
        };
        let source = columns.source(process);
        if found.events != expected.events {
            let (found, expected) = (found.events, expected.events);
            return Err(Mismatch::Events { source, process, found, expected });
        }
        if found.hash != expected.hash {
            return Err(Mismatch::Hash { source, process });
        }
    }
    let values = || plan.records.iter().flat_map(|records| &records.values);
    for value in values() {
        for read in &value.reads {
            let Some(what) = read.column.needs() else { continue };
            if !columns.knows(read.process, what) {
                let (process, attribute) = (read.process, value.attribute);
                return Err(Mismatch::Lacks { what, process, attribute });
            }
        }
    }
    if values().any(|value| value.is == Is::Late) {
        let early = match columns.early() {
            Some(early) => early,
            None => early_of(plan, columns)?,
        };
        if early.is_much() {
            return Err(Mismatch::Clocks(early));
        }
    }
    Ok(())
}

/// The messages that a plan reads for `wait`: how many end at their receiver before they begin at their sender.
fn early_of(plan: &Plan, columns: &mut impl Columns) -> Result<Early, Unreadable> {
    let mut found = Early::default();
    for records in &plan.records {
        let late = records.values.iter().filter(|value| value.is == Is::Late);
        let pairs = late.filter_map(|value| match value.reads.as_slice() {
            [send, own] => Some((send, Read { column: Column::End, ..own.clone() })),
            _ => None,
        });
        for (send, end) in pairs {
            let mut walk = Indexed::new(records);
            let (mut sent, mut received) = (Vec::new(), Vec::new());
            while let Some(indices) = walk.next(BATCH) {
                sent.clear();
                received.clear();
                read_all(columns, plan, send, (indices, records.loops.len()), &mut sent)?;
                read_all(columns, plan, &end, (indices, records.loops.len()), &mut received)?;
                found.messages += sent.len() as u64;
                let early = sent.iter().zip(&received).filter(|(sent, received)| received < sent);
                found.early += early.count() as u64;
            }
        }
    }
    Ok(found)
}

/// Records that are read at once.
const BATCH: usize = 4096;

/// Index tuples in lexicographic order, a batch at a time.
#[derive(Debug)]
struct Indexed {
    first: Vec<u64>,
    last: Vec<u64>,
    /// The next tuple; `None` at the end.
    next: Option<Vec<u64>>,
    batch: Vec<u64>,
}

impl Indexed {
    fn new(records: &Records) -> Self {
        let first: Vec<u64> = records.loops.iter().map(|indices| indices.first).collect();
        let last = records.loops.iter().map(|indices| indices.last).collect();
        Self { next: Some(first.clone()), first, last, batch: Vec::new() }
    }

    /// The tuples, one after the other; of no loop at all, one empty tuple.
    fn next(&mut self, most: usize) -> Option<&[u64]> {
        self.next.as_ref()?;
        self.batch.clear();
        for _ in 0..most {
            let Some(tuple) = &mut self.next else { break };
            self.batch.extend_from_slice(tuple);
            let mut level = tuple.len();
            loop {
                let Some(inner) = level.checked_sub(1) else {
                    self.next = None;
                    break;
                };
                level = inner;
                let (Some(index), Some(&first), Some(&last)) =
                    (tuple.get_mut(level), self.first.get(level), self.last.get(level))
                else {
                    break;
                };
                if *index < last {
                    *index += 1;
                    break;
                }
                *index = first;
            }
        }
        Some(&self.batch)
    }
}

/// The tuples of a batch; of no loop one.
fn tuples(indices: &[u64], width: usize) -> impl Iterator<Item = &[u64]> {
    let count = indices.len().checked_div(width).unwrap_or(1);
    (0..count).map(move |at| indices.get(at * width..(at + 1) * width).unwrap_or(&[]))
}

/// Reads a column at the positions of all tuples.
fn read_all(
    columns: &mut impl Columns,
    plan: &Plan,
    read: &Read,
    (indices, width): (&[u64], usize),
    out: &mut Vec<i64>,
) -> Result<(), Unreadable> {
    let mut positions: Vec<u64> = tuples(indices, width).map(|tuple| read.at.at(tuple)).collect();
    let events = plan.events(read.process);
    let passes = read.may_pass && positions.last().is_some_and(|&last| last == events);
    if passes {
        // Only the last of all records can be at the end.
        let within = positions.partition_point(|&position| position < events);
        let past = positions.len() - within;
        positions.truncate(within);
        columns.read(read.process, read.column, &positions, out)?;
        let mut end = Vec::new();
        columns.read(read.process, Column::End, &[events.saturating_sub(1)], &mut end)?;
        out.extend(std::iter::repeat_n(end.first().copied().unwrap_or(0), past));
        return Ok(());
    }
    columns.read(read.process, read.column, &positions, out)
}

/// Some records of one question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// The number of the question, from 0.
    pub get: usize,
    /// The indices of all records, one after the other.
    pub indices: Vec<u64>,
    /// The values of all records, one after the other.
    pub values: Vec<i64>,
    /// How many records there are.
    pub count: usize,
}

/// Makes the records of a plan, batch by batch. It does not hold the plan, so that whoever does other work in between can keep both.
#[derive(Debug, Default)]
pub struct Running {
    get: usize,
    indexed: Option<Indexed>,
    /// What is read for the question, each once, by value and place among its reads; and which of them each value needs.
    reads: Vec<(usize, usize)>,
    needs: Vec<Vec<usize>>,
}

impl Running {
    /// No record made yet.
    pub fn new() -> Self {
        Self::default()
    }

    fn begin(&mut self, records: &Records) {
        let mut known: rustc_hash::FxHashMap<&Read, usize> = rustc_hash::FxHashMap::default();
        self.reads.clear();
        self.needs.clear();
        for (at, value) in records.values.iter().enumerate() {
            let reads = &mut self.reads;
            let needs = value.reads.iter().enumerate().map(|(place, read)| {
                *known.entry(read).or_insert_with(|| {
                    reads.push((at, place));
                    reads.len() - 1
                })
            });
            self.needs.push(needs.collect());
        }
        self.indexed = Some(Indexed::new(records));
    }

    /// The next records of a plan, which is the same each time, at most some thousand; `None` at the end.
    ///
    /// # Errors
    /// Those of the source.
    pub fn next(&mut self, plan: &Plan, columns: &mut impl Columns) -> Result<Option<Batch>, Unreadable> {
        loop {
            let Some(records) = plan.records.get(self.get) else { return Ok(None) };
            if self.indexed.is_none() {
                self.begin(records);
            }
            let width = records.loops.len();
            let Some(indices) = self.indexed.as_mut().and_then(|walk| walk.next(BATCH)) else {
                self.get += 1;
                self.indexed = None;
                continue;
            };
            let indices = indices.to_vec();
            let mut read: Vec<Vec<i64>> = Vec::with_capacity(self.reads.len());
            for &(value, place) in &self.reads {
                let mut values = Vec::new();
                let what = records.values.get(value).and_then(|value| value.reads.get(place));
                if let Some(what) = what {
                    read_all(columns, plan, what, (&indices, width), &mut values)?;
                }
                read.push(values);
            }
            let mut batch = Batch { get: self.get, ..Batch::default() };
            let mut own = Vec::new();
            for (row, tuple) in tuples(&indices, width).enumerate() {
                for (value, needs) in records.values.iter().zip(&self.needs) {
                    own.clear();
                    own.extend(
                        needs
                            .iter()
                            .map(|&need| read.get(need).and_then(|values| values.get(row)).copied().unwrap_or(0)),
                    );
                    batch.values.push(made(value.is, &own, (&value.number, tuple)));
                }
                batch.count += 1;
            }
            batch.indices = indices;
            return Ok(Some(batch));
        }
    }
}

/// A value from what was read for it.
fn made(is: Is, read: &[i64], (number, indices): (&Formula, &[u64])) -> i64 {
    let at = |place: usize| read.get(place).copied().unwrap_or(0);
    match is {
        Is::Number => i64::try_from(number.at(indices)).unwrap_or(i64::MAX),
        Is::Value => at(0),
        Is::Difference => at(0).saturating_sub(at(1)),
        Is::Sum => at(0).saturating_sub(at(1)).saturating_add(at(2)),
        Is::Rest => {
            let sum = at(2).saturating_sub(at(3)).saturating_add(at(4));
            at(0).saturating_sub(at(1)).saturating_sub(sum)
        }
        Is::Late => {
            let last = read.last().copied().unwrap_or(0);
            read.iter().copied().max().unwrap_or(0).saturating_sub(last)
        }
    }
}
