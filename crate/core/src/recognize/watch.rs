//! How far the loop on top can be followed, as learnt from one iteration.
//!
//! # The idea
//!
//! The paper's conclusion proposes to follow loops passively for speed. Let the loop T be on top of the stack, and let
//! one iteration of it pass: values are pushed until FOLLOWS takes them into T, and nothing below T has changed. If all
//! trials have the same outcome in the next iteration, that one passes in the same way, and it is enough to compare its
//! values with those that T predicts.
//!
//! # Why it is exact
//!
//! From one iteration to the next T's bound increases by one, the terms below T stay, and the terms above are of one of
//! two kinds:
//!
//! - T's body has only values. Nothing succeeds before FOLLOWS does. Every other trial fails because of one place, a term
//!   or number that is not in line with others or not equal to them. The numbers move by constant steps, so the trial
//!   fails for ever, or until a + b x is 0, x iterations later. That root is known.
//! - No function in T's body depends on T's index, and the bounds are constant. All terms above T are the same in each
//!   iteration. Only trials that fail because of T's own bound can have another outcome, and their roots are known, too.
//!
//! The least root, and the last iteration in which all values are in their fields' ranges, is how far T
//! can be followed. Trials that are not made because the block length is not due fail for a place
//! that was found earlier, in this iteration or below T, and the same holds for it.

use super::follow::{slope, Follow};
use super::key::Key;
use super::runs::SHORT;
use super::stack::{next_index, Body, Stack, Waiting};
use super::{FunctionModel, Options, Term};

/// How far the loop on top can be followed, as learnt during one iteration.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    /// Where the loop stands.
    pub(super) position: usize,
    /// After how many iterations, counted from the one that passes now, a trial can have another outcome.
    pub(super) limit: u64,
    /// The values of one iteration, if all iterations are the same, including the loops in them.
    pub(super) same: Option<Box<Follow>>,
}

impl Watch {
    /// Begins to watch the uppermost loop, which is on top, if it is of a kind that can be followed.
    pub(super) fn start(stack: &Stack, options: &Options, spare: &mut Option<Box<Follow>>) -> Option<Self> {
        let top = stack.loops.last()?;
        let mut watch = Self { position: top.position as usize, limit: u64::MAX, same: None };
        match top.body {
            Body::Other => return None,
            Body::Values => {}
            Body::Same => {
                watch.same = Some(Follow::of_same(stack.loop_at(watch.position)?, watch.position, spare));
                // Failures of short blocks are not recorded: assume that they are always due to T.
                for block in 1..=SHORT.min(options.k) {
                    if watch.position >= stack.base + 2 * block {
                        watch.triplet_failed(stack, block, watch.position, options.model);
                    }
                }
            }
        }
        Some(watch)
    }

    /// Starts to follow the loop after the watched iteration has passed; `None` if it cannot be followed for even
    /// one iteration.
    pub(super) fn follow(
        self,
        stack: &Stack,
        options: &Options,
        spare: &mut Option<Box<Follow>>,
    ) -> Option<Box<Follow>> {
        // All iterations up to x = limit - 1 after the last one pass as it did.
        let limit = self.limit.checked_sub(1).filter(|&limit| limit > 0)?;
        let follow = match self.same {
            Some(same) => same.restarted(limit)?,
            None => {
                let node = stack.loop_at(self.position)?;
                Follow::of_values(node, self.position, limit, options, spare)?
            }
        };
        // The terms of an unfinished iteration could make the stack so high that some are flushed.
        let highest = self.position - stack.base + follow.period();
        let kept = options.smax.is_none_or(|smax| highest < smax);
        (kept && follow.is_useful()).then_some(follow)
    }

    /// Whether what happens above the loop belongs to its iteration.
    pub(super) fn has_inside(&self, position: usize) -> bool {
        self.same.is_some() && position > self.position
    }

    /// Says that nothing is known beyond this iteration.
    pub(super) fn stop(&mut self) {
        self.limit = 1;
    }

    /// Sets the limit so that a number that is `now` and moves by `step` in each iteration does not become 0.
    fn avoid(&mut self, now: i128, step: i128) {
        if step == 0 || now % step != 0 {
            return;
        }
        // It is 0 after -now / step iterations, which may be too far away to count.
        if let Ok(later @ 1..) = u64::try_from(-(now / step)) {
            self.limit = self.limit.min(later);
        }
    }

    /// Notes that TRIPLET failed at the term at `w` and those one and two blocks below it.
    pub(super) fn triplet_failed(&mut self, stack: &Stack, block: usize, w: usize, model: FunctionModel) {
        if w < self.position || self.has_inside(w) {
            return;
        }
        let [u, v, w] = [w - 2 * block, w - block, w];
        let terms = [u, v, w].map(|at| &stack.terms[at]);
        if w == self.position {
            let bounds = terms.map(|term| term.as_loop().map(|node| node.bound().offset()));
            if let [Some(u), Some(v), Some(w)] = bounds {
                match model {
                    FunctionModel::Constant => self.avoid(w - v, 1),
                    _ => self.avoid((w - v) - (v - u), 1),
                }
            }
            return;
        }
        // Values that do not move in the constant model.
        if model == FunctionModel::Constant {
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
        // The keys differ and no number does, so nothing is known of later iterations.
        self.stop();
    }

    /// Notes that an iteration of values is complete: TRIPLET has failed on short blocks at all heights, which was not
    /// recorded.
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

    /// Notes that FOLLOWS failed for a loop below, or for the one watched.
    pub(super) fn follows_failed(&mut self, stack: &Stack, waiting: &Waiting) {
        let Some(node) = stack.loop_at(waiting.position as usize) else { return };
        let (first, next) = (waiting.position as usize + 1, next_index(node));
        let mut places = node.body().iter().zip(first..stack.height()).rev();
        let failed = places.find(|(term, at)| !term.equals_at(next, &stack.terms[*at]));
        match failed {
            Some((_, at)) if at < self.position || self.has_inside(at) => {}
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

    /// By how much a field of the value at a position moves in every iteration.
    fn step(&self, stack: &Stack, at: usize, field: usize) -> i128 {
        let body = stack.loop_at(self.position).map_or(&[][..], |node| node.body());
        let item = at.checked_sub(self.position + 1).and_then(|item| body.get(item));
        let field = item.and_then(Term::as_value).and_then(|value| value.fields().get(field));
        field.map_or(0, slope)
    }
}
