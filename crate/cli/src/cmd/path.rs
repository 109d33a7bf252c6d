//! `loopscope path`: the critical path, slack, and what gains most.

use clap::{Args, ValueEnum};
use loopscope_session::tasks::whatif::{path_document, Candidates, PathQuestion};

use crate::cmd::whatif::Replay;
use crate::failure::Failure;

/// What a step of the domino path leaves out.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Of {
    /// The wait of one call
    Waits,
    /// The computation before one call
    Computation,
}

/// Show the critical path: which loops, processes and calls make the run as long as it is
#[derive(Args)]
#[command(after_help = "Examples:
  loopscope path trace.tar.zst
  loopscope path --loop 2 trace/                      # iterations of L2: time on the path, least slack
  loopscope path --domino 7 --of waits trace/         # seven waits whose loss gains most
  loopscope path --format json trace/ -o path.json")]
pub(crate) struct Arguments {
    /// The loop whose iterations are listed, by its name in `loopscope model` without the L
    #[arg(long = "loop", value_name = "N")]
    row: Option<u32>,
    /// Find so many events one after the other, each time the one whose loss gains most
    #[arg(long, value_name = "K", default_value_t = 0)]
    domino: usize,
    /// What they leave out
    #[arg(long, value_enum, value_name = "WHAT", default_value = "waits")]
    of: Of,
    /// Read receives that last longer than a message takes as waits
    #[arg(long)]
    measured: bool,
    #[command(flatten)]
    replay: Replay,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.replay.check()?;
    let (name, run) = arguments.replay.prepare()?;
    let of = match arguments.of {
        Of::Waits => Candidates::Waits,
        Of::Computation => Candidates::Computations,
    };
    let &Arguments { measured, domino, row, .. } = arguments;
    let found = run.find_path(PathQuestion { measured, domino, of, row })?;
    arguments.replay.write(|| run.path_text(&found), || path_document(&name, &run, &found))
}
