//! `loopscope ask`: data of the constructs of a model, by the iterations of the loops around them.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use loopscope_session::ask::{query, Asked, DataColumns, Table, Target, TraceColumns};
use loopscope_session::data_trace::DataTrace;
use loopscope_session::error_note;
use loopscope_session::formats::notes::Note;
use loopscope_session::open::{plain_words, Content, OpenedContent};
use loopscope_session::options::ReceiveOrder;

use crate::cmd::model::{program_in, say_problems, Locally};
use crate::columns::Columns;
use crate::failure::Failure;
use crate::files::{gather, path_text};
use crate::output::Destination;
use crate::reading::{named, read};

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// The records, a table for each question
    Csv,
    /// The records, for other programs
    Json,
    /// The records of one question, as a Parquet file
    Parquet,
    /// What would be read: loops, columns, and positions as functions
    Plan,
    /// A program in C that prints the records from columns
    C,
    /// A program in Python that prints the records from Parquet files
    #[value(alias = "py")]
    Python,
    /// Queries in SQL for Parquet files
    Sql,
}

/// Ask the model for data: what happens at a place, in each iteration of the loops around it
///
/// QUERY is the text of the model, as `loopscope model` prints it, with lines such as `get "step" {0-3}.period,mpi -> each`
/// before or after a construct; or JSON, "loopscope-query/1". Only what the records need is read.
#[derive(Args)]
#[command(after_help = "Examples:
  loopscope model --positions trace/ > query.txt      # then add lines: get \"step\" .period -> each
  loopscope ask query.txt trace/ -o step.csv
  loopscope ask query.json trace/ --to plan
  loopscope ask query.txt model.json --to sql
  loopscope ask query.txt model.json data/ -o step.parquet")]
pub(crate) struct Arguments {
    /// The questions: annotated text or JSON; - for standard input
    #[arg(value_name = "QUERY")]
    query: PathBuf,
    /// What to write; if left out, what the ending of OUT says, else csv
    ///
    /// Programs print the same bytes as csv. They read the files that `loopscope split` writes. JSON is "loopscope-records/1",
    /// a plan is "loopscope-plan/1".
    #[arg(long, value_enum, value_name = "FORM")]
    to: Option<Form>,
    #[command(flatten)]
    locally: Locally,
    #[command(flatten)]
    destination: Destination,
    #[command(flatten)]
    columns: Columns,
    /// The files, folders or archives of one trace; or a model in JSON, with the files that `loopscope split` wrote, of which only
    /// the pages with records are read
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
}

const RECORDED: Option<ReceiveOrder> = Some(ReceiveOrder::Recorded);

/// The text of the questions, and what they are called in messages.
fn text_of(path: &PathBuf) -> Result<(String, String), Failure> {
    let (name, read) = if path.as_os_str() == "-" {
        let mut text = String::new();
        ("standard input".to_owned(), io::stdin().read_to_string(&mut text).map(|_| text))
    } else {
        (path_text(path), fs::read_to_string(path))
    };
    match read {
        Ok(text) => Ok((name, text)),
        Err(error) => Err(error_note(
            &name,
            "the questions cannot be read",
            plain_words(&error),
            "annotated text of the model, or JSON",
            "check the path",
        )
        .into()),
    }
}

/// A failure of writing, or a note about the data.
impl From<Box<Note>> for Failure {
    fn from(note: Box<Note>) -> Self {
        (*note).into()
    }
}

/// The form of records.
pub(crate) enum Records {
    /// Text.
    Table(Table),
    /// A Parquet file.
    Parquet,
}

/// Writes records as they are made.
pub(crate) fn write_records(
    (name, asked): (&str, &Asked),
    mut columns: impl DataColumns,
    form: Records,
    to: &Destination,
) -> Result<(), Failure> {
    let mut out = to.open()?;
    match form {
        Records::Table(table) => {
            asked.write(name, &mut columns, table, |part| -> Result<(), Failure> {
                Ok(out.write_all(part.as_bytes())?)
            })?;
        }
        Records::Parquet => asked.write_parquet::<Failure>(name, &mut columns, &mut out)?,
    }
    out.keep()
}

/// The data trace among the paths, if there is one, and all other paths.
fn divided(paths: &[PathBuf]) -> Result<(Option<DataTrace>, Vec<PathBuf>), Failure> {
    let is_parquet = |path: &Path| path.extension().is_some_and(|ending| ending == "parquet");
    let holds = |folder: &Path| {
        let names = fs::read_dir(folder).into_iter().flatten().flatten();
        names.map(|entry| entry.path()).any(|path| is_parquet(&path))
    };
    let is_data = |path: &PathBuf| is_parquet(path) || (path.is_dir() && holds(path));
    let (data, others): (Vec<PathBuf>, Vec<PathBuf>) = paths.iter().cloned().partition(is_data);
    if data.is_empty() {
        return Ok((None, others));
    }
    if others.is_empty() {
        return Err(error_note(
            &named(paths),
            "a data trace has no model",
            "Parquet files alone",
            "the model of the trace beside them",
            "write it with `loopscope model trace/ -o model.json` and name it, too",
        )
        .into());
    }
    let files = gather(&data)?.files.into_iter();
    let files = files.filter_map(|file| match file.data {
        Content::Random(data) if is_parquet(Path::new(&file.path)) => Some((file.path, data)),
        Content::Random(_) | Content::Stream(_) => None,
    });
    // Calls, which `split --calls` writes beside the events, are no events.
    let files = files.filter(|(path, _)| {
        let name = Path::new(path).file_name().and_then(|name| name.to_str());
        !name.is_some_and(|name| name.starts_with("calls-"))
    });
    let data = DataTrace::open(files.collect())?;
    Ok((Some(data), others))
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.destination.check()?;
    let (query_name, text) = text_of(&arguments.query)?;
    let (data, others) = divided(&arguments.paths)?;
    let (name, opened) = read(&others, &arguments.columns)?;
    // Questions read the data at positions, so the events stand as they were recorded.
    let program = program_in(&name, &opened, &arguments.locally.in_order(RECORDED))?;
    if program.analysis.processes.iter().any(|process| !process.orders.is_empty()) {
        return Err(error_note(
            &name,
            "the receives of the model stand in another order than the recorded one",
            "positions that are not those of the trace",
            "a model of the recorded order",
            "write it with `loopscope model --order recorded`",
        )
        .into());
    }
    say_problems(&name, &program);
    let model = program.model();
    let questions = query(&query_name, model, &text)?;
    let asked = Asked::new(&query_name, model, questions)?;
    let to = &arguments.destination;
    let answered = |form| match (data, &opened.content) {
        (Some(data), _) => write_records((&name, &asked), data, form, to),
        (None, OpenedContent::Trace(trace)) => {
            let columns = TraceColumns::new(trace, arguments.locally.drops_locals());
            write_records((&name, &asked), columns, form, to)
        }
        (None, OpenedContent::NestsJson(_)) => Err(error_note(
            &name,
            "a model has no data",
            "a model in JSON",
            "a trace, or the files that `loopscope split` writes",
            "name them, or choose --to plan, c, python or sql",
        )
        .into()),
    };
    let target = match to.form(arguments.to, Form::Csv) {
        Form::Plan => Target::Plan,
        Form::C => Target::C,
        Form::Python => Target::Python,
        Form::Sql => Target::Sql,
        Form::Csv => return answered(Records::Table(Table::Csv)),
        Form::Json => return answered(Records::Table(Table::Json)),
        Form::Parquet => return answered(Records::Parquet),
    };
    arguments.destination.write(&asked.to(target))
}
