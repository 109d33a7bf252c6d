//! How fast Paraver and DUMPI traces are read, beside counting the lines of the same bytes with memchr.
//!
//! `cargo bench -p loopscope-formats --bench tracers [-- FILE..]` prints a line a trace, in processor
//! time, the best of five. Given files are one trace. Without, traces of a loop are written: 16 processes that
//! exchange messages with their neighbours, once with states and counters as Extrae writes them, once
//! as DUMPI and as `dumpi2ascii` prints that.

#![allow(clippy::unwrap_used)] // a benchmark may fail
#![allow(clippy::print_stdout)]

use std::fmt::Write;
use std::hint::black_box;
use std::time::Duration;

use cpu_time::ProcessTime;
use loopscope_core::trace::{TraceBuilder, View};
use loopscope_formats::{sniff, Collection, FileInfo, Notes, Reading};

type File = (String, Vec<u8>);

/// Bytes a reader gets at a time, as in the opener.
const CHUNK: usize = 64 << 10;

const PROCESSES: u64 = 16;
const ROUNDS: u64 = 15_000;

/// Counters behind an event, as Extrae writes them.
const COUNTERS: &str = "42000050:30764:42000059:19638:42000000:1581:42000002:11:42000008:7";

fn paraver() -> Vec<File> {
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

fn dumpi() -> Vec<File> {
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

fn dumpi_text() -> Vec<File> {
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
        let status =
            |source| format!("{{bytes=2080, cancelled=0, source={source}, tag=7, error=0}}");
        let mut round = String::new();
        call(&mut round, "MPI_Irecv", &message("source", left, 2));
        call(&mut round, "MPI_Isend", &message("dest", right, 3));
        let statuses = format!("{}, {}", status(left), status(9));
        let wait = format!(
            "int count=2\nMPI_Request requests[2]=[2, 3]\nMPI_Status statuses[2]=[{statuses}]\n"
        );
        call(&mut round, "MPI_Waitall", &wait);
        let mut text = String::new();
        call(
            &mut text,
            "MPI_Comm_rank",
            &format!("MPI_Comm comm=2 (MPI_COMM_WORLD)\nint rank={rank}\n"),
        );
        text.push_str(&round.repeat(ROUNDS as usize / 8));
        (format!("run-{rank:04}.txt"), text.into_bytes())
    };
    (0..PROCESSES).map(of).collect()
}

/// Reads files as one trace: how many events it has.
fn read(files: &[File]) -> u64 {
    let mut trace = TraceBuilder::new(8 << 30);
    let mut notes = Notes::new();
    let mut gathered: Option<Box<dyn Collection>> = None;
    for (name, bytes) in files {
        let Reading::Together(begin) = sniff(bytes, name).unwrap().reading else { continue };
        let collection = gathered.get_or_insert_with(begin);
        collection.begin(&FileInfo::new(name));
        bytes.chunks(CHUNK).for_each(|chunk| collection.read(chunk));
        collection.finish().unwrap();
    }
    let mut collection = gathered.unwrap();
    while !collection.build(&mut trace, &mut notes).unwrap() {}
    let trace = trace.finish();
    [View::Calls, View::Communication].into_iter().map(|view| trace.event_count(view)).sum()
}

fn best(mut run: impl FnMut()) -> Duration {
    let timed = |_| {
        let start = ProcessTime::now();
        run();
        start.elapsed()
    };
    (0..5).map(timed).min().unwrap()
}

fn measure(what: &str, files: &[File]) {
    let bytes: usize = files.iter().map(|file| file.1.len()).sum();
    let mut events = 0;
    let own = best(|| events = black_box(read(files))).as_secs_f64();
    let lines = best(|| {
        let count = |file: &File| memchr::memchr_iter(b'\n', &file.1).count();
        black_box(files.iter().map(count).sum::<usize>());
    });
    println!(
        "{what:<12} {:7.1} MB  {events:>9} events  {:7.1} MB/s  {:6.1} million events/s  {:5.1}x counting lines",
        bytes as f64 / 1e6,
        bytes as f64 / own / 1e6,
        events as f64 / own / 1e6,
        own / lines.as_secs_f64()
    );
}

fn main() {
    // Cargo itself adds an argument of its own that begins with dashes.
    let given: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    if !given.is_empty() {
        let file = |path: &String| (path.clone(), std::fs::read(path).unwrap());
        measure("files", &given.iter().map(file).collect::<Vec<_>>());
        return;
    }
    measure("paraver", &paraver());
    measure("dumpi", &dumpi());
    measure("dumpi2ascii", &dumpi_text());
}
