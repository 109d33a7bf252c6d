//! How fast the readers of text formats of tracers are, beside a general parser of the same bytes (serde_json
//! that keeps nothing, the csv crate, splitting at blanks) and beside counting lines with memchr.
//!
//! `cargo bench -p loopscope-formats --bench texts` prints a line a format, in processor time, the best of
//! five. On a shared machine the ratios in one run say more than a rate.

#![allow(clippy::unwrap_used)] // a benchmark may fail
#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::Duration;

use loopscope_core::trace::TraceBuilder;
use loopscope_formats::{sniff, FileInfo, Notes, Reading};

use loopscope_testing::made::texts::{actions, chart, profile, table};
use loopscope_testing::timing::{rate, shortest};

/// Bytes a reader gets at a time, as in the opener.
const CHUNK: usize = 64 << 10;

/// Events that a text gives.
fn read(text: &str, name: &str) -> u64 {
    let format = sniff(text.as_bytes(), name).unwrap();
    let (mut trace, mut notes) = (TraceBuilder::new(u64::MAX), Notes::new());
    let chunks = text.as_bytes().chunks(CHUNK);
    match format.reading {
        Reading::Each(reader) => {
            trace.begin_source(name);
            notes.begin_file(name);
            let mut reader = reader(&FileInfo::new(name));
            chunks.for_each(|chunk| reader.read(chunk, &mut trace, &mut notes).unwrap());
            reader.finish(&mut trace, &mut notes).unwrap();
        }
        Reading::Together(collection) => {
            let mut collection = collection();
            collection.begin(&FileInfo::new(name));
            chunks.for_each(|chunk| collection.read(chunk));
            collection.finish().unwrap();
            while !collection.build(&mut trace, &mut notes).unwrap() {}
        }
    }
    trace.events()
}

fn main() {
    let texts = [
        ("chrome", "profile.json", profile()),
        ("csv-events", "rank-0.csv", table()),
        ("simgrid", "actions.tit", actions()),
        ("paje", "chart.paje", chart()),
    ];
    println!(
        "{:10} {:>8} {:>10} {:>14} {:>14} {:>20}",
        "format", "MB", "MB/s", "M events/s", "lines MB/s", "general parser MB/s"
    );
    for (name, file, text) in &texts {
        assert_eq!(sniff(text.as_bytes(), "").unwrap().name, *name);
        let events = read(text, file);
        let reading = shortest(5, || {
            black_box(read(text, file));
        });
        let lines = shortest(5, || {
            let mut rest = text.as_bytes();
            while let Some(at) = memchr::memchr(b'\n', black_box(rest)) {
                rest = &rest[at + 1..];
            }
        });
        let general = shortest(5, || match *name {
            "chrome" => {
                black_box(serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok());
            }
            "csv-events" => {
                let mut reader = csv::Reader::from_reader(text.as_bytes());
                let mut record = csv::ByteRecord::new();
                while reader.read_byte_record(black_box(&mut record)).unwrap() {}
            }
            // Nothing general reads these: the words of every line.
            _ => {
                let words = |line: &[u8]| line.split(|&byte| byte == b' ').count();
                black_box(text.as_bytes().split(|&byte| byte == b'\n').map(words).sum::<usize>());
            }
        });
        let rate = |time: Duration| rate(text.len(), time);
        println!(
            "{name:10} {:8.1} {:10.0} {:14.1} {:14.0} {:20.0}",
            text.len() as f64 / 1e6,
            rate(reading),
            events as f64 / 1e6 / reading.as_secs_f64(),
            rate(lines),
            rate(general),
        );
    }
}
