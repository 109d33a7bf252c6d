//! Non-blocking calls, the same small program in every form that has them: what never came to an end is counted and
//! said, nothing is guessed.
//!
//! Process 0 posts receives, one of them from anybody, and some come to an end; it sends what nobody receives.

#![cfg(test)]

use std::rc::Rc;

use loopscope_core::symbols::Signature;
use loopscope_core::trace::View;
use loopscope_session::open::{Content, Limits, Opened, Opening, SourceFile, Status};

fn open(files: &[(&str, String)]) -> Opened {
    let sources = files.iter().map(|(path, text)| SourceFile {
        path: (*path).to_owned(),
        data: Content::Random(Rc::new(text.clone().into_bytes())),
    });
    let mut opening = Opening::new("drop", sources.collect(), Limits::default());
    loop {
        match opening.step(1 << 20).unwrap() {
            Status::Working => {}
            Status::Done(opened) => return *opened,
        }
    }
}

/// What process 0 and 1 send and receive, in order, and the notes.
fn read(files: &[(&str, String)]) -> (Vec<String>, Vec<String>) {
    let opened = open(files);
    let trace = opened.trace().unwrap();
    let signature = Signature::parse("name,peer,tag,comm").unwrap();
    let events = trace.processes().iter().flat_map(|process| {
        let events = process.events(View::Communication).into_iter().flatten();
        events.map(|event| signature.text(trace.table().record(event), process.id, trace.table()))
    });
    (events.collect(), opened.notes.iter().map(ToString::to_string).collect())
}

/// The findings of the notes that begin so, without file and remedy.
fn found(notes: &[String], what: &str) -> Vec<String> {
    let said = notes.iter().filter_map(|note| note.split_once(what));
    said.map(|(_, rest)| rest.split(';').nth(1).unwrap_or_default().trim().to_owned()).collect()
}

const OPEN_RECEIVES: &str = "non-blocking receives have no record of their completion";
const OPEN_SENDS: &str = "non-blocking sends have no record of their completion";
const NEVER_RECEIVED: &str = "messages were sent and never received";

#[test]
fn native_text_has_messages_that_nobody_receives() {
    let (_, notes) = read(&[
        ("rank-0.trace", "0 send 1 5\n0 send 1 5\n1 recv 0 7\n".to_owned()),
        ("rank-1.trace", "0 recv 1 5\n1 send 0 7\n1 recv 1 9\n".to_owned()),
    ]);
    assert_eq!(
        notes,
        [
            "drop: messages were sent and never received; found 1 of 3, the first from 0 to 1 with tag 5; kept as they are",
            "drop: messages were received and never sent; found 1 of 3, the first from 1 to 1 with tag 9; kept as they are",
        ]
    );
    // Of a process whose file is not there nothing is known.
    let (_, notes) = read(&[("rank-0.trace", "0 send 1 5\n1 recv 0 7\n".to_owned())]);
    assert_eq!(notes, Vec::<String>::new());
}

#[test]
fn simgrid() {
    let text = "0 init\n1 init\n0 irecv 1 3 100\n0 irecv 1 4 100\n0 isend 1 5 100\n0 wait 1 0 3\n\
                1 isend 0 3 100\n1 isend 0 4 100\n1 waitall\n0 finalize\n1 finalize\n";
    let (events, notes) = read(&[("run.tit", text.to_owned())]);
    assert_eq!(events, ["0 send 1 5", "1 recv 0 3", "1 send 0 3", "1 send 0 4"]);
    assert_eq!(found(&notes, OPEN_RECEIVES), ["found 1 of 2"]);
    assert_eq!(found(&notes, NEVER_RECEIVED), ["found 2 of 3, the first from 0 to 1 with tag 5"]);
}

#[test]
fn paraver() {
    let text = "#Paraver (21/11/2026 at 12:00):1000_ns:1(2):1:2(1:1,1:1),1\nc:1:1:2:1:2\n\
        2:1:1:1:1:10:50000001:4\n2:1:1:1:1:11:50000001:0\n\
        2:1:1:1:1:12:50000001:4\n2:1:1:1:1:13:50000001:0\n\
        2:2:1:2:1:20:50000001:3\n3:2:1:2:1:20:20:1:1:1:1:12:60:64:5\n2:2:1:2:1:21:50000001:0\n\
        2:1:1:1:1:50:50000001:5\n2:1:1:1:1:60:50000001:0\n\
        2:1:1:1:1:70:50000001:1\n2:1:1:1:1:71:50000001:0\n";
    let (events, notes) = read(&[("run.prv", text.to_owned())]);
    assert_eq!(events, ["1 recv 0 5", "1 send 0 5"]);
    assert_eq!(
        found(&notes, "some calls lack a record of their messages or collectives"),
        ["found MPI_Irecv (1 of 2 calls), MPI_Send (1 of 1 calls)"]
    );
}

/// Writes what `dumpi2ascii` prints of a process.
struct Dumpi(String, u32);

impl Dumpi {
    fn new(rank: u32) -> Self {
        let mut text = Self("version=7.1.0\nhostname=host\n".to_owned(), 0);
        text.call("MPI_Comm_rank", &format!("MPI_Comm comm=2 (MPI_COMM_WORLD)\nint rank={rank}\n"));
        text.call("MPI_Comm_size", "MPI_Comm comm=2 (MPI_COMM_WORLD)\nint size=2\n");
        text
    }

    fn call(&mut self, name: &str, arguments: &str) {
        self.1 += 1;
        let at = format!("walltime 1000.{:09}, cputime 0.000000000 seconds in thread 0.", self.1);
        self.0 += &format!("{name} entering at {at}\n{arguments}{name} returning at {at}\n");
    }

    fn message(&mut self, name: &str, end: &str, peer: i32, tag: i32, request: u32) {
        let arguments = format!(
            "int count=10\nMPI_Datatype datatype=9 (MPI_INT)\nint {end}={peer}\nint tag={tag}\n\
             MPI_Comm comm=2 (MPI_COMM_WORLD)\nMPI_Request request=[{request}]\n"
        );
        self.call(name, &arguments);
    }
}

fn status(source: u32, tag: u32) -> String {
    format!("{{bytes=40, cancelled=0, source={source}, tag={tag}, error=0}}")
}

#[test]
fn dumpi() {
    let mut zero = Dumpi::new(0);
    zero.message("MPI_Irecv", "source", -1, -1, 5);
    for (tag, request) in [(7, 6), (8, 7), (9, 8)] {
        zero.message("MPI_Irecv", "source", 1, tag, request);
    }
    zero.message("MPI_Isend", "dest", 1, 3, 9);
    zero.message("MPI_Isend", "dest", 1, 4, 10);
    zero.call("MPI_Test", "MPI_Request request=[5]\nint flag=0\nMPI_Status status=<IGNORED>\n");
    let any =
        format!("int count=2\nMPI_Request requests[2]=[7, 8]\nint index=1\nMPI_Status status=[{}]\n", status(1, 9));
    zero.call("MPI_Waitany", &any);
    let test = format!("MPI_Request request=[5]\nint flag=1\nMPI_Status status=[{}]\n", status(1, 4));
    zero.call("MPI_Test", &test);
    let all = "int count=2\nMPI_Request requests[2]=[7, 9]\nMPI_Status statuses=<IGNORED>\n";
    zero.call("MPI_Waitall", all);
    let mut one = Dumpi::new(1);
    for (tag, request) in [(4, 5), (8, 6), (9, 7)] {
        one.message("MPI_Isend", "dest", 0, tag, request);
    }
    one.call("MPI_Waitall", "int count=3\nMPI_Request requests[3]=[5, 6, 7]\nMPI_Status statuses=<IGNORED>\n");
    let (events, notes) = read(&[("run-0000.txt", zero.0), ("run-0001.txt", one.0)]);
    assert_eq!(
        events,
        [
            // A receive stands where it is complete, and says from whom: at the second test, not at the first.
            "0 send 1 3",
            "0 send 1 4",
            "1 recv 0 9",
            "1 recv 0 4",
            "1 recv 0 8",
            "1 send 0 4",
            "1 send 0 8",
            "1 send 0 9",
        ]
    );
    assert_eq!(found(&notes, OPEN_RECEIVES), ["found 1 of 4"]);
    assert_eq!(found(&notes, OPEN_SENDS), ["found 1 of 5"]);
    assert_eq!(found(&notes, NEVER_RECEIVED), ["found 2 of 5, the first from 0 to 1 with tag 3"]);
}
