//! From which size on a send waits for its receive: by logic, not by regression.
//!
//! A send that is complete before its receive is *posted* proves that messages of its size do not wait. A size of which at
//! least ten receives were posted late, and none after the send was complete, waits. Between the largest size that is proved
//! not to wait and the smallest that waits, nothing is known. No other trace tells: the limit depends on library and network.

use super::sizes::{Size, Sizes};
use crate::clocks::Clocks;
use crate::matching::{Matching, UNKNOWN};

/// So many receives must be posted late before a size counts as one that waits.
const ENOUGH: u32 = 10;

/// The sizes at which sends begin to wait for their receives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EagerLimit {
    /// The largest size in bytes that is proved not to wait.
    pub eager: Option<u32>,
    /// The smallest size in bytes from which on sends wait.
    pub synchronous: Option<u32>,
    /// Sends that prove the first: complete before their receives are posted.
    pub proofs: u64,
    /// Sends of the sizes that wait whose receives are posted while they last.
    pub supports: u64,
}

impl EagerLimit {
    /// Looks at all messages with a size whose sends are known to be complete. O(messages log sizes).
    pub fn new(matching: &Matching, clocks: &Clocks) -> Self {
        if !clocks.comparable() {
            return Self::default();
        }
        // The sends whose receives are posted while they last, and later.
        let (mut during, mut after) = (Sizes::default(), Sizes::default());
        for messages in matching.channels() {
            let (Some(from), Some(to)) = (messages.from, messages.to) else { continue };
            let unsure = |place: u32| {
                let clock = clocks.clocks.get(place as usize);
                clock.and_then(|clock| clock.uncertainty).filter(|_| clocks.corrected()).unwrap_or(0)
            };
            let unsure = unsure(from).saturating_add(unsure(to));
            for (send, receive) in messages.sends().iter().zip(messages.receives()) {
                let Some(bytes) = send.bytes() else { continue };
                if send.done == UNKNOWN || receive.posted == UNKNOWN || !send.proves {
                    continue;
                }
                let posted = clocks.at(to as usize, receive.posted);
                if posted <= clocks.at(from as usize, send.enter) {
                    continue;
                }
                let done = clocks.at(from as usize, send.done);
                let late = if done.saturating_add(unsure) < posted { &mut after } else { &mut during };
                late.add(bytes, 0);
            }
        }
        Self::of(&during.joined(), &after.joined())
    }

    fn of(during: &[Size], after: &[Size]) -> Self {
        let sum = |sizes: &[Size]| sizes.iter().map(|size| u64::from(size.count)).sum();
        let eager = after.last().map(|size| size.bytes);
        let waits = |size: &Size| size.count >= ENOUGH && Some(size.bytes) > eager;
        let first = during.iter().position(waits).unwrap_or(during.len());
        let waiting = during.get(first..).unwrap_or(&[]);
        let synchronous = waiting.first().map(|size| size.bytes);
        Self { eager, synchronous, proofs: sum(after), supports: sum(waiting) }
    }

    /// Whether a send of so many bytes waits for its receive, as far as is known.
    pub fn is_synchronous(&self, bytes: u32) -> bool {
        self.synchronous.is_some_and(|least| bytes >= least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit(sizes: &[(u32, u32, u32)]) -> (Option<u32>, Option<u32>) {
        let of = |count: fn(&(u32, u32, u32)) -> u32| {
            let sizes = sizes.iter().filter(|it| count(it) > 0);
            sizes.map(|it| Size { bytes: it.0, count: count(it), least: 0 }).collect::<Vec<Size>>()
        };
        let limit = EagerLimit::of(&of(|it| it.1), &of(|it| it.2));
        (limit.eager, limit.synchronous)
    }

    #[test]
    fn a_size_waits_if_nothing_proves_the_contrary() {
        assert_eq!(limit(&[]), (None, None));
        assert_eq!(limit(&[(8, 50, 1), (100, 9, 0), (200, 10, 0)]), (Some(8), Some(200)));
        assert_eq!(limit(&[(8, 50, 0), (100, 9, 0)]), (None, Some(8)));
        // One proof at a larger size refutes all below it.
        assert_eq!(limit(&[(8, 50, 0), (100, 99, 1)]), (Some(100), None));
    }
}
