//! `loopscope iterations`: the iterations of one loop, and which of them stand out.

use clap::{Args, ValueEnum};
use loopscope_session::ask::{of_loop, Asked, Table, TraceColumns};
use loopscope_session::options::ReceiveOrder;
use loopscope_session::tasks::time::{measure, measure_rounds, without_trace, By, IterationsOf};

use crate::cmd::ask::{write_records, Records};
use crate::cmd::model::{program_in, Locally};
use crate::cmd::times::Times;
use crate::failure::Failure;
use crate::output::Destination;
use crate::reading::Input;

/// The output formats of iterations.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Text to read
    Text,
    /// A table with times in nanoseconds
    Csv,
}

/// Show how long each iteration of a loop takes, and which of them stand out
///
/// What `loopscope time --by iteration` shows, or with --each a table of attributes of each iteration and process, as
/// `loopscope ask` gives them.
#[derive(Args)]
#[command(after_help = "Examples:
  loopscope iterations trace.tar.zst
  loopscope iterations --loop 2 --outliers trace/
  loopscope iterations --between MPI_Barrier trace/
  loopscope iterations --loop 1 --each period,mpi,bytes trace/ -o step.csv")]
pub(crate) struct Arguments {
    /// The loop, by its name in `loopscope model` without the L; if left out, the main loop wherever it runs, with --each
    /// only L1
    #[arg(long = "loop", value_name = "ID")]
    row: Option<u32>,
    /// List rounds instead, from one collective operation of this name (of all processes) to the next
    #[arg(long, value_name = "NAME", conflicts_with_all = ["row", "each"])]
    between: Option<String>,
    /// List only iterations that stand out or are unusually short
    #[arg(long)]
    outliers: bool,
    /// Write these attributes of each iteration and process as CSV: bytes, compute, duration, end, events, mpi, period, position,
    /// start
    #[arg(long, value_name = "NAME,..", value_delimiter = ',', conflicts_with_all = ["outliers", "format"])]
    each: Vec<String>,
    #[command(flatten)]
    times: Times,
    #[command(flatten)]
    locally: Locally,
    /// What to write; if left out, what the ending of OUT says, else text
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
    let trace = opened.trace().ok_or_else(|| without_trace(&name))?;
    if !arguments.each.is_empty() {
        // Data is read at positions, so the events stand as they were recorded.
        let recorded = arguments.locally.in_order(Some(ReceiveOrder::Recorded));
        let program = program_in(&name, &opened, &recorded)?;
        let query = of_loop(&name, program.model(), arguments.row.unwrap_or(1), &arguments.each);
        let query = query.map_err(Failure::Usage)?;
        let asked = Asked::new(&name, program.model(), query)?;
        let columns = TraceColumns::new(trace, arguments.locally.drops_locals());
        return write_records((&name, &asked), columns, Records::Table(Table::Csv), &arguments.to);
    }
    let by = if arguments.outliers { By::Unusual } else { By::Iteration };
    let of = arguments.row.map_or(IterationsOf::Main, IterationsOf::Loop);
    let (choices, wanted) = (arguments.times.choices(), arguments.locally.wanted()?);
    let measured = match &arguments.between {
        Some(between) => measure_rounds(&name, trace, &wanted, choices, between)?,
        None => measure(&name, trace, &wanted, choices, Some(of))?,
    };
    arguments.to.write(&match arguments.to.form(arguments.format, Form::Text) {
        Form::Text => measured.text(by),
        Form::Csv => measured.csv(by),
    })
}
