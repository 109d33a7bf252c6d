//! Files for tests: read whole into memory, opened as a session would.

#![allow(dead_code, unreachable_pub, clippy::unwrap_used, clippy::panic)]

pub mod programs;

use std::collections::HashMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use loopscope_core::trace::Trace;
use loopscope_session::open::{Limits, Opened, OpenedContent, Opening, SourceFile, Status};
use loopscope_session::options::OptionChoices;
use loopscope_session::Session;
pub use loopscope_testing::session::file;
use loopscope_testing::session::opened_files;

/// The root of the repository.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
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
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
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
        let name =
            entry.path().unwrap().file_name().map(|name| name.to_string_lossy().into_owned());
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        files.insert(name.unwrap_or_default(), bytes);
    }
    files
}
