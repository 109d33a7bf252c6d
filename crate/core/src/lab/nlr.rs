//! Nested loop recognition, watched: the recognizer that follows the paper letter by letter.

use super::frame::{FollowsFailure, FrameData, NlrCounters, NlrFrame, NlrStep, TripletFailure, Word};
use super::input::Values;
use super::recording::{Head, Recording};
use super::say::{counted, spell_term};
use super::terms::{next_iteration, options_of, term_text};
use crate::numbers;
use crate::recognize::{Literal, Mismatch, MismatchKind, Term, WatchLiteral};

/// Runs the recognizer over all values.
pub(super) fn record(input: &Values) -> Recording {
    let mut recorder = Recorder {
        frames: Recording::default(),
        stack: Vec::new(),
        counters: NlrCounters::default(),
        flushed: Vec::new(),
        value: Vec::new(),
        smax: input.smax.unwrap_or(0),
    };
    let mut literal = Literal::new(options_of(input));
    for value in &input.values {
        recorder.value = value.iter().copied().map(i128::from).collect();
        let bits: Vec<u64> = value.iter().map(|&number| number as u64).collect();
        literal.push_watched(0, &bits, &mut recorder);
    }
    recorder.finish(&literal.finish(), input.values.len())
}

struct Recorder {
    frames: Recording,
    /// The texts of the terms on the stack.
    stack: Vec<Word>,
    counters: NlrCounters,
    flushed: Vec<Word>,
    /// The value that is pushed.
    value: Vec<i128>,
    smax: usize,
}

impl Recorder {
    fn push(&mut self, head: Head, said: String, step: NlrStep) {
        let frame = NlrFrame { stack: self.stack.clone(), counters: self.counters, step };
        self.frames.push(head, said, FrameData::Nlr(frame));
    }

    /// Puts a term in the place of the uppermost ones.
    fn replace(&mut self, terms: usize, made: &Term) -> Word {
        let made = term_text(made);
        self.stack.truncate(self.stack.len().saturating_sub(terms));
        self.stack.push(made.clone());
        made
    }

    fn finish(mut self, terms: &[Term], values: usize) -> Recording {
        let result: Vec<Word> = terms.iter().map(term_text).collect();
        let stands = if result.len() == 1 { "stands" } else { "stand" };
        let said =
            format!("No value is left: {} {stands} for {}.", counted(result.len(), "term"), counted(values, "value"),);
        self.push(Head::last(7), said, NlrStep::End { result });
        self.frames
    }
}

/// `the top three terms`, `the top three blocks of 2`.
fn blocks(b: usize) -> String {
    match b {
        1 => "the top three terms".to_owned(),
        _ => format!("the top three blocks of {b}"),
    }
}

/// A difference with its sign.
fn difference(from: i128, to: i128) -> String {
    match to.checked_sub(from) {
        Some(step) if step < 0 => format!("−{}", step.unsigned_abs()),
        Some(step) => format!("+{step}"),
        None => "more than fits".to_owned(),
    }
}

impl WatchLiteral for Recorder {
    fn pushed(&mut self, term: &Term) {
        self.counters.pushed += 1;
        let text = term_text(term);
        self.stack.push(text.clone());
        let said = format!("{} is pushed: {} on the stack.", spell_term(&text), counted(self.stack.len(), "term"));
        let value = std::mem::take(&mut self.value);
        self.push(Head::coarse(3), said, NlrStep::Push { value });
    }

    fn tried_triplet(&mut self, i: usize, made: Result<&Term, Mismatch>) {
        self.counters.triplets += 1;
        let b = i / 3;
        let (step, said, head) = match made {
            Ok(made) => {
                self.counters.loops += 1;
                let made = self.replace(i, made);
                let said = format!("TRIPLET, i = {i}: {} are in line and become {}.", blocks(b), spell_term(&made));
                (Ok(made), said, Head::coarse(12))
            }
            Err(mismatch) => {
                let mut place = mismatch.place;
                // Of single numbers there is no place to name.
                if place == ["number"] {
                    place.clear();
                }
                let of = if place.is_empty() { String::new() } else { format!(" ({})", place.join(", ")) };
                let (failure, why) = match mismatch.kind {
                    MismatchKind::Shape => {
                        (TripletFailure::Shape { place }, format!("{} are not alike in form", blocks(b)))
                    }
                    MismatchKind::Label => {
                        (TripletFailure::Label { place }, format!("{} have different labels{of}", blocks(b)))
                    }
                    MismatchKind::Numbers(numbers) => {
                        let [u, v, w] = numbers;
                        let why = format!(
                            "{} do not go on evenly: {u}, {v}, {w} differ by {} and {}{of}",
                            blocks(b),
                            difference(u, v),
                            difference(v, w),
                        );
                        (TripletFailure::Step { place, numbers }, why)
                    }
                };
                (Err(failure), format!("TRIPLET, i = {i}: {why}. No."), Head::fine(10))
            }
        };
        let step = NlrStep::Triplet { i: i as u32, b: b as u32, outcome: step };
        self.push(head, said, step);
    }

    fn tried_follows(&mut self, of: &Term, block: &[Term], extended: Option<&Term>) {
        self.counters.follows += 1;
        let i = block.len() + 1;
        let Some(node) = of.as_loop() else { return };
        if let Some(extended) = extended {
            self.counters.extensions += 1;
            let made = self.replace(i, extended);
            let top = match block.len() {
                1 => "the top term is".to_owned(),
                n => format!("the top {n} terms are"),
            };
            let bound = node.bound().offset() + 1;
            let said =
                format!("FOLLOWS, i = {i}: {top} iteration {bound} of the loop below; its bound becomes {bound}.");
            let (want, got) = (Vec::new(), Vec::new());
            let step = NlrStep::Follows { i: i as u32, outcome: Ok(made), want, got };
            self.push(Head::coarse(17), said, step);
            return;
        }
        let want: Vec<Word> = next_iteration(node).iter().map(term_text).collect();
        let got: Vec<Word> = block.iter().map(term_text).collect();
        let (failure, said) = if want.len() == got.len() {
            let said = format!(
                "FOLLOWS, i = {i}: the loop below would go on with {}, above it is {}. No.",
                spell_term(&want.join("; ")),
                spell_term(&got.join("; ")),
            );
            (FollowsFailure::Differs, said)
        } else {
            let said = format!(
                "FOLLOWS, i = {i}: the body of the loop below has {}, above it {} {}. No.",
                counted(want.len(), "term"),
                numbers::verb(got.len() as u64, "is", "are"),
                got.len(),
            );
            (FollowsFailure::Length, said)
        };
        let step = NlrStep::Follows { i: i as u32, outcome: Err(failure), want, got };
        self.push(Head::fine(15), said, step);
    }

    fn flushed(&mut self, terms: usize) {
        let flushed: Vec<Word> = self.stack.drain(..terms.min(self.stack.len())).collect();
        self.flushed.extend(flushed.iter().cloned());
        let said = format!(
            "The stack has reached {} terms: the lowest {} {} put out.",
            self.smax,
            flushed.len(),
            numbers::verb(flushed.len() as u64, "is", "are"),
        );
        self.push(Head::coarse(6), said, NlrStep::Flush { flushed });
    }
}
