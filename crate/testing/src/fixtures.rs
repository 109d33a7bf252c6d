//! The files of `tests/fixtures`, and which folders hold traces.

use std::path::{Path, PathBuf};

/// The folders whose files are traces that the readers accept, or traces with faults. Every reader has one; the files
/// of the others (`archives`, `corpus`, `foreign`, `none`) are wrapped, or no traces.
pub const TRACES: [&str; 14] = [
    "native",
    "symbols",
    "din",
    "lackey",
    "numbers",
    "csv",
    "csv-events",
    "chrome",
    "simgrid",
    "paje",
    "otf2",
    "paraver",
    "dumpi",
    "same-run",
];

/// Endings of files that describe a fixture and are none.
const BESIDE: [&str; 4] = ["expected", "md", "otf2-print", "counts"];

/// The folder of that name, or of that path, in `tests/fixtures`.
pub fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures").join(name)
}

/// All files in a folder of `tests/fixtures` and in the folders in it, ascending, without those that describe another.
///
/// # Panics
/// If the folder cannot be read.
pub fn files(name: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder(name)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let ending = path.extension().map(|end| end.to_string_lossy().into_owned());
            if path.is_dir() {
                folders.push(path);
            } else if !BESIDE.contains(&ending.as_deref().unwrap_or("")) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::{files, folder, TRACES};

    /// A new folder is tested everywhere, or belongs to the few that hold no plain traces.
    #[test]
    fn every_folder_is_known() {
        let mut found: Vec<String> = std::fs::read_dir(folder(""))
            .unwrap()
            .map(|entry| entry.unwrap())
            .filter(|entry| entry.path().is_dir())
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        let mut known: Vec<&str> = TRACES.to_vec();
        known.extend(["archives", "corpus", "foreign", "none"]);
        found.sort();
        known.sort_unstable();
        assert_eq!(found, known);
        assert!(TRACES.iter().all(|name| !files(name).is_empty()));
    }
}
