//! From a question to what is read for it: loops, and for each value the columns and the positions as functions of the indices.
//!
//! A plan needs no model and no trace: every target is made from it (records in memory, a program in C or Python, a query in
//! SQL), and a naive reading of it is the test of all of them.

use crate::small_sort::SmallSort;
use crate::system::{Construct, ConstructId, Model};
use crate::trace::ProcessId;

use super::columns::Column;
use super::identity::Identity;
use super::partner::partner;
use super::positions::{Formula, Positions};
use super::query::{loops_around, Attribute, Get, Query, Side};

/// What is read at a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Read {
    /// The process.
    pub process: ProcessId,
    /// The column.
    pub column: Column,
    /// The position.
    pub at: Formula,
    /// Whether the position may be just behind the last event of the process: there the end of that event is read.
    pub may_pass: bool,
}

/// How a value is made of what is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Is {
    /// It is a function of the indices, and nothing is read.
    Number,
    /// The only one.
    Value,
    /// The first without the second.
    Difference,
    /// The first without the second, and the third: a sum over a stretch, from the sums up to its ends.
    Sum,
    /// The first without the second, and that without the sum of the other three.
    Rest,
    /// How much the largest exceeds the last.
    Late,
}

impl Is {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Number, Self::Value, Self::Difference, Self::Sum, Self::Rest, Self::Late];

    /// Its name in documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Value => "value",
            Self::Difference => "difference",
            Self::Sum => "sum",
            Self::Rest => "rest",
            Self::Late => "late",
        }
    }

    /// How many are read for it; for [`Is::Late`] that many or more.
    pub fn reads(self) -> usize {
        match self {
            Self::Number => 0,
            Self::Value => 1,
            Self::Difference | Self::Late => 2,
            Self::Sum => 3,
            Self::Rest => 5,
        }
    }
}

/// One column of the records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// The process that it is said of.
    pub process: ProcessId,
    /// What is said.
    pub attribute: Attribute,
    /// How it is made.
    pub is: Is,
    /// What is read for it, in the order that `is` gives.
    pub reads: Vec<Read>,
    /// The function, where it is nothing else.
    pub number: Formula,
}

impl Value {
    /// The name of its column: `0.duration`.
    pub fn name(&self) -> String {
        format!("{}.{}", self.process, self.attribute.name())
    }
}

/// The indices of one loop, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Indices {
    /// The first.
    pub first: u64,
    /// The last.
    pub last: u64,
}

impl Indices {
    /// How many there are.
    pub fn count(self) -> u64 {
        self.last.saturating_sub(self.first).saturating_add(1)
    }
}

/// The records of one question: one for each tuple of indices, in lexicographic order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Records {
    /// What they are called.
    pub label: String,
    /// The loops, outermost first: the index of the first is `i0`.
    pub loops: Vec<Indices>,
    /// The columns.
    pub values: Vec<Value>,
}

impl Records {
    /// How many there are.
    pub fn count(&self) -> u64 {
        self.loops.iter().fold(1, |all, indices| all.saturating_mul(indices.count()))
    }

    /// The names of the columns: the indices, then `0.duration`.
    pub fn header(&self) -> Vec<String> {
        let indices = (0..self.loops.len()).map(|level| format!("i{level}"));
        indices.chain(self.values.iter().map(Value::name)).collect()
    }
}

/// What is read for a query. See the [module](self).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The processes that are read, ascending, and what their events must be.
    pub processes: Vec<(ProcessId, Identity)>,
    /// The records of each question, in order.
    pub records: Vec<Records>,
}

impl Plan {
    /// How many records there are in all.
    pub fn count(&self) -> u64 {
        self.records.iter().fold(0, |all, records| all.saturating_add(records.count()))
    }

    /// The number of events of a process.
    pub fn events(&self, process: ProcessId) -> u64 {
        let at = self.processes.binary_search_by_key(&process, |&(own, _)| own).ok();
        at.and_then(|at| self.processes.get(at)).map_or(0, |(_, identity)| identity.events)
    }
}

/// A question without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Its number in the query, from 0.
    pub get: usize,
    /// Why, in words.
    pub why: String,
}

/// The most that is read for a record. A collective of n processes that all wait reads n times n starts.
pub const MOST_READS: usize = 1 << 22;

/// The plan of a query. O(constructs of its processes, and values).
///
/// # Errors
/// `wait`, `from` or `bytes` of a receive that does not get its messages from one place: see [`partner()`]; or more to read for
/// a record than [`MOST_READS`].
pub fn plan(model: &Model, query: &Query) -> Result<Plan, Refused> {
    let positions = Positions::new(model);
    let mut plan = Plan::default();
    let mut processes: Vec<ProcessId> = Vec::new();
    for (number, get) in query.gets.iter().enumerate() {
        let around = loops_around(model, get.construct, get.each);
        let loops = around.iter().enumerate().map(|(level, &id)| {
            let range = get.ranges.iter().find(|range| range.level == level);
            match (range, model.as_loop(id)) {
                (Some(range), _) => Indices { first: range.first, last: range.last },
                (None, node) => Indices { first: 0, last: node.map_or(0, |node| node.count - 1) },
            }
        });
        let loops = loops.collect();
        let (mut values, mut reads) = (Vec::new(), 0);
        for &process in &get.processes {
            let stretch = Stretch::new(model, &positions, get, process);
            for &attribute in &get.attributes {
                let value = stretch.value(model, &positions, get, attribute);
                let value = value.map_err(|why| Refused { get: number, why })?;
                reads += value.reads.len();
                if reads > MOST_READS {
                    let why = format!("more than {MOST_READS} values to read for a record");
                    return Err(Refused { get: number, why });
                }
                values.push(value);
            }
            processes.push(process);
        }
        processes.extend(values.iter().flat_map(|value| &value.reads).map(|read| read.process));
        plan.records.push(Records { label: get.label.clone(), loops, values });
    }
    processes.sort_small();
    processes.dedup();
    plan.processes = processes.into_iter().map(|process| (process, Identity::of_model(model, process))).collect();
    Ok(plan)
}

/// The events of a construct on one process: all that happens in it, each time or in each iteration.
struct Stretch {
    process: ProcessId,
    first: Formula,
    last: Formula,
    next: Formula,
    events: u64,
}

impl Stretch {
    fn new(model: &Model, positions: &Positions<'_>, get: &Get, process: ProcessId) -> Self {
        let mut first = positions.absolute(get.construct, process).unwrap_or_default();
        let period = positions.period(get.construct, process);
        let events = match (model.as_loop(get.construct), period) {
            (Some(_), Some(period)) if get.each => {
                first.strides.push(period);
                period
            }
            (Some(node), Some(period)) => period.saturating_mul(node.count),
            _ => 1,
        };
        let later = |by: u64| Formula { base: first.base.saturating_add(by), ..first.clone() };
        let (last, next) = (later(events.saturating_sub(1)), later(events));
        Self { process, first, last, next, events }
    }

    fn read(&self, column: Column, at: &Formula) -> Read {
        Read { process: self.process, column, at: at.clone(), may_pass: false }
    }

    /// The start of what comes next, the first, and for a sum the three reads.
    fn period(&self) -> [Read; 2] {
        let next = Read { may_pass: true, ..self.read(Column::Start, &self.next) };
        [next, self.read(Column::Start, &self.first)]
    }

    fn sum(&self, sum: Column, own: Column) -> [Read; 3] {
        [self.read(sum, &self.last), self.read(sum, &self.first), self.read(own, &self.first)]
    }

    fn value(
        &self,
        model: &Model,
        positions: &Positions<'_>,
        get: &Get,
        attribute: Attribute,
    ) -> Result<Value, String> {
        let (first, last) = (&self.first, &self.last);
        let boundary = if get.side == Side::Before { first } else { last };
        let is_loop = matches!(model.construct(get.construct), Construct::Loop(_));
        let mut number = Formula::default();
        let (is, reads) = match attribute {
            Attribute::Start => (Is::Value, vec![self.read(Column::Start, first)]),
            Attribute::End => (Is::Value, vec![self.read(Column::End, last)]),
            Attribute::Time => {
                let column = if get.side == Side::Before { Column::Start } else { Column::End };
                (Is::Value, vec![self.read(column, boundary)])
            }
            Attribute::Duration => {
                (Is::Difference, vec![self.read(Column::End, last), self.read(Column::Start, first)])
            }
            Attribute::Period => (Is::Difference, self.period().to_vec()),
            Attribute::Mpi => (Is::Sum, self.sum(Column::MpiSum, Column::Mpi).to_vec()),
            Attribute::Compute => {
                let sum = self.sum(Column::MpiSum, Column::Mpi);
                (Is::Rest, self.period().into_iter().chain(sum).collect())
            }
            Attribute::Bytes if is_loop => (Is::Sum, self.sum(Column::SentSum, Column::Sent).to_vec()),
            // Traces say at the send how large a message is, and not always at its receive.
            Attribute::Bytes if matches!(model.construct(get.construct), Construct::Recv(_)) => {
                let send = self.partner(model, positions, get.construct)?;
                (Is::Value, vec![Read { column: Column::Bytes, ..send }])
            }
            Attribute::Bytes => (Is::Value, vec![self.read(Column::Bytes, first)]),
            Attribute::Peer => (Is::Value, vec![self.read(Column::Peer, first)]),
            Attribute::Tag => (Is::Value, vec![self.read(Column::Tag, first)]),
            Attribute::Position => {
                number = boundary.clone();
                (Is::Number, Vec::new())
            }
            Attribute::Events => {
                number.base = self.events;
                (Is::Number, Vec::new())
            }
            Attribute::From => {
                number = self.partner(model, positions, get.construct)?.at;
                (Is::Number, Vec::new())
            }
            Attribute::Wait => {
                let mut reads = self.others(model, positions, get.construct)?;
                reads.push(self.read(Column::Start, first));
                match reads.as_slice() {
                    // Nobody to wait for.
                    [_] => (Is::Number, Vec::new()),
                    _ => (Is::Late, reads),
                }
            }
        };
        Ok(Value { process: self.process, attribute, is, reads, number })
    }

    fn partner(&self, model: &Model, positions: &Positions<'_>, recv: ConstructId) -> Result<Read, String> {
        let Construct::Recv(channel) = model.construct(recv) else {
            return Err("this is no receive".to_owned());
        };
        let at = partner(model, positions, recv)?.at;
        let process = model.channel(channel).src;
        Ok(Read { process, column: Column::Start, at, may_pass: false })
    }

    /// When those begin for whom an event may wait: the send of a receive, the other members of a collective.
    fn others(&self, model: &Model, positions: &Positions<'_>, id: ConstructId) -> Result<Vec<Read>, String> {
        if let Construct::Recv(_) = model.construct(id) {
            return Ok(vec![self.partner(model, positions, id)?]);
        }
        let others = model.members(id).iter().filter(|&&member| member != self.process);
        Ok(others
            .filter_map(|&process| {
                let at = positions.absolute(id, process)?;
                Some(Read { process, column: Column::Start, at, may_pass: false })
            })
            .collect())
    }
}
