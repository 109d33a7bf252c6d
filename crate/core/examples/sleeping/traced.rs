//! Makes a trace of a recorded run, and predicts from it how long a changed program lasts.

use std::error::Error;

use loopscope_core::clocks::{Clocks, Method};
use loopscope_core::durations::{Run, RunEnds};
use loopscope_core::matching::Matching;
use loopscope_core::trace::{Kind, ProcessId, Record, Tick, Trace, TraceBuilder};
use loopscope_core::waits::Waits;
use loopscope_core::whatif::{Changes, Collector, Factor, Moving, Order, Overrides, Parameters, Part, Stream};

use crate::patterns::{Program, Step};
use crate::ranks::{Recorded, BYTES};
use crate::Protocol;

/// The trace of a run: `MPI_Init` ends where all begin, `MPI_Finalize` begins where each ends.
fn traced(recorded: &Recorded, program: &Program) -> Result<Trace, Box<dyn Error>> {
    let mut builder = TraceBuilder::new(u64::MAX);
    builder.begin_source("sleeping");
    let names = ["MPI_Init", "MPI_Send", "MPI_Recv", "MPI_Finalize"];
    let [init, send, receive, finalize] = names.map(|name| builder.name(name));
    let (init, send, receive, finalize) = (init?, send?, receive?, finalize?);
    for (rank, calls) in recorded.calls.iter().enumerate() {
        let slot = builder.process(ProcessId(rank as u32))?;
        builder.begin_times(slot, Tick::NANOSECOND);
        let call = builder.record(Record::new(Kind::Call, init))?;
        builder.push_timed_call(slot, call, recorded.start - 1, recorded.start)?;
        for (number, called) in calls.iter().enumerate() {
            let (kind, name, peer) = match program.steps[rank][called.step] {
                Step::Send(to) => (Kind::Send, send, to),
                Step::Receive(from) => (Kind::Recv, receive, from),
                Step::Compute(_) => continue,
            };
            let fields = Record {
                peer: Some(peer as u32),
                tag: Some(1),
                bytes: Some(BYTES as u64),
                ..Record::new(Kind::Call, name)
            };
            let call = builder.record(fields)?;
            let event = builder.record(Record { kind, ..fields })?;
            builder.push_event_of_call(slot, event, number as u64 + 1)?;
            builder.push_timed_call(slot, call, called.enter, called.leave)?;
        }
        let call = builder.record(Record::new(Kind::Call, finalize))?;
        let end = recorded.ends[rank];
        builder.push_timed_call(slot, call, end, end + 1)?;
    }
    builder.end_source();
    Ok(builder.finish())
}

/// The time that a process sleeps before each of its calls, and after the last.
fn sleeps(steps: &[Step]) -> Vec<u64> {
    let mut sleeps = vec![0];
    for step in steps {
        match (step, sleeps.last_mut()) {
            (Step::Compute(time), Some(last)) => *last += time,
            _ => sleeps.push(0),
        }
    }
    sleeps
}

/// How long the changed program would last, in nanoseconds: each computation takes as many times as long as it does in it.
pub(crate) fn predict(
    recorded: &Recorded,
    protocol: Protocol,
    (base, changed): (&Program, &Program),
) -> Result<i64, Box<dyn Error>> {
    let trace = traced(recorded, base)?;
    let matching = Matching::new(&trace);
    let clocks = Clocks::of(&trace, &matching, Method::AsRecorded);
    let waits = Waits::new(&trace, matching, clocks);
    let run = Run::new(&waits, RunEnds::Main);
    let mut collector = Collector::new(Vec::new(), true);
    while collector.step((&trace, &waits, &run), 10_000) {}
    let calls = collector.finish();
    let synchronous = Some(if protocol == Protocol::Eager { u32::MAX } else { 1 });
    let overrides = Overrides { synchronous, ..Overrides::default() };
    let parameters = Parameters::fit(&calls, &waits, overrides);
    let program = loopscope_core::whatif::Program::new(&trace, &waits, calls, &parameters);
    let order = Order::new(&program).map_err(|defect| format!("{defect:?}"))?;
    if program.length() != recorded.length() {
        return Err("the trace is not as long as the run".into());
    }
    let mut changes = Changes::none();
    for (rank, process) in program.processes().iter().enumerate() {
        let times = sleeps(&base.steps[rank]).into_iter().zip(sleeps(&changed.steps[rank]));
        // The first call is MPI_Init, which counts no more.
        let first = process.calls().len() + 1 - sleeps(&base.steps[rank]).len();
        for (at, (before, after)) in times.enumerate().filter(|(_, (one, other))| one != other) {
            let factor = Factor::millionths((after * 1_000_000 / before.max(1)) as u32);
            changes.begin(Part::Computation, factor.ok_or("more than twice")?, &program);
            match process.calls().nth(first + at) {
                Some(call) => changes.add_call(call),
                None => changes.add_end(rank as u32),
            }
        }
    }
    Ok(Stream::new(&program, &order, &changes, Moving::Nothing).predict(Factor::SAME))
}
