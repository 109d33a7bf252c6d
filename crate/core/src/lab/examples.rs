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
}

const NONE: ExampleOptions = ExampleOptions { k: None, flush: None };

impl Example {
    /// Its options as a link says them.
    pub fn options(&self) -> super::input::Options {
        super::input::Options {
            k: self.options.k,
            smax: self.options.flush.map(|flush| flush.0),
            nflush: self.options.flush.map(|flush| flush.1),
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
        Station::Flow => FLOW,
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
    Example { id: "section-2.1", source: "Ketterlin and Clauss 2008, section 2.1", input: "3, 10, 17, 24, 31, 38, 45", options: ExampleOptions { k: Some(2), flush: None } },
    Example { id: "mock-18", source: "loop around a loop", input: "10, 12, 14, 20, 22, 24, 30, 32, 34, 40", options: ExampleOptions { k: Some(3), flush: None } },
    Example { id: "section-2.2", source: "section 2.2: for j { for i = 0 to 3 + 2j { 1 + 5j + 3i }; 7 + 4j }, four iterations", input: "1, 4, 7, 10, 7, 6, 9, 12, 15, 18, 21, 11, 11, 14, 17, 20, 23, 26, 29, 32, 15, 16, 19, 22, 25, 28, 31, 34, 37, 40, 43, 19", options: ExampleOptions { k: Some(3), flush: None } },
    Example { id: "k-too-small", source: "body of 3 terms, K = 2: no loop of all; K = 3 finds it", input: "1, 50, 7, 2, 60, 7, 3, 70, 7", options: ExampleOptions { k: Some(2), flush: None } },
    Example { id: "k-enough", source: "the same with K = 3", input: "1, 50, 7, 2, 60, 7, 3, 70, 7", options: ExampleOptions { k: Some(3), flush: None } },
    Example { id: "flush", source: "SMAX = 4, NFLUSH = 2", input: "5, 1, 9, 2, 3, 4, 5", options: ExampleOptions { k: Some(2), flush: Some((4, 2)) } },
];

const PREDICTION: &[Example] = &[
    Example { id: "section-4.1", source: "section 4.1's shape, smaller: 43 and 6+j iterations became 5 and 3+j", input: "3, 11, 19, 27, 35, 1, 5, 9, 3, 11, 19, 27, 35, 129, 133, 137, 141, 3, 11, 19, 27, 35, 257, 261, 265, 269, 273, 3, 11, 19, 27, 35, 385, 389, 393, 397, 401, 405", options: ExampleOptions { k: Some(3), flush: None } },
    Example { id: "line", source: "a single loop: the last resort", input: "3, 11, 19, 27, 35, 43", options: ExampleOptions { k: Some(2), flush: None } },
    Example { id: "rows", source: "for j { for i = 0 to 4 }: the lowest loop knows when a row ends", input: "0, 1, 2, 3, 4, 16, 17, 18, 19, 20, 32, 33, 34, 35, 36, 48, 49, 50, 51, 52", options: ExampleOptions { k: Some(3), flush: None } },
    Example { id: "break", source: "a wrong one, then nothing, then again", input: "1, 2, 3, 4, 5, 9, 9, 9, 9, 9", options: ExampleOptions { k: Some(2), flush: None } },
];

const FLOW: &[Example] = &[
    Example { id: "nested", source: "seven nodes, a loop in a loop (Aguilar 2016, figures 1 and 4 in small)", input: "abcdcdebcdcdcdefg", options: NONE },
    Example { id: "irreducible", source: "entered at b and at c: case E, then one round of splitting", input: "abcbcdacbcbd", options: NONE },
    Example { id: "self", source: "self edges and a shared header: two loops for Wei, a third (a alone) where back edges from the node itself count apart", input: "aabbbaab", options: NONE },
    Example { id: "branch", source: "a branch inside a loop, taken irregularly: the nest breaks (ab(dac)^2dabde), the graph does not", input: "abdacdacdabde", options: NONE },
];
