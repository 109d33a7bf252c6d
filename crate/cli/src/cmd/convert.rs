//! `loopscope convert`: writes a trace in another format.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use loopscope_session::export::{self, Form, Iterations};
use loopscope_session::numbers::counted;
use loopscope_session::options::{method_named, view_named, Details, Method, OptionChoices, Options, ReceiveOrder};
use loopscope_session::trace::{Process, Trace, View};

use crate::cmd::OneProcess;
use crate::failure::{misuse, Failure};
use crate::output::{is_folder, unwritable, Finished, Output};
use crate::print::say;
use crate::reading::{trace_of, Bar, Input};
use crate::writing::{nests_of, TraceFile};

/// Write a trace as native text, symbols, a table, actions for SimGrid, or loops for Perfetto
#[derive(Args)]
#[command(
    after_help = "Examples:\n  loopscope convert traces.otf2 -o events.csv\n  loopscope convert --to chrome trace/ -o loops.json.gz\n  loopscope convert --to native run.prv -o ranks/\n  loopscope convert --to simgrid trace/ -o actions/"
)]
pub(crate) struct Arguments {
    /// The output format: native (lines like "0 send 1 2"), symbols (one token for each item), csv (a table of
    /// all events with their fields), chrome (the loop nest as nested slices, for Perfetto) or simgrid (actions that
    /// SimGrid replays) [default: by the ending of OUT: .trace, .sym, .csv, .json or .tit, also before .gz or .zst]
    #[arg(long, value_name = "FORM", value_parser = Form::ALL.map(Form::name))]
    to: Option<String>,
    #[command(flatten)]
    only: OneProcess,
    /// For chrome, how loops are chosen [default: nlr for values, else optimal]
    #[arg(long, value_parser = Method::ALL.map(Method::name))]
    method: Option<String>,
    /// For chrome, the view: which items the trace consists of [default: its first view]
    #[arg(long, value_parser = View::ALL.map(View::name))]
    view: Option<String>,
    /// For chrome, how many iterations of each loop are written, a number or all; one slice replaces the
    /// others, which repeat them [default: as many as give a file of about 3 MB]
    #[arg(long, value_name = "N", value_parser = iterations)]
    iterations: Option<Iterations>,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
    /// The file to write, packed if its name ends in .gz or .zst; a folder (existing, or ending in /) for one
    /// file for each process; or - for standard output
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    #[command(flatten)]
    input: Input,
}

fn iterations(text: &str) -> Result<Iterations, String> {
    match text.parse::<u64>() {
        _ if text == "all" => Ok(Iterations::All),
        Ok(first) if first > 0 => Ok(Iterations::First(first)),
        _ => Err("expected a number of at least 1, or all".to_owned()),
    }
}

/// Refuses options that apply only to another format.
fn check_options(arguments: &Arguments, form: Form) -> Result<(), Failure> {
    let given = [
        ("--method", arguments.method.is_some()),
        ("--view", arguments.view.is_some()),
        ("--iterations", arguments.iterations.is_some()),
    ];
    match given.into_iter().find(|(_, given)| *given) {
        Some((option, _)) if form != Form::Chrome => Err(misuse(
            "convert",
            format!("{option} applies only to the format chrome, which shows loops"),
            format!("{option} with the format {}", form.name()),
            "--to chrome",
            format!("leave {option} out"),
        )),
        _ => Ok(()),
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let form = form(arguments)?;
    check_options(arguments, form)?;
    // An output that cannot be written is reported before a long trace is read.
    let one_file = !is_folder(&arguments.output);
    if one_file {
        Output::check(&arguments.output, arguments.force)?;
    }
    let (name, opened) = arguments.input.read()?;
    let trace = trace_of(&name, &opened, "only traces can be converted")?;
    // Loops are those of tags that are read as one; a list of events has those that were recorded.
    let recorded = trace.as_recorded();
    let trace = if form == Form::Chrome { trace } else { &recorded };
    let of_rank = |it: &&Arc<Process>| arguments.only.includes(it.id.0);
    let wanted: Vec<&Arc<Process>> = trace.processes().iter().filter(of_rank).collect();
    if wanted.is_empty() {
        return Err(arguments.only.not_found(&name));
    }
    export::check(&name, trace, form).map_err(Failure::Usage)?;
    if one_file && wanted.len() > 1 && !form.holds_several(trace) {
        return Err(misuse(
            &name,
            format!("a file in the format {} holds one process", form.name()),
            counted(wanted.len() as u64, "process"),
            "one process",
            "name a folder (ending in /) with -o, or choose one process with --rank",
        ));
    }
    let options = options(arguments, &name, trace, form)?;
    let bar = Bar::new();
    let nests = match &options {
        Some(options) => nests_of(trace, &wanted, options, &bar)?,
        None => Vec::new(),
    };
    let most = arguments.iterations.unwrap_or_else(|| Iterations::fitting(&nests));
    let view = options.as_ref().map(|options| options.view);
    let notes = export::losses(&name, trace, form, view);
    let of_loops = [export::left_out(&name, &nests, most), export::too_many(&name, &nests, most)];
    notes.into_iter().chain(of_loops.into_iter().flatten()).for_each(say);
    let job = TraceFile { trace, form, view, nests, most };
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
    let path_of = |process: &Process| arguments.output.join(format!("rank-{}.{}", process.id, form.ending()));
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
    if form == Form::Simgrid {
        finished.push(list_of_ranks(arguments, &wanted)?);
    }
    // All of them or none.
    finished.into_iter().try_for_each(Finished::keep)
}

/// Writes which files a replay reads, one for each rank: `smpirun -replay ranks.txt`.
fn list_of_ranks(arguments: &Arguments, wanted: &[&Arc<Process>]) -> Result<Finished, Failure> {
    let mut out = Output::create(&arguments.output.join("ranks.txt"), arguments.force)?;
    for process in wanted {
        writeln!(out, "rank-{}.{}", process.id, Form::Simgrid.ending())?;
    }
    out.finish()
}

fn form(arguments: &Arguments) -> Result<Form, Failure> {
    let output = arguments.output.display().to_string();
    let named = arguments.to.as_deref().and_then(Form::from_name);
    named.or_else(|| Form::of_path(&output)).ok_or_else(|| {
        misuse(
            &output,
            "neither --to nor the ending of the file gives the format",
            output.clone(),
            "--to with native, symbols, csv, chrome or simgrid; or a file that ends in .trace, .sym, .csv, .json or .tit",
            "name a format with --to",
        )
    })
}

/// The options for finding nests, if the format shows them.
fn options(arguments: &Arguments, name: &str, trace: &Trace, form: Form) -> Result<Option<Options>, Failure> {
    if form != Form::Chrome {
        return Ok(None);
    }
    let wanted = OptionChoices {
        method: arguments.method.as_deref().map(method_named).transpose().map_err(Failure::Usage)?,
        view: arguments.view.as_deref().map(view_named).transpose().map_err(Failure::Usage)?,
        // Slices stand at the times of the recorded events.
        order: Some(ReceiveOrder::Recorded),
        details: Some(Details::Recorded),
        ..OptionChoices::default()
    };
    Ok(Some(wanted.resolve(name, trace).map_err(Failure::Usage)?))
}
