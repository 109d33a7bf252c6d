//! Messages about flow graphs.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use tsify::Tsify;

use super::{FlatPicture, FlowVariants, PictureTheme, SentencePart};

/// Makes the flow graphs of all processes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FlowRequest {
    /// Whether calls that only ask for something are nodes.
    pub queries: bool,
}

/// The flow graphs are there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FlowSummary {
    /// The processes that have one, ascending.
    pub processes: Vec<u32>,
    /// The kind of each of them: equal numbers, equal edges.
    pub kinds: Vec<u32>,
    /// The processes of each kind, in words.
    pub members: Vec<String>,
    /// The fields in which calls of one node agree.
    pub signature: Vec<String>,
    /// Whether calls have times.
    pub timed: bool,
    /// Calls that were left out because they only ask.
    pub left_out: f64,
}

/// How to draw flow graphs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FlowLook {
    /// Width in CSS pixels.
    pub width: f32,
    /// Its colours.
    pub theme: PictureTheme,
    /// The process.
    pub process: u32,
    /// Whether one process of each kind is drawn, the selected one first, rather than the selected one and others like it.
    pub kinds: bool,
    /// The selected loop of the process; 0 for none.
    #[serde(rename = "loop")]
    pub loop_id: u32,
    /// The selected block of the process, by a node in it; missing for none.
    pub block: Option<u32>,
    /// Loops of the process that are folded to one row, by their names without the F.
    pub folded: Vec<u32>,
    /// Nodes of the process whose straight runs of blocks are folded to one row each.
    pub runs: Vec<u32>,
}

/// A drawn flow graph.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FlowSpineInfo {
    /// Its process.
    pub process: u32,
    /// The first node of each of its blocks, from the top.
    pub blocks: Vec<u32>,
    /// The place of each node's block in that list.
    pub block_of: Vec<u32>,
}

/// A label and its value.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FlowFact {
    /// What it is.
    pub label: String,
    /// Its value.
    pub value: String,
}

/// A loop on one of the processes that have it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FlowAcross {
    /// The process.
    pub process: u32,
    /// Its iterations.
    pub iterations: f64,
    /// The share of its time that is in calls, 0 to 1.
    pub inside: f64,
    /// Its time in nanoseconds.
    pub time: f64,
}

/// A row of the strip of iterations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FlowIterationBar {
    /// The first iteration of the row, from 1.
    pub first: f64,
    /// The longest iteration of the row.
    pub longest: f64,
    /// Which of the different iterations the longest one is, from 1.
    pub shape: u32,
    /// Nanoseconds of the longest iteration of the row; without times, its calls.
    pub most: f64,
    /// How much of that is in calls.
    pub inside: f64,
    /// Whether one of them stands out.
    pub stands_out: bool,
}

/// What is known of a loop or a block of a flow graph.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FlowPart {
    /// Its name: `×254`, `Wait`.
    pub title: String,
    /// One or two sentences.
    pub sentence: Vec<SentencePart>,
    /// Its figures.
    pub facts: Vec<FlowFact>,
    /// Its iterations, at most as many rows as fit.
    pub iterations: Vec<FlowIterationBar>,
    /// What is said of them.
    pub iterations_note: String,
    /// The same loop on the processes that have it, at most 64.
    pub across: Vec<FlowAcross>,
    /// Its loop in the nest by its name without the L; 0 for none.
    pub nest: u32,
    /// What each of the two sees of it.
    pub nest_note: String,
    /// What each of the two counts, in a sentence; empty where both count the same, and where no loop of the nest belongs to it.
    pub both: String,
}

/// A loop of the nest, and the smallest loop of the flow graph that holds all of its calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FlowLink {
    /// The name of the loop of the nest without the L.
    pub nest: u32,
    /// The name of the loop of the graph without the F.
    pub flow: u32,
}

/// The files that flow graphs can be saved as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum FlowFileKind {
    /// The graphs as text.
    Text,
    /// The graphs as a document.
    Json,
    /// Input of Graphviz.
    Dot,
    /// The loops of all processes as comma-separated values.
    Loops,
    /// The iterations of the selected loop as comma-separated values.
    Iterations,
    /// The picture.
    Svg,
}

/// A query about flow graphs, after they have been made. It is one query of the page, so that most visits need not be able to
/// read all of this.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum FlowQuery {
    /// Draw the graph of a process.
    Draw {
        /// How to draw it.
        look: FlowLook,
    },
    /// Describe the selected loop or block.
    Part {
        /// How the graph is drawn.
        look: FlowLook,
    },
    /// Say how the loops of the graph and of the nest of a process belong together.
    Links {
        /// The process.
        process: u32,
    },
    /// Say which of its calls tell the variants of a process apart.
    Variants {
        /// The process.
        process: u32,
    },
    /// Write the graph of a process as text.
    Text {
        /// The process.
        process: u32,
    },
    /// Write the graphs as a file to save.
    File {
        /// Which file.
        what: FlowFileKind,
        /// How the graph is drawn.
        look: FlowLook,
    },
}

/// The reply to a query about flow graphs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum FlowReply {
    /// The graph of a process.
    Drawn {
        /// The picture. The strip of a hit is the index of its graph, its item that of the block or line.
        picture: FlatPicture,
        /// The graphs, from left to right.
        spines: Vec<FlowSpineInfo>,
        /// The processes with a column beside the graph.
        columns: Vec<u32>,
        /// What the process does, as its graph tells.
        sentence: Vec<SentencePart>,
    },
    /// A loop or a block.
    Part {
        /// What is known of it.
        part: Box<FlowPart>,
    },
    /// How loops of the graph and of the nest belong together.
    Links {
        /// The largest loops of the nest, each with its loop of the graph.
        links: Vec<FlowLink>,
    },
    /// The calls that tell its variants apart.
    Variants {
        /// What is known; none where the process has no loop of several variants.
        variants: Option<Box<FlowVariants>>,
    },
    /// The graph of a process as text.
    Text {
        /// The first line, about the whole graph.
        head: String,
        /// The others, as many as are listed, as `loopscope flow` prints them, without the space before each. After a call follows what comes
        /// next, where that is not the next line.
        lines: Vec<String>,
        /// Of each line the loops around it, the name of its loop without the F, which is 0 for a call, and its node, one after the other.
        places: Vec<u32>,
        /// Lines that are not listed.
        left_out: u32,
    },
    /// The graphs as a file.
    File {
        /// Its content.
        text: String,
        /// A name for it.
        file_name: String,
        /// Its media type.
        mime: String,
    },
}
