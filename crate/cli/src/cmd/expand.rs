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
use crate::reading::{nests, read};
use crate::Failure;

#[derive(Args)]
pub(crate) struct Arguments {
    /// This process only
    #[arg(long, value_name = "R")]
    rank: Option<u32>,
    /// Nests or a model, as `loopscope nest --format json` and `loopscope model --format json` write them
    #[arg(required = true, value_name = "FILE.json")]
    path: PathBuf,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let (name, opened) = read(std::slice::from_ref(&arguments.path), &Columns::default())?;
    if let OpenedContent::NestsJson(text) = &opened.content {
        if document::is_model(text) {
            let program = document::read(&name, text).map_err(|note| Failure::Input(vec![note]))?;
            return replay(&name, &program, arguments.rank, out);
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
    Ok(())
}

/// The events of every process, from the model itself.
fn replay(
    name: &str,
    program: &Program,
    rank: Option<u32>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let model = program.model();
    let wanted = |id: u32| rank.is_none_or(|rank| rank == id);
    let processes: Vec<_> = model.processes().iter().filter(|id| wanted(id.0)).collect();
    if processes.is_empty() {
        return Err(no_such_process(name, rank));
    }
    for &&process in &processes {
        // Each construct has one line, however often it runs; there are as many lines as the process has constructs.
        let own = model.constructs_of(process);
        let lines: Vec<String> = own.iter().map(|&id| model.line(id, process) + "\n").collect();
        for step in model.replay(process) {
            let line = lines.get(step.place as usize).map_or("", |line| line);
            out.write_all(line.as_bytes())?;
        }
    }
    Ok(())
}
