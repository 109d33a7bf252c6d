//! The iterations of one loop: how long each lasts, and which stand out.

use super::cursor::Level;
use super::Parts;
use crate::small_sort::SmallSort;

/// An iteration of a loop on one process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Iteration {
    /// When its first event begins, in nanoseconds of the corrected clock.
    pub start: i64,
    /// When its last event ends.
    pub end: i64,
    /// From its first event to that of the next iteration; of the last one to the next event after the loop, or to its
    /// own end.
    pub period: u64,
    /// What counts for it, with the loops inside it. The first iteration has no gap before it, so all of them together are the
    /// time of the loop.
    pub parts: Parts,
}

/// Records the iterations of a loop while a process is walked.
#[derive(Debug)]
pub(super) struct Recorder {
    row: u32,
    most: usize,
    /// The level on which the loop is under way, and what it had added up to when the iteration began.
    open: Option<(usize, Parts)>,
    /// When the first event of the iteration begins and its last one ends, as far as there are any.
    span: Option<(i64, i64)>,
    /// Whether the last iteration in the list still lacks its period.
    waits: bool,
    list: Vec<Iteration>,
}

impl Recorder {
    pub(super) fn new(row: u32, most: usize) -> Recorder {
        Recorder { row, most, open: None, span: None, waits: false, list: Vec::new() }
    }

    pub(super) fn iteration_begins(&mut self, depth: usize, level: &Level) {
        // Of loops of one name inside each other only the outermost counts.
        if level.node.row == self.row && self.open.is_none() {
            self.open = Some((depth, level.total()));
            self.span = None;
        }
    }

    pub(super) fn iteration_ends(&mut self, depth: usize, level: &Level) {
        let Some((at, before)) = self.open.filter(|(at, _)| *at == depth) else { return };
        debug_assert_eq!(at, depth);
        self.open = None;
        if let (Some((start, end)), true) = (self.span.take(), self.list.len() < self.most) {
            let parts = level.total().minus(before);
            self.list.push(Iteration { start, end, period: end.abs_diff(start), parts });
            self.waits = true;
        }
    }

    /// The process has an event in a call of these times.
    pub(super) fn touch(&mut self, enter: i64, leave: i64) {
        if std::mem::take(&mut self.waits) {
            if let Some(last) = self.list.last_mut() {
                last.period = enter.saturating_sub(last.start).max(0).unsigned_abs();
            }
        }
        if self.open.is_some() {
            let (start, end) = self.span.unwrap_or((enter, leave));
            self.span = Some((start, end.max(leave)));
        }
    }

    pub(super) fn finish(self) -> Vec<Iteration> {
        self.list
    }
}

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
    pub fn new(times: &[u64]) -> Spread {
        let mut sorted = times.to_vec();
        sorted.sort_unstable();
        let (Some(&min), Some(&max)) = (sorted.first(), sorted.last()) else {
            return Spread::default();
        };
        let middle = median(&sorted);
        let mut far: Vec<u64> = sorted.iter().map(|time| time.abs_diff(middle)).collect();
        far.sort_unstable();
        let part =
            |tenths: usize| sorted.get((sorted.len() - 1) * tenths / 10).copied().unwrap_or(max);
        Spread { min, median: middle, mad: median(&far), max, tenth: part(1), ninth: part(9) }
    }

    /// How far above the median a time must be to stand out: 6 times 1.4826 MAD, at least 6 % of the median.
    pub fn bound(&self) -> u64 {
        let scaled = u128::from(self.mad) * 14_826 * 6 / 10_000;
        let least = u128::from(self.median) * 6 / 100;
        u64::try_from(scaled.max(least)).unwrap_or(u64::MAX)
    }

    /// Whether times differ so much that only very long ones can stand out: nine tenths are not below half as long again as
    /// one tenth.
    pub fn is_uneven(&self) -> bool {
        u128::from(self.ninth) * 2 > u128::from(self.tenth) * 3
    }
}

fn median(sorted: &[u64]) -> u64 {
    let half = sorted.len() / 2;
    match (sorted.get(half), half.checked_sub(1).and_then(|at| sorted.get(at))) {
        (Some(&high), Some(&low)) if sorted.len().is_multiple_of(2) => low + (high - low) / 2,
        (Some(&middle), _) => middle,
        _ => 0,
    }
}

/// With fewer iterations nothing is said to stand out.
const FEWEST: usize = 8;

/// The iterations of a loop, over all its processes.
#[derive(Clone, Debug, Default)]
pub struct Iterations {
    /// The processes that run it, by place, each with its iterations: all have the same number.
    pub processes: Vec<(u32, Vec<Iteration>)>,
    /// Iterations each time the loop is entered; iteration `i` of the list is number `i % count`.
    pub count: u64,
}

/// Iterations that take much longer than others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outliers {
    /// Their indices, longest first.
    pub indices: Vec<usize>,
    /// The spread of the longest periods; of an inner loop that is entered often, that of all iterations.
    pub spread: Spread,
}

impl Iterations {
    /// The number of iterations.
    pub fn len(&self) -> usize {
        self.processes.iter().map(|(_, list)| list.len()).max().unwrap_or(0)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The longest period that an iteration has on any process, and the place of that process.
    pub fn longest(&self, index: usize) -> Option<(u64, u32)> {
        let periods = self.processes.iter();
        let periods = periods.filter_map(|(place, list)| Some((list.get(index)?.period, *place)));
        periods.max_by_key(|&(period, place)| (period, std::cmp::Reverse(place)))
    }

    /// The iterations that stand out. Of a loop that is entered eight times or more each iteration is compared with those of
    /// the same index. O(iterations log iterations).
    pub fn outliers(&self) -> Outliers {
        let all: Vec<u64> =
            (0..self.len()).map(|at| self.longest(at).map_or(0, |(period, _)| period)).collect();
        let spread = Spread::new(&all);
        let count = usize::try_from(self.count.max(1)).unwrap_or(usize::MAX);
        let entered = all.len() / count;
        let mut indices: Vec<usize> = Vec::new();
        let mut compare = |indices_of: &mut dyn Iterator<Item = usize>| {
            let group: Vec<usize> = indices_of.collect();
            if group.len() < FEWEST {
                return;
            }
            let times: Vec<u64> = group.iter().filter_map(|&at| all.get(at).copied()).collect();
            let own = Spread::new(&times);
            let over = |&at: &usize| {
                all.get(at).is_some_and(|&it| it.saturating_sub(own.median) > own.bound())
            };
            indices.extend(group.iter().copied().filter(over));
        };
        if entered >= FEWEST {
            for inner in 0..count {
                compare(&mut (inner..all.len()).step_by(count));
            }
        } else {
            compare(&mut (0..all.len()));
        }
        indices.sort_small_by_key(|&at| (std::cmp::Reverse(all.get(at).copied()), at));
        Outliers { indices, spread }
    }
}
