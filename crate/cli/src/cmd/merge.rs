//! `loopscope merge`: one model of models of disjoint sets of processes.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use loopscope_session::model::Program;

use crate::cmd::model::{program_of, say, write, Locally};
use crate::columns::Columns;
use crate::Failure;

#[derive(Args)]
pub(crate) struct Arguments {
    /// What to write
    #[arg(long, default_value = "json", value_parser = ["text", "json", "svg"])]
    format: String,
    /// Models (or nests) of different processes, as `loopscope model --format json` writes them
    #[arg(required = true, value_name = "MODEL.json")]
    paths: Vec<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let mut programs = Vec::new();
    for path in &arguments.paths {
        let (_, program) =
            program_of(std::slice::from_ref(path), &Locally::default(), &Columns::default())?;
        programs.push(program);
    }
    let whole = Program::join("merge", programs).map_err(|note| Failure::Input(vec![note]))?;
    say("merge", &whole);
    write("merge", &whole, (&arguments.format, false), out)
}
