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
    pub const ALL: [Station; 7] = [
        Station::Repeats,
        Station::GreedyOptimal,
        Station::Nlr,
        Station::Prediction,
        Station::Merge,
        Station::Flow,
        Station::WhatIf,
    ];

    /// The name in links, files and commands, such as `greedy-optimal`.
    pub fn name(self) -> &'static str {
        match self {
            Station::Repeats => "repeats",
            Station::GreedyOptimal => "greedy-optimal",
            Station::Nlr => "nlr",
            Station::Prediction => "prediction",
            Station::Merge => "merge",
            Station::Flow => "flow",
            Station::WhatIf => "what-if",
        }
    }

    /// The station of that name.
    pub fn from_name(name: &str) -> Option<Station> {
        Station::ALL.into_iter().find(|station| station.name() == name)
    }

    /// The title on the page.
    pub fn title(self) -> &'static str {
        match self {
            Station::Repeats => "Repeats",
            Station::GreedyOptimal => "Greedy and optimal",
            Station::Nlr => "NLR",
            Station::Prediction => "Prediction",
            Station::Merge => "Merge",
            Station::Flow => "Flow graph",
            Station::WhatIf => "What if",
        }
    }

    /// The papers and sections it shows.
    pub fn source(self) -> &'static str {
        match self {
            Station::Repeats => "Xu and Subhlok 2008, sections 3.1 and 3.2; Crochemore 1981",
            Station::GreedyOptimal => "Xu and Subhlok 2008, sections 3.3, 3.4, 4.1 and 4.2",
            Station::Nlr => "Ketterlin and Clauss 2008, sections 2.1 to 2.3",
            Station::Prediction => "Ketterlin and Clauss 2008, section 4.1",
            Station::Merge => "Ketterlin 2011, sections III-A and III-B",
            Station::WhatIf => "Ino et al. 2006, sections III to V and VII-A",
            Station::Flow => "Aguilar et al. 2016, section 3.1; Wei et al. 2007",
        }
    }

    /// What there is to learn, in one sentence.
    pub fn lesson(self) -> &'static str {
        match self {
            Station::Repeats => "Two places stay together as long as the words that start there are equal, and the places to look at are halved each time.",
            Station::GreedyOptimal => "Greedy takes short repeats first and may lose the edge of a long one; optimal takes the longest first and pays for it.",
            Station::Nlr => "Three alike in a row start a loop, one more that fits extends it, and a loop is a term like any other.",
            Station::Prediction => "The loop under way says what comes next until it is wrong.",
            Station::Merge => "Two loops become one when each iteration of the one exactly serves the iterations of the other; else they are split or shifted until it does.",
            Station::WhatIf => "An earlier start is worth what the partner’s slack lets through; most waits are symptoms.",
            Station::Flow => "Counting who follows whom is enough to see loops, however irregular; a loop with two entries is two loops written over each other.",
        }
    }

    /// The pseudo-code; a frame's line counts from 1. Two spaces indent a line. A side that has code of its own begins with
    /// its name.
    pub fn code(self) -> &'static [&'static str] {
        match self {
            Station::Repeats => code::REPEATS,
            Station::GreedyOptimal => code::GREEDY,
            Station::Nlr => code::NLR,
            Station::Prediction => code::PREDICTION,
            Station::Merge => code::MERGE,
            Station::Flow => code::FLOW,
            Station::WhatIf => code::MESSAGE,
        }
    }

    /// The pseudo-code of the optimal procedure, which stands beside that of greedy.
    pub fn second_code(self) -> &'static [&'static str] {
        match self {
            Station::GreedyOptimal => code::OPTIMAL,
            Station::Repeats
            | Station::Nlr
            | Station::Prediction
            | Station::Merge
            | Station::Flow
            | Station::WhatIf => &[],
        }
    }
}
