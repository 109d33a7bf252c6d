//! `loopscope expand`: the trace again.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use loopscope_session::model::{document, Program};
use loopscope_session::open::OpenedContent;
use loopscope_session::refusal;
use loopscope_session::trace::View;
use loopscope_session::view;

use crate::cmd::{no_such_process, only_rank};
use crate::columns::Columns;
use crate::output::Destination;
use crate::reading::{nests, read};
use crate::Failure;

/// Write the trace that nests or a model stand for
#[derive(Args)]
#[command(
    after_help = "Examples:\n  loopscope expand nests.json\n  loopscope expand --rank 5 model.json -o rank-5.trace"
)]
pub(crate) struct Arguments {
    /// This process only
    #[arg(long, value_name = "R")]
    rank: Option<u32>,
    #[command(flatten)]
    to: Destination,
    /// Nests or a model, as `loopscope nest --format json` and `loopscope model --format json` write them
    #[arg(required = true, value_name = "FILE.json")]
    path: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.to.check()?;
    let (name, opened) = read(std::slice::from_ref(&arguments.path), &Columns::default())?;
    if let OpenedContent::NestsJson(text) = &opened.content {
        if document::is_model(text) {
            let program = document::read(&name, text).map_err(|note| Failure::Input(vec![note]))?;
            return replay(&name, &program, arguments);
        }
    }
    let Some(mut analysis) = nests(&name, &opened)? else {
        return Err(Failure::Input(vec![refusal(
            &name,
            "only nests can be expanded".to_owned(),
            "a trace".to_owned(),
            "the JSON that `loopscope nest --format json` writes".to_owned(),
            "write the nests of the trace first".to_owned(),
        )]));
    };
    if let Some(rank) = arguments.rank {
        only_rank(&name, &mut analysis, rank)?;
    }
    let mut out = arguments.to.open()?;
    // A line of the native form names its process; the items of other views do not.
    let headed = arguments.rank.is_none() && analysis.view != View::Communication;
    for process in &analysis.processes {
        if headed {
            writeln!(out, "# process {}", process.process)?;
        }
        if let Some(tuples) = &process.tuples {
            let mut tuples = tuples.nest.tuples();
            while let Some((label, numbers)) = tuples.next_ref() {
                writeln!(out, "{}", view::text::tuple_line(label, numbers))?;
            }
            continue;
        }
        let texts = process.symbols.texts().iter();
        let lines: Vec<_> = texts.map(|text| view::text::line(analysis.view, text)).collect();
        for symbol in process.nest.symbols() {
            let line = lines.get(symbol.0 as usize).map_or("", |line| line);
            out.write_all(line.as_bytes())?;
            out.write_all(b"\n")?;
        }
    }
    out.keep()
}

/// The events of every process, from the model itself.
fn replay(name: &str, program: &Program, arguments: &Arguments) -> Result<(), Failure> {
    let model = program.model();
    let wanted = |id: u32| arguments.rank.is_none_or(|rank| rank == id);
    let processes: Vec<_> = model.processes().iter().filter(|id| wanted(id.0)).collect();
    if processes.is_empty() {
        return Err(no_such_process(name, arguments.rank));
    }
    let mut out = arguments.to.open()?;
    for &&process in &processes {
        // Each construct has one line, however often it runs.
        let mut lines: Vec<String> = vec![String::new(); model.len()];
        for &id in model.constructs_of(process) {
            if let Some(line) = lines.get_mut(id.index()) {
                *line = model.line(id, process) + "\n";
            }
        }
        for step in model.replay(process) {
            let line = lines.get(step.construct.index()).map_or("", |line| line);
            out.write_all(line.as_bytes())?;
        }
    }
    out.keep()
}
