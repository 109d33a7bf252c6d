//! What a background task is: a value that does its work in slices.
//!
//! A task takes what it needs of the trace when it is made (traces and nests are shared, so that is cheap) and knows
//! nothing of the session that runs it.

use loopscope_formats::notes::Note;

use crate::wire::TaskProgress;

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
