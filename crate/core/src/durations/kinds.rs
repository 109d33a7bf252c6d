//! What the calls of each kind of a process add up to.

use rustc_hash::FxHashMap;

use super::sums::CallSums;
use super::Parts;
use crate::waits::{Carried, Cause, FoundLine};

/// How long a process waits in each loop for each cause, and how often.
pub(super) type WaitTimes = FxHashMap<(u32, Cause), (u64, u64)>;

/// Adds waits of some length in all, as many as there are.
#[inline(never)] // One copy for both ways.
pub(super) fn add_wait(waits: &mut WaitTimes, (row, cause): (u32, Option<Cause>), (time, count): (u64, u64)) {
    if let Some(cause) = cause.filter(|_| count > 0) {
        let sum = waits.entry((row, cause)).or_default();
        *sum = (sum.0 + time, sum.1 + count);
    }
}

/// What the calls of each kind of a process add up to.
#[derive(Debug, Default)]
pub(super) struct KindSums(pub(super) Vec<KindSum>);

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct KindSum {
    pub(super) count: u64,
    pub(super) calls: u64,
    pub(super) wait: u64,
    /// How many of them wait.
    pub(super) waits: u64,
    /// The loop in which the last one waits; and the wait and the waits that are in [`WaitTimes`].
    pub(super) row: u32,
    handed_over: (u64, u64),
}

impl KindSums {
    /// Adds them to the sums of their records and to all waits. O(kinds).
    pub(super) fn finish(self, line: &FoundLine, calls: &mut [CallSums], waits: &mut WaitTimes) {
        for (kind, mut sum) in line.kinds().iter().zip(self.0) {
            sum.hand_over(kind.cause, waits);
            let times = |bytes: u64| bytes.saturating_mul(sum.count);
            let Carried { sent, collective } = kind.carried;
            let carried = Carried { sent: times(sent), collective: times(collective) };
            let parts = Parts { compute: 0, calls: sum.calls, wait: sum.wait, carried };
            if let Some(sums) = kind.record.and_then(|record| calls.get_mut(record.index())) {
                sums.count += sum.count;
                sums.parts = sums.parts.plus(parts);
            }
        }
    }
}

impl KindSum {
    pub(super) fn hand_over(&mut self, cause: Option<Cause>, waits: &mut WaitTimes) {
        let new = (self.wait - self.handed_over.0, self.waits - self.handed_over.1);
        self.handed_over = (self.wait, self.waits);
        add_wait(waits, (self.row, cause), new);
    }
}
