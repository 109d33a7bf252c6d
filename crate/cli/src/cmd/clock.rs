//! `loopscope clock`: whether the clocks of the processes agree.

use clap::{Args, ValueEnum};
use loopscope_session::view::clock::{self, Clocks, Method};

use crate::cmd::Report;
use crate::failure::Failure;
use crate::output::Destination;
use crate::reading::Input;

/// What may be done to set clocks right; each includes those before it.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Most {
    /// Nothing: times as they were recorded
    AsRecorded,
    /// A constant for each process
    Offsets,
    /// A constant and a rate for each process
    Drift,
    /// Receives that are still too early are moved behind their sends
    Logical,
}

/// Show whether the clocks of the processes agree, and what sets them right
#[derive(Args)]
#[command(after_help = "Examples:
  loopscope clock trace.tar.zst
  loopscope clock --most offsets trace/
  loopscope clock --format json trace/ -o clocks.json")]
pub(crate) struct Arguments {
    /// What may be done at most; no more is done than is needed
    #[arg(long, value_enum, value_name = "METHOD", default_value = "logical")]
    most: Most,
    /// What to write; if left out, what the ending of OUT says, else text
    ///
    /// JSON is "loopscope-clock/1".
    #[arg(long, value_enum, value_name = "FORM")]
    format: Option<Report>,
    #[command(flatten)]
    to: Destination,
    #[command(flatten)]
    input: Input,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.to.check()?;
    let (name, opened) = arguments.input.read()?;
    let trace = opened.trace().ok_or_else(|| clock::no_times(&name))?;
    let most = match arguments.most {
        Most::AsRecorded => Method::AsRecorded,
        Most::Offsets => Method::Offsets,
        Most::Drift => Method::Drift,
        Most::Logical => Method::Logical,
    };
    let clocks = Clocks::align(trace, most);
    if clocks.tick.is_none() {
        return Err(clock::no_times(&name).into());
    }
    arguments.to.write(&match arguments.to.form(arguments.format, Report::Text) {
        Report::Text => clock::text(&clocks),
        Report::Json => clock::document(&name, &clocks),
    })
}
