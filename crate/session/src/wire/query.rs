//! What the page asks about what is loaded, and what it is told.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use tsify::Tsify;

use super::{
    AddressRow, FlatPicture, Item, LoopCard, MainInText, MatrixCell, ModelFigure, ModelLook,
    OpenedLoop, Problem, RibbonLook, RibbonStrip, SentencePart, Suggestion, Summary, TableColumns,
    Thumbnail,
};

/// A question of the page. Every question about a trace names it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase", tag = "type", rename_all_fields = "camelCase")]
pub enum Request {
    /// What the trace is.
    Summary {
        /// The trace.
        handle: u32,
    },
    /// What one process does.
    Process {
        /// The trace.
        handle: u32,
        /// The process.
        process: u32,
    },
    /// What other methods make of the main loop of one process. To be asked after its picture: it may take some
    /// milliseconds the first time.
    Others {
        /// The trace.
        handle: u32,
        /// The process.
        process: u32,
    },
    /// The ribbon of one process.
    Ribbon {
        /// The trace.
        handle: u32,
        /// The process.
        process: u32,
        /// How to draw it.
        look: RibbonLook,
    },
    /// The pattern of addresses of one strip of the ribbon.
    Addresses {
        /// The trace.
        handle: u32,
        /// The process.
        process: u32,
        /// How the ribbon is drawn, and the width of this picture.
        look: RibbonLook,
        /// The strip, from the top; the last one for any behind it.
        strip: u32,
        /// Place of the field among those of the tuples.
        field: u32,
    },
    /// Pictures of loop bodies.
    Thumbnails {
        /// The trace.
        handle: u32,
        /// The process.
        process: u32,
        /// `light` or `dark`.
        theme: String,
        /// CSS pixels.
        width: f32,
        /// CSS pixels.
        height: f32,
        /// Names of the loops without the L.
        ids: Vec<u32>,
    },
    /// The top levels of all methods, one under the other, of a process that was compared.
    Aligned {
        /// The trace.
        handle: u32,
        /// The process.
        process: u32,
        /// How to draw it; nothing is opened or zoomed.
        look: RibbonLook,
    },
    /// What there is to say about the columns that are chosen in a table.
    Columns {
        /// The file.
        file: String,
        /// Its header and first rows.
        head: String,
        /// Names of the fields, column after column; empty where a column is passed over.
        fields: Vec<String>,
    },
    /// A stretch of the items of a body, or of the top level.
    Items {
        /// The trace.
        handle: u32,
        /// The process.
        process: u32,
        /// The loop's node; none for the top level.
        node: Option<u32>,
        /// First item.
        offset: u32,
        /// Most items wanted.
        limit: u32,
    },
    /// The picture of the model, once it was made.
    Model {
        /// The trace.
        handle: u32,
        /// How to draw it.
        look: ModelLook,
    },
    /// Loops of the model: their matrix, and the text of the first.
    ModelPart {
        /// The trace.
        handle: u32,
        /// The loops' names without the L; none for the whole program.
        ids: Vec<u32>,
    },
    /// The model as a file.
    ModelFile {
        /// The trace.
        handle: u32,
        /// `text`, `json`, `csv` (its matrix) or `svg`.
        what: String,
        /// How to draw it.
        look: ModelLook,
    },
    /// A file to save.
    Export {
        /// The trace.
        handle: u32,
        /// The process; none for all.
        process: Option<u32>,
        /// `json`, `text`, `csv` or `svg`.
        what: String,
        /// How to draw it, for `svg`.
        look: Option<RibbonLook>,
    },
}

/// An answer to the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase", tag = "type", rename_all_fields = "camelCase")]
pub enum Reply {
    /// What the trace is.
    Summary {
        /// It.
        summary: Box<Summary>,
    },
    /// What one process does.
    Process {
        /// The process.
        process: u32,
        /// One or two sentences.
        sentence: Vec<SentencePart>,
        /// Its loops, largest share first, at most 2,000.
        loops: Vec<LoopCard>,
        /// Changes that would give loops, if there is none.
        suggestions: Vec<Suggestion>,
    },
    /// What other methods make of the main loop of one process.
    Others {
        /// The process.
        process: u32,
        /// A sentence; empty if they see the same, or if looking costs too much.
        sentence: String,
    },
    /// The ribbon of one process.
    Ribbon {
        /// What to draw.
        picture: FlatPicture,
        /// What is where.
        strips: Vec<RibbonStrip>,
        /// The loops that are open.
        path: Vec<OpenedLoop>,
    },
    /// The pattern of addresses of one strip of the ribbon.
    Addresses {
        /// What to draw.
        picture: FlatPicture,
        /// What the strip is.
        title: String,
        /// The strip.
        strip: u32,
        /// Place of the field among those of the tuples.
        field: u32,
        /// Names of the fields.
        fields: Vec<String>,
        /// Tuples in the visible part of the strip.
        events: f64,
        /// How many of them are drawn.
        drawn: f64,
        /// The values in it.
        rows: Vec<AddressRow>,
        /// How many more there are.
        left_out: u32,
    },
    /// Pictures of loop bodies.
    Thumbnails {
        /// One per loop that exists.
        pictures: Vec<Thumbnail>,
    },
    /// The top levels of all methods; the strip of a hit is the place of its method in the comparison.
    Aligned {
        /// What to draw.
        picture: FlatPicture,
    },
    /// What there is to say about the columns of a table.
    Columns {
        /// The table.
        table: Box<TableColumns>,
    },
    /// A stretch of items.
    Items {
        /// The items.
        items: Vec<Item>,
        /// How many there are in all.
        total: u32,
        /// The first one given.
        offset: u32,
        /// Where the main loop stands, of items of the top level.
        main: Option<MainInText>,
    },
    /// A file to save.
    Export {
        /// Its content.
        text: String,
        /// A name for it.
        file_name: String,
        /// Its type.
        mime: String,
    },
    /// The picture of the model.
    Model {
        /// It.
        figure: Box<ModelFigure>,
    },
    /// Loops of the model.
    ModelPart {
        /// Their names without the L; none for the whole program.
        ids: Vec<u32>,
        /// The messages that are sent inside them, all times they are entered; what is in two of them counts once.
        cells: Vec<MatrixCell>,
        /// Their sum.
        messages: f64,
        /// The events of every process inside them, ascending by process; one that has none is left out.
        events: Vec<(u32, f64)>,
        /// The text of the first, from its first line on.
        lines: Vec<String>,
        /// How many lines there are.
        lines_in_all: u32,
    },
    /// The model as a file.
    ModelFile {
        /// Its content.
        text: String,
        /// A name for it.
        file_name: String,
        /// Its type.
        mime: String,
    },
    /// The question cannot be answered.
    Refused {
        /// Why.
        problem: Problem,
    },
}
