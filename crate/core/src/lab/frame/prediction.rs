//! Frames of prediction by nested loop recognition.

use crate::lab::word::Word;

/// What became of the predictions so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PredictionCounters {
    /// Values that came as foretold.
    pub correct: u32,
    /// Values that did not.
    pub wrong: u32,
    /// Values for which nothing was foretold.
    pub none: u32,
}

/// What became of one prediction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The value is what was foretold.
    Correct,
    /// It is not.
    Wrong,
    /// Nothing was foretold.
    None,
}

/// A step of prediction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PredictionFrame {
    /// The terms after the step, bottom first.
    pub stack: Vec<Word>,
    /// What became of the predictions so far.
    pub counters: PredictionCounters,
    /// What happens.
    pub step: PredictionStep,
}

/// What happens in a step of prediction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PredictionStep {
    /// A value comes.
    Value {
        /// Its numbers: one, or those of a tuple.
        value: Vec<i128>,
        /// What became of its prediction; missing at the first value.
        outcome: Option<Outcome>,
        /// What was foretold for this value and those after it, if anything was.
        expected: Option<Vec<Vec<i128>>>,
    },
    /// A loop covers all terms above it.
    Anchor {
        /// The positions of all loops that do, from the bottom.
        covering: Vec<u32>,
        /// The lowest of them.
        anchor: u32,
        /// What it foretells.
        next: Vec<Vec<i128>>,
    },
    /// No loop does.
    NoAnchor,
    /// No value is left.
    End,
}

impl PredictionStep {
    /// The name of the step.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Value { .. } => "value",
            Self::Anchor { .. } => "anchor",
            Self::NoAnchor => "no-anchor",
            Self::End => "end",
        }
    }
}
