//! Which times count, and on which clocks: for the commands that measure.

use clap::Args;
use loopscope_session::tasks::time::{RunEnds, TimeChoices};

/// What counts as the run, and its clocks.
#[derive(Args)]
pub(crate) struct Times {
    /// Count the whole run; else from the last completion of MPI_Init to the last enter of MPI_Finalize
    #[arg(long)]
    whole: bool,
    /// Leave clocks as recorded; else they are set right if they disagree
    #[arg(long)]
    as_recorded: bool,
}

impl Times {
    /// The choices.
    pub(crate) fn choices(&self) -> TimeChoices {
        let ends = if self.whole { RunEnds::Whole } else { RunEnds::Main };
        TimeChoices { as_recorded: self.as_recorded, ends }
    }
}
