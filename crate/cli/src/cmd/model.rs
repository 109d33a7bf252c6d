//! `loopscope model`: one loop model of the whole program.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use loopscope_session::analyse::{Analysis, ProcessNest};
use loopscope_session::model::{document, options, Program};
use loopscope_session::open::OpenedContent;
use loopscope_session::options::{locals_named, method_named, Method, Wanted};

use crate::columns::Columns;
use crate::reading::{nests, read};
use crate::Failure;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    locally: Locally,
    /// What to write
    #[arg(long, default_value = "text", value_parser = ["text", "json", "svg"])]
    format: String,
    /// In the picture also what comes before and after the main loops
    #[arg(long)]
    whole: bool,
    #[command(flatten)]
    columns: Columns,
    /// Files, folders, archives, or - for standard input: together one trace; or nests or a model in JSON
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
}

/// How the nests of the processes are made, if they are not read.
#[derive(Args, Default)]
pub(crate) struct Locally {
    /// How the loops of each process are chosen: optimal, greedy and smallest lead to the loops of the
    /// program's source; nlr shows what loop recognition makes of it [default: optimal]
    #[arg(long, value_parser = Method::ALL.map(Method::name))]
    method: Option<String>,
    /// The most items in the body of a loop, for the method nlr [default: 1000]
    #[arg(long, value_name = "K")]
    k: Option<usize>,
    /// What becomes of local events: they stay where they are, or are left out
    #[arg(long, default_value = "keep", value_parser = ["keep", "drop"])]
    locals: Option<String>,
}

impl Locally {
    fn wanted(&self) -> Result<Wanted, Failure> {
        let method = self.method.as_deref().map(method_named).transpose();
        let locals = self.locals.as_deref().map(locals_named).transpose();
        Ok(Wanted {
            method: method.map_err(Failure::Usage)?,
            k: self.k,
            locals: locals.map_err(Failure::Usage)?,
            ..Wanted::default()
        })
    }
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let (name, program) = program_of(&arguments.paths, &arguments.locally, &arguments.columns)?;
    say(&name, &program);
    write(&name, &program, (&arguments.format, arguments.whole), out)
}

/// The model of what stands under the paths: a trace, nests, or a model that was written before.
pub(crate) fn program_of(
    paths: &[PathBuf],
    locally: &Locally,
    columns: &Columns,
) -> Result<(String, Program), Failure> {
    let input = |note| Failure::Input(vec![note]);
    let (name, opened) = read(paths, columns)?;
    let program = match &opened.content {
        OpenedContent::NestsJson(text) if document::is_model(text) => document::read(&name, text),
        OpenedContent::NestsJson(_) => match nests(&name, &opened)? {
            Some(analysis) => Program::new(&name, analysis),
            None => return Err(Failure::Input(Vec::new())),
        },
        OpenedContent::Trace(trace) => {
            let options = options(&name, trace, &locally.wanted()?).map_err(Failure::Usage)?;
            let mut processes = Vec::new();
            for process in trace.processes() {
                let nest = ProcessNest::build(process, trace.table(), &options).map_err(input)?;
                processes.push(nest.into());
            }
            let analysis = Analysis::new(&options, processes);
            for note in analysis.remarks() {
                eprintln!("loopscope: {note}");
            }
            Program::of_trace(&name, trace, analysis)
        }
    };
    Ok((name, program.map_err(input)?))
}

/// What does not fit together goes to standard error.
pub(crate) fn say(name: &str, program: &Program) {
    for note in program.notes(name) {
        eprintln!("loopscope: {note}");
    }
}

pub(crate) fn write(
    name: &str,
    program: &Program,
    (format, whole): (&str, bool),
    out: &mut impl Write,
) -> Result<(), Failure> {
    let text = match format {
        "json" => document::write(program),
        "svg" => program.svg(name, whole),
        _ => program.text(),
    };
    out.write_all(text.as_bytes())?;
    Ok(())
}
