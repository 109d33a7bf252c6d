//! Prediction: the current loop says what comes next.
//!
//! # What it computes
//!
//! Ketterlin and Clauss 2008, section 4. After every value the uppermost terms of the recognizer's stack are
//! looked at, 20 by default. A loop among them *covers* the terms above it if its next iteration begins with them: they are
//! terms of its body one after the other, where the last may be a loop of the body that is not complete, and so on
//! inside that loop. The rest of the iteration, and the iterations after it, are predicted: the next value, and the d-th
//! after the last for any distance d. A loop on top of the stack has no terms above it, so it always covers. Without a
//! covering loop nothing is predicted.
//!
//! The paper searches down the stack and does not say which loop is taken if several cover. Here it is the lowest:
//! it knows how often the loops inside of it run. A loop on top alone is then, as in the paper, the last
//! resort. The loops of `for j { for i = 0 to 31 { a; b } }` show why: after a single `a` of a row the row's own loop
//! covers it and would go on for ever; the loop over rows covers both and ends the row after 32 times. (In a
//! matrix multiplication of 100 rows the lowest is right for 99.9 % of the values 128 ahead, the uppermost for 72 %.)
//!
//! # What is counted
//!
//! For each distance d, every value that has one d before it: whether the prediction that was made there was
//! [correct](Counts::correct), [wrong](Counts::wrong), or not made. Label and all fields must agree; a predicted number
//! beyond its field's range is wrong whatever comes.
//!
//! ```
//! use loopscope_core::recognize::predict::{Predictor, Settings};
//! use loopscope_core::recognize::Options;
//!
//! let mut predictor = Predictor::new(Options::default(), Settings::default());
//! for value in 0..1000 {
//!     predictor.push(0, &[16 * value]);
//! }
//! // With the third value there is a loop.
//! let next = &predictor.counts()[0];
//! assert_eq!((next.distance, next.none, next.correct, next.wrong), (1, 2, 997, 0));
//! ```
//!
//! # Cost
//!
//! A prediction that holds is not made again: as long as the same loop covers and comes to the place that was expected,
//! a value costs one step at the far end and a comparison for each distance. Where it is another, as many steps as
//! the largest distance. Memory: at most the square of the largest distance in predicted values.

mod ahead;
mod cursor;
#[cfg(test)]
mod naive;
#[cfg(test)]
mod tests;

use super::stack::{next_index, Stack};
use super::{Options, Recognizer, Term};
use crate::small_sort::SmallSort;
use ahead::{Ahead, Outcome};
use cursor::Cursor;

/// How to predict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many of the uppermost terms of the stack are looked at.
    pub depth: usize,
    /// How many values ahead: 1 is the next.
    pub distances: Vec<usize>,
}

impl Settings {
    /// The largest distance.
    pub const MOST: usize = 1024;
}

impl Default for Settings {
    /// The paper's: the 20 uppermost terms, distances 1, 2, 4, .. 128.
    fn default() -> Self {
        Self { depth: 20, distances: (0..8).map(|power| 1 << power).collect() }
    }
}

/// How the predictions at one distance came out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// How many values ahead.
    pub distance: usize,
    /// Values that were predicted.
    pub correct: u64,
    /// Values for which another value was predicted.
    pub wrong: u64,
    /// Values for which nothing was predicted.
    pub none: u64,
}

impl Counts {
    /// Values that have another value that far before them.
    pub fn total(&self) -> u64 {
        self.correct + self.wrong + self.none
    }
}

/// Predicts a stream while it recognizes its loops, and counts how often that is right.
#[derive(Clone, Debug)]
pub struct Predictor {
    options: Options,
    settings: Settings,
    recognizer: Recognizer,
    /// The number of values so far.
    came: u64,
    /// The loops that cover, lowest first.
    covering: Vec<Covering>,
    /// What the stack looked like: height, and how many terms at its bottom are gone.
    stack: (usize, usize),
    /// The loop that predicts and where its predictions have been run to.
    anchor: Option<Anchor>,
    ahead: Ahead,
    counts: Vec<Counts>,
}

/// A loop that covers the terms above it.
#[derive(Clone, Debug)]
struct Covering {
    position: usize,
    id: u64,
    /// Before the value that comes next if it predicts.
    next: Cursor,
    /// The iteration that has begun.
    iteration: u64,
}

#[derive(Clone, Debug)]
struct Anchor {
    id: u64,
    next: Cursor,
    far: Cursor,
}

impl Predictor {
    /// A predictor without values. Distances are sorted; 0 and those beyond [`Settings::MOST`] are left out.
    pub fn new(options: Options, mut settings: Settings) -> Self {
        settings.distances.retain(|distance| (1..=Settings::MOST).contains(distance));
        settings.distances.sort_small();
        settings.distances.dedup();
        let counts = settings.distances.iter();
        Self {
            recognizer: Recognizer::eager(options.clone()),
            options,
            came: 0,
            covering: Vec::new(),
            stack: (0, 0),
            anchor: None,
            ahead: Ahead::new(settings.distances.last().copied().unwrap_or(0)),
            counts: counts.map(|&distance| Counts { distance, ..Counts::default() }).collect(),
            settings,
        }
    }

    /// How the predictions so far came out, by ascending distance.
    pub fn counts(&self) -> &[Counts] {
        &self.counts
    }

    /// The number of values so far.
    pub fn came(&self) -> u64 {
        self.came
    }

    /// The terms on the stack, bottom first.
    pub(crate) fn stack(&self) -> &[Term] {
        let stack = self.recognizer.bare_stack();
        stack.terms.get(stack.base..).unwrap_or_default()
    }

    /// The positions of the loops that cover, lowest first.
    pub(crate) fn covering_positions(&self) -> impl Iterator<Item = usize> + '_ {
        let base = self.recognizer.bare_stack().base;
        self.covering.iter().filter_map(move |covering| covering.position.checked_sub(base))
    }

    /// What is foretold: the numbers of the next values, as many as the largest distance.
    pub(crate) fn foretold(&self) -> Vec<Vec<i128>> {
        let Some(_) = &self.anchor else { return Vec::new() };
        self.ahead.foretold(self.came, &self.options)
    }

    /// One value of the stream, as for [`Recognizer::push`].
    pub fn push(&mut self, label: u32, fields: &[u64]) {
        let Self { counts, settings, .. } = self;
        self.ahead.judge(self.came, &settings.distances, (label, fields), |at, outcome| {
            if let Some(counts) = counts.get_mut(at) {
                match outcome {
                    Outcome::Correct => counts.correct += 1,
                    Outcome::Wrong => counts.wrong += 1,
                    Outcome::None => counts.none += 1,
                }
            }
        });
        self.recognizer.push(label, fields);
        self.recognizer.take_flushed();
        self.came += 1;
        if settings.distances.is_empty() {
            return;
        }
        self.cover(label, fields);
        self.predict();
    }

    /// Finds the loops that cover the terms above them.
    fn cover(&mut self, label: u32, fields: &[u64]) {
        let stack = self.recognizer.bare_stack();
        let (height, base) = (stack.height(), stack.base);
        let lowest = height.saturating_sub(self.settings.depth).max(base);
        let only_pushed = (height, base) == (self.stack.0 + 1, self.stack.1);
        self.stack = (height, base);
        if only_pushed {
            // A loop whose iteration does not begin with some terms does not begin with more of them.
            let kind = |place| self.options.kind(place);
            self.covering.retain_mut(|covering| {
                let Some(node) = stack.loop_at(covering.position) else { return false };
                if covering.position < lowest || covering.next.iteration() != covering.iteration {
                    return false;
                }
                let Some((value, indices)) = covering.next.value(node) else { return false };
                let fits = value.label() == label
                    && value.fields().len() == fields.len()
                    && value
                        .fields()
                        .iter()
                        .zip(fields)
                        .enumerate()
                        .all(|(place, (own, &is))| own.evaluate(indices) == Some(kind(place).value(is)));
                if fits {
                    covering.next.advance(node);
                }
                fits
            });
            return;
        }
        self.covering.clear();
        let near = stack.loops.iter().rev();
        let near = near.take_while(|waiting| waiting.position as usize >= lowest);
        for waiting in near {
            let position = waiting.position as usize;
            if let Some((next, iteration)) = covers(stack, position) {
                self.covering.push(Covering { position, id: waiting.id, next, iteration });
            }
        }
        self.covering.reverse();
    }

    /// Predicts by the lowest loop that covers.
    fn predict(&mut self) {
        let Some(covering) = self.covering.first() else {
            self.anchor = None;
            return;
        };
        let Some(node) = self.recognizer.bare_stack().loop_at(covering.position) else { return };
        if let Some(anchor) = self.anchor.as_mut().filter(|anchor| anchor.id == covering.id) {
            anchor.next.advance(node);
            if anchor.next == covering.next {
                self.ahead.go_on(self.came, node, &mut anchor.far, &self.options);
                return;
            }
        }
        let mut far = covering.next.clone();
        self.ahead.begin(self.came, node, &mut far, &self.options);
        self.anchor = Some(Anchor { id: covering.id, next: covering.next.clone(), far });
    }
}

/// Where the next iteration of the loop at a position is after the terms above it, and which iteration that is; `None` if it does not
/// begin with them.
fn covers(stack: &Stack, position: usize) -> Option<(Cursor, u64)> {
    let node = stack.loop_at(position)?;
    let mut cursor = Cursor::at_iteration(next_index(node));
    let iteration = cursor.iteration();
    let above = stack.terms.get(position + 1..)?;
    if !above.iter().all(|term| cursor.consume(node, term)) {
        return None;
    }
    cursor.settle(node);
    Some((cursor, iteration))
}
