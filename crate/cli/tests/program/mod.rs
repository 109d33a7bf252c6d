//! The program as tests run it, the samples they read, and folders they write to.

#![allow(dead_code)] // each test uses some of it

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The path of a file or folder of `tests/fixtures`.
pub(crate) fn fixture(name: &str) -> String {
    repository().join("tests/fixtures").join(name).display().to_string()
}

pub(crate) fn sample(name: &str) -> String {
    repository().join("web/public/samples").join(name).display().to_string()
}

/// Arguments, as one types them or word by word.
pub(crate) trait Arguments {
    fn words(&self) -> Vec<&str>;
}

impl Arguments for &str {
    fn words(&self) -> Vec<&str> {
        self.split(' ').collect()
    }
}

impl Arguments for &[&str] {
    fn words(&self) -> Vec<&str> {
        self.to_vec()
    }
}

impl<const N: usize> Arguments for &[&str; N] {
    fn words(&self) -> Vec<&str> {
        self.to_vec()
    }
}

impl Arguments for &Vec<&str> {
    fn words(&self) -> Vec<&str> {
        self.to_vec()
    }
}

/// Runs the program with something on standard input.
pub(crate) fn run(arguments: impl Arguments, input: impl AsRef<[u8]>) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_loopscope"))
        .args(arguments.words())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_vec();
    // A program that does not read its input closes it early; one that writes much waits until that is read.
    let writing = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writing.join().unwrap();
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// What it prints, and its exit status.
pub(crate) fn said(arguments: impl Arguments, input: impl AsRef<[u8]>) -> (String, String, i32) {
    let output = run(arguments, input);
    (text(&output.stdout), text(&output.stderr), output.status.code().unwrap())
}

/// What it prints and notes where all goes well.
pub(crate) fn worked(arguments: impl Arguments, input: impl AsRef<[u8]>) -> (String, String) {
    let arguments = arguments.words();
    let (printed, notes, code) = said(&arguments, input);
    assert_eq!(code, 0, "{arguments:?}: {notes}");
    (printed, notes)
}

/// What it prints where all goes well.
pub(crate) fn printed(arguments: impl Arguments, input: impl AsRef<[u8]>) -> String {
    worked(arguments, input).0
}

/// What it prints where there is nothing to note.
pub(crate) fn printed_silently(arguments: impl Arguments, input: impl AsRef<[u8]>) -> String {
    let arguments = arguments.words();
    let (printed, notes) = worked(&arguments, input);
    assert_eq!(notes, "", "{arguments:?}");
    printed
}

/// The text has this part; where it does not, all of it is shown.
#[track_caller]
pub(crate) fn says(text: &str, part: &str) {
    assert!(text.contains(part), "{part:?} is not in\n{text}");
}

/// It ends with this exit status, prints nothing, and says why. Gives all that it says.
#[track_caller]
pub(crate) fn fails(arguments: impl Arguments, input: impl AsRef<[u8]>, status: i32, why: &str) -> String {
    let arguments = arguments.words();
    let (printed, notes, code) = said(&arguments, input);
    assert_eq!((printed.as_str(), code), ("", status), "{arguments:?}: {notes}");
    assert!(notes.contains(why), "{arguments:?}: {notes}");
    notes
}

/// The titles of a table of timed calls.
pub(crate) const TIMED: &str = "process,start_ns,end_ns,call,peer,tag,bytes\n";

/// Ten times the first process computes 98 and sends for 2; the second computes, waits for it 40, and has the message so
/// long after its sending began.
pub(crate) fn ten_messages(received_after: u64) -> String {
    let mut table = TIMED.to_owned();
    table += "0,0,90,MPI_Init,,,\n1,0,100,MPI_Init,,,\n";
    for now in (1..=10).map(|round| 100 * round + 98) {
        table += &format!("0,{now},{},MPI_Send,1,3,8\n", now + 2);
        table += &format!("1,{},{},MPI_Recv,0,3,8\n", now - 40, now + received_after);
    }
    table + "0,1120,1200,MPI_Finalize,,,\n1,1105,1200,MPI_Finalize,,,\n"
}

/// A folder of its own, gone at the end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("loopscope-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// Writes a file into the folder, and gives its path.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        fs::write(self.path(name), content).unwrap();
        self.path(name)
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    pub(crate) fn names(&self) -> Vec<String> {
        let names = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> = names.map(|it| it.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
