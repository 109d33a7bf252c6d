//! What a background task is: a value that does its work in slices.
//!
//! A task takes what it needs of the trace when it is made (traces and nests are shared, so that is cheap) and knows
//! nothing of the session that runs it.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use tsify::Tsify;

use loopscope_formats::notes::Note;

/// Work on a loaded trace.
pub(crate) trait Task: Sized {
    /// What the page receives at the end.
    type Output;
    /// What the session keeps at the end, to answer queries about it.
    type Kept;

    /// Does one slice, some ten milliseconds.
    ///
    /// # Errors
    /// The work cannot go on; the task is gone then.
    fn step(self) -> Result<Slice<Self>, Note>;
}

/// What a slice came to.
pub(crate) enum Slice<T: Task> {
    /// There is more to do.
    Working(T, TaskProgress),
    /// The task is finished.
    Finished(T::Output, T::Kept),
}

/// How far a task is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TaskProgress {
    /// Units of work that are done; each task counts its own: methods, events, processes.
    pub done: f64,
    /// All units of work.
    pub total: f64,
    /// The part of the work that this slice completed, if the task has parts whose times are worth knowing: the name
    /// of a method. The worker measures the slice and files its time under this name.
    pub part: Option<String>,
}
