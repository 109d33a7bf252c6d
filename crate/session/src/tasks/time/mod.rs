//! Time: where that of a trace goes, by loop and process, and how the iterations of a loop differ.

mod builder;
mod iterations;
mod rows;
mod summary;
mod task;
mod words;

pub use builder::{Measured, TimeBuilder, TimeChoices};
pub(crate) use iterations::IterationList;
pub use loopscope_core::durations::RunEnds;
pub use task::without_trace;
pub(crate) use task::{FindTime, Kept, KeptTime, ListIterations};

use iterations::error_of_loop;
