//! What must have happened before what: a send before its receive, an enter of a collective operation before the leaves
//! that need it.
//!
//! [`Matching`] has gathered what belongs together. A message is sent when its call is entered, and there when its call is left:
//! only then is it certain. Tracers write records in between, with times of their own; by those a few more would count as
//! violated (9 of 47,104 messages of CG on 16 processes, 180 of 126,536 of LU on 4), by less than a call lasts.
//!
//! Which enter a leave needs depends on the kind of operation, not on an algorithm: see [`Needs`].

use crate::matching::{base_name, Matching, Operation, UNKNOWN};
use crate::small_sort::SmallSort;
use crate::trace::{Span, Tick, Trace};

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
    pub fn of(name: &str, root: Option<u32>) -> Option<Self> {
        let name = base_name(name)?.to_ascii_lowercase();
        let name = name.as_str();
        let is_all = matches!(
            name,
            "barrier"
                | "allreduce"
                | "allgather"
                | "allgatherv"
                | "alltoall"
                | "alltoallv"
                | "alltoallw"
                | "reduce_scatter"
                | "reduce_scatter_block"
                | "comm_create"
                | "comm_dup"
                | "comm_split"
                | "comm_split_type"
                | "cart_create"
                | "graph_create"
                | "dist_graph_create"
                | "dist_graph_create_adjacent"
        );
        match name {
            _ if is_all => Some(Self::All),
            "bcast" | "scatter" | "scatterv" => root.map(Needs::Root),
            "reduce" | "gather" | "gatherv" => root.map(Needs::ByRoot),
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
    /// The root and when it takes part, if there is one.
    pub fn root(&self) -> Option<&(u32, Span)> {
        self.members.get(self.root?)
    }

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
    pub(super) fn each_late(&self, corrected: impl Fn(u32, u64) -> i64, take: &mut impl FnMut(u32, u64, i64)) {
        let root = self.root.and_then(|at| self.members.get(at));
        let last = || {
            let enters = self.members.iter().map(|&(process, span)| corrected(process, span.enter));
            enters.max()
        };
        let (needed, leaving) = match (self.needs, root) {
            (Needs::All, _) => (last(), &self.members[..]),
            (Needs::Root(_), Some(root)) => (Some(corrected(root.0, root.1.enter)), &self.members[..]),
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

impl Order<'_> {
    /// Calls `take` with ordered pairs of processes of which the second needs the first: their places, when the first begins
    /// and when the second is complete. O(members log members).
    pub fn each_pair(&self, mut take: impl FnMut((u32, u32), (u64, u64))) {
        match self {
            Order::Message { from, to, sent, received } => take((*from, *to), (*sent, *received)),
            Order::Collective(collective) => collective.each_pair(|one, other| {
                take((one.0, other.0), (one.1.enter, other.1.leave));
            }),
        }
    }
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

impl Collective {
    /// An operation of which it is certain who needs whom; `None` of any other.
    pub fn of(operation: &Operation, trace: &Trace) -> Option<Self> {
        let Operation { name, alike, root, ref members, .. } = *operation;
        if !alike || members.len() < 2 {
            return None;
        }
        let needs = Needs::of(trace.table().name(name), root)?;
        let number = match needs {
            Needs::All => return Some(Self { needs, members: members.clone(), root: None }),
            Needs::Root(root) | Needs::ByRoot(root) => root,
        };
        let of = |&(place, _): &(u32, Span)| trace.processes().get(place as usize).map(|process| process.id.0);
        let root = members.iter().position(|member| of(member) == Some(number))?;
        Some(Self { needs, members: members.clone(), root: Some(root) })
    }
}

/// Hands over everything that must be before something else: all messages, channel by channel, then the collective
/// operations. O(messages and parts in operations).
pub fn orders(trace: &Trace, matching: &Matching, take: &mut dyn FnMut(Order<'_>)) -> Orders {
    let mut found = Orders {
        tick: matching.tick().map(|_| Tick::NANOSECOND),
        unmatched: matching.unmatched,
        mismatched: 0,
        untimed: matching.untimed,
        converted: matching.converted,
    };
    for messages in matching.channels() {
        let (Some(from), Some(to)) = (messages.from, messages.to) else { continue };
        for (send, receive) in messages.sends().iter().zip(messages.receives()) {
            if receive.leave != UNKNOWN {
                take(Order::Message { from, to, sent: send.enter, received: receive.leave });
            }
        }
    }
    for operation in matching.operations() {
        let size = trace.table().group(operation.group).len();
        if !operation.alike || operation.members.len() != size {
            found.mismatched += 1;
        }
        if let Some(collective) = Collective::of(operation, trace) {
            take(Order::Collective(&collective));
        }
    }
    found
}
