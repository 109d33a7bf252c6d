//! The command line: arguments in, text out. Each command is a short module of [`cmd`].
//!
//! Results go to standard output or to a file, progress and messages to standard error. Exit status 0: done
//! (skipped lines are counted and noted); 1: a file cannot be used or written; 2: wrong usage.

mod cmd;
mod columns;
mod failure;
mod files;
mod output;
mod print;
mod reading;
mod unfinished;
mod writing;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use failure::STATUS;

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
    Flow(cmd::flow::Arguments),
    Matrix(cmd::matrix::Arguments),
    Ask(cmd::ask::Arguments),
    Clock(cmd::clock::Arguments),
    Time(cmd::time::Arguments),
    Iterations(cmd::iterations::Arguments),
    Whatif(cmd::whatif::Arguments),
    Path(cmd::path::Arguments),
    Predict(cmd::predict::Arguments),
    Lab(cmd::lab::Arguments),
    Convert(cmd::convert::Arguments),
    Split(cmd::split::Arguments),
    Skeleton(cmd::skeleton::Arguments),
    Compress(cmd::compress::Arguments),
    Decompress(cmd::decompress::Arguments),
    Expand(cmd::expand::Arguments),
    Merge(cmd::merge::Arguments),
    Reduce(cmd::reduce::Arguments),
    Watch(cmd::watch::Arguments),
    Completions(cmd::shell::CompletionArguments),
    Man(cmd::shell::ManArguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().verb {
        Verb::Info(arguments) => cmd::info::run(&arguments),
        Verb::Nest(arguments) => cmd::nest::run(&arguments),
        Verb::Model(arguments) => cmd::model::run(&arguments),
        Verb::Flow(arguments) => cmd::flow::run(&arguments),
        Verb::Matrix(arguments) => cmd::matrix::run(&arguments),
        Verb::Ask(arguments) => cmd::ask::run(&arguments),
        Verb::Clock(arguments) => cmd::clock::run(&arguments),
        Verb::Time(arguments) => cmd::time::run(&arguments),
        Verb::Iterations(arguments) => cmd::iterations::run(&arguments),
        Verb::Whatif(arguments) => cmd::whatif::run(&arguments),
        Verb::Path(arguments) => cmd::path::run(&arguments),
        Verb::Lab(arguments) => cmd::lab::run(&arguments),
        Verb::Predict(arguments) => cmd::predict::run(&arguments),
        Verb::Convert(arguments) => cmd::convert::run(&arguments),
        Verb::Split(arguments) => cmd::split::run(&arguments),
        Verb::Skeleton(arguments) => cmd::skeleton::run(&arguments),
        Verb::Compress(arguments) => cmd::compress::run(&arguments),
        Verb::Decompress(arguments) => cmd::decompress::run(&arguments),
        Verb::Expand(arguments) => cmd::expand::run(&arguments),
        Verb::Merge(arguments) => cmd::merge::run(&arguments),
        Verb::Reduce(arguments) => cmd::reduce::run(&arguments),
        Verb::Watch(arguments) => cmd::watch::run(&arguments),
        Verb::Completions(arguments) => cmd::shell::completions(&arguments, Arguments::command()),
        Verb::Man(arguments) => cmd::shell::man(&arguments, Arguments::command()),
    };
    ExitCode::from(result.map_or_else(|failure| failure.report(), |()| 0))
}
