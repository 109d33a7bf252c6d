//! Workers that do the same: their constructs are equal up to their own number and the counts of loops.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use super::split::Split;
use crate::small_sort::SmallSort;
use crate::system::{Channel, Construct, ConstructId, Model};
use crate::trace::ProcessId;

/// The largest loop of a split, or those of equal workers together.
#[derive(Clone, Debug, PartialEq)]
pub struct MainRow {
    /// How many workers have it, 1 if it is one loop.
    pub workers: u64,
    /// The least and the most iterations.
    pub counts: (u64, u64),
    /// Iterations in all.
    pub times: u64,
    /// Share of the events of the trace inside, 0 to 1.
    pub share: f64,
}

/// Workers that do the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Class {
    /// Their numbers, ascending; the first one is written.
    pub(super) workers: Vec<u32>,
    /// The hubs that they exchange messages with, ascending.
    pub(super) hubs: Vec<u32>,
    /// Of each loop, in the order of the text, the least and the most iterations, and their sum.
    pub(super) counts: Vec<(u64, u64, u64)>,
}

/// The workers of a split as classes.
pub(super) struct Classes<'a> {
    split: &'a Split,
    model: &'a Model,
    pub(super) classes: Vec<Class>,
    /// The class of each worker.
    of_worker: FxHashMap<u32, usize>,
    /// How many loops of a worker were asked for.
    asked: FxHashMap<u32, usize>,
}

/// What is known of a worker: its constructs without its number, and the counts of its loops.
#[derive(Default)]
struct Seen {
    signature: Vec<u64>,
    counts: Vec<u64>,
    hubs: Vec<u32>,
    /// The group of constructs that was noted last, so that one with many members is noted once.
    noted: Option<ConstructId>,
}

impl<'a> Classes<'a> {
    /// Compares all workers. O(constructs and their members).
    pub(super) fn new(split: &'a Split) -> Self {
        let model = split.model();
        let mut classes =
            Classes { split, model, classes: Vec::new(), of_worker: FxHashMap::default(), asked: FxHashMap::default() };
        let mut seen: FxHashMap<u32, Seen> = FxHashMap::default();
        classes.walk(model.root(), &mut seen);
        let mut workers: Vec<(u32, Seen)> = seen.into_iter().collect();
        workers.sort_small_by_key(|(worker, _)| *worker);
        let mut numbers: FxHashMap<(Vec<u64>, Vec<u32>), usize> = FxHashMap::default();
        for (worker, seen) in workers {
            let next = classes.classes.len();
            let number = *numbers.entry((seen.signature, seen.hubs.clone())).or_insert(next);
            if number == next {
                let counts = seen.counts.iter().map(|_| (u64::MAX, 0, 0)).collect();
                classes.classes.push(Class { workers: Vec::new(), hubs: seen.hubs, counts });
            }
            let Some(class) = classes.classes.get_mut(number) else { continue };
            class.workers.push(worker);
            for (sum, own) in class.counts.iter_mut().zip(seen.counts) {
                *sum = (sum.0.min(own), sum.1.max(own), sum.2.saturating_add(own));
            }
            classes.of_worker.insert(worker, number);
        }
        classes
    }

    /// The worker that a process of the split is, or is the hub's part of; `None` for parts between two hubs, and for processes
    /// that have no hub.
    fn worker(&self, process: u32) -> Option<u32> {
        match self.split.parts.pair(process) {
            Some((hub, partner)) => (self.split.parts.seen_by(partner, hub) == partner).then_some(partner),
            None => {
                let mut hubs = self.split.turns.iter().map(|turns| turns.hub.0);
                hubs.any(|hub| self.split.parts.seen_by(hub, process) != hub).then_some(process)
            }
        }
    }

    /// The worker whose construct it is alone.
    pub(super) fn only_worker(&self, id: ConstructId) -> Option<u32> {
        let mut members = self.model.members(id).iter().map(|member| self.worker(member.0));
        let first = members.next().flatten()?;
        members.all(|other| other == Some(first)).then_some(first)
    }

    /// The class of a worker, if several do the same.
    pub(super) fn class(&self, worker: u32) -> Option<&Class> {
        let class = self.classes.get(*self.of_worker.get(&worker)?)?;
        (class.workers.len() > 1).then_some(class)
    }

    /// The counts of the next loop of a worker and its class, in the order of the text: the least, the most, and their sum.
    pub(super) fn next_counts(&mut self, worker: u32) -> Option<(u64, u64, u64)> {
        let at = self.asked.entry(worker).or_default();
        *at += 1;
        let place = *at - 1;
        self.class(worker)?.counts.get(place).copied()
    }

    fn walk(&self, items: &[ConstructId], seen: &mut FxHashMap<u32, Seen>) {
        for &id in items {
            if let Some(worker) = self.only_worker(id) {
                let own = seen.entry(worker).or_default();
                self.read(id, worker, own);
                continue;
            }
            for worker in self.model.members(id).iter().filter_map(|member| self.worker(member.0)) {
                let own = seen.entry(worker).or_default();
                if own.noted != Some(id) {
                    own.noted = Some(id);
                    own.signature.push(hash(&("with others", id.index())));
                }
            }
            if let Construct::Loop(node) = self.model.construct(id) {
                self.walk(self.model.body(&node), seen);
            }
        }
    }

    /// Notes a construct of one worker.
    fn read(&self, id: ConstructId, worker: u32, own: &mut Seen) {
        let role = |process: ProcessId| match (self.split.parts.pair(process.0), process.0) {
            (Some((hub, _)), _) => (1, hub),
            (None, process) if process == worker => (0, 0),
            (None, process) => (2, process),
        };
        let number = match self.model.construct(id) {
            Construct::Send(channel) | Construct::Recv(channel) => {
                let Channel { src, dst, tag } = self.model.channel(channel);
                let sends = matches!(self.model.construct(id), Construct::Send(_));
                for (_, hub) in [role(src), role(dst)].into_iter().filter(|(kind, _)| *kind == 1) {
                    if let Err(at) = own.hubs.binary_search(&hub) {
                        own.hubs.insert(at, hub);
                    }
                }
                hash(&("message", sends, role(src), role(dst), tag))
            }
            Construct::Sync { name, group } => hash(&("sync", name.index(), group.index())),
            Construct::Local { words } => hash(&("local", words.index())),
            Construct::Loop(node) => {
                own.counts.push(node.count);
                own.signature.push(hash(&"for"));
                self.model.body(&node).iter().for_each(|&id| self.read(id, worker, own));
                hash(&"done")
            }
        };
        own.signature.push(number);
    }
}

fn hash(what: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    what.hash(&mut hasher);
    hasher.finish()
}

impl Split {
    /// Events of the trace under a construct: a collective of all parts of a hub is one event of it.
    fn span(&self, id: ConstructId) -> u64 {
        let model = self.model();
        match model.construct(id) {
            Construct::Send(_) | Construct::Recv(_) | Construct::Local { .. } => 1,
            Construct::Sync { .. } => {
                let members = model.members(id).iter();
                members.filter(|member| self.parts.counts(member.0)).count() as u64
            }
            Construct::Loop(node) => {
                let body = model.body(&node).iter().map(|&id| self.span(id)).sum::<u64>();
                body.saturating_mul(node.count)
            }
        }
    }

    /// Events of the trace inside loops, and all. O(constructs).
    pub fn events(&self) -> (u64, u64) {
        let (mut inside, mut all) = (0, 0);
        for &id in self.model().root() {
            let own = self.span(id);
            all += own;
            inside += if self.model().as_loop(id).is_some() { own } else { 0 };
        }
        (inside, all)
    }

    /// Of the top level, the loop with the most events, those of equal workers together.
    pub fn main_row(&self) -> Option<MainRow> {
        let classes = Classes::new(self);
        let model = self.model();
        // By class and place among its loops, or by construct.
        let mut rows: Vec<MainRow> = Vec::new();
        let mut places: FxHashMap<(Option<u32>, u64), usize> = FxHashMap::default();
        let mut of_worker: FxHashMap<u32, u64> = FxHashMap::default();
        for &id in model.root() {
            let Some(node) = model.as_loop(id) else { continue };
            let worker = classes.only_worker(id);
            let class = worker.and_then(|worker| classes.class(worker)?.workers.first().copied());
            let place = match worker {
                Some(worker) if class.is_some() => {
                    let place = of_worker.entry(worker).or_default();
                    *place += 1;
                    *place
                }
                _ => id.index() as u64,
            };
            let next = rows.len();
            let at = *places.entry((class, place)).or_insert(next);
            if at == next {
                rows.push(MainRow { workers: 0, counts: (u64::MAX, 0), times: 0, share: 0.0 });
            }
            let Some(row) = rows.get_mut(at) else { continue };
            row.workers += 1;
            row.counts = (row.counts.0.min(node.count), row.counts.1.max(node.count));
            row.times += node.count;
            row.share += self.span(id) as f64;
        }
        let all = self.events().1.max(1) as f64;
        let mut best: Option<MainRow> = None;
        for row in rows {
            if best.as_ref().is_none_or(|best| row.share > best.share) {
                best = Some(row);
            }
        }
        best.map(|row| MainRow { share: row.share / all, ..row })
    }
}
