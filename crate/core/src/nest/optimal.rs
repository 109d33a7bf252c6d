//! The optimal method: the largest span first, from the outside in.
//!
//! # What it computes
//!
//! Section 3 of Xu and Subhlok 2008: of all PM-triples the one with the largest span becomes a loop;
//! of several, the one that starts earliest. The parts to its left and right and its body are then strings of their own,
//! which are treated in the same way. The paper calls that optimal; it is
//! about the span of the outer loops and not about the size of the nest.
//!
//! That the parts are strings *of their own* matters: in `babaaa`, (ba)^2 leaves `aa` on the right,
//! and that is (a)^2, although in the whole string the PM-triple there is (a)^3, which overlaps. The
//! other reading (only triples of the whole string that fit) differs on 60 % of the binary strings of
//! length 18; this one leaves nothing that could be a loop.
//!
//! # How
//!
//! The paper refines Crochemore's classes level by level to half the length, which took 31 hours for
//! 323,048 symbols. Here all triples come from the [`runs`](crate::repeats::runs()): the best one of a
//! run [a, b) of period p starts at a and has the span p * floor((b - a) / p). The runs of a part are
//! the runs of the whole string, clipped to it, as far as two periods are left. There are two ways to
//! them, and both give the same loops:
//!
//! - `seeded.rs`: in a looping trace, greedy says how long the longest loops are at least, and runs of
//!   that span are found by testing few positions. What they leave is searched again.
//! - `heap.rs`: where that does not pay, all runs at once, in a heap.
//!
//! No tie is left after (span, start): two periods p < q with one span would fit a word twice that
//! has both periods, so q would be a multiple of p and its word no primitive one.
//!
//! # Cost
//!
//! O(n log n) time whatever the string; on looping traces O(n), hardly more than greedy.
//! [`BYTES_PER_SYMBOL`] with the nest: the most is taken by all runs (Fibonacci and Thue-Morse words: 33), and
//! where half the symbols are loops of their own (`aabbccdd..`: 41).

mod borders;
mod folded;
mod heap;
mod long_runs;
mod seeded;

use std::cmp::Reverse;

use super::build::grow;
use super::folded::{Folded, Text, Window};
use super::greedy::Repeat;
use super::{Nest, NestBuilder, NodeId, TooLong, OPTIMAL_LIMIT};
use crate::repeats::PmTriple;
use crate::small_sort::SmallSort;
use crate::symbols::Symbol;

/// The nest that takes the loop with the largest span first: section 3 of Xu and Subhlok 2008.
///
/// O(n log n) time, at most [`BYTES_PER_SYMBOL`](super::BYTES_PER_SYMBOL); the head of `optimal.rs` says how.
///
/// # Errors
/// [`TooLong`] above [`Method::limit`](crate::method::Method::limit).
///
/// ```
/// use loopscope_core::{nest::{optimal, text}, symbols::{Symbol, SymbolTable}};
/// let string: Vec<Symbol> = b"abaababaabaab".iter().map(|c| Symbol(u32::from(c - b'a'))).collect();
/// let table = SymbolTable::new(vec!["a".into(), "b".into()]);
/// assert_eq!(text::inline(&optimal(&string).unwrap(), &table), "(ab(a)^2b)^2(a)^2b");
/// ```
pub fn optimal(string: &[Symbol]) -> Result<Nest, TooLong> {
    optimal_with_limit(string, OPTIMAL_LIMIT)
}

/// Does what [`optimal`] does with a limit given by the caller, for use with less memory than [`Method::limit`](crate::method::Method::limit) needs.
///
/// # Errors
/// [`TooLong`] above `limit` symbols, or above [`Method::limit`](crate::method::Method::limit).
pub fn optimal_with_limit(string: &[Symbol], limit: usize) -> Result<Nest, TooLong> {
    TooLong::check("optimal", string.len(), limit.min(OPTIMAL_LIMIT))?;
    Ok(nest_of(string, |_| ()))
}

/// Does what [`optimal`] does, and reports each loop that is taken.
///
/// # Errors
/// As [`optimal`].
pub(crate) fn optimal_loops(string: &[Symbol], mut taken: impl FnMut(PmTriple)) -> Result<Nest, TooLong> {
    TooLong::check("optimal", string.len(), OPTIMAL_LIMIT)?;
    Ok(nest_of(string, |&Chosen { start, period, count }| taken(PmTriple { start, period, count })))
}

fn nest_of(string: &[Symbol], mut watch: impl FnMut(&Chosen)) -> Nest {
    let mut loops: Vec<Chosen> = Vec::new();
    seeded::choose(string, |taken| {
        grow(&mut loops, 1);
        let chosen = Chosen::new(taken);
        watch(&chosen);
        loops.push(chosen);
    });
    assembled(string, loops)
}

/// [`optimal`] of a string whose long repetitions are folded: the same nest, without unfolding it where its long
/// runs can be told apart in a bounded number of steps. What cannot, and what does not repeat, is looked at in full.
///
/// # Errors
/// As [`optimal`].
pub fn optimal_folded(string: &Folded) -> Result<Nest, TooLong> {
    TooLong::check("optimal", string.len(), OPTIMAL_LIMIT)?;
    let mut loops: Vec<Chosen> = Vec::new();
    folded::choose(string, |taken| {
        grow(&mut loops, 1);
        loops.push(Chosen::new(taken));
    });
    Ok(assembled(&Window::new(string, 0, string.len()), loops))
}

/// The nest of the loops that were chosen in a string.
fn assembled<T: Text + ?Sized>(string: &T, mut loops: Vec<Chosen>) -> Nest {
    loops.sort_small_by_key(|l| (l.start, Reverse(l.repeat().span())));
    let loops = loops.iter().map(Chosen::repeat).peekable();
    let builder = NestBuilder::new();
    let mut assembly = Assembly { string, loops, builder, items: Vec::new() };
    assembly.append(0, string.len());
    let Assembly { builder, items, .. } = assembly;
    builder.finish(&items)
}

/// A chosen loop, stored compactly until all are chosen: half the symbols may be loops of their own.
struct Chosen {
    start: u32,
    period: u32,
    count: u32,
}

impl Chosen {
    fn new(Repeat { start, period, count }: Repeat) -> Self {
        Self { start: start as u32, period: period as u32, count: count as u32 }
    }

    fn repeat(&self) -> Repeat {
        let (start, period, count) = (self.start as usize, self.period as usize, self.count as usize);
        Repeat { start, period, count }
    }
}

/// Puts the chosen loops together.
struct Assembly<'a, T: ?Sized, I: Iterator<Item = Repeat>> {
    string: &'a T,
    /// By start; of one start, the outer first.
    loops: std::iter::Peekable<I>,
    builder: NestBuilder,
    /// The items of the top level so far, after them those of each body that is open.
    items: Vec<NodeId>,
}

impl<T: Text + ?Sized, I: Iterator<Item = Repeat>> Assembly<'_, T, I> {
    /// Appends the items of a stretch. The recursion is shallow: a body is at most half as long.
    fn append(&mut self, mut at: usize, end: usize) {
        while at < end {
            if let Some(next) = self.loops.next_if(|l| l.start == at) {
                let body = self.items.len();
                self.append(at, at + next.period);
                let node = self.builder.repeat(next.count as u64, &self.items[body..]);
                self.items.truncate(body);
                self.items.push(node);
                at += next.span();
            } else {
                let stop = self.loops.peek().map_or(end, |l| l.start.min(end));
                grow(&mut self.items, stop - at + 1);
                let (builder, items) = (&mut self.builder, &mut self.items);
                self.string.each(at, stop, |symbols| builder.append_symbols(symbols, items));
                at = stop;
            }
        }
    }
}
