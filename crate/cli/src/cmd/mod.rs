//! The commands of the program, one file each, and what several of them share.

pub(crate) mod ask;
pub(crate) mod clock;
pub(crate) mod compress;
pub(crate) mod convert;
pub(crate) mod decompress;
pub(crate) mod expand;
pub(crate) mod flow;
pub(crate) mod info;
mod items;
pub(crate) mod iterations;
pub(crate) mod lab;
pub(crate) mod matrix;
pub(crate) mod merge;
pub(crate) mod model;
pub(crate) mod nest;
pub(crate) mod path;
pub(crate) mod predict;
pub(crate) mod reduce;
pub(crate) mod reduce_events;
pub(crate) mod shell;
pub(crate) mod skeleton;
pub(crate) mod split;
pub(crate) mod time;
pub(crate) mod times;
pub(crate) mod watch;
pub(crate) mod whatif;

use clap::{Args, ValueEnum};
use loopscope_session::analysis::Analysis;
use loopscope_session::options::Locals;

use crate::failure::{misuse, Failure};

/// The output formats of nests and models.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Figure {
    /// Text to read
    Text,
    /// Everything, for other programs; opens again like a trace
    Json,
    /// A picture
    Svg,
}

/// The output formats of other results.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Report {
    /// Text to read
    Text,
    /// For other programs
    Json,
}

/// Whether loops of several variants are shown.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// Say where there are some
    Offer,
    /// Write them
    On,
    /// Write exact loops and say nothing
    Off,
}

/// The treatment of local events.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LocalEvents {
    /// Keep them in place
    Keep,
    /// Leave them out
    Drop,
}

impl LocalEvents {
    fn locals(self) -> Locals {
        match self {
            Self::Keep => Locals::Keep,
            Self::Drop => Locals::Drop,
        }
    }
}

/// Restricts a command to one process.
#[derive(Args)]
pub(crate) struct OneProcess {
    /// Use only this process
    #[arg(long, value_name = "R")]
    rank: Option<u32>,
}

impl OneProcess {
    /// Whether the command includes this process.
    fn includes(&self, process: u32) -> bool {
        self.rank.is_none_or(|rank| rank == process)
    }

    /// Removes all other processes from an analysis.
    ///
    /// # Errors
    /// The process is not among them.
    fn retain(&self, name: &str, analysis: &mut Analysis) -> Result<(), Failure> {
        if self.rank.is_some() {
            analysis.processes.retain(|process| self.includes(process.process.0));
            if analysis.processes.is_empty() {
                return Err(self.not_found(name));
            }
        }
        Ok(())
    }

    /// The failure where no process is left.
    fn not_found(&self, name: &str) -> Failure {
        misuse(
            name,
            "there is no such process",
            self.rank.map_or("no process".to_owned(), |rank| format!("--rank {rank}")),
            "the number of a process in the trace",
            "`loopscope info` lists them",
        )
    }
}
