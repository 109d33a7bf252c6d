//! How fast Paraver and DUMPI traces are read, beside counting the lines of the same bytes with memchr.
//!
//! `cargo bench -p loopscope-formats --bench tracers [-- FILE..]` prints a line a trace, in processor
//! time, the best of five. Given files are one trace. Without, traces of a loop are written: 16 processes that
//! exchange messages with their neighbours, once with states and counters as Extrae writes them, once
//! as DUMPI and as `dumpi2ascii` prints that.

#![allow(clippy::unwrap_used)] // a benchmark may fail
#![allow(clippy::print_stdout)]

use std::hint::black_box;

use loopscope_core::trace::{TraceBuilder, View};
use loopscope_formats::{sniff, Collection, FileInfo, Notes, Reading};

use loopscope_testing::made::tracers::{dumpi, dumpi_text, paraver};
use loopscope_testing::made::File;
use loopscope_testing::timing::shortest;

/// Bytes a reader gets at a time, as in the opener.
const CHUNK: usize = 64 << 10;

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

fn measure(what: &str, files: &[File]) {
    let bytes: usize = files.iter().map(|file| file.1.len()).sum();
    let mut events = 0;
    let own = shortest(5, || events = black_box(read(files))).as_secs_f64();
    let lines = shortest(5, || {
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
