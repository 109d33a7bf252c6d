//! Time: where that of a trace goes, by loop and process, and how the iterations of a loop differ.

mod builder;
mod iterations;
mod kept_timeline;
mod rows;
mod summary;
mod task;
mod timeline;
mod words;

pub use builder::{Measured, TimeBuilder, TimeChoices};
pub(crate) use iterations::IterationList;
pub(crate) use kept_timeline::KeptTimeline;
pub use loopscope_core::durations::RunEnds;
pub use task::without_trace;
pub(crate) use task::{FindTime, Kept, KeptTime, ListIterations};
pub(crate) use timeline::PrepareTimeline;

use iterations::error_of_loop;
