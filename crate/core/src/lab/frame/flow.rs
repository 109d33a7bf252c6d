//! Frames of the flow graph: its edges, the search for headers by Wei et al. 2007, and its split.

use crate::lab::word::Word;

/// What the depth-first search knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DfsState {
    /// The nodes on the path, outermost first.
    pub path: Vec<Word>,
    /// The innermost header of each node that has one, in the order in which they were first set.
    pub header: Vec<(Word, Word)>,
    /// The headers, in the order in which they were found.
    pub headers: Vec<Word>,
    /// Those whose loop has a second entry.
    pub irreducible: Vec<Word>,
}

/// The five cases of the search at an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlowCase {
    /// The node is new.
    A,
    /// It is on the path, so it heads a loop.
    B,
    /// It was done before and is in no loop.
    C,
    /// It was done before, and its header is on the path.
    D,
    /// It was done before, and its header is not: a second entry.
    E,
}

/// One move of `tag_lhead`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TagMove {
    /// From a node up to its header.
    Up(Word, Word),
    /// A header is put between a node and the header it had.
    Put(Word, Word, Word),
    /// A node without header receives one.
    Set(Word, Word),
}

/// A loop of the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownFlowLoop {
    /// Its header.
    pub header: Word,
    /// The header of the loop around it.
    pub parent: Option<Word>,
    /// Its nodes, ascending by name.
    pub nodes: Vec<Word>,
    /// Whether it has a second entry.
    pub irreducible: bool,
    /// How often it is entered.
    pub entries: u32,
    /// How often an edge of it leads back to its header.
    pub back: u32,
    /// How often its header is reached; missing if it has a second entry.
    pub iterations: Option<u32>,
}

/// A step of the flow graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlowFrame {
    /// How often the graph has been split.
    pub round: u32,
    /// What happens.
    pub step: FlowStep,
}

/// What happens in a step of the flow graph. `^` is the start and `$` the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FlowStep {
    /// A transition is counted.
    Edge {
        /// Its two nodes.
        edge: [Word; 2],
        /// How often it has been met.
        count: u32,
        /// Whether this is the first time.
        new_edge: bool,
        /// Whether its second node is new.
        new_node: bool,
        /// The index of the transition.
        at: u32,
    },
    /// The graph is complete.
    Graph {
        /// Its edges with their counts, in the order of first appearance.
        edges: Vec<(Word, Word, u32)>,
        /// The string.
        string: Vec<Word>,
    },
    /// The search visits a node.
    Visit {
        /// The node.
        node: Word,
        /// Its place on the path, from 1.
        pos: u32,
        /// What is known.
        state: DfsState,
    },
    /// The search looks at an edge.
    Case {
        /// Which case it is.
        case: FlowCase,
        /// The edge.
        edge: [Word; 2],
        /// What is known.
        state: DfsState,
    },
    /// `tag_lhead` is called.
    Tag {
        /// The node.
        node: Word,
        /// The header.
        header: Option<Word>,
        /// What it does.
        moves: Vec<TagMove>,
        /// What is known after it.
        state: DfsState,
    },
    /// A node leaves the path.
    Leave {
        /// The node.
        node: Word,
        /// Its innermost header.
        header: Option<Word>,
        /// What is known.
        state: DfsState,
    },
    /// The loops of the graph.
    Forest {
        /// The loops.
        loops: Vec<ShownFlowLoop>,
        /// The edges that enter an irreducible loop beside its header.
        reentries: Vec<[Word; 2]>,
    },
    /// The visits of outermost irreducible loops receive the names of their entries.
    Split {
        /// The position and the entry of each visit.
        visits: Vec<(u32, Word)>,
        /// The string with new names.
        string: Vec<Word>,
        /// Each new name and the one it had.
        copies: Vec<(Word, Word)>,
    },
    /// The end.
    End {
        /// Transitions that were counted after the last split.
        edges: u32,
        /// Calls of `tag_lhead`.
        tags: u32,
        /// Steps up.
        steps: u32,
    },
}

impl FlowStep {
    /// The name of the step.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Edge { .. } => "edge",
            Self::Graph { .. } => "graph",
            Self::Visit { .. } => "visit",
            Self::Case { case, .. } => match case {
                FlowCase::A => "case-A",
                FlowCase::B => "case-B",
                FlowCase::C => "case-C",
                FlowCase::D => "case-D",
                FlowCase::E => "case-E",
            },
            Self::Tag { .. } => "tag",
            Self::Leave { .. } => "leave",
            Self::Forest { .. } => "forest",
            Self::Split { .. } => "split",
            Self::End { .. } => "end",
        }
    }
}
