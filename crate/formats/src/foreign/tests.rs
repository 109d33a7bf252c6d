//! Every fixture of another tool is refused by name, whatever it is called; nothing else is.

use std::fs;
use std::path::{Path, PathBuf};

use super::{by_ending, bytes, lines, recognize, text, ENDINGS};
use crate::{sniff, FORMATS};

fn fixtures(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let ending = path.extension().map(|end| end.to_string_lossy().into_owned());
        if path.is_dir() {
            fixtures(&path, found);
        } else if !matches!(ending.as_deref(), Some("expected" | "md" | "otf2-print" | "counts")) {
            found.push(path);
        }
    }
    found.sort();
}

fn below(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures");
    let mut found = Vec::new();
    fixtures(&root.join(folder), &mut found);
    found
}

#[test]
fn every_file_is_refused_by_name_whatever_it_is_called() {
    let mut met: Vec<String> = Vec::new();
    for path in below("foreign/tools") {
        let bytes = fs::read(&path).unwrap();
        let foreign = recognize(&bytes).unwrap_or_else(|| panic!("{} is not known", path.display()));
        met.push(foreign.what.to_owned());
        for name in ["unknown", "rank-0.sym", "rank-1.trace", "trace.csv", "trace.json", "README"] {
            let note = sniff(&bytes, name).unwrap_err();
            assert!(note.what.contains(foreign.what), "{note}");
            assert_eq!((&*note.file, &*note.remedy), (name, foreign.way_out));
        }
        let expected = format!("{}\n", sniff(&bytes, "unknown").unwrap_err());
        let beside = PathBuf::from(format!("{}.expected", path.display()));
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&beside, &expected).unwrap();
        }
        assert_eq!(fs::read_to_string(&beside).unwrap_or_default(), expected, "{}", path.display());
    }
    for what in bytes::whats().iter().chain(lines::whats().iter()) {
        assert!(met.iter().any(|met| met == what), "no fixture of {what}");
    }
}

#[test]
fn texts_that_are_no_traces_are_named() {
    let mut met: Vec<&str> = Vec::new();
    for path in below("foreign/texts") {
        let bytes = fs::read(&path).unwrap();
        let what = text(&bytes).unwrap_or_else(|| panic!("{} is not known", path.display()));
        met.push(what);
        for name in ["unknown", "rank-0.sym", "rank-1.trace"] {
            let note = sniff(&bytes, name).unwrap_err();
            assert!(note.found.starts_with(what), "{}: {note}", path.display());
        }
    }
    assert!(lines::texts().iter().all(|what| met.contains(what)), "{met:?}");
}

/// Nothing that is read here begins like a file of another tool.
#[test]
fn no_trace_is_refused() {
    // A folder of fixtures has the name of its format.
    let folders = FORMATS.iter().map(|format| format.name).chain(["same-run"]);
    let mut count = 0;
    for path in folders.flat_map(below) {
        let bytes = fs::read(&path).unwrap();
        assert_eq!(recognize(&bytes), None, "{}", path.display());
        count += 1;
    }
    assert!(count > 100, "{count}");
}

#[test]
fn a_binary_file_without_a_mark_has_its_ending() {
    for (ending, what, way_out) in ENDINGS {
        let name = format!("run/report.{}", ending.to_ascii_uppercase());
        assert_eq!(by_ending(&name).unwrap().what, *what);
        let note = sniff(b"\0\x01\x02\x03", &name).unwrap_err();
        assert!(note.remedy.contains(what) && note.remedy.contains(way_out), "{note}");
    }
    assert_eq!(sniff(b"\0\x01\x02\x03", "report").unwrap_err().remedy, "");
}
