//! The stack of terms, and what the search needs to know of each.
//!
//! A loop at position p with m terms in its body can take in an iteration only when the height of the stack is p + 1 + m.
//! So loops are chained by that height, the uppermost first: FOLLOWS looks at one chain for each push, in ascending
//! order of i.

use super::key::Key;
use super::{triplet, Function, FunctionModel, Loop, Term};

/// No loop.
pub(super) const NONE: u32 = u32::MAX;

/// Terms, bottom first. Positions count from 0 and include terms that were removed at the bottom.
#[derive(Clone, Debug, Default)]
pub(super) struct Stack {
    pub(super) terms: Vec<Term>,
    pub(super) keys: Vec<Key>,
    /// The lowest position that is still there.
    pub(super) base: usize,
    /// All loops on the stack, from the bottom.
    pub(super) loops: Vec<Waiting>,
    /// The first of the chain for each height, as an index into `loops`.
    heads: Vec<u32>,
    /// Loops that were made so far.
    made: u64,
}

/// A loop on the stack and the iteration that it waits for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting {
    pub(super) position: u32,
    /// Terms in the body.
    pub(super) len: u32,
    /// The next of the chain.
    pub(super) after: u32,
    pub(super) body: Body,
    /// A number that no other loop of the stack has or had.
    pub(super) id: u64,
    /// The key of the last term of the next iteration, and by how much its print moves with each.
    last: Key,
    step: u64,
}

/// What can be known of a loop's next iterations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Body {
    /// Values only.
    Values,
    /// Loops too; the loop's index is nowhere in it, all bounds are constant, and it is not long.
    Same,
    /// Something else.
    Other,
}

impl Body {
    /// The most values in one iteration of what counts as [`Same`](Body::Same): longer ones mostly have inner
    /// loops that can be followed.
    const LONGEST: u64 = 256;

    fn of(body: &[Term]) -> Self {
        if body.iter().all(|term| term.as_value().is_some()) {
            return Self::Values;
        }
        match Self::len(body) {
            Some(0..=Self::LONGEST) => Self::Same,
            _ => Self::Other,
        }
    }

    /// Values in an iteration, if all are the same.
    fn len(body: &[Term]) -> Option<u64> {
        body.iter().try_fold(0u64, |sum, term| {
            let more = match term {
                Term::Value(value) => {
                    let varies = value.fields().iter().any(|field| field.depends_on(0));
                    (!varies).then_some(1)?
                }
                Term::Loop(node) => {
                    let bound = node.bound().is_constant().then(|| node.bound().offset())?;
                    let last = u64::try_from(bound).ok().filter(|&last| last < Self::LONGEST)?;
                    (last + 1).checked_mul(Self::len(node.body())?)?
                }
            };
            sum.checked_add(more).filter(|&sum| sum <= Self::LONGEST)
        })
    }
}

impl Waiting {
    pub(super) fn height(&self) -> usize {
        (self.position + 1 + self.len) as usize
    }
}

impl Stack {
    pub(super) fn height(&self) -> usize {
        self.terms.len()
    }

    pub(super) fn push(&mut self, term: Term, key: Key) {
        self.terms.push(term);
        self.keys.push(key);
    }

    /// The loop at a position; `None` for a value.
    pub(super) fn loop_at(&self, position: usize) -> Option<&Loop> {
        self.terms.get(position)?.as_loop()
    }

    /// The first loop that waits for this height.
    #[inline]
    pub(super) fn first_waiting(&self) -> u32 {
        self.heads.get(self.height()).copied().unwrap_or(NONE)
    }

    /// Whether the last term has the key that the loop waits for.
    #[inline]
    pub(super) fn last_fits(&self, waiting: &Waiting) -> bool {
        self.keys.last() == Some(&waiting.last)
    }

    /// FOLLOWS: whether the terms above the loop are its next iteration.
    pub(super) fn follows(&self, waiting: &Waiting) -> bool {
        if !self.last_fits(waiting) {
            return false;
        }
        let position = waiting.position as usize;
        let Some(node) = self.loop_at(position) else { return false };
        let next = next_index(node);
        let block = &self.terms[position + 1..];
        node.body().iter().zip(block).rev().all(|(term, is)| term.equals_at(next, is))
    }

    /// Takes the terms above a loop into it.
    pub(super) fn extend(&mut self, position: usize, model: FunctionModel) {
        self.truncate(position + 1);
        self.add_iterations(position, 1, model);
    }

    /// Gives more iterations to the loop at a position, which is on top.
    pub(super) fn add_iterations(&mut self, position: usize, more: u64, model: FunctionModel) {
        if let Some(Term::Loop(node)) = self.terms.get_mut(position) {
            // Less than the length of the stream.
            let _ = node.parts_mut().0.add_constant(i128::from(more));
        }
        self.keys[position] = self.keys[position].with_bound(more, model);
        if let Some(waiting) = self.loops.last_mut() {
            let step = waiting.step.wrapping_mul(more);
            waiting.last.print = waiting.last.print.wrapping_add(step);
        }
    }

    /// Tries TRIPLET on the uppermost blocks of that length. Returns whether they became a loop.
    pub(super) fn reduce(&mut self, block: usize, model: FunctionModel) -> bool {
        let Some(start) = self.height().checked_sub(3 * block) else { return false };
        let (u, rest) = self.terms[start..].split_at_mut(block);
        let (v, w) = rest.split_at(block);
        if !triplet::in_line(u, v, w, model) || u.iter().any(|t| t.depth() >= Term::MAX_DEPTH) {
            return false;
        }
        triplet::wrap(u, v, model);
        let keys = &self.keys[start..];
        let key = Key::of_loop(&keys[..block], &keys[block..2 * block], model);
        let (second, third) = (keys[2 * block - 1], keys[3 * block - 1]);
        let step = third.print.wrapping_sub(second.print);
        let last = Key { print: third.print.wrapping_add(step), ..third };
        self.truncate(start + block);
        self.forget_loops(start);
        let body: Vec<Term> = self.terms.drain(start..).collect();
        let kind = Body::of(&body);
        self.keys.truncate(start);
        let Some(term) = Term::for_loop(Function::constant(2), body) else { return false };
        self.push(term, key);
        self.made += 1;
        self.wait(Waiting {
            position: start as u32,
            len: block as u32,
            after: NONE,
            body: kind,
            id: self.made,
            last,
            step,
        });
        true
    }

    fn wait(&mut self, mut waiting: Waiting) {
        let height = waiting.height();
        if height >= self.heads.len() {
            self.heads.resize(height + 1, NONE);
        }
        waiting.after = std::mem::replace(&mut self.heads[height], self.loops.len() as u32);
        self.loops.push(waiting);
    }

    fn truncate(&mut self, height: usize) {
        self.forget_loops(height);
        self.terms.truncate(height);
        self.keys.truncate(height);
    }

    /// Removes the loops from that position on from their chains.
    fn forget_loops(&mut self, position: usize) {
        while let Some(waiting) = self.loops.last() {
            if (waiting.position as usize) < position {
                break;
            }
            self.heads[waiting.height()] = waiting.after;
            self.loops.pop();
        }
    }

    /// The terms that have not been removed.
    pub(super) fn live(&self) -> &[Term] {
        &self.terms[self.base..]
    }

    /// Removes terms at the bottom. Their places stay until [`compact`](Self::compact).
    pub(super) fn flush(&mut self, count: usize, into: &mut Vec<Term>) {
        let end = (self.base + count).min(self.terms.len());
        let gone = || Term::value(0, []);
        into.extend(self.terms[self.base..end].iter_mut().map(|t| std::mem::replace(t, gone())));
        self.base = end;
    }

    /// Frees the places of removed terms: all positions decrease by the number returned.
    pub(super) fn compact(&mut self) -> usize {
        let base = std::mem::take(&mut self.base);
        self.terms.drain(..base);
        self.keys.drain(..base);
        let gone = self.loops.partition_point(|waiting| (waiting.position as usize) < base) as u32;
        self.loops.drain(..gone as usize);
        let moved = |index: u32| match index {
            NONE => NONE,
            _ => index.checked_sub(gone).unwrap_or(NONE),
        };
        for waiting in &mut self.loops {
            waiting.position -= base as u32;
            waiting.after = moved(waiting.after);
        }
        self.heads.drain(..base.min(self.heads.len()));
        for head in &mut self.heads {
            *head = moved(*head);
        }
        base
    }
}

/// The index that the next iteration of a loop on the stack has.
pub(super) fn next_index(node: &Loop) -> u64 {
    u64::try_from(node.bound().offset() + 1).unwrap_or(u64::MAX)
}
