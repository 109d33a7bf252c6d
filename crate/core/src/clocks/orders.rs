//! What must have happened before what: a send before its receive, an enter of a collective operation before the leaves
//! that need it.
//!
//! Messages are matched as MPI matches them: on each channel (source, destination, tag), the n-th received is the n-th
//! sent. The n-th operations on a group belong together, as every process calls them in the same order.
//!
//! Which enter a leave needs depends on the kind of operation, not on an algorithm: see [`Needs`].

use rustc_hash::FxHashMap;

use crate::small_sort::SmallSort;
use crate::trace::{GroupId, Kind, NameId, Process, Span, Tick, Trace, View};

/// Which processes must have entered a collective operation before a process can leave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Every process needs all: barriers, reductions to all, exchanges between all, making of communicators.
    All,
    /// Every process needs the root, which is given by its number.
    Root(u32),
    /// The root, given by its number, needs all.
    ByRoot(u32),
}

impl Needs {
    /// By the name of the operation and its root. `None` where nothing is certain: prefixes, non-blocking operations, which
    /// are complete before others wait for them, and operations with an unknown root.
    pub fn of(name: &str, root: Option<u32>) -> Option<Needs> {
        let name = name.strip_prefix("MPI_")?;
        let is_all = matches!(
            name,
            "Barrier"
                | "Allreduce"
                | "Allgather"
                | "Allgatherv"
                | "Alltoall"
                | "Alltoallv"
                | "Alltoallw"
                | "Reduce_scatter"
                | "Reduce_scatter_block"
                | "Comm_create"
                | "Comm_dup"
                | "Comm_split"
                | "Comm_split_type"
                | "Cart_create"
                | "Graph_create"
                | "Dist_graph_create"
                | "Dist_graph_create_adjacent"
        );
        match name {
            _ if is_all => Some(Needs::All),
            "Bcast" | "Scatter" | "Scatterv" => root.map(Needs::Root),
            "Reduce" | "Gather" | "Gatherv" => root.map(Needs::ByRoot),
            // Other: whom a process needs in another operation is not known.
            _ => None,
        }
    }
}

/// A collective operation: when each process, by its place in [`Trace::processes`], enters and leaves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collective {
    /// Who needs whom.
    pub needs: Needs,
    /// The processes that take part, in order of their places.
    pub members: Vec<(u32, Span)>,
    /// The place of the root among the members, if there is one.
    root: Option<usize>,
}

/// In a collective operation of at most so many processes every pair is looked at; in a larger one each process has as many
/// partners as its number of processes has binary digits, so that no operation costs the square of its processes.
const ALL_PAIRS: usize = 64;

impl Collective {
    /// How many ordered pairs of members need each other, how many of those are violated, and by how much at most, at
    /// corrected times. O(members log members).
    pub fn violations(&self, corrected: impl Fn(u32, u64) -> i64) -> (u64, u64, i64) {
        let enter = |&(process, span): &(u32, Span)| corrected(process, span.enter);
        let leave = |&(process, span): &(u32, Span)| corrected(process, span.leave);
        let root = self.root.and_then(|at| self.members.get(at));
        let mut enters: Vec<i64> = match (self.needs, root) {
            (Needs::Root(_), Some(root)) => vec![enter(root)],
            _ => self.members.iter().map(enter).collect(),
        };
        let mut leaves: Vec<i64> = match (self.needs, root) {
            (Needs::ByRoot(_), Some(root)) => vec![leave(root)],
            _ => self.members.iter().map(leave).collect(),
        };
        enters.sort_small();
        leaves.sort_small();
        // A process never violates anything with itself.
        let pairs = (enters.len() * leaves.len()).saturating_sub(self.own());
        let (mut violated, mut earlier) = (0, 0);
        for enter in &enters {
            while leaves.get(earlier).is_some_and(|leave| leave < enter) {
                earlier += 1;
            }
            violated += earlier as u64;
        }
        let worst = match (enters.last(), leaves.first()) {
            (Some(last), Some(first)) => last.saturating_sub(*first).max(0),
            _ => 0,
        };
        (pairs as u64, violated, worst)
    }

    /// Members that would be paired with themselves.
    fn own(&self) -> usize {
        match self.needs {
            Needs::All => self.members.len(),
            Needs::Root(_) | Needs::ByRoot(_) => 1,
        }
    }

    /// Calls `take` with each process that leaves too early, when it leaves, and by how much, at corrected times. O(members).
    pub(super) fn each_late(
        &self,
        corrected: impl Fn(u32, u64) -> i64,
        take: &mut impl FnMut(u32, u64, i64),
    ) {
        let root = self.root.and_then(|at| self.members.get(at));
        let last = || {
            let enters = self.members.iter().map(|&(process, span)| corrected(process, span.enter));
            enters.max()
        };
        let (needed, leaving) = match (self.needs, root) {
            (Needs::All, _) => (last(), &self.members[..]),
            (Needs::Root(_), Some(root)) => {
                (Some(corrected(root.0, root.1.enter)), &self.members[..])
            }
            (Needs::ByRoot(_), Some(root)) => (last(), std::slice::from_ref(root)),
            _ => return,
        };
        let Some(needed) = needed else { return };
        for &(process, span) in leaving {
            let late = needed.saturating_sub(corrected(process, span.leave));
            if late > 0 {
                take(process, span.leave, late);
            }
        }
    }

    /// Calls `take` with pairs of members of which the second needs the first.
    pub fn each_pair(&self, mut take: impl FnMut(&(u32, Span), &(u32, Span))) {
        let (members, count) = (&self.members, self.members.len());
        let root = self.root.and_then(|at| members.get(at));
        match (self.needs, root) {
            (Needs::Root(_), Some(root)) => members.iter().for_each(|member| take(root, member)),
            (Needs::ByRoot(_), Some(root)) => members.iter().for_each(|member| take(member, root)),
            (Needs::All, _) if count <= ALL_PAIRS => {
                for one in members {
                    members.iter().for_each(|other| take(one, other));
                }
            }
            (Needs::All, _) => {
                for (at, one) in members.iter().enumerate() {
                    let steps = (0..usize::BITS).map(|bit| 1usize << bit);
                    for step in steps.take_while(|&step| step < count) {
                        let Some(other) = members.get((at + step) % count) else { continue };
                        take(one, other);
                        take(other, one);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Something that must be before something else.
#[derive(Clone, Copy, Debug)]
pub enum Order<'a> {
    /// A message. Processes are places in [`Trace::processes`].
    Message {
        /// Who sends it.
        from: u32,
        /// Who receives it.
        to: u32,
        /// When the call that sends it is entered.
        sent: u64,
        /// When the call in which it is complete is left.
        received: u64,
    },
    /// A collective operation.
    Collective(&'a Collective),
}

/// What [`orders`] found besides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Orders {
    /// The unit of all times.
    pub tick: Option<Tick>,
    /// Receives without a send, and sends without a receive.
    pub unmatched: u64,
    /// Collective operations that not all processes of the trace call alike.
    pub mismatched: u64,
    /// Processes without times.
    pub untimed: u64,
    /// Whether processes have clocks of different units, so that all times are in nanoseconds.
    pub converted: bool,
}

/// Source, destination, tag.
type Channel = (u32, u32, i64);

/// The n-th operation on a group.
type Occurrence = (GroupId, u32);

/// The events of a process with the times of their calls, in one unit.
struct Timed<'a> {
    trace: &'a Trace,
    process: &'a Process,
    /// From the unit of the process to that of all.
    to_nanoseconds: Option<Tick>,
}

impl Timed<'_> {
    fn each(&self, mut take: impl FnMut(crate::trace::RecordId, usize, Span)) {
        let (Some(events), Some(times)) =
            (self.process.events(View::Communication), self.process.times(View::Communication))
        else {
            return;
        };
        let calls = self.process.times(View::Calls);
        let (mut at_call, mut spans) = (0, calls.map(|calls| calls.iter()));
        let mut current = None;
        for (position, (record, own)) in events.iter().zip(times.iter()).enumerate() {
            let kind = self.trace.table().record(record).kind;
            if kind == Kind::Local {
                continue;
            }
            // Events that have times of their own belong to calls all the same.
            let span = match (times.call(position), &mut spans) {
                (Some(call), Some(spans)) => {
                    while at_call <= call {
                        current = spans.next();
                        at_call += 1;
                    }
                    current.unwrap_or(own)
                }
                _ => own,
            };
            let unit = |time| match self.to_nanoseconds {
                Some(tick) => u64::try_from(tick.nanoseconds(time)).unwrap_or(u64::MAX),
                None => time,
            };
            take(record, position, Span { enter: unit(span.enter), leave: unit(span.leave) });
        }
    }
}

/// Hands over everything that must be before something else: all messages, process by process, then the collective
/// operations. O(events), and memory for each message and each part in a collective operation.
pub fn orders(trace: &Trace, mut take: impl FnMut(Order<'_>)) -> Orders {
    let mut found = Orders::default();
    let mut ticks = Vec::new();
    for process in trace.processes() {
        match process.times(View::Communication).or_else(|| process.times(View::Calls)) {
            Some(times) => ticks.push(times.tick()),
            None => found.untimed += 1,
        }
    }
    found.converted = ticks.windows(2).any(|pair| pair.first() != pair.last());
    found.tick = if found.converted { Some(Tick::NANOSECOND) } else { ticks.first().copied() };
    let timed = |process| {
        let tick = Process::times(process, View::Communication).map(|times| times.tick());
        Timed { trace, process, to_nanoseconds: tick.filter(|_| found.converted) }
    };
    let mut sent: FxHashMap<Channel, (usize, Vec<u64>)> = FxHashMap::default();
    let mut collectives = CollectiveCalls::default();
    for (place, process) in trace.processes().iter().enumerate() {
        timed(process).each(|record, _, span| {
            let record = trace.table().record(record);
            match (record.kind, record.peer, record.group) {
                (Kind::Send, Some(peer), _) => {
                    let channel = (process.id.0, peer, record.tag.unwrap_or(0));
                    sent.entry(channel).or_default().1.push(span.enter);
                }
                (Kind::Sync, _, Some(group)) => {
                    collectives.add(place as u32, group, record.name, span)
                }
                _ => {}
            }
        });
        collectives.end_process();
    }
    for (to, process) in trace.processes().iter().enumerate() {
        timed(process).each(|record, _, span| {
            let record = trace.table().record(record);
            let (Kind::Recv, Some(peer)) = (record.kind, record.peer) else { return };
            let channel = sent.get_mut(&(peer, process.id.0, record.tag.unwrap_or(0)));
            let next = channel.and_then(|(next, times)| {
                let time = times.get(*next).copied();
                *next += 1;
                time
            });
            let from = trace.processes().binary_search_by_key(&peer, |process| process.id.0);
            match (next, from) {
                (Some(sent), Ok(from)) => {
                    let (from, to) = (from as u32, to as u32);
                    take(Order::Message { from, to, sent, received: span.leave });
                }
                _ => found.unmatched += 1,
            }
        });
    }
    for (next, times) in sent.values() {
        found.unmatched += times.len().saturating_sub(*next) as u64;
    }
    collectives.finish(trace, &mut found, &mut take);
    found
}

/// An operation that some processes have called.
struct Called {
    group: GroupId,
    name: NameId,
    /// Whether all of them call it by that name.
    alike: bool,
    members: Vec<(u32, Span)>,
}

/// Collective operations while the processes are gone through.
#[derive(Default)]
struct CollectiveCalls {
    /// In order of first appearance.
    list: Vec<Called>,
    places: FxHashMap<Occurrence, usize>,
    /// How many operations of each group the current process has called.
    called: FxHashMap<GroupId, u32>,
}

impl CollectiveCalls {
    fn add(&mut self, process: u32, group: GroupId, name: NameId, span: Span) {
        let count = self.called.entry(group).or_default();
        let occurrence = (group, *count);
        *count += 1;
        let at = *self.places.entry(occurrence).or_insert_with(|| {
            self.list.push(Called { group, name, alike: true, members: Vec::new() });
            self.list.len() - 1
        });
        if let Some(called) = self.list.get_mut(at) {
            called.alike &= called.name == name;
            called.members.push((process, span));
        }
    }

    fn end_process(&mut self) {
        self.called.clear();
    }

    fn finish(self, trace: &Trace, found: &mut Orders, take: &mut impl FnMut(Order<'_>)) {
        let roots = Roots::new(trace);
        for Called { group, name, alike, members } in self.list {
            let size = trace.table().group(group).len();
            if !alike || members.len() != size {
                found.mismatched += 1;
            }
            if !alike || members.len() < 2 {
                continue;
            }
            let root = roots.of(name, group);
            let Some(needs) = Needs::of(trace.table().name(name), root) else { continue };
            let number = match needs {
                Needs::All => None,
                Needs::Root(root) | Needs::ByRoot(root) => Some(root),
            };
            let place = number.and_then(|number| {
                let of = |&(place, _): &(u32, Span)| {
                    trace.processes().get(place as usize).map(|process| process.id.0)
                };
                members.iter().position(|member| of(member) == Some(number))
            });
            if number.is_none() || place.is_some() {
                take(Order::Collective(&Collective { needs, members, root: place }));
            }
        }
    }
}

/// The roots of operations, where all calls of one name on one group have the same: events of communication do not say
/// the root, calls do.
struct Roots(FxHashMap<(NameId, GroupId), Option<u32>>);

impl Roots {
    fn new(trace: &Trace) -> Roots {
        let mut roots = FxHashMap::default();
        for record in trace.table().records().iter().filter(|record| record.kind == Kind::Call) {
            if let (Some(group), Some(root)) = (record.group, record.root) {
                let known = roots.entry((record.name, group)).or_insert(Some(root));
                if *known != Some(root) {
                    *known = None;
                }
            }
        }
        Roots(roots)
    }

    fn of(&self, name: NameId, group: GroupId) -> Option<u32> {
        self.0.get(&(name, group)).copied().flatten()
    }
}
