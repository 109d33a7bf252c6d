//! The stations of the lab: names, pseudo-code, and what there is to learn.

use super::input::{LabInput, WhatIfInput};

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
            Station::Repeats => &[
                "E_1: a class for every letter",
                "while a class has two members:",
                "  the last place leaves, no longer word fits",
                "  for each small class C of E_k:",
                "    each i whose i+1 is in C leaves its class for a new one",
                "  of the children of a class, all but a largest are small",
                "  that is E_{k+1}; cross out single places",
                "  neighbours in a class at distance k: a PM-triple",
                "stop",
            ],
            Station::GreedyOptimal => &[
                "Level = 1",
                "while Level <= |Current_S| / 2:",
                "  find all repeats of size Level",
                "  R = the PM-triples of size Level",
                "  if R is empty:",
                "    Level = Level + 1",
                "  else reduce from R in decreasing order of loop span, then by start",
                "    filter those that overlap one taken",
                "    store the symbols in the mapping table; Level = 1",
                "stop",
            ],
            Station::Nlr => &[
                "MAIN:",
                "while there is more data:",
                "  push the next data onto s",
                "  REDUCE(s)",
                "  if size(s) >= SMAX:",
                "    remove NFLUSH terms at the bottom",
                "end: s holds the terms",
                "REDUCE(s):",
                "  for i = 2 to 3K:",
                "    if i is a multiple of 3: b = i/3, t = TRIPLET of the three top blocks of b",
                "      if t is not NULL:",
                "        pop i, push t, REDUCE(s)",
                "    if i <= K+1 and s_i is a loop:",
                "      and FOLLOWS(s_i, s_{i-1}..s_1):",
                "      (test)",
                "      then",
                "        increment s_i's bound, pop i-1, REDUCE(s)",
            ],
            Station::Prediction => &[
                "a value comes, compare it with what was foretold",
                "push, REDUCE",
                "search the top terms for a loop that covers all terms above it, lowest first",
                "it is the anchor: instantiate what remains of its next iteration",
                "go on with the iterations after it",
                "none covers: no prediction",
                "end",
            ],
            Station::Merge => &[
                "run the events that can run",
                "no construct left: done",
                "a need: a message is missing, or in flight before a loop:",
                "  shift the loop by the least that delivers it",
                "fronts are loops that exchange messages:",
                "  rates x, g = min floor(n / x)",
                "  split: g iterations of x, the rest stays; g < 2: unroll one round",
                "  coalesce: merge the bodies, one loop of g",
                "else: all stay as they are",
                "done",
            ],
            Station::WhatIf => MESSAGE,
            Station::Flow => &[
                "for each pair of neighbours x y:",
                "  count the edge (x, y)",
                "the graph",
                "DFS(b0, p):",
                "  mark b0, its place on the path is p; for each b after b0:",
                "  (A) new: nh = DFS(b, p+1), tag_lhead(b0, nh)",
                "  else if b is on the path:",
                "  (B) b is a header, tag_lhead(b0, b)",
                "  (C) b in no loop: nothing",
                "  (D) header of b on the path: tag_lhead(b0, h)",
                "  (E) re-entry: h is irreducible; climb to the first header on the path, tag_lhead(b0, it)",
                "  b0 leaves the path; return its header",
                "tag_lhead(b, h):",
                "  if b = h or h is nil: return",
                "  climb from b through its headers:",
                "    h found: return",
                "    a header further out than h: put h between",
                "    no header left: set it",
                "the forest",
                "split: every visit of an outermost irreducible loop gets the name of its entry; again from 3",
                "done",
            ],
        }
    }

    /// The pseudo-code that belongs to an input: What if has one for each of its subjects.
    pub fn code_of(self, input: &LabInput) -> &'static [&'static str] {
        match input {
            LabInput::WhatIf(WhatIfInput::Aggregation(_)) => AGGREGATION,
            LabInput::WhatIf(WhatIfInput::Domino(_)) => DOMINO,
            _ => self.code(),
        }
    }

    /// The pseudo-code of the optimal procedure, which stands beside that of greedy.
    pub fn second_code(self) -> &'static [&'static str] {
        match self {
            Station::GreedyOptimal => &[
                "all PM-triples of the stretch",
                "if there are none: leave it",
                "take the longest span, the earliest of equals",
                "again for what is left, the body, what is right",
            ],
            Station::Repeats
            | Station::Nlr
            | Station::Prediction
            | Station::Merge
            | Station::Flow
            | Station::WhatIf => &[],
        }
    }
}

/// The four cases of one message.
const MESSAGE: &[&str] = &[
    "(a, b) asynchronous: d_p' = d_p",
    "  d_q' = min(d_p, d_q + w), or (b) min(d_p + x, d_q)",
    "(c, d) synchronous: d_p' = d_q', both ends leave together",
    "  = min(d_p, d_q + w), or (d) min(d_p + w, d_q)",
];

/// Figure 6; line 19 compares the differences at occurrence.
const AGGREGATION: &[&str] = &[
    "Aggregate(L):",
    "  L' = empty",
    "  while L is not empty:",
    "    select the earliest communication e_p -> e_q",
    "    if IsAggregatable(e_p, e_q):",
    "      delete both from L",
    "    else",
    "      add both to L', delete them from L",
    "",
    "done",
    "",
    "IsAggregatable(e_p, e_q):",
    "  if an event may be shortened:",
    "    leave its difference as a variable",
    "  else",
    "    d_p' = d_p",
    "    d_q' = min(d_p, d_q + w)",
    "",
    "  if d_p = d_q at occurrence: true (R3)",
    "  else: false",
    "end",
];

/// The domino path.
const DOMINO: &[&str] = &[
    "replay, T",
    "for each candidate:",
    "  replay without it",
    "apply the one that gains most",
    "after k steps stop",
];
