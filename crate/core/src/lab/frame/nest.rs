//! Frames of the greedy and of the optimal procedure.

use crate::lab::word::Word;
use crate::repeats::PmTriple;

/// A loop symbol of the greedy procedure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopSymbol {
    /// Its name: L1, L2, .. in the order of making.
    pub symbol: Word,
    /// The symbols of its body.
    pub body: Vec<Word>,
    /// How often the body stands.
    pub count: u32,
}

/// A step of one of the two procedures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NestFrame {
    /// Which procedure, and what happens.
    pub step: NestStep,
}

/// What happens on one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NestStep {
    /// Greedy, at a level.
    Greedy {
        /// The period that is looked for.
        level: u32,
        /// What happens.
        step: GreedyStep,
    },
    /// Optimal.
    Optimal(OptimalStep),
}

/// What happens in a step of greedy. Positions are those of the current symbols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GreedyStep {
    /// The string as it is given.
    Start {
        /// Its symbols.
        string: Vec<Word>,
    },
    /// The level has repeats.
    Found {
        /// They, in the order in which they are tried.
        triples: Vec<PmTriple>,
        /// The current symbols.
        string: Vec<Word>,
    },
    /// A repeat is taken.
    Take {
        /// The repeat.
        triple: PmTriple,
        /// The letter at which it begins.
        at: u32,
        /// The loop symbol that it becomes.
        symbol: Word,
        /// Its body.
        body: Vec<Word>,
    },
    /// A repeat overlaps one that was taken.
    Skip {
        /// The repeat.
        triple: PmTriple,
        /// The one that was taken.
        overlaps: PmTriple,
    },
    /// The level has no repeat.
    None,
    /// The repeats that were taken have become symbols.
    Reduced {
        /// The symbols.
        string: Vec<Word>,
        /// The nest so far.
        text: String,
        /// All loop symbols so far.
        table: Vec<LoopSymbol>,
    },
    /// The end.
    Stop {
        /// The symbols.
        string: Vec<Word>,
        /// The nest.
        text: String,
        /// What the theorem of the appendix says of the repeat that optimal takes first, where it says something.
        bound: Option<Bound>,
    },
}

/// Theorem A.4 of the appendix on one repeat: of its copies, greedy loses two at most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The letters of one copy, at least three.
    pub body: String,
    /// How many copies there are.
    pub count: u32,
    /// The most iterations of a loop of greedy's whose body is this one, or a rotation of it; 0 if it has none.
    pub left: u32,
}

impl Bound {
    /// Whether it is as the theorem says. One iteration is no loop, and stands for none.
    pub fn holds(&self) -> bool {
        self.left.max(1) + 2 >= self.count
    }
}

/// What happens in a step of optimal. Positions are those of letters; a stretch is [from, to).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptimalStep {
    /// The string as it is given.
    Start,
    /// All repeats of a stretch.
    Found {
        /// The stretch.
        stretch: [u32; 2],
        /// The repeats, the longest span first.
        triples: Vec<PmTriple>,
    },
    /// The longest is taken.
    Take {
        /// The repeat.
        triple: PmTriple,
        /// The stretch.
        stretch: [u32; 2],
        /// The number of loops around it.
        depth: u32,
        /// The repeats of the stretch that overlap it.
        overlapped: Vec<PmTriple>,
    },
    /// The stretch has no repeat.
    None {
        /// The stretch.
        stretch: [u32; 2],
    },
    /// The end.
    Stop {
        /// The nest.
        text: String,
    },
}

impl NestStep {
    /// The name of the step.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Greedy { step, .. } => match step {
                GreedyStep::Start { .. } => "start",
                GreedyStep::Found { .. } => "found",
                GreedyStep::Take { .. } => "take",
                GreedyStep::Skip { .. } => "skip",
                GreedyStep::None => "none",
                GreedyStep::Reduced { .. } => "reduced",
                GreedyStep::Stop { .. } => "stop",
            },
            Self::Optimal(step) => match step {
                OptimalStep::Start => "start",
                OptimalStep::Found { .. } => "found",
                OptimalStep::Take { .. } => "take",
                OptimalStep::None { .. } => "none",
                OptimalStep::Stop { .. } => "stop",
            },
        }
    }

    /// `greedy` or `optimal`.
    pub fn side(&self) -> &'static str {
        match self {
            Self::Greedy { .. } => "greedy",
            Self::Optimal(_) => "optimal",
        }
    }
}
