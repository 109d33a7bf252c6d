//! `loopscope nest`: the loop nest of every process.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use loopscope_session::analysis::{Analysis, ProcessNest};
use loopscope_session::formats::printable_lines;
use loopscope_session::numbers::counted;
use loopscope_session::open::OpenedContent;
use loopscope_session::options::{method_named, Method, OptionChoices, Options};
use loopscope_session::tasks::compare_methods::{self, ComparisonBuilder};
use loopscope_session::trace::{ProcessId, Trace};
use loopscope_session::{error_note, files, view};

use crate::cmd::items::Items;
use crate::cmd::{no_such_process, only_rank, Figure};
use crate::columns::Columns;
use crate::failure::Failure;
use crate::output::Destination;
use crate::print::{say, say_plainly};
use crate::reading::{nests, read};

/// Show the loop nest of every process, with a sentence that sums it up
#[derive(Args)]
#[command(
    after_help = "Examples:\n  loopscope nest --rank 5 trace.tar.zst\n  loopscope nest trace/ -o nests.json\n  loopscope nest --rank 0 trace/ -o nest.svg\n  loopscope nest --compare --rank 5 trace/"
)]
pub(crate) struct Arguments {
    /// How loops are chosen: greedy (short bodies first), optimal (largest span first), smallest
    /// (fewest items) or nlr (loop recognition, from left to right) [default: nlr for values, else optimal]
    #[arg(long, value_parser = Method::ALL.map(Method::name))]
    method: Option<String>,
    /// The most items in the body of a loop, for the method nlr [default: 1000]
    #[arg(long, value_name = "K")]
    k: Option<usize>,
    /// All methods side by side instead of nests: their figures, and where they differ
    ///
    /// A line for every different nest of a process, the best of each column marked with a star. Of a
    /// single process (a trace of one, or --rank) also the places at which the nests differ, with
    /// what each method has there. Not together with --method.
    #[arg(long)]
    compare: bool,
    #[command(flatten)]
    items: Items,
    /// This process only
    #[arg(long, value_name = "R")]
    rank: Option<u32>,
    /// What to write; if left out, what the ending of OUT says, else text
    #[arg(long, value_enum, value_name = "FORM")]
    format: Option<Figure>,
    #[command(flatten)]
    to: Destination,
    /// Print `time METHOD PROCESS SYMBOLS SECONDS` lines on standard error
    #[arg(long)]
    time: bool,
    #[command(flatten)]
    columns: Columns,
    /// Files, folders, archives, or - for standard input: together one trace
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
}

impl Arguments {
    fn wanted(&self) -> Result<OptionChoices, Failure> {
        let method =
            self.method.as_deref().map(method_named).transpose().map_err(Failure::Usage)?;
        Ok(OptionChoices { method, k: self.k, ..self.items.wanted()? })
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.to.check()?;
    if arguments.compare {
        return compare(arguments);
    }
    let (name, opened) = read(&arguments.paths, &arguments.columns)?;
    let mut analysis = match (nests(&name, &opened)?, &opened.content) {
        (Some(analysis), _) => analysis,
        (None, OpenedContent::Trace(trace)) => {
            let options = arguments.wanted()?.resolve(&name, trace).map_err(Failure::Usage)?;
            build(arguments, trace, &options)?
        }
        (None, OpenedContent::NestsJson(_)) => return Ok(()),
    };
    if let Some(rank) = arguments.rank {
        only_rank(&name, &mut analysis, rank)?;
    }
    match arguments.to.form(arguments.format, Figure::Text) {
        Figure::Text => {
            let mut output = arguments.to.open()?;
            view::text::write_with_sentences(&analysis, &mut output)?;
            output.keep()?;
            // What other methods see is said to people, once the nests are there.
            let is_trace = matches!(opened.content, OpenedContent::Trace(_));
            if let Some(note) = view::other_methods::remark(&name, &analysis).filter(|_| is_trace) {
                say(note);
            }
            Ok(())
        }
        Figure::Json => arguments.to.write(&files::nests::write(&analysis)),
        Figure::Svg => arguments.to.write(&picture(&name, &analysis)?),
    }
}

/// The picture of a single process.
fn picture(name: &str, analysis: &Analysis) -> Result<String, Failure> {
    match analysis.processes.as_slice() {
        [process] => Ok(view::figure::svg(name, analysis, process)),
        processes => Err(Failure::Usage(error_note(
            name,
            "a picture shows one process".to_owned(),
            counted(processes.len() as u64, "process"),
            "one".to_owned(),
            "say which with --rank R; `loopscope model --format svg` shows all together".to_owned(),
        ))),
    }
}

/// Builds the nests of the wanted processes, timed one by one.
fn build(arguments: &Arguments, trace: &Trace, options: &Options) -> Result<Analysis, Failure> {
    let mut processes = Vec::new();
    for process in trace.processes() {
        if arguments.rank.is_some_and(|rank| rank != process.id.0) {
            continue;
        }
        let start = Instant::now();
        let nest = ProcessNest::build(process, trace.table(), options)
            .map_err(|note| Failure::Input(vec![note]))?;
        if arguments.time {
            say_time(options.method, process.id, nest.nest.len(), start);
        }
        processes.push(nest.into());
    }
    let analysis = Analysis::new(options, processes);
    analysis.remarks().iter().for_each(say);
    Ok(analysis)
}

fn say_time(method: Method, process: ProcessId, symbols: u64, start: Instant) {
    let seconds = start.elapsed().as_secs_f64();
    say_plainly(&format!("time {method} {process} {symbols} {seconds:.6}"));
}

/// All methods on the wanted processes, side by side.
fn compare(arguments: &Arguments) -> Result<(), Failure> {
    let form = arguments.to.form(arguments.format, Figure::Text);
    if form == Figure::Svg {
        return Err(Failure::Usage(error_note(
            "--compare",
            "a comparison is no picture".to_owned(),
            "svg".to_owned(),
            "text or json".to_owned(),
            "choose another --format or ending of OUT".to_owned(),
        )));
    }
    let method = arguments.method.as_ref().map(|method| ("--method", method.clone()));
    if let Some((option, asked)) = method.or_else(|| Some(("--k", arguments.k?.to_string()))) {
        return Err(Failure::Usage(error_note(
            "--compare",
            "all methods are compared".to_owned(),
            format!("{option} {asked}"),
            "one of the two".to_owned(),
            format!("leave {option} out"),
        )));
    }
    let (name, opened) = read(&arguments.paths, &arguments.columns)?;
    let OpenedContent::Trace(trace) = &opened.content else {
        return Err(Failure::Usage(compare_methods::without_trace(&name)));
    };
    let options = arguments.wanted()?.resolve(&name, trace).map_err(Failure::Usage)?;
    let wanted = |id: ProcessId| arguments.rank.is_none_or(|rank| rank == id.0);
    let mut found = Vec::new();
    for process in trace.processes().iter().filter(|process| wanted(process.id)) {
        let mut comparing = ComparisonBuilder::new(process.id, &options);
        loop {
            let (method, start) = (comparing.next_method(), Instant::now());
            if !comparing.step(trace) {
                break;
            }
            if let (true, Some(method)) = (arguments.time, method) {
                say_time(method, process.id, comparing.symbols().unwrap_or(0) as u64, start);
            }
        }
        found.push(comparing.finish("event").comparison);
    }
    if found.is_empty() {
        return Err(no_such_process(&name, arguments.rank));
    }
    arguments.to.write(&match form {
        Figure::Json => files::comparison::write(&found, &options),
        _ => printable_lines(&compare_methods::of(&found)).into_owned(),
    })
}
