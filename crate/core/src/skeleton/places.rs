//! The nest of each process in a form that tells which processes do the same, with sizes and times by place.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::program::Time;
use crate::extract::columns::{Column, Columns, Knowledge, Unreadable};
use crate::matching::base_name;
use crate::system::{Construct, ConstructId, Model};
use crate::trace::ProcessId;

/// Numbers that a place uses one after the other, and again from the first: the shortest list that repeats to all of them.
pub(super) type Series = Vec<u64>;

/// One line of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Item {
    /// Begins a loop.
    Begin(u64),
    /// Ends it.
    End,
    /// Sends to the peer in this slot, with this tag.
    Send(usize, i64),
    /// Receives from it.
    Recv(usize, i64),
    /// A collective: its name in small letters, and the slot of its group.
    Sync(String, usize),
    /// A call, as it is written.
    Line(String),
}

/// What one process does.
#[derive(Clone, Debug, Default)]
pub(super) struct Own {
    /// The processes in the slots of its messages; -1 for none.
    pub(super) peers: Vec<i64>,
    /// The communicators in the slots of its collectives.
    pub(super) groups: Vec<usize>,
    /// Bytes that its receives have room for, where they say so.
    pub(super) rooms: Vec<u64>,
    /// Of each event of its function, the computing before it, and the size.
    pub(super) times: Vec<Series>,
    pub(super) sizes: Vec<Series>,
    /// The class of its function.
    pub(super) class: usize,
}

/// All processes.
#[derive(Debug, Default)]
pub(super) struct Places {
    pub(super) classes: Vec<Vec<Item>>,
    /// By rank.
    pub(super) processes: Vec<Own>,
    pub(super) computed: u64,
    pub(super) kept: u64,
    pub(super) largest: u64,
    pub(super) left_out: BTreeMap<String, u64>,
}

impl Places {
    /// Adds an event of a function, with its times and sizes in their order.
    pub(super) fn add(&mut self, own: &mut Own, times: Vec<u64>, sizes: Vec<u64>, time: Time) {
        let sum = |times: &[u64]| times.iter().fold(0u64, |sum, &time| sum.saturating_add(time));
        let (all, runs) = (sum(&times), times.len() as u64);
        let times = reduced(times, time);
        let round = (runs / times.len().max(1) as u64).max(1);
        self.computed = self.computed.saturating_add(all);
        self.kept = self.kept.saturating_add(match time {
            Time::None => 0,
            Time::Table => all,
            Time::Median | Time::Mean => sum(&times).saturating_mul(round),
        });
        self.largest = self.largest.max(sizes.iter().copied().max().unwrap_or(0));
        own.times.push(times);
        own.sizes.push(period(sizes));
    }

    /// The class of a process with this function.
    pub(super) fn classify(&mut self, own: &mut Own, items: Vec<Item>, known: &mut FxHashMap<Vec<Item>, usize>) {
        own.class = *known.entry(items.clone()).or_insert(self.classes.len());
        if own.class == self.classes.len() {
            self.classes.push(items);
        }
    }
}

/// The collectives that a program can make, by their names in small letters.
pub(super) const COLLECTIVES: [&str; 20] = [
    "barrier",
    "bcast",
    "reduce",
    "allreduce",
    "gather",
    "gatherv",
    "allgather",
    "allgatherv",
    "scatter",
    "scatterv",
    "alltoall",
    "alltoallv",
    "scan",
    "exscan",
    "reduce_scatter",
    "reduce_scatter_block",
    "comm_split",
    "comm_dup",
    "cart_create",
    "comm_free",
];

/// The name of a collective in the program; `None` if it cannot make it.
pub(super) fn collective(name: &str) -> Option<&'static str> {
    let base = base_name(name)?.to_ascii_lowercase();
    COLLECTIVES.iter().find(|known| **known == base).copied()
}

/// Sizes and times of the events of a construct, in their order.
#[derive(Default)]
struct Numbers {
    times: Vec<u64>,
    sizes: Vec<u64>,
}

pub(super) fn find(model: &Model, columns: &mut dyn Columns, time: Time) -> Result<Places, Unreadable> {
    let mut places = Places::default();
    let mut known: FxHashMap<Vec<Item>, usize> = FxHashMap::default();
    for &process in model.processes() {
        let mut numbers = numbers_of(model, columns, process)?;
        let mut own = Own::default();
        let mut items = Vec::new();
        let mut walk = Nest { model, process, own: &mut own, items: &mut items, events: Vec::new() };
        walk.body(model.root(), &mut places.left_out, 1);
        let events = walk.events;
        for id in events {
            let Numbers { times, sizes } = numbers.remove(&id).unwrap_or_default();
            places.add(&mut own, times, sizes, time);
        }
        places.classify(&mut own, items, &mut known);
        places.processes.push(own);
    }
    Ok(places)
}

/// The times that are kept.
fn reduced(mut times: Vec<u64>, time: Time) -> Series {
    let count = times.len() as u64;
    match time {
        Time::None => Vec::new(),
        _ if times.is_empty() => Vec::new(),
        Time::Table => period(times),
        Time::Mean => {
            let sum = times.iter().map(|&time| u128::from(time)).sum::<u128>();
            vec![u64::try_from(sum / u128::from(count)).unwrap_or(u64::MAX)]
        }
        Time::Median => {
            let middle = times.len() / 2;
            let (_, median, _) = times.select_nth_unstable(middle);
            vec![*median]
        }
    }
}

/// The shortest beginning of a list that repeats to the whole list; its last repetition may be cut. O(length), by the table of
/// borders of Knuth, Morris and Pratt.
pub(super) fn period(mut list: Vec<u64>) -> Series {
    let mut borders = vec![0usize; list.len()];
    let mut border = 0;
    for at in 1..list.len() {
        while border > 0 && list[border] != list[at] {
            border = borders[border - 1];
        }
        border += usize::from(list[border] == list[at]);
        borders[at] = border;
    }
    list.truncate(list.len() - borders.last().copied().unwrap_or(0));
    list
}

/// Reads the sizes and times of all events of a process. O(events).
fn numbers_of(
    model: &Model,
    columns: &mut dyn Columns,
    process: ProcessId,
) -> Result<FxHashMap<ConstructId, Numbers>, Unreadable> {
    /// Events that are read at a time.
    const BATCH: usize = 1 << 16;
    let timed = columns.knows(process, Knowledge::Times);
    let sized = columns.knows(process, Knowledge::Sizes);
    let mut numbers: FxHashMap<ConstructId, Numbers> = FxHashMap::default();
    let mut replay = model.replay(process);
    let (mut first, mut before) = (0u64, None);
    let mut batch: Vec<ConstructId> = Vec::new();
    let (mut ends, mut mpi, mut sizes) = (Vec::new(), Vec::new(), Vec::new());
    loop {
        batch.clear();
        batch.extend(replay.by_ref().take(BATCH).map(|step| step.construct));
        if batch.is_empty() {
            return Ok(numbers);
        }
        let positions: Vec<u64> = (first..first + batch.len() as u64).collect();
        first += batch.len() as u64;
        [&mut ends, &mut mpi, &mut sizes].into_iter().for_each(Vec::clear);
        if timed {
            columns.read(process, Column::End, &positions, &mut ends)?;
            columns.read(process, Column::Mpi, &positions, &mut mpi)?;
        }
        if sized {
            columns.read(process, Column::Bytes, &positions, &mut sizes)?;
        }
        for (at, &id) in batch.iter().enumerate() {
            let own = numbers.entry(id).or_default();
            if let (Some(&end), Some(&mpi)) = (ends.get(at), mpi.get(at)) {
                // Computing: what is not in calls since the event before. Nothing is known before the first.
                let since = before.map_or(0, |before: i64| end.saturating_sub(before));
                own.times.push(u64::try_from(since.saturating_sub(mpi)).unwrap_or(0));
                before = Some(end);
            }
            if let Some(&size) = sizes.get(at) {
                own.sizes.push(u64::try_from(size).unwrap_or(0));
            }
        }
    }
}

/// The nest of one process while it is written down.
struct Nest<'a> {
    model: &'a Model,
    process: ProcessId,
    own: &'a mut Own,
    items: &'a mut Vec<Item>,
    /// The constructs of the events, in the order of the function.
    events: Vec<ConstructId>,
}

impl Nest<'_> {
    /// `runs`: how often the body is run.
    fn body(&mut self, list: &[ConstructId], left_out: &mut BTreeMap<String, u64>, runs: u64) {
        let model = self.model;
        for &id in list {
            if model.members(id).binary_search(&self.process).is_err() {
                continue;
            }
            let mut peer = |process: ProcessId| slot(&mut self.own.peers, i64::from(process.0));
            let item = match model.construct(id) {
                Construct::Loop(node) => {
                    let begin = self.items.len();
                    self.items.push(Item::Begin(node.count));
                    self.body(model.body(&node), left_out, runs.saturating_mul(node.count));
                    if self.items.len() == begin + 1 {
                        // All of it is left out.
                        self.items.pop();
                    } else {
                        self.items.push(Item::End);
                    }
                    continue;
                }
                Construct::Send(channel) => {
                    let channel = model.channel(channel);
                    Item::Send(peer(channel.dst), channel.tag)
                }
                Construct::Recv(channel) => {
                    let channel = model.channel(channel);
                    Item::Recv(peer(channel.src), channel.tag)
                }
                Construct::Sync { name, group } => match collective(model.name(name)) {
                    Some(name) => Item::Sync(name.to_owned(), slot(&mut self.own.groups, group.index())),
                    None => {
                        *left_out.entry(model.name(name).to_owned()).or_default() += runs;
                        continue;
                    }
                },
                Construct::Local { .. } => {
                    *left_out.entry("local events".to_owned()).or_default() += runs;
                    continue;
                }
            };
            self.items.push(item);
            self.events.push(id);
        }
    }
}

/// The slot of something, a new one if it has none. O(slots): a process has few partners.
pub(super) fn slot<T: PartialEq>(slots: &mut Vec<T>, wanted: T) -> usize {
    let known = slots.iter().position(|known| *known == wanted);
    known.unwrap_or_else(|| {
        slots.push(wanted);
        slots.len() - 1
    })
}
