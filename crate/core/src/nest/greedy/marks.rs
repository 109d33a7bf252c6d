//! The greedy method on a string whose long repetitions are folded.
//!
//! # How
//!
//! Let C be the string, and C' the string without some copies in the middle of each long run. The method processes C',
//! and each long run has a *mark*: where it is now, its period in items, and how many copies are left out. As long as
//! each step would treat the missing copies like those that remain, C follows from C' at every step, and in the end a
//! mark becomes a loop with the count that it has in C.
//!
//! - *Below the period of a run*, p items, a repetition of period L < p shares fewer than p + L < 2 p positions with it
//!   (Fine and Wilf 1965). So a repetition that lies at least two periods inside the run occurs again in each copy. Which
//!   repetitions are taken is decided for chains of overlapping ones. If some place of the period is covered by none of
//!   them, chains end there in each copy, and all copies are reduced alike. Then the run has a new period, and as many
//!   copies of that are left out. If there is no such place, the choice may alternate from copy to copy, and the attempt
//!   fails.
//! - *At the period*, the run is one stretch and becomes a loop. Where it overlaps other runs of that period, the larger
//!   count goes first, so counts must compare in C' as they do in C: their differences are equal, or large in both.
//!
//! If an attempt fails, more copies are kept, in the end all of them. Loops get their true counts and are made in the
//! same order, so the nest is the same node for node.

use super::{choose, Greedy, Triple};
use crate::nest::folded::Folded;
use crate::nest::stretch::Stretch;
use crate::nest::{Nest, NestBuilder, TooLong, GREEDY_LIMIT};
use crate::symbols::Symbol;

/// Copies of the shortest run that the first attempt keeps.
const KEPT: usize = 12;

/// A larger difference of counts need not be kept exactly.
const MARGIN: usize = 4;

/// [`greedy`](super::greedy()) of a string whose long repetitions are folded: the same nest. The string is unfolded if
/// every attempt without that fails.
///
/// # Errors
/// As [`greedy`](super::greedy()).
pub fn greedy_folded(string: &Folded) -> Result<Nest, TooLong> {
    TooLong::check("greedy", string.len(), GREEDY_LIMIT)?;
    let mut kept = KEPT;
    while let Some((shortened, marks)) = shortened(string, kept) {
        if let Some(nest) = nest_of(&shortened, marks) {
            return Ok(nest);
        }
        kept *= 8;
    }
    super::greedy(&string.unfold())
}

/// The string with at least so many copies in each run; `None` if it would not be much shorter.
fn shortened(string: &Folded, kept: usize) -> Option<(Vec<Symbol>, Vec<Mark>)> {
    let copies = string.copies();
    // Counts that are close to each other keep their difference, so that the larger one remains larger.
    let mut counts: Vec<usize> = copies.iter().map(|(_, count)| *count).collect();
    counts.sort_unstable();
    counts.dedup();
    let mut to = Vec::with_capacity(counts.len());
    for (at, &count) in counts.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| (counts[at], to[at]));
        let distant = before.map_or(0, |(smaller, new): (usize, usize)| new + (count - smaller).min(2 * MARGIN));
        to.push(distant.max(count.min(kept)));
    }
    let left_out: Vec<usize> =
        copies.iter().map(|(_, count)| counts.binary_search(count).map_or(0, |at| count - to[at])).collect();
    let removed: usize = copies.iter().zip(&left_out).map(|((period, _), out)| period * out).sum();
    if removed == 0 || removed < string.len() / 2 {
        return None;
    }
    let (shortened, places) = string.shortened(&left_out);
    let marks = places.into_iter().zip(copies.iter().zip(left_out));
    let marks = marks.filter(|(_, (_, out))| *out > 0).map(|((start, end), ((period, _), out))| Mark {
        start,
        end,
        period: *period,
        left_out: out as u64,
    });
    let marks = marks.collect();
    Some((shortened, marks))
}

/// A long run of which copies are left out.
#[derive(Clone, Copy, Debug)]
struct Mark {
    start: usize,
    end: usize,
    period: usize,
    left_out: u64,
}

/// The middle part of a run: whole copies, cut where no repetition crosses.
struct Middle {
    from: usize,
    to: usize,
    copies: usize,
}

fn nest_of(string: &[Symbol], mut marks: Vec<Mark>) -> Option<Nest> {
    let (builder, current, fresh) = (NestBuilder::new(), Vec::new(), Vec::new());
    let mut state = Greedy { builder, current, front: 1, fresh, work: 0 };
    state.builder.append_symbols(string, &mut state.current);
    marks.iter_mut().for_each(|mark| state.widen(mark));
    let mut found = Vec::new();
    while let Some(level) = state.find(usize::MAX, &mut found) {
        let triples = choose(level, &found);
        let mut more = Vec::new();
        let mut middles = Vec::with_capacity(marks.len());
        for mark in &marks {
            if mark.period == level {
                more.push(mark.finished(level, &found, &triples, &marks)?);
            } else {
                middles.push((mark.middle(level, &found)?, mark.left_out));
            }
        }
        state.reduce(level, &triples, &more);
        marks.clear();
        for (middle, left_out) in middles {
            let after = |at| moved(level, &triples, at);
            let (start, end) = (after(middle.from), after(middle.to));
            let period = (end - start) / middle.copies;
            let mut mark = Mark { start, end, period, left_out };
            state.widen(&mut mark);
            marks.push(mark);
        }
    }
    if !marks.is_empty() {
        return None;
    }
    let Greedy { builder, current, fresh, .. } = state;
    drop(fresh);
    Some(builder.finish(&current))
}

/// Where a position that no triple covers is after the reduction.
fn moved(level: usize, triples: &[Triple], at: usize) -> usize {
    let before = triples.iter().take_while(|triple| triple.start() < at);
    at - before.map(|triple| level * triple.count() - 1).sum::<usize>()
}

impl Greedy {
    /// Extends a run on both sides as far as it repeats.
    fn widen(&self, mark: &mut Mark) {
        let (s, period) = (&self.current, mark.period);
        while mark.start > 0 && s[mark.start - 1] == s[mark.start - 1 + period] {
            mark.start -= 1;
        }
        while mark.end < s.len() && s[mark.end] == s[mark.end - period] {
            mark.end += 1;
        }
    }
}

impl Mark {
    /// The middle of the run, if all of its copies are reduced alike when the triples of a lower level are taken.
    fn middle(&self, level: usize, found: &[Stretch]) -> Option<Middle> {
        let Self { start, end, period, .. } = *self;
        if level > period || end - start < 6 * period {
            return None;
        }
        let first = start + 2 * period;
        let mut from = first;
        for run in found.iter().filter(|run| run.end() + level > first) {
            if run.start() >= from {
                break;
            }
            from = from.max(run.end() + level);
        }
        let copies = (end - 2 * period).checked_sub(from)? / period;
        let inside = from < first + period && copies > 0;
        inside.then_some(Middle { from, to: from + copies * period, copies })
    }

    /// The start of the triple that the run becomes, and how many iterations the shortened string lacks; `None` if another
    /// triple might be taken in the string in full.
    fn finished(&self, level: usize, found: &[Stretch], triples: &[Triple], marks: &[Self]) -> Option<(usize, u64)> {
        let is_own = |run: &Stretch| run.start() == self.start && run.end() + level == self.end;
        let chains = found.chunk_by(|a, b| b.start() < a.end() + level);
        let chain = chains.into_iter().find(|chain| chain.iter().any(is_own))?;
        let count = |run: &Stretch| (run.len() + level) / level;
        let left_out = |run: &Stretch| {
            let mark = marks.iter().find(|it| it.period == level && it.start == run.start());
            mark.map_or(0, |mark| mark.left_out)
        };
        let own = chain.iter().find(|run| is_own(run))?;
        let compares = |other: &Stretch| {
            let short = count(own) as i128 - count(other) as i128;
            let whole = short + i128::from(self.left_out) - i128::from(left_out(other));
            let large = short.abs().min(whole.abs()) > MARGIN as i128;
            short == whole || (large && (short > 0) == (whole > 0))
        };
        let sure = chain.iter().filter(|run| run.start() != own.start()).all(compares);
        let inside = |triple: &&Triple| {
            triple.start() >= self.start
                && triple.start() < self.start + level
                && triple.start() + level * triple.count() <= self.end
                && triple.count() + 1 >= count(own)
        };
        let triple = triples.iter().find(inside).filter(|_| sure)?;
        Some((triple.start(), self.left_out))
    }
}

#[cfg(test)]
mod tests;
