//! What predictions cost on recorded traces: how long it takes to make a stream and to run it, as rates and as multiples of reading the
//! stream's operations once.
//!
//! `cargo bench -p loopscope-session --bench predictions [-- TRACE..]`; each trace is a file or an archive, without one a fixture.

#![allow(clippy::unwrap_used, clippy::panic)] // a benchmark may fail
#![allow(clippy::print_stdout)]

use std::path::Path;
use std::time::Duration;

use loopscope_core::clocks::{Clocks, Method};
use loopscope_core::durations::{Run, RunEnds};
use loopscope_core::matching::Matching;
use loopscope_core::trace::Trace;
use loopscope_core::waits::Waits;
use loopscope_core::whatif::{
    gains, Changes, Collector, CriticalPath, Factor, Moving, Order, Overrides, Parameters, Part, Predicted, Program,
    Stream, LANES,
};
use loopscope_session::open::{Limits, OpenedContent, Opening, Status};
use loopscope_testing::session::file;
use loopscope_testing::timing::{rate, shortest};

/// The trace that is read if none is named.
const FIXTURE: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/otf2/eztrace-2.0/same-programs/mg.A.8-otf2.tar.zst");

/// Calls of each; the shortest processor time counts.
const CALLS: u32 = 7;

/// What predictions cost: a stream is made once, and then run for each factor. Times are multiples of reading its operations.
fn measure(trace: &Trace, waits: &Waits, run: &Run) {
    let collected = || {
        let mut collector = Collector::new(Vec::new(), true);
        while collector.step((trace, waits, run), 50_000) {}
        collector.finish()
    };
    let calls = collected().len();
    let say = |what: &str, time: Duration, base: Option<Duration>| {
        let times = base.map_or(String::new(), |base| format!("{:7.1} x", time.as_secs_f64() / base.as_secs_f64()));
        let (seconds, rate) = (time.as_secs_f64() * 1e3, rate(calls, time));
        println!("{what:28} {seconds:7.1} ms {rate:8.1} M calls/s {times}");
    };
    say("collecting calls", shortest(CALLS, collected), None);
    let calls = collected();
    let parameters = Parameters::fit(&calls, waits, Overrides::default());
    let program = Program::new(trace, waits, calls, &parameters);
    say("finding an order", shortest(CALLS, || Order::new(&program)), None);
    let Ok(order) = Order::new(&program) else { return };
    let mut changes = Changes::none();
    changes.begin(Part::Computation, Factor::ZERO, &program);
    (0..program.calls().len() as u32).step_by(4).for_each(|call| changes.add_call(call));
    let made = || Stream::new(&program, &order, &changes, Moving::Change(0));
    say("making a stream", shortest(CALLS, made), None);
    let stream = made();
    let base = shortest(CALLS, || stream.checksum());
    say("reading its operations", base, Some(base));
    let half = Factor::millionths(500_000).unwrap_or(Factor::ZERO);
    say("one prediction", shortest(CALLS, || stream.predict(half)), Some(base));
    let passes = [Factor::SAME, Factor::DOUBLE].map(|most| {
        let curve = || stream.curve((Factor::ZERO, most), 0.5);
        say("all factors, at 0.05 %", shortest(CALLS, curve), Some(base));
        curve().passes
    });
    println!("  {passes:?} passes up to 1 and 2, {} slots", stream.slots());
    let all = Stream::new(&program, &order, &Changes::none(), Moving::Computations);
    say("one, all computations", shortest(CALLS, || all.predict(half)), Some(base));
    let classes = [[true; LANES]];
    say("eight, all computations", shortest(CALLS, || all.predict_lanes(&classes)), Some(base));
    let none = Changes::none();
    let times = || Predicted::new(&program, &order, &none);
    say("times of all calls", shortest(CALLS, times), Some(base));
    let run = times();
    let path = || CriticalPath::new(&program, &order, &none, &run);
    say("critical path", shortest(CALLS, path), Some(base));
    let path = path();
    let all = || gains(&program, &order, &none, &run, &path);
    say("gains of all events", shortest(CALLS, all), Some(base));
}

fn opened(path: &Path) -> Trace {
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let files = vec![file(&name, std::fs::read(path).unwrap())];
    let mut opening = Opening::new("bench", files, Limits::default());
    loop {
        if let Status::Done(opened) = opening.step(1 << 20).unwrap() {
            let OpenedContent::Trace(trace) = opened.content else { panic!("{name} holds nests") };
            return trace;
        }
    }
}

fn main() {
    // Cargo itself adds an argument that begins with dashes.
    let mut paths: Vec<String> = std::env::args().skip(1).filter(|given| !given.starts_with("--")).collect();
    if paths.is_empty() {
        paths.push(FIXTURE.to_owned());
    }
    for path in paths {
        let trace = opened(path.as_ref());
        let matching = Matching::new(&trace);
        let clocks = Clocks::of(&trace, &matching, Method::Logical);
        let waits = Waits::new(&trace, matching, clocks);
        println!("{path}");
        measure(&trace, &waits, &Run::new(&waits, RunEnds::Main));
    }
}
