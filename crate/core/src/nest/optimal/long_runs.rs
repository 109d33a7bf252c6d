//! All runs in which a loop of at least a certain span fits, found by few comparisons.
//!
//! # Seeds
//!
//! The outermost loops that greedy finds with a limited amount of work are repeats of the string, and the
//! runs around them have at least their span. The span T asked for is chosen so that the runs of that
//! span cover half of the string ([`span_asked_for`]); if that takes many of them, it does not pay.
//!
//! # Sampling
//!
//! A run of period q with a span of at least T is a stretch of at least L = max(q, T - q) positions j with
//! s\[j\] = s\[j + q\]. So testing every L-th position is enough: fewer than n (ln 2 + ln(n / T)) tests
//! for all periods. A test that succeeds is followed by others around it before the stretch is measured.
//!
//! # What is known already
//!
//! Two runs of periods p and q that share p + q positions are the same (Fine and Wilf 1965). So if
//! the run \[a, b) of period p is known, b - a >= 2 p + q, another run of period q either is shorter than p + q
//! and inside it, which a stretch of p <= L positions is not, or has all its pairs (j, j + q) before a + p
//! or after b - p - q. In a trace that is one loop nearly nothing is left to test: of the windows before,
//! between and after the known runs, most are shorter than L, for all q.
//!
//! Periods are tried in ascending order, so that a multiple of a run's period is known to be one.

use crate::nest::folded::Text;
use crate::nest::greedy::{outermost_loops, Repeat};
use crate::nest::stretch::{agreement, agreement_before};
use crate::symbols::Symbol;

/// Shorter strings are not worth the preparations.
const SHORTEST: usize = 2048;

/// Steps of greedy for each symbol.
const GREEDY_WORK: usize = 6;

/// Steps of the search for each symbol.
const SEARCH_WORK: usize = 16;

/// Half the string must be covered by at most this many loops.
const MOST_SEEDS: usize = 16;

/// With this many runs it does not pay.
const MOST_RUNS: usize = 64;

/// The fewest probes around a test that succeeded.
const PROBES: usize = 16;

/// A run, see [`Run`](crate::repeats::Run).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LongRun {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) period: usize,
}

impl LongRun {
    /// The largest span of a loop in it.
    pub(super) fn span(&self) -> usize {
        (self.end - self.start) / self.period * self.period
    }
}

/// All runs of a string with at least some span.
#[derive(Debug)]
pub(super) struct LongRuns {
    pub(super) at_least: usize,
    pub(super) runs: Vec<LongRun>,
}

impl LongRuns {
    /// Looks for runs that make up most of the string; `None` if that does not pay. At least one run
    /// is found otherwise. O(n) time; memory as greedy.
    pub(super) fn find(s: &[Symbol]) -> Option<Self> {
        if s.len() < SHORTEST {
            return None;
        }
        let largest = Symbol((s.len() / 4) as u32);
        let seeds = outermost_loops(s, GREEDY_WORK * s.len(), largest);
        let at_least = span_asked_for(&seeds, s.len())?;
        let seeds = seeds.into_iter().filter(|seed| seed.span() >= at_least);
        let known = seeds.map(|seed| run_around(s, seed));
        Self::around(s, at_least, known, SEARCH_WORK * s.len())
    }

    /// All runs with at least a certain span, some being known; `None` if they are many, or that takes more steps.
    pub(super) fn around<T: Text + ?Sized>(
        s: &T,
        at_least: usize,
        known: impl Iterator<Item = LongRun>,
        most: usize,
    ) -> Option<Self> {
        let mut search = Search { s, at_least, known: Vec::new(), work: 0, most };
        known.for_each(|run| search.add(run));
        let mut period = 1;
        while period <= s.len() / 2 {
            if search.known.len() > MOST_RUNS || search.work > most {
                return None;
            }
            period = search.advance(period);
        }
        Some(Self { at_least, runs: search.known })
    }
}

/// The span of the shortest of those loops that cover half of the string.
fn span_asked_for(seeds: &[Repeat], len: usize) -> Option<usize> {
    let mut spans: Vec<usize> = seeds.iter().map(Repeat::span).filter(|&span| span * 2 * MOST_SEEDS >= len).collect();
    spans.sort_unstable_by(|a, b| b.cmp(a));
    let mut covered = 0;
    spans.into_iter().take(MOST_SEEDS).find(|span| {
        covered += span;
        2 * covered >= len
    })
}

/// The run that a repeat is part of.
fn run_around(s: &[Symbol], repeat: Repeat) -> LongRun {
    let (start, end) = (repeat.start, repeat.start + repeat.span());
    let period = smallest_period(&s[start..end], repeat.period);
    let before = agreement_before(&s[..start], &s[..start + period]);
    let after = agreement(&s[end - period..], &s[end..]);
    LongRun { start: start - before, end: end + after, period }
}

/// The smallest divisor of a period that is a period, too.
fn smallest_period(word: &[Symbol], mut period: usize) -> usize {
    let (mut factor, mut rest) = (2, period);
    while rest > 1 {
        // The number that is left once its root is passed is a prime.
        if factor * factor > rest {
            factor = rest;
        }
        if rest % factor != 0 {
            factor += 1;
            continue;
        }
        rest /= factor;
        let shorter = period / factor;
        if word[shorter..] == word[..word.len() - shorter] {
            period = shorter;
        }
    }
    period
}

struct Search<'a, T: ?Sized> {
    s: &'a T,
    at_least: usize,
    /// By the first position of the zone that is not searched, which is start + period.
    known: Vec<LongRun>,
    /// Steps so far, and how many may be made.
    work: usize,
    most: usize,
}

/// Positions that may start a pair, as long as the same known runs count: `low` - q (or `low`) up to
/// `high` - q (or `high`) for the periods q from `first` to `last`.
struct Window {
    low: usize,
    low_moves: bool,
    high: usize,
    high_moves: bool,
    first: usize,
    last: usize,
}

impl<T: Text + ?Sized> Search<'_, T> {
    fn add(&mut self, run: LongRun) {
        if !self.known.contains(&run) {
            let at = self.known.partition_point(|k| k.start + k.period < run.start + run.period);
            self.known.insert(at, run);
        }
    }

    /// Tries periods from this one on, until a run is found or other known runs count. Returns the next
    /// period to try.
    fn advance(&mut self, first: usize) -> usize {
        let (windows, end) = self.windows(first);
        let mut period = first;
        while period < end {
            let mut next = end;
            for window in &windows {
                if period < window.first {
                    next = next.min(window.first);
                } else if period <= window.last {
                    next = period + 1;
                    if let Some(run) = self.test(window, period) {
                        self.add(run);
                        // A similar run may be found elsewhere.
                        return period;
                    }
                }
            }
            if self.work > self.most {
                return next;
            }
            period = next;
        }
        end
    }

    /// The windows that can hold a stretch that is long enough, and the first period for which they change.
    fn windows(&self, first: usize) -> (Vec<Window>, usize) {
        let (n, span) = (self.s.len(), self.at_least);
        let mut end = n / 2 + 1;
        // Whether a known run counts for a period q: p <= max(q, T - q), and b - a >= 2 p + q.
        let mut counting = Vec::new();
        for &run in &self.known {
            let p = run.period;
            let spare = (run.end - run.start) - 2 * p;
            for change in [span.saturating_sub(p) + 1, p, spare + 1] {
                if change > first {
                    end = end.min(change);
                }
            }
            if p <= first.max(span.saturating_sub(first)) && first <= spare {
                counting.push(run);
            }
        }
        let mut windows = Vec::new();
        let (mut low, mut low_moves) = (0, false);
        for run in counting {
            windows.push((low, low_moves, run.start + run.period, false));
            (low, low_moves) = (run.end - run.period, true);
        }
        windows.push((low, low_moves, n, true));
        let windows = windows.into_iter().filter_map(|(low, low_moves, high, high_moves)| {
            let (from, to) = periods_that_fit(span, low, low_moves, high, high_moves)?;
            let (first, last) = (from.max(first), to.min(end - 1));
            (first <= last).then_some(Window { low, low_moves, high, high_moves, first, last })
        });
        (windows.collect(), end)
    }

    /// Looks for a run of one period in a window.
    fn test(&mut self, window: &Window, period: usize) -> Option<LongRun> {
        let s = self.s;
        let length = period.max(self.at_least.saturating_sub(period));
        let low = if window.low_moves { window.low.saturating_sub(period) } else { window.low };
        let high = if window.high_moves { window.high - period } else { window.high };
        let high = high.min(s.len() - period);
        let mut at = low + length - 1;
        while at < high {
            self.work += 1;
            if s.at(at) != s.at(at + period) {
                at += length;
                continue;
            }
            let inside = |run: &&LongRun| period.is_multiple_of(run.period) && run.start <= at && at + period < run.end;
            if let Some(run) = self.known.iter().find(inside) {
                // The pair after is not equal.
                at = run.end - period + length;
                continue;
            }
            if !self.is_likely(at, period, length, low, high) {
                at += length;
                continue;
            }
            let stretch = s.around(period, at);
            self.work += stretch.len() / 8;
            let run = LongRun { start: stretch.start(), end: stretch.end() + period, period };
            if stretch.len() >= length && run.span() >= self.at_least {
                return Some(run);
            }
            at = stretch.end() + length;
        }
        None
    }

    /// Whether as many positions around one in a grid have equal pairs as in a stretch of that length.
    fn is_likely(&mut self, at: usize, period: usize, length: usize, low: usize, high: usize) -> bool {
        let equal = |j: &usize| self.s.at(*j) == self.s.at(*j + period);
        let grid = (length / PROBES).max(1);
        let needed = length / grid;
        let before = (low..at).rev().skip(grid - 1).step_by(grid).take(needed);
        let before = before.take_while(equal).count();
        let after = (at + grid..high).step_by(grid).take(needed - before.min(needed));
        let after = after.take_while(equal).count();
        self.work += before + after;
        1 + before + after >= needed
    }
}

/// The periods q for which a window is at least max(q, span - q) long.
fn periods_that_fit(span: usize, low: usize, low_moves: bool, high: usize, high_moves: bool) -> Option<(usize, usize)> {
    match (low_moves, high_moves) {
        // Both grow by q on the left: high - low + q.
        (true, false) => {
            let least = (span + low).saturating_sub(high).div_ceil(2);
            (high >= low).then_some((least.max(1), usize::MAX))
        }
        // high - low - q.
        (false, true) => (high - low >= span).then_some((1, (high - low) / 2)),
        _ => {
            let length = high.checked_sub(low)?;
            Some((span.saturating_sub(length).max(1), length))
        }
    }
}

#[cfg(test)]
mod tests;
