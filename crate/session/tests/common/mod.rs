//! Files for tests: read whole into memory, opened as a session would; and what most tests name.

#![allow(dead_code, unreachable_pub, unused_imports)] // each test uses some of it

pub mod programs;

use std::collections::HashMap;
use std::io::Read;
pub use std::path::{Path, PathBuf};

pub use loopscope_core::trace::{ProcessId, Trace, View};
pub use loopscope_session::analysis::{Analysis, ProcessNest};
pub use loopscope_session::files;
pub use loopscope_session::open::*;
pub use loopscope_session::options::OptionChoices;
pub use loopscope_session::tasks::model::Program;
pub use loopscope_session::wire::*;
pub use loopscope_session::Session;
pub use loopscope_testing::session::*;
pub use loopscope_testing::{held, Random};

/// The root of the repository.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folder of real traces, if one is named.
pub fn real_traces() -> Option<PathBuf> {
    std::env::var_os("LOOPSCOPE_TRACES").map(PathBuf::from)
}

/// The files of the folder of real traces, or without one those of a few programs that were recorded in several forms.
pub fn recorded() -> Vec<PathBuf> {
    let fixtures = || repository().join("tests/fixtures/otf2/eztrace-2.0/same-programs");
    files_under(&real_traces().unwrap_or_else(fixtures))
}

/// The files of the folder of real traces, or without one the samples and the corpus.
pub fn whole_traces() -> Vec<PathBuf> {
    let bundled = || ["web/public/samples", "tests/fixtures/corpus"].map(|it| repository().join(it));
    let folders = real_traces().map_or_else(|| bundled().to_vec(), |folder| vec![folder]);
    folders.iter().flat_map(|folder| files_under(folder)).collect()
}

/// A sample of the page.
pub fn sample(name: &str) -> SourceFile {
    file(name, std::fs::read(repository().join("web/public/samples").join(name)).unwrap())
}

/// Tables of processes from 0 on.
pub fn of_ranks(tables: impl IntoIterator<Item = String>) -> Vec<SourceFile> {
    let named = tables.into_iter().enumerate();
    named.map(|(rank, table)| file(&format!("rank-{rank}.csv"), table)).collect()
}

/// What a sentence says.
pub fn text(parts: &[SentencePart]) -> String {
    parts.iter().map(|part| part.text.as_str()).collect()
}

/// Where the time of handle 1 goes.
pub fn time(session: &mut Session, request: TimeRequest) -> TimeSummary {
    held!(run_task(session, &TaskRequest::Time(request)), Ok(TaskResult::Time(summary)) => *summary)
}

/// The iterations of a loop of handle 1.
pub fn iterations(session: &mut Session, id: u32) -> IterationsSummary {
    let request = IterationsRequest { id, ..IterationsRequest::default() };
    held!(run_task(session, &TaskRequest::Iterations(request)),
        Ok(TaskResult::Iterations(summary)) => *summary)
}

/// The last word of a path.
pub fn name_of(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

/// All files below a folder, sorted.
pub fn files_under(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Opens files to the end.
pub fn open(files: Vec<SourceFile>) -> Opened {
    let mut opening = Opening::new("test", files, Limits::default());
    loop {
        match opening.step(1 << 20).unwrap() {
            Status::Working => {}
            Status::Done(opened) => return *opened,
        }
    }
}

/// A session that has opened files.
pub fn opened(files: Vec<SourceFile>) -> Session {
    opened_files("run", files, OptionChoices::default())
}

/// The trace that was opened.
pub fn trace_of(opened: Opened) -> Trace {
    match opened.content {
        OpenedContent::Trace(trace) => trace,
        OpenedContent::NestsJson(_) => panic!("these are nests"),
    }
}

/// Opens one file or archive on disk as a trace.
pub fn open_path(path: &Path) -> Trace {
    let name = name_of(path);
    trace_of(open(vec![file(&name, std::fs::read(path).unwrap())]))
}

/// The files in an archive, by base name.
pub fn unpacked(path: &Path) -> HashMap<String, Vec<u8>> {
    let packed = std::fs::read(path).unwrap();
    let mut tar = Vec::new();
    ruzstd::decoding::StreamingDecoder::new(&packed[..]).unwrap().read_to_end(&mut tar).unwrap();
    let mut files = HashMap::new();
    for entry in tar::Archive::new(&tar[..]).entries().unwrap() {
        let mut entry = entry.unwrap();
        let name = entry.path().unwrap().file_name().map(|name| name.to_string_lossy().into_owned());
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        files.insert(name.unwrap_or_default(), bytes);
    }
    files
}
