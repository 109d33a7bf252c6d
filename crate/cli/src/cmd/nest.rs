//! `loopscope nest`: the loop nest of every process.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use loopscope_session::analyse::{Analysis, ProcessNest};
use loopscope_session::compare::{self, Comparing};
use loopscope_session::open::OpenedContent;
use loopscope_session::options::{method_named, Method, Options, Wanted};
use loopscope_session::trace::{ProcessId, Trace};
use loopscope_session::{document, refusal, view};

use crate::cmd::items::Items;
use crate::cmd::{no_such_process, only_rank};
use crate::columns::Columns;
use crate::reading::{nests, read};
use crate::Failure;

#[derive(Args)]
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
    /// What to write
    #[arg(long, default_value = "text", value_parser = ["text", "json"])]
    format: String,
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
    fn wanted(&self) -> Result<Wanted, Failure> {
        let method =
            self.method.as_deref().map(method_named).transpose().map_err(Failure::Usage)?;
        Ok(Wanted { method, k: self.k, ..self.items.wanted()? })
    }
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    if arguments.compare {
        return compare(arguments, out);
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
    if arguments.format == "json" {
        out.write_all(document::write(&analysis).as_bytes())?;
        return Ok(());
    }
    view::text::write(&analysis, out)?;
    out.flush()?;
    // What other methods see is said to people, once the nests are there.
    let is_trace = matches!(opened.content, OpenedContent::Trace(_));
    if let Some(note) = compare::remark(&name, &analysis).filter(|_| is_trace) {
        eprintln!("loopscope: {note}");
    }
    Ok(())
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
    for note in analysis.remarks() {
        eprintln!("loopscope: {note}");
    }
    Ok(analysis)
}

fn say_time(method: Method, process: ProcessId, symbols: u64, start: Instant) {
    let seconds = start.elapsed().as_secs_f64();
    eprintln!("time {method} {process} {symbols} {seconds:.6}");
}

/// All methods on the wanted processes, side by side.
fn compare(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let method = arguments.method.as_ref().map(|method| ("--method", method.clone()));
    if let Some((option, asked)) = method.or_else(|| Some(("--k", arguments.k?.to_string()))) {
        return Err(Failure::Usage(refusal(
            "--compare",
            "all methods are compared".to_owned(),
            format!("{option} {asked}"),
            "one of the two".to_owned(),
            format!("leave {option} out"),
        )));
    }
    let (name, opened) = read(&arguments.paths, &arguments.columns)?;
    let OpenedContent::Trace(trace) = &opened.content else {
        return Err(Failure::Usage(compare::without_trace(&name)));
    };
    let options = arguments.wanted()?.resolve(&name, trace).map_err(Failure::Usage)?;
    let wanted = |id: ProcessId| arguments.rank.is_none_or(|rank| rank == id.0);
    let mut found = Vec::new();
    for process in trace.processes().iter().filter(|process| wanted(process.id)) {
        let mut comparing = Comparing::new(process.id, &options);
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
    match arguments.format.as_str() {
        "json" => out.write_all(compare::write(&found, &options).as_bytes())?,
        _ => out.write_all(compare::of(&found).as_bytes())?,
    }
    Ok(())
}
