//! Messages about pictures: how to draw one, what it consists of, and what is where in it.

use serde::{Deserialize, Serialize};

#[cfg(feature = "typescript")]
use tsify::Tsify;

/// Consecutive processes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ProcessRange {
    /// The first.
    pub first: u32,
    /// The last, perhaps the same.
    pub last: u32,
}

/// A loop that is open in the ribbon.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct OpenedLoop {
    /// The index of the loop in the body around it, or at the top level.
    pub item: u32,
    /// The iteration that is shown, from 0.
    pub iteration: f64,
}

/// A strip of the ribbon: where it is, and what it shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RibbonStrip {
    /// Its title.
    pub title: String,
    /// Its range, in words.
    pub note: String,
    /// The loop whose iteration it shows; 0 for the whole trace.
    #[serde(rename = "loop")]
    pub loop_id: u32,
    /// Its upper edge.
    pub top: f32,
    /// Its height.
    pub height: f32,
    /// The left edge of its first visible event.
    pub plot_left: f32,
    /// The right edge of its last visible event.
    pub plot_right: f32,
    /// Events in its whole range.
    pub length: f64,
    /// The first visible event.
    pub from: f64,
    /// The end of the visible events.
    pub to: f64,
    /// The position of its first event in the trace.
    pub origin: f64,
    /// The loop whose iteration the next strip shows.
    pub opened: Option<OpenedMark>,
}

/// The mark on an opened iteration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct OpenedMark {
    /// The index of the loop in the body of this strip.
    pub item: u32,
    /// The iteration, from 0.
    pub iteration: f64,
    /// The number of iterations.
    pub count: f64,
    /// The loop's name without the L.
    #[serde(rename = "loop")]
    pub loop_id: u32,
    /// The position in this strip where the loop starts.
    pub start: f64,
    /// Events in one iteration.
    pub period: f64,
}

/// A style for strokes, fills and texts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PictureStyle {
    /// The CSS colour of the fill; empty for none.
    pub fill: String,
    /// The CSS colour of the stroke; empty for none.
    pub stroke: String,
    /// Width of the stroke.
    pub line_width: f32,
    /// The CSS font; empty if the style is not for text.
    pub font: String,
}

/// An area that answers to the pointer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PictureHit {
    /// Left edge.
    pub x: f32,
    /// Upper edge.
    pub y: f32,
    /// Width.
    pub w: f32,
    /// Height.
    pub h: f32,
    /// What lies there.
    pub kind: PictureHitKind,
    /// The strip it is in.
    pub strip: u32,
    /// The index of the item in the body of that strip; -1 for none.
    pub item: i32,
    /// The name of the loop without the L; 0 for none.
    #[serde(rename = "loop")]
    pub loop_id: u32,
    /// The first line of the tooltip.
    pub title: String,
    /// The second line of the tooltip.
    pub detail: String,
}

/// A picture as a flat list of drawing commands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FlatPicture {
    /// Width in CSS pixels.
    pub width: f32,
    /// Height in CSS pixels.
    pub height: f32,
    /// The drawing commands; `loopscope_draw::paint` describes their form.
    #[serde(with = "floats")]
    #[cfg_attr(feature = "typescript", tsify(type = "Float32Array"))]
    pub numbers: Vec<f32>,
    /// The texts that commands refer to.
    pub strings: Vec<String>,
    /// The styles that commands refer to.
    pub styles: Vec<PictureStyle>,
    /// The areas that answer to the pointer, topmost last.
    pub hits: Vec<PictureHit>,
}

/// The thumbnail of a loop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Thumbnail {
    /// Name of the loop without the L.
    pub id: u32,
    /// The picture of its body.
    pub picture: FlatPicture,
}

/// A value in the pattern of addresses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AddressRow {
    /// The value in text form.
    pub text: String,
    /// The slot of its colour; -1 for the colour of text.
    pub slot: i32,
    /// The range of the field.
    pub reach: String,
    /// How much it changes in each step of the loops around it, innermost first.
    pub strides: String,
    /// The name of the loop around it without the L; 0 for none.
    #[serde(rename = "loop")]
    pub loop_id: u32,
}

/// How to draw a ribbon.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RibbonLook {
    /// Width in CSS pixels.
    pub width: f32,
    /// Its colours.
    pub theme: PictureTheme,
    /// Whether it is for a narrow screen.
    pub compact: bool,
    /// The loops to open, outermost first; the ribbon opens the loops below them by itself.
    pub path: Vec<OpenedLoop>,
    /// The visible range of each strip in events; a strip without a range shows everything.
    pub zoom: Vec<(f64, f64)>,
    /// The selected loop; 0 for none.
    pub selected: u32,
}

/// The colours of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum PictureTheme {
    /// On a light background.
    #[default]
    Light,
    /// On a dark background.
    Dark,
    /// Variables of the page that shows the picture inline.
    Variables,
}

/// What an area that answers to the pointer stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum PictureHitKind {
    /// The box of a loop.
    Loop,
    /// One event.
    Event,
    /// The mark on the iteration that the next strip shows.
    Mark,
    /// The words that say on which side that mark is while it is out of sight.
    #[serde(rename = "elsewhere")]
    MarkOutOfSight,
    /// Many things that are too small to be told apart.
    Hatch,
    /// A line between two things.
    Line,
}

/// Serialises floats as their bytes; the bindings make a `Float32Array` of them.
mod floats {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(values: &[f32], serializer: S) -> Result<S::Ok, S::Error> {
        let mut bytes = vec![0; values.len() * 4];
        // Four stores: in the page's engine a copy of four bytes is a call.
        for (four, value) in bytes.chunks_exact_mut(4).zip(values) {
            if let [a, b, c, d] = four {
                [*a, *b, *c, *d] = value.to_le_bytes();
            }
        }
        serializer.serialize_bytes(&bytes)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<f32>, D::Error> {
        Vec::<f32>::deserialize(deserializer)
    }
}
