//! Paraver and DUMPI: 16 processes that exchange messages with their neighbours.

use std::fmt::Write;

use super::file::File;

const PROCESSES: u64 = 16;
const ROUNDS: u64 = 15_000;

/// Counters behind an event, as Extrae writes them.
const COUNTERS: &str = "42000050:30764:42000059:19638:42000000:1581:42000002:11:42000008:7";

/// As Extrae writes it, with states and counters.
pub fn paraver() -> Vec<File> {
    let threads: Vec<String> = (0..PROCESSES).map(|_| "1:1".to_owned()).collect();
    let tasks: Vec<String> = (1..=PROCESSES).map(|task| task.to_string()).collect();
    let mut text = format!(
        "#Paraver (21/11/2026 at 12:00):99999999999_ns:1(16):1:{PROCESSES}({}),1\nc:1:1:{PROCESSES}:{}\n",
        threads.join(","),
        tasks.join(":")
    );
    for round in 0..ROUNDS {
        for task in 1..=PROCESSES {
            let (time, right) = (1000 * round, task % PROCESSES + 1);
            let who = format!("{task}:1:{task}:1");
            for (step, call) in [(0, "50000001:4"), (100, "50000001:3"), (200, "50000001:6")] {
                let (begin, end) = (time + step, time + step + 40);
                writeln!(text, "2:{who}:{begin}:{call}:{COUNTERS}").unwrap();
                if step == 100 {
                    let (asked, done) = (time + 1, time + 240);
                    let to = format!("{right}:1:{right}:1:{}:{done}", asked - 1);
                    writeln!(text, "3:{who}:{begin}:{begin}:{to}:2080:7").unwrap();
                }
                writeln!(text, "1:{who}:{begin}:{end}:4").unwrap();
                writeln!(text, "2:{who}:{end}:50000001:0:{COUNTERS}").unwrap();
            }
        }
    }
    vec![("run.prv".to_owned(), text.into_bytes())]
}

/// A record: function, which statuses and times it has, arguments.
fn record(function: u16, arguments: &[u8]) -> Vec<u8> {
    let mut bytes = function.to_be_bytes().to_vec();
    bytes.extend([0x4f, 0, 0]);
    bytes.extend([0; 24]);
    bytes.extend(arguments);
    bytes
}

/// As the tracer of SST writes it.
pub fn dumpi() -> Vec<File> {
    let message = |peer: u64, request: u8| {
        let mut bytes = vec![0, 0, 1, 4, 0, 14, 0, 0, 0, peer as u8, 0, 0, 0, 7, 0, 2];
        bytes.extend([0, 0, 0, request]);
        bytes
    };
    let status = |source: u64| [0, 0, 8, 0x20, 0, 0, 0, source as u8, 0, 0, 0, 0, 0, 7];
    let of = |rank: u64| {
        let (left, right) = ((rank + PROCESSES - 1) % PROCESSES, (rank + 1) % PROCESSES);
        let mut round = record(12, &message(left, 2));
        round.extend(record(8, &message(right, 3)));
        let mut wait = vec![0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 2];
        wait.extend(status(left));
        wait.extend(status(9));
        round.extend(record(18, &wait));
        let mut bytes = b"\xff\xaa\xddDUMPI\0\0\0\0\0\0\0\0".to_vec();
        bytes.extend(record(82, &[0, 2, 0, 0, 0, rank as u8]));
        bytes.extend(round.repeat(ROUNDS as usize));
        bytes.extend(293u16.to_be_bytes());
        bytes.extend([7, 1, 0]);
        (format!("run-{rank:04}.bin"), bytes)
    };
    (0..PROCESSES).map(of).collect()
}

/// As `dumpi2ascii` prints that.
pub fn dumpi_text() -> Vec<File> {
    let call = |text: &mut String, name: &str, arguments: &str| {
        let when = "walltime 1296777956.737669000, cputime 0.007712000 seconds in thread 0.";
        let _ = write!(text, "{name} entering at {when}\n{arguments}{name} returning at {when}\n");
    };
    let of = |rank: u64| {
        let (left, right) = ((rank + PROCESSES - 1) % PROCESSES, (rank + 1) % PROCESSES);
        let message = |peer: &str, to: u64, request: u8| {
            format!(
                "int count=260\nMPI_Datatype datatype=14 (MPI_DOUBLE)\nint {peer}={to}\nint tag=7\n\
                 MPI_Comm comm=2 (MPI_COMM_WORLD)\nMPI_Request request=[{request}]\n"
            )
        };
        let status = |source| format!("{{bytes=2080, cancelled=0, source={source}, tag=7, error=0}}");
        let mut round = String::new();
        call(&mut round, "MPI_Irecv", &message("source", left, 2));
        call(&mut round, "MPI_Isend", &message("dest", right, 3));
        let statuses = format!("{}, {}", status(left), status(9));
        let wait = format!("int count=2\nMPI_Request requests[2]=[2, 3]\nMPI_Status statuses[2]=[{statuses}]\n");
        call(&mut round, "MPI_Waitall", &wait);
        let mut text = String::new();
        call(&mut text, "MPI_Comm_rank", &format!("MPI_Comm comm=2 (MPI_COMM_WORLD)\nint rank={rank}\n"));
        text.push_str(&round.repeat(ROUNDS as usize / 8));
        (format!("run-{rank:04}.txt"), text.into_bytes())
    };
    (0..PROCESSES).map(of).collect()
}
