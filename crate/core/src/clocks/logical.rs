//! The logical clock: a receive that is still before its send is moved behind it, and what follows on its process with it.
//!
//! The shift shrinks by 1/128 of the time that passes (forward amortisation of the controlled logical clock), so that times
//! return to those of the clock. No time is moved back and no two events of a process change places.
//!
//! The logical clock repairs what other methods leave. Alone it would move nearly everything, always forward, and make waits
//! that never were.

use crate::matching::Matching;
use crate::small_sort::SmallSort;
use crate::trace::Trace;

use super::orders::{orders, Order};

/// A shift loses 1/2^7 of the time that passes.
const DECAY_BITS: u32 = 7;

/// Rounds over all messages. Each repairs at least one more message of every chain of violated messages.
const ROUNDS: usize = 64;

/// From a time on, times are moved forward: by so much at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Jump {
    from: i64,
    /// The shift at the time `from`, plus `from` / 2^7; of all jumps so far the largest.
    level: i64,
}

/// The jumps of each process, by place, ascending in time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Logical {
    jumps: Vec<Vec<Jump>>,
}

impl Logical {
    /// Moves what is violated at corrected times.
    pub(super) fn new((trace, matching): (&Trace, &Matching), corrected: impl Fn(u32, u64) -> i64) -> Self {
        let mut logical = Self { jumps: vec![Vec::new(); trace.processes().len()] };
        for _ in 0..ROUNDS {
            let mut found: Vec<(u32, Jump)> = Vec::new();
            let moved = |process: u32, time: u64| logical.at(process as usize, corrected(process, time));
            let mut late = |process: u32, time: u64, late: i64| {
                let from = corrected(process, time);
                let shift = logical.at(process as usize, from).saturating_sub(from);
                let level = shift.saturating_add(late).saturating_add(from >> DECAY_BITS);
                found.push((process, Jump { from, level }));
            };
            orders(trace, matching, &mut |order| match order {
                Order::Message { from, to, sent, received } => {
                    let by = moved(from, sent).saturating_sub(moved(to, received));
                    if by > 0 {
                        late(to, received, by);
                    }
                }
                Order::Collective(collective) => collective.each_late(moved, &mut late),
            });
            if found.is_empty() {
                break;
            }
            logical.add(found);
        }
        logical
    }

    fn add(&mut self, found: Vec<(u32, Jump)>) {
        for (process, jump) in found {
            if let Some(jumps) = self.jumps.get_mut(process as usize) {
                jumps.push(jump);
            }
        }
        for jumps in &mut self.jumps {
            jumps.sort_small();
            let mut level = i64::MIN;
            jumps.retain(|jump| {
                let higher = jump.level > level;
                level = level.max(jump.level);
                higher
            });
        }
    }

    /// A time of a process, moved.
    #[inline(never)] // Seldom needed, and not small: many callers of `Clocks::at` would have it each.
    pub(super) fn at(&self, process: usize, time: i64) -> i64 {
        let Some(jumps) = self.jumps.get(process) else { return time };
        let after = jumps.partition_point(|jump| jump.from <= time);
        let Some(last) = after.checked_sub(1).and_then(|at| jumps.get(at)) else { return time };
        time.saturating_add(last.level.saturating_sub(time >> DECAY_BITS).max(0))
    }
}

#[cfg(test)]
mod tests;
