//! `loopscope split` and `loopscope convert --to simgrid`, run as a program.

#![cfg(test)]

use std::fs;

mod program;
use program::*;

/// A trace with times and sizes.
fn timed() -> String {
    let path = "web/public/timed/lu.S.4.tar.zst";
    repository().join(path).display().to_string()
}

fn model(path: &str) -> String {
    printed(&["model", "--locals", "drop", path], "")
}

#[test]
fn a_trace_is_split_into_files() {
    let folder = Folder::new("split");
    let path = folder.path("data/");
    assert_eq!(printed_silently(&["split", "--calls", &timed(), "-o", &path], ""), "");
    let names = |name: &str| -> Vec<String> {
        let entries = fs::read_dir(folder.0.join(name)).unwrap();
        entries.map(|it| it.unwrap().file_name().to_string_lossy().into_owned()).collect()
    };
    let files = names("data");
    let ranks = files.iter().filter(|name| name.starts_with("rank-")).count();
    let calls = files.iter().filter(|name| name.starts_with("calls-")).count();
    assert!(ranks > 1 && ranks == calls, "{files:?}");
    for name in &files {
        let bytes = fs::read(folder.0.join("data").join(name)).unwrap();
        assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"), "{name}");
    }
    // Nothing is overwritten, and nothing is left where something fails.
    fails(&["split", &timed(), "-o", &path], "", 2, "already exists");
    printed_silently(&["split", "--to", "columns", &timed(), "-o", &folder.path("columns/")], "");
    let columns = names("columns");
    assert!(columns.contains(&"rank-0.construct.npy".to_owned()), "{columns:?}");
    assert!(columns.contains(&"rank-0.sent_sum.npy".to_owned()), "{columns:?}");
    // The same bytes again.
    for name in ["one.parquet", "two.parquet"] {
        printed_silently(&["split", &timed(), "-o", &folder.path(name)], "");
    }
    assert!(fs::read(folder.path("one.parquet")).unwrap() == fs::read(folder.path("two.parquet")).unwrap());
}

#[test]
fn what_cannot_be_split_is_refused() {
    let folder = Folder::new("split-refused");
    let refused = |arguments: &[&str], word: &str| {
        fails(&[&["split"], arguments].concat(), "", 2, word);
    };
    let trace = timed();
    refused(&[&trace, "-o", "-"], "a data trace is binary");
    refused(&[&trace, "-o", &folder.path("x.csv")], "neither a folder nor a Parquet file");
    refused(&["--calls", &trace, "-o", &folder.path("x.parquet")], "--calls with one file");
    refused(&["--to", "columns", &trace, "-o", &folder.path("x.parquet")], "columns are a file each");
    refused(&["--rank", "77", &trace, "-o", &folder.path("x/")], "there is no such process");
    assert!(folder.names().is_empty(), "{:?}", folder.names());
}

#[test]
fn actions_for_simgrid_have_the_same_model() {
    let folder = Folder::new("simgrid");
    let whole = model(&timed());
    for name in ["actions/", "all.tit"] {
        let path = folder.path(name);
        assert_eq!(printed(&["convert", "--to", "simgrid", &timed(), "-o", &path], ""), "");
        assert_eq!(model(&path), whole, "{name}");
    }
    let list = folder.read("actions/ranks.txt");
    assert!(list.starts_with("rank-0.tit\nrank-1.tit\n"), "{list}");
    let actions = folder.read("actions/rank-0.tit");
    assert!(actions.starts_with("0 init\n") && actions.ends_with("\n0 finalize\n"));
    says(&actions, "\n0 compute ");
}
