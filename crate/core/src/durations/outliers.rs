//! Which iterations of a loop stand out.
//!
//! Each iteration counts with the longest period that it has on any process. A loop that is entered fewer than eight times is
//! one group; of any other, the iterations of one number are a group: the first of a pipeline is always longer. In a group of eight or
//! more an iteration stands out if it is above the median by more than 6 * max(1.4826 MAD, 1 %): of all iterations in
//! nanoseconds, of those of one number in logarithms, since such groups are small and skewed. One that is below the median by more than
//! that is unusually short, unless it is the very last one: where nothing comes after the loop, that one lasts to its own end only.
//!
//! Where iterations of one group get [longer or shorter](super::trend()) from first to last, each is compared with what it would take between
//! its neighbours: its distance from that, with the median of all such distances.
//!
//! Logarithms are whole numbers, so that every machine finds the same. O(n log n).

use super::trend::trend;
use crate::small_sort::SmallSort;

/// With fewer iterations in a group none stands out. A loop that is entered less often is one group.
pub const FEWEST_COMPARED: usize = 8;

/// So many iterations before one and after it say what it would take.
pub(super) const NEIGHBOURS: usize = 3;

/// Of fewer processes none stands apart.
const FEWEST_PROCESSES: usize = 4;

/// The binary digits of a logarithm after the point.
const DIGITS: u32 = 24;

/// A hundredth as a difference of logarithms: log2(e) / 100.
const HUNDREDTH: u64 = 242_044;

/// The least, the middle and the largest of some times, in nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spread {
    /// The shortest.
    pub min: u64,
    /// The one in the middle; of an even number the mean of both, rounded down.
    pub median: u64,
    /// The median of the distances from the median.
    pub mad: u64,
    /// The longest.
    pub max: u64,
    /// A tenth is at most as long as that.
    pub tenth: u64,
    /// Nine tenths are at most as long as that.
    pub ninth: u64,
}

impl Spread {
    /// The spread of times; all 0 if there are none. O(n log n).
    pub fn new(times: &[u64]) -> Self {
        let mut sorted = times.to_vec();
        sorted.sort_unstable();
        let (Some(&min), Some(&max)) = (sorted.first(), sorted.last()) else {
            return Self::default();
        };
        let middle = median(&sorted);
        let mut far: Vec<u64> = sorted.iter().map(|time| time.abs_diff(middle)).collect();
        far.sort_unstable();
        let part = |tenths: usize| sorted.get((sorted.len() - 1) * tenths / 10).copied().unwrap_or(max);
        Self { min, median: middle, mad: median(&far), max, tenth: part(1), ninth: part(9) }
    }

    /// Whether times differ so much that only very long ones can stand out: nine tenths are not below half as long again as
    /// one tenth.
    pub fn is_uneven(&self) -> bool {
        u128::from(self.ninth) * 2 > u128::from(self.tenth) * 3
    }
}

/// The one in the middle of sorted times; of an even number the mean of both, rounded down. 0 if there are none.
pub(super) fn median(sorted: &[u64]) -> u64 {
    let half = sorted.len() / 2;
    match (sorted.get(half), half.checked_sub(1).and_then(|at| sorted.get(at))) {
        (Some(&high), Some(&low)) if sorted.len().is_multiple_of(2) => low + (high - low) / 2,
        (Some(&middle), _) => middle,
        _ => 0,
    }
}

/// Iterations that take much longer than others. See the [module](self).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outliers {
    /// Their indices, longest first.
    pub indices: Vec<usize>,
    /// The indices of iterations that are unusually short, shortest first.
    pub short: Vec<usize>,
    /// The spread of the longest periods of all iterations.
    pub spread: Spread,
    /// The shortest period with which an iteration could stand out; `None` if there are too few to tell, or each is compared with its
    /// neighbours.
    pub least: Option<u64>,
    /// Whether each is compared with its neighbours.
    pub by_neighbours: bool,
    /// The median of each group: of all iterations, or of those of each number; or what each would take between its neighbours.
    medians: Vec<u64>,
}

impl Outliers {
    /// The iterations that stand out among those of these longest periods, `count` each time the loop is entered.
    pub fn new(all: &[u64], count: u64) -> Self {
        let count = usize::try_from(count.max(1)).unwrap_or(usize::MAX);
        let by_number = is_by_number(all.len(), count);
        let by_neighbours = !by_number && all.len() >= FEWEST_COMPARED && trend(all).is_some();
        let groups = match (by_number, by_neighbours) {
            (true, _) => count,
            (_, true) => 0,
            _ => 1,
        };
        let spread = Spread::new(all);
        let mut outliers = Self { spread, by_neighbours, ..Self::default() };
        if by_neighbours {
            outliers.beside_neighbours(all);
        }
        for first in 0..groups {
            let group = all.iter().enumerate().skip(first).step_by(groups);
            let times: Vec<u64> = group.clone().map(|(_, &time)| time).collect();
            outliers.medians.push(Spread::new(&times).median);
            if times.len() < FEWEST_COMPARED {
                continue;
            }
            let Usual { least: shortest, most } =
                if by_number { usual_of_logarithms(&times) } else { usual_times(&times) };
            let least = most.saturating_add(1);
            outliers.least = Some(outliers.least.map_or(least, |other| other.min(least)));
            let short = group.clone().filter(|&(at, &time)| time < shortest && at + 1 < all.len());
            outliers.short.extend(short.map(|(at, _)| at));
            outliers.indices.extend(group.filter(|(_, &time)| time > most).map(|(at, _)| at));
        }
        let period = |at: &usize| all.get(*at).copied().unwrap_or(0);
        // The complement turns the order around.
        for (list, mask) in [(&mut outliers.indices, u64::MAX), (&mut outliers.short, 0)] {
            list.sort_small_by_key(|at| (period(at) ^ mask, *at));
        }
        outliers
    }

    /// The iterations that stand out from their neighbours.
    fn beside_neighbours(&mut self, all: &[u64]) {
        self.medians = between_neighbours(all);
        // So much more that no distance is below 0.
        let more = self.medians.iter().copied().max().unwrap_or(0);
        let beside = |(own, usual): (&u64, &u64)| own.saturating_add(more - usual);
        let beside: Vec<u64> = all.iter().zip(&self.medians).map(beside).collect();
        let spread = Spread::new(&beside);
        for (at, (&own, &usual)) in beside.iter().zip(&self.medians).enumerate() {
            let Usual { least, most } = Usual::around(spread.median, bound(spread.mad, u128::from(usual) * 6 / 100));
            if own > most {
                self.indices.push(at);
            } else if own < least && at + 1 < all.len() {
                self.short.push(at);
            }
        }
    }

    /// Whether an iteration is compared with those of the same number only.
    pub fn by_number(&self) -> bool {
        self.medians.len() > 1 && !self.by_neighbours
    }

    /// The period with which an iteration is compared: the median of others, or what it would take between its neighbours.
    pub fn usual(&self, index: usize) -> u64 {
        let at = index.checked_rem(self.medians.len());
        at.and_then(|at| self.medians.get(at)).copied().unwrap_or(0)
    }
}

/// What each iteration would take between its neighbours: the median of the means of one before it and the one as far after it. The
/// first and the last have none, and what they take. O(n).
fn between_neighbours(periods: &[u64]) -> Vec<u64> {
    let between = |(at, &own): (usize, &u64)| {
        let mean = |far: usize| {
            let (before, after) = (periods.get(at.checked_sub(far)?)?, periods.get(at + far)?);
            Some(before / 2 + after / 2)
        };
        let mut means: Vec<u64> = (1..=NEIGHBOURS).filter_map(mean).collect();
        means.sort_unstable();
        if means.is_empty() {
            own
        } else {
            median(&means)
        }
    };
    periods.iter().enumerate().map(between).collect()
}

/// Whether a loop of `count` iterations is entered so often that iterations of the same number are compared.
fn is_by_number(iterations: usize, count: usize) -> bool {
    count > 1 && iterations / count >= FEWEST_COMPARED
}

/// The shortest and the longest time of a group that is not unusual.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Usual {
    least: u64,
    most: u64,
}

impl Usual {
    fn around(median: u64, bound: u64) -> Self {
        Self { least: median.saturating_sub(bound), most: median.saturating_add(bound) }
    }
}

fn usual_times(times: &[u64]) -> Usual {
    let spread = Spread::new(times);
    Usual::around(spread.median, bound(spread.mad, u128::from(spread.median) * 6 / 100))
}

/// The same on logarithms.
fn usual_of_logarithms(times: &[u64]) -> Usual {
    let logarithms: Vec<u64> = times.iter().map(|&time| logarithm(time)).collect();
    let spread = Spread::new(&logarithms);
    let usual = Usual::around(spread.median, bound(spread.mad, u128::from(HUNDREDTH) * 6));
    // A time is below a bound if its logarithm is: the first number whose logarithm is not.
    let least = usual.least.checked_sub(1).map_or(0, |below| last_up_to(below).saturating_add(1));
    Usual { least, most: last_up_to(usual.most) }
}

/// Which of some values are far from their median, by the rule for iterations in nanoseconds, in their order; none of fewer than four.
/// O(n log n).
pub fn far_from_median(values: &[u64]) -> Vec<usize> {
    if values.len() < FEWEST_PROCESSES {
        return Vec::new();
    }
    let Usual { least, most } = usual_times(values);
    let far = values.iter().enumerate().filter(|(_, &value)| value < least || value > most);
    far.map(|(at, _)| at).collect()
}

/// The last number whose logarithm is at most that.
#[inline(never)]
fn last_up_to(most: u64) -> u64 {
    let (mut low, mut high) = (0, u64::MAX);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        match logarithm(middle) <= most {
            true => low = middle,
            false => high = middle - 1,
        }
    }
    low
}

/// The larger of 6 times 1.4826 MAD and a least distance.
fn bound(mad: u64, least: u128) -> u64 {
    let scaled = u128::from(mad) * 14_826 * 6 / 10_000;
    u64::try_from(scaled.max(least)).unwrap_or(u64::MAX)
}

/// The logarithm of a number to the base 2, rounded down to [`DIGITS`] binary digits; never less than that of a smaller number.
/// 0 counts as 1.
pub(super) fn logarithm(number: u64) -> u64 {
    let number = number.max(1);
    let mut whole = u64::from(number.ilog2());
    // The number divided by its largest power of two, from 1 to 2 exclusively, with 63 binary digits after the point.
    let mut rest = number << number.leading_zeros();
    for _ in 0..DIGITS {
        let square = (u128::from(rest) * u128::from(rest)) >> 63;
        let digit = square >> 64;
        whole = whole << 1 | digit as u64;
        rest = (square >> digit) as u64;
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    fn middle(values: &[f64]) -> f64 {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let half = sorted.len() / 2;
        match sorted.len() % 2 {
            0 => (sorted[half - 1] + sorted[half]) / 2.0,
            _ => sorted[half],
        }
    }

    /// The rule for iterations that get longer or shorter, on floating-point numbers: what each would take, and which stand out.
    fn twin_of_trend(periods: &[u64]) -> (Vec<usize>, Vec<usize>) {
        let value = |at: usize| periods[at] as f64;
        let usual: Vec<f64> = (0..periods.len())
            .map(|at| {
                let most = at.min(periods.len() - 1 - at).min(3);
                let means = (1..=most).map(|far| (value(at - far) + value(at + far)) / 2.0);
                let means: Vec<f64> = means.collect();
                if means.is_empty() {
                    value(at)
                } else {
                    middle(&means)
                }
            })
            .collect();
        let beside: Vec<f64> = (0..periods.len()).map(|at| value(at) - usual[at]).collect();
        let usual_beside = middle(&beside);
        let far: Vec<f64> = beside.iter().map(|it| (it - usual_beside).abs()).collect();
        let bound = |at: usize| 6.0 * (1.4826 * middle(&far)).max(usual[at] / 100.0);
        let all = 0..periods.len();
        let is_long = |at: &usize| beside[*at] - usual_beside > bound(*at);
        let is_short = |at: &usize| usual_beside - beside[*at] > bound(*at) && at + 1 != periods.len();
        (all.clone().filter(is_long).collect(), all.filter(is_short).collect())
    }

    #[test]
    fn iterations_with_a_trend_are_compared_with_their_neighbours() {
        let mut random = loopscope_testing::Random::new(17);
        let (mut total, mut total_short) = (0, 0);
        for case in 0..2000 {
            let length = 8 + random.index(60);
            let slope = 2_000_000 + 2 * random.below(100_000);
            let mut periods: Vec<u64> =
                (0..length as u64).map(|at| 4_000_000 + at * slope + 2 * random.below(200_000)).collect();
            for _ in 0..random.index(3) {
                let at = random.index(length);
                periods[at] = match random.below(2) {
                    0 => periods[at] + slope * 4,
                    _ => periods[at] / 4 * 2,
                };
            }
            if random.below(2) == 0 {
                periods.reverse();
            }
            let outliers = Outliers::new(&periods, 1);
            if !outliers.by_neighbours {
                continue;
            }
            let (mut found, mut short) = (outliers.indices, outliers.short);
            found.sort_unstable();
            short.sort_unstable();
            total += found.len();
            total_short += short.len();
            assert_eq!((found, short), twin_of_trend(&periods), "{case}: {periods:?}");
        }
        assert!(total > 500 && total_short > 500, "{total} {total_short}");
        // A shrinking problem with a pause in the seventh iteration.
        let periods = [72, 63, 55, 48, 41, 35, 44, 23, 18, 15, 12, 9, 7, 5, 4].map(|it| it * 1000);
        let outliers = Outliers::new(&periods, 15);
        assert_eq!((outliers.indices, outliers.short), (vec![6], vec![]));
    }

    /// The rule on floating-point numbers, as it is stated.
    fn twin(periods: &[u64], count: usize) -> (Vec<usize>, Vec<usize>) {
        let median = middle;
        let by_number = count > 1 && periods.len() / count >= 8;
        let groups = if by_number { count } else { 1 };
        let (mut found, mut short) = (Vec::new(), Vec::new());
        for first in 0..groups {
            let group: Vec<usize> = (first..periods.len()).step_by(groups).collect();
            let value = |&at: &usize| match by_number {
                true => (periods[at] as f64).ln(),
                false => periods[at] as f64,
            };
            let values: Vec<f64> = group.iter().map(value).collect();
            if values.len() < 8 {
                continue;
            }
            let middle = median(&values);
            let far: Vec<f64> = values.iter().map(|value| (value - middle).abs()).collect();
            let least = if by_number { 0.01 } else { middle / 100.0 };
            let bound = 6.0 * (1.4826 * median(&far)).max(least);
            let is_short = |at: &usize| middle - value(at) > bound && at + 1 != periods.len();
            short.extend(group.iter().copied().filter(is_short));
            found.extend(group.into_iter().filter(|at| value(at) - middle > bound));
        }
        found.sort_unstable();
        short.sort_unstable();
        (found, short)
    }

    #[test]
    fn the_rule_is_as_stated() {
        let mut random = loopscope_testing::Random::new(7);
        let (mut total, mut total_short, mut by_number) = (0, 0, 0);
        for _ in 0..4000 {
            let count = 1 + random.below(4) as usize;
            let entered = random.below(24) as usize;
            // No number is near a limit by less than the digits of a logarithm tell.
            let periods: Vec<u64> = (0..count * entered)
                .map(|_| match random.below(8) {
                    0 => 1_000_000 + random.below(20_000_000),
                    1 => 100_000 + random.below(900_000),
                    _ => 1_000_000 + random.below(90_000),
                })
                .collect();
            let outliers = Outliers::new(&periods, count as u64);
            let mut found = outliers.indices.clone();
            let mut short = outliers.short.clone();
            found.sort_unstable();
            short.sort_unstable();
            total += found.len();
            total_short += short.len();
            assert_eq!((found, short), twin(&periods, count), "{count} {periods:?}");
            by_number += usize::from(outliers.by_number());
        }
        assert!(total > 2000 && total_short > 2000 && by_number > 500, "{total} {total_short}");
    }

    #[test]
    fn what_stands_out() {
        let spread = Spread::new(&[5, 1, 9, 3]);
        assert_eq!((spread.min, spread.median, spread.mad, spread.max), (1, 4, 2, 9));
        assert_eq!(Spread::new(&[]), Spread::default());
        // Equal periods: nothing stands out; 6 % more does not, a nanosecond beyond that does.
        assert!(Outliers::new(&[100; 20], 0).indices.is_empty());
        let mut periods = [100; 20];
        periods[7] = 106;
        assert!(Outliers::new(&periods, 0).indices.is_empty());
        periods[7] = 107;
        let outliers = Outliers::new(&periods, 0);
        assert_eq!((outliers.indices, outliers.least), (vec![7], Some(107)));
        // The same below the median: 6 % less does not, a nanosecond beyond that is unusually short.
        periods[3] = 94;
        assert!(Outliers::new(&periods, 0).short.is_empty());
        periods[3] = 93;
        assert_eq!(Outliers::new(&periods, 0).short, [3]);
        periods[3] = 100;
        assert_eq!(far_from_median(&[1_000, 1_010, 1_030, 4_000]), [3]);
        assert!(far_from_median(&[10, 10, 40]).is_empty());
        // Below eight iterations nothing is said.
        let few = Outliers::new(&periods[1..8], 0);
        assert_eq!((few.indices, few.least), (vec![], None));
        assert_eq!(Outliers::new(&[], 0).usual(3), 0);
        // An inner loop: each iteration against those of the same number.
        let mut inner = [100, 1000].repeat(10);
        inner[4] = 300;
        let outliers = Outliers::new(&inner, 2);
        assert_eq!((outliers.indices.as_slice(), outliers.by_number()), (&[4][..], true));
        assert_eq!((outliers.usual(4), outliers.usual(5)), (100, 1000));
        assert_eq!(outliers.least, Some(107));
    }

    #[test]
    fn logarithms_never_fall() {
        let mut numbers: Vec<u64> = (0..64).flat_map(|bit| [1 << bit, (1 << bit) + 1]).collect();
        let mut random = loopscope_testing::Random::new(8);
        numbers.extend((0..2000).map(|_| random.below(1 << 32) * 77));
        numbers.extend([0, u64::MAX - 1, u64::MAX]);
        numbers.sort_unstable();
        for pair in numbers.windows(2) {
            assert!(logarithm(pair[0]) <= logarithm(pair[1]), "{pair:?}");
        }
        for number in numbers.into_iter().filter(|&number| number > 0) {
            let exact = (number as f64).log2() * f64::from(1 << DIGITS);
            assert!((logarithm(number) as f64 - exact).abs() < 2.0, "{number}");
        }
        assert_eq!(usual_of_logarithms(&[0; 9]), Usual { least: 0, most: 1 });
        assert_eq!(usual_of_logarithms(&[u64::MAX; 9]).most, u64::MAX);
    }
}
