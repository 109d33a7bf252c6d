//! `loopscope model`: one loop model of the whole program.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use loopscope_session::analyse::{Analysis, ProcessNest};
use loopscope_session::model::{document, options, text, Program};
use loopscope_session::open::OpenedContent;
use loopscope_session::options::{locals_named, method_named, Method, Wanted};

use crate::reading::{nests, read};
use crate::Failure;

#[derive(Args)]
pub(crate) struct Arguments {
    /// How the loops of each process are chosen [default: optimal]
    #[arg(long, value_parser = Method::ALL.map(Method::name))]
    method: Option<String>,
    /// What becomes of local events
    #[arg(long, default_value = "keep", value_parser = ["keep", "drop"])]
    locals: String,
    /// What to write
    #[arg(long, default_value = "text", value_parser = ["text", "json"])]
    format: String,
    /// Files, folders, archives, or - for standard input: together one trace; or nests or a model in JSON
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let wanted = Wanted {
        method: arguments
            .method
            .as_deref()
            .map(method_named)
            .transpose()
            .map_err(Failure::Usage)?,
        locals: Some(locals_named(&arguments.locals).map_err(Failure::Usage)?),
        ..Wanted::default()
    };
    let (name, program) = program_of(&arguments.paths, &wanted)?;
    say(&name, &program);
    write(&program, &arguments.format, out)
}

/// The model of what stands under the paths: a trace, nests, or a model that was written before.
pub(crate) fn program_of(paths: &[PathBuf], wanted: &Wanted) -> Result<(String, Program), Failure> {
    let input = |note| Failure::Input(vec![note]);
    let (name, opened) = read(paths)?;
    let program = match &opened.content {
        OpenedContent::NestsJson(text) if document::is_model(text) => document::read(&name, text),
        OpenedContent::NestsJson(_) => match nests(&name, &opened)? {
            Some(analysis) => Program::new(&name, analysis),
            None => return Err(Failure::Input(Vec::new())),
        },
        OpenedContent::Trace(trace) => {
            let options = options(&name, trace, wanted).map_err(Failure::Usage)?;
            let mut processes = Vec::new();
            for process in trace.processes() {
                let nest = ProcessNest::build(process, trace.table(), &options).map_err(input)?;
                processes.push(nest.into());
            }
            let analysis = Analysis::new(&options, processes);
            for note in analysis.remarks() {
                eprintln!("loopscope: {note}");
            }
            Program::new(&name, analysis)
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

pub(crate) fn write(program: &Program, format: &str, out: &mut impl Write) -> Result<(), Failure> {
    match format {
        "json" => out.write_all(document::write(program).as_bytes())?,
        _ => out.write_all(text::print(program.model()).as_bytes())?,
    }
    Ok(())
}
