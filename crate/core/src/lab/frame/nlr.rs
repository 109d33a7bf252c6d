//! Frames of nested loop recognition.

use crate::lab::word::Word;

/// What has been done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NlrCounters {
    /// Values that were pushed.
    pub pushed: u32,
    /// Tries of TRIPLET.
    pub triplets: u32,
    /// Tries of FOLLOWS.
    pub follows: u32,
    /// Loops that TRIPLET made.
    pub loops: u32,
    /// Iterations that FOLLOWS added.
    pub extensions: u32,
}

/// A step of nested loop recognition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NlrFrame {
    /// The terms after the step, bottom first.
    pub stack: Vec<Word>,
    /// What has been done so far.
    pub counters: NlrCounters,
    /// What happens.
    pub step: NlrStep,
}

/// Why TRIPLET fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TripletFailure {
    /// The blocks are not alike in form, at this place.
    Shape {
        /// The place, outermost first: `term 2`, `body 1`, `field 1`, `number`; empty for the only term.
        place: Vec<String>,
    },
    /// Labels differ.
    Label {
        /// The place.
        place: Vec<String>,
    },
    /// Three numbers do not go on evenly.
    Step {
        /// The place.
        place: Vec<String>,
        /// The numbers.
        numbers: [i128; 3],
    },
}

/// Why FOLLOWS fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FollowsFailure {
    /// There are more or fewer terms than in the loop's body.
    Length,
    /// A term differs from what the loop's next iteration has there.
    Differs,
}

/// What happens in a step of nested loop recognition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NlrStep {
    /// A value is pushed.
    Push {
        /// Its numbers: one, or those of a tuple.
        value: Vec<i128>,
    },
    /// TRIPLET is tried on the three topmost blocks.
    Triplet {
        /// Terms in the three blocks.
        i: u32,
        /// Terms in a block.
        b: u32,
        /// The loop that they become, or why they do not.
        outcome: Result<Word, TripletFailure>,
    },
    /// FOLLOWS is tried on a loop and the terms above it.
    Follows {
        /// The loop's place from the top, from 1.
        i: u32,
        /// The loop with one iteration more, or why it has none.
        outcome: Result<Word, FollowsFailure>,
        /// The terms of its next iteration, if it failed.
        want: Vec<Word>,
        /// The terms above it, if it failed.
        got: Vec<Word>,
    },
    /// Terms at the bottom are put out.
    Flush {
        /// The terms.
        flushed: Vec<Word>,
    },
    /// No value is left.
    End {
        /// All terms, those that were put out first.
        result: Vec<Word>,
    },
}

impl NlrStep {
    /// The name of the step.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Push { .. } => "push",
            Self::Triplet { .. } => "triplet",
            Self::Follows { .. } => "follows",
            Self::Flush { .. } => "flush",
            Self::End { .. } => "end",
        }
    }
}
