//! Following a loop passively: the paper's own proposal for speed (its conclusion), made exact.
//!
//! # The idea
//!
//! Let the loop T on top of the stack have a body of values only, and let one iteration pass with nothing
//! done to the stack but that T takes it in. All trials of that iteration failed but the last. If they fail for
//! the next iteration too, it passes in the same way, and nothing need be done but to compare
//! its values with what T says.
//!
//! # Why it is exact
//!
//! A trial fails because of one place: a term or number that is not in line with, or not equal to, others
//! on the stack. From one iteration to the next, the numbers of its values and T's bound move by
//! constant steps, and all that is below T stays. So what makes the trial fail is either there for ever, or a
//! number a + b x, x iterations later, that must not become 0: its root is known. The least
//! root of all failed trials, and the last iteration in which all values are in their fields' ranges, is
//! how far T can be followed. Trials that were not made because the block length was not due failed
//! for a place that was found earlier, in this iteration or below T, and the same holds for it.
//!
//! A contradicting value, the limit, or somebody who wants to see the stack end the following: T gets its
//! iterations, and the values of the one begun are pushed.

use super::key::Key;
use super::runs::SHORT;
use super::stack::{next_index, Stack, Waiting};
use super::{Function, Kind, Model, Options, Term};
use crate::symbols::Symbol;

/// How far the loop on top can be followed, as learnt during one iteration.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    /// Where the loop stands.
    pub(super) position: usize,
    /// So many iterations after the one that passes now, something can come out differently.
    limit: u64,
}

impl Watch {
    pub(super) fn new(top: &Waiting) -> Watch {
        Watch { position: top.position as usize, limit: u64::MAX }
    }

    /// Nothing is known beyond this iteration.
    pub(super) fn stop(&mut self) {
        self.limit = 1;
    }

    /// What is `now`, and moves by `step` an iteration, must not become 0.
    fn avoid(&mut self, now: i128, step: i128) {
        if step == 0 || now % step != 0 {
            return;
        }
        // -now / step iterations later; too far is never.
        if let Ok(later @ 1..) = u64::try_from(-(now / step)) {
            self.limit = self.limit.min(later);
        }
    }

    /// TRIPLET failed at the term at `w` with those one and two blocks below.
    pub(super) fn triplet_failed(&mut self, stack: &Stack, block: usize, w: usize, model: Model) {
        if w < self.position {
            return;
        }
        let [u, v, w] = [w - 2 * block, w - block, w];
        let terms = [u, v, w].map(|at| &stack.terms[at]);
        if w == self.position {
            let bounds = terms.map(|term| term.as_loop().map(|node| node.bound().offset()));
            if let [Some(u), Some(v), Some(w)] = bounds {
                match model {
                    Model::Constant => self.avoid(w - v, 1),
                    _ => self.avoid((w - v) - (v - u), 1),
                }
            }
            return;
        }
        // Values that do not move in the constant model.
        if model == Model::Constant {
            return;
        }
        let [Term::Value(a), Term::Value(b), Term::Value(c)] = terms else { return };
        let len = c.fields().len();
        if a.label() != b.label() || b.label() != c.label() {
            return;
        }
        if a.fields().len() != len || b.fields().len() != len {
            return;
        }
        for field in 0..len {
            let [a, b, c] = [a, b, c].map(|value| value.fields()[field].offset());
            let now = (c - b) - (b - a);
            if now != 0 {
                let [a, b, c] = [u, v, w].map(|at| self.step(stack, at, field));
                return self.avoid(now, (c - b) - (b - a));
            }
        }
        // The keys say that it failed, and no number does: not to be relied on.
        self.stop();
    }

    /// The iteration is complete: TRIPLET has failed on short blocks at all heights, of which nobody kept account.
    pub(super) fn short_blocks_failed(&mut self, stack: &Stack, options: &Options) {
        let (keys, top) = (&stack.keys, stack.height());
        for block in 1..=SHORT.min(options.k) {
            // As the schedule would have tried them. With the last value, FOLLOWS came before longer blocks.
            let mut height = (self.position + 1).max(stack.base + 3 * block);
            let last = if 3 * block > top - self.position { top - 1 } else { top };
            while height <= last {
                let fits = |&w: &usize| Key::in_line(keys[w - 2 * block], keys[w - block], keys[w]);
                match (height - block..height).rev().find(|w| !fits(w)) {
                    Some(w) => {
                        self.triplet_failed(stack, block, w, options.model);
                        height = w + 1 + block;
                    }
                    None => return self.stop(),
                }
            }
        }
    }

    /// FOLLOWS failed for a loop below.
    pub(super) fn follows_failed(&mut self, stack: &Stack, waiting: &Waiting) {
        let Some(node) = stack.loop_at(waiting.position as usize) else { return };
        let (first, next) = (waiting.position as usize + 1, next_index(node));
        let mut places = node.body().iter().zip(first..stack.height()).rev();
        let failed = places.find(|(term, at)| !term.equals_at(next, &stack.terms[*at]));
        match failed {
            Some((_, at)) if at < self.position => {}
            Some((Term::Loop(inner), at)) => {
                let bound = inner.bound().at_outermost(next).map(|bound| bound.offset());
                if let (Some(bound), Some(top)) = (bound, stack.loop_at(at)) {
                    self.avoid(top.bound().offset() - bound, 1);
                }
            }
            Some((Term::Value(value), at)) => {
                let Term::Value(is) = &stack.terms[at] else { return };
                if value.label() != is.label() || value.fields().len() != is.fields().len() {
                    return;
                }
                for (field, (function, is)) in value.fields().iter().zip(is.fields()).enumerate() {
                    let Some(number) = function.evaluate(&[next]) else { return self.stop() };
                    let now = is.offset() - number;
                    if now != 0 {
                        return self.avoid(now, self.step(stack, at, field));
                    }
                }
            }
            None => self.stop(),
        }
    }

    /// By how much a field of the value at a position moves with every iteration.
    fn step(&self, stack: &Stack, at: usize, field: usize) -> i128 {
        let body = stack.loop_at(self.position).map_or(&[][..], |node| node.body());
        let item = at.checked_sub(self.position + 1).and_then(|item| body.get(item));
        let field = item.and_then(Term::as_value).and_then(|value| value.fields().get(field));
        field.map_or(0, slope)
    }
}

/// The coefficient of i0 of a function of i0 alone.
fn slope(function: &Function) -> i128 {
    function.slopes().first().map_or(0, |pair| pair.1)
}

/// A loop that is followed.
#[derive(Clone, Debug)]
pub(super) struct Follow {
    /// Where it stands: on top.
    pub(super) position: usize,
    /// The values of the iteration that comes: labels, where the fields of each begin, and all fields.
    labels: Vec<u32>,
    starts: Vec<u32>,
    fields: Vec<u64>,
    /// By how much each field moves.
    steps: Vec<u64>,
    /// Values of the iteration that have come.
    at: usize,
    /// Iterations that have come.
    passed: u64,
    /// How many may come.
    limit: u64,
}

impl Follow {
    /// Follows a loop after an iteration has been watched; `None` if that is good for no iteration.
    pub(super) fn start(
        stack: &Stack,
        waiting: &Waiting,
        watch: Watch,
        options: &Options,
        spare: Option<Box<Follow>>,
    ) -> Option<Box<Follow>> {
        // The terms of a begun iteration would make the stack so high that some are flushed.
        let highest = waiting.height() - 1 - stack.base;
        if watch.limit <= 1 || options.smax.is_some_and(|smax| highest >= smax) {
            return None;
        }
        let node = stack.loop_at(watch.position)?;
        let next = next_index(node);
        let mut follow = spare.unwrap_or_else(|| Box::new(Follow::empty()));
        follow.clear(watch.position);
        // All iterations up to x = limit - 1 after the last one pass as it did.
        let mut limit = watch.limit - 1;
        for term in node.body() {
            let Term::Value(value) = term else { return None };
            follow.labels.push(value.label());
            for (place, field) in value.fields().iter().enumerate() {
                let (now, step) = (field.evaluate(&[next])?, slope(field));
                follow.fields.push(now as u64);
                follow.steps.push(step as u64);
                limit = limit.min(in_range(now, step, options.kind(place)));
            }
            follow.starts.push(follow.fields.len() as u32);
        }
        follow.limit = limit;
        (limit > 0).then_some(follow)
    }

    fn empty() -> Follow {
        let (labels, starts, fields, steps) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Follow { position: 0, labels, starts, fields, steps, at: 0, passed: 0, limit: 0 }
    }

    fn clear(&mut self, position: usize) {
        self.position = position;
        self.labels.clear();
        self.starts.clear();
        self.starts.push(0);
        self.fields.clear();
        self.steps.clear();
        (self.at, self.passed) = (0, 0);
    }

    /// Whether the loop has been followed as far as is known.
    #[inline]
    pub(super) fn at_limit(&self) -> bool {
        self.passed == self.limit
    }

    /// Complete iterations that have come.
    pub(super) fn iterations(&self) -> u64 {
        self.passed
    }

    /// Whether that is the next value; if so, it has come.
    #[inline]
    pub(super) fn accept(&mut self, label: u32, fields: &[u64]) -> bool {
        let expected = self.starts[self.at] as usize..self.starts[self.at + 1] as usize;
        if self.labels[self.at] != label || self.fields[expected] != *fields {
            return false;
        }
        self.at += 1;
        if self.at == self.labels.len() {
            self.at = 0;
            self.passed += 1;
            for (field, step) in self.fields.iter_mut().zip(&self.steps) {
                *field = field.wrapping_add(*step);
            }
        }
        true
    }

    /// Accepts values without fields as far as they are the next ones, up to the limit.
    pub(super) fn accept_symbols(&mut self, string: &[Symbol]) -> usize {
        let mut accepted = 0;
        if self.fields.is_empty() && self.at == 0 {
            // Whole iterations.
            let left = usize::try_from(self.limit - self.passed).unwrap_or(usize::MAX);
            let blocks = string.chunks_exact(self.labels.len()).take(left);
            let same = |block: &[Symbol]| block.iter().zip(&self.labels).all(|(a, b)| a.0 == *b);
            let passed = blocks.take_while(|block| same(block)).count();
            self.passed += passed as u64;
            accepted = passed * self.labels.len();
        }
        while !self.at_limit() {
            match string.get(accepted) {
                Some(symbol) if self.accept(symbol.0, &[]) => accepted += 1,
                _ => break,
            }
        }
        accepted
    }

    /// The values of the iteration that is not complete.
    pub(super) fn begun(&self) -> impl Iterator<Item = (u32, &[u64])> {
        (0..self.at).map(|item| {
            let fields = self.starts[item] as usize..self.starts[item + 1] as usize;
            (self.labels[item], &self.fields[fields])
        })
    }
}

/// How many numbers from `now` on, a step apart, are in the range of the kind.
fn in_range(now: i128, step: i128, kind: Kind) -> u64 {
    let (least, most) = match kind {
        Kind::Unsigned => (0, i128::from(u64::MAX)),
        Kind::Signed => (i128::from(i64::MIN), i128::from(i64::MAX)),
    };
    if now < least || now > most {
        return 0;
    }
    let steps = match step {
        0 => return u64::MAX,
        1.. => (most - now) / step,
        _ => (least - now) / step,
    };
    u64::try_from(steps + 1).unwrap_or(u64::MAX)
}
