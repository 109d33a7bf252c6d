//! OTF2 archives on disk, and reading them from memory.

use std::fs;
use std::path::{Path, PathBuf};

use loopscope_core::trace::{Trace, TraceBuilder, View};
use loopscope_formats::{otf2, sniff, FileInfo, Note, Notes, Reading};

/// A file: its path from the archive's folder on, and its bytes.
pub(crate) type File = (String, Vec<u8>);

/// The folder of all archives.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/otf2")
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let found = fs::read_dir(folder).map(|entries| entries.map(|entry| entry.unwrap().path()));
    let mut found: Vec<PathBuf> = found.map(Iterator::collect).unwrap_or_default();
    found.sort();
    found
}

/// The folders of archives, `good` or `bad`.
pub(crate) fn archives(kind: &str) -> Vec<PathBuf> {
    let tools = entries(&root()).into_iter().filter(|path| path.is_dir());
    tools.flat_map(|tool| entries(&tool.join(kind))).filter(|path| path.is_dir()).collect()
}

/// The files of an archive.
pub(crate) fn files(folder: &Path) -> Vec<File> {
    let mut found = Vec::new();
    for path in entries(folder) {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
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

/// Reads files in their order and in chunks of that size.
pub(crate) fn read(files: &[File], chunk: usize) -> Outcome {
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
    let built = match failed {
        Some(note) => Err(note),
        None => loop {
            match collection.build(&mut trace, &mut notes) {
                Ok(false) => {}
                Ok(true) => break Ok(()),
                Err(note) => break Err(note),
            }
        },
    };
    Outcome { trace: built.map(|()| trace.finish()), notes: notes.into_vec() }
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
    if notes.len() > 12 * files.len() {
        return Err(format!("{} notes", notes.len()));
    }
    Ok(())
}
