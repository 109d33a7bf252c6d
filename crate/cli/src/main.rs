//! The command line: arguments in, text out. Each verb is a short module of [`cmd`].
//!
//! Results go to standard output or to a file, progress and messages to standard error. Exit status 0: done
//! (skipped lines are counted and noted); 1: a file cannot be used or written; 2: wrong usage.

mod cmd;
mod columns;
mod files;
mod output;
mod print;
mod reading;
mod unfinished;

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use loopscope_session::formats::notes::Note;

use print::say;

/// What ends the help of the program and every manual page.
const STATUS: &str = "\
Exit status:
  0  done; what was skipped or looks wrong is noted on standard error
  1  a file cannot be read, understood or written
  2  the command makes no sense: a wrong option, or one that does not fit the trace

Results go to standard output, or to a file with -o; messages go to standard error, a line each.";

/// Shows the loops inside the execution trace of a parallel program.
#[derive(Parser)]
#[command(name = "loopscope", version, about, arg_required_else_help = true)]
#[command(after_help = STATUS)]
struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    Info(cmd::info::Arguments),
    Nest(cmd::nest::Arguments),
    Model(cmd::model::Arguments),
    Matrix(cmd::matrix::Arguments),
    Predict(cmd::predict::Arguments),
    Convert(cmd::convert::Arguments),
    Compress(cmd::compress::Arguments),
    Decompress(cmd::decompress::Arguments),
    Expand(cmd::expand::Arguments),
    Merge(cmd::merge::Arguments),
    Completions(cmd::shell::CompletionArguments),
    Man(cmd::shell::ManArguments),
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

impl Failure {
    /// Says it, a line for each message, and gives the exit status.
    fn report(&self) -> u8 {
        match self {
            // Whoever reads our output has seen enough, as `head` does.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Failure::Output(error) => {
                say(format_args!("cannot write: {error}"));
                1
            }
            Failure::Input(notes) => {
                notes.iter().for_each(say);
                1
            }
            Failure::Usage(note) => {
                say(note);
                2
            }
        }
    }
}

fn main() -> ExitCode {
    let result = match Arguments::parse().verb {
        Verb::Info(arguments) => cmd::info::run(&arguments),
        Verb::Nest(arguments) => cmd::nest::run(&arguments),
        Verb::Model(arguments) => cmd::model::run(&arguments),
        Verb::Matrix(arguments) => cmd::matrix::run(&arguments),
        Verb::Predict(arguments) => cmd::predict::run(&arguments),
        Verb::Convert(arguments) => cmd::convert::run(&arguments),
        Verb::Compress(arguments) => cmd::compress::run(&arguments),
        Verb::Decompress(arguments) => cmd::decompress::run(&arguments),
        Verb::Expand(arguments) => cmd::expand::run(&arguments),
        Verb::Merge(arguments) => cmd::merge::run(&arguments),
        Verb::Completions(arguments) => cmd::shell::completions(&arguments),
        Verb::Man(arguments) => cmd::shell::man(&arguments),
    };
    ExitCode::from(result.map_or_else(|failure| failure.report(), |()| 0))
}
