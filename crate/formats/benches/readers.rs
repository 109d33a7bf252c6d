//! How fast the readers of numeric traces are, beside counting the same lines with memchr.
//!
//! `cargo bench -p loopscope-formats` prints a line a format, in processor time, the best of seven. On
//! a shared machine the ratio to counting lines in the same run says more than a rate.

#![allow(clippy::unwrap_used)] // a benchmark may fail
#![allow(clippy::print_stdout)]

use std::fmt::Write;
use std::hint::black_box;
use std::time::Duration;

use cpu_time::ProcessTime;
use loopscope_core::trace::TraceBuilder;
use loopscope_formats::{sniff, FileInfo, Notes};

/// Accesses of a loop over a matrix: three reads and a write, as the tracers write them.
const ACCESSES: u64 = 2_000_000;

/// Bytes a reader gets at a time, as in the opener.
const CHUNK: usize = 64 << 10;

fn text(mut line: impl FnMut(&mut String, u64, u64)) -> String {
    let mut text = String::new();
    for k in 0..ACCESSES / 4 {
        let (row, column) = (k / 1024 % 1024, k % 1024);
        line(&mut text, 2, 0x0040_16a5 + k % 7);
        line(&mut text, 0, 0x004a_a2e0 + 8192 * row + 8 * column);
        line(&mut text, 0, 0x014a_82e0 + 8192 * column + 8 * row);
        line(&mut text, 1, 0x1f_ff00_0528 + 8 * (k % 3));
    }
    text
}

fn best(times: usize, mut run: impl FnMut()) -> Duration {
    let timed = |_| {
        let start = ProcessTime::now();
        run();
        start.elapsed()
    };
    (0..times).map(timed).min().unwrap()
}

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

fn main() {
    let kinds = ["read", "write", "ifetch"];
    let letters = [" L", " S", "I "];
    let texts = [
        ("din", text(|out, kind, address| writeln!(out, "{kind} {address:x} 8").unwrap())),
        (
            "lackey",
            text(|out, kind, address| {
                writeln!(out, "{} {address:08x},8", letters[kind as usize]).unwrap();
            }),
        ),
        ("numbers", text(|out, kind, address| writeln!(out, "{kind} {address} 8").unwrap())),
        (
            "csv",
            text(|out, kind, address| {
                writeln!(out, "{},{address:#x},8", kinds[kind as usize]).unwrap();
            }),
        ),
    ];
    println!(
        "{:8} {:>8} {:>12} {:>14} {:>8}",
        "format", "MB", "reading MB/s", "counting MB/s", "ratio"
    );
    for (name, text) in &texts {
        assert_eq!((read(text), sniff(text.as_bytes(), "").unwrap().name), (ACCESSES, *name));
        let reading = best(7, || {
            black_box(read(text));
        });
        let counting = best(7, || {
            black_box(memchr::memchr_iter(b'\n', text.as_bytes()).count());
        });
        let lines = best(7, || {
            let mut rest = text.as_bytes();
            while let Some(at) = memchr::memchr(b'\n', black_box(rest)) {
                rest = &rest[at + 1..];
            }
        });
        let rate = |time: Duration| text.len() as f64 / 1e6 / time.as_secs_f64();
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
