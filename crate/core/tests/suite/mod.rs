//! Runs case files: every file in a folder of `tests/suite`, so that none is forgotten.

use std::path::Path;

/// Runs all case files of a folder. `run` gets the content of a file, reports each failure with the number of its line,
/// and returns the number of its cases.
pub(crate) fn run_all(folder: &str, mut run: impl FnMut(&str, &mut dyn FnMut(usize, String)) -> usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/suite").join(folder);
    let entries = std::fs::read_dir(&folder).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "no files in {}", folder.display());
    let mut failures = String::new();
    for path in files {
        let path_text = path.display();
        assert_eq!(path.extension().and_then(|e| e.to_str()), Some("case"), "{path_text}");
        let content = std::fs::read_to_string(&path).unwrap();
        let mut fail = |line, what| failures += &format!("\n{path_text}:{line}: {what}");
        assert!(run(&content, &mut fail) > 0, "no cases in {path_text}");
    }
    assert!(failures.is_empty(), "{failures}");
}

/// A line without its comment, which begins at `#`.
pub(crate) fn without_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or("").trim_end()
}
