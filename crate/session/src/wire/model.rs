//! Messages about the model of a whole program and its picture.

use serde::{Deserialize, Serialize};

#[cfg(feature = "typescript")]
use tsify::Tsify;

use super::{FlatPicture, Problem, SentencePart, WantedOptions};

/// What is known about a loop of a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ModelLoopFacts {
    /// Its name without the L.
    pub id: u32,
    /// The name of the loop around it, 0 on the top level.
    pub parent: u32,
    /// How often its body runs each time it is entered.
    pub count: f64,
    /// How often it is entered.
    pub entered: f64,
    /// Events inside it, over all its processes and all times it is entered.
    pub events: f64,
    /// Their share of all events, 0 to 1.
    pub share: f64,
    /// How many processes run it.
    pub members: u32,
    /// Which ones: `0-3,8`.
    pub processes: String,
}

/// What the model of a program is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ModelSummary {
    /// One to three sentences.
    pub sentence: Vec<SentencePart>,
    /// Processes that it tells of.
    pub processes: u32,
    /// Its constructs.
    pub constructs: f64,
    /// Events that it stands for.
    pub events: f64,
    /// Those of each process, ascending; one without events is left out.
    pub events_of: Vec<(u32, f64)>,
    /// Messages that are sent.
    pub messages: f64,
    /// Share of the events inside loops, 0 to 1.
    pub coverage: f64,
    /// Share of the events inside loops of several processes, 0 to 1.
    pub shared_coverage: f64,
    /// Share of the messages that are sent inside loops of several processes, 0 to 1.
    pub shared_messages: f64,
    /// The method that found the loops of each process.
    pub method: String,
    /// Its K, if it has one.
    pub k: Option<u32>,
    /// Its loops, those with most events first; at most 2,000.
    pub loops: Vec<ModelLoopFacts>,
    /// How many loops there are.
    pub loop_count: u32,
    /// What does not fit together.
    pub problems: Vec<Problem>,
}

/// How the picture of a model is to be drawn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ModelLook {
    /// CSS pixels.
    pub width: f32,
    /// CSS pixels that it should fill; its rows may need more.
    pub height: f32,
    /// `light` or `dark`.
    pub theme: String,
    /// Whether it is for a narrow screen.
    pub compact: bool,
    /// Whether what comes before and after the main loops is shown.
    pub whole: bool,
    /// Whether processes that do the same share a row.
    pub folded: bool,
    /// Visible steps; all of them if it is missing.
    pub zoom: Option<(f64, f64)>,
    /// The selected loop, 0 for none.
    pub selected: u32,
    /// The loops whose inside is not drawn.
    pub closed: Vec<u32>,
    /// The process whose messages stand out, if one is chosen.
    pub process: Option<u32>,
    /// Processes that have a row of their own even if others do the same.
    pub opened: Vec<u32>,
    /// For a card: as high as asked for, without legend, numbers and names.
    pub card: bool,
}

/// What stands beside a row of the picture of a model, at its left edge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ModelRow {
    /// `3`, `1-14`.
    pub label: String,
    /// The height of its line there.
    pub y: f32,
    /// The number of the line that stands in this row there.
    pub line: u32,
    /// The processes of that line, ascending.
    pub processes: Vec<u32>,
}

/// A message of the picture of a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ModelMessage {
    /// The points of its line, x and y of each, from where it is sent to where it is received.
    pub points: Vec<f32>,
    /// The lines of its ends: of the sender, of the receiver.
    pub lines: (u32, u32),
    /// The slot of its tag's colour.
    pub slot: u8,
    /// What it is.
    pub title: String,
    /// How often.
    pub detail: String,
}

/// The picture of a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ModelFigure {
    /// What to draw.
    pub picture: FlatPicture,
    /// Where the messages are.
    pub messages: Vec<ModelMessage>,
    /// Steps of all that can be shown; from 1.5 before to 1.5 behind them there is a picture.
    pub length: f64,
    /// First visible step.
    pub from: f64,
    /// End of the visible steps.
    pub to: f64,
    /// Where the first visible step is drawn.
    pub plot_left: f32,
    /// Where the last one ends.
    pub plot_right: f32,
    /// What stands beside each row.
    pub rows: Vec<ModelRow>,
    /// Whether processes that do the same share rows.
    pub folded: bool,
    /// Rows that are not drawn since they are too many.
    pub rows_left_out: u32,
    /// What is not shown, in words; empty if all is.
    pub hidden: String,
}

/// A cell of a matrix of messages.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct MatrixCell {
    /// Who sends.
    pub from: u32,
    /// To whom.
    pub to: u32,
    /// Messages.
    pub messages: f64,
    /// Bytes, if the trace says them.
    pub bytes: Option<f64>,
}

/// How to make the model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct ModelRequest {
    /// How to find the loops of each process: only the method, its K and `lenient` count.
    pub options: WantedOptions,
}
