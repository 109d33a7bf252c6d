//! Time: where that of a trace goes, by loop and process, and how the iterations of a loop differ.

mod apart;
mod builder;
mod causes;
mod collectives;
mod cores;
mod document;
mod excess;
mod groups;
mod headline;
mod iterations;
mod kept_timeline;
mod measure;
mod roots;
mod rows;
mod sizes;
mod summary;
mod task;
mod text;
mod timeline;
mod timeline_call;
mod timeline_words;
mod tracks;
mod trend;
mod waits_for;
mod why;
mod words;

pub(crate) use builder::Prepared;
pub use builder::{Measured, TimeBuilder, TimeChoices};
pub use document::document;
pub(crate) use excess::ExplainIteration;
pub(crate) use iterations::IterationList;
pub(crate) use kept_timeline::KeptTimeline;
pub use loopscope_core::durations::{IterationsOf, RunEnds};
pub use measure::measure;
pub(crate) use measure::rows;
pub(crate) use rows::Rows;
pub use task::without_trace;
pub(crate) use task::{FindTime, Kept, KeptTime, ListIterations};
pub use text::By;
pub(crate) use timeline::PrepareTimeline;
pub(crate) use timeline_call::timeline_call;
pub(crate) use timeline_words::timeline_sentence;
pub use why::Why;
pub(crate) use words::{eager_line, run_line};

pub(crate) use iterations::error_of_loop;
