//! `loopscope skeleton`: makes a program that communicates as the traced one did.
use clap::{Args, ValueEnum};
use loopscope_session::data_trace::{has_arguments, skeleton_of, skeleton_of_calls, Skeleton, SkeletonTime as Time};
use loopscope_session::formats::notes::Note;
use loopscope_session::numbers::{counted, percent, thousands};
use loopscope_session::options::{Locals, OptionChoices};
use loopscope_session::tasks::model::{options, Program};
use loopscope_session::trace::Trace;

use crate::cmd::model::analysed;
use crate::failure::Failure;
use crate::output::Destination;
use crate::print::say;
use crate::reading::{trace_of, Input};

/// Make a program in C that communicates like the traced one, and waits where that one computes
#[derive(Args)]
#[command(
    after_help = "Examples:\n  loopscope skeleton trace/ -o program.c\n  loopscope skeleton --time table trace.tar.zst -o program.c"
)]
pub(crate) struct Arguments {
    /// What the program is made from: the calls of each process, or the messages and collective operations of the model; calls by
    /// default, if the trace has their requests
    #[arg(long, value_enum, value_name = "WHAT")]
    from: Option<Basis>,
    /// Which time a place computes: median and mean over its iterations, table (every one), or none
    #[arg(long, value_enum, value_name = "TIME", default_value = "median")]
    time: Kept,
    #[command(flatten)]
    to: Destination,
    #[command(flatten)]
    input: Input,
}

/// What the program is made from.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Basis {
    Calls,
    Model,
}

/// Which time of a place is kept.
#[derive(Clone, Copy, ValueEnum)]
enum Kept {
    Median,
    Mean,
    Table,
    None,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.to.check()?;
    let (name, opened) = arguments.input.read_with_arguments()?;
    let trace = trace_of(&name, &opened, "programs are made from traces")?;
    let time = match arguments.time {
        Kept::Median => Time::Median,
        Kept::Mean => Time::Mean,
        Kept::Table => Time::Table,
        Kept::None => Time::None,
    };
    let by_default = if has_arguments(trace) { Basis::Calls } else { Basis::Model };
    let from = arguments.from.unwrap_or(by_default);
    let made = match from {
        Basis::Calls => skeleton_of_calls(&name, trace, time)?,
        Basis::Model => of_model(&name, trace, time)?,
    };
    arguments.to.write(&made.code)?;
    let info = |what: String| Note::info(&name, what);
    if arguments.from.is_none() && from == Basis::Model {
        say(info("the trace does not say which requests its calls complete".to_owned())
            .remedy("the program is made from its model; `--from model` says so"));
    }
    for (what, count) in &made.left_out {
        say(info(format!("the program leaves out {what}")).found(thousands(*count)));
    }
    let functions = counted(made.functions as u64, "function");
    let processes = counted(trace.processes().len() as u64, "process");
    let share = made.kept as f64 / made.computed.max(1) as f64;
    let computing = match (made.computed, time) {
        (0, _) | (_, Time::None) => "no computing".to_owned(),
        _ => format!("{} of the computing", percent(share)),
    };
    say(info(format!("{functions} for {processes}, with {computing}")));
    Ok(())
}

/// The program of the model of a trace.
fn of_model(name: &str, trace: &Trace, time: Time) -> Result<Skeleton, Failure> {
    let wanted = OptionChoices { locals: Some(Locals::Drop), ..OptionChoices::default() };
    let options = options(name, trace, &wanted).map_err(Failure::Usage)?;
    let program = Program::of_trace(name, trace, analysed(trace, &options)?)?;
    Ok(skeleton_of(name, trace, program.model(), time)?)
}
