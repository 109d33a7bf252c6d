//! `loopscope matrix`: how much each process sends to each other.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use loopscope_session::tasks::model::{csv, json, table, Selection};

use crate::cmd::model::{program_of, Locally};
use crate::columns::Columns;
use crate::failure::Failure;
use crate::output::Destination;

/// Count the messages and bytes that each process sends to each other
#[derive(Args)]
#[command(
    after_help = "Examples:\n  loopscope matrix trace/ -o matrix.csv\n  loopscope matrix --loop 1 --iteration trace/\n  loopscope matrix model.json -o matrix.svg"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    locally: Locally,
    /// Count only messages in these loops: the numbers after # in the text of the model
    #[arg(long = "loop", value_name = "ID,..", value_delimiter = ',')]
    loops: Vec<u32>,
    /// Count only messages in these lines of the text of the model, e.g. 12 or 12-40,55
    #[arg(long, value_name = "LINES", value_parser = range, value_delimiter = ',')]
    lines: Vec<(u32, u32)>,
    /// Count only messages between these processes, e.g. 0-3,8
    #[arg(long, value_name = "SET", value_parser = range, value_delimiter = ',')]
    processes: Option<Vec<(u32, u32)>>,
    /// Count one iteration of the loops instead of all; without bytes
    #[arg(long, requires = "loops")]
    iteration: bool,
    /// Shade the picture by bytes instead of messages
    #[arg(long)]
    bytes: bool,
    /// The output format [default: the ending of OUT, else csv]
    #[arg(long, value_enum, value_name = "FORM")]
    format: Option<Form>,
    #[command(flatten)]
    to: Destination,
    #[command(flatten)]
    columns: Columns,
    /// A trace, nests or a model in JSON
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
}

/// The output formats of a matrix.
#[derive(Clone, Copy, ValueEnum)]
enum Form {
    /// A row for each pair of processes
    Csv,
    /// For other programs
    Json,
    /// The pairs that send most, as text to read
    Text,
    /// A picture
    Svg,
}

/// `5` or `5-9`.
fn range(text: &str) -> Result<(u32, u32), String> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let number = |word: &str| word.trim().parse::<u32>().map_err(|_| format!("{word:?} is not a number of 32 bits"));
    match (number(from)?, number(to)?) {
        (from, to) if from <= to => Ok((from, to)),
        _ => Err("the range ends before it begins".to_owned()),
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.to.check()?;
    let (name, program) = program_of(&arguments.paths, &arguments.locally, &arguments.columns)?;
    let known = program.model().processes();
    let processes = arguments.processes.as_ref().map(|ranges| {
        // No longer than the model's own list, however far a range goes.
        let ends = ranges.iter().flat_map(|&(from, to)| [from, to]);
        let inside = known.iter().map(|process| process.0);
        let inside = inside.filter(|p| ranges.iter().any(|(from, to)| from <= p && p <= to));
        ends.chain(inside).collect()
    });
    let selection = Selection {
        loops: arguments.loops.clone(),
        lines: arguments.lines.clone(),
        processes,
        iteration: arguments.iteration,
    };
    let matrix = selection.matrix(&name, &program).map_err(Failure::Usage)?;
    arguments.to.write(&match arguments.to.form(arguments.format, Form::Csv) {
        Form::Csv => csv(&matrix),
        Form::Json => json(program.model(), &matrix),
        Form::Text => table(&matrix),
        Form::Svg => program.matrix_svg(&name, &matrix, arguments.bytes),
    })
}
