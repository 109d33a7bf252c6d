//! How fast the readers of text formats of tracers are, beside a general parser of the same bytes (serde_json
//! that keeps nothing, the csv crate, splitting at blanks) and beside counting lines with memchr.
//!
//! `cargo bench -p loopscope-formats --bench texts` prints a line a format, in processor time, the best of
//! five. On a shared machine the ratios in one run say more than a rate.

#![allow(clippy::unwrap_used)] // a benchmark may fail
#![allow(clippy::print_stdout)]

use std::fmt::Write;
use std::hint::black_box;
use std::time::Duration;

use cpu_time::ProcessTime;
use loopscope_core::trace::TraceBuilder;
use loopscope_formats::{sniff, FileInfo, Notes, Reading};

/// Bytes a reader gets at a time, as in the opener.
const CHUNK: usize = 64 << 10;

/// Rounds of the loops that the traces hold.
const ROUNDS: usize = 40_000;

fn best(mut run: impl FnMut()) -> Duration {
    let timed = |_| {
        let start = ProcessTime::now();
        run();
        start.elapsed()
    };
    (0..5).map(timed).min().unwrap()
}

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

/// A profile as PyTorch writes it: a thread of operators and a stream of kernels.
fn profile() -> String {
    let mut out =
        String::from("{\"schemaVersion\": 1, \"deviceProperties\": [], \"traceEvents\": [\n");
    for round in 0..ROUNDS {
        let at = 1_695_835_400_000_000 + 1000 * round;
        for (k, name) in
            ["aten::linear", "aten::addmm", "aten::relu", "aten::mse_loss"].iter().enumerate()
        {
            let (ts, dur) = (at + 100 * k, 90 - k);
            writeln!(
                out,
                "  {{\n    \"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"{name}\", \"pid\": 4711, \"tid\": 4711,\n    \
                 \"ts\": {ts}.125, \"dur\": {dur},\n    \"args\": {{\n      \"External id\": {k},\"Ev Idx\": {round}, \
                 \"Input Dims\": [[64, 128], [128]]\n    }}\n  }},"
            )
            .unwrap();
        }
        writeln!(
            out,
            "  {{\n    \"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"void gemm<float, 128, 64>(float*)\", \"pid\": 0, \
             \"tid\": 7,\n    \"ts\": {at}.5, \"dur\": 3,\n    \"args\": {{\n      \"device\": 0, \"stream\": 7\n    }}\n  }},"
        )
        .unwrap();
    }
    out.push_str("  {}]}\n");
    out
}

/// The calls of a process of the CG benchmark, as a recorder of MPI writes them.
fn table() -> String {
    let mut out = String::from(
        "start_ns,end_ns,call,peer,tag,bytes,comm,commsize,op,root,req,nreq,flag,peer2,tag2,bytes2,matched,site\n",
    );
    for round in 0..ROUNDS {
        let at = 1_000_000_000 + 4321 * round;
        let end = at + 1234;
        writeln!(out, "{at},{end},MPI_Irecv,3,1,5600,0,16,,,1,,,,,,,1556").unwrap();
        writeln!(out, "{at},{end},MPI_Send,3,1,5600,0,16,,,,,,,,,,1581").unwrap();
        writeln!(out, "{at},{end},MPI_Wait,3,1,5600,0,16,,,1,1,,,,,3:1:5600,1591").unwrap();
        writeln!(out, "{at},{end},MPI_Allreduce,,,8,0,16,SUM,,,,,,,,,1601").unwrap();
    }
    out
}

/// The same for two processes, as SimGrid replays it.
fn actions() -> String {
    let mut out = String::from("0 init\n1 init\n");
    for round in 0..ROUNDS {
        for (own, other) in [(0, 1), (1, 0)] {
            writeln!(out, "{own} irecv {other} 7 5600\n{own} send {other} 7 5600").unwrap();
            writeln!(out, "{own} compute {}", 1_000_000 + round * 17).unwrap();
            writeln!(out, "{own} wait {other} {own} 7\n{own} allreduce 8 100").unwrap();
        }
    }
    out
}

/// The same as a Gantt chart.
fn chart() -> String {
    let fields = |name: &str, number: u32, fields: &str| {
        let mut text = format!("%EventDef Paje{name} {number}\n%  Time date\n%  Type string\n");
        for field in fields.split(' ').filter(|field| !field.is_empty()) {
            writeln!(text, "%  {field} string").unwrap();
        }
        text + "%EndEventDef\n"
    };
    let mut out = fields("CreateContainer", 3, "Alias Container Name");
    out += &fields("PushState", 5, "Container Value");
    out += &fields("PopState", 6, "Container");
    out += &fields("StartLink", 7, "Container Value StartContainer Key");
    out += &fields("EndLink", 8, "Container Value EndContainer Key");
    out += "3 0.0 P p0 0 \"rank 0\"\n3 0.0 P p1 0 \"rank 1\"\n";
    for round in 0..ROUNDS {
        let time = format!("{}.{:09}", round / 1000, round % 1000 * 1_000_000);
        for (own, other) in [(0, 1), (1, 0)] {
            writeln!(out, "5 {time} S p{own} MPI_Isend").unwrap();
            writeln!(out, "7 {time} L root 5600 p{own} {own}_{other}_1_{round}").unwrap();
            writeln!(out, "6 {time} S p{own}\n5 {time} S p{own} MPI_Recv").unwrap();
            writeln!(out, "8 {time} L root 5600 p{own} {other}_{own}_1_{round}").unwrap();
            writeln!(out, "6 {time} S p{own}").unwrap();
        }
    }
    out
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
        let reading = best(|| {
            black_box(read(text, file));
        });
        let lines = best(|| {
            let mut rest = text.as_bytes();
            while let Some(at) = memchr::memchr(b'\n', black_box(rest)) {
                rest = &rest[at + 1..];
            }
        });
        let general = best(|| match *name {
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
        let rate = |time: Duration| text.len() as f64 / 1e6 / time.as_secs_f64();
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
