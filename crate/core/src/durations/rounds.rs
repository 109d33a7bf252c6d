//! What a process does from one event of a kind to the next, as a loop: its iterations need not be alike.

use super::tree::{LoopTree, TreeItem};

impl LoopTree {
    /// The events of a process as rounds of that row: the first begins at the first of these positions, the last ends at the last. Positions ascend,
    /// and no other loop is left. O(positions).
    pub fn in_rounds(&self, starts: &[u64], row: u32) -> Self {
        let mut tree = Self::begun(0);
        let (first, last) = (starts.first().copied().unwrap_or(0), starts.last().copied());
        let mut root = vec![(TreeItem::Events(first), first)];
        for ends in starts.windows(2) {
            let &[from, to] = ends else { continue };
            let events = to.saturating_sub(from);
            root.push((tree.push_round(row, events), events));
        }
        let after = self.events().saturating_sub(last.unwrap_or(0));
        root.push((TreeItem::Events(after), after));
        root.retain(|&(_, events)| events > 0);
        tree.push_root(&root, |item| item);
        tree
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::durations::tests::calls;
    use crate::durations::under_way::sums_of;
    use crate::durations::IterationsOf;
    use crate::waits::TimedCall;
    use loopscope_testing::Random;

    #[test]
    fn rounds_last_from_the_call_of_their_first_event_to_that_of_the_next() {
        let mut random = Random::new(83);
        let mut rounds = 0;
        for _ in 0..2_000 {
            let events = random.below(30);
            let calls = calls(events, &mut random);
            let whole = LoopTree::begun(events);
            let starts: Vec<u64> = (0..events).filter(|_| random.below(5) == 0).collect();
            let tree = whole.in_rounds(&starts, 7);
            assert_eq!(tree.events(), events);
            let of = Some((IterationsOf::Loop(7), usize::MAX));
            let sums = sums_of((&tree, false), (0, 1 << 40), &calls, (of, &mut []));
            let begins = |event: &u64| {
                let holds = |call: &&TimedCall| {
                    (call.position..call.position + call.events).contains(event)
                };
                calls.iter().find(holds).unwrap().enter
            };
            let expected =
                starts.windows(2).map(|ends| begins(&ends[0]).abs_diff(begins(&ends[1])));
            let found = sums.iterations[0].iter().map(|it| it.period);
            assert_eq!(found.collect::<Vec<u64>>(), expected.collect::<Vec<u64>>());
            let all = sums.cells[0].iter().map(|cell| cell.own.time()).sum::<u64>();
            assert_eq!(all, 1 << 40);
            rounds += sums.iterations[0].len();
        }
        assert!(rounds > 4_000, "{rounds}");
    }
}
