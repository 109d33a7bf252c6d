//! Messages about the model of a whole program and its picture.

use serde::{Deserialize, Serialize};

#[cfg(feature = "typescript")]
use tsify::Tsify;

use super::{FlatPicture, HubsReply, OptionsRequest, PictureTheme, Problem, SentencePart};

/// A loop of a model, with its figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ModelLoopFacts {
    /// Its name without the L.
    pub id: u32,
    /// The name of the loop around it; 0 at the top level.
    pub parent: u32,
    /// Iterations each time it is entered.
    pub count: f64,
    /// How often it is entered.
    pub entered: f64,
    /// Events inside it, over all its processes and all runs.
    pub events: f64,
    /// Their share of all events, 0 to 1.
    pub share: f64,
    /// The number of processes that run it.
    pub members: u32,
    /// These processes: `0-3,8`.
    pub processes: String,
}

/// The summary of the model of a program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ModelSummary {
    /// One to three sentences.
    pub sentence: Vec<SentencePart>,
    /// In how many places receives came in another order than is shown, a sentence; empty where they did not.
    pub order: String,
    /// The program with each partner of processes that take from anybody by itself, if there are some.
    pub hubs: Option<Box<HubsReply>>,
    /// What one iteration of the main loop does, a sentence; empty where that cannot be said.
    pub iteration: String,
    /// The number of its processes.
    pub processes: u32,
    /// The number of its constructs.
    pub constructs: f64,
    /// The events that it stands for.
    pub events: f64,
    /// The events of each process, ascending by process. Processes without events are left out.
    pub events_of: Vec<(u32, f64)>,
    /// The number of messages sent.
    pub messages: f64,
    /// The names of its collective operations; each with another group is another one. At most 64.
    pub collective_names: Vec<String>,
    /// The processes that take part in each (`0-3`).
    pub collective_groups: Vec<String>,
    /// Of each, four numbers: how often it is run in all, in one iteration of the main loop, before that, and after it, in whatever
    /// places it runs.
    pub collective_counts: Vec<f64>,
    /// The events before the main loop and after it, over all processes, then the messages that are sent before it and after it; then
    /// its iterations in all its places, and the messages of one.
    pub outside: Vec<f64>,
    /// Share of the events inside loops, 0 to 1.
    pub coverage: f64,
    /// Share of the events inside loops of several processes, 0 to 1.
    pub shared_coverage: f64,
    /// Share of the messages that are sent inside loops of several processes, 0 to 1.
    pub shared_messages: f64,
    /// The method that found the loops of each process. A file may name one of another program.
    pub method: String,
    /// Its K, if it has one.
    pub k: Option<u32>,
    /// Its loops, those with the most events first; at most 2,000.
    pub loops: Vec<ModelLoopFacts>,
    /// The number of loops in total.
    pub loop_count: u32,
    /// Inconsistencies of the trace.
    pub problems: Vec<Problem>,
}

/// How to draw the picture of a model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ModelLook {
    /// Width in CSS pixels.
    pub width: f32,
    /// Height to fill in CSS pixels; the rows may need more.
    pub height: f32,
    /// Its colours.
    pub theme: PictureTheme,
    /// Whether it is for a narrow screen.
    pub compact: bool,
    /// Whether to show what comes before and after the main loops.
    pub whole: bool,
    /// Whether processes that do the same share a row.
    pub folded: bool,
    /// The visible steps; missing means all.
    pub zoom: Option<(f64, f64)>,
    /// The selected loop; 0 for none.
    pub selected: u32,
    /// The loops that are drawn closed, without their inside.
    pub closed: Vec<u32>,
    /// The process whose messages are highlighted, if one is chosen.
    pub process: Option<u32>,
    /// The processes that have a row of their own, even if others do the same.
    pub opened: Vec<u32>,
    /// Whether it is for a card: exactly as high as asked for, without legend, numbers and names.
    pub card: bool,
}

/// The label of a row in the picture of a model, at its left edge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ModelRow {
    /// `3`, `1-14`.
    pub label: String,
    /// The vertical position of its line there.
    pub y: f32,
    /// The number of the line that is in this row there.
    pub line: u32,
    /// The processes of that line, ascending.
    pub processes: Vec<u32>,
}

/// A message of the picture of a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ModelMessage {
    /// The points of its line, x and y of each, from the sender to the receiver.
    pub points: Vec<f32>,
    /// The lines of the sender and of the receiver.
    pub lines: (u32, u32),
    /// The slot of its tag's colour.
    pub slot: u8,
    /// The constructs that send and receive it, by number; -1 for an end that is inside a loop of this body, or not in it.
    pub ends: (i32, i32),
    /// The first line of its tooltip: what it is.
    pub title: String,
    /// The second line: how often it is sent.
    pub detail: String,
}

/// The picture of a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ModelFigure {
    /// The picture.
    pub picture: FlatPicture,
    /// The messages in it.
    pub messages: Vec<ModelMessage>,
    /// The number of steps that can be shown. The picture extends 1.5 steps before and after them.
    pub length: f64,
    /// The first visible step.
    pub from: f64,
    /// The end of the visible steps.
    pub to: f64,
    /// The left edge of the first visible step.
    pub plot_left: f32,
    /// The right edge of the last visible step.
    pub plot_right: f32,
    /// The labels of the rows.
    pub rows: Vec<ModelRow>,
    /// Whether processes that do the same share rows.
    pub folded: bool,
    /// The number of rows that are not drawn, because there are too many.
    pub rows_left_out: u32,
    /// What is not shown, in words; empty if everything is.
    pub hidden: String,
}

/// A cell of a matrix of messages.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct MatrixCell {
    /// The sender.
    pub from: u32,
    /// The receiver.
    pub to: u32,
    /// Messages.
    pub messages: f64,
    /// Bytes, if the trace has them.
    pub bytes: Option<f64>,
}

/// Starts the making of a model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct ModelRequest {
    /// How to find the loops of each process. Only the method, its K and `lenient` count.
    pub options: OptionsRequest,
}
