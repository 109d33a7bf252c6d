//! DUMPI traces on disk: what reading them gives, and that no damage breaks the reader.
//!
//! Beside each trace stands `NAME.expected`, what reading it gives (`UPDATE=1` writes that anew).

#![cfg(test)]

use std::collections::BTreeMap;

use loopscope_core::trace::ProcessId;
use loopscope_formats::dumpi;

#[macro_use]
mod archive;
use archive::*;

archive_tests!("dumpi", 4);

fn content(files: &[File], name: &str) -> Vec<u8> {
    files.iter().find(|file| file.0 == name).unwrap().1.clone()
}

#[test]
fn the_binary_file_says_what_the_text_says() {
    let binary = dumpi::list(&content(&named("ring"), "testtrace-0000.bin"));
    let text = dumpi::list(&content(&named("ring-text"), "testtrace-0000.txt"));
    assert_eq!(binary.lines().count(), 9);
    assert_eq!(binary, text);
    for rank in 0..4 {
        let binary = dumpi::list(&content(&named("program"), &format!("run-000{rank}.bin")));
        let text = dumpi::list(&content(&named("program-text"), &format!("run-000{rank}.txt")));
        // The text does not have the functions of the program.
        let calls: Vec<&str> = binary.lines().filter(|line| !line.starts_with("function")).collect();
        assert!(calls.len() > 50);
        assert_eq!(calls, text.lines().collect::<Vec<_>>(), "process {rank}");
    }
}

fn calls(trace: &Trace) -> BTreeMap<&str, u64> {
    let mut calls = BTreeMap::new();
    let process = trace.process(ProcessId(0)).unwrap();
    for id in process.events(View::Calls).unwrap() {
        *calls.entry(trace.table().name(trace.table().record(id).name)).or_default() += 1;
    }
    calls
}

#[test]
fn calls_are_those_that_the_tool_counts() {
    // `MPI_Recv called 1 times and ignored 0 times`
    let counts = fs::read_to_string(root("dumpi").join("sst-dumpi/ring.counts")).unwrap();
    let told: BTreeMap<&str, u64> = counts
        .lines()
        .map(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            (words[0], words[2].parse().unwrap())
        })
        .collect();
    for name in ["ring", "ring-text"] {
        let trace = read(&named(name), usize::MAX).trace.unwrap();
        assert_eq!(calls(&trace), told, "{name}");
    }
}

#[test]
fn what_is_missing_is_said() {
    let whole = named("ring");
    let only =
        |keep: &dyn Fn(&str) -> bool| -> Vec<File> { whole.iter().filter(|file| keep(&file.0)).cloned().collect() };
    let message = |files: &[File]| read(files, usize::MAX).trace.unwrap_err().to_string();
    let meta = message(&only(&|name| name.ends_with(".meta")));
    assert!(meta.contains("the trace files of the processes are missing"), "{meta}");
    let outcome = read(&only(&|name| !name.ends_with("2.bin")), usize::MAX);
    assert_eq!(outcome.trace.unwrap().processes().len(), 3);
    let said = outcome.notes.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    assert!(said.contains("processes have no file; found 1 of 4 without one: 2"), "{said}");
    let mut twice = whole.clone();
    twice.extend(named("ring-text"));
    let twice = message(&twice);
    assert!(twice.contains("process 0 in testtrace-0000.bin and in testtrace-0000.txt"), "{twice}");
}
