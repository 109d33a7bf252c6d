//! `loopscope nest`: the loop nest of every process.

use std::time::Instant;

use clap::Args;
use loopscope_session::analysis::{Analysis, ProcessNest};
use loopscope_session::formats::printable_lines;
use loopscope_session::numbers::counted;
use loopscope_session::open::OpenedContent;
use loopscope_session::options::{method_named, Method, OptionChoices, Options, Partners};
use loopscope_session::tasks::compare_methods::{self, ComparisonBuilder};
use loopscope_session::trace::{ProcessId, Trace};
use loopscope_session::{files, view};

use crate::cmd::items::{Detailed, Items, Ordered, Partnered};
use crate::cmd::{Figure, OneProcess, When};
use crate::failure::{misuse, Failure};
use crate::output::Destination;
use crate::print::{say, say_plainly};
use crate::reading::{nests, Input};

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
    /// Compare all methods instead of printing nests: their figures, and where they differ
    ///
    /// Prints a line for each distinct nest of a process and marks the best of each column with a star. For a
    /// single process (--rank, or a trace with one process), also prints the places where the nests differ,
    /// with what each method finds there. Cannot be combined with --method.
    #[arg(long)]
    compare: bool,
    #[command(flatten)]
    items: Items,
    #[command(flatten)]
    order: Ordered,
    #[command(flatten)]
    partners: Partnered,
    #[command(flatten)]
    details: Detailed,
    /// Whether a loop whose iterations differ is written as one loop of several variants
    ///
    /// offer: say where that is shorter than the exact nest; on: write it so there; off: say nothing. The exact nest
    /// ends a loop wherever an iteration differs.
    #[arg(long, value_enum, value_name = "WHEN", default_value = "offer")]
    variants: When,
    #[command(flatten)]
    only: OneProcess,
    /// The output format [default: the ending of OUT, else text]
    #[arg(long, value_enum, value_name = "FORM")]
    format: Option<Figure>,
    #[command(flatten)]
    to: Destination,
    /// Print `time METHOD PROCESS SYMBOLS SECONDS` lines on standard error
    #[arg(long)]
    time: bool,
    #[command(flatten)]
    input: Input,
}

/// The field that leaves partners out, in a signature.
const ANY_PEER: &str = "peer:any";

impl Arguments {
    fn wanted(&self) -> Result<OptionChoices, Failure> {
        let method = self.method.as_deref().map(method_named).transpose().map_err(Failure::Usage)?;
        let order = self.order.wanted()?;
        let mut wanted = self.items.wanted()?;
        let mut partners = self.partners.wanted();
        // Partners are left out of the string, not of the records.
        for field in wanted.signature.iter_mut().flatten().filter(|field| *field == ANY_PEER) {
            *field = "peer".to_owned();
            partners = Some(Partners::All);
        }
        let details = self.details.wanted();
        Ok(OptionChoices { method, k: self.k, order, partners, details, ..wanted })
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.to.check()?;
    if arguments.compare {
        return compare(arguments);
    }
    let (name, opened) = arguments.input.read()?;
    let mut analysis = match (nests(&name, &opened)?, &opened.content) {
        (Some(analysis), _) => analysis,
        (None, OpenedContent::Trace(trace)) => {
            let options = arguments.wanted()?.resolve(&name, trace).map_err(Failure::Usage)?;
            build(arguments, trace, &options)?
        }
        (None, OpenedContent::NestsJson(_)) => return Ok(()),
    };
    arguments.only.retain(&name, &mut analysis)?;
    match arguments.variants {
        When::On => {
            analysis = analysis.with_variants();
            if analysis.processes.iter().all(|process| process.variants.is_none()) {
                say(view::variants::none(&name));
            }
        }
        When::Off => analysis = analysis.without_variants(),
        When::Offer => {}
    }
    match arguments.to.form(arguments.format, Figure::Text) {
        Figure::Text => {
            let mut output = arguments.to.open()?;
            view::text::write_with_sentences(&analysis, &mut output)?;
            output.keep()?;
            // The remark on other methods comes after the nests, for people.
            let is_trace = opened.trace().is_some();
            if let Some(note) = view::other_methods::remark(&name, &analysis).filter(|_| is_trace) {
                say(note);
            }
            if arguments.variants == When::Offer {
                view::variants::remark(&name, &analysis).iter().for_each(say);
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
        processes => Err(misuse(
            name,
            "a picture shows one process",
            counted(processes.len() as u64, "process"),
            "one",
            "choose one with --rank R; `loopscope model --format svg` shows all of them",
        )),
    }
}

/// Builds the nests of the wanted processes, timed one by one.
fn build(arguments: &Arguments, trace: &Trace, options: &Options) -> Result<Analysis, Failure> {
    let mut processes = Vec::new();
    for process in trace.processes() {
        if !arguments.only.includes(process.id.0) {
            continue;
        }
        let start = Instant::now();
        let nest = ProcessNest::build(process, trace.table(), options)?;
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

/// Compares all methods on the wanted processes.
fn compare(arguments: &Arguments) -> Result<(), Failure> {
    let form = arguments.to.form(arguments.format, Figure::Text);
    if form == Figure::Svg {
        return Err(misuse(
            "--compare",
            "a comparison cannot be written as a picture",
            "svg",
            "text or json",
            "choose another --format or ending of OUT",
        ));
    }
    let method = arguments.method.as_ref().map(|method| ("--method", method.clone()));
    if let Some((option, asked)) = method.or_else(|| Some(("--k", arguments.k?.to_string()))) {
        return Err(misuse(
            "--compare",
            "--compare runs all methods",
            format!("{option} {asked}"),
            "one of the two",
            format!("leave {option} out"),
        ));
    }
    let (name, opened) = arguments.input.read()?;
    let no_trace = || Failure::Usage(compare_methods::without_trace(&name));
    let trace = opened.trace().ok_or_else(no_trace)?;
    let options = arguments.wanted()?.resolve(&name, trace).map_err(Failure::Usage)?;
    let mut found = Vec::new();
    for process in trace.processes().iter().filter(|it| arguments.only.includes(it.id.0)) {
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
        return Err(arguments.only.not_found(&name));
    }
    arguments.to.write(&match form {
        Figure::Json => files::comparison::write(&found, &options),
        _ => printable_lines(&compare_methods::of(&found)).into_owned(),
    })
}
