//! Frames of Crochemore's refinement.

use crate::repeats::{PmTriple, Run};

/// A class of positions at which equal words start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownClass {
    /// Its number; one that fell empty may be used again.
    pub id: u32,
    /// The word.
    pub word: String,
    /// Where it starts, ascending.
    pub at: Vec<u32>,
    /// Whether the next level is split by this class.
    pub small: bool,
    /// Whether it has two members or more.
    pub live: bool,
}

/// What has been done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RefinementCounters {
    /// Positions that went to another class.
    pub moves: u32,
    /// Positions before a member of a small class that were looked at.
    pub looked: u32,
    /// Classes that were made by splitting.
    pub splits: u32,
}

/// A step of the refinement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepeatsFrame {
    /// The length of the words that are told apart.
    pub level: u32,
    /// What has been done so far.
    pub counters: RefinementCounters,
    /// What happens.
    pub step: RepeatsStep,
}

/// What happens in a step of the refinement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RepeatsStep {
    /// A class for every letter.
    Start {
        /// All classes, by first member.
        classes: Vec<ShownClass>,
        /// The class that is not small; missing if the string is empty.
        largest: Option<u32>,
    },
    /// No longer word fits at the last position.
    Drop {
        /// The position.
        at: u32,
        /// The class it leaves.
        class: u32,
    },
    /// A small class splits others.
    By {
        /// The small class.
        by: u32,
        /// Its members.
        followers: Vec<u32>,
    },
    /// A position leaves its class.
    Move {
        /// The position.
        at: u32,
        /// The class it leaves.
        from: u32,
        /// The class it enters.
        to: u32,
    },
    /// A class has been split.
    Children {
        /// The class.
        old: u32,
        /// What it fell into.
        children: Vec<u32>,
        /// The child that is not small.
        largest: u32,
    },
    /// The next level is complete.
    Level {
        /// Its classes with one member or more, by first member.
        classes: Vec<ShownClass>,
    },
    /// Neighbours of a class at the distance of the level.
    Triple {
        /// The repetition.
        triple: PmTriple,
        /// The class.
        class: u32,
    },
    /// The end.
    End {
        /// All that were found, ascending.
        triples: Vec<PmTriple>,
        /// All runs, as the fast way finds them, ascending: the repetitions are their first starts.
        runs: Vec<Run>,
    },
}

impl RepeatsStep {
    /// The name of the step.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Start { .. } => "start",
            Self::Drop { .. } => "drop",
            Self::By { .. } => "by",
            Self::Move { .. } => "move",
            Self::Children { .. } => "children",
            Self::Level { .. } => "level",
            Self::Triple { .. } => "triple",
            Self::End { .. } => "end",
        }
    }
}
