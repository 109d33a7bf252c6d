//! The messages between the page and the engine.
//!
//! Each type that crosses is defined here and nowhere else; the feature `typescript` generates the page's declarations
//! from these definitions. A file holds the messages about one subject. This module only describes data: the session
//! fills the messages in, and nothing here uses another module of the crate.
//!
//! All counts are doubles, because JavaScript has no other numbers; they are exact up to 2^53. A name out of a fixed set
//! is an enum, so that each `match` covers all of them. A name that may come from a file or a link (a method of another
//! program, a field of another trace) stays a string, because the session answers an unknown one with a note.

mod ask;
mod branches;
mod compare;
mod excess;
mod flow;
mod growth;
mod lab;
mod model;
mod options;
mod partners;
mod picture;
mod predict;
mod problem;
mod process;
mod query;
mod rounds;
mod step;
mod summary;
mod table;
mod task;
mod time;
mod timeline;
mod trial;
mod variants;
mod whatif;

pub use ask::{AskAnswer, AskConstruct, AskLine, AskLoop, AskPlace, AskQuery, AskRange, AskReply, AskWhat};
pub use branches::{FlowVariantCall, FlowVariants};
pub use compare::{CompareRequest, Comparison, DifferentPlace, FigureName, MethodFigures, PlaceSide, PlaceTarget};
pub use excess::{ExcessPart, ExcessRow, ExcessSummary};
pub use flow::{
    FlowAcross, FlowFact, FlowFileKind, FlowIterationBar, FlowLink, FlowLook, FlowPart, FlowQuery, FlowReply,
    FlowRequest, FlowSpineInfo, FlowSummary,
};
pub use growth::{GrowthSummary, GrowthWindow, ProcessGrowth, ReduceRequest, ReducedTrace};
pub use lab::{
    LabBandName, LabExample, LabFigure, LabFileKind, LabFrame, LabInput, LabOpened, LabQuery, LabReply, LabStation,
    LabStep,
};
pub use model::{
    MatrixCell, ModelFigure, ModelLook, ModelLoopFacts, ModelMessage, ModelRequest, ModelRow, ModelSummary,
};
pub use options::{ChosenOptions, LocalEvents, MethodName, OptionsRequest, ViewChoice, ViewName};
pub use partners::{HubTurns, HubsMain, HubsReply};
pub use picture::{
    AddressRow, FlatPicture, OpenedLoop, OpenedMark, PictureHit, PictureHitKind, PictureStyle, PictureTheme,
    ProcessRange, RibbonLook, RibbonStrip, Thumbnail,
};
pub use predict::{PredictRequest, Prediction, PredictionCounts, PredictionModel, ProcessPrediction};
pub use problem::{Problem, ProblemLine, ProblemSeverity, TraceChoice};
pub use process::{Item, LoopCard, MainInText, SentencePart, Suggestion};
pub use query::{MimeType, ModelFileKind, NestFileKind, Reply, Request};
pub use rounds::RoundsOffer;
pub use step::{Step, WorkPhase, WorkProgress};
pub use summary::{KindCount, MainLoop, Noun, ProcessRow, Summary, SummarySource, TagLabel};
pub use table::{TableColumn, TableColumns, TableFate};
pub use task::{TaskProgress, TaskReport, TaskRequest, TaskResult};
pub use time::{
    ClocksReport, IterationGroup, IterationGrouping, IterationPlace, IterationRow, IterationTrack, IterationsRequest,
    IterationsSummary, LoopCell, LoopTime, OutlierIteration, ProcessTime, TimeParts, TimeRequest, TimeSummary, WaitFor,
    WaitReason,
};
pub use timeline::{
    OpenedIteration, TimelineCall, TimelineCause, TimelineLook, TimelineLoop, TimelineRequest, TimelineRow,
    TimelineStrip, TimelineSummary, MOST_LOOPS,
};
pub use trial::TrialFigures;
pub use variants::{Variant, VariantColumn, VariantsReply};
pub use whatif::{
    ChangeWords, DominoStep, IterationGains, LoopGains, PredictedProcess, PredictedRun, WhatIfAnswer, WhatIfChange,
    WhatIfOver, WhatIfQuery, WhatIfReply, WhatIfRule, WhatIfSummary,
};
