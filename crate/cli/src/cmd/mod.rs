//! The verbs, one file each.

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

use loopscope_session::analyse::Analysis;
use loopscope_session::refusal;

use crate::Failure;

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
