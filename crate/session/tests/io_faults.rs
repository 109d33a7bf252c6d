//! Sources that misbehave: reads that are short, interrupted or fail at any call, files that end early or change their
//! length while they are read.
//!
//! Whatever happens, the outcome is the whole trace or an error that names the file; what was loaded before stays.

#![cfg(test)]

mod common;

use common::*;
use std::cell::Cell;
use std::io;
use std::rc::Rc;

use loopscope_session::export::{Form, Writer};
use loopscope_session::formats::notes::{Note, Severity};
use loopscope_session::TraceHandle;

/// What a source does wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// At most so many bytes come at a time.
    Short(usize),
    /// So many bytes come at a time, and every second call is interrupted.
    Interrupted(usize),
    /// So many bytes come at a time, and that call fails, counted from 0; later ones do not.
    Once(usize, u32),
    /// The same, and all later calls fail, too.
    From(usize, u32),
    /// Nothing comes from that byte on, though the file says that it is longer.
    EndsAt(usize),
    /// The file says that it is so much shorter, so many times, and later how long it is.
    Grows(u64, u32),
}

const FOUND: &str = "the device is gone";

/// A file with a fault.
struct Faulty {
    bytes: Vec<u8>,
    fault: Fault,
    reads: Rc<Cell<u32>>,
    lengths: Cell<u32>,
}

impl ReadAt for Faulty {
    fn len(&self) -> u64 {
        let asked = self.lengths.replace(self.lengths.get() + 1);
        let length = self.bytes.len() as u64;
        match self.fault {
            Fault::Grows(by, times) if asked < times => length.saturating_sub(by),
            _ => length,
        }
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let call = self.reads.replace(self.reads.get() + 1);
        let (most, end) = match self.fault {
            Fault::Interrupted(_) if call.is_multiple_of(2) => return Err(io::ErrorKind::Interrupted.into()),
            Fault::Once(_, at) if call == at => return Err(io::Error::other(FOUND)),
            Fault::From(_, at) if call >= at => return Err(io::Error::other(FOUND)),
            Fault::EndsAt(end) => (usize::MAX, end),
            Fault::Grows(..) => (usize::MAX, self.bytes.len()),
            Fault::Short(most) | Fault::Interrupted(most) | Fault::Once(most, _) | Fault::From(most, _) => {
                (most, self.bytes.len())
            }
        };
        let start = (offset as usize).min(end);
        let count = most.min(end - start).min(buffer.len());
        buffer[..count].copy_from_slice(&self.bytes[start..start + count]);
        Ok(count)
    }
}

/// A trace: its files, of which one is read with faults.
struct Case {
    name: &'static str,
    files: Vec<(String, Vec<u8>)>,
    faulty: usize,
}

impl Case {
    /// A trace of one file.
    fn of(name: &'static str) -> Self {
        let bytes = std::fs::read(repository().join("tests/fixtures").join(name)).unwrap();
        let base = name.rsplit('/').next().unwrap().to_owned();
        Self { name, files: vec![(base, bytes)], faulty: 0 }
    }

    /// A trace of all files of a folder; that one has faults.
    fn of_folder(name: &'static str, faulty: &str) -> Self {
        let folder = repository().join("tests/fixtures").join(name);
        let path = |path: &PathBuf| path.strip_prefix(&folder).unwrap().display().to_string();
        let files = files_under(&folder).into_iter();
        let files = files.filter(|path| path.extension().is_none_or(|end| end != "expected"));
        let files: Vec<(String, Vec<u8>)> = files.map(|file| (path(&file), std::fs::read(&file).unwrap())).collect();
        let faulty = files.iter().position(|(path, _)| path.ends_with(faulty)).unwrap();
        Self { name, files, faulty }
    }

    /// Its files with that fault, and the number of reads of the one that has it.
    fn sources(&self, fault: Fault) -> (Vec<SourceFile>, Rc<Cell<u32>>) {
        let reads = Rc::<Cell<u32>>::default();
        let source = |(at, (path, bytes)): (usize, &(String, Vec<u8>))| {
            if at != self.faulty {
                return file(path, bytes.clone());
            }
            let bytes = bytes.clone();
            let data = Faulty { bytes, fault, reads: reads.clone(), lengths: Cell::default() };
            SourceFile { path: path.clone(), data: Content::Random(Rc::new(data)) }
        };
        (self.files.iter().enumerate().map(source).collect(), reads.clone())
    }

    /// What opening it gives, and the number of reads of the file that has the fault.
    fn outcome(&self, fault: Fault) -> (Result<String, Vec<Note>>, u32) {
        let (sources, reads) = self.sources(fault);
        let mut opening = Opening::new("drop", sources, Limits::default());
        for _ in 0..1_000_000 {
            match opening.step(1 << 16) {
                Ok(Status::Working) => {}
                Ok(Status::Done(opened)) => return (Ok(text(&opened)), reads.get()),
                Err(notes) => return (Err(notes), reads.get()),
            }
        }
        panic!("{}: no end with {fault:?}", self.name);
    }

    fn path(&self) -> &str {
        &self.files[self.faulty].0
    }

    /// Checks that the outcome is an error that names the file and says what the system said.
    fn check_refused(&self, fault: Fault, expected: &str) {
        let (outcome, _) = self.outcome(fault);
        let Err(notes) = outcome else {
            panic!("{}, {fault:?}: a part is taken for the whole", self.name);
        };
        let about_it = |note: &&Note| note.file.starts_with(self.path());
        let note = notes.iter().find(about_it);
        let note = note.unwrap_or_else(|| panic!("{}, {fault:?}: {notes:?}", self.name));
        assert_eq!(note.severity, Severity::Error, "{}, {fault:?}: {note}", self.name);
        assert!(note.to_string().contains(expected), "{}, {fault:?}: {note}", self.name);
        assert!(!note.found.is_empty() && !note.expected.is_empty(), "{}: {note:?}", self.name);
    }
}

/// All that was opened says, notes and names included.
fn text(opened: &Opened) -> String {
    let mut text = opened.notes.iter().map(|note| format!("{note}\n")).collect::<String>();
    match &opened.content {
        OpenedContent::NestsJson(nests) => text.push_str(nests),
        OpenedContent::Trace(trace) => {
            let writer = Writer::new(trace, Form::Csv);
            let mut bytes = Vec::new();
            for process in trace.processes() {
                bytes.extend(format!("{} {}\n", process.id, process.source).into_bytes());
                writer.process(process, &mut bytes).unwrap();
            }
            text.push_str(&String::from_utf8(bytes).unwrap());
        }
    }
    text
}

/// Every kind of container, every way of reading, and formats of one file and of several.
fn cases() -> Vec<Case> {
    vec![
        Case::of("archives/good/cg.S.4.zip"),
        Case::of("archives/good/stored.zip"),
        Case::of("archives/good/bt.S.4-local.tar.zst"),
        Case::of("archives/good/cg.S.4-symbols.tar.gz"),
        Case::of("archives/good/lulesh-gz.tar.zst"),
        Case::of("archives/good/two-frames-rank-0.trace.zst"),
        Case::of("archives/good/two-members-rank-0.trace.gz"),
        Case::of("archives/good/v7.tar.gz"),
        Case::of("din/matmul32/good/multiply-1.din"),
        Case::of("csv-events/npb-3.3-mpi/good/cg.S.4-timed-0.csv"),
        Case::of("chrome/speedscope/good/multi-thread-with-samples.json"),
        Case::of("paje/npb-3.3-mpi/good/cg.S.4.paje"),
        Case::of("symbols/npb-3.3-mpi/good/bt.S.4-rank-0.sym"),
        Case::of_folder("native/npb-3.3-mpi/good/bt.S.4", "rank-2.trace"),
        Case::of_folder("otf2/score-p-7.1/good/ping-pong", "0.evt"),
        Case::of_folder("otf2/score-p-7.1/good/ping-pong", ".otf2"),
        Case::of_folder("paraver/extrae/good/epoch-4", ".prv"),
        Case::of_folder("paraver/extrae/good/epoch-4", ".pcf"),
        Case::of_folder("dumpi/by-hand/good/program", "1.bin"),
        nests(),
    ]
}

/// A document of nests.
fn nests() -> Case {
    let text = "{\"format\":\"loopscope-nests/1\",\"method\":\"greedy\",\"parameters\":{},\"view\":\"communication\",\
        \"signature\":[\"name\"],\"processes\":[{\"process\":0,\"length\":6,\"symbols\":[\"send\"],\
        \"nodes\":[{\"symbol\":0},{\"loop\":{\"id\":1,\"count\":6,\"body\":[0]}}],\"root\":[1],\
        \"stats\":{\"top_level\":1,\"total\":2,\"loops\":1,\"depth\":1,\"coverage\":1.0,\"main_loop\":1.0}}]}\n";
    let files = vec![("nests.json".to_owned(), text.as_bytes().to_vec())];
    Case { name: "nests", files, faulty: 0 }
}

#[test]
fn short_and_interrupted_reads_change_nothing() {
    for case in cases() {
        let whole = case.outcome(Fault::Short(usize::MAX)).0.unwrap();
        assert!(!whole.is_empty(), "{}", case.name);
        for most in [1, 2, 511, 4096] {
            for fault in [Fault::Short(most), Fault::Interrupted(most)] {
                let (outcome, _) = case.outcome(fault);
                assert!(outcome.as_ref() == Ok(&whole), "{}, {fault:?}", case.name);
            }
        }
    }
}

#[test]
fn a_read_that_fails_is_an_error_whichever_it_is() {
    for case in cases() {
        // Pieces that make a few dozen reads of every file.
        let piece = (case.files[case.faulty].1.len() / 40).max(1);
        let (whole, reads) = case.outcome(Fault::Short(piece));
        assert!(whole.is_ok() && reads >= 10, "{}: {reads} reads", case.name);
        for call in 0..reads {
            case.check_refused(Fault::Once(piece, call), FOUND);
            case.check_refused(Fault::From(piece, call), FOUND);
        }
        let behind = case.outcome(Fault::From(piece, reads)).0;
        assert!(behind == whole, "{}: something is read after the end", case.name);
    }
}

#[test]
fn a_file_that_ends_early_is_no_whole_one() {
    for case in cases() {
        let length = case.files[case.faulty].1.len();
        let ends = (0..40).map(|part| length * part / 40).chain([1, length - 1]);
        for end in ends {
            case.check_refused(Fault::EndsAt(end), "");
        }
    }
}

#[test]
fn a_file_that_grows_is_read_as_it_was_or_refused() {
    for case in cases() {
        let length = case.files[case.faulty].1.len() as u64;
        let faults = [1, 100, length / 2, length].map(|by| (1..5).map(move |at| (by, at)));
        for (by, times) in faults.into_iter().flatten() {
            if let Err(notes) = case.outcome(Fault::Grows(by, times)).0 {
                let named = notes.iter().all(|note| !note.file.is_empty());
                assert!(named && notes[0].severity == Severity::Error, "{}", case.name);
            }
        }
    }
}

#[test]
fn what_was_loaded_before_stays() {
    for case in cases() {
        let before = vec![file("rank-0.trace", "0 send 1 2\n0 recv 1 3\n")];
        let mut session = opened_files("before", before, OptionChoices::default());
        let piece = (case.files[case.faulty].1.len() / 20).max(1);
        let (_, reads) = case.outcome(Fault::Short(piece));
        for call in [0, reads / 2, reads - 1] {
            let (sources, _) = case.sources(Fault::From(piece, call));
            session.open(2, "after", sources, Limits::default(), OptionChoices::default());
            match finish_opening(&mut session) {
                Step::Failed { handle: 2, problems } => {
                    assert!(problems.iter().any(|problem| problem.found.contains(FOUND)));
                }
                step => panic!("{}: {step:?}", case.name),
            }
            let loaded = session.loaded().unwrap();
            assert_eq!((loaded.handle, loaded.name.as_str()), (TraceHandle(1), "before"), "{}", case.name);
        }
    }
}
