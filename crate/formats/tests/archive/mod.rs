//! Traces of several files on disk, and reading them from memory. A trace of one file is one, too.

#![allow(dead_code, unused_imports)] // each test uses some of it

pub(crate) use std::fmt::Write;
pub(crate) use std::fs;
pub(crate) use std::path::{Path, PathBuf};

use loopscope_core::symbols::Signature;
pub(crate) use loopscope_core::trace::{Process, Tick, Trace, TraceBuilder, View};
use loopscope_formats::{sniff, Collection, FileInfo, Reading};
pub(crate) use loopscope_formats::{Note, Notes};

/// A file: its path from the archive's folder on, and its bytes.
pub(crate) type File = (String, Vec<u8>);

/// The folder of all fixtures of a format.
pub(crate) fn root(format: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures").join(format)
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let found = fs::read_dir(folder).map(|entries| entries.map(|entry| entry.unwrap().path()));
    let mut found: Vec<PathBuf> = found.map(Iterator::collect).unwrap_or_default();
    found.sort();
    found
}

/// The traces of a format, `good` or `bad`: folders, or files where a trace is one file.
pub(crate) fn archives(format: &str, kind: &str) -> Vec<PathBuf> {
    let tools = entries(&root(format)).into_iter().filter(|path| path.is_dir());
    let all: Vec<PathBuf> = tools.flat_map(|tool| entries(&tool.join(kind))).collect();
    if all.iter().any(|path| path.is_dir()) {
        return all.into_iter().filter(|path| path.is_dir()).collect();
    }
    all.into_iter().filter(|path| path.extension().is_none_or(|end| end != "expected")).collect()
}

/// The files of an archive.
pub(crate) fn files(folder: &Path) -> Vec<File> {
    let mut found = Vec::new();
    if folder.is_file() {
        let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
        return vec![(name, fs::read(folder).unwrap())];
    }
    for path in entries(folder) {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.extension().is_some_and(|end| end == "expected") {
            continue;
        }
        if path.is_dir() {
            let inside = files(&path).into_iter();
            found.extend(inside.map(|(file, bytes)| (format!("{name}/{file}"), bytes)));
        } else {
            found.push((name, fs::read(&path).unwrap()));
        }
    }
    found
}

/// What reading gives.
pub(crate) struct Outcome {
    pub(crate) trace: Result<Trace, Note>,
    pub(crate) notes: Vec<Note>,
}

/// Reads files in their order and in chunks of that size. Those in no known format are passed over.
pub(crate) fn read(files: &[File], chunk: usize) -> Outcome {
    let mut gathered: Vec<(&str, Box<dyn Collection>)> = Vec::new();
    let mut trace = TraceBuilder::new(1 << 30);
    let mut notes = Notes::new();
    let mut failed = None;
    let mut used = false;
    for (name, bytes) in files {
        let Ok(format) = sniff(bytes, name) else { continue };
        used = true;
        let file = FileInfo::new(name);
        let read = match format.reading {
            Reading::Each(begin) => {
                trace.begin_source(name);
                notes.begin_file(name);
                let mut reader = begin(&file);
                let mut parts = bytes.chunks(chunk);
                let read = parts.try_for_each(|part| reader.read(part, &mut trace, &mut notes));
                let read = read.and_then(|()| reader.finish(&mut trace, &mut notes));
                match read {
                    Ok(()) => trace.end_source(),
                    Err(_) => trace.abandon_source(),
                }
                read
            }
            Reading::Together(begin) => {
                let known = gathered.iter().position(|it| it.0 == format.name);
                let at = known.unwrap_or_else(|| {
                    gathered.push((format.name, begin()));
                    gathered.len() - 1
                });
                let collection = &mut gathered[at].1;
                collection.begin(&file);
                bytes.chunks(chunk).for_each(|part| collection.read(part));
                collection.finish()
            }
        };
        if let Err(note) = read {
            failed.get_or_insert(note);
        }
    }
    if !used {
        failed = Some(Note::error("all files", "there is nothing to read"));
    }
    let mut built = failed.map_or(Ok(()), Err);
    for (_, collection) in &mut gathered {
        while built.is_ok() {
            match collection.build(&mut trace, &mut notes) {
                Ok(false) => {}
                Ok(true) => break,
                Err(note) => built = Err(note),
            }
        }
    }
    Outcome { trace: built.map(|()| trace.finish()), notes: notes.into_vec() }
}

/// What was found by the first note that says so.
pub(crate) fn found(notes: &[Note], what: &str) -> Option<String> {
    notes.iter().find(|note| note.what.contains(what)).map(|note| note.found.clone())
}

/// What reading gives, as text: all events with all their fields, and all notes.
pub(crate) fn summary(files: &[File], chunk: usize) -> String {
    let mut text = String::new();
    let Outcome { trace, notes } = read(files, chunk);
    match trace {
        Err(note) => writeln!(text, "refused: {note}").unwrap(),
        Ok(trace) => {
            for process in trace.processes() {
                writeln!(text, "process {} from {}", process.id, process.source).unwrap();
                for view in [View::Calls, View::Communication] {
                    let signature = Signature::parse("name,peer,tag,bytes,comm,op,root").unwrap();
                    let events = process.events(view);
                    let count = events.map_or(0, |events| events.len());
                    writeln!(text, "  {}: {count} events", view.name()).unwrap();
                    for event in events.into_iter().flatten() {
                        let line = signature.text(trace.table().record(event), process.id, trace.table());
                        writeln!(text, "    {line}").unwrap();
                    }
                }
            }
        }
    }
    for note in notes {
        writeln!(text, "{} {note}", note.severity.name()).unwrap();
    }
    text
}

/// Reads all traces of these folders and compares with what stands beside them; `UPDATE=1` writes that
/// anew.
pub(crate) fn check_summaries(folders: &[PathBuf]) {
    for folder in folders {
        let got = summary(&files(folder), usize::MAX);
        let beside = format!("{}.expected", folder.display());
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&beside, &got).unwrap();
        }
        let expected = fs::read_to_string(&beside).unwrap_or_default();
        let differ = got.lines().zip(expected.lines()).find(|(got, expected)| got != expected);
        assert!(got == expected, "{}: {differ:?}", folder.display());
    }
}

/// Reads traces with their files in other orders and with chunks that end anywhere.
pub(crate) fn check_orders_and_chunks(folders: &[PathBuf]) {
    for folder in folders {
        let mut files = files(folder);
        let expected = summary(&files, usize::MAX);
        for chunk in [1, 2, 17, 18, 19, 1000] {
            assert!(summary(&files, chunk) == expected, "{} in {chunk}", folder.display());
        }
        files.reverse();
        assert!(summary(&files, 64 << 10) == expected, "{} reversed", folder.display());
        let turn = files.len() / 2;
        files.rotate_left(turn);
        assert!(summary(&files, 64 << 10) == expected, "{} rotated", folder.display());
    }
}

/// Reads a trace whose files are cut, one after the other: anywhere if they are short, else at 200
/// places.
pub(crate) fn check_truncated(folders: &[PathBuf], short: usize) {
    for folder in folders {
        let whole = files(folder);
        for at in 0..whole.len() {
            let length = whole[at].1.len();
            let step = if length <= short { 1 } else { length / 200 };
            for end in (0..length).step_by(step) {
                let mut cut = whole.clone();
                cut[at].1.truncate(end);
                if let Err(fault) = fault(&cut) {
                    panic!("{}: {} cut at {end}: {fault}", folder.display(), cut[at].0);
                }
            }
        }
    }
}

/// What is the matter with reading a damaged archive; it has to give a trace or one clear message.
pub(crate) fn fault(files: &[File]) -> Result<(), String> {
    let Outcome { trace, notes } = read(files, 4096);
    match trace {
        Ok(trace) => {
            let events: u64 = View::ALL.iter().map(|&view| trace.event_count(view)).sum();
            let bytes: usize = files.iter().map(|file| file.1.len()).sum();
            if events > 2 * bytes as u64 {
                return Err(format!("{events} events"));
            }
        }
        Err(note) if note.file.is_empty() || note.what.is_empty() => {
            return Err(format!("an unclear message: {note}"));
        }
        Err(_) => {}
    }
    // A kind of note may come from every file, with its count.
    if notes.len() > 20 * files.len() {
        return Err(format!("{} notes", notes.len()));
    }
    Ok(())
}

/// The traces of a format that are good, of which there are so many at least; and the tests that all formats of several
/// files have.
#[allow(unused_macros)] // not every test has all of these
macro_rules! archive_tests {
    ($format:literal, $least:literal) => {
        fn good() -> Vec<std::path::PathBuf> {
            let found = archive::archives($format, "good");
            assert!(found.len() >= $least, "{found:?}");
            found
        }

        fn named(name: &str) -> Vec<archive::File> {
            archive::files(good().iter().find(|path| path.ends_with(name)).unwrap())
        }

        #[test]
        fn summaries() {
            archive::check_summaries(&good());
            archive::check_summaries(&archive::archives($format, "bad"));
        }

        #[test]
        fn files_come_in_any_order_and_chunks_end_anywhere() {
            archive::check_orders_and_chunks(&good());
        }

        #[test]
        fn truncated_anywhere() {
            archive::check_truncated(&good(), 3000);
        }
    };
}

/// The times of a view of a process.
pub(crate) fn spans(process: &Process, view: View) -> Option<Vec<(u64, u64)>> {
    let times = process.times(view)?;
    assert_eq!(Some(times.len()), process.len(view));
    Some(times.iter().map(|span| (span.enter, span.leave)).collect())
}
