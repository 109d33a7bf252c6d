//! Messages about pictures: how one is to be drawn, what it is made of, what lies where.

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

/// A loop that is opened in the ribbon.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct OpenedLoop {
    /// Place of the loop in the body (or top level) it stands in.
    pub item: u32,
    /// The iteration that is shown, from 0.
    pub iteration: f64,
}

/// One strip of the ribbon: where it is and what it shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RibbonStrip {
    /// Its title.
    pub title: String,
    /// Its range, in words.
    pub note: String,
    /// The loop of which it shows an iteration; 0 for the whole trace.
    #[serde(rename = "loop")]
    pub loop_id: u32,
    /// Its upper edge.
    pub top: f32,
    /// Its height.
    pub height: f32,
    /// Where its first visible event is drawn.
    pub plot_left: f32,
    /// Where its last visible event ends.
    pub plot_right: f32,
    /// Events in its whole range.
    pub length: f64,
    /// First visible event.
    pub from: f64,
    /// End of the visible events.
    pub to: f64,
    /// Position in the trace of its first event.
    pub origin: f64,
    /// The loop whose iteration the next strip shows.
    pub opened: Option<OpenedMark>,
}

/// The mark on an opened iteration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct OpenedMark {
    /// Place of the loop in this strip's body.
    pub item: u32,
    /// The iteration, from 0.
    pub iteration: f64,
    /// How many there are.
    pub count: f64,
    /// The loop's name without the L.
    #[serde(rename = "loop")]
    pub loop_id: u32,
    /// Where in this strip the loop starts.
    pub start: f64,
    /// Events in one iteration.
    pub period: f64,
}

/// How strokes, fills and letters look.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PictureStyle {
    /// CSS colour, empty for none.
    pub fill: String,
    /// CSS colour, empty for none.
    pub stroke: String,
    /// Width of the stroke.
    pub line_width: f32,
    /// CSS font, empty if it is not for text.
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
    /// `loop`, `event`, `mark`, `elsewhere` (the mark is out of sight) or `hatch`.
    pub kind: String,
    /// The strip it is in.
    pub strip: u32,
    /// Place in that strip's body, -1 for none.
    pub item: i32,
    /// Name of the loop without the L, 0 for none.
    #[serde(rename = "loop")]
    pub loop_id: u32,
    /// First line of the tooltip.
    pub title: String,
    /// Second line.
    pub detail: String,
}

/// A picture as a flat list of drawing commands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FlatPicture {
    /// CSS pixels.
    pub width: f32,
    /// CSS pixels.
    pub height: f32,
    /// The commands; see the drawing crate for their form.
    #[serde(with = "floats")]
    #[cfg_attr(feature = "typescript", tsify(type = "Float32Array"))]
    pub numbers: Vec<f32>,
    /// Texts that commands point to.
    pub strings: Vec<String>,
    /// Styles that commands point to.
    pub styles: Vec<PictureStyle>,
    /// What answers to the pointer, topmost last.
    pub hits: Vec<PictureHit>,
}

/// The thumbnail of a loop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Thumbnail {
    /// Name of the loop without the L.
    pub id: u32,
    /// What its body looks like.
    pub picture: FlatPicture,
}

/// A value in the pattern of addresses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AddressRow {
    /// The value as the text form writes it.
    pub text: String,
    /// Slot of its colour, -1 for the colour of text.
    pub slot: i32,
    /// From where to where the field goes.
    pub reach: String,
    /// How far it moves with each loop, innermost first.
    pub strides: String,
    /// Name of the loop it stands in without the L, 0 for none.
    #[serde(rename = "loop")]
    pub loop_id: u32,
}

/// How a ribbon or a thumbnail is to be drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RibbonLook {
    /// CSS pixels.
    pub width: f32,
    /// `light` or `dark`.
    pub theme: String,
    /// Whether it is for a narrow screen.
    pub compact: bool,
    /// The loops to open, outermost first; the rest is filled in.
    pub path: Vec<OpenedLoop>,
    /// Visible range of each strip in events; a missing one shows all.
    pub zoom: Vec<(f64, f64)>,
    /// The selected loop, 0 for none.
    pub selected: u32,
}

/// Floats cross as their bytes; the door makes a `Float32Array` of them.
mod floats {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(
        values: &[f32],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        serializer.serialize_bytes(&bytes)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<f32>, D::Error> {
        Vec::<f32>::deserialize(deserializer)
    }
}
