//! A constant and a rate for each clock, where constants alone cannot set the clocks right.
//!
//! Between two processes only the points (time of sending, receiving less sending) on the lower convex hull matter: a
//! straight line below the hull is below all points (Duda). The clocks are moved one after the other, each to the line that
//! leaves the largest margin to what its neighbours allow, given their lines; that never makes the least margin smaller. The
//! line is found by its rate alone, because for a rate the best constant lies in the middle.
//!
//! Rates are integers, in units of 2^-40, which is below a nanosecond in a quarter of an hour.

use rustc_hash::FxHashMap;

use crate::small_sort::SmallSort;

use super::offsets::signed;
use super::orders::Order;

/// Bits of a rate behind the point.
const BITS: u32 = 40;

/// The largest rate that is looked for: 0.1 %, far beyond any clock.
const FASTEST: i64 = (1 << BITS) / 1000;

/// Rounds in which every clock is moved once.
const ROUNDS: usize = 60;

/// What is added to the times of a process: a constant, and a rate from some time on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// What is added at the time `from`.
    pub offset: i64,
    /// What is added in 2^40 units of time after that.
    pub rate: i64,
    /// The time at which the offset holds.
    pub from: i64,
}

impl Line {
    /// A corrected time.
    #[inline]
    pub fn at(self, time: u64) -> i64 {
        let time = signed(time);
        if self.rate == 0 {
            return time.saturating_add(self.offset);
        }
        time.saturating_add(self.added(time))
    }

    #[inline(never)] // Seldom needed, and not small: many callers of `at` would have it each.
    fn added(self, time: i64) -> i64 {
        self.offset.saturating_add(scaled(self.rate, time.saturating_sub(self.from)))
    }

    /// How fast the clock is corrected, in parts per million.
    pub fn parts_per_million(self) -> f64 {
        self.rate as f64 / (1u64 << BITS) as f64 * 1e6
    }
}

fn scaled(rate: i64, time: i64) -> i64 {
    let product = (i128::from(rate) * i128::from(time)) >> BITS;
    i64::try_from(product).unwrap_or(if product < 0 { i64::MIN } else { i64::MAX })
}

/// When something is sent on one clock and received on another.
type Point = (i64, i64);

/// The messages between pairs of processes that can matter for drift.
#[derive(Clone, Debug, Default)]
pub(super) struct Hulls {
    points: FxHashMap<(u32, u32), Vec<Point>>,
}

impl Hulls {
    pub(super) fn add(&mut self, order: &Order<'_>) {
        order.each_pair(|(from, to), (sent, received)| self.add_pair(from, to, sent, received));
    }

    fn add_pair(&mut self, from: u32, to: u32, sent: u64, received: u64) {
        if from != to {
            let points = self.points.entry((from, to)).or_default();
            points.push((signed(sent), signed(received)));
            // What is above the hull of what came so far never matters.
            if points.len() >= 4096 && points.len().is_power_of_two() {
                *points = hull(std::mem::take(points));
            }
        }
    }

    /// Lines that leave as large a margin as moving one clock at a time finds, from these offsets on.
    pub(super) fn lines(self, offsets: &[i64]) -> Vec<Line> {
        let mut hulls: Vec<((u32, u32), Vec<Point>)> =
            self.points.into_iter().map(|(pair, points)| (pair, hull(points))).collect();
        hulls.sort_small();
        let times = || hulls.iter().flat_map(|(_, points)| points).map(|&(sent, _)| sent);
        let from = times().min().unwrap_or(0) / 2 + times().max().unwrap_or(0) / 2;
        let mut lines: Vec<Line> = offsets.iter().map(|&offset| Line { offset, rate: 0, from }).collect();
        let mut of_process: Vec<Vec<usize>> = vec![Vec::new(); lines.len()];
        for (at, ((one, other), _)) in hulls.iter().enumerate() {
            for place in [one, other] {
                if let Some(list) = of_process.get_mut(*place as usize) {
                    list.push(at);
                }
            }
        }
        for round in 0..ROUNDS {
            let mut moved = false;
            // The first clock is the one that all others follow.
            for (place, list) in of_process.iter().enumerate().skip(1) {
                let hulls = list.iter().filter_map(|&at| hulls.get(at));
                let bounds = Bounds::new(place, hulls, &lines);
                if let (Some(best), Some(line)) = (bounds.best(from), lines.get_mut(place)) {
                    moved |= *line != best;
                    *line = best;
                }
            }
            if !moved && round > 0 {
                break;
            }
        }
        lines
    }
}

/// The points on the lower convex hull of (sent, received - sent), by time of sending (Andrew's monotone chain).
fn hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_small();
    let late = |point: Point| i128::from(point.1) - i128::from(point.0);
    let mut hull: Vec<Point> = Vec::new();
    for point in points {
        while let [.., first, middle] = hull[..] {
            let along = |a: Point, b: Point| i128::from(b.0) - i128::from(a.0);
            let turn =
                along(first, middle) * (late(point) - late(first)) - along(first, point) * (late(middle) - late(first));
            if turn > 0 {
                break;
            }
            hull.pop();
        }
        // Of several sent at once only the first received matters.
        if hull.last().is_none_or(|last| last.0 < point.0) {
            hull.push(point);
        }
    }
    hull
}

/// What the neighbours of a process allow: at a time of its clock, at least or at most so much is added.
struct Bounds {
    least: Vec<Point>,
    most: Vec<Point>,
}

impl Bounds {
    fn new<'a>(place: usize, hulls: impl Iterator<Item = &'a ((u32, u32), Vec<Point>)>, lines: &[Line]) -> Self {
        let mut bounds = Self { least: Vec::new(), most: Vec::new() };
        for ((from, to), points) in hulls {
            let line = |place: u32| lines.get(place as usize).copied().unwrap_or_default();
            for &(sent, received) in points {
                let late = received.saturating_sub(sent);
                if *from as usize == place {
                    bounds.most.push((sent, late.saturating_add(line(*to).added(received))));
                } else {
                    bounds.least.push((received, line(*from).added(sent).saturating_sub(late)));
                }
            }
        }
        bounds
    }

    /// What a line of that rate has to add at least and at most at the time `from`.
    fn room(&self, rate: i64, from: i64) -> (i64, i64) {
        let rest = |&(time, bound): &Point| bound.saturating_sub(scaled(rate, time.saturating_sub(from)));
        let least = self.least.iter().map(rest).max().unwrap_or(i64::MIN / 4);
        let most = self.most.iter().map(rest).min().unwrap_or(i64::MAX / 4);
        (least, most)
    }

    /// The line with the most room on both sides; `None` where there is no bound on one of them. The room is concave in the
    /// rate, so it is searched by thirds.
    fn best(&self, from: i64) -> Option<Line> {
        if self.least.is_empty() || self.most.is_empty() {
            return None;
        }
        let room = |rate: i64| {
            let (least, most) = self.room(rate, from);
            most.saturating_sub(least)
        };
        let (mut low, mut high) = (-FASTEST, FASTEST);
        while high - low > 2 {
            let third = (high - low) / 3;
            let (one, other) = (low + third, high - third);
            if room(one) < room(other) {
                low = one;
            } else {
                high = other;
            }
        }
        let rate = (low..=high).max_by_key(|&rate| (room(rate), std::cmp::Reverse(rate.abs())))?;
        let (least, most) = self.room(rate, from);
        Some(Line { offset: least / 2 + most / 2, rate, from })
    }
}

#[cfg(test)]
mod tests;
