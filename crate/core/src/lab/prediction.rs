//! Prediction, watched: what the predictor expects after each value.

use super::frame::{FrameData, Outcome, PredictionCounters, PredictionFrame, PredictionStep, Word};
use super::input::Values;
use super::recording::{Head, Recording};
use super::say::{counted, list, spell_term};
use super::terms::{options_of, term_text};
use crate::numbers;
use crate::recognize::predict::{Predictor, Settings};

/// Runs the predictor over all values.
pub(super) fn record(input: &Values) -> Recording {
    let distances = (1..=input.ahead).collect();
    let settings = Settings { distances, ..Settings::default() };
    let mut predictor = Predictor::new(options_of(input), settings);
    let mut frames = Recording::default();
    let mut expected: Option<Vec<Vec<i128>>> = None;
    let mut before = PredictionCounters::default();
    let mut stack: Vec<Word> = Vec::new();
    for (index, value) in input.values.iter().enumerate() {
        let bits: Vec<u64> = value.iter().map(|&number| number as u64).collect();
        predictor.push(0, &bits);
        stack = predictor.stack().iter().map(term_text).collect();
        let counters = counters_of(&predictor);
        let outcome = match index {
            0 => None,
            _ if counters.correct > before.correct => Some(Outcome::Correct),
            _ if counters.wrong > before.wrong => Some(Outcome::Wrong),
            _ => Some(Outcome::None),
        };
        let value: Vec<i128> = value.iter().copied().map(i128::from).collect();
        let first = expected.as_ref().and_then(|expected| expected.first());
        let comes = format!("{} comes.", value_text(&value));
        let said = match outcome {
            None => comes,
            Some(Outcome::Correct) => format!("{comes} As foretold."),
            Some(Outcome::Wrong) => format!(
                "{comes} Foretold was {}: wrong, search again.",
                first.map(|first| value_text(first)).unwrap_or_default()
            ),
            Some(Outcome::None) => format!("{comes} Nothing was foretold."),
        };
        let step = PredictionStep::Value { value, outcome, expected: expected.take() };
        let head = if index == 0 { Head::coarse(1) } else { Head::fine(1) };
        push(&mut frames, head, said, (&stack, counters), step);
        before = counters;
        expected = predict(&mut frames, &predictor, (&stack, counters));
    }
    let all = input.values.len().saturating_sub(1);
    let PredictionCounters { correct, wrong, none } = before;
    let said = format!(
        "Of {} {correct} {} foretold, {wrong} foretold wrongly, {none} not foretold.",
        counted(all, "value"),
        numbers::verb(u64::from(correct), "was", "were"),
    );
    push(&mut frames, Head::last(7), said, (&stack, before), PredictionStep::End);
    frames
}

/// Shows what is foretold now.
fn predict(
    frames: &mut Recording,
    predictor: &Predictor,
    state: (&[Word], PredictionCounters),
) -> Option<Vec<Vec<i128>>> {
    let stack = state.0;
    let covering: Vec<u32> = predictor.covering_positions().map(|at| at as u32).collect();
    let Some(&anchor) = covering.first() else {
        let said = "No loop covers the top of the stack: nothing is foretold.".to_owned();
        push(frames, Head::coarse(6), said, state, PredictionStep::NoAnchor);
        return None;
    };
    let next = predictor.foretold();
    let begun = stack.len().saturating_sub(anchor as usize + 1);
    let begun = match begun {
        0 => "nothing of its next iteration has come".to_owned(),
        1 => "1 term of its next iteration has come".to_owned(),
        _ => format!("{begun} terms of its next iteration have come"),
    };
    let said = format!(
        "The lowest loop that covers is {}; {begun}. Next: {}.",
        stack.get(anchor as usize).map_or(String::new(), |it| spell_term(it)),
        list(next.iter().map(|value| value_text(value))),
    );
    let step = PredictionStep::Anchor { covering, anchor, next: next.clone() };
    push(frames, Head::coarse(4), said, state, step);
    Some(next)
}

fn counters_of(predictor: &Predictor) -> PredictionCounters {
    let Some(next) = predictor.counts().first() else { return PredictionCounters::default() };
    let count = |count: u64| count as u32;
    PredictionCounters { correct: count(next.correct), wrong: count(next.wrong), none: count(next.none) }
}

fn value_text(value: &[i128]) -> String {
    value.iter().map(i128::to_string).collect::<Vec<_>>().join(":")
}

fn push(
    frames: &mut Recording,
    head: Head,
    said: String,
    (stack, counters): (&[Word], PredictionCounters),
    step: PredictionStep,
) {
    let frame = PredictionFrame { stack: stack.to_vec(), counters, step };
    frames.push(head, said, FrameData::Prediction(frame));
}
