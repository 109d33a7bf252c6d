//! Calls that follow each other in the same loop, added up many at a time.
//!
//! Where no call begins or ends a loop, only sums grow: no level has to be looked for, and what calls of one kind have in
//! common is added once for all of them.

use super::iterations::Passed;
use super::kinds::KindSum;
use super::under_way::UnderWay;
use super::{LoopTree, Parts};
use crate::waits::{Ahead, Carried, FoundLine};

impl UnderWay {
    /// Takes in the next calls as far as they are in the loop of the last one, in the run, and one after the other. No iterations
    /// may be recorded. Returns how many calls those are, and how many events they have. O(calls).
    pub(super) fn take_alike(
        &mut self,
        (tree, by_calls): (&LoopTree, bool),
        run: (i64, i64),
        ahead: &Ahead<'_>,
        line: &FoundLine,
    ) -> (usize, u64) {
        let until = self.cursor.same_until(tree);
        let first = if by_calls { ahead.number } else { ahead.position };
        let depth = self.cursor.depth();
        let (Some(passed), Some(level)) = (self.passed, self.cursor.level_mut(depth)) else {
            return (0, 0);
        };
        if first >= until {
            return (0, 0);
        }
        let (kinds, row) = (line.kinds(), level.node.row);
        self.kinds.0.resize(kinds.len(), KindSum::default());
        let (begin, mut before) = (self.before, self.before);
        let (mut compute, mut wait, mut carried) = (0, 0, Carried::default());
        let (mut taken, mut events, mut last_events) = (0, 0, 0);
        // The first call with an event, and the last.
        let mut touched = None;
        for (moments, &number) in ahead.moments.iter().zip(ahead.kinds) {
            let at = number as usize;
            let (Some(kind), Some(sum)) = (kinds.get(at), self.kinds.0.get_mut(at)) else { break };
            let position = first + if by_calls { taken as u64 } else { events };
            let own_events = if by_calls { 1 } else { kind.events };
            let in_loop = position + own_events.max(1) <= until;
            if !in_loop || moments.enter < before || moments.leave > run.1 {
                break;
            }
            let waited = moments.wait.unsigned_abs();
            compute += moments.enter.abs_diff(before);
            wait += waited;
            if kind.carried != Carried::default() {
                carried = carried.plus(kind.carried);
            }
            sum.count += 1;
            sum.calls += moments.leave.abs_diff(moments.enter) - waited;
            if waited > 0 {
                if sum.row != row {
                    sum.hand_over(kind.cause, &mut self.waits);
                    sum.row = row;
                }
                sum.wait += waited;
                sum.waits += 1;
            }
            if own_events > 0 {
                touched = Some((touched.map_or(taken, |(first, _)| first), taken));
            }
            before = moments.leave;
            last_events = own_events;
            events += kind.events;
            taken += 1;
        }
        if taken == 0 {
            return (0, 0);
        }
        // One comes after the other, so what is neither computing nor waiting is in calls.
        let calls = before.abs_diff(begin) - compute - wait;
        level.own = level.own.plus(Parts { compute, calls, wait, carried });
        self.before = before;
        self.passed = Some(Passed { enter: before, leave: before, ..passed });
        self.cursor.gap_level(depth, last_events);
        let moments = |(first, last)| ahead.moments.get(first).zip(ahead.moments.get(last));
        if let Some((first, last)) = touched.and_then(moments).filter(|_| self.cursor.is_in_main()) {
            self.main = Some((self.main.map_or(first.enter, |(first, _)| first), last.leave));
        }
        (taken, events)
    }
}
