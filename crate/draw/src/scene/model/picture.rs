//! What drawing a model returns: the shapes, and the places that the page needs for gestures and tooltips.

use loopscope_core::numbers::percent;
use loopscope_core::system::ConstructId;

use crate::scene::Scene;

/// A message of the picture, for the pointer to find.
#[derive(Clone, Debug, PartialEq)]
pub struct MessageLine {
    /// The points of its line in CSS pixels, from the send to the receive.
    pub points: Vec<(f64, f64)>,
    /// The lines of its sender and of its receiver.
    pub lines: (u32, u32),
    /// The slot of its tag's colour.
    pub slot: u8,
    /// Sender, receiver and tag.
    pub channel: (u32, u32, i64),
    /// The constructs that send and receive it; none for an end that is inside a loop of this body, or not in it.
    pub ends: (Option<ConstructId>, Option<ConstructId>),
    /// `5 → 6, tag 2`, with its bytes where the trace records them.
    pub title: String,
    /// How often it is sent: `62 × 249 = 15,438 times`.
    pub detail: String,
}

/// The label of a row at the left edge.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RowLabel {
    /// `3`, `1-14`.
    pub label: String,
    /// The height of its line there, in CSS pixels.
    pub y: f64,
    /// The number of the line that is in this row at the left edge.
    pub line: u32,
    /// The processes of that line, ascending.
    pub processes: Vec<u32>,
}

/// A drawn model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelPicture {
    /// The shapes, and where loops and collectives are.
    pub scene: Scene,
    /// Where the messages are.
    pub messages: Vec<MessageLine>,
    /// Steps of everything that can be shown.
    pub length: f64,
    /// The first visible step.
    pub from: f64,
    /// The end of the visible steps.
    pub to: f64,
    /// Where the first visible step is drawn, in CSS pixels.
    pub plot_left: f64,
    /// Where the last one ends.
    pub plot_right: f64,
    /// Height of the rows, without the legend.
    pub plot_height: f64,
    /// The label of each row at the left edge, from the top.
    pub rows: Vec<RowLabel>,
    /// Whether processes that do the same share rows.
    pub folded: bool,
    /// Rows that are not drawn because there are too many.
    pub rows_left_out: usize,
    /// Events that are not shown: those before, after and beside the main loops.
    pub hidden: u64,
    /// All events.
    pub events: u64,
}

impl ModelPicture {
    /// What is not shown, in words; empty if everything is.
    pub fn hidden_in_words(&self) -> String {
        if self.hidden == 0 || self.events == 0 {
            return String::new();
        }
        let share = percent(self.hidden as f64 / self.events as f64);
        format!("before and after the main loops, {share} of the events")
    }
}
