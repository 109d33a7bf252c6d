//! A background task: a value that does its work in slices.
//!
//! A task takes what it needs from the trace when it is made, which is cheap, because traces and nests are shared. It
//! does not know the session that runs it.

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
    /// The work cannot go on; the task has ended.
    fn step(self) -> Result<Slice<Self>, Note>;
}

/// The outcome of a slice.
pub(crate) enum Slice<T: Task, Output = <T as Task>::Output, Kept = <T as Task>::Kept> {
    /// There is more to do.
    Working(T, TaskProgress),
    /// The task is finished.
    Finished(Output, Kept),
}
