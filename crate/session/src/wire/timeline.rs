//! Messages about the timeline: all processes over time.
//!
//! The page starts [`TimelineRequest`] once for a trace and its options, and then asks `Request::Timeline` for each picture.
//! Times of strips are nanoseconds from the beginning of the run.

use serde::{Deserialize, Serialize};

#[cfg(feature = "typescript")]
use tsify::Tsify;

use super::{OptionsRequest, PictureTheme, TimeParts, WaitReason};

/// Starts the task that prepares the timeline.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct TimelineRequest {
    /// As for the times.
    pub options: OptionsRequest,
    /// As for the times.
    pub as_recorded: bool,
    /// As for the times.
    pub whole: bool,
    /// Whether calls without their waits will do for now, on clocks as they were recorded: what can be drawn at once where
    /// matching messages takes long.
    pub draft: bool,
}

/// The timeline is ready.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TimelineSummary {
    /// How long the run lasts.
    pub run: f64,
    /// The processes that have a row, ascending: all, or those that wait longest.
    pub processes: Vec<u32>,
    /// A line to know before the picture is read, such as that clocks cannot be compared; empty if there is none.
    pub remark: String,
    /// The loops that strips can open, by their names; the first [`MOST_LOOPS`].
    pub loops: Vec<TimelineLoop>,
    /// Bytes of memory that it takes.
    pub kept_bytes: f64,
    /// Whether waits are not known yet; false also where a draft was asked for and all was found as fast.
    pub draft: bool,
}

/// More loops are not named.
pub const MOST_LOOPS: usize = 1_000;

/// A loop that a strip can open.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TimelineLoop {
    /// Its name without the L, as `LoopTime::id`.
    pub id: u32,
    /// The name of the loop around it; 0 at the top level.
    pub parent: u32,
    /// Its iterations in one iteration of the loop around it, or in the whole run.
    pub iterations: f64,
}

/// A loop and one of its iterations, which a strip opens.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct OpenedIteration {
    /// The name of the loop without the L, as `LoopTime::id`.
    #[serde(rename = "loop")]
    pub loop_id: u32,
    /// The iteration, from 0, over all times that the loop runs there.
    pub iteration: f64,
}

/// How to draw the timeline.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TimelineLook {
    /// Width in CSS pixels.
    pub width: f32,
    /// The height that is wanted; with many processes the picture needs more.
    pub height: f32,
    /// Its colours.
    pub theme: PictureTheme,
    /// Whether it is for a narrow screen.
    pub compact: bool,
    /// Which iteration each strip opens, from the top; below them the timeline opens the largest loop by itself.
    pub path: Vec<OpenedIteration>,
    /// The visible range of each strip; missing for all of it.
    pub zoom: Vec<Option<(f64, f64)>>,
    /// The process whose row is highlighted, if one is chosen.
    pub process: Option<u32>,
    /// The selected loop, whose boxes are highlighted; 0 for none.
    pub selected: u32,
    /// The selected call of that process, by its number, if one is selected.
    pub call: Option<f64>,
    /// The strip that the sentence is about, from 0 at the top.
    pub about: u32,
    /// Whether messages are drawn where single calls can be told apart.
    pub messages: bool,
}

/// A strip of the timeline: where it is, and what it shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TimelineStrip {
    /// A number of what it is drawn from: a strip of the same timeline that has it in another picture of the same theme, too, is the same
    /// there.
    pub drawing: f64,
    /// Its title.
    pub title: String,
    /// Its range, in words.
    pub note: String,
    /// A sentence on messages that are not drawn; empty without.
    pub left_out: String,
    /// The loop whose iteration it shows; 0 for the whole run.
    #[serde(rename = "loop")]
    pub loop_id: u32,
    /// Its upper edge.
    pub top: f32,
    /// Its height.
    pub height: f32,
    /// The left edge of its visible range.
    pub plot_left: f32,
    /// The right edge of it.
    pub plot_right: f32,
    /// Its whole range.
    pub range: (f64, f64),
    /// The visible range.
    pub visible: (f64, f64),
    /// The iteration that the next strip shows.
    pub opened: Option<OpenedIteration>,
    /// How many iterations that loop has there; 0 without.
    pub iterations: f64,
    /// When that iteration begins and ends.
    pub mark: Option<(f64, f64)>,
    /// What each row does in the visible range.
    pub rows: Vec<TimelineRow>,
}

/// What a process does in the visible range of a strip.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TimelineRow {
    /// The process.
    pub process: u32,
    /// The upper edge of its row.
    pub top: f32,
    /// The height of its row.
    pub height: f32,
    /// What it does.
    pub parts: TimeParts,
}

/// A call of a process, and where it stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TimelineCall {
    /// The process.
    pub process: u32,
    /// Its number among the calls of the process, from 0.
    pub number: f64,
    /// How many calls the process has.
    pub count: f64,
    /// What is called: `Send to 3`.
    pub name: String,
    /// When it begins, in nanoseconds from the beginning of the run.
    pub enter: f64,
    /// Until when it waits; `enter` if it does not.
    pub waited: f64,
    /// When it ends.
    pub leave: f64,
    /// Begin and end in words: `89.76 to 90.16 s`.
    pub span: String,
    /// How many bytes it sends or receives, if the trace has that.
    pub bytes: Option<f64>,
    /// Its tag, if it has one.
    pub tag: Option<f64>,
    /// The process at the other end of a message, if there is one.
    pub partner: Option<u32>,
    /// For whom and why it waits; empty if it does not.
    pub why: String,
    /// For which reason it waits.
    pub reason: Option<WaitReason>,
    /// Why it waits, one line for each process: what the other one does meanwhile, and so on.
    pub chain: Vec<TimelineCause>,
}

/// What keeps a process from answering, in the chain of a wait.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TimelineCause {
    /// The process.
    pub process: u32,
    /// The call to look at, by its number.
    pub call: f64,
    /// What it does meanwhile.
    pub text: String,
}
