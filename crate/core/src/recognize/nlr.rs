//! The recognizer: the paper's MAIN and REDUCE, with the search made short.
//!
//! The literal REDUCE tries up to 3K blocks after every push. Here:
//!
//! - TRIPLET is tried for the block lengths that are due (see the module `schedule`): ln K or so of K; for
//!   short blocks it is counted how many terms are in line (see `runs`);
//! - FOLLOWS is tried for the loops that wait for the stack to be as high as it is (see `stack`);
//! - both compare keys first (see `key`), and terms only where all keys agree;
//! - a loop whose body is values, or the same in all iterations, is followed value by value once it is established. The
//!   stack is not touched up to the first iteration in which anything could come out differently (see `watch`).
//!
//! The result is the same as that of the literal version on every stream; tests compare the two.
//!
//! # Cost
//!
//! A few nanoseconds for each value inside a loop that is followed. Elsewhere O(log K) trials for most values and O(K) at
//! worst, unless stacks are taken down and built up over and over. Memory is that of the stack, whatever the
//! length of the stream: each term takes its own size, 16 bytes for its key and about 90 for trials.

use super::follow::Follow;
use super::key::Key;
use super::runs::Runs;
use super::schedule::Schedule;
use super::stack::{Stack, NONE};
use super::watch::Watch;
use super::{Function, Options, Term};
use crate::small_sort::SmallSort;
use crate::symbols::Symbol;

/// Recognizes loops in a stream; see the [module](super) for what is computed.
#[derive(Clone, Debug)]
pub struct Recognizer {
    options: Options,
    stack: Stack,
    runs: Runs,
    schedule: Schedule,
    /// What has been learnt about the loop whose next iteration is on the stack.
    watch: Option<Watch>,
    /// The loop that is followed passively.
    follow: Option<Box<Follow>>,
    /// The loop that was followed last: its memory is used again.
    spare: Option<Box<Follow>>,
    flushed: Vec<Term>,
    /// Block lengths found by their keys.
    found: Vec<usize>,
    /// Whether the stack must be up to date after every value: no loop is followed passively.
    eager: bool,
}

/// What can be done with the top of the stack.
enum Step {
    /// A loop over three blocks was made; nothing is left to do.
    Reduced,
    /// The terms above this loop, an index into the loops of the stack, are its next iteration.
    Follows(usize),
}

impl Recognizer {
    /// An empty stack.
    pub fn new(options: Options) -> Self {
        Self {
            options,
            stack: Stack::default(),
            runs: Runs::default(),
            schedule: Schedule::default(),
            watch: None,
            follow: None,
            spare: None,
            flushed: Vec::new(),
            found: Vec::new(),
            eager: false,
        }
    }

    /// A recognizer whose stack is up to date after every value.
    pub(super) fn eager(options: Options) -> Self {
        Self { eager: true, ..Self::new(options) }
    }

    /// The stack of an eager recognizer, with what is known of its loops.
    pub(super) fn bare_stack(&self) -> &Stack {
        debug_assert!(self.eager);
        &self.stack
    }

    /// One value of the stream: a label and its fields as 64-bit patterns, whose meaning is in
    /// [`Options::fields`]. Tuples of different lengths may be mixed; they are never one loop.
    pub fn push(&mut self, label: u32, fields: &[u64]) {
        if let Some(follow) = &mut self.follow {
            let fits = follow.accept(label, fields);
            if fits && !follow.at_limit() {
                return;
            }
            self.settle();
            if fits {
                return;
            }
        }
        self.push_value(label, fields);
    }

    /// Many values without fields, faster than one by one.
    pub fn push_symbols(&mut self, string: &[Symbol]) {
        let mut rest = string;
        while let Some((first, others)) = rest.split_first() {
            if let Some(follow) = &mut self.follow {
                let accepted = follow.accept_symbols(rest);
                rest = &rest[accepted..];
                if !rest.is_empty() || follow.at_limit() {
                    self.settle();
                }
                continue;
            }
            self.push_value(first.0, &[]);
            rest = others;
        }
    }

    /// Gives the terms that were flushed since the last call, in the order of the stream. Without SMAX
    /// there are none. Flushed terms stay in memory until they are taken.
    pub fn take_flushed(&mut self) -> std::vec::Drain<'_, Term> {
        self.flushed.drain(..)
    }

    /// The stack, bottom first, exactly as the algorithm has it after the last value.
    pub fn stack(&mut self) -> &[Term] {
        self.settle();
        self.stack.live()
    }

    /// The remaining terms: those that were flushed and not taken, and then the stack, bottom first.
    pub fn finish(mut self) -> Vec<Term> {
        self.settle();
        let mut terms = self.flushed;
        terms.extend(self.stack.terms.drain(self.stack.base..));
        terms
    }

    /// MAIN for one value.
    fn push_value(&mut self, label: u32, fields: &[u64]) {
        if let Some(Watch { same: Some(same), .. }) = &mut self.watch {
            if !same.accept(label, fields) {
                self.unwatch();
            }
        }
        let key = Key::of_value(label, fields, self.options.model);
        let number = |(place, &bits)| Function::constant(self.options.kind(place).value(bits));
        self.stack.push(Term::value(label, fields.iter().enumerate().map(number)), key);
        self.reduce();
        let Some(smax) = self.options.smax else { return };
        if self.stack.live().len() >= smax && self.follow.is_none() {
            self.stack.flush(self.options.nflush, &mut self.flushed);
            self.unwatch();
            // The terms that have gone pay for moving those that are left.
            if self.stack.base >= self.stack.live().len() {
                let base = self.stack.compact();
                self.runs.forget_below(base);
                self.schedule.forget_below(base);
            }
        }
    }

    /// REDUCE, as long as it finds something.
    fn reduce(&mut self) {
        let model = self.options.model;
        while let Some(step) = self.search() {
            let mut passed = None;
            let position = match step {
                Step::Reduced => self.stack.height() - 1,
                Step::Follows(index) => {
                    let position = self.stack.loops[index].position as usize;
                    if let Some(mut watch) = self.watch.take_if(|watch| watch.position == position) {
                        if watch.same.is_none() {
                            watch.short_blocks_failed(&self.stack, &self.options);
                        }
                        passed = Some(watch);
                    }
                    self.stack.extend(position, model);
                    position
                }
            };
            self.schedule.forget_from(position + 1);
            if let Some(watch) = passed {
                self.follow = watch.follow(&self.stack, &self.options, &mut self.spare);
                if self.follow.is_some() {
                    return;
                }
            }
            if !self.watch.as_ref().is_some_and(|watch| watch.has_inside(position)) {
                self.watch_top();
            }
        }
    }

    /// Begins to watch the loop on top.
    fn watch_top(&mut self) {
        self.unwatch();
        if self.eager {
            return;
        }
        self.watch = Watch::start(&self.stack, &self.options, &mut self.spare);
    }

    fn unwatch(&mut self) {
        if let Some(Watch { same: Some(same), .. }) = self.watch.take() {
            self.spare = Some(same);
        }
    }

    /// The first i at which TRIPLET or FOLLOWS holds. TRIPLET has then made its loop already.
    fn search(&mut self) -> Option<Step> {
        let Self { options, stack, runs, schedule, watch, found, .. } = self;
        let (model, height) = (options.model, stack.height());
        found.clear();
        runs.count(&stack.keys, stack.base, options.k, found);
        schedule.tried(&stack.keys, stack.base, options.k, found, |block, w| {
            if let Some(watch) = watch {
                watch.triplet_failed(stack, block, w, model);
            }
        });
        found.sort_small();
        let mut blocks = found.iter().copied().peekable();
        let mut next = stack.first_waiting();
        loop {
            let waiting = stack.loops.get(next as usize).filter(|_| next != NONE);
            let waiting = waiting.filter(|waiting| waiting.position as usize >= stack.base);
            let i = waiting.map(|waiting| height - waiting.position as usize);
            match (blocks.peek().copied(), waiting) {
                (Some(block), _) if i.is_none_or(|i| 3 * block <= i) => {
                    if stack.reduce(block, model) {
                        return Some(Step::Reduced);
                    }
                    if let Some(watch) = watch {
                        watch.stop();
                    }
                    blocks.next();
                }
                (_, Some(waiting)) => {
                    if stack.follows(waiting) {
                        return Some(Step::Follows(next as usize));
                    }
                    if let Some(watch) = watch {
                        watch.follows_failed(stack, waiting);
                    }
                    next = waiting.after;
                }
                _ => return None,
            }
        }
    }

    /// Ends the following: the stack is brought up to date.
    fn settle(&mut self) {
        let Some(follow) = self.follow.take() else { return };
        let (model, more) = (self.options.model, follow.iterations());
        self.stack.add_iterations(follow.position, more, model);
        self.watch_top();
        self.reduce();
        // These values begin an iteration.
        for (label, fields) in follow.begun() {
            self.push_value(label, fields);
        }
        self.spare = Some(follow);
    }
}
