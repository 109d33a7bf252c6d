//! Rounds: what a process does from one event of a kind to the next, as iterations of a loop that need not be alike.

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

/// Rows of rounds: these have the highest numbers.
pub const ROWS_OF_ROUNDS: u32 = 16;

/// Whether a row is one of rounds. These last from the end of a call to the end of another one, so that what is waited there
/// for the last process belongs to the round in which that is late.
#[inline]
pub fn is_rounds(row: u32) -> bool {
    u32::MAX - row < ROWS_OF_ROUNDS
}

/// Where the rounds of a process begin and end, beside the events that divide them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Edges {
    /// Where what stands before the first divider begins, and what stands after the last ends, if that is a round.
    pub beyond: (Option<u64>, Option<u64>),
    /// So many of the first rounds, and of the last, do not hold what most hold; `None` where most have nothing in common.
    pub idle: Option<(usize, usize)>,
}

/// What is told apart in [`edges`], events or kinds of them, and where it comes.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    /// Rounds that it opens, closes, and is in.
    opens: u64,
    closes: u64,
    rounds: u64,
    /// The last round that it is in, from 1, and its bit among those that a round has.
    round: u64,
    bit: u64,
    /// From where to where it comes before the first divider, and after the last.
    before: Option<(u64, u64)>,
    after: Option<(u64, u64)>,
}

/// Kinds that are told apart where rounds are looked at one by one.
const MOST_KINDS: u32 = 64;

/// Where the rounds between these dividers, which ascend, begin and end. What stands before the first or after the last of them is a round if it holds all
/// kinds of events that three quarters of the rounds hold, and an event that most of them begin or end with. `kinds` has the kind of each event
/// there is. O(events), memory O(kinds + dividers).
pub fn edges(events: impl Iterator<Item = usize>, kinds: &[usize], dividers: &[u64]) -> Edges {
    let most = kinds.iter().max().map_or(0, |most| most + 1);
    // Events, and after them their kinds.
    let mut all = vec![Seen::default(); kinds.len() + most];
    let (last, mut masks) = (dividers.len() as u64, Vec::with_capacity(dividers.len()));
    let mut next = dividers.iter().peekable();
    let (mut round, mut mask, mut bits, mut before) = (0u64, 0u64, 0u32, None);
    for (at, thing) in (0u64..).zip(events) {
        if next.next_if_eq(&&at).is_some() {
            let closing = before.and_then(|it: usize| all.get_mut(it)).filter(|_| round > 0);
            closing.into_iter().for_each(|it| it.closes += 1);
            masks.push(mask);
            (round, mask, before) = (round + 1, 0, None);
            continue;
        }
        let Some(&kind) = kinds.get(thing) else { continue };
        for which in [thing, kinds.len() + kind] {
            let Some(seen) = all.get_mut(which) else { continue };
            if round == 0 {
                extend(&mut seen.before, at);
            } else if round == last {
                extend(&mut seen.after, at);
            } else {
                if seen.rounds == 0 && which >= kinds.len() && bits < MOST_KINDS {
                    (seen.bit, bits) = (1 << bits, bits + 1);
                }
                seen.opens += u64::from(before.is_none());
                seen.rounds += u64::from(seen.round != round);
                seen.round = round;
                mask |= seen.bit;
            }
        }
        before = Some(thing);
    }
    let rounds = last.saturating_sub(1);
    let (things, kinds) = all.split_at(kinds.len());
    let (mut begin, mut end, mut wanted) = (None, None, 0);
    for thing in things {
        if 2 * thing.opens > rounds {
            begin = thing.before.map(|(first, _)| first);
        }
        if 2 * thing.closes > rounds {
            end = thing.after.map(|(_, last)| last + 1);
        }
    }
    for kind in kinds.iter().filter(|it| it.rounds > 0 && 4 * it.rounds >= 3 * rounds) {
        begin = begin.filter(|&begin| kind.before.is_some_and(|(_, last)| begin <= last));
        end = end.filter(|&end| kind.after.is_some_and(|(first, _)| first < end));
        wanted |= kind.bit;
    }
    // What is before the first divider is no round between two.
    let between = masks.get(1..).unwrap_or_default();
    let is_idle = |mask: &u64| mask & wanted != wanted;
    let first = between.iter().position(|mask| !is_idle(mask)).unwrap_or(between.len());
    let to = between.iter().rposition(|mask| !is_idle(mask)).map_or(0, |at| at + 1);
    let idle = (wanted != 0).then_some((first, between.len() - to));
    Edges { beyond: (begin, end), idle }
}

#[inline(never)] // One copy for both its calls.
fn extend(span: &mut Option<(u64, u64)>, at: u64) {
    *span = Some((span.map_or(at, |(first, _)| first), at));
}

/// Where the rounds of each process begin, and at last where the last ends, if these are its dividers and edges. A round is one of all
/// processes.
pub fn starts_of_all(processes: Vec<(Vec<u64>, Edges)>) -> Vec<Vec<u64>> {
    let (mut first, mut last, mut begun, mut ended) = (usize::MAX, usize::MAX, true, true);
    for (_, edges) in &processes {
        let idle = edges.idle.unwrap_or((usize::MAX, usize::MAX));
        (first, last) = (first.min(idle.0), last.min(idle.1));
        (begun, ended) = (begun && edges.beyond.0.is_some(), ended && edges.beyond.1.is_some());
    }
    // Where no process can tell, all rounds count.
    let (first, last) = if first == usize::MAX { (0, 0) } else { (first, last) };
    let starts = |(dividers, edges): (Vec<u64>, Edges)| {
        let mut starts = Vec::with_capacity(dividers.len() + 2);
        starts.extend(edges.beyond.0.filter(|_| begun && first == 0));
        let to = dividers.len().saturating_sub(last);
        starts.extend(dividers.get(first..to).unwrap_or_default().iter().map(|at| at + 1));
        starts.extend(edges.beyond.1.filter(|_| ended && last == 0));
        starts
    };
    processes.into_iter().map(starts).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::durations::excess::excess_of;
    use crate::durations::tests::calls;
    use crate::durations::under_way::sums_of;
    use crate::durations::{Compared, IterationsOf};
    use crate::waits::TimedCall;
    use loopscope_testing::Random;

    #[test]
    fn rounds_last_from_the_end_of_the_call_before_to_the_end_of_their_last() {
        let mut random = Random::new(83);
        let mut rounds = 0;
        for _ in 0..2_000 {
            let events = random.below(30);
            let calls = calls(events, &mut random);
            let whole = LoopTree::begun(events);
            let starts: Vec<u64> = (0..events).filter(|_| random.below(5) == 0).collect();
            let tree = whole.in_rounds(&starts, u32::MAX);
            assert_eq!(tree.events(), events);
            let of = Some((IterationsOf::Loop(u32::MAX), usize::MAX));
            let sums = sums_of((&tree, false), (0, 1 << 40), &calls, (of, &mut []));
            let call_of = |event: u64| {
                let holds = |call: &&TimedCall| (call.position..call.position + call.events).contains(&event);
                calls.iter().find(holds).unwrap()
            };
            let begins = |event: u64| match event {
                0 => call_of(0).enter,
                later => call_of(later - 1).leave,
            };
            let expected = starts.windows(2).map(|ends| {
                let begin = begins(ends[0]);
                begin.abs_diff(call_of(ends[1] - 1).leave)
            });
            let found = sums.iterations[0].iter().map(|it| it.period);
            assert_eq!(found.collect::<Vec<u64>>(), expected.collect::<Vec<u64>>());
            for it in &sums.iterations[0] {
                assert_eq!((it.parts.time(), it.end.abs_diff(it.start)), (it.period, it.period));
            }
            let names = vec![None; calls.len()];
            for (index, it) in (0u64..).zip(&sums.iterations[0]) {
                let iterations = sums.iterations[0].len() as u64;
                let compared = Compared { row: u32::MAX, index, every: 1, near: false, iterations };
                let excess = excess_of(&tree, &calls, &names, compared).unwrap();
                let slots = excess.slots.iter().map(|slot| slot.here.time).sum::<u64>();
                assert_eq!((excess.period, slots), (it.period, it.period));
            }
            let all = sums.cells[0].iter().map(|cell| cell.own.time()).sum::<u64>();
            assert_eq!(all, 1 << 40);
            rounds += sums.iterations[0].len();
        }
        assert!(rounds > 4_000, "{rounds}");
    }

    /// The same, looked up in each piece anew.
    fn edges_by_pieces(events: &[(usize, usize)], dividers: &[u64]) -> Edges {
        let ends = dividers.iter().map(|&at| at as usize).collect::<Vec<usize>>();
        let (Some(&first), Some(&last)) = (ends.first(), ends.last()) else {
            return Edges::default();
        };
        let rounds: Vec<&[(usize, usize)]> = ends.windows(2).map(|pair| &events[pair[0] + 1..pair[1]]).collect();
        let holds = |of: &[(usize, usize)], kind| of.iter().any(|it| it.1 == kind);
        let mut usual: Vec<usize> = rounds.iter().flat_map(|it| it.iter().map(|it| it.1)).collect();
        usual.retain(|&kind| 4 * rounds.iter().filter(|it| holds(it, kind)).count() >= 3 * rounds.len());
        let in_all = |piece: &[(usize, usize)]| usual.iter().all(|&kind| holds(piece, kind));
        let is_most = |thing: usize, end: fn(&&[(usize, usize)]) -> Option<usize>| {
            2 * rounds.iter().filter(|it| end(it) == Some(thing)).count() > rounds.len()
        };
        let begin = (0..first).find(|&at| is_most(events[at].0, |it| it.first().map(|it| it.0)));
        let begin = begin.filter(|&at| in_all(&events[at..first]));
        let mut after = (last + 1..events.len()).rev();
        let end = after.find(|&at| is_most(events[at].0, |it| it.last().map(|it| it.0)));
        let end = end.filter(|&at| in_all(&events[last + 1..=at]));
        let idle = |rounds: &mut dyn Iterator<Item = &&[(usize, usize)]>| rounds.take_while(|it| !in_all(it)).count();
        let idle = (idle(&mut rounds.iter()), idle(&mut rounds.iter().rev()));
        Edges {
            beyond: (begin.map(|at| at as u64), end.map(|at| at as u64 + 1)),
            idle: (!usual.is_empty()).then_some(idle),
        }
    }

    #[test]
    fn what_holds_all_that_most_rounds_hold_is_a_round_too() {
        let of = |text: &str| {
            let dividers: Vec<u64> = text.match_indices('M').map(|(position, _)| position as u64).collect();
            let kinds: Vec<usize> = (0..256).collect();
            edges(text.bytes().map(usize::from), &kinds, &dividers)
        };
        // Two events set up; rounds of 1, 2 or 3 times b end with M; one more closes.
        assert_eq!(of("xyabbMabMabbbMabMz").beyond, (Some(2), None));
        assert_eq!(of("xMabbcMabcMabbbcMabcz").beyond, (None, Some(20)));
        assert_eq!(of("xabMcdabMcdabMcdz").beyond, (None, None));
        assert_eq!((of("aMaM").beyond, of("aM").beyond), ((Some(0), None), (None, None)));
        // Rounds in which nothing is done, before the others and after them.
        let idle = format!("MxMM{}zM", "abM".repeat(12));
        assert_eq!(of(&idle).idle, Some((2, 1)));
        assert_eq!((of("MMMM").idle, of("M").idle), (None, None));
        let mut random = Random::new(85);
        let (mut begun, mut ended, mut idle) = (0, 0, 0);
        for _ in 0..3_000 {
            let things = 2 + random.below(3) as usize;
            let events: Vec<(usize, usize)> = (0..random.below(40))
                .map(|_| random.below(things as u64) as usize)
                .map(|thing| (thing, thing / 2))
                .collect();
            let dividers: Vec<u64> = (0..events.len() as u64).filter(|_| random.below(4) == 0).collect();
            let kinds: Vec<usize> = (0..things).map(|thing| thing / 2).collect();
            let found = edges(events.iter().map(|it| it.0), &kinds, &dividers);
            assert_eq!(found, edges_by_pieces(&events, &dividers), "{events:?} {dividers:?}");
            begun += usize::from(found.beyond.0.is_some());
            ended += usize::from(found.beyond.1.is_some());
            idle += usize::from(found.idle.is_some_and(|it| it.0 + it.1 > 0));
        }
        assert!(begun > 250 && ended > 250 && idle > 150, "{begun} {ended} {idle}");
    }

    #[test]
    fn a_round_is_one_of_all_processes() {
        let edges = |beyond, idle| Edges { beyond, idle };
        let of = |all: [Edges; 2]| starts_of_all(all.map(|it| (vec![4, 8, 12, 16], it)).into());
        let both = edges((Some(2), Some(19)), Some((0, 0)));
        assert_eq!(of([both; 2])[0], [2, 5, 9, 13, 17, 19]);
        assert_eq!(of([both, edges((None, Some(18)), None)])[1], [5, 9, 13, 17, 18]);
        assert_eq!(of([edges((Some(1), None), Some((1, 1))), edges((Some(1), None), None)])[0], [9, 13]);
        assert_eq!(of([edges((None, None), Some((1, 0))), edges((None, None), Some((2, 1)))])[0], [9, 13, 17]);
    }
}
