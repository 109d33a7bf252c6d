//! The stations of the lab: names, pseudo-code, and what there is to learn.

use super::code;

/// A station of the lab.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Station {
    /// Crochemore's refinement (Xu and Subhlok 2008, sections 3.1 and 3.2).
    Repeats,
    /// The two procedures of Xu and Subhlok 2008 (sections 3.3 to 4.2).
    GreedyOptimal,
    /// Nested loop recognition (Ketterlin and Clauss 2008, sections 2.1 to 2.3).
    Nlr,
    /// Prediction (Ketterlin and Clauss 2008, section 4.1).
    Prediction,
    /// The merge of nests into one model (Ketterlin 2011, sections III-A and III-B).
    Merge,
    /// Flow graphs (Aguilar 2016, section 3.1; Wei et al. 2007).
    Flow,
    /// Prediction by replay and reduction (Ino et al. 2006, sections III to V and VII-A).
    WhatIf,
}

impl Station {
    /// The stations that can be stepped, in the order of the page.
    pub const ALL: [Self; 7] =
        [Self::Repeats, Self::GreedyOptimal, Self::Nlr, Self::Prediction, Self::Merge, Self::Flow, Self::WhatIf];

    /// The name in links, files and commands, such as `greedy-optimal`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Repeats => "repeats",
            Self::GreedyOptimal => "greedy-optimal",
            Self::Nlr => "nlr",
            Self::Prediction => "prediction",
            Self::Merge => "merge",
            Self::Flow => "flow",
            Self::WhatIf => "what-if",
        }
    }

    /// The station of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|station| station.name() == name)
    }

    /// The title on the page.
    pub fn title(self) -> &'static str {
        match self {
            Self::Repeats => "Repeats",
            Self::GreedyOptimal => "Greedy and optimal",
            Self::Nlr => "NLR",
            Self::Prediction => "Prediction",
            Self::Merge => "Merge",
            Self::Flow => "Flow graph",
            Self::WhatIf => "What if",
        }
    }

    /// The papers and sections it shows.
    pub fn source(self) -> &'static str {
        match self {
            Self::Repeats => "Xu and Subhlok 2008, sections 3.1 and 3.2; Crochemore 1981",
            Self::GreedyOptimal => "Xu and Subhlok 2008, sections 3.3, 3.4, 4.1 and 4.2",
            Self::Nlr => "Ketterlin and Clauss 2008, sections 2.1 to 2.3",
            Self::Prediction => "Ketterlin and Clauss 2008, section 4.1",
            Self::Merge => "Ketterlin 2011, sections III-A and III-B",
            Self::WhatIf => "Ino et al. 2006, sections III to V and VII-A",
            Self::Flow => "Aguilar et al. 2016, section 3.1; Wei et al. 2007",
        }
    }

    /// What there is to learn, in one sentence.
    pub fn lesson(self) -> &'static str {
        match self {
            Self::Repeats => "Two places stay together as long as the words that start there are equal, and the places to look at are halved each time.",
            Self::GreedyOptimal => "Greedy takes short repeats first and may lose the edge of a long one; optimal takes the longest first and pays for it.",
            Self::Nlr => "Three alike in a row start a loop, one more that fits extends it, and a loop is a term like any other.",
            Self::Prediction => "The loop under way says what comes next until it is wrong.",
            Self::Merge => "Two loops become one when each iteration of the one exactly serves the iterations of the other; else they are split or shifted until it does.",
            Self::WhatIf => "An earlier start is worth what the partner’s slack lets through; most waits are symptoms.",
            Self::Flow => "Counting who follows whom is enough to see loops, however irregular; a loop with two entries is two loops written over each other.",
        }
    }

    /// The pseudo-code; a frame's line counts from 1. Two spaces indent a line. A side that has code of its own begins with
    /// its name.
    pub fn code(self) -> &'static [&'static str] {
        match self {
            Self::Repeats => code::REPEATS,
            Self::GreedyOptimal => code::GREEDY,
            Self::Nlr => code::NLR,
            Self::Prediction => code::PREDICTION,
            Self::Merge => code::MERGE,
            Self::Flow => code::FLOW,
            Self::WhatIf => code::MESSAGE,
        }
    }

    /// The pseudo-code of the optimal procedure, which stands beside that of greedy.
    pub fn second_code(self) -> &'static [&'static str] {
        match self {
            Self::GreedyOptimal => code::OPTIMAL,
            Self::Repeats | Self::Nlr | Self::Prediction | Self::Merge | Self::Flow | Self::WhatIf => &[],
        }
    }
}
