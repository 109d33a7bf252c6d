//! The optimal method: the largest span first, from the outside in.
//!
//! # What it computes
//!
//! Section 3 of Xu and Subhlok 2008: of all PM-triples the one with the largest span becomes a loop;
//! of several, the one that starts earliest. What is left of it, its body, and what is right of it
//! are then strings of their own, in which the same is done. The paper calls that optimal; it is
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
//! the runs of the whole string, clipped to it, as far as two periods are left.
//!
//! - All runs are put in order by (span, earliest start), which is never too small for what clipping
//!   leaves of them.
//! - The next run in order is either inside one live part: then it is the best there, as all others
//!   have their turn at their best, and is taken; or it is clipped to the live parts that it touches,
//!   and the pieces wait for their turn in a heap.
//! - A taken loop cuts its part in four: left, body, the copies of the body (dead), right. The borders
//!   are kept in a [`BorderSet`].
//!
//! No tie is left after (span, start): two periods p < q with one span would fit a word twice that
//! has both periods, so q would be a multiple of p and its word no primitive one.
//!
//! # Cost
//!
//! O(n log n) time: there are fewer than n runs, each loop that is taken cuts few of the others (its
//! span is at least theirs, so a run of length R meets a fixed number of borders), and a run that has
//! been cut comes back at most with the number of periods it has, of which there are below 3 n in all.
//! About 80 bytes a symbol, hence the [`LIMIT`].

mod borders;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::method::check_length;
use super::{Method, Nest, NestBuilder, NodeId, TooLong};
use crate::repeats::{runs_unsorted, Run};
use crate::symbols::Symbol;
use borders::BorderSet;

/// The longest string taken: 16,777,216 symbols. At 80 bytes a symbol that is 1.3 GB, which still
/// fits beside the trace into the 4 GB that WebAssembly can address.
pub(super) const LIMIT: usize = 1 << 24;

/// The nest that takes the loop with the largest span first: section 3 of Xu and Subhlok 2008.
///
/// O(n log n) time, about 80 bytes a symbol; the head of `optimal.rs` says how.
///
/// # Errors
/// [`TooLong`] above [`Method::limit`].
///
/// ```
/// use loopscope_core::{nest::{optimal, text}, symbols::{Symbol, SymbolTable}};
/// let string: Vec<Symbol> = b"abaababaabaab".iter().map(|c| Symbol(u32::from(c - b'a'))).collect();
/// let table = SymbolTable::new(vec!["a".into(), "b".into()]);
/// assert_eq!(text::inline(&optimal(&string).unwrap(), &table), "(ab(a)^2b)^2(a)^2b");
/// ```
pub fn optimal(string: &[Symbol]) -> Result<Nest, TooLong> {
    optimal_with_limit(string, LIMIT)
}

/// [`optimal`] with a limit of one's own, where there is less memory than [`Method::limit`] needs.
///
/// # Errors
/// [`TooLong`] above `limit` symbols, or above [`Method::limit`].
pub fn optimal_with_limit(string: &[Symbol], limit: usize) -> Result<Nest, TooLong> {
    check_length(Method::Optimal, string.len(), limit.min(LIMIT))?;
    let mut loops = choose(string);
    loops.sort_unstable_by_key(|l| (l.start, Reverse(l.span())));
    let mut assembly =
        Assembly { string, loops: loops.into_iter().peekable(), builder: NestBuilder::new() };
    let root = assembly.items(0, string.len());
    Ok(assembly.builder.finish(&root))
}

/// A loop that was taken, by the positions of its first run through.
#[derive(Clone, Copy)]
struct Chosen {
    start: usize,
    period: usize,
    count: usize,
}

impl Chosen {
    fn span(&self) -> usize {
        self.period * self.count
    }
}

/// A run, or what clipping left of it, in the order of its turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    /// The largest span of a loop in it.
    span: u32,
    /// Earlier is larger, so that the earliest of a span comes first.
    start: Reverse<u32>,
    end: u32,
    period: u32,
}

impl Candidate {
    fn new(Run { start, period, end }: Run) -> Candidate {
        let span = (end - start) / period * period;
        Candidate { span, start: Reverse(start), end, period }
    }
}

/// Takes loops until no part has a repetition.
fn choose(string: &[Symbol]) -> Vec<Chosen> {
    let mut runs: Vec<Candidate> = runs_unsorted(string).into_iter().map(Candidate::new).collect();
    runs.sort_unstable();
    let mut clipped: BinaryHeap<Candidate> = BinaryHeap::new();
    let mut parts = Parts::new(string.len());
    let mut chosen = Vec::new();
    loop {
        let from_heap = clipped.peek() > runs.last();
        let next = if from_heap { clipped.pop() } else { runs.pop() };
        let Some(Candidate { span, start: Reverse(start), end, period }) = next else {
            return chosen;
        };
        if parts.is_within_live(start as usize, end as usize) {
            let taken = Chosen {
                start: start as usize,
                period: period as usize,
                count: (span / period) as usize,
            };
            parts.take(taken);
            chosen.push(taken);
        } else {
            parts.clip(start as usize, end as usize, 2 * period as usize, |start, end| {
                let run = Run { start: start as u32, period, end: end as u32 };
                clipped.push(Candidate::new(run));
            });
        }
    }
}

/// The string cut into parts, some live (still to be searched) and some dead (copies of a body).
struct Parts {
    /// Where parts start, and the end of the string.
    borders: BorderSet,
    /// For every start of a part whether it is live.
    live: Vec<bool>,
}

impl Parts {
    fn new(len: usize) -> Parts {
        let mut parts = Parts { borders: BorderSet::new(len + 1), live: vec![false; len + 1] };
        parts.borders.insert(len);
        if len > 0 {
            parts.begin(0, true);
        }
        parts
    }

    fn begin(&mut self, start: usize, live: bool) {
        self.borders.insert(start);
        self.live[start] = live;
    }

    fn is_within_live(&self, start: usize, end: usize) -> bool {
        self.live[self.borders.at_or_before(start)] && self.borders.after(start) >= end
    }

    /// Cuts the live part around a loop.
    fn take(&mut self, taken: Chosen) {
        let (start, end) = (taken.start, taken.start + taken.span());
        let part_end = self.borders.after(start);
        self.begin(start, true);
        self.begin(start + taken.period, false);
        if end < part_end {
            self.begin(end, true);
        }
    }

    /// Calls with what each live part leaves of a stretch, if that is at least `shortest` long.
    fn clip(&self, start: usize, end: usize, shortest: usize, mut found: impl FnMut(usize, usize)) {
        let mut part = self.borders.at_or_before(start);
        while part < end {
            let next = self.borders.after(part);
            let (from, to) = (part.max(start), next.min(end));
            if self.live[part] && to - from >= shortest {
                found(from, to);
            }
            part = next;
        }
    }
}

/// Puts the chosen loops together.
struct Assembly<'a, I: Iterator<Item = Chosen>> {
    string: &'a [Symbol],
    /// By start; of one start, the outer first.
    loops: std::iter::Peekable<I>,
    builder: NestBuilder,
}

impl<I: Iterator<Item = Chosen>> Assembly<'_, I> {
    /// The items of a stretch. The recursion is shallow: a body is at most half as long.
    fn items(&mut self, mut at: usize, end: usize) -> Vec<NodeId> {
        let mut items = Vec::new();
        while at < end {
            if let Some(next) = self.loops.next_if(|l| l.start == at) {
                let body = self.items(at, at + next.period);
                items.push(self.builder.repeat(next.count as u64, &body));
                at += next.span();
            } else {
                let stop = self.loops.peek().map_or(end, |l| l.start.min(end));
                items.extend(self.builder.symbols(&self.string[at..stop]));
                at = stop;
            }
        }
        items
    }
}
