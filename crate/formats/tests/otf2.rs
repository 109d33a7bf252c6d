//! OTF2 archives on disk: what reading them gives, and that no damage breaks the reader.
//!
//! Beside each archive stands `NAME.otf2-print`, what the format's own program says of it in the form
//! that `crate/formats/tools/otf2_print_lines.py` gives it, and `NAME.expected`, what reading it
//! gives (`UPDATE=1` writes that anew).

#![allow(clippy::unwrap_used)] // a test may fail

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use loopscope_core::symbols::Signature;
use loopscope_core::trace::{Trace, TraceBuilder, View};
use loopscope_formats::{otf2, sniff, FileInfo, Note, Notes, Reading};

type File = (String, Vec<u8>);

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/otf2")
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.sort();
    found
}

/// The folders of all good archives.
fn archives() -> Vec<PathBuf> {
    let tools = entries(&root()).into_iter().filter(|path| path.is_dir());
    let found: Vec<PathBuf> =
        tools.flat_map(|tool| entries(&tool.join("good"))).filter(|path| path.is_dir()).collect();
    assert!(found.len() >= 4, "{found:?}");
    found
}

fn archive(name: &str) -> Vec<File> {
    files(archives().iter().find(|path| path.ends_with(name)).unwrap())
}

/// The files of an archive, named from its folder on.
fn files(folder: &Path) -> Vec<File> {
    let mut found = Vec::new();
    for path in entries(folder) {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            found.extend(
                files(&path).into_iter().map(|(file, bytes)| (format!("{name}/{file}"), bytes)),
            );
        } else {
            found.push((name, fs::read(&path).unwrap()));
        }
    }
    found
}

/// Reads files in their order and in chunks of that size.
fn read(files: &[File], chunk: usize) -> (Result<Trace, Note>, Vec<Note>) {
    let Reading::Together(begin) = otf2::FORMAT.reading else { unreachable!() };
    let mut collection = begin();
    let mut trace = TraceBuilder::new(1 << 30);
    let mut notes = Notes::new();
    let mut failed = None;
    for (name, bytes) in files {
        if sniff(bytes, name).map(|format| format.name) != Ok("otf2") {
            continue;
        }
        collection.begin(&FileInfo::new(name));
        bytes.chunks(chunk).for_each(|part| collection.read(part));
        if let Err(note) = collection.finish() {
            failed.get_or_insert(note);
        }
    }
    if let Some(note) = failed {
        return (Err(note), notes.into_vec());
    }
    loop {
        match collection.build(&mut trace, &mut notes) {
            Ok(false) => {}
            Ok(true) => return (Ok(trace.finish()), notes.into_vec()),
            Err(note) => return (Err(note), notes.into_vec()),
        }
    }
}

/// What reading gives, as text.
fn summary(files: &[File], chunk: usize) -> String {
    let mut text = String::new();
    let (trace, notes) = read(files, chunk);
    match trace {
        Err(note) => writeln!(text, "refused: {note}").unwrap(),
        Ok(trace) => {
            for process in trace.processes() {
                writeln!(text, "process {} from {}", process.id, process.source).unwrap();
                for view in [View::Calls, View::Communication] {
                    let signature = Signature::parse("name,peer,tag,bytes,comm,op,root").unwrap();
                    let events = process.events(view).unwrap_or(&[]);
                    writeln!(text, "  {}: {} events", view.name(), events.len()).unwrap();
                    for &event in events {
                        let line =
                            signature.text(trace.table().record(event), process.id, trace.table());
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

#[test]
fn summaries() {
    for folder in archives() {
        let got = summary(&files(&folder), usize::MAX);
        let beside = format!("{}.expected", folder.display());
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&beside, &got).unwrap();
        }
        let expected = fs::read_to_string(&beside).unwrap_or_default();
        assert!(!got.contains("refused"), "{}:\n{got}", folder.display());
        assert!(got == expected, "{}:\n{got}", folder.display());
    }
}

#[test]
fn the_records_are_those_of_otf2_print() {
    for folder in archives() {
        let files = files(&folder);
        let content = |name: &str| files.iter().find(|file| file.0 == name).map(|file| &file.1[..]);
        let mut locations: Vec<(u64, &str)> = files
            .iter()
            .filter_map(|(name, _)| {
                let stem = name.strip_suffix(".evt")?;
                Some((stem.rsplit('/').next()?.parse().ok()?, stem))
            })
            .collect();
        locations.sort_unstable();
        let mut text = String::new();
        for (number, stem) in locations {
            writeln!(text, "location {number}").unwrap();
            let events = content(&format!("{stem}.evt")).unwrap();
            text.push_str(&otf2::list(events, content(&format!("{stem}.def"))));
        }
        let printed = fs::read_to_string(format!("{}.otf2-print", folder.display())).unwrap();
        assert!(text.lines().count() > 100);
        assert!(text == printed, "{} differs from what otf2-print says", folder.display());
    }
}

#[test]
fn files_come_in_any_order_and_chunks_end_anywhere() {
    for folder in archives() {
        let mut files = files(&folder);
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

/// A damaged archive gives a trace, or one clear message.
fn survives(files: &[File], what: &str) {
    let (trace, notes) = read(files, 4096);
    match trace {
        Ok(trace) => {
            let events: u64 = View::ALL.iter().map(|&view| trace.event_count(view)).sum();
            let bytes: usize = files.iter().map(|file| file.1.len()).sum();
            assert!(events <= 2 * bytes as u64, "{what}: {events} events");
        }
        Err(note) => {
            assert!(!note.file.is_empty() && !note.what.is_empty(), "{what}: {note}");
        }
    }
    assert!(notes.len() < 20, "{what}: {} notes", notes.len());
}

#[test]
fn truncated_anywhere() {
    for (name, step) in [("ping-pong", 1), ("every-record", 1), ("is.W.8", 61)] {
        let whole = archive(name);
        for at in 0..whole.len() {
            // The definitions of names are long and alike.
            let step = if whole[at].1.len() > 5000 { 37 } else { step };
            for end in (0..whole[at].1.len()).step_by(step) {
                let mut cut = whole.clone();
                cut[at].1.truncate(end);
                survives(&cut, &format!("{name}: {} cut at {end}", whole[at].0));
            }
        }
    }
}

#[test]
fn a_cut_event_file_is_said_and_used_so_far() {
    let mut files = archive("ping-pong");
    let events = files.iter_mut().find(|file| file.0 == "traces/0.evt").unwrap();
    events.1.truncate(500);
    let (trace, notes) = read(&files, usize::MAX);
    let trace = trace.unwrap();
    let sizes: Vec<usize> = trace
        .processes()
        .iter()
        .map(|process| process.events(View::Communication).unwrap().len())
        .collect();
    assert_eq!(sizes, [9, 18]);
    let said: Vec<String> = notes.iter().map(Note::to_string).collect();
    assert!(
        said.iter().any(|note| note.starts_with("traces/0.evt: byte 495: the file is truncated")),
        "{said:?}"
    );
}

#[test]
fn flipped_bytes() {
    for (name, step) in [("ping-pong", 1), ("every-record", 1), ("is.W.8", 47)] {
        let whole = archive(name);
        for at in 0..whole.len() {
            let step = if whole[at].1.len() > 5000 { 31 } else { step };
            for place in (0..whole[at].1.len()).step_by(step) {
                for flip in [0x01, 0x80, 0xff] {
                    let mut changed = whole.clone();
                    changed[at].1[place] ^= flip;
                    survives(&changed, &format!("{name}: {} changed at {place}", whole[at].0));
                }
            }
        }
    }
}

#[test]
fn parts_that_are_missing_are_named() {
    let whole = archive("ping-pong");
    let without = |ending: &str| {
        let rest: Vec<File> =
            whole.iter().filter(|file| !file.0.ends_with(ending)).cloned().collect();
        read(&rest, usize::MAX)
    };
    let message = |ending| without(ending).0.unwrap_err().to_string();
    assert!(message(".otf2").contains("the anchor of the OTF2 archive is missing"));
    assert!(message("traces.def").contains("traces.otf2: the definitions of the OTF2 archive"));
    assert!(message(".evt").contains("the events of the OTF2 archive are missing"));
    let (trace, notes) = without("/1.evt");
    assert_eq!(trace.unwrap().processes().len(), 1);
    let said: Vec<String> = notes.iter().map(Note::to_string).collect();
    assert!(said.iter().any(|note| note.contains("processes have no event file; found process 1")));
}

#[test]
fn one_archive_at_a_time() {
    let mut two = archive("ping-pong");
    let other = archive("ping-pong-papi");
    two.extend(other.into_iter().map(|(name, bytes)| (format!("other/{name}"), bytes)));
    let message = read(&two, usize::MAX).0.unwrap_err().to_string();
    assert!(message.contains("there are several OTF2 archives"), "{message}");
}
