//! `loopscope merge`: merges models of disjoint sets of processes into one.

use std::path::PathBuf;

use clap::Args;
use loopscope_session::tasks::model::Program;

use crate::cmd::model::{program_of, say_problems, written, Locally};
use crate::cmd::Figure;
use crate::columns::Columns;
use crate::failure::Failure;
use crate::output::Destination;

/// Merge models of different processes into one model
#[derive(Args)]
#[command(after_help = "Examples:\n  loopscope merge parts/*.json -o program.json")]
pub(crate) struct Arguments {
    /// The output format [default: the ending of OUT, else json]
    #[arg(long, value_enum, value_name = "FORM")]
    format: Option<Figure>,
    #[command(flatten)]
    to: Destination,
    /// Models (or nests) of different processes, as `loopscope model --format json` writes them
    #[arg(required = true, value_name = "MODEL.json")]
    paths: Vec<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.to.check()?;
    let mut programs = Vec::new();
    for path in &arguments.paths {
        let (_, program) = program_of(std::slice::from_ref(path), &Locally::default(), &Columns::default())?;
        programs.push(program);
    }
    let whole = Program::join("merge", programs)?;
    say_problems("merge", &whole);
    let form = arguments.to.form(arguments.format, Figure::Json);
    arguments.to.write(&written("merge", &whole, form, false))
}
