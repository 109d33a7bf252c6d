//! Files that are written: whole or not there, whatever happens meanwhile.

#![cfg(unix)]
#![cfg(test)]

use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::{symlink, PermissionsExt};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

mod program;
use program::*;

const PROGRAM: &str = env!("CARGO_BIN_EXE_loopscope");

fn mode(path: &str) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

/// The program, begun through a shell command that ends with it, with a pipe as its input.
fn begun(script: &str) -> Child {
    Command::new("sh")
        .args(["-c", script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits until something of the folder's names is so; the program runs meanwhile.
fn until(folder: &Folder, is_so: impl Fn(&[String]) -> bool) {
    for _ in 0..3000 {
        if is_so(&folder.names()) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(is_so(&folder.names()), "{:?}", folder.names());
}

/// A program that compresses its input and has begun to write.
fn compressing(folder: &Folder, before: &str) -> Child {
    let script = format!("{before} exec {PROGRAM} compress - -o {}", folder.path("out.lsz"));
    let child = begun(&script);
    until(folder, |names| names.iter().any(|name| name.starts_with(".loopscope-")));
    child
}

fn send(child: &Child, signal: &str) {
    let status = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

#[test]
fn a_signal_leaves_nothing_behind() {
    for (signal, number) in [("-INT", 2), ("-TERM", 15), ("-HUP", 1)] {
        let folder = Folder::new("output-signal");
        folder.write("out.lsz.part", "of the user");
        let mut child = compressing(&folder, "");
        // Waiting for a program closes its input, at whose end it would end by itself.
        let input = child.stdin.take();
        send(&child, signal);
        let status = child.wait().unwrap();
        drop(input);
        // Shells and batch systems see which signal it was.
        assert_eq!(status.signal(), Some(number));
        assert_eq!(folder.names(), ["out.lsz.part"]);
        assert_eq!(folder.read("out.lsz.part"), "of the user");
    }
}

#[test]
fn a_signal_that_is_switched_off_stays_off() {
    let folder = Folder::new("output-nohup");
    let mut child = compressing(&folder, "trap '' HUP;");
    send(&child, "-HUP");
    child.stdin.take().unwrap().write_all("0 send 1 2\n".repeat(9).as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
    assert_eq!(folder.names(), ["out.lsz"]);
}

#[test]
fn of_two_runs_onto_one_file_one_wins_whole() {
    let folder = Folder::new("output-two");
    let mut first = compressing(&folder, "");
    printed(&["compress", "-", "-o", &folder.path("out.lsz")], "0 send 1 2\n");
    let kept = fs::read(folder.path("out.lsz")).unwrap();
    first.stdin.take().unwrap().write_all("a b c ".repeat(9).as_bytes()).unwrap();
    let output = first.wait_with_output().unwrap();
    let notes = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{notes}");
    says(&notes, "the file already exists");
    assert!(fs::read(folder.path("out.lsz")).unwrap() == kept);
    assert_eq!(folder.names(), ["out.lsz"]);
}

#[test]
fn permissions_and_links_stay() {
    let folder = Folder::new("output-mode");
    let (new, old, link) = (folder.path("new"), folder.path("old"), folder.path("link"));
    let nest = |out: &str, more: &[&str]| {
        assert_eq!(printed(&[&["nest", "-", "-o", out], more].concat(), "a a a\n"), "");
    };
    nest(&new, &[]);
    assert_eq!(mode(&new), mode(&folder.write("usual", "")));
    folder.write("old", "old");
    fs::set_permissions(&old, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("old", &link).unwrap();
    fails(&["nest", "-", "-o", &link], "a a a\n", 2, "the file already exists");
    nest(&link, &["--force"]);
    assert!(fs::symlink_metadata(&link).unwrap().file_type().is_symlink());
    assert_eq!(mode(&old), 0o640);
    assert_eq!(fs::read(&old).unwrap(), fs::read(&new).unwrap());
    // A link that leads nowhere yet.
    symlink("later", folder.path("ahead")).unwrap();
    nest(&folder.path("ahead"), &[]);
    assert_eq!(fs::read(folder.path("later")).unwrap(), fs::read(&new).unwrap());
    symlink("round", folder.path("round")).unwrap();
    fails(&["nest", "-", "-o", &folder.path("round")], "a a a\n", 1, "lead in a circle");
}

#[test]
fn every_result_goes_to_a_file_and_to_standard_output() {
    let folder = Folder::new("output-all");
    let cg = sample("cg.tar.zst");
    let json = folder.path("model.json");
    printed(&["model", &cg, "-o", &json], "");
    let nests = folder.path("nests.json");
    printed(&["nest", &cg, "--format", "json", "-o", &nests], "");
    for (number, arguments) in [
        &["info", &cg][..],
        &["info", "--format", "json", &cg],
        &["nest", "--rank", "3", &cg],
        &["nest", "--rank", "3", "--format", "svg", &cg],
        &["nest", "--compare", "--rank", "3", &cg],
        &["expand", "--rank", "3", &nests],
        &["expand", "--rank", "3", &json],
        &["predict", "--rank", "3", &cg],
        &["model", "--format", "svg", &json],
        &["matrix", &json],
        &["merge", &json],
        &["completions", "bash"],
    ]
    .into_iter()
    .enumerate()
    {
        let whole = printed(arguments, "");
        assert!(!whole.is_empty(), "{arguments:?}");
        let path = folder.path(&format!("{number}.out"));
        assert_eq!(printed(&[arguments, &["-o", &path]].concat(), ""), "", "{arguments:?}");
        assert!(fs::read_to_string(&path).unwrap() == whole, "{arguments:?}");
        assert!(printed(&[arguments, &["-o", "-"]].concat(), "") == whole, "{arguments:?}");
        fails(&[arguments, &["-o", &path]].concat(), "", 2, "overwrite it with --force");
        printed(&[arguments, &["--force", "-o", &path]].concat(), "");
    }
    assert!(folder.names().iter().all(|name| !name.starts_with('.')), "{:?}", folder.names());
}

#[test]
fn the_ending_of_the_file_says_the_form() {
    let folder = Folder::new("output-forms");
    let cg = sample("cg.tar.zst");
    let begins = |arguments: &[&str], name: &str, start: &str| {
        let path = folder.path(name);
        printed(&[arguments, &["-o", &path]].concat(), "");
        assert!(fs::read_to_string(&path).unwrap().starts_with(start), "{name}");
    };
    begins(&["model", &cg], "model.svg", "<svg");
    begins(&["nest", "--rank", "2", &cg], "nest.svg", "<svg");
    begins(&["matrix", &cg], "matrix.json", "{\"format\":\"loopscope-matrix/1\"");
    begins(&["info", &cg], "info.json", "{\n  \"format\": \"loopscope-info/1\"");
    begins(&["nest", "--format", "text", "--rank", "2", &cg], "text.json", "# Process 2 ");
    let packed = folder.path("nests.json.gz");
    printed(&["nest", &cg, "-o", &packed], "");
    assert!(printed(&["info", &packed], "").contains("nests, 16 processes"));
}

#[test]
fn a_full_disk_is_one_message_and_leaves_nothing() {
    let folder = Folder::new("output-full");
    let out = folder.path("out.trace");
    let cg = sample("cg.tar.zst");
    // A limit of the size of files stands for the end of the disk.
    let script = format!("ulimit -f 64; exec {PROGRAM} convert {cg} -o {out}");
    let output = begun(&script).wait_with_output().unwrap();
    let notes = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), notes.lines().count()), (Some(1), 1), "{notes}");
    says(&notes, "out.trace: the file would be larger than is allowed");
    assert_eq!(folder.names(), [""; 0]);
    // Many files: none of them stays.
    let script = format!("ulimit -f 64; exec {PROGRAM} convert --to native {cg} -o {out}/");
    let output = begun(&script).wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(fs::read_dir(&out).unwrap().count(), 0);
    let script = format!("exec {PROGRAM} nest {cg} > /dev/full");
    let output = begun(&script).wait_with_output().unwrap();
    let notes = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{notes}");
    assert_eq!(notes, "loopscope: cannot write: standard output: the disk is full\n");
    // A standard error that takes nothing is no reason to fail.
    let script = format!("exec {PROGRAM} info - 2> /dev/full");
    let mut child = begun(&script);
    child.stdin.take().unwrap().write_all(b"0 send 1 2\n0 send 1\n").unwrap();
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(0));
}

#[test]
fn pipes_and_devices_are_written_as_they_are() {
    let folder = Folder::new("output-pipe");
    printed("nest - -o /dev/null", "a a a\n");
    let pipe = folder.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = {
        let pipe = pipe.clone();
        std::thread::spawn(move || fs::read_to_string(pipe).unwrap())
    };
    printed(&["nest", "-", "-o", &pipe], "a a a\n");
    assert!(reader.join().unwrap().contains("for i0 = 0 to 2"));
    assert_eq!(folder.names(), ["pipe"]);
    // Whoever reads the output may stop at any time.
    let mut child = begun(&format!("exec {PROGRAM} expand -"));
    let nests = printed("nest --format json -", "a b\n".repeat(200_000));
    child.stdin.take().unwrap().write_all(nests.as_bytes()).unwrap();
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut [0; 10]).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

#[test]
fn nothing_is_written_over_a_folder_or_into_none() {
    let folder = Folder::new("output-folder");
    let path = folder.0.display().to_string();
    fails(&["nest", "-", "-o", &path], "a a\n", 2, "the path is a folder, not a file");
    let notes = fails(&["nest", "-", "-o", &folder.path("none/out")], "a a\n", 1, "none");
    assert!(notes.ends_with("none: nothing of that name\n"), "{notes}");
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn what_is_no_compressed_trace_does_not_get_its_name() {
    let folder = Folder::new("output-name");
    let (input, output) = (sample("lu.tar.zst"), folder.path("out.lsz"));
    let why = "only `loopscope compress` writes compressed traces";
    for command in ["reduce", "nest", "model", "time"] {
        fails(&[command, &input, "-o", &output], "", 2, why);
    }
    assert!(folder.names().is_empty(), "{:?}", folder.names());
}
