//! What was read is written in another form and read again.

use std::sync::Arc;

use loopscope_session::analysis::{Analysis, ProcessNest};
use loopscope_session::export::{self, Form, Writer};
use loopscope_session::files;
use loopscope_session::formats::sniff;
use loopscope_session::lsz::{Compressing, Failed, Settings};
use loopscope_session::open::Opening;
use loopscope_session::options::{Method, OptionChoices};
use loopscope_session::tasks::model;
use loopscope_session::tasks::model::Program;
use loopscope_session::trace::{Record, Trace, View};

use crate::compressed;
use crate::events::{self, assert_same, lines, lines_of};
use crate::opening::{limits, open, sources, trace, File, Outcome, Reads, NAME};
use crate::random::Random;

/// Members of all groups together above which a trace is not written again: every line would list them.
const MOST_MEMBERS: usize = 100_000;

/// Takes a trace through one of the round trips, if it is small; which one, follows from the input.
///
/// # Panics
/// If what comes back is not what was there.
pub(crate) fn check(trace: &Trace, files: &[File], input: &[u8]) {
    let members: usize = trace.table().groups().iter().map(|group| group.len()).sum();
    if events::count(trace) == 0 || !events::is_small(trace) || members > MOST_MEMBERS {
        return;
    }
    match Random::of(input).below(6) {
        0 => table(trace),
        1 => native_or_symbols(trace),
        2 => compressed_again(trace, files),
        3 => nests(trace, Method::default()),
        4 => nests(trace, Method::Nlr { k: 10 }),
        _ => program(trace),
    }
}

/// The trace of files that were just written.
fn again(files: &[File], what: &str) -> Trace {
    let outcome: Outcome = open(files, Reads::Whole, 1 << 20, 10_000);
    match (trace(&outcome), &outcome) {
        (Some(trace), _) => trace.clone(),
        (None, Err(notes)) => {
            let head = files.first().map(|(_, bytes)| &bytes[..bytes.len().min(300)]);
            let head = String::from_utf8_lossy(head.unwrap_or_default());
            panic!("{what} that was written cannot be read: {}; it begins {head:?}", notes[0])
        }
        (None, Ok(_)) => panic!("{what} that was written is no trace"),
    }
}

/// The files of a trace in a form.
fn written(trace: &Trace, form: Form) -> Vec<File> {
    let writer = Writer::new(trace, form);
    let mut bytes = Vec::new();
    let mut files = Vec::new();
    writer.begin(&mut bytes).unwrap();
    for process in trace.processes() {
        let before = bytes.len();
        writer.process(process, &mut bytes).unwrap();
        if !form.holds_several(trace) {
            if bytes.len() > before {
                let name = format!("rank-{}.{}", process.id, form.ending());
                files.push((name, std::mem::take(&mut bytes)));
            }
            bytes.clear();
            writer.begin(&mut bytes).unwrap();
        }
    }
    if form.holds_several(trace) {
        files.push((format!("all.{}", form.ending()), bytes));
    }
    files
}

/// A table says all that events say.
fn table(trace: &Trace) {
    let has_events = trace.event_count(View::Communication) + trace.event_count(View::Calls) > 0;
    let files = written(trace, Form::Csv);
    let back = again(&files, "a table");
    let losses = export::losses(NAME, trace, Form::Csv, None);
    if losses.iter().any(|note| note.what.contains("escapes")) {
        let text = String::from_utf8_lossy(&files[0].1);
        // Tuples beside events are left out.
        let count = |trace: &Trace| match has_events {
            true => events::count(trace) - trace.event_count(View::Values),
            false => events::count(trace),
        };
        assert_eq!(count(&back), count(trace), "as a table with escapes: {text}");
        return;
    }
    // Sizes beyond 63 bits, which only damage makes, are no numbers in a table.
    let sizes = |record: &Record| record.bytes.is_some_and(|bytes| i64::try_from(bytes).is_err());
    let too_large = losses.iter().any(|note| note.what.contains("larger ones are left out"));
    if too_large || trace.table().records().iter().any(sizes) {
        return;
    }
    let views: &[View] = if has_events { &[View::Calls, View::Communication] } else { &[View::Values] };
    for &view in views {
        let (mut found, mut expected) = (lines_of(&back, view), lines_of(trace, view));
        // Fields without names of their own are called as the new form calls them.
        for lines in [&mut found, &mut expected] {
            lines.retain(|line| !line.contains(" fields ["));
        }
        assert_same(&found, &expected, &format!("as a table, {}", view.name()));
    }
}

/// Native text, and lists of symbols, as far as they say all.
fn native_or_symbols(trace: &Trace) {
    for (form, view) in [(Form::Native, View::Communication), (Form::Symbols, View::Calls)] {
        let holds = export::check(NAME, trace, form).is_ok();
        if !holds || trace.event_count(view) == 0 {
            continue;
        }
        let losses = export::losses(NAME, trace, form, Some(view));
        if !losses.is_empty() {
            continue;
        }
        let files = written(trace, form);
        // Nothing marks a list of symbols: words that look like a table, one below the other, are one.
        let of_form = |(name, bytes): &File| sniff(bytes, name).is_ok_and(|it| it.name == "symbols");
        if form == Form::Symbols && !files.iter().all(of_form) {
            continue;
        }
        let back = again(&files, form.name());
        match form {
            Form::Native => assert_same(&native_lines(&back), &native_lines(trace), "as native text"),
            _ => {
                let (found, expected) = (back.event_count(view), trace.event_count(view));
                let text = String::from_utf8_lossy(&files[0].1);
                assert_eq!(found, expected, "as symbols: {text:?}");
            }
        }
    }
}

/// What native text says of events: not how long messages are, nor roots and operations.
fn native_lines(trace: &Trace) -> Vec<String> {
    let signature = loopscope_core::symbols::Signature::default_for(View::Communication);
    let mut lines = Vec::new();
    for process in trace.processes() {
        for id in process.events(View::Communication).into_iter().flatten() {
            let record = trace.table().record(id);
            lines.push(signature.text(record, process.id, trace.table()));
        }
    }
    lines
}

/// A compressed trace.
fn compressed_again(trace: &Trace, files: &[File]) {
    let Some(packed) = compress(files) else { return };
    let back = again(&[("t.lsz".to_owned(), packed)], "a compressed trace");
    assert_same(&lines(&back), &lines(trace), "compressed");
}

/// Files as a compressed trace; nothing if they cannot be read so.
pub(crate) fn compress(files: &[File]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let settings = Settings { k_symbols: 20, k_numbers: 20, ..Settings::default() };
    let sources = sources(files, Reads::Ragged);
    let mut compressing = Compressing::new(Opening::new(NAME, sources, limits()), settings, &mut out).unwrap();
    for _ in 0..100_000 {
        match compressing.step(1 << 16) {
            Ok(None) => {}
            Ok(Some(outcome)) => {
                drop(compressing);
                assert_eq!(outcome.written, out.len() as u64);
                return Some(out);
            }
            Err(Failed::Input(_)) => return None,
            Err(Failed::Output(error)) => panic!("memory cannot be written: {error}"),
        }
    }
    panic!("compressing does not end");
}

/// The nests of a trace; `None` where it cannot be analysed so.
fn analysis(trace: &Trace, wanted: &OptionChoices) -> Option<Analysis> {
    let options = wanted.resolve(NAME, trace).ok()?;
    let build = |process| ProcessNest::build(process, trace.table(), &options).map(Arc::new);
    let processes: Result<Vec<_>, _> = trace.processes().iter().map(|process| build(process)).collect();
    Some(Analysis::new(&options, processes.ok()?))
}

/// The trace of a file that is one.
fn trace_of(file: Vec<u8>) -> Trace {
    again(&[("rank-0".to_owned(), file)], "a trace")
}

/// A file compressed, its directory unpacked so that a fuzzer can change what it says.
pub(crate) fn compressed_stored(file: Vec<u8>) -> Option<Vec<u8>> {
    compress(&[("rank-0".to_owned(), file)]).map(|packed| compressed::store_directory(&packed))
}

/// Documents of the nests of a trace, by two methods.
pub(crate) fn documents_of_nests(file: Vec<u8>) -> Vec<Vec<u8>> {
    let trace = trace_of(file);
    let methods = [Method::default(), Method::Nlr { k: 10 }].map(|method| {
        let wanted = OptionChoices { method: Some(method), ..OptionChoices::default() };
        analysis(&trace, &wanted).map(|analysis| files::nests::write(&analysis).into_bytes())
    });
    methods.into_iter().flatten().collect()
}

/// A document of the model of a trace, if it has one.
pub(crate) fn document_of_model(file: Vec<u8>) -> Option<Vec<u8>> {
    program_of(&trace_of(file)).map(|program| files::model::write(&program).into_bytes())
}

/// A document of nests is printed as it was read.
fn nests(trace: &Trace, method: Method) {
    for view in trace.views() {
        let wanted = OptionChoices { method: Some(method), view: Some(view), ..OptionChoices::default() };
        let Some(analysis) = analysis(trace, &wanted) else { continue };
        if !analysis.processes.is_empty() {
            check_nests(&analysis);
        }
    }
}

/// Prints nests, reads them and prints them again.
///
/// # Panics
/// If that gives another document.
pub(crate) fn check_nests(analysis: &Analysis) {
    let text = files::nests::write(analysis);
    match files::nests::read(NAME, &text) {
        Ok(back) => assert_eq!(files::nests::write(&back), text, "a document of nests"),
        Err(note) => panic!("nests that were written cannot be read: {note}"),
    }
}

/// A model is printed as it was read, which compares it with its nests, event by event.
fn program(trace: &Trace) {
    if let Some(program) = program_of(trace) {
        check_program(&program);
    }
}

/// The model of a trace, if it has one.
fn program_of(trace: &Trace) -> Option<Program> {
    if trace.event_count(View::Communication) == 0 {
        return None;
    }
    let options = model::options(NAME, trace, &OptionChoices::default()).ok()?;
    let analysis = analysis(trace, &OptionChoices::from(options))?;
    Program::of_trace(NAME, trace, analysis).ok()
}

/// Prints a model, reads it and prints it again.
///
/// # Panics
/// If that gives another document.
pub(crate) fn check_program(program: &Program) {
    let text = files::model::write(program);
    match files::model::read(NAME, &text) {
        Ok(back) => assert_eq!(files::model::write(&back), text, "a document of a model"),
        Err(note) => panic!("a model that was written cannot be read: {note}"),
    }
}
