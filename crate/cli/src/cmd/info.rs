//! `loopscope info`: describes a trace, nests or a model.

use clap::Args;
use loopscope_session::files::model::is_model;
use loopscope_session::formats::printable_lines;
use loopscope_session::open::OpenedContent;
use loopscope_session::view::info_json::{self, Content};
use loopscope_session::{files, view};

use crate::cmd::Report;
use crate::failure::Failure;
use crate::output::Destination;
use crate::reading::{named, Input};

/// Show what a trace holds: processes, events by kind, channels, calls, numbers, what varies
#[derive(Args)]
#[command(after_help = "Examples:
  loopscope info trace.tar.zst
  loopscope info --format json trace/ -o import.json   # for a pipeline, see README.md")]
pub(crate) struct Arguments {
    /// The output format [default: the ending of OUT, else text]
    ///
    /// JSON is "loopscope-info/1": counts, notes, and files that were left out. If the trace cannot be read, the
    /// JSON holds the reasons, and the exit status is 1.
    #[arg(long, value_enum, value_name = "FORM")]
    format: Option<Report>,
    #[command(flatten)]
    to: Destination,
    #[command(flatten)]
    input: Input,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.to.check()?;
    let form = arguments.to.form(arguments.format, Report::Text);
    match (describe(arguments, form), form) {
        (Err(Failure::Input(notes)), Report::Json) => {
            arguments.to.write(&info_json::of_failure(&named(&arguments.input.paths), &notes))?;
            Err(Failure::Input(notes))
        }
        (text, _) => arguments.to.write(&text?),
    }
}

/// The description, in that format.
fn describe(arguments: &Arguments, form: Report) -> Result<String, Failure> {
    let (name, opened) = arguments.input.read()?;
    let text = match (&opened.content, form) {
        (OpenedContent::Trace(trace), Report::Text) => view::info::of_trace(&name, opened.format, trace),
        (OpenedContent::Trace(trace), Report::Json) => {
            return Ok(info_json::of(&name, &opened, &Content::Trace(trace)));
        }
        (OpenedContent::NestsJson(text), form) => {
            let analysis = files::nests::read(&name, text)?;
            if let Report::Json = form {
                let content = Content::Nests(&analysis, is_model(text));
                return Ok(info_json::of(&name, &opened, &content));
            }
            view::info::of_nests(&name, &analysis)
        }
    };
    Ok(printable_lines(&text).into_owned())
}
