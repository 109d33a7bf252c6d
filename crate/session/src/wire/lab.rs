//! Messages about the lab, which steps through algorithms on small inputs and needs no trace.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use tsify::Tsify;

use super::{FlatPicture, PictureTheme};

/// What to step through. A query names all of it, so that a link says everything; the engine keeps the last one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct LabInput {
    /// The name of the station, such as `repeats`.
    pub station: String,
    /// The name of an example, whose input and options hold where nothing else is given. With neither example nor text, the
    /// station's first one is meant.
    pub example: Option<String>,
    /// The input as it was typed.
    pub text: Option<String>,
    /// The most terms in a body.
    pub k: Option<u32>,
    /// The height of the stack at which terms are put out.
    pub smax: Option<u32>,
    /// How many terms are put out.
    pub nflush: Option<u32>,
    /// Which numbers may vary: `polynomial`, `linear` or `constant`.
    pub model: Option<String>,
    /// How many values are foretold.
    pub ahead: Option<u32>,
    /// How a graph is split: `entries` or `none`.
    pub split: Option<String>,
    /// The subject of What if: `a` to `d`, `aggregation` or `domino`.
    pub case: Option<String>,
    /// What may be left out on the domino path: `waits` or `computations`.
    pub of: Option<String>,
    /// How much earlier the sender of a message begins.
    pub p: Option<i32>,
    /// How much earlier its receiver begins.
    pub q: Option<i32>,
}

/// A query to the lab.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum LabQuery {
    /// List the stations.
    Stations,
    /// Run a station, and list its steps.
    Open {
        /// What to step through.
        input: LabInput,
    },
    /// Give the frames of some steps.
    Frames {
        /// What is stepped through.
        input: LabInput,
        /// The first step.
        from: u32,
        /// The step after the last; at most 256 are given.
        to: u32,
    },
    /// Draw a step.
    Draw {
        /// What is stepped through.
        input: LabInput,
        /// The step, from 0.
        at: u32,
        /// Width in CSS pixels.
        width: f32,
        /// Its colours.
        theme: PictureTheme,
        /// As a page that is saved: with its sentence, the line of the code, its source and this link.
        page: Option<String>,
    },
    /// Write events of an opened trace as an input: equal letters are equal events.
    Stretch {
        /// The trace.
        handle: u32,
        /// The process.
        process: u32,
        /// The position of the first event.
        from: f64,
        /// The position after the last one; at most 200 are taken.
        to: f64,
    },
    /// Write what a loop of an opened trace's model does on some of its processes as programs of Merge.
    Programs {
        /// The trace, of which a model was made.
        handle: u32,
        /// The name of the loop without the L.
        id: u32,
    },
    /// Write steps as a file to save.
    File {
        /// What is stepped through.
        input: LabInput,
        /// The step, from 0.
        at: u32,
        /// Which file.
        what: LabFileKind,
        /// The colours of pictures.
        theme: PictureTheme,
        /// The link, for the foot of pictures.
        link: String,
    },
}

/// An answer of the lab.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum LabReply {
    /// The stations.
    Stations {
        /// They, in the order of the page.
        stations: Vec<LabStation>,
    },
    /// The steps of a run.
    Opened {
        /// They, and what was stepped through.
        opened: Box<LabOpened>,
    },
    /// Frames.
    Frames {
        /// The first step.
        from: u32,
        /// The frames of the steps from there on.
        frames: Vec<LabFrame>,
    },
    /// The picture of a step.
    Drawn {
        /// What its bands are called, from top to bottom; a hit names its band by `strip`.
        bands: Vec<LabBandName>,
        /// What was counted so far.
        figures: Vec<LabFigure>,
        /// The picture.
        picture: FlatPicture,
    },
    /// Events as an input.
    Stretch {
        /// Letters, or words where there are more than 26 different ones.
        text: String,
        /// The same as numbers.
        numbers: String,
        /// How many were asked for.
        total: f64,
    },
    /// A loop of a model as programs.
    Programs {
        /// They.
        text: String,
        /// The processes that they are of, in their order.
        processes: Vec<u32>,
        /// How many processes the loop has.
        members: u32,
        /// Whether the end of its body was left out.
        cut: bool,
    },
    /// A file to save.
    File {
        /// What it holds.
        text: String,
        /// Its name.
        file_name: String,
        /// Its type, as browsers name it.
        mime: String,
    },
}

/// A station of the lab.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LabStation {
    /// The name in links.
    pub name: String,
    /// The title.
    pub title: String,
    /// The papers and sections.
    pub source: String,
    /// What there is to learn.
    pub lesson: String,
    /// The pseudo-code; a step's line counts from 1.
    pub code: Vec<String>,
    /// The pseudo-code of the procedure beside it; empty where there is one only.
    pub second_code: Vec<String>,
    /// Its examples; the first is shown where nothing else is asked for.
    pub examples: Vec<LabExample>,
}

/// An example of a station.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LabExample {
    /// Its name in links.
    pub id: String,
    /// Where it stands in a paper, or what it shows.
    pub source: String,
    /// Its input and options.
    pub input: LabInput,
}

/// A run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LabOpened {
    /// What is stepped through, with its text and all options that the station has.
    pub input: LabInput,
    /// Where the example stands in a paper; empty for another input.
    pub source: String,
    /// The pseudo-code of this run, where it is not that of the station; else empty.
    pub code: Vec<String>,
    /// All steps.
    pub steps: Vec<LabStep>,
    /// Whether the run has more steps than are kept; the last one is its end.
    pub cut: bool,
}

/// A step of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LabStep {
    /// The kind of its frame, such as `move`.
    pub kind: String,
    /// Whether coarse stepping stops here.
    pub coarse: bool,
    /// The line of the pseudo-code, from 1.
    pub line: u32,
    /// The line of the code beside it, where two procedures run.
    pub other_line: Option<u32>,
    /// Whether this step is one of the second procedure.
    pub second: bool,
    /// The sentence.
    pub say: String,
    /// The sentence as it is read aloud, if that differs.
    pub aloud: Option<String>,
}

/// The frame of a step, as JSON of the form `loopscope-lab/1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LabFrame {
    /// The frame.
    pub json: String,
    /// That of the procedure beside it.
    pub other: Option<String>,
}

/// A band of a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LabBandName {
    /// Its name.
    pub title: String,
    /// A line about it.
    pub note: String,
}

/// A figure beside the code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LabFigure {
    /// What is counted.
    pub name: String,
    /// Its value.
    pub value: String,
    /// Whether this step changed it.
    pub changed: bool,
}

/// The files that steps can be saved as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum LabFileKind {
    /// One step as a picture.
    Svg,
    /// The steps of coarse stepping as pages of a picture.
    Strip,
    /// All sentences.
    Text,
    /// All frames, as JSON.
    Json,
}
