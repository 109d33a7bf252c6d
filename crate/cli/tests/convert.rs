//! `loopscope convert`, run as a program: every form, read again; what cannot be written.

#![cfg(test)]

use std::fs;
use std::path::Path;

mod program;
use program::*;

/// Converts, and nothing is said of it.
fn convert(arguments: &[&str]) {
    assert_eq!(printed_silently(&[&["convert"], arguments].concat(), ""), "", "{arguments:?}");
}

/// The nests of all processes, with every symbol of them.
fn nests(path: &str) -> String {
    printed(&["nest", "--view", "communication", "--format", "json", path], "")
}

#[test]
fn every_form_is_read_again() {
    let folder = Folder::new("convert");
    let cg = sample("cg.tar.zst");
    let whole = nests(&cg);
    for name in ["all.trace", "all.csv", "all.csv.gz", "all.trace.zst", "native/", "csv/"] {
        let path = folder.path(name);
        let form = name.split(['.', '/']).find(|word| ["trace", "csv", "native"].contains(word));
        let form = if form == Some("csv") { "csv" } else { "native" };
        convert(&["--to", form, &cg, "-o", &path]);
        assert!(nests(&path) == whole, "{name}");
    }
    assert_eq!(fs::read_dir(folder.path("native")).unwrap().count(), 16);
    let size = |name: &str| fs::metadata(folder.path(name)).unwrap().len();
    assert!(size("all.csv.gz") * 10 < size("all.csv"));
    assert!(size("all.trace.zst") * 10 < size("all.trace"));
    // The loops with all iterations, of bounded ones the beginning.
    let path = folder.path("all.json.gz");
    convert(&["--iterations", "all", &cg, "-o", &path]);
    assert!(nests(&path) == whole);
    let (text, notes) = worked(&["convert", "--to", "chrome", "--iterations", "1", &cg, "-o", "-"], "");
    says(&notes, "the first iteration is written");
    assert!(text.starts_with("{\"displayTimeUnit\"") && text.ends_with("\n]}\n"));
    assert!(text.contains("iterations 2 to 15, alike") && text.len() < 1_000_000);
    let (_, notes) = worked(&["info", &folder.write("some.json", text)], "");
    says(&notes, "the file omits iterations");
    // Lists of symbols have no fields, but the same loops.
    convert(&["--to", "symbols", "--rank", "5", &cg, "-o", &folder.path("5.sym")]);
    let stats = |path: &str, view: &str| {
        let json = printed(&["nest", "--rank", "5", "--view", view, "--format", "json", path], "");
        json.rsplit_once("\"stats\":").unwrap().1.to_owned()
    };
    assert_eq!(stats(&folder.path("5.sym"), "calls"), stats(&cg, "communication"));
}

#[test]
fn a_long_trace_becomes_a_file_that_a_viewer_opens() {
    let folder = Folder::new("convert-lu");
    let path = folder.path("lu.json");
    let (_, notes) = worked(&["convert", &sample("lu.tar.zst"), "-o", &path], "");
    says(&notes, "1,505,376 of 1,518,760 events in iterations like those");
    let text = folder.read("lu.json");
    assert!((1_000_000..4_000_000).contains(&text.len()), "{}", text.len());
    assert_eq!(text.matches("\"name\":\"process_name\"").count(), 16);
    says(&text, "\"name\":\"loop 1 × 249\",\"cat\":\"loop\",\"args\":{\"loop\":1,\"count\":249,\"events\":504}");
}

#[test]
fn numbers_and_calls_have_forms_too() {
    let accesses = "0 4aa2e0 8\n1 4a62e0 4\n".repeat(20);
    let table = printed("convert --to csv - -o -", &accesses);
    assert!(table.starts_with("label,address,size\nread,0x4aa2e0,8\n"), "{table}");
    let json = printed("convert --to chrome --iterations all - -o -", &accesses);
    says(&json, "\"name\":\"read\",\"cat\":\"value\",\"args\":{\"address\":\"0x4aa2e0\",\"size\":8}");
    let calls = "rank,function,dst,tag,size\n0,MPI_Send,1,7,64\n";
    let chrome = ["convert", "--to", "chrome", "--view", "calls", "-", "-o", "-"];
    let (json, notes) = worked(&chrome, calls);
    says(&notes, "the view communication is left out");
    says(&json, "\"name\":\"MPI_Send\",\"cat\":\"call\",\"args\":{\"peer\":1,");
}

#[test]
fn the_help_names_every_form_and_option() {
    let help = printed("convert --help", "");
    for word in [
        "native",
        "symbols",
        "csv",
        "chrome",
        "simgrid",
        "--to",
        "--rank",
        "--method",
        "--view",
        "--iterations",
        "--force",
        "--output",
        ".gz",
        ".zst",
        "Perfetto",
    ] {
        says(&help, word);
    }
}

#[test]
fn bad_arguments_are_refused() {
    let folder = Folder::new("convert-bad");
    let (cg, out) = (sample("cg.tar.zst"), folder.path("out"));
    let there = folder.write("there.csv", "kept");
    let nests = printed("nest --format json -", "0 send 1 2\n");
    let nest = folder.write("nest.json", nests);
    let refused = |arguments: &[&str], expected: &str| {
        fails(&[&["convert"], arguments].concat(), "0 4aa2e0 8\n", 2, expected);
    };
    refused(&[&cg, "-o", &out], "neither --to nor the ending of the file gives the format");
    refused(&["--to", "otf2", &cg, "-o", &out], "possible values: native, symbols, csv, chrome");
    refused(&["--to", "csv", &cg], "--output");
    refused(&["--to", "csv", "-o", &out], "PATH");
    refused(&["--to", "symbols", &cg, "-o", &out], "a file in the format symbols holds one process");
    refused(&["--to", "native", "-", "-o", &out], "the native form holds communication");
    refused(&["--to", "symbols", "-", "-o", &out], "a list of symbols holds no numbers");
    refused(&["--to", "csv", "--rank", "16", &cg, "-o", &out], "there is no such process");
    refused(&["--to", "csv", &cg, "-o", &there], "the file already exists");
    refused(&["--to", "csv", &nest, "-o", &out], "only traces can be converted");
    refused(&["--to", "chrome", "--view", "calls", &cg, "-o", &out], "found communication");
    for (option, value) in [("--method", "greedy"), ("--view", "calls"), ("--iterations", "3")] {
        let expected = format!("{option} applies only to the format chrome");
        refused(&["--to", "csv", option, value, &cg, "-o", &out], &expected);
    }
    for number in ["0", "-1", "some"] {
        refused(
            &[&format!("--iterations={number}"), "--to", "chrome", &cg, "-o", &out],
            "a number of at least 1, or all",
        );
    }
    assert_eq!(folder.read("there.csv"), "kept");
    assert_eq!(folder.names(), ["nest.json", "there.csv"]);
    printed(&["convert", "--force", &cg, "-o", &there], "");
    assert!(fs::metadata(&there).unwrap().len() > 1000);
}

#[test]
fn what_cannot_be_written_is_said_with_its_name() {
    let folder = Folder::new("convert-unwritable");
    let cg = sample("cg.tar.zst");
    let file = folder.write("file", "kept");
    let check = |out: &str, expected: &str| {
        let arguments = ["convert", "--to", "native", "--force", &cg, "-o", out];
        let notes = fails(&arguments, "", 1, expected);
        assert_eq!(notes.lines().count(), 1, "{notes}");
        assert!(notes.starts_with("loopscope: cannot write: "), "{notes}");
    };
    check(&folder.path("none/out.trace"), &folder.path("none"));
    // A file where a folder should be.
    check(&format!("{file}/"), &file);
    check(&folder.path("file/out.trace"), &folder.path("file"));
    if Path::new("/dev/full").exists() {
        check("/dev/full", "/dev/full: ");
    }
    assert_eq!(folder.names(), ["file"]);
    assert_eq!(folder.read("file"), "kept");
}
