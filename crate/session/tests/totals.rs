//! What `loopscope info` counts is what the tools that belong to the formats count.
//!
//! Their counts stand beside the fixtures: what `otf2-print` says of OTF2 archives, record by record
//! (`crate/formats/tools/otf2_print_lines.py`), a count straight from the text of Paraver traces
//! (`crate/formats/tools/paraver_counts.py`), and what DUMPI's own counter says.

#![cfg(test)]

mod common;

use common::*;
use std::collections::BTreeMap;

use loopscope_session::view;

/// What a trace is told to hold.
#[derive(Debug, Default, PartialEq, Eq)]
struct Totals {
    sent: u64,
    received: u64,
    bytes: u64,
    calls: BTreeMap<String, u64>,
}

fn number(text: &str) -> u64 {
    text.replace(',', "").parse().unwrap()
}

impl Totals {
    /// From what the terminal prints of these files.
    fn of_info(files: Vec<SourceFile>) -> Self {
        let opened = open(files);
        let trace = opened.trace().unwrap();
        let text = view::info::of_trace("test", opened.format, trace);
        let mut totals = Self::default();
        let mut lines = text.lines();
        for line in lines.by_ref() {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["events", ref rest @ ..] => {
                    for pair in rest.windows(2) {
                        match pair[1].trim_end_matches(',') {
                            "send" => totals.sent = number(pair[0]),
                            "recv" => totals.received = number(pair[0]),
                            _ => {}
                        }
                    }
                }
                ["channels", ref rest @ ..] => {
                    let at = rest.iter().position(|word| word.starts_with("bytes"));
                    totals.bytes = at.map_or(0, |at| number(rest[at - 1]));
                }
                ["calls", "of"] => break,
                _ => {}
            }
        }
        for line in lines.take_while(|line| !line.is_empty()) {
            let (count, name) = line.trim_start().split_once(' ').unwrap();
            totals.calls.insert(name.trim().to_owned(), number(count));
        }
        totals
    }
}

fn folder(path: &Path) -> Vec<SourceFile> {
    let name = |file: &Path| file.strip_prefix(path).unwrap().display().to_string();
    files_under(path).iter().map(|it| file(&name(it), std::fs::read(it).unwrap())).collect()
}

/// Pairs of a trace's folder and the file of that ending beside it.
fn beside(format: &str, ending: &str) -> Vec<(std::path::PathBuf, String)> {
    let files = files_under(&repository().join("tests/fixtures").join(format));
    let counts = files.into_iter().filter(|path| path.extension().is_some_and(|it| it == ending));
    counts
        .map(|path| (path.with_extension(""), std::fs::read_to_string(&path).unwrap()))
        .filter(|(folder, _)| folder.is_dir())
        .collect()
}

#[test]
fn of_otf2_as_otf2_print_counts() {
    let mut compared = 0;
    // `is.W.8` has a point in its name.
    for path in files_under(&repository().join("tests/fixtures/otf2")) {
        let text = path.display().to_string();
        let Some(archive) = text.strip_suffix(".otf2-print") else { continue };
        let mut expected = Totals::default();
        let mut entered = 0;
        for line in std::fs::read_to_string(&path).unwrap().lines() {
            let words: Vec<&str> = line.split(' ').collect();
            match words.get(1).copied() {
                Some("MPI_SEND" | "MPI_ISEND") => {
                    expected.sent += 1;
                    expected.bytes += number(words[5]);
                }
                Some("MPI_RECV" | "MPI_IRECV") => expected.received += 1,
                Some("ENTER") => entered += 1,
                _ => {}
            }
        }
        let found = Totals::of_info(folder(Path::new(archive)));
        // One file is made by hand, and says things no run would: ranks that there are not, threads that are left out.
        if archive.ends_with("every-record") {
            continue;
        }
        assert_eq!(
            (found.sent, found.received, found.bytes),
            (expected.sent, expected.received, expected.bytes),
            "{archive}"
        );
        // Other regions than calls: `main`, and the tracer's own two.
        let calls: u64 = found.calls.values().sum();
        let others = if archive.contains("ping-pong") { 2 } else { 16 };
        assert_eq!(calls + others, entered, "{archive}");
        compared += 1;
    }
    assert_eq!(compared, 3);
}

#[test]
fn of_paraver_as_its_text_counts() {
    let mut compared = 0;
    for (trace, counted) in beside("paraver", "counts") {
        let mut expected = Totals::default();
        for line in counted.lines() {
            match line.split(' ').collect::<Vec<&str>>()[..] {
                ["call", _, name, count] => {
                    *expected.calls.entry(name.to_owned()).or_default() += number(count);
                }
                ["message", _, _, _, count, bytes] => {
                    expected.sent += number(count);
                    expected.received += number(count);
                    expected.bytes += number(bytes);
                }
                _ => unreachable!("{line}"),
            }
        }
        assert_eq!(Totals::of_info(folder(&trace)), expected, "{}", trace.display());
        compared += usize::from(expected.bytes > 0);
    }
    assert!(compared > 0);
}

#[test]
fn of_dumpi_as_its_counter_counts() {
    let root = repository().join("tests/fixtures/dumpi/sst-dumpi");
    let counted = std::fs::read_to_string(root.join("ring.counts")).unwrap();
    // `MPI_Recv called 1 times and ignored 0 times`, of process 0.
    let words = counted.lines().map(|line| line.split(' ').collect::<Vec<&str>>());
    let expected: BTreeMap<String, u64> = words.map(|words| (words[0].to_owned(), number(words[2]))).collect();
    let ring = files_under(&root).into_iter().filter(|path| {
        let path = path.display().to_string();
        path.contains("good/ring/") && (path.ends_with("-0000.bin") || path.ends_with(".meta"))
    });
    let files: Vec<SourceFile> =
        ring.map(|path| file(&path.file_name().unwrap().to_string_lossy(), std::fs::read(&path).unwrap())).collect();
    assert_eq!(files.len(), 2);
    assert_eq!(Totals::of_info(files).calls, expected);
}
