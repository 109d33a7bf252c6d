//! The records of a question to a model by their definitions: the model run out event by event, and whole columns scanned.
//!
//! Knows nothing of the types of other crates, so the tests of all can compare with it. O(events times questions), and more.

use std::collections::{BTreeMap, VecDeque};

/// A construct of a model.
#[derive(Clone, Debug)]
pub enum Construct {
    /// An event of these processes.
    Event(Vec<u32>),
    /// A loop: how often it runs, and the numbers of the constructs of its body.
    Loop(u64, Vec<usize>),
}

/// The constructs of a model by number, and the numbers of those of the top level.
#[derive(Clone, Debug)]
pub struct PlainModel {
    /// By number.
    pub constructs: Vec<Construct>,
    /// The top level.
    pub root: Vec<usize>,
}

/// A question.
#[derive(Clone, Debug)]
pub struct Question {
    /// The number of the construct.
    pub construct: usize,
    /// Whether it is about what is before the construct, not after it.
    pub before: bool,
    /// Whether each iteration of the loop is a record.
    pub each: bool,
    /// The processes.
    pub processes: Vec<u32>,
    /// The names of attributes.
    pub attributes: Vec<&'static str>,
    /// The number of an index, its first value and its last.
    pub ranges: Vec<(usize, u64, u64)>,
}

/// What is known of an event. Times are in nanoseconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Event {
    /// When its call begins.
    pub start: i64,
    /// When it ends.
    pub end: i64,
    /// 0 send, 1 receive, 2 collective, 3 local.
    pub kind: i64,
    /// The other process.
    pub peer: i64,
    /// The tag.
    pub tag: i64,
    /// The size.
    pub bytes: i64,
    /// The time in calls since the event before.
    pub mpi: i64,
}

/// The events of all processes.
pub type Data = BTreeMap<u32, Vec<Event>>;

/// One time that a construct runs: the indices of the loops around it, and the first and last event of each process.
struct Run {
    indices: Vec<u64>,
    events: BTreeMap<u32, (usize, usize)>,
}

/// Runs a model out.
struct Walk<'a> {
    model: &'a PlainModel,
    question: &'a Question,
    now: BTreeMap<u32, usize>,
    indices: Vec<u64>,
    found: Vec<Run>,
}

impl Walk<'_> {
    fn list(&mut self, list: &[usize]) {
        let model = self.model;
        for &number in list {
            let wanted = number == self.question.construct;
            let before = self.now.clone();
            match &model.constructs[number] {
                Construct::Loop(count, body) => {
                    for index in 0..*count {
                        let before = self.now.clone();
                        self.indices.push(index);
                        self.list(body);
                        if wanted && self.question.each {
                            self.take(&before);
                        }
                        self.indices.pop();
                    }
                }
                Construct::Event(members) => {
                    for &member in members {
                        *self.now.entry(member).or_default() += 1;
                    }
                }
            }
            if wanted && !self.question.each {
                self.take(&before);
            }
        }
    }

    /// All processes that have come further since then took part.
    fn take(&mut self, before: &BTreeMap<u32, usize>) {
        let first = |process: &u32| before.get(process).copied().unwrap_or(0);
        let moved = self.now.iter().filter(|(process, &now)| now > first(process));
        let events = moved.map(|(&process, &now)| (process, (first(&process), now - 1)));
        self.found.push(Run { indices: self.indices.clone(), events: events.collect() });
    }
}

/// Which event sends what each receive gets: the n-th of a channel the n-th.
pub fn senders(data: &Data) -> BTreeMap<(u32, usize), (u32, usize)> {
    let mut sent: BTreeMap<(i64, i64, i64), VecDeque<usize>> = BTreeMap::new();
    for (&process, events) in data {
        for (at, event) in events.iter().enumerate().filter(|(_, event)| event.kind == 0) {
            let channel = (process.into(), event.peer, event.tag);
            sent.entry(channel).or_default().push_back(at);
        }
    }
    let mut found = BTreeMap::new();
    for (&process, events) in data {
        for (at, event) in events.iter().enumerate().filter(|(_, event)| event.kind == 1) {
            let channel = (event.peer, process.into(), event.tag);
            if let Some(send) = sent.get_mut(&channel).and_then(VecDeque::pop_front) {
                found.insert((process, at), (event.peer as u32, send));
            }
        }
    }
    found
}

/// The records of a `Get` of `$core`, as [`records`] finds them. A macro as [`begun_elsewhere`](crate::begun_elsewhere) is.
#[macro_export]
macro_rules! scanned {
    ($core:tt, $model:expr, $get:expr, $data:expr) => {{
        use $core::extract::query::{Get, Side};
        use $core::system::{Construct, ConstructId, Model};
        use $crate::scan;
        let (model, get): (&Model, &Get) = ($model, $get);
        let numbers = |ids: &[ConstructId]| ids.iter().map(|id| id.index()).collect();
        let of = |id| match model.construct(id) {
            Construct::Loop(node) => scan::Construct::Loop(node.count, numbers(model.body(&node))),
            _ => scan::Construct::Event(model.members(id).iter().map(|it| it.0).collect()),
        };
        let constructs = model.ids().map(of).collect();
        let question = scan::Question {
            construct: get.construct.index(),
            before: get.side == Side::Before,
            each: get.each,
            processes: get.processes.iter().map(|process| process.0).collect(),
            attributes: get.attributes.iter().map(|attribute| attribute.name()).collect(),
            ranges: get.ranges.iter().map(|it| (it.level, it.first, it.last)).collect(),
        };
        let plain = scan::PlainModel { constructs, root: numbers(model.root()) };
        scan::records(&plain, &question, $data)
    }};
}

/// The records of a question: indices, then values.
pub fn records(model: &PlainModel, question: &Question, data: &Data) -> Vec<(Vec<u64>, Vec<i64>)> {
    let (now, indices, found) = Default::default();
    let mut walk = Walk { model, question, now, indices, found };
    walk.list(&model.root);
    let found = walk.found;
    let senders = senders(data);
    let mut records = Vec::new();
    for run in found {
        let inside = |&(level, first, last): &(usize, u64, u64)| (first..=last).contains(&run.indices[level]);
        if !question.ranges.iter().all(inside) {
            continue;
        }
        let mut values = Vec::new();
        for &process in &question.processes {
            for attribute in &question.attributes {
                values.push(value((model, question), (data, &senders), &run, (process, attribute)));
            }
        }
        records.push((run.indices, values));
    }
    records
}

type Senders = BTreeMap<(u32, usize), (u32, usize)>;

fn value(
    (model, question): (&PlainModel, &Question),
    (data, senders): (&Data, &Senders),
    run: &Run,
    (process, attribute): (u32, &str),
) -> i64 {
    let events = &data[&process];
    let (first, last) = run.events[&process];
    let own = &events[first..=last];
    let period = match events.get(last + 1) {
        Some(next) => next.start - events[first].start,
        None => events[last].end - events[first].start,
    };
    let mpi = own.iter().map(|event| event.mpi).sum::<i64>();
    let is_loop = matches!(model.constructs[question.construct], Construct::Loop(..));
    let sender = senders.get(&(process, first)).map(|(sender, at)| (&data[sender][*at], *at));
    match attribute {
        "start" => events[first].start,
        "end" => events[last].end,
        "time" if question.before => events[first].start,
        "time" => events[last].end,
        "position" if question.before => first as i64,
        "position" => last as i64,
        "duration" => events[last].end - events[first].start,
        "period" => period,
        "mpi" => mpi,
        "compute" => period - mpi,
        "events" => own.len() as i64,
        "bytes" if is_loop => own.iter().filter(|event| event.kind == 0).map(|event| event.bytes).sum(),
        "bytes" => sender.map_or(events[first].bytes, |(send, _)| send.bytes),
        "peer" => events[first].peer,
        "tag" => events[first].tag,
        "from" => sender.unwrap().1 as i64,
        "wait" => {
            let others = run.events.iter().map(|(other, &(at, _))| data[other][at].start);
            let latest = sender.map_or(others.max().unwrap(), |(send, _)| send.start);
            (latest - events[first].start).max(0)
        }
        // Other: a test that asks for what nobody defined.
        _ => panic!("{attribute}"),
    }
}
