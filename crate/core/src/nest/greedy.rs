//! The greedy method: short bodies first, from the inside out.
//!
//! # What it computes
//!
//! Figure 1 of Xu and Subhlok 2008. At level L (from 1) all PM-triples of period L are replaced by
//! loop symbols, by decreasing span, ties by earliest start, skipping those that overlap one already
//! taken; equal (body, count) are equal symbols. After a replacement it starts again at level 1; otherwise
//! it goes on to level L + 1, until that is more than half the current length.
//!
//! By span, not from left to right: `ababcbcbc` is aba(bc)^3, where going from left to right would take
//! (ab)^2 first. (body, 2) and (body, 3) are different symbols, so an outer loop may lose an iteration or
//! two to an inner one. The paper proves that it is never more; `theorem.rs` tests that, and has the two
//! ways in which it fails: where loops of one level overlap in a ring, every other iteration can be lost
//! ((acababcbc)^m becomes (acababcbcacababcbc)^(m/2)), and where a loop with few symbols on its level
//! stands for more of the string than the outer body. The proof assumes one inner body at a time, shorter
//! than the outer one. On all binary strings of up to 17 letters it holds.
//!
//! # How
//!
//! At level L no repetition of a shorter period is left, so every repetition of period L is
//! primitive, and PM-triples are found as stretches of at least L positions j with s[j] = s[j + L].
//!
//! - Such a stretch contains every L-th position, so n / L tests find all ([`scan`]): n ln n for all levels.
//! - Starting again at level 1 need not look at the whole string. Below the level reached so far (the
//!   *front*), the old string had no repetition, so a new one contains a symbol that was just made. Only
//!   around these *fresh* symbols is searched, until the front is reached again ([`Greedy::around_fresh`]).
//! - Triples of one stretch all overlap, so at most one of them is taken, and only where the runs of
//!   neighbouring stretches overlap is there a choice at all ([`choose`]).
//!
//! # Cost
//!
//! n / L tests at level L are n ln n for all levels, and on traces there are hardly more comparisons than
//! symbols. Memory beside the nest is 4 bytes for each symbol that is left after the first reduction, and 16 for
//! each loop of a level: on a looping trace less than one for each symbol of it, with 1 % noise 4 to 5, and at most
//! [`BYTES_PER_SYMBOL`](super::BYTES_PER_SYMBOL).
//!
//! No string makes it quadratic:
//!
//! - *Tests.* One that succeeds on a stretch of l < L positions costs l (eight at a time). At levels P to 2 P,
//!   there are n tests at most, which cost P / a each if l is about P / a; and the stretches
//!   are maximal gapped repeats, which crowd each other out: O(a^2 n / P) of them (Kolpakov et al.
//!   2014), hence O(a n) together. The smaller of n P / a and a n is at most n sqrt(P): O(n sqrt(n)) for
//!   all levels. No string was found that comes near; Thue-Morse, random and square-free ones cost most, as
//!   many comparisons as n ln n and a small factor.
//! - *Restarts.* Each copies the symbols after its first loop. A reduction at level L removes at least L
//!   symbols, and after it lower levels are reduced again only if a loop grew around the new symbol, twice
//!   as long; so R reductions need about R^2 symbols: sqrt(n) copies of n symbols, blockwise. The worst is a
//!   string of squares of all lengths.

mod choose;
mod marks;
mod scan;

use super::stretch::Stretch;
use super::{Nest, NestBuilder, NodeId, TooLong, GREEDY_LIMIT};
use crate::repeats::PmTriple;
use crate::small_sort::SmallSort;
use crate::symbols::Symbol;
use choose::{choose, Triple};
pub use marks::greedy_folded;
use scan::{first_pass, scan, FirstPass};

/// Making a loop takes as long as this many comparisons.
const WORK_PER_LOOP: usize = 16;

/// The nest that reduces the shortest bodies first: figure 1 of Xu and Subhlok 2008.
///
/// O(n log n) time on traces, 4 bytes a symbol on most strings and [`BYTES_PER_SYMBOL`](super::BYTES_PER_SYMBOL) on any; the head of `greedy.rs` says how.
///
/// # Errors
/// [`TooLong`] above [`Method::limit`](crate::method::Method::limit).
///
/// ```
/// use loopscope_core::{nest::{greedy, text}, symbols::{Symbol, SymbolTable}};
/// let string: Vec<Symbol> = b"abaababaabaab".iter().map(|c| Symbol(u32::from(c - b'a'))).collect();
/// let table = SymbolTable::new(vec!["a".into(), "b".into()]);
/// assert_eq!(text::inline(&greedy(&string).unwrap(), &table), "ab(a)^2ba(b(a)^2)^2b");
/// ```
pub fn greedy(string: &[Symbol]) -> Result<Nest, TooLong> {
    greedy_watched(string, &mut ())
}

/// What can be watched while greedy reduces a string. The method does nothing unless it is written.
pub(crate) trait WatchGreedy {
    /// Whether anybody watches: what is reported is not put together for nobody.
    const WATCHES: bool = true;

    /// At a level all PM-triples are found, and some are replaced by symbols.
    fn reduces(&mut self, _level: usize, _found: Vec<PmTriple>, _taken: &[PmTriple]) {}
}

/// Watches nothing.
impl WatchGreedy for () {
    const WATCHES: bool = false;
}

/// Reports a reduction to whoever watches.
fn report<W: WatchGreedy>(watch: &mut W, level: usize, found: &[Stretch], taken: &[Triple]) {
    if W::WATCHES {
        let triple = |start, count| PmTriple { start, period: level as u32, count };
        let all = found.iter().flat_map(|stretch| {
            let (start, end) = (stretch.start(), stretch.end());
            let firsts = start..(start + level).min(end - level + 1);
            firsts.map(move |first| triple(first as u32, ((end + level - first) / level) as u32))
        });
        let taken = taken.iter().map(|taken| triple(taken.start() as u32, taken.count() as u32));
        watch.reduces(level, all.collect(), &taken.collect::<Vec<_>>());
    }
}

/// Does what [`greedy`] does, and reports each reduction.
pub(crate) fn greedy_watched<W: WatchGreedy>(string: &[Symbol], watch: &mut W) -> Result<Nest, TooLong> {
    TooLong::check("greedy", string.len(), GREEDY_LIMIT)?;
    let mut state = Greedy::begin(string, usize::MAX, Symbol(u32::MAX), watch);
    state.run(usize::MAX, watch);
    let Greedy { builder, current, fresh, .. } = state;
    drop(fresh);
    Ok(builder.finish(&current))
}

/// A word of `period` symbols that stands `count` times in a row from `start` on; not
/// necessarily primitive or maximal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Repeat {
    pub(super) start: usize,
    pub(super) period: usize,
    pub(super) count: usize,
}

impl Repeat {
    pub(super) fn span(&self) -> usize {
        self.period * self.count
    }
}

/// The outermost loops that the method has found after a limited number of steps, by start.
///
/// They do not overlap. On a looping trace that is nearly the whole nest long before the method is
/// through; on others little is lost. None are found if there is a symbol above the largest that is
/// expected: greedy makes a node of every symbol, and its table of them is as long as the largest.
pub(super) fn outermost_loops(string: &[Symbol], work: usize, largest: Symbol) -> Vec<Repeat> {
    let mut state = Greedy::begin(string, work, largest, &mut ());
    state.run(work, &mut ());
    let nest = state.builder.finish(&[]);
    let mut start = 0;
    let mut found = Vec::new();
    for id in state.current {
        if let Some(node) = nest.as_loop(id) {
            found.push(Repeat { start, period: node.period as usize, count: node.count as usize });
        }
        start += nest.span(id) as usize;
    }
    found
}

/// A loop symbol that was made since the front was last reached.
#[derive(Clone, Copy)]
struct Fresh {
    /// Its position in the current string.
    at: u32,
    /// No repetition of that period or a shorter one contains it.
    settled: u32,
}

struct Greedy {
    builder: NestBuilder,
    /// The current string.
    current: Vec<NodeId>,
    /// Every repetition of a shorter period contains a fresh symbol that is not settled for it.
    front: usize,
    /// Ascending by position.
    fresh: Vec<Fresh>,
    /// Steps so far: a comparison, or a few symbols that were looked at or copied side by side.
    work: usize,
}

impl Greedy {
    /// The state at the end of an empty string.
    fn of_nothing() -> Self {
        let (builder, current, fresh) = (NestBuilder::new(), Vec::new(), Vec::new());
        Self { builder, current, front: 1, fresh, work: 0 }
    }

    /// The state after the first reduction; that of an empty string if the work exceeds the limit or a
    /// symbol the largest that is allowed.
    ///
    /// The string is not copied before it: at the first level with a repetition a trace shrinks to a
    /// fraction, and to write 4 bytes a symbol into fresh memory takes longer than all the rest.
    fn begin<W: WatchGreedy>(string: &[Symbol], limit: usize, largest: Symbol, watch: &mut W) -> Self {
        let mut builder = NestBuilder::new();
        let first = first_pass(string, |chunk| builder.note_symbols(chunk, largest));
        let Some(FirstPass { mut level, mut found, mut work }) = first else {
            return Self::of_nothing();
        };
        while found.is_empty() && 2 * level < string.len() && work <= limit {
            level += 1;
            work += scan(string, level, &mut found);
        }
        let triples = choose(level, &found);
        work += triples.len() * WORK_PER_LOOP;
        if work > limit {
            return Self::of_nothing();
        }
        if !triples.is_empty() {
            report(watch, level, &found, &triples);
        }
        drop(found);
        let removed: usize = triples.iter().map(|triple| level * triple.count() - 1).sum();
        let mut current = Vec::with_capacity(string.len() - removed);
        let mut fresh = Vec::with_capacity(triples.len());
        let (mut read, mut body) = (0, Vec::new());
        for triple in triples {
            let (start, count) = (triple.start(), triple.count());
            builder.append_symbols(&string[read..start], &mut current);
            body.clear();
            builder.append_symbols(&string[start..start + level], &mut body);
            fresh.push(Fresh { at: current.len() as u32, settled: 0 });
            current.push(builder.repeat(count as u64, &body));
            read = start + level * count;
        }
        builder.append_symbols(&string[read..], &mut current);
        Self { builder, current, front: level, fresh, work }
    }

    /// Reduces until nothing is left to reduce, or the work done exceeds a limit.
    fn run<W: WatchGreedy>(&mut self, limit: usize, watch: &mut W) {
        let mut found = Vec::new();
        while let Some(level) = self.find(limit, &mut found) {
            let triples = choose(level, &found);
            self.work += triples.len() * WORK_PER_LOOP;
            if self.work > limit {
                return;
            }
            report(watch, level, &found, &triples);
            self.reduce(level, &triples, &[]);
        }
    }

    /// The lowest level with stretches, which are put into `found`; `None` if there is no such level, or the work done
    /// exceeds a limit.
    fn find(&mut self, limit: usize, found: &mut Vec<Stretch>) -> Option<usize> {
        let mut level = 1;
        loop {
            if self.fresh.is_empty() {
                level = self.front;
            }
            if 2 * level > self.current.len() || self.work > limit {
                return None;
            }
            found.clear();
            if level < self.front {
                self.around_fresh(level, found);
            } else {
                self.fresh.clear();
                self.work += scan(&self.current, level, found);
            }
            if !found.is_empty() {
                return Some(level);
            }
            for fresh in &mut self.fresh {
                fresh.settled = fresh.settled.max(level as u32);
            }
            level += 1;
            self.front = self.front.max(level);
        }
    }

    /// Finds the stretches of a level below the front.
    ///
    /// A repetition of period L that contains position x has s[x] = s[x + L] or s[x - L] = s[x].
    fn around_fresh(&mut self, level: usize, found: &mut Vec<Stretch>) {
        let s = &self.current;
        self.work += 2 * self.fresh.len();
        // Starts of the pairs that are compared, once with x as the first and once as the second.
        for x_is_second in [false, true] {
            let mut done = 0;
            for fresh in self.fresh.iter().filter(|fresh| (fresh.settled as usize) < level) {
                let Some(j) = (fresh.at as usize).checked_sub(if x_is_second { level } else { 0 }) else {
                    continue;
                };
                if j < done || j + level >= s.len() || s[j] != s[j + level] {
                    continue;
                }
                let stretch = Stretch::around(s, level, j);
                done = stretch.end();
                self.work += stretch.len() / 8;
                if stretch.len() >= level {
                    found.push(stretch);
                }
            }
        }
        found.sort_small();
        found.dedup();
    }

    /// Replaces triples, which ascend and do not overlap, by loop symbols. `more` holds starts of triples whose loops run
    /// more often than the string says, and how much more often.
    fn reduce(&mut self, level: usize, triples: &[Triple], more: &[(usize, u64)]) {
        let mut fresh = Vec::with_capacity(self.fresh.len() + triples.len());
        let mut old = self.fresh.iter().copied().peekable();
        let (mut read, mut write) = (0, 0);
        for triple in triples {
            let (start, count) = (triple.start(), triple.count());
            let end = start + level * count;
            // Written before read: what stands from `read` on is still the old string.
            let more = more.iter().find(|(at, _)| *at == start).map_or(0, |(_, more)| *more);
            let body = &self.current[start..start + level];
            let node = self.builder.repeat(count as u64 + more, body);
            let shift = (read - write) as u32;
            while let Some(Fresh { at, settled }) = old.next_if(|fresh| (fresh.at as usize) < end) {
                if (at as usize) < start {
                    fresh.push(Fresh { at: at - shift, settled });
                }
            }
            self.current.copy_within(read..start, write);
            write += start - read;
            read = end;
            self.current[write] = node;
            fresh.push(Fresh { at: write as u32, settled: 0 });
            write += 1;
        }
        let shift = (read - write) as u32;
        fresh.extend(old.map(|f| Fresh { at: f.at - shift, ..f }));
        let len = self.current.len();
        self.work += len / 8;
        self.current.copy_within(read..len, write);
        self.current.truncate(write + len - read);
        self.fresh = fresh;
    }
}
