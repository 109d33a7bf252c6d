//! `loopscope nest`: the loop nest of every process.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use loopscope_session::analyse::{Analysis, ProcessNest};
use loopscope_session::open::OpenedContent;
use loopscope_session::options::{locals_named, method_named, view_named, Method, Options, Wanted};
use loopscope_session::trace::{Trace, View};
use loopscope_session::{document, view};

use crate::cmd::only_rank;
use crate::reading::{nests, read};
use crate::Failure;

#[derive(Args)]
pub(crate) struct Arguments {
    /// How loops are chosen: greedy (short bodies first), optimal (largest span first), smallest
    /// (fewest items) or nlr (loop recognition, from left to right) [default: greedy]
    #[arg(long, value_parser = Method::ALL.map(Method::name))]
    method: Option<String>,
    /// The most items in the body of a loop, for the method nlr [default: 1000]
    #[arg(long, value_name = "K")]
    k: Option<usize>,
    /// Which items the trace is read as; the first view that it has if left out
    #[arg(long, value_parser = View::ALL.map(View::name))]
    view: Option<String>,
    /// Fields in which equal items agree, e.g. name,peer:rel
    ///
    /// name: which collective, call or words (sends and receives always differ); peer: the other
    /// process, or peer:rel: its distance from the own one; tag: the tag of the message; comm: the
    /// processes that take part. The words of a symbol list have no fields, nor have tuples.
    #[arg(long, value_name = "FIELD,..", value_delimiter = ',')]
    signature: Option<Vec<String>>,
    /// What becomes of local events
    #[arg(long, default_value = "keep", value_parser = ["keep", "drop"])]
    locals: String,
    /// This process only
    #[arg(long, value_name = "R")]
    rank: Option<u32>,
    /// What to write
    #[arg(long, default_value = "text", value_parser = ["text", "json"])]
    format: String,
    /// Print `time METHOD PROCESS SYMBOLS SECONDS` lines on standard error
    #[arg(long)]
    time: bool,
    /// Files, folders, archives, or - for standard input: together one trace
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
}

impl Arguments {
    fn wanted(&self) -> Result<Wanted, Failure> {
        Ok(Wanted {
            method: self.method.as_deref().map(method_named).transpose().map_err(Failure::Usage)?,
            k: self.k,
            view: self.view.as_deref().map(view_named).transpose().map_err(Failure::Usage)?,
            signature: self.signature.clone(),
            locals: Some(locals_named(&self.locals).map_err(Failure::Usage)?),
        })
    }
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let (name, opened) = read(&arguments.paths)?;
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
    match arguments.format.as_str() {
        "json" => out.write_all(document::write(&analysis).as_bytes())?,
        _ => out.write_all(view::text::of(&analysis).as_bytes())?,
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
            let seconds = start.elapsed().as_secs_f64();
            let (method, symbols) = (options.method.name(), nest.nest.len());
            eprintln!("time {method} {} {symbols} {seconds:.6}", process.id);
        }
        processes.push(nest.into());
    }
    let analysis = Analysis::new(options, processes);
    for note in analysis.remarks() {
        eprintln!("loopscope: {note}");
    }
    Ok(analysis)
}
