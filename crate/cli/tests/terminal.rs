//! The program as a person types it: what it prints where, and how it ends.

#![allow(clippy::unwrap_used)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn sample(name: &str) -> String {
    repository().join("web/public/samples").join(name).display().to_string()
}

/// Runs the program with something on standard input.
fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_loopscope"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read its input closes it early.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// What it prints, and its exit status.
fn said(arguments: &[&str], input: &str) -> (String, String, i32) {
    let output = run(arguments, input);
    (text(&output.stdout), text(&output.stderr), output.status.code().unwrap())
}

#[test]
fn a_nest_of_standard_input() {
    let input = "0 send 1 2\n".repeat(3) + "0 sync MPI_Barrier 0,1\n";
    let nest = "for i0 = 0 to 2              # 1\n  0 send 1 2\ndone\n0 sync MPI_Barrier 0,1\n";
    assert_eq!(said(&["nest", "-"], &input), (nest.to_owned(), String::new(), 0));
}

#[test]
fn expanding_nests_gives_the_trace_again() {
    let folder = std::env::temp_dir().join(format!("loopscope-terminal-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for method in ["greedy", "optimal", "nlr"] {
        let (json, notes, code) =
            said(&["nest", "--method", method, "--format", "json", &sample("cg.tar.zst")], "");
        assert_eq!((notes.as_str(), code), ("", 0));
        let path = folder.join(format!("{method}.json")).display().to_string();
        std::fs::write(&path, &json).unwrap();
        let (lines, _, code) = said(&["expand", &path], "");
        assert_eq!((lines.lines().count(), code), (94_256, 0));
        // The lines are a trace again, and its nests are the same.
        let (again, _, _) = said(&["nest", "--method", method, "--format", "json", "-"], &lines);
        assert_eq!(again, json);
        let (one, _, _) = said(&["expand", "--rank", "5", &path], "");
        assert!(one.lines().all(|line| line.contains('5')), "{one}");
        let (listed, _, code) = said(&["info", &path], "");
        assert!(code == 0 && listed.contains(&format!("method    {method}")), "{listed}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn processes_of_a_symbol_list_are_named() {
    let archive = repository().join("tests/fixtures/corpus/cg.A.16-symbols.tar.zst");
    let path = archive.display().to_string();
    let (json, _, _) = said(&["nest", "--format", "json", "--rank", "3", &path], "");
    assert!(json.contains("\"view\":\"calls\",\"signature\":[]"), "{json}");
    assert!(json.contains("\"process\":3") && !json.contains("\"process\":4"));
    let (nests, _, _) = said(&["nest", &path], "");
    assert!(nests.starts_with("# process 0\n") && nests.contains("\n# process 15\n"));
}

#[test]
fn info_counts_what_the_trace_holds() {
    let (info, notes, code) = said(&["info", &sample("cg.tar.zst")], "");
    assert_eq!((notes.as_str(), code), ("", 0));
    for line in [
        "cg.tar.zst: native text, 16 processes",
        "events    94,256: 47,104 send, 47,104 recv, 48 sync",
        "views     communication",
        "channels  48 (source, destination, tag), 47,104 messages sent; sends and receives agree",
    ] {
        assert!(info.lines().any(|found| found == line), "{line:?} is not in\n{info}");
    }
}

#[test]
fn times_go_to_standard_error_only() {
    let arguments = ["nest", "--time", "--rank", "0", "--method", "optimal", &sample("cg.tar.zst")];
    let (with, times, _) = said(&arguments, "");
    let (without, nothing, _) = said(&[&arguments[..1], &arguments[2..]].concat(), "");
    assert_eq!((with, nothing.as_str()), (without, ""));
    let words: Vec<&str> = times.split_whitespace().collect();
    assert_eq!(words[..4], ["time", "optimal", "0", "5891"]);
    assert!(words[4].parse::<f64>().is_ok_and(|seconds| seconds >= 0.0));
}

#[test]
fn a_bad_line_is_skipped_and_noted() {
    let (nest, notes, code) = said(&["nest", "-"], "0 send 1 2\n0 send 1\n0 send 1 2\n");
    assert_eq!((nest.lines().count(), code), (3, 0));
    assert_eq!(
        notes,
        "loopscope: standard input: line 2: a word is missing; found \"0 send 1\", expected \"src send dst tag\"; skipped\n"
    );
}

#[test]
fn what_gives_nothing_is_an_error_in_one_line() {
    let check = |arguments: &[&str], input: &str, code: i32, expected: &str| {
        let (out, notes, status) = said(arguments, input);
        assert_eq!((out.as_str(), status, notes.lines().count()), ("", code, 1), "{notes}");
        assert!(notes.contains(expected), "{notes}");
    };
    check(&["nest", "-"], "", 1, "standard input: the file is empty; found 0 bytes");
    check(&["nest", "-"], "0 send\n0 recv\n", 1, "standard input");
    check(&["nest", "-"], "\u{7f}ELF\0\0\0", 1, "binary");
    check(&["info", "/no/such/file"], "", 1, "/no/such/file: cannot be read");
    check(&["expand", &sample("cg.tar.zst")], "", 1, "only nests can be expanded");
    check(&["nest", "--view", "calls", &sample("cg.tar.zst")], "", 2, "found communication");
    check(
        &["nest", "--signature", "bytes", &sample("cg.tar.zst")],
        "",
        2,
        "name, peer, peer:rel, tag, comm",
    );
    check(&["nest", "--rank", "16", &sample("cg.tar.zst")], "", 2, "there is no such process");
}

#[test]
fn loop_recognition_and_its_k() {
    let input = "a b c ".repeat(4) + "d";
    let nest = "for i0 = 0 to 3              # 1\n  a\n  b\n  c\ndone\nd\n";
    let whole = said(&["nest", "--method", "nlr", "-"], &input);
    assert_eq!((whole.0.as_str(), whole.2), (nest, 0));
    let (json, _, _) = said(&["nest", "--method", "nlr", "--format", "json", "-"], &input);
    assert!(json.contains(r#""method":"nlr","parameters":{"k":1000}"#), "{json}");
    // Bodies of three items are not looked for.
    let short = ["nest", "--method", "nlr", "--k", "2", "--format", "json", "-"];
    let (json, _, code) = said(&short, &input);
    assert!(code == 0 && json.contains(r#""parameters":{"k":2}"#), "{json}");
    assert!(!json.contains(r#"{"loop":"#), "{json}");
    for arguments in [
        &["nest", "--k", "10", "-"][..],
        &["nest", "--method", "optimal", "--k", "10", "-"],
        &["nest", "--method", "nlr", "--k", "0", "-"],
    ] {
        let (out, message, code) = said(arguments, &input);
        assert!(out.is_empty() && code == 2 && message.contains(" K"), "{message}");
    }
}

#[test]
fn bad_usage_ends_with_two() {
    let bad = [
        &["nest"][..],
        &["nest", "--method", "best", "-"],
        &["nest", "--k", "ten", "-"],
        &["fly"],
        &[],
    ];
    for arguments in bad {
        assert_eq!(said(arguments, "").2, 2, "{arguments:?}");
    }
    let (version, _, code) = said(&["--version"], "");
    assert_eq!(
        (version.as_str(), code),
        (concat!("loopscope ", env!("CARGO_PKG_VERSION"), "\n"), 0)
    );
}
