//! `loopscope info`: what it is.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use loopscope_session::open::OpenedContent;
use loopscope_session::view;

use crate::columns::Columns;
use crate::reading::{nests, read};
use crate::Failure;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    columns: Columns,
    /// Files, folders, archives, or - for standard input: together one trace
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let (name, opened) = read(&arguments.paths, &arguments.columns)?;
    let text = match (nests(&name, &opened)?, &opened.content) {
        (None, OpenedContent::Trace(trace)) => view::info::of_trace(&name, opened.format, trace),
        (Some(analysis), _) => view::info::of_nests(&name, &analysis),
        (None, OpenedContent::NestsJson(_)) => String::new(),
    };
    out.write_all(text.as_bytes())?;
    Ok(())
}
