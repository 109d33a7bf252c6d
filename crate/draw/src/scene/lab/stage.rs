//! What stands on the stage of the lab: bands below one another, most of them in the columns of one string.

use crate::scene::Scene;

/// How something on the stage looks, by what it means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LabLook {
    /// It is there.
    #[default]
    Plain,
    /// This step is about it.
    Now,
    /// It was made or found by steps before.
    Made,
    /// It is still to come.
    Next,
    /// It has left the game.
    Gone,
    /// It was passed over.
    Passed,
    /// The inside of a loop at that depth, 1 = outermost.
    Deep(u8),
}

/// A part of a band, in columns of the string.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabSpan {
    /// The first column.
    pub from: usize,
    /// The column after the last.
    pub to: usize,
    /// Its text.
    pub text: String,
    /// A shorter text, where there is no room for `text`.
    pub short: String,
    /// How it looks.
    pub look: LabLook,
    /// Whether it is small: drawn with a second edge.
    pub small: bool,
    /// The row inside the band, from 0.
    pub row: usize,
    /// What it is, in words.
    pub says: String,
}

/// Repetitions of one period as arcs, one for each copy.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabArc {
    /// The column where it begins.
    pub start: usize,
    /// Columns of one copy.
    pub period: usize,
    /// The number of copies.
    pub count: usize,
    /// How it looks.
    pub look: LabLook,
    /// What it is, in words.
    pub says: String,
}

/// A box that is as wide as its text: a term of a stack, a value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabTerm {
    /// A line above the text; may be empty.
    pub head: String,
    /// Its text.
    pub text: String,
    /// How it looks.
    pub look: LabLook,
}

/// A line of a list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabLine {
    /// Its texts, one for each column of the list.
    pub cells: Vec<String>,
    /// How it looks.
    pub look: LabLook,
}

/// A node of a graph, in a column of nodes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabNode {
    /// Its name.
    pub name: String,
    /// What stands to the left of it: its place on the path, its header.
    pub note: String,
    /// How it looks.
    pub look: LabLook,
    /// The loops around it, outermost first, by their index.
    pub inside: Vec<usize>,
}

/// An edge of a graph.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabEdge {
    /// The place of the node it leaves.
    pub from: usize,
    /// The place of the node it reaches.
    pub to: usize,
    /// How often it was taken.
    pub count: u64,
    /// How it looks.
    pub look: LabLook,
    /// Whether it is on the path of the search.
    pub path: bool,
}

/// What an item of a row is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LabItemKind {
    /// A loop: a box around what stands in it.
    #[default]
    Loop,
    /// A send.
    Send,
    /// A receive.
    Receive,
    /// Another event.
    Local,
}

/// An event or a loop in the rows of processes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabItem {
    /// What it is.
    pub kind: LabItemKind,
    /// The first of its rows.
    pub row: usize,
    /// How many rows it has.
    pub rows: usize,
    /// Its first column.
    pub from: usize,
    /// The column after its last.
    pub to: usize,
    /// How many loops are around it.
    pub depth: usize,
    /// Its text.
    pub text: String,
    /// A shorter text.
    pub short: String,
    /// How it looks.
    pub look: LabLook,
    /// What it is, in words.
    pub says: String,
}

/// A message between two events, each by its row and column.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LabLink {
    /// The send.
    pub from: (usize, usize),
    /// The receive.
    pub to: (usize, usize),
    /// How it looks.
    pub look: LabLook,
}

/// Processes as rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabLanes {
    /// The names of the rows.
    pub rows: Vec<String>,
    /// How many columns they have.
    pub columns: usize,
    /// What stands in them.
    pub items: Vec<LabItem>,
    /// Messages.
    pub links: Vec<LabLink>,
}

/// A channel with counts at its ends.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabChannel {
    /// Its name, with what is in flight.
    pub name: String,
    /// What the sender counts.
    pub left: String,
    /// What the receiver counts.
    pub right: String,
    /// How it looks.
    pub look: LabLook,
    /// The same in words.
    pub says: String,
}

/// What happens in a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LabBarKind {
    /// The process computes.
    #[default]
    Computes,
    /// It waits.
    Waits,
    /// It is in a call and does not wait.
    Call,
}

/// A time of a process.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabBar {
    /// The row of the process.
    pub row: usize,
    /// When it begins.
    pub from: i64,
    /// When it ends.
    pub to: i64,
    /// What happens.
    pub kind: LabBarKind,
    /// Its text.
    pub text: String,
    /// How it looks.
    pub look: LabLook,
    /// What it is, in words.
    pub says: String,
}

/// A message over time: rows and times of its ends.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabArrow {
    /// Where and when it is sent.
    pub from: (usize, i64),
    /// Where and when it is there.
    pub to: (usize, i64),
    /// Its text.
    pub text: String,
    /// How it looks.
    pub look: LabLook,
}

/// Processes over time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabTimes {
    /// The names of the rows.
    pub rows: Vec<String>,
    /// What happens in them.
    pub bars: Vec<LabBar>,
    /// Messages.
    pub arrows: Vec<LabArrow>,
    /// The first and the last time of the axis.
    pub span: (i64, i64),
    /// Whether all of it is still to come.
    pub pale: bool,
}

/// A string with boxes around its loops.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabBoxes {
    /// The letters, each with its words.
    pub letters: Vec<(String, String)>,
    /// The loops, outer ones before those inside; the row of each is how many are around it.
    pub loops: Vec<LabSpan>,
    /// Copies of each loop, in the same order.
    pub copies: Vec<usize>,
    /// What stands below, in rows.
    pub below: Vec<LabSpan>,
}

/// A row of dots in columns, where boxes have no room.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabDots {
    /// Its name.
    pub name: String,
    /// Columns with a dot, and how each looks.
    pub cells: Vec<(usize, LabLook)>,
    /// What it is, in words.
    pub says: String,
}

/// What a band shows.
#[derive(Clone, Debug, PartialEq)]
pub enum LabContent {
    /// The string itself in large letters, with the number of each column.
    Letters(Vec<(String, LabLook)>),
    /// Boxes in columns.
    Spans(Vec<LabSpan>),
    /// The string with boxes around its loops.
    Boxes(LabBoxes),
    /// Rows of dots in columns.
    Dots(Vec<LabDots>),
    /// Arcs over columns.
    Arcs(Vec<LabArc>),
    /// Boxes side by side.
    Terms(Vec<LabTerm>),
    /// A list.
    Lines(Vec<LabLine>),
    /// Processes as rows.
    Lanes(LabLanes),
    /// Channels with their counts.
    Channels(Vec<LabChannel>),
    /// Processes over time.
    Times(LabTimes),
    /// A graph in a column.
    Graph {
        /// Its nodes in their order.
        nodes: Vec<LabNode>,
        /// Its edges.
        edges: Vec<LabEdge>,
        /// The names of its loops; the nodes say which of them are around them.
        loops: Vec<String>,
        /// The room that all steps need, so that nothing moves between them.
        room: LabRoom,
    },
}

/// The room that a graph takes at all steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabRoom {
    /// How deep loops are nested in the end.
    pub deepest: usize,
    /// The longest note of a node.
    pub note: String,
}

/// A band of the stage.
#[derive(Clone, Debug, PartialEq)]
pub struct LabBand {
    /// Its name.
    pub title: String,
    /// A line below the name.
    pub note: String,
    /// What it shows.
    pub content: LabContent,
    /// Whether it is still to come.
    pub pale: bool,
}

impl LabBand {
    /// A band.
    pub fn new(title: impl Into<String>, note: impl Into<String>, content: LabContent) -> Self {
        Self { title: title.into(), note: note.into(), content, pale: false }
    }

    /// The same, as what is still to come.
    pub fn to_come(self) -> Self {
        Self { pale: true, ..self }
    }
}

/// A stage: what one step shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabStage {
    /// Columns of the string; 0 where there is none.
    pub columns: usize,
    /// Its bands from top to bottom.
    pub bands: Vec<LabBand>,
}

/// What stands around a stage that leaves the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LabFoot<'a> {
    /// The sentence above it.
    pub sentence: &'a str,
    /// The active line of the code, below it.
    pub code: &'a str,
    /// The source and the link.
    pub source: &'a str,
}

/// How a stage is to be drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LabState<'a> {
    /// Width in CSS pixels.
    pub width: f64,
    /// For a picture that leaves the page.
    pub foot: Option<LabFoot<'a>>,
}

/// A stage as a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabDrawn {
    /// The picture. A hit names its band (`strip`) and its place in it (`item`).
    pub scene: Scene,
}
