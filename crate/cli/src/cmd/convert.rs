//! `loopscope convert`: the trace in another form.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use loopscope_session::analysis::ProcessNest;
use loopscope_session::error_note;
use loopscope_session::export::{self, Form, Iterations, Writer};
use loopscope_session::numbers::counted;
use loopscope_session::open::OpenedContent;
use loopscope_session::options::{method_named, view_named, Method, OptionChoices, Options};
use loopscope_session::trace::{Process, Trace, View};

use crate::cmd::no_such_process;
use crate::columns::Columns;
use crate::failure::Failure;
use crate::output::{is_folder, unwritable, Finished, Output};
use crate::print::say;
use crate::reading::{read, Bar};

/// Write a trace as native text, symbols, a table, or loops for Perfetto
#[derive(Args)]
#[command(
    after_help = "Examples:\n  loopscope convert traces.otf2 -o events.csv\n  loopscope convert --to chrome trace/ -o loops.json.gz\n  loopscope convert --to native run.prv -o ranks/"
)]
pub(crate) struct Arguments {
    /// What to write: native (lines like "0 send 1 2"), symbols (one token an item), csv (a table of all
    /// events with their fields) or chrome (the loop nest as slices in slices, for Perfetto). If left out,
    /// by the ending of OUT: .trace, .sym, .csv, .json, also before .gz or .zst
    #[arg(long, value_name = "FORM", value_parser = Form::ALL.map(Form::name))]
    to: Option<String>,
    /// This process only
    #[arg(long, value_name = "R")]
    rank: Option<u32>,
    /// For chrome, how loops are chosen [default: nlr for values, else optimal]
    #[arg(long, value_parser = Method::ALL.map(Method::name))]
    method: Option<String>,
    /// For chrome, which items the trace is read as; the first view that it has if left out
    #[arg(long, value_parser = View::ALL.map(View::name))]
    view: Option<String>,
    /// For chrome, how many iterations of every loop are written, a number or all; one slice stands for the
    /// others, which are alike. If left out, as many as make a file of some 3 MB
    #[arg(long, value_name = "N", value_parser = iterations)]
    iterations: Option<Iterations>,
    /// Overwrite files
    #[arg(long)]
    force: bool,
    /// A file, packed if it ends in .gz or .zst; a folder, if it ends in / or is one: then every process
    /// becomes a file in it; or - for standard output
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    #[command(flatten)]
    columns: Columns,
    /// Files, folders, archives, or - for standard input: together one trace
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
}

fn iterations(text: &str) -> Result<Iterations, String> {
    match text.parse::<u64>() {
        _ if text == "all" => Ok(Iterations::All),
        Ok(first) if first > 0 => Ok(Iterations::First(first)),
        _ => Err("a number from 1 on, or all, was expected".to_owned()),
    }
}

/// Options that mean something for one form only are no part of another.
fn check_options(arguments: &Arguments, form: Form) -> Result<(), Failure> {
    let given = [
        ("--method", arguments.method.is_some()),
        ("--view", arguments.view.is_some()),
        ("--iterations", arguments.iterations.is_some()),
    ];
    match given.into_iter().find(|(_, given)| *given) {
        Some((option, _)) if form != Form::Chrome => Err(Failure::Usage(error_note(
            "convert",
            format!("{option} is for the form chrome, which shows loops"),
            format!("{option} with the form {}", form.name()),
            "--to chrome".to_owned(),
            format!("leave {option} out"),
        ))),
        _ => Ok(()),
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let form = form(arguments)?;
    check_options(arguments, form)?;
    // What cannot be written is said before a long trace is read.
    let one_file = !is_folder(&arguments.output);
    if one_file {
        Output::check(&arguments.output, arguments.force)?;
    }
    let (name, opened) = read(&arguments.paths, &arguments.columns)?;
    let OpenedContent::Trace(trace) = &opened.content else {
        return Err(Failure::Usage(error_note(
            &name,
            "only traces are converted".to_owned(),
            "nests or a model".to_owned(),
            "a trace".to_owned(),
            "`loopscope expand` gives the trace again".to_owned(),
        )));
    };
    let of_rank = |it: &&Arc<Process>| arguments.rank.is_none_or(|rank| rank == it.id.0);
    let wanted: Vec<&Arc<Process>> = trace.processes().iter().filter(of_rank).collect();
    if wanted.is_empty() {
        return Err(no_such_process(&name, arguments.rank));
    }
    export::check(&name, trace, form).map_err(Failure::Usage)?;
    if one_file && wanted.len() > 1 && !form.holds_several(trace) {
        return Err(Failure::Usage(error_note(
            &name,
            format!("a file of the form {} holds one process", form.name()),
            counted(wanted.len() as u64, "process"),
            "one process".to_owned(),
            "name a folder with -o (ending in /), or one process with --rank".to_owned(),
        )));
    }
    let options = options(arguments, &name, trace, form)?;
    let bar = Bar::new();
    let mut nests = Vec::new();
    if let Some(options) = &options {
        for (done, process) in wanted.iter().enumerate() {
            bar.count(done as u64, wanted.len() as u64);
            let nest = ProcessNest::build(process, trace.table(), options);
            nests.push(nest.map_err(|note| Failure::Input(vec![note]))?);
        }
    }
    let most = arguments.iterations.unwrap_or_else(|| Iterations::fitting(&nests));
    let view = options.as_ref().map(|options| options.view);
    let notes = export::losses(&name, trace, form, view);
    let of_loops = [export::left_out(&name, &nests, most), export::too_many(&name, &nests, most)];
    notes.into_iter().chain(of_loops.into_iter().flatten()).for_each(say);
    let job = Job { trace, form, view, nests, most };
    if one_file {
        let mut out = Output::create(&arguments.output, arguments.force)?;
        job.begin(&mut out)?;
        for (done, process) in wanted.iter().enumerate() {
            bar.count(done as u64, wanted.len() as u64);
            job.process(done, process, &mut out)?;
        }
        job.end(&mut out)?;
        return out.keep();
    }
    fs::create_dir_all(&arguments.output).map_err(|error| unwritable(&arguments.output, &error))?;
    let path_of =
        |process: &Process| arguments.output.join(format!("rank-{}.{}", process.id, form.ending()));
    wanted.iter().try_for_each(|it| Output::check(&path_of(it), arguments.force))?;
    let mut finished = Vec::new();
    for (done, process) in wanted.iter().enumerate() {
        bar.count(done as u64, wanted.len() as u64);
        let mut out = Output::create(&path_of(process), arguments.force)?;
        job.begin(&mut out)?;
        job.process(done, process, &mut out)?;
        job.end(&mut out)?;
        finished.push(out.finish()?);
    }
    // All of them or none.
    finished.into_iter().try_for_each(Finished::keep)
}

fn form(arguments: &Arguments) -> Result<Form, Failure> {
    let output = arguments.output.display().to_string();
    let named = arguments.to.as_deref().and_then(Form::from_name);
    named.or_else(|| Form::of_path(&output)).ok_or_else(|| {
        Failure::Usage(error_note(
            &output,
            "the form is neither named nor told by the ending of the file".to_owned(),
            output.clone(),
            "--to with native, symbols, csv or chrome; or a file that ends in .trace, .sym, .csv or .json"
                .to_owned(),
            "say --to FORM".to_owned(),
        ))
    })
}

/// How nests are made, if they are.
fn options(
    arguments: &Arguments,
    name: &str,
    trace: &Trace,
    form: Form,
) -> Result<Option<Options>, Failure> {
    if form != Form::Chrome {
        return Ok(None);
    }
    let wanted = OptionChoices {
        method: arguments
            .method
            .as_deref()
            .map(method_named)
            .transpose()
            .map_err(Failure::Usage)?,
        view: arguments.view.as_deref().map(view_named).transpose().map_err(Failure::Usage)?,
        ..OptionChoices::default()
    };
    Ok(Some(wanted.resolve(name, trace).map_err(Failure::Usage)?))
}

struct Job<'a> {
    trace: &'a Trace,
    form: Form,
    /// Of the processes that are written, in their order; for chrome only.
    nests: Vec<ProcessNest>,
    /// The view that they are of.
    view: Option<View>,
    most: Iterations,
}

impl Job<'_> {
    fn begin(&self, out: &mut impl Write) -> io::Result<()> {
        match self.view {
            Some(_) => export::begin_slices(out),
            None => Writer::new(self.trace, self.form).begin(out),
        }
    }

    /// The process that is the `at`-th of those that are written.
    fn process(&self, at: usize, process: &Process, out: &mut impl Write) -> io::Result<()> {
        match (self.view, self.nests.get(at)) {
            (Some(view), Some(nest)) => {
                export::write_slices(process, self.trace.table(), view, nest, self.most, out)
            }
            _ => Writer::new(self.trace, self.form).process(process, out),
        }
    }

    fn end(&self, out: &mut impl Write) -> io::Result<()> {
        match self.view {
            Some(_) => export::end_slices(out),
            None => Ok(()),
        }
    }
}
