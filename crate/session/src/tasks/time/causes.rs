//! What makes an iteration last longer than usual: one rule for the list of iterations and for the sentence about one of them.

use loopscope_core::durations::{Iteration, Usual};
use loopscope_core::numbers::duration;

use super::builder::Prepared;
use super::iterations::IterationList;
use super::summary::number;

/// Up to one part in so many an iteration lasts about as long as usual.
const ABOUT: u128 = 20;

/// Whether a time differs so little from the usual one that nothing needs to be explained.
pub(super) fn about_the_same(time: u64, usual: u64) -> bool {
    let far = time.abs_diff(usual);
    far == 0 || u128::from(far) * ABOUT < u128::from(usual)
}

/// What an iteration spends more time on than usual. Places are those of processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Longer {
    /// Nothing: even on the process where it takes longest it takes about as long as usual there.
    Nothing,
    /// A process computes longer, and by more than any other: by at least half of what the iteration lasts longer.
    Computes {
        /// By how much the iteration lasts longer where it takes longest, in nanoseconds.
        excess: u64,
        /// By how much that process computes longer.
        more: u64,
        /// Which process.
        place: u32,
    },
    /// It waits longer where it takes longest, and in the iteration before a process computed longer than usual: by at least half
    /// of what this one lasts longer.
    After {
        /// By how much the iteration lasts longer there, in nanoseconds.
        excess: u64,
        /// By how much that process computed longer.
        more: u64,
        /// Which process.
        place: u32,
    },
    /// It waits longer where it takes longest, and another process enters the loop later than that one: by at least half of what this one
    /// lasts longer. Only of the first iteration of an entry.
    Enters {
        /// By how much the iteration lasts longer there, in nanoseconds.
        excess: u64,
        /// By how much later that process enters.
        more: u64,
        /// Which process.
        place: u32,
        /// Which loop.
        id: u32,
    },
    /// Otherwise that of its three parts which grows most on the process where it takes longest.
    Part {
        /// By how much the iteration lasts longer there, in nanoseconds.
        excess: u64,
        /// By how much that part does: more than the whole, if another part is shorter.
        more: u64,
        /// What it does meanwhile.
        does: &'static str,
    },
}

impl IterationList {
    /// What an iteration spends more time on than usual. O(processes).
    pub(super) fn longer(&self, at: usize) -> Longer {
        let (period, slowest) = self.iterations.longest(at).unwrap_or_default();
        let found = self.beside_usual(at).find(|&(place, ..)| place == slowest);
        let is_longer = |usual: u64| period > usual && !about_the_same(period, usual);
        let Some((_, own, usual)) = found.filter(|(.., usual)| is_longer(usual.period)) else {
            return Longer::Nothing;
        };
        let excess = period - usual.period;
        if let Some((more, place)) = self.computes_more(at, excess / 2) {
            return Longer::Computes { excess, more, place };
        }
        let more = own.parts.minus(usual.parts);
        let parts = [(more.wait, "waits"), (more.calls, "is in calls, beyond its waits,"), (more.compute, "computes")];
        let (mut more, mut does) = (0, "waits");
        for (time, part) in parts {
            if time > more {
                (more, does) = (time, part);
            }
        }
        let enters = self.last_to_enter(at, slowest).filter(|it| does == "waits" && it.0 >= excess / 2);
        if let (Some((later, place, id)), true) = (enters, more > 0) {
            return Longer::Enters { excess, more: later, place, id };
        }
        let before = at.checked_sub(1).filter(|_| does == "waits");
        match before.and_then(|before| self.computes_more(before, excess / 2)) {
            _ if more == 0 => Longer::Nothing,
            Some((more, place)) => Longer::After { excess, more, place },
            None => Longer::Part { excess, more, does },
        }
    }

    /// By how much later than one process another enters the loop in an iteration, which loop that is; `None` unless the iteration is the first
    /// of an entry. Processes by their places. O(processes + log entries).
    pub(super) fn enters_later(&self, at: usize, (one, other): (u32, u32)) -> Option<(u64, u32)> {
        let id = self.entered_at(at)?;
        let start = |wanted: u32| {
            let (_, list) = self.iterations.processes.iter().find(|(place, _)| *place == wanted)?;
            Some(list.get(at)?.start)
        };
        Some((u64::try_from(start(other)?.checked_sub(start(one)?)?).ok()?, id))
    }

    /// The last process to enter the loop: by how much later than one, its place, and the loop.
    fn last_to_enter(&self, at: usize, one: u32) -> Option<(u64, u32, u32)> {
        let start = |(place, list): &(u32, Vec<Iteration>)| Some((list.get(at)?.start, *place));
        let last = self.iterations.processes.iter().filter_map(start);
        let (_, place) = last.max_by_key(|&(start, place)| (start, std::cmp::Reverse(place)))?;
        let (later, id) = self.enters_later(at, (one, place))?;
        Some((later, place, id))
    }

    /// The process that computes longer than usual in an iteration by more than any other, and by at least so much. O(processes).
    fn computes_more(&self, at: usize, least: u64) -> Option<(u64, u32)> {
        let more = |(place, own, usual): (u32, &Iteration, Usual)| (own.parts.minus(usual.parts).compute, place);
        let most = self.beside_usual(at).map(more);
        let most = most.max_by_key(|&(more, place)| (more, std::cmp::Reverse(place)));
        most.filter(|&(more, _)| more >= least.max(1))
    }
}

impl Longer {
    /// "520 ms longer than usual: process 3 computes 480 ms longer"; "it computes" of the process at that place, which was
    /// named before; "it waits, after process 3 computed 480 ms longer in the iteration before". Longer `than` what is usual, or its neighbours.
    pub(super) fn in_words(self, prepared: &Prepared, named: u32, than: &str) -> String {
        let (excess, more, place, does) = match self {
            Self::Nothing => return format!("about as long as {than} there"),
            Self::Computes { excess, more, place } => (excess, more, place, "computes"),
            Self::After { excess, more, place } => {
                let (excess, more) = (duration(excess), duration(more));
                let who = number(prepared, place as usize);
                return format!(
                    "{excess} longer than {than} there: it waits, after process {who} computed {more} longer in the iteration before"
                );
            }
            Self::Enters { excess, more, place, id } => {
                let (excess, more) = (duration(excess), duration(more));
                let who = number(prepared, place as usize);
                return format!(
                    "{excess} longer than {than} there: it waits, as process {who} enters L{id} {more} later"
                );
            }
            Self::Part { excess, more, does } => (excess, more, named, does),
        };
        let excess = duration(excess);
        let who = match place == named {
            true => "it".to_owned(),
            false => format!("process {}", number(prepared, place as usize)),
        };
        format!("{excess} longer than {than} there: {who} {does} {} longer", duration(more))
    }
}
