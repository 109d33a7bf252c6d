//! Which processes stand apart by their times: what they compute, what they are in calls, and what they wait.

use loopscope_core::durations::{far_from_median, Parts, Spread};
use loopscope_core::numbers::{capital, duration, listed, plural};

use super::builder::Measured;

/// Processes that are named for one of these times.
const MOST: usize = 4;
/// A difference of a smaller part of the run is not worth a word: one part in so many.
const LEAST: u64 = 100;

impl Measured {
    /// A line for each of these times: who is far from the median, by the rule that iterations stand out by, or between which times all
    /// are. O(processes log processes).
    pub(super) fn apart(&self) -> Vec<String> {
        let parts = |place| self.cell(place, 0).map(|cell| cell.total).unwrap_or_default();
        let all: Vec<Parts> = (0..self.sums.cells.len()).map(parts).collect();
        if all.len() < 2 || !self.prepared.is_timed() {
            return Vec::new();
        }
        let least = self.prepared.run.longest() / LEAST;
        let of = |what: &str, doing: &str, of: fn(&Parts) -> u64| {
            self.apart_by((what, doing), &all.iter().map(of).collect::<Vec<u64>>(), least)
        };
        let mut lines = vec![
            of("computes", "computing", |parts| parts.compute),
            of("is in calls", "time in calls", |parts| parts.calls),
        ];
        if self.prepared.waits.comparable() {
            lines.push(of("waits", "waiting", |parts| parts.wait));
        }
        lines
    }

    /// "Process 0 waits 2.1 s, where the median is 0.9 s.", "None stands apart by waiting: 0.8 s (process 2) to 1.0 s (process 5).",
    /// "Waiting: 58 to 60 ms on processes 2 and 3, 273 to 311 ms on the others.", or "Waiting differs from process to process: 0.2 s (process 2) to
    /// 1.0 s (process 5)."
    fn apart_by(&self, (what, doing): (&str, &str), times: &[u64], least: u64) -> String {
        let Spread { min, median, max, .. } = Spread::new(times);
        let time = |at: usize| times.get(at).copied().unwrap_or(0);
        let mut far = far_from_median(times);
        far.retain(|&at| time(at).abs_diff(median) >= least.max(1));
        if far.is_empty() {
            if max == 0 {
                return format!("None stands apart by {doing}: there is none.");
            }
            let at = |time: u64| {
                let place = times.iter().position(|&one| one == time).unwrap_or(0);
                format!("{} (process {})", duration(time), self.number(place))
            };
            let range = format!("{} to {}.", at(min), at(max));
            // By a fifth of the median: they are not alike, though none is far from all others.
            if max - min < least.max(median / 5) {
                return format!("None stands apart by {doing}: {range}");
            }
            let differs = || format!(" differs from process to process: {range}");
            return capital(doing) + &self.in_two(times).unwrap_or_else(differs);
        }
        let named = far.iter().take(MOST);
        let named = named.map(|&at| format!("process {} {what} {}", self.number(at), duration(time(at))));
        let mut named: Vec<String> = named.collect();
        if far.len() > MOST {
            named.push(format!("{} more stand apart", far.len() - MOST));
        }
        let line = format!("{}, where the median is {}.", listed(&named), duration(median));
        capital(&line)
    }

    /// A few processes and all others, where the widest gap between times that follow each other is at least half of what lies
    /// between the shortest and the longest. O(processes log processes).
    fn in_two(&self, times: &[u64]) -> Option<String> {
        let mut sorted = times.to_vec();
        sorted.sort_unstable();
        let gaps = sorted.iter().zip(sorted.iter().skip(1)).map(|(one, next)| next - one);
        let (widest, low) = gaps.zip(1..).max()?;
        let (low, high) = sorted.split_at_checked(low)?;
        let whole = high.last()? - low.first()?;
        let (few, others) = if high.len() <= low.len() { (high, low) } else { (low, high) };
        if few.len() > MOST || widest < whole - widest {
            return None;
        }
        let range = |part: &[u64]| {
            let (first, last) = (duration(*part.first()?), duration(*part.last()?));
            Some(if first == last { first } else { format!("{first} to {last}") })
        };
        let (least, most) = (*few.first()?, *few.last()?);
        let named = times.iter().enumerate().filter(|&(_, &time)| least <= time && time <= most);
        let named: Vec<String> = named.map(|(at, _)| self.number(at).to_string()).collect();
        let (who, named) = (plural(few.len() as u64, "process"), listed(&named));
        Some(format!(": {} on {who} {named}, {} on the others.", range(few)?, range(others)?))
    }
}
