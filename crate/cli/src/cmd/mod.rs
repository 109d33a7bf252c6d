//! The verbs, one file each.

pub(crate) mod clock;
pub(crate) mod compress;
pub(crate) mod convert;
pub(crate) mod decompress;
pub(crate) mod expand;
pub(crate) mod info;
mod items;
pub(crate) mod matrix;
pub(crate) mod merge;
pub(crate) mod model;
pub(crate) mod nest;
pub(crate) mod predict;
pub(crate) mod shell;

use clap::ValueEnum;
use loopscope_session::analyse::Analysis;
use loopscope_session::options::Locals;
use loopscope_session::refusal;

use crate::failure::Failure;

/// What nests and models are written as.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Figure {
    /// Text to read
    Text,
    /// All of it, for other programs; opens again like a trace
    Json,
    /// A picture
    Svg,
}

/// What results of several figures are written as.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Report {
    /// Text to read
    Text,
    /// For other programs
    Json,
}

/// What becomes of local events.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LocalEvents {
    /// They stay where they are
    Keep,
    /// They are left out
    Drop,
}

impl LocalEvents {
    fn locals(self) -> Locals {
        match self {
            LocalEvents::Keep => Locals::Keep,
            LocalEvents::Drop => Locals::Drop,
        }
    }
}

/// Leaves one process in an analysis.
fn only_rank(name: &str, analysis: &mut Analysis, rank: u32) -> Result<(), Failure> {
    analysis.processes.retain(|process| process.process.0 == rank);
    if analysis.processes.is_empty() {
        return Err(no_such_process(name, Some(rank)));
    }
    Ok(())
}

/// Nothing is left of the trace.
fn no_such_process(name: &str, rank: Option<u32>) -> Failure {
    Failure::Usage(refusal(
        name,
        "there is no such process".to_owned(),
        rank.map_or("no process".to_owned(), |rank| format!("--rank {rank}")),
        "the number of a process in the trace".to_owned(),
        "`loopscope info` lists them".to_owned(),
    ))
}
