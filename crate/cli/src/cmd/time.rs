//! `loopscope time`: where the time goes.

use clap::{Args, ValueEnum};
use loopscope_session::open::OpenedContent;
use loopscope_session::tasks::time::{document, measure, without_trace, By, IterationsOf, Why};

use crate::cmd::model::Locally;
use crate::cmd::times::Times;
use crate::failure::Failure;
use crate::output::Destination;
use crate::reading::Input;

/// What the rows of the table are.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Rows {
    /// Loops, each with the processes that run it
    Loop,
    /// Functions, each with the processes of its communicator
    Call,
    /// Processes
    Rank,
    /// Iterations of one loop
    Iteration,
}

/// The output formats of a table.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Text to read
    Text,
    /// A table with times in nanoseconds
    Csv,
    /// Everything, for other programs
    Json,
}

/// The number of an iteration, from 1; none for the one that stands out most.
#[derive(Clone, Copy)]
struct Number(Option<u64>);

fn number_of(text: &str) -> Result<Number, String> {
    match text {
        "" => Ok(Number(None)),
        text => match text.parse() {
            Ok(number) if number > 0 => Ok(Number(Some(number))),
            _ => Err("iterations count from 1".to_owned()),
        },
    }
}

/// Show where the time goes: computing, in calls and waiting, by loop and process
#[derive(Args)]
#[command(after_help = "Examples:
  loopscope time trace.tar.zst
  loopscope time --by call trace/
  loopscope time --by iteration --loop 2 --format csv trace/ -o iterations.csv
  loopscope time --why=66 --loop 1 trace/")]
pub(crate) struct Arguments {
    /// What the rows of the table are
    #[arg(long, value_enum, value_name = "ROWS", default_value = "loop")]
    by: Rows,
    /// The loop whose iterations are listed, by its name in `loopscope model` without the L; if left out, the main loop wherever it runs
    #[arg(long = "loop", value_name = "N")]
    row: Option<u32>,
    /// Say why iteration K of the loop takes longer than the others, or without K the one that stands out most
    ///
    /// JSON is "loopscope-why/1".
    #[arg(
        long,
        value_name = "K",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "",
        value_parser = number_of,
        conflicts_with = "by"
    )]
    why: Option<Number>,
    #[command(flatten)]
    times: Times,
    #[command(flatten)]
    locally: Locally,
    /// What to write; if left out, what the ending of OUT says, else text
    ///
    /// JSON is "loopscope-time/1".
    #[arg(long, value_enum, value_name = "FORM")]
    format: Option<Form>,
    #[command(flatten)]
    to: Destination,
    #[command(flatten)]
    input: Input,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.to.check()?;
    let (name, opened) = arguments.input.read()?;
    let OpenedContent::Trace(trace) = &opened.content else {
        return Err(Failure::Input(vec![without_trace(&name)]));
    };
    let format = arguments.to.form(arguments.format, Form::Text);
    let choices = arguments.times.choices();
    let wanted = arguments.locally.wanted()?;
    let input = |note| Failure::Input(vec![note]);
    let of = arguments.row.map_or(IterationsOf::Main, IterationsOf::Loop);
    if let Some(Number(number)) = arguments.why {
        let measured = measure(&name, trace, &wanted, choices, Some(of)).map_err(input)?;
        let why = Why::new(measured, number).map_err(input)?;
        return arguments.to.write(&match format {
            Form::Text => why.text(),
            Form::Csv => why.csv(),
            Form::Json => why.document(&name),
        });
    }
    let (by, of) = match arguments.by {
        Rows::Loop => (By::Loop, None),
        Rows::Call => (By::Call, None),
        Rows::Rank => (By::Process, None),
        Rows::Iteration => (By::Iteration, Some(of)),
    };
    let measured = measure(&name, trace, &wanted, choices, of).map_err(input)?;
    arguments.to.write(&match format {
        Form::Text => measured.text(by),
        Form::Csv => measured.csv(by),
        Form::Json => document(&name, &measured),
    })
}
