//! `loopscope expand`: writes the trace that nests or a model stand for.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use loopscope_session::analysis::{ProcessNest, TupleNest};
use loopscope_session::error_note;
use loopscope_session::files;
use loopscope_session::open::OpenedContent;
use loopscope_session::tasks::flow::{self, ListedFlow};
use loopscope_session::tasks::model::Program;
use loopscope_session::trace::{ProcessId, View};
use loopscope_session::view;
use loopscope_session::Symbol;

use crate::cmd::OneProcess;
use crate::columns::Columns;
use crate::failure::Failure;
use crate::output::Destination;
use crate::reading::{nests, read};

/// Write the trace that nests, a model or flow graphs with lists stand for
#[derive(Args)]
#[command(
    after_help = "Examples:\n  loopscope expand nests.json\n  loopscope expand --rank 5 model.json -o rank-5.trace\n  loopscope expand flow.json"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    only: OneProcess,
    #[command(flatten)]
    to: Destination,
    /// Nests or a model, as `loopscope nest --format json` and `loopscope model --format json` write them; or flow graphs, as
    /// `loopscope flow --lists --format json` does
    #[arg(required = true, value_name = "FILE.json")]
    path: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.to.check()?;
    let (name, opened) = read(std::slice::from_ref(&arguments.path), &Columns::default())?;
    if let OpenedContent::NestsJson(text) = &opened.content {
        if files::model::is_model(text) {
            let program = files::model::read(&name, text)?;
            return replay(&name, &program, arguments);
        }
        if flow::is_flow(text) {
            let (view, processes) = flow::read(&name, text)?;
            return walk(&name, view, processes, arguments);
        }
    }
    let Some(mut analysis) = nests(&name, &opened)? else {
        return Err(error_note(
            &name,
            "only nests can be expanded",
            "a trace",
            "the JSON that `loopscope nest --format json` writes",
            "write the nests of the trace first",
        )
        .into());
    };
    arguments.only.retain(&name, &mut analysis)?;
    let mut out = arguments.to.open()?;
    // A line of the native form names its process; the items of other views do not.
    let headed = arguments.only.rank.is_none() && analysis.view != View::Communication;
    for process in &analysis.processes {
        if headed {
            writeln!(out, "# process {}", process.process)?;
        }
        match &process.tuples {
            Some(tuples) => expand_tuples(&name, process, tuples, &mut out)?,
            None => expand_symbols(&name, analysis.view, process, &mut out)?,
        }
    }
    out.keep()
}

/// Refuses texts that cannot be lines.
fn check_lines<'a>(
    name: &str,
    view: View,
    process: ProcessId,
    mut texts: impl Iterator<Item = &'a str>,
) -> Result<(), Failure> {
    match texts.find(|text| !view::text::is_line(view, text)) {
        None => Ok(()),
        Some(text) => Err(error_note(
            name,
            format!("process {process}: a symbol cannot be written as a line"),
            format!("{text:?}"),
            "text that is not empty, has no line breaks and does not begin with #",
            "look at it with `loopscope nest`, which writes such text as a JSON string",
        )
        .into()),
    }
}

/// Writes the calls of each process, by walking through its graph.
fn walk(name: &str, view: View, mut processes: Vec<ListedFlow>, arguments: &Arguments) -> Result<(), Failure> {
    processes.retain(|flow| arguments.only.includes(flow.process.0));
    if processes.is_empty() {
        return Err(arguments.only.not_found(name));
    }
    for flow in &processes {
        check_lines(name, view, flow.process, flow.node_texts().iter().map(String::as_str))?;
    }
    let mut out = arguments.to.open()?;
    for flow in &processes {
        if arguments.only.rank.is_none() && view != View::Communication {
            writeln!(out, "# process {}", flow.process)?;
        }
        for text in flow.texts() {
            writeln!(out, "{}", view::text::line(view, text))?;
        }
    }
    out.keep()
}

/// Writes each event as a line that reads back as the same event.
fn expand_symbols(name: &str, view: View, process: &ProcessNest, out: &mut impl Write) -> Result<(), Failure> {
    let texts = process.symbols.texts();
    check_lines(name, view, process.process, texts.iter().map(|text| &**text))?;
    if let Some(peers) = &process.peers {
        let mut lines = peers.lines(process.nest.symbols(), &process.symbols);
        return Ok(lines.try_for_each(|line| writeln!(out, "{line}"))?);
    }
    if let Some(elided) = &process.elided {
        let forms = elided.places.iter().flat_map(|place| &place.forms);
        check_lines(name, view, process.process, forms.map(|form| &*form.text))?;
        let symbols = process.recorded(process.nest.symbols());
        let mut lines = elided.lines(symbols, &process.symbols);
        return Ok(lines.try_for_each(|line| writeln!(out, "{}", view::text::line(view, line)))?);
    }
    let lines: Vec<_> = texts.iter().map(|text| view::text::line(view, text)).collect();
    let written: Box<dyn Iterator<Item = Symbol>> = match &process.variants {
        Some(variants) => Box::new(variants.symbols()),
        None => Box::new(process.nest.symbols()),
    };
    for symbol in process.recorded(written) {
        let line = lines.get(symbol.0 as usize).map_or("", |line| line);
        out.write_all(line.as_bytes())?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// Writes each tuple as a line, up to the first that does not fit 64 bits.
fn expand_tuples(name: &str, process: &ProcessNest, nest: &TupleNest, out: &mut impl Write) -> Result<(), Failure> {
    let mut tuples = nest.nest.tuples();
    let mut position = 0u64;
    while let Some((label, numbers)) = tuples.next_ref() {
        position += 1;
        let fits = |number: &&i128| i64::try_from(**number).is_ok() || u64::try_from(**number).is_ok();
        if let Some(number) = numbers.iter().find(|number| !fits(number)) {
            return Err(error_note(
                name,
                format!("process {}, tuple {position}: a number does not fit 64 bits", process.process),
                number.to_string(),
                "a number from -2^63 to 2^64 - 1, which a trace can hold",
                "the lines before it were written",
            )
            .into());
        }
        writeln!(out, "{}", view::text::tuple_line(label, numbers))?;
    }
    Ok(())
}

/// Writes the events of each process, from the model itself.
fn replay(name: &str, program: &Program, arguments: &Arguments) -> Result<(), Failure> {
    let model = program.model();
    let processes: Vec<_> = model.processes().iter().filter(|id| arguments.only.includes(id.0)).collect();
    if processes.is_empty() {
        return Err(arguments.only.not_found(name));
    }
    let mut out = arguments.to.open()?;
    for &&process in &processes {
        // Each construct has one line, however often it runs; there are as many lines as the process has constructs.
        let own = model.constructs_of(process);
        let lines: Vec<String> = own.iter().map(|&id| model.line(id, process) + "\n").collect();
        let mut write = |line: Option<&String>| match line {
            Some(line) => out.write_all(line.as_bytes()),
            None => Ok(()),
        };
        let steps = model.replay(process);
        match program.analysis.process(process).filter(|nest| !nest.orders.is_empty()) {
            Some(nest) => recorded(nest, &lines, steps.map(|step| step.place), write)?,
            None => steps.map(|step| lines.get(step.place as usize)).try_for_each(&mut write)?,
        }
    }
    out.keep()
}

/// Writes the events of a process in the order in which they were recorded. `lines` are those of its constructs, and `places`
/// say which construct is next. The order is kept for symbols, and several constructs may be one symbol.
fn recorded(
    nest: &ProcessNest,
    lines: &[String],
    places: impl Iterator<Item = u32>,
    write: impl FnMut(Option<&String>) -> std::io::Result<()>,
) -> std::io::Result<()> {
    let texts = nest.symbols.texts().iter().zip(0..);
    let numbers: BTreeMap<&str, u32> = texts.map(|(text, number)| (&**text, number)).collect();
    let symbols: Vec<Option<Symbol>> =
        lines.iter().map(|line| Some(Symbol(*numbers.get(line.trim_end_matches('\n'))?))).collect();
    let of_symbol: BTreeMap<Symbol, &String> =
        symbols.iter().zip(lines).filter_map(|(symbol, line)| Some(((*symbol)?, line))).collect();
    let written = places.filter_map(|place| symbols.get(place as usize).copied().flatten());
    nest.recorded(written).map(|symbol| of_symbol.get(&symbol).copied()).try_for_each(write)
}
