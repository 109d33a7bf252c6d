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

impl Example {
    const fn new(id: &'static str, source: &'static str, input: &'static str) -> Self {
        let options = ExampleOptions { k: None, flush: None, case: None };
        Self { id, source, input, options }
    }

    const fn k(mut self, k: u32) -> Self {
        self.options.k = Some(k);
        self
    }

    const fn flush(mut self, most: u32, flushed: u32) -> Self {
        self.options.flush = Some((most, flushed));
        self
    }

    const fn case(mut self, case: &'static str) -> Self {
        self.options.case = Some(case);
        self
    }

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
    Example::new("table-1", "Xu and Subhlok 2008, table 1", "abaababaabaab"),
    Example::new("abcd4", "section 3.3", "abcdabcdabcdabcd"),
    Example::new("lemma-1", "counter-example to lemma 1 as printed", "aaaa"),
    Example::new("none", "no word stands twice in a row: no repeat at all", "abacaba"),
];

const GREEDY_OPTIMAL: &[Example] = &[
    Example::new("section-4.2-first", "Xu and Subhlok 2008, section 4.2, first string; table 1", "abaababaabaab"),
    Example::new("section-4.2-second", "section 4.2, second string: one iteration lost", "abaababaababaabaab"),
    Example::new("outer-and-inner", "section 3.3: both agree", "EababababFEababababFEababababF"),
    Example::new("by-span", "longest span first at one level: (bc)^3, not (ab)^2", "ababcbcbc"),
    Example::new(
        "ring",
        "counter-example to theorem A.4 as printed: 4 iterations become 2",
        "acababcbcacababcbcacababcbcacababcbc",
    ),
    Example::new(
        "deep",
        "counter-example to theorem A.4 as printed: a body short in symbols, long in letters",
        "ababaababaababaabababaababa",
    ),
];

const NLR: &[Example] = &[
    Example::new("section-2.1", "Ketterlin and Clauss 2008, section 2.1", "3, 10, 17, 24, 31, 38, 45").k(2),
    Example::new("loop-of-loops", "a loop around a loop", "10, 12, 14, 20, 22, 24, 30, 32, 34, 40").k(3),
    Example::new("section-2.2", "section 2.2: for j { for i = 0 to 3 + 2j { 1 + 5j + 3i }; 7 + 4j }, four iterations", "1, 4, 7, 10, 7, 6, 9, 12, 15, 18, 21, 11, 11, 14, 17, 20, 23, 26, 29, 32, 15, 16, 19, 22, 25, 28, 31, 34, 37, 40, 43, 19").k(3),
    Example::new("k-too-small", "body of 3 terms, K = 2: no loop of all; K = 3 finds it", "1, 50, 7, 2, 60, 7, 3, 70, 7").k(2),
    Example::new("k-enough", "the same with K = 3", "1, 50, 7, 2, 60, 7, 3, 70, 7").k(3),
    Example::new("flush", "SMAX = 4, NFLUSH = 2", "5, 1, 9, 2, 3, 4, 5").k(2).flush(4, 2),
];

const PREDICTION: &[Example] = &[
    Example::new("section-4.1", "section 4.1's shape, smaller: 43 and 6+j iterations became 5 and 3+j", "3, 11, 19, 27, 35, 1, 5, 9, 3, 11, 19, 27, 35, 129, 133, 137, 141, 3, 11, 19, 27, 35, 257, 261, 265, 269, 273, 3, 11, 19, 27, 35, 385, 389, 393, 397, 401, 405").k(3),
    Example::new("line", "a single loop: the last resort", "3, 11, 19, 27, 35, 43").k(2),
    Example::new("rows", "for j { for i = 0 to 4 }: the lowest loop knows when a row ends", "0, 1, 2, 3, 4, 16, 17, 18, 19, 20, 32, 33, 34, 35, 36, 48, 49, 50, 51, 52").k(3),
    Example::new("break", "a wrong one, then nothing, then again", "1, 2, 3, 4, 5, 9, 9, 9, 9, 9").k(2),
];

const FLOW: &[Example] = &[
    Example::new("nested", "seven nodes, a loop in a loop (Aguilar 2016, figures 1 and 4 in small)", "abcdcdebcdcdcdefg"),
    Example::new("irreducible", "entered at b and at c: case E, then one round of splitting", "abcbcdacbcbd"),
    Example::new("self", "self edges and a shared header: two loops for Wei, a third (a alone) where back edges from the node itself count apart", "aabbbaab"),
    Example::new("branch", "a branch inside a loop, taken irregularly: the nest breaks (ab(dac)^2dabde), the graph does not", "abdacdacdabde"),
];

const MERGE: &[Example] = &[
    Example::new("same", "Ketterlin 2011, section III-B, first example", "10(s1.0) | 10(r0.0)"),
    Example::new(
        "split",
        "section III-B.2, 20 against 10 (the other 10 come later)",
        "20(s1.0) | 10(r0.0) pause 10(r0.0)",
    ),
    Example::new(
        "shift",
        "section III-B.2, less than one iteration: pumped out",
        "10(s1.0 x s1.0 y) | r0.0 a 9(r0.0 b r0.0) r0.0",
    ),
    Example::new("gcd", "section III-B.3, 10 iterations against 20", "10(s1.0 x s1.0) | 20(r0.0)"),
    Example::new("twelve-four", "12 iterations against 4", "12(s1.0) | 4(r0.0 a r0.0 b r0.0)"),
    Example::new("two-three", "section III-B.3, g = 1: unrolled", "2(s1.0 u s1.0 v s1.0 w) | 3(r0.0 y r0.0 z)"),
    Example::new("cross", "section III-B.3, a cycle: loops stay", "10(s1.0) 10(r1.0) | 10(s0.0) 10(r0.0)"),
    Example::new("order", "section III-B.3, two ordered partners: loops stay", "10(s1.1 s1.2) | 10(r0.1) 10(r0.2)"),
    Example::new("line", "three processes in a line, as in the sweeps of LU", "8(a s1.0) | 8(r0.0 b s2.0) | 8(r1.0 c)"),
];

const WHAT_IF: &[Example] = &[
    Example::new(
        "case-a",
        "Ino et al. 2006, figure 3(a): d_q' = min(d_p, d_q + w)",
        "10 4 8 1; 5 0; 0 5; 9 2; 7 7; -3 0",
    )
    .case("a"),
    Example::new("case-b", "figure 3(b): d_q' = min(d_p + x, d_q)", "4 4 11 1; 5 0; 0 5; 9 2; 7 7; -3 0").case("b"),
    Example::new("case-c", "figure 3(c): d_p' = d_q' = min(d_p, d_q + w)", "10 4 6 1; 5 0; 0 5; 9 2; 7 7; -3 0")
        .case("c"),
    Example::new("case-d", "figure 3(d): d_p' = d_q' = min(d_p + w, d_q)", "4 2 11 1; 5 0; 0 5; 9 2; 7 7; -3 0")
        .case("d"),
    Example::new(
        "aggregation",
        "conditions R1 to R3, figures 5 and 6 (pattern C2)",
        "2: c4 s1 c6 s2 c2 r3 c3 s4 c2 r5 c5*C2 s6 c2 | c3 r1 c5*C1 r2 c2 s3 c1 r4 c3 s5 c1 r6 c4",
    )
    .case("aggregation"),
    Example::new(
        "domino",
        "section VII-A, W2; made example",
        "2: c2 s1 c1 r2 c2 r3 c7 s4 c4 s5 c6 | c7 r1 c6 s2 c5 s3 c3 r6 c1 | c4 r4 c2 r5 c2 s6 c5",
    )
    .case("domino"),
    Example::new(
        "ring",
        "a ring: one wait goes round",
        "1: c9 s1 r3 c2 s4 r6 c2 | c2 r1 c1 s2 c2 r4 c1 s5 c1 | c2 r2 c1 s3 c2 r5 c1 s6 c1",
    )
    .case("domino"),
    Example::new(
        "pipeline",
        "a pipeline: only the start-up waits",
        "1: c5 s1 c5 s2 c5 s3 | r1 c5 s4 r2 c5 s5 r3 c5 s6 | r4 c5 r5 c5 r6 c5",
    )
    .case("domino"),
];
