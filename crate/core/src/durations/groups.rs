//! Iterations in groups of about the same length.
//!
//! Each iteration counts with the longest period that it has on any process. Of all ways to cut the sorted periods into `k`
//! stretches, that with the least sum of squared distances from the mean of each stretch is taken: k-means, which on a line
//! has an exact answer (Wang and Song, Ckmeans.1d.dp, 2011). Distances are of logarithms: twice as long is as far at a
//! microsecond as at a second. Where an optimal cut lies never moves left if the stretch grows at its right end, so each level is
//! found by halving: O(k n log n).

use super::outliers::logarithm;
use crate::small_sort::SmallSort;

/// The numbers of groups that are offered.
const FEWEST: usize = 2;
const MOST: usize = 5;

/// Cuts are looked for among so many periods: of more, among so many at equal steps of their order.
const MOST_PERIODS: usize = 1 << 13;

/// Iterations of about the same length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// How many they are.
    pub iterations: usize,
    /// The shortest period.
    pub from: u64,
    /// The longest period.
    pub to: u64,
    /// The period in the middle; of an even number the shorter of both.
    pub median: u64,
    /// The index of the first iteration that has that period.
    pub nearest: usize,
}

/// All iterations in groups, the shortest first.
#[derive(Clone, Debug, PartialEq)]
pub struct Grouping {
    /// The groups; no two overlap, none is empty.
    pub groups: Vec<Group>,
    /// The part of the squared distances from the mean that lies between the groups, 0 to 1: 1 if the iterations of each group
    /// are equal.
    pub explained: f64,
}

/// The best groupings into two to five groups; into fewer, if fewer periods differ. `periods` is by iteration.
pub(super) fn groupings(periods: &[u64]) -> Vec<Grouping> {
    let mut order: Vec<usize> = (0..periods.len()).collect();
    let period = |at: usize| periods.get(at).copied().unwrap_or(0);
    order.sort_small_by_key(|&at| (period(at), at));
    let sorted: Vec<u64> = order.iter().map(|&at| period(at)).collect();
    let step = sorted.len().div_ceil(MOST_PERIODS).max(1);
    let thinned: Vec<u64> = sorted.iter().copied().step_by(step).collect();
    let Some(cutter) = Cutter::new(&thinned) else { return Vec::new() };
    let grouping = |groups: usize| {
        let (cuts, explained) = cutter.cuts(groups)?;
        // Equal periods stay together: a group begins with the first of those at its cut.
        let begins = |&cut: &usize| {
            let from = thinned.get(cut).copied().unwrap_or(0);
            sorted.partition_point(|&period| period < from)
        };
        let mut begins: Vec<usize> = cuts.iter().map(begins).collect();
        begins.push(sorted.len());
        let groups = begins.windows(2).map(|ends| {
            let &[begin, end] = ends else { return None };
            let members = sorted.get(begin..end)?;
            let median = *members.get(members.len().checked_sub(1)? / 2)?;
            let first = begin + members.partition_point(|&period| period < median);
            Some(Group {
                iterations: end - begin,
                from: *members.first()?,
                to: *members.last()?,
                median,
                nearest: *order.get(first)?,
            })
        });
        Some(Grouping { groups: groups.collect::<Option<Vec<Group>>>()?, explained })
    };
    (FEWEST..=MOST).map_while(grouping).collect()
}

/// The best cuts of sorted periods into up to [`MOST`] stretches.
struct Cutter {
    sums: Sums,
    /// The least sum of squared distances of all periods in one, two, .. stretches.
    costs: Vec<f64>,
    /// For each number of stretches from two on, and each end, where the last stretch begins.
    cuts: Vec<Vec<usize>>,
}

impl Cutter {
    /// `None` if all periods are equal.
    fn new(sorted: &[u64]) -> Option<Self> {
        let distinct = sorted.chunk_by(|one, next| one == next).count();
        if distinct < FEWEST {
            return None;
        }
        let sums = Sums::new(sorted);
        let mut before: Vec<f64> = (0..=sorted.len()).map(|end| sums.cost(0, end)).collect();
        let mut cutter = Self { sums, costs: before.last().copied().into_iter().collect(), cuts: Vec::new() };
        for stretches in FEWEST..=MOST.min(distinct) {
            let (costs, cuts) = cutter.level(&before, stretches);
            cutter.costs.extend(costs.last());
            cutter.cuts.push(cuts);
            before = costs;
        }
        Some(cutter)
    }

    /// One stretch more: for each end the least cost, and where the last stretch begins. `before` has the costs with one less.
    fn level(&self, before: &[f64], stretches: usize) -> (Vec<f64>, Vec<usize>) {
        let ends = before.len();
        let (mut costs, mut cuts) = (vec![f64::INFINITY; ends], vec![0; ends]);
        // Ranges of ends, each with the range in which its cuts lie; both inclusive.
        let mut open = vec![(stretches, ends - 1, stretches - 1, ends - 1)];
        while let Some((from, to, least, most)) = open.pop() {
            if from > to {
                continue;
            }
            let end = from + (to - from) / 2;
            let mut best = (f64::INFINITY, least);
            for cut in least..=most.min(end - 1) {
                let Some(rest) = before.get(cut) else { break };
                let cost = rest + self.sums.cost(cut, end);
                if cost < best.0 {
                    best = (cost, cut);
                }
            }
            if let (Some(cost), Some(cut)) = (costs.get_mut(end), cuts.get_mut(end)) {
                (*cost, *cut) = best;
            }
            open.push((from, end - 1, least, best.1));
            open.push((end + 1, to, best.1, most));
        }
        (costs, cuts)
    }

    /// Where each of so many stretches begins, and the explained part; `None` if there are not so many.
    fn cuts(&self, stretches: usize) -> Option<(Vec<usize>, f64)> {
        let explained = 1.0 - self.costs.get(stretches - 1)? / self.costs.first()?;
        let mut begins = vec![0; stretches];
        let mut end = self.sums.len();
        for at in (1..stretches).rev() {
            end = *self.cuts.get(at - 1)?.get(end)?;
            *begins.get_mut(at)? = end;
        }
        Some((begins, explained))
    }
}

/// Sums of the first logarithms and of their squares.
struct Sums(Vec<(u64, u128)>);

impl Sums {
    fn new(sorted: &[u64]) -> Self {
        let mut sums = vec![(0u64, 0u128)];
        let (mut once, mut squared) = (0, 0);
        for &period in sorted {
            let logarithm = logarithm(period);
            once += logarithm;
            squared += u128::from(logarithm) * u128::from(logarithm);
            sums.push((once, squared));
        }
        Self(sums)
    }

    fn len(&self) -> usize {
        self.0.len() - 1
    }

    /// The sum of the squared distances from their mean of the logarithms in a range. The difference is taken in whole numbers, so
    /// nothing is lost where they are close to each other.
    fn cost(&self, from: usize, to: usize) -> f64 {
        let (Some(&(once, squared)), Some(&(end, end_squared))) = (self.0.get(from), self.0.get(to)) else {
            return f64::INFINITY;
        };
        let (count, sum) = ((to - from).max(1) as u128, u128::from(end - once));
        ((end_squared - squared) * count - sum * sum) as f64 / count as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The least cost of all ways to cut, by trying them all.
    fn twin(sorted: &[u64], stretches: usize) -> f64 {
        let logs: Vec<f64> = sorted.iter().map(|&period| logarithm(period) as f64).collect();
        let cost = |part: &[f64]| {
            let mean = part.iter().sum::<f64>() / part.len() as f64;
            part.iter().map(|log| (log - mean) * (log - mean)).sum::<f64>()
        };
        fn least(logs: &[f64], stretches: usize, cost: &dyn Fn(&[f64]) -> f64) -> f64 {
            match stretches {
                1 => cost(logs),
                _ => (1..=logs.len() + 1 - stretches)
                    .map(|cut| cost(&logs[..cut]) + least(&logs[cut..], stretches - 1, cost))
                    .fold(f64::INFINITY, f64::min),
            }
        }
        least(&logs, stretches, &cost)
    }

    fn cost_of(sorted: &[u64], groups: &[Group]) -> f64 {
        let sums = Sums::new(sorted);
        let mut begin = 0;
        let mut all = 0.0;
        for group in groups {
            all += sums.cost(begin, begin + group.iterations);
            begin += group.iterations;
        }
        assert_eq!(begin, sorted.len());
        all
    }

    #[test]
    fn no_other_cut_is_better() {
        let mut random = loopscope_testing::Random::new(31);
        let mut seen = 0;
        for _ in 0..3000 {
            let most = 1 + random.below(60);
            let periods: Vec<u64> = (0..random.below(11)).map(|_| 1000 + 100 * random.below(most)).collect();
            let mut sorted = periods.clone();
            sorted.sort_unstable();
            let mut distinct = sorted.clone();
            distinct.dedup();
            let found = groupings(&periods);
            assert_eq!(found.len(), distinct.len().min(MOST).saturating_sub(1), "{periods:?}");
            for (grouping, stretches) in found.iter().zip(FEWEST..) {
                assert_eq!(grouping.groups.len(), stretches);
                let (cost, least) = (cost_of(&sorted, &grouping.groups), twin(&sorted, stretches));
                let all = twin(&sorted, 1);
                assert!((cost - least).abs() <= all * 1e-9, "{periods:?} {cost} {least}");
                assert!((grouping.explained - (1.0 - least / all)).abs() < 1e-9);
                seen += 1;
            }
        }
        assert!(seen > 5000, "{seen}");
    }

    #[test]
    fn groups_hold_every_iteration_once() {
        let mut random = loopscope_testing::Random::new(32);
        for size in [10usize, 1000, 3 * MOST_PERIODS + 5] {
            let centre = [1_000u64, 3_000, 20_000];
            let periods: Vec<u64> = (0..size).map(|at| centre[at % 3] + random.below(100)).collect();
            let found = groupings(&periods);
            let three = &found[1];
            let counts: Vec<usize> = three.groups.iter().map(|group| group.iterations).collect();
            assert_eq!(counts, [size.div_ceil(3), (size + 1) / 3, size / 3]);
            assert!(three.explained > 0.99, "{}", three.explained);
            for group in &three.groups {
                assert!(group.from <= group.median && group.median <= group.to);
                assert_eq!(periods[group.nearest], group.median);
            }
        }
        assert!(groupings(&[]).is_empty() && groupings(&[7; 40]).is_empty());
        // Equal periods are never divided, however many there are.
        let found = groupings(&[5, 5, 5, 5, 9]);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].groups[0].iterations, found[0].groups[1].nearest), (4, 4));
        assert!((found[0].explained - 1.0).abs() < 1e-12);
    }
}
