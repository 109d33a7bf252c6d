//! Queries about what is loaded, and the replies to them.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use tsify::Tsify;

use super::{
    AddressRow, AskQuery, FlatPicture, FlowQuery, FlowReply, Item, IterationTrack, LabQuery, LabReply, LoopCard,
    MainInText, MatrixCell, ModelFigure, ModelLook, OpenedIteration, OpenedLoop, PictureTheme, Problem, RibbonLook,
    RibbonStrip, SentencePart, Suggestion, Summary, TableColumns, Thumbnail, TimelineCall, TimelineLook, TimelineStrip,
    VariantsReply, WhatIfQuery, WhatIfReply,
};

/// A query of the page. A query about a trace names its handle.
///
/// In JavaScript it is one object with `type` among its fields; here it has no such tag, because what serde derives for tags
/// takes twice the code. The browser door takes the tag off.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Request {
    /// Summarise the trace.
    Summary {
        /// The trace.
        handle: u32,
    },
    /// Describe one process.
    Process {
        /// The trace.
        handle: u32,
        /// The process.
        process: u32,
    },
    /// Say whether other methods find another main loop in one process, and whether it is one loop of several variants. The first time this may take some milliseconds,
    /// so ask after the picture.
    Others {
        /// The trace.
        handle: u32,
        /// The process.
        process: u32,
    },
    /// Draw the ribbon of one process.
    Ribbon {
        /// The trace.
        handle: u32,
        /// The process.
        process: u32,
        /// How to draw it.
        look: RibbonLook,
    },
    /// Draw the pattern of addresses of one strip of the ribbon.
    Addresses {
        /// The trace.
        handle: u32,
        /// The process.
        process: u32,
        /// How the ribbon is drawn, and the width of this picture.
        look: RibbonLook,
        /// The index of the strip, from the top; a larger one means the last strip.
        strip: u32,
        /// The index of the field in the tuples.
        field: u32,
    },
    /// Draw thumbnails of loop bodies.
    Thumbnails {
        /// The trace.
        handle: u32,
        /// The process.
        process: u32,
        /// Their colours.
        theme: PictureTheme,
        /// Width in CSS pixels.
        width: f32,
        /// Height in CSS pixels.
        height: f32,
        /// Names of the loops without the L.
        ids: Vec<u32>,
    },
    /// Draw the top levels of all methods, one below the other, for a process on which the methods were compared.
    Aligned {
        /// The trace.
        handle: u32,
        /// The process.
        process: u32,
        /// How to draw it; no loop is opened, and there is no zoom.
        look: RibbonLook,
    },
    /// Judge the fields that are chosen for the columns of a table.
    Columns {
        /// The file.
        file: String,
        /// Its header and first rows.
        head: String,
        /// The name of the field of each column; empty if the column is ignored.
        fields: Vec<String>,
    },
    /// List items of a body or of the top level.
    Items {
        /// The trace.
        handle: u32,
        /// The process.
        process: u32,
        /// The node of the loop; missing for the top level.
        node: Option<u32>,
        /// The first item to list.
        offset: u32,
        /// The most items to list.
        limit: u32,
    },
    /// Draw the model, after it has been made.
    Model {
        /// The trace.
        handle: u32,
        /// How to draw it.
        look: ModelLook,
    },
    /// Say whether the whole program is one loop of several variants, after its model has been made.
    ModelVariants {
        /// The trace.
        handle: u32,
    },
    /// Describe loops of the model: their matrix, and the text of the first.
    ModelPart {
        /// The trace.
        handle: u32,
        /// The names of the loops without the L; empty for the whole program.
        ids: Vec<u32>,
    },
    /// Write the model as a file to save.
    ModelFile {
        /// The trace.
        handle: u32,
        /// Which file.
        what: ModelFileKind,
        /// How to draw it.
        look: ModelLook,
    },
    /// List iterations of the loop whose iterations were asked for last.
    Iterations {
        /// The trace.
        handle: u32,
        /// The loop, by its name without the L.
        id: u32,
        /// The processes, one track each; empty for one track of all processes together.
        processes: Vec<u32>,
        /// The index of the first iteration.
        from: f64,
        /// The index after the last iteration.
        to: f64,
        /// The most rows of a track, at least 1; neighbours then share a row. At most 4,096, and 65,536 over all tracks.
        columns: u32,
    },
    /// Draw the timeline, after it has been prepared.
    Timeline {
        /// The trace.
        handle: u32,
        /// How to draw it.
        look: TimelineLook,
    },
    /// Find the call of a process at a time of the timeline, and the loops around it.
    TimelineCall {
        /// The trace.
        handle: u32,
        /// The process.
        process: u32,
        /// The number of the call; missing for the one at the time.
        call: Option<f64>,
        /// Nanoseconds from the beginning of the run; the begin of the call where that is named.
        time: f64,
    },
    /// Ask about the flow graphs, after they have been made.
    Flow {
        /// The trace.
        handle: u32,
        /// What is asked.
        query: Box<FlowQuery>,
    },
    /// Ask a run that was made ready for predictions.
    WhatIf {
        /// The trace.
        handle: u32,
        /// What is asked.
        query: Box<WhatIfQuery>,
    },
    /// Ask what the loops of the model hold, after it has been made.
    Ask(Box<AskQuery>),
    /// Ask the lab, which needs no trace.
    Lab {
        /// What is asked.
        query: Box<LabQuery>,
    },
    /// Write nests as a file to save.
    Export {
        /// The trace.
        handle: u32,
        /// The process; missing for all.
        process: Option<u32>,
        /// Which file.
        what: NestFileKind,
        /// How to draw it; needed for `svg`.
        look: Option<RibbonLook>,
    },
}

/// The reply to a query.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase", tag = "type", rename_all_fields = "camelCase")]
pub enum Reply {
    /// The summary of the trace.
    Summary {
        /// The summary.
        summary: Box<Summary>,
    },
    /// The description of one process.
    Process {
        /// The process.
        process: u32,
        /// One or two sentences.
        sentence: Vec<SentencePart>,
        /// In how many places its receives came in another order than is shown, a sentence; empty where they did not.
        order: String,
        /// Its loops, largest share first, at most 2,000.
        loops: Vec<LoopCard>,
        /// If it has no loop: changes of options that give loops.
        suggestions: Vec<Suggestion>,
    },
    /// Whether other methods find another main loop in one process.
    Others {
        /// The process.
        process: u32,
        /// A sentence; empty if they find the same, or if the search would cost too much.
        sentence: String,
        /// The process as one loop of several variants, if that is worth showing.
        variants: Option<Box<VariantsReply>>,
    },
    /// The ribbon of one process.
    Ribbon {
        /// The picture.
        picture: FlatPicture,
        /// Where its strips are, and what they show.
        strips: Vec<RibbonStrip>,
        /// The loops that are open.
        path: Vec<OpenedLoop>,
    },
    /// The pattern of addresses of one strip of the ribbon.
    Addresses {
        /// The picture.
        picture: FlatPicture,
        /// The title of the strip.
        title: String,
        /// The index of the strip.
        strip: u32,
        /// The index of the field in the tuples.
        field: u32,
        /// The names of the fields.
        fields: Vec<String>,
        /// Tuples in the visible part of the strip.
        events: f64,
        /// How many of them are drawn.
        drawn: f64,
        /// The values in that part.
        rows: Vec<AddressRow>,
        /// The number of values that are not listed.
        left_out: u32,
    },
    /// Pictures of loop bodies.
    Thumbnails {
        /// A thumbnail for each loop that exists.
        pictures: Vec<Thumbnail>,
    },
    /// The top levels of all methods. The strip of a hit is the index of its method in the comparison.
    Aligned {
        /// The picture.
        picture: FlatPicture,
    },
    /// The judgement on the columns of a table.
    Columns {
        /// The table.
        table: Box<TableColumns>,
    },
    /// Items of a body or of the top level.
    Items {
        /// The items.
        items: Vec<Item>,
        /// The number of items in total.
        total: u32,
        /// The index of the first item in the list.
        offset: u32,
        /// For the top level: where the main loop is.
        main: Option<MainInText>,
    },
    /// A file to save.
    Export {
        /// Its content.
        text: String,
        /// A name for it.
        file_name: String,
        /// Its media type.
        mime: MimeType,
    },
    /// The picture of the model.
    Model {
        /// The picture, with what is where in it.
        figure: Box<ModelFigure>,
    },
    /// The whole program as one loop of several variants.
    ModelVariants {
        /// That loop, if it is worth showing; its columns have no positions.
        variants: Option<Box<VariantsReply>>,
    },
    /// Loops of the model.
    ModelPart {
        /// Their names without the L; empty for the whole program.
        ids: Vec<u32>,
        /// The messages sent inside them, over all runs. A message inside two of them counts once.
        cells: Vec<MatrixCell>,
        /// The number of these messages.
        messages: f64,
        /// The events of each process inside them, ascending by process. Processes without events are left out.
        events: Vec<(u32, f64)>,
        /// The first lines of the text of the first loop.
        lines: Vec<String>,
        /// The number of lines in total.
        lines_in_all: u32,
    },
    /// The model as a file.
    ModelFile {
        /// Its content.
        text: String,
        /// A name for it.
        file_name: String,
        /// Its media type.
        mime: MimeType,
    },
    /// Iterations of a loop.
    Iterations {
        /// The loop, by its name without the L.
        id: u32,
        /// A track for each process that was asked for and runs the loop, or one for all together.
        tracks: Vec<IterationTrack>,
    },
    /// The timeline.
    Timeline {
        /// The picture.
        picture: FlatPicture,
        /// Where its strips are, and what they show.
        strips: Vec<TimelineStrip>,
        /// The iterations that are open.
        path: Vec<OpenedIteration>,
        /// What the innermost selected part takes, and who waits in it.
        sentence: Vec<SentencePart>,
    },
    /// A call, and where it stands.
    TimelineCall {
        /// The call; missing where the process has none.
        call: Option<TimelineCall>,
        /// The loops around that time on the process, from outside in, with their iterations.
        path: Vec<OpenedIteration>,
    },
    /// The lab's answer.
    Lab {
        /// The answer.
        reply: Box<LabReply>,
    },
    /// What was asked about flow graphs.
    Flow {
        /// The reply.
        reply: Box<FlowReply>,
    },
    /// What the loops hold.
    Ask {
        /// The reply: an [`AskReply`](super::AskReply) as JSON.
        json: String,
    },
    /// What a run that was made ready for predictions answers.
    WhatIf {
        /// The reply.
        reply: Box<WhatIfReply>,
    },
    /// The query cannot be answered.
    Refused {
        /// Why.
        problem: Problem,
    },
}

/// The files that nests can be saved as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum NestFileKind {
    /// The nests as a document.
    Json,
    /// The nests as text.
    Text,
    /// The table of processes.
    Csv,
    /// The ribbon of one process as a picture.
    Svg,
}

/// The files that a model can be saved as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ModelFileKind {
    /// The model as text.
    Text,
    /// The model as a document.
    Json,
    /// Its matrix of messages.
    Csv,
    /// Its picture.
    Svg,
}

/// The type of a file to save, as browsers name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum MimeType {
    /// A JSON document.
    #[serde(rename = "application/json")]
    Json,
    /// Plain text.
    #[serde(rename = "text/plain")]
    Text,
    /// Comma-separated values.
    #[serde(rename = "text/csv")]
    Csv,
    /// A picture.
    #[serde(rename = "image/svg+xml")]
    Svg,
}
