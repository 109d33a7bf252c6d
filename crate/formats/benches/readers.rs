//! How fast the readers of numeric traces are, beside counting the same lines with memchr.
//!
//! `cargo bench -p loopscope-formats` prints a line a format, in processor time, the best of seven. On
//! a shared machine the ratio to counting lines in the same run says more than a rate.

#![allow(clippy::unwrap_used)] // a benchmark may fail
#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::Duration;

use loopscope_core::trace::TraceBuilder;
use loopscope_formats::{sniff, FileInfo, Notes};

use loopscope_testing::made::numbers::{accesses, ACCESSES};
use loopscope_testing::timing::{rate, shortest};

/// Bytes a reader gets at a time, as in the opener.
const CHUNK: usize = 64 << 10;

fn read(text: &str) -> u64 {
    let format = sniff(text.as_bytes(), "trace-0").unwrap();
    let (mut trace, mut notes) = (TraceBuilder::new(u64::MAX), Notes::new());
    trace.begin_source("trace-0");
    notes.begin_file("trace-0");
    let mut reader = format.reader(&FileInfo::new("trace-0")).unwrap();
    for chunk in text.as_bytes().chunks(CHUNK) {
        reader.read(chunk, &mut trace, &mut notes).unwrap();
    }
    reader.finish(&mut trace, &mut notes).unwrap();
    trace.events()
}

/// So many processes in one file, with a collective of all of them each: what a line costs must not grow with them.
fn many_processes(processes: u32) -> String {
    let line = |own: u32| {
        let (next, last) = ((own + 1) % processes, processes - 1);
        format!("{own} send {next} 7\n{own} sync MPI_Barrier 0-{last}\n")
    };
    (0..processes).map(line).collect()
}

fn main() {
    for processes in [4096, 65_536] {
        let text = many_processes(processes);
        let time = shortest(3, || {
            black_box(read(&text));
        });
        let each = time.as_secs_f64() * 1e9 / f64::from(processes);
        println!("native text, {processes} processes with a collective: {each:.0} ns for each");
    }
    let texts = accesses();
    println!("{:8} {:>8} {:>12} {:>14} {:>8}", "format", "MB", "reading MB/s", "counting MB/s", "ratio");
    for (name, text) in &texts {
        assert_eq!((read(text), sniff(text.as_bytes(), "").unwrap().name), (ACCESSES, *name));
        let reading = shortest(7, || {
            black_box(read(text));
        });
        let counting = shortest(7, || {
            black_box(memchr::memchr_iter(b'\n', text.as_bytes()).count());
        });
        let lines = shortest(7, || {
            let mut rest = text.as_bytes();
            while let Some(at) = memchr::memchr(b'\n', black_box(rest)) {
                rest = &rest[at + 1..];
            }
        });
        let rate = |time: Duration| rate(text.len(), time);
        println!(
            "{name:8} {:8.1} {:12.0} {:14.0} {:8.1}   (line by line {:.0} MB/s, ratio {:.1})",
            text.len() as f64 / 1e6,
            rate(reading),
            rate(counting),
            rate(counting) / rate(reading),
            rate(lines),
            rate(lines) / rate(reading),
        );
    }
}
