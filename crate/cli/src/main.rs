//! The door of the terminal: arguments in, text out. Each verb is a short module of [`cmd`].
//!
//! Results go to standard output, progress and messages to standard error. Exit status 0: done
//! (skipped lines are counted and noted); 1: nothing usable in a file; 2: bad usage.

mod cmd;
mod columns;
mod files;
mod output;
mod reading;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use loopscope_session::formats::report::Note;

/// Shows the loops inside the execution trace of a parallel program.
#[derive(Parser)]
#[command(name = "loopscope", version, about, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// What it is: format, processes, events by kind, channels, notes
    Info(cmd::info::Arguments),
    /// The loop nest of every process, as text or JSON
    Nest(cmd::nest::Arguments),
    /// The trace again, from nests or a model in JSON
    Expand(cmd::expand::Arguments),
    /// The trace in another form: native text, symbols, CSV, or its loops for Perfetto
    Convert(cmd::convert::Arguments),
    /// A trace as the loops that give it again, in a file
    Compress(cmd::compress::Arguments),
    /// The trace again, from a compressed file
    Decompress(cmd::decompress::Arguments),
    /// How well the loops under way say what comes next, 1 to 128 events ahead
    Predict(cmd::predict::Arguments),
    /// One loop model of the whole program, as text, JSON or a picture
    Model(cmd::model::Arguments),
    /// Who sends how much to whom, as CSV, JSON, text or a picture
    Matrix(cmd::matrix::Arguments),
    /// One model from models of disjoint sets of processes
    Merge(cmd::merge::Arguments),
}

/// Why a verb did not come to its end.
enum Failure {
    /// A file gives nothing, or cannot be read.
    Input(Vec<Note>),
    /// What was asked for makes no sense for this trace.
    Usage(Note),
    /// The output cannot be written.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout());
    let result = match arguments.verb {
        Verb::Info(arguments) => cmd::info::run(&arguments, &mut out),
        Verb::Nest(arguments) => cmd::nest::run(&arguments, &mut out),
        Verb::Expand(arguments) => cmd::expand::run(&arguments, &mut out),
        Verb::Convert(arguments) => cmd::convert::run(&arguments),
        Verb::Compress(arguments) => cmd::compress::run(&arguments),
        Verb::Decompress(arguments) => cmd::decompress::run(&arguments),
        Verb::Predict(arguments) => cmd::predict::run(&arguments, &mut out),
        Verb::Model(arguments) => cmd::model::run(&arguments, &mut out),
        Verb::Matrix(arguments) => cmd::matrix::run(&arguments, &mut out),
        Verb::Merge(arguments) => cmd::merge::run(&arguments, &mut out),
    };
    let result = result.and_then(|()| Ok(out.flush()?));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads our output has seen enough, as `head` does.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(Failure::Output(error)) => {
            eprintln!("loopscope: cannot write: {error}");
            ExitCode::from(1)
        }
        Err(Failure::Input(notes)) => {
            for note in &notes {
                eprintln!("loopscope: {note}");
            }
            ExitCode::from(1)
        }
        Err(Failure::Usage(note)) => {
            eprintln!("loopscope: {note}");
            ExitCode::from(2)
        }
    }
}
