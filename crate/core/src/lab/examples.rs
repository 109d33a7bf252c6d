//! The examples of the papers.

use super::Station;

/// An example of a station.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// Its name in links.
    pub id: &'static str,
    /// Where it stands, or what it shows.
    pub source: &'static str,
    /// Its input, as one would type it.
    pub input: &'static str,
    /// Its options.
    pub options: ExampleOptions,
}

/// The options of an example; what is missing has its usual value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExampleOptions {
    /// K.
    pub k: Option<u32>,
    /// SMAX and NFLUSH.
    pub flush: Option<(u32, u32)>,
    /// The case of What if.
    pub case: Option<&'static str>,
}

const NONE: ExampleOptions = ExampleOptions { k: None, flush: None, case: None };

impl Example {
    /// Its options as a link says them.
    pub fn options(&self) -> super::input::Options {
        super::input::Options {
            k: self.options.k,
            smax: self.options.flush.map(|flush| flush.0),
            nflush: self.options.flush.map(|flush| flush.1),
            case: self.options.case.map(str::to_owned),
            ..super::input::Options::default()
        }
    }
}

/// The examples of a station; the first is shown where nothing else is asked for.
pub fn examples(station: Station) -> &'static [Example] {
    match station {
        Station::Repeats => REPEATS,
        Station::GreedyOptimal => GREEDY_OPTIMAL,
        Station::Nlr => NLR,
        Station::Prediction => PREDICTION,
        Station::Merge => MERGE,
        Station::Flow => FLOW,
        Station::WhatIf => WHAT_IF,
    }
}

/// The example of that name.
pub fn example(station: Station, id: &str) -> Option<&'static Example> {
    examples(station).iter().find(|example| example.id == id)
}

const REPEATS: &[Example] = &[
    Example {
        id: "table-1",
        source: "Xu and Subhlok 2008, table 1",
        input: "abaababaabaab",
        options: NONE,
    },
    Example { id: "abcd4", source: "section 3.3", input: "abcdabcdabcdabcd", options: NONE },
    Example {
        id: "lemma-1",
        source: "counter-example to lemma 1 as printed",
        input: "aaaa",
        options: NONE,
    },
    Example {
        id: "none",
        source: "no word stands twice in a row: no repeat at all",
        input: "abacaba",
        options: NONE,
    },
];

const GREEDY_OPTIMAL: &[Example] = &[
    Example {
        id: "section-4.2-first",
        source: "Xu and Subhlok 2008, section 4.2, first string; table 1",
        input: "abaababaabaab",
        options: NONE,
    },
    Example {
        id: "section-4.2-second",
        source: "section 4.2, second string: one iteration lost",
        input: "abaababaababaabaab",
        options: NONE,
    },
    Example {
        id: "outer-and-inner",
        source: "section 3.3: both agree",
        input: "EababababFEababababFEababababF",
        options: NONE,
    },
    Example {
        id: "by-span",
        source: "longest span first at one level: (bc)^3, not (ab)^2",
        input: "ababcbcbc",
        options: NONE,
    },
    Example {
        id: "ring",
        source: "counter-example to theorem A.4 as printed: 4 iterations become 2",
        input: "acababcbcacababcbcacababcbcacababcbc",
        options: NONE,
    },
    Example {
        id: "deep",
        source:
            "counter-example to theorem A.4 as printed: a body short in symbols, long in letters",
        input: "ababaababaababaabababaababa",
        options: NONE,
    },
];

const NLR: &[Example] = &[
    Example { id: "section-2.1", source: "Ketterlin and Clauss 2008, section 2.1", input: "3, 10, 17, 24, 31, 38, 45", options: ExampleOptions { k: Some(2), flush: None, case: None } },
    Example { id: "loop-of-loops", source: "a loop around a loop", input: "10, 12, 14, 20, 22, 24, 30, 32, 34, 40", options: ExampleOptions { k: Some(3), flush: None, case: None } },
    Example { id: "section-2.2", source: "section 2.2: for j { for i = 0 to 3 + 2j { 1 + 5j + 3i }; 7 + 4j }, four iterations", input: "1, 4, 7, 10, 7, 6, 9, 12, 15, 18, 21, 11, 11, 14, 17, 20, 23, 26, 29, 32, 15, 16, 19, 22, 25, 28, 31, 34, 37, 40, 43, 19", options: ExampleOptions { k: Some(3), flush: None, case: None } },
    Example { id: "k-too-small", source: "body of 3 terms, K = 2: no loop of all; K = 3 finds it", input: "1, 50, 7, 2, 60, 7, 3, 70, 7", options: ExampleOptions { k: Some(2), flush: None, case: None } },
    Example { id: "k-enough", source: "the same with K = 3", input: "1, 50, 7, 2, 60, 7, 3, 70, 7", options: ExampleOptions { k: Some(3), flush: None, case: None } },
    Example { id: "flush", source: "SMAX = 4, NFLUSH = 2", input: "5, 1, 9, 2, 3, 4, 5", options: ExampleOptions { k: Some(2), flush: Some((4, 2)), case: None } },
];

const PREDICTION: &[Example] = &[
    Example { id: "section-4.1", source: "section 4.1's shape, smaller: 43 and 6+j iterations became 5 and 3+j", input: "3, 11, 19, 27, 35, 1, 5, 9, 3, 11, 19, 27, 35, 129, 133, 137, 141, 3, 11, 19, 27, 35, 257, 261, 265, 269, 273, 3, 11, 19, 27, 35, 385, 389, 393, 397, 401, 405", options: ExampleOptions { k: Some(3), flush: None, case: None } },
    Example { id: "line", source: "a single loop: the last resort", input: "3, 11, 19, 27, 35, 43", options: ExampleOptions { k: Some(2), flush: None, case: None } },
    Example { id: "rows", source: "for j { for i = 0 to 4 }: the lowest loop knows when a row ends", input: "0, 1, 2, 3, 4, 16, 17, 18, 19, 20, 32, 33, 34, 35, 36, 48, 49, 50, 51, 52", options: ExampleOptions { k: Some(3), flush: None, case: None } },
    Example { id: "break", source: "a wrong one, then nothing, then again", input: "1, 2, 3, 4, 5, 9, 9, 9, 9, 9", options: ExampleOptions { k: Some(2), flush: None, case: None } },
];

const FLOW: &[Example] = &[
    Example { id: "nested", source: "seven nodes, a loop in a loop (Aguilar 2016, figures 1 and 4 in small)", input: "abcdcdebcdcdcdefg", options: NONE },
    Example { id: "irreducible", source: "entered at b and at c: case E, then one round of splitting", input: "abcbcdacbcbd", options: NONE },
    Example { id: "self", source: "self edges and a shared header: two loops for Wei, a third (a alone) where back edges from the node itself count apart", input: "aabbbaab", options: NONE },
    Example { id: "branch", source: "a branch inside a loop, taken irregularly: the nest breaks (ab(dac)^2dabde), the graph does not", input: "abdacdacdabde", options: NONE },
];

const MERGE: &[Example] = &[
    Example {
        id: "same",
        source: "Ketterlin 2011, section III-B, first example",
        input: "10(s1.0) | 10(r0.0)",
        options: NONE,
    },
    Example {
        id: "split",
        source: "section III-B.2, 20 against 10 (the other 10 come later)",
        input: "20(s1.0) | 10(r0.0) pause 10(r0.0)",
        options: NONE,
    },
    Example {
        id: "shift",
        source: "section III-B.2, less than one iteration: pumped out",
        input: "10(s1.0 x s1.0 y) | r0.0 a 9(r0.0 b r0.0) r0.0",
        options: NONE,
    },
    Example {
        id: "gcd",
        source: "section III-B.3, 10 iterations against 20",
        input: "10(s1.0 x s1.0) | 20(r0.0)",
        options: NONE,
    },
    Example {
        id: "twelve-four",
        source: "12 iterations against 4",
        input: "12(s1.0) | 4(r0.0 a r0.0 b r0.0)",
        options: NONE,
    },
    Example {
        id: "two-three",
        source: "section III-B.3, g = 1: unrolled",
        input: "2(s1.0 u s1.0 v s1.0 w) | 3(r0.0 y r0.0 z)",
        options: NONE,
    },
    Example {
        id: "cross",
        source: "section III-B.3, a cycle: loops stay",
        input: "10(s1.0) 10(r1.0) | 10(s0.0) 10(r0.0)",
        options: NONE,
    },
    Example {
        id: "order",
        source: "section III-B.3, two ordered partners: loops stay",
        input: "10(s1.1 s1.2) | 10(r0.1) 10(r0.2)",
        options: NONE,
    },
    Example {
        id: "line",
        source: "three processes in a line, as in the sweeps of LU",
        input: "8(a s1.0) | 8(r0.0 b s2.0) | 8(r1.0 c)",
        options: NONE,
    },
];

const WHAT_IF: &[Example] = &[
    Example { id: "case-a", source: "Ino et al. 2006, figure 3(a): d_q' = min(d_p, d_q + w)", input: "10 4 8 1; 5 0; 0 5; 9 2; 7 7; -3 0", options: ExampleOptions { case: Some("a"), ..NONE } },
    Example { id: "case-b", source: "figure 3(b): d_q' = min(d_p + x, d_q)", input: "4 4 11 1; 5 0; 0 5; 9 2; 7 7; -3 0", options: ExampleOptions { case: Some("b"), ..NONE } },
    Example { id: "case-c", source: "figure 3(c): d_p' = d_q' = min(d_p, d_q + w)", input: "10 4 6 1; 5 0; 0 5; 9 2; 7 7; -3 0", options: ExampleOptions { case: Some("c"), ..NONE } },
    Example { id: "case-d", source: "figure 3(d): d_p' = d_q' = min(d_p + w, d_q)", input: "4 2 11 1; 5 0; 0 5; 9 2; 7 7; -3 0", options: ExampleOptions { case: Some("d"), ..NONE } },
    Example { id: "aggregation", source: "conditions R1 to R3, figures 5 and 6 (pattern C2)", input: "2: c4 s1 c6 s2 c2 r3 c3 s4 c2 r5 c5*C2 s6 c2 | c3 r1 c5*C1 r2 c2 s3 c1 r4 c3 s5 c1 r6 c4", options: ExampleOptions { case: Some("aggregation"), ..NONE } },
    Example { id: "domino", source: "section VII-A, W2; made example", input: "2: c2 s1 c1 r2 c2 r3 c7 s4 c4 s5 c6 | c7 r1 c6 s2 c5 s3 c3 r6 c1 | c4 r4 c2 r5 c2 s6 c5", options: ExampleOptions { case: Some("domino"), ..NONE } },
    Example { id: "ring", source: "a ring: one wait goes round", input: "1: c9 s1 r3 c2 s4 r6 c2 | c2 r1 c1 s2 c2 r4 c1 s5 c1 | c2 r2 c1 s3 c2 r5 c1 s6 c1", options: ExampleOptions { case: Some("domino"), ..NONE } },
    Example { id: "pipeline", source: "a pipeline: only the start-up waits", input: "1: c5 s1 c5 s2 c5 s3 | r1 c5 s4 r2 c5 s5 r3 c5 s6 | r4 c5 r5 c5 r6 c5", options: ExampleOptions { case: Some("domino"), ..NONE } },
];
