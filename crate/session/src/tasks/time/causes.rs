//! What makes an iteration last longer than usual: one rule for the list of iterations and for the sentence about one of them.

use loopscope_core::durations::Parts;
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
    Nothing {
        /// That process.
        place: u32,
    },
    /// A process computes longer, and by more than any other: by at least half of what the iteration lasts longer.
    Computes {
        /// By how much, in nanoseconds.
        more: u64,
        /// Which process.
        place: u32,
    },
    /// Otherwise that of its three parts which grows most on the process where it takes longest.
    Part {
        /// By how much, in nanoseconds.
        more: u64,
        /// That process.
        place: u32,
        /// What it does meanwhile.
        does: &'static str,
    },
}

impl IterationList {
    /// What an iteration spends more time on than usual. O(processes).
    pub(super) fn longer(&self, at: usize) -> Longer {
        let (period, slowest) = self.iterations.longest(at).unwrap_or_default();
        let found = self.beside_usual(at).find(|&(place, ..)| place == slowest);
        let Some((place, own, usual)) = found.filter(|(.., usual)| period > usual.period) else {
            return Longer::Nothing { place: slowest };
        };
        if about_the_same(period, usual.period) {
            return Longer::Nothing { place };
        }
        let excess = period - usual.period;
        let more = |own: Parts, usual: Parts| own.compute.saturating_sub(usual.compute);
        let computes =
            self.beside_usual(at).map(|(place, own, usual)| (more(own.parts, usual.parts), place));
        let computes = computes.max_by_key(|&(more, place)| (more, std::cmp::Reverse(place)));
        if let Some((more, place)) = computes.filter(|&(more, _)| more > 0 && more >= excess / 2) {
            return Longer::Computes { more, place };
        }
        let more = own.parts.minus(usual.parts);
        let parts = [
            (more.wait, "waits"),
            (more.calls, "is in calls, beyond its waits,"),
            (more.compute, "computes"),
        ];
        let (mut more, mut does) = (0, "waits");
        for (time, part) in parts {
            if time > more {
                (more, does) = (time, part);
            }
        }
        match more {
            0 => Longer::Nothing { place },
            _ => Longer::Part { more, place, does },
        }
    }
}

impl Longer {
    /// "process 3 computes 480 ms longer than usual".
    pub(super) fn in_words(self, prepared: &Prepared) -> String {
        let process = |place: u32| number(prepared, place as usize);
        let (more, place, does) = match self {
            Longer::Nothing { place } => {
                return format!("about as long as usual on process {}", process(place));
            }
            Longer::Computes { more, place } => (more, place, "computes"),
            Longer::Part { more, place, does } => (more, place, does),
        };
        format!("process {} {does} {} longer than usual", process(place), duration(more))
    }
}
