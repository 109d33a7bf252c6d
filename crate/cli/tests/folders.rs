//! Folders as they are on disks: links that lead nowhere, pipes, what may not be read, the same file twice.

#![cfg(unix)]
#![cfg(test)]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::process::Command;

mod program;
use program::*;

/// A folder with the traces of two processes.
fn trace(name: &str) -> Folder {
    let folder = Folder::new(name);
    fs::create_dir(folder.0.join("run")).unwrap();
    for process in 0..2 {
        let other = 1 - process;
        let text = format!("{process} send {other} 7\n{other} recv {process} 7\n").repeat(3);
        folder.write(&format!("run/rank-{process}.trace"), text);
    }
    folder
}

fn pipe(path: &str) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// The folder is read, with these notes on standard error.
fn notes_of(arguments: &[&str]) -> Vec<String> {
    let (info, notes) = worked(&[&["info"], arguments].concat(), "");
    says(&info, "2 processes\n");
    says(&info, "events    12: 6 send, 6 recv");
    notes.lines().map(str::to_owned).collect()
}

#[test]
fn what_cannot_be_a_trace_is_passed_over_by_name() {
    let folder = trace("folders");
    let run = folder.path("run");
    symlink("nowhere", folder.0.join("run/dangling.trace")).unwrap();
    symlink("round-b", folder.0.join("run/round-a")).unwrap();
    symlink("round-a", folder.0.join("run/round-b")).unwrap();
    symlink("..", folder.0.join("run/up")).unwrap();
    symlink(".", folder.0.join("run/self")).unwrap();
    symlink("rank-0.trace", folder.0.join("run/latest.trace")).unwrap();
    pipe(&folder.path("run/pipe.trace"));
    let _socket = UnixListener::bind(folder.0.join("run/socket")).unwrap();
    let notes = notes_of(&[&run]);
    let expect = |names: &[&str], reason: &str| {
        let note = notes.iter().find(|note| note.contains(&format!("skipped: {reason}")));
        let note = note.unwrap_or_else(|| panic!("{reason} is not in {notes:?}"));
        assert!(names.iter().all(|name| note.contains(&format!("{run}/{name}"))), "{note}");
    };
    expect(&["dangling.trace"], "a link that leads nowhere");
    expect(&["round-a", "round-b"], "a link that leads in a circle");
    expect(&["latest.trace", "self"], "another name of something that is already read");
    expect(&["pipe.trace"], "a named pipe");
    expect(&["socket"], "a socket or a device");
    assert_eq!(notes.len(), 5, "{notes:?}");
}

#[test]
fn what_is_named_twice_is_read_once() {
    let folder = trace("folders-twice");
    let run = folder.path("run");
    let one = folder.path("run/rank-0.trace");
    let notes = notes_of(&[&run, &run, &one]);
    assert_eq!(notes.len(), 1, "{notes:?}");
    says(&notes[0], "another name of something that is already read");
    says(&notes[0], &one);
    fails("info - -", "0 send 1 2\n", 1, "it can be read only once");
    // Equal traces of two processes may share their bytes on the disk.
    folder.write("rank-0.sym", "a b a b");
    fs::hard_link(folder.0.join("rank-0.sym"), folder.0.join("rank-1.sym")).unwrap();
    let paths = [folder.path("rank-0.sym"), folder.path("rank-1.sym")];
    let info = printed_silently(&["info", &paths[0], &paths[1]], "");
    says(&info, "2 processes\n");
}

#[test]
fn a_path_of_the_command_line_must_be_there() {
    let folder = trace("folders-named");
    symlink("nowhere", folder.0.join("dangling")).unwrap();
    symlink("circle", folder.0.join("circle")).unwrap();
    fs::create_dir(folder.0.join("empty")).unwrap();
    symlink("nowhere", folder.0.join("empty/link")).unwrap();
    for (name, expected) in [
        ("dangling", "cannot be read; found nothing of that name"),
        ("circle", "cannot be read; found too many levels of symbolic links"),
        ("none", "cannot be read; found nothing of that name, expected a file"),
        ("empty", "skipped: a link that leads nowhere"),
    ] {
        let notes = fails(&["info", &folder.path(name)], "", 1, expected);
        says(&notes, expected);
        says(&notes, name);
        assert!(!notes.contains("os error"), "{notes}");
    }
}

#[test]
fn a_pipe_that_is_named_is_read() {
    let folder = trace("folders-pipe");
    let path = folder.path("pipe");
    pipe(&path);
    let writer = {
        let path = path.clone();
        std::thread::spawn(move || fs::write(path, "0 send 1 2\n".repeat(4)).unwrap())
    };
    let (nest, notes, code) = said(&["nest", &path], "");
    writer.join().unwrap();
    assert!(nest.contains("for i0 = 0 to 3") && code == 0, "{notes}");
}

#[test]
fn names_that_are_no_text_and_deep_folders_are_read() {
    let folder = trace("folders-names");
    let strange = folder.0.join(OsStr::from_bytes(b"run/\xff\xfe-8.trace"));
    fs::write(&strange, "0 send 1\n8 send 1 2\n").unwrap();
    let mut deep = folder.0.join("run");
    for _ in 0..150 {
        deep.push("d");
    }
    fs::create_dir_all(&deep).unwrap();
    fs::write(deep.join("rank-9.trace"), "9 send 1 2\n").unwrap();
    let (info, notes) = worked(&["info", &folder.path("run")], "");
    says(&info, "4 processes");
    says(&notes, r"run/\xff\xfe-8.trace: line 1: a word is missing");
    says(&info, r"run/\xff\xfe-8.trace");
}

#[test]
fn more_files_than_may_be_open() {
    let folder = trace("folders-many");
    for number in 0..100 {
        folder.write(&format!("run/core-{number}"), [0u8, 159, 146, 150].repeat(300_000));
    }
    let run = folder.path("run");
    let program = env!("CARGO_BIN_EXE_loopscope");
    let script = format!("ulimit -n 32; exec {program} info {run}");
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    let notes = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && notes.contains("100 files are ignored"), "{notes}");
}

/// Tests may run as a user who may read everything: then there is nothing to see here.
#[test]
fn what_may_not_be_read_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let folder = trace("folders-closed");
    let close = |name: &str, mode: u32| {
        fs::set_permissions(folder.path(name), fs::Permissions::from_mode(mode)).unwrap();
    };
    folder.write("run/notes", "of the run\n");
    fs::create_dir(folder.path("run/closed")).unwrap();
    let as_nobody = |name: &str| {
        let paths = [env!("CARGO_BIN_EXE_loopscope").to_owned(), folder.path(name)];
        let script = format!("exec {} info {}", paths[0], paths[1]);
        let user = Command::new("id").arg("-u").output().unwrap().stdout;
        let output = if user == b"0\n" {
            // A copy where anybody may go.
            let copy = folder.path("program");
            fs::copy(&paths[0], &copy).unwrap();
            fs::set_permissions(&folder.0, fs::Permissions::from_mode(0o755)).unwrap();
            let script = format!("exec {copy} info {}", paths[1]);
            Command::new("setpriv")
                .args(["--reuid=65534", "--regid=65534", "--clear-groups", "sh", "-c", &script])
                .output()
        } else {
            Command::new("sh").args(["-c", &script]).output()
        };
        let output = output.unwrap();
        (String::from_utf8(output.stderr).unwrap(), output.status.code())
    };
    close("run/notes", 0);
    close("run/closed", 0);
    let (notes, code) = as_nobody("run");
    assert_eq!(code, Some(0), "{notes}");
    says(&notes, "run/closed: skipped: no permission to read it");
    says(&notes, "run/notes: ignored: the file cannot be read");
    // A trace without one of its processes is not taken for the whole.
    close("run/rank-1.trace", 0);
    let (notes, code) = as_nobody("run");
    assert_eq!(code, Some(1), "{notes}");
    says(&notes, "run/rank-1.trace: byte 0: the file cannot be read; found no permission");
    close("run/closed", 0o755);
}
