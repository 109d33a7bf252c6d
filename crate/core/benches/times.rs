//! Times of calls: unpacking them, matching messages, finding waits, adding up, and what pictures of the timeline ask for.
//!
//! `cargo bench -p loopscope-core --bench times [-- MILLIONS]`. Ten million calls on 16 processes, which send messages to each other
//! in a ring, there and back, again and again, are made in memory. Times are processor times, the shortest of three; they are
//! also given as multiples of the time that unpacking takes.

use std::hint::black_box;
use std::thread;
use std::time::Duration;

use loopscope_core::clocks::{Clocks, Method};
use loopscope_core::durations::{LoopTree, Rooting, Run, RunEnds, Summing};
use loopscope_core::matching::{Matching, Walk};
use loopscope_core::nest::{greedy, LoopNames};
use loopscope_core::symbols::Symbol;
use loopscope_core::timeline::{Drafting, Indexing, Timeline};
use loopscope_core::trace::{
    BuildError, Kind, NameId, Process, ProcessId, ProcessSlot, Record, Tick, Trace, TraceBuilder, View, ViewTimes,
};
use loopscope_core::waits::{FoundWaits, FoundWalk, Waits};
use loopscope_testing::timing::{rate, shortest, shortest_on_cores};
use loopscope_testing::Random;

const PROCESSES: u32 = 16;
/// Rounds of exchanges in an iteration; each is four calls of a process.
const INNER: u64 = 62;
const CALLS_AN_ITERATION: u64 = 4 * INNER + 2;
/// Calls of each; the shortest processor time counts.
const RUNS: u32 = 3;
/// The width of a row in pixels.
const WIDTH: usize = 722;

/// A process that is being made.
struct Rank {
    slot: ProcessSlot,
    now: u64,
    sent: u64,
    calls: u64,
}

impl Rank {
    fn push(
        &mut self,
        builder: &mut TraceBuilder,
        (kind, name): (Kind, NameId),
        (peer, tag): (u32, i64),
        (enter, leave): (u64, u64),
    ) -> Result<(), BuildError> {
        let fields = Record { peer: Some(peer), tag: Some(tag), bytes: Some(640), ..Record::new(Kind::Call, name) };
        let call = builder.record(fields)?;
        let event = builder.record(Record { kind, ..fields })?;
        builder.push_event_of_call(self.slot, event, self.calls)?;
        builder.push_timed_call(self.slot, call, enter, leave)?;
        self.calls += 1;
        self.now = leave;
        Ok(())
    }
}

/// So many iterations of the same messages; a receive ends after its send begins.
fn made(iterations: u64) -> Result<Trace, BuildError> {
    let mut random = Random::new(1);
    let mut builder = TraceBuilder::new(u64::MAX);
    builder.begin_source("made");
    let names = [builder.name("MPI_Send")?, builder.name("MPI_Recv")?];
    let mut ranks = Vec::new();
    for process in 0..PROCESSES {
        let slot = builder.process(ProcessId(process))?;
        builder.begin_times(slot, Tick::NANOSECOND);
        ranks.push(Rank { slot, now: 1000, sent: 0, calls: 0 });
    }
    let mut gap = || match random.below(1000) {
        0 => 90_000 + random.below(700),
        _ => 300 + random.below(700),
    };
    for _ in 0..iterations {
        for exchange in 0..=2 * INNER {
            let (by, tag) = match exchange {
                last if last == 2 * INNER => (1, 3),
                even if even % 2 == 0 => (1, 1),
                _ => (PROCESSES - 1, 2),
            };
            for (at, rank) in ranks.iter_mut().enumerate() {
                rank.sent = rank.now + gap();
                let times = (rank.sent, rank.sent + 500);
                let peer = (at as u32 + by) % PROCESSES;
                rank.push(&mut builder, (Kind::Send, names[0]), (peer, tag), times)?;
            }
            for at in 0..ranks.len() {
                let from = (at + (PROCESSES - by) as usize) % ranks.len();
                let sent = ranks[from].sent;
                let begin = ranks[at].now + gap();
                let times = (begin, (begin + 200).max(sent + 400));
                let message = (from as u32, tag);
                ranks[at].push(&mut builder, (Kind::Recv, names[1]), message, times)?;
            }
        }
    }
    builder.end_source();
    Ok(builder.finish())
}

fn unpacked(trace: &Trace) -> u64 {
    let mut sum = 0u64;
    let mut rows = Vec::new();
    for process in trace.processes() {
        let Some(times) = process.times(View::Calls).and_then(ViewTimes::own) else { continue };
        for block in 0..times.blocks() {
            times.block(block, &mut rows);
            sum = rows.iter().fold(sum, |sum, [enter, leave]| sum.wrapping_add(leave - enter));
        }
    }
    sum
}

fn walked(trace: &Trace) -> u64 {
    let mut walk = Walk::new();
    let mut steps = 0;
    for process in trace.processes() {
        walk.restart();
        while let Some(step) = walk.next(trace, process) {
            steps += black_box(step).position & 1;
        }
    }
    steps
}

fn rewalked(trace: &Trace, waits: &Waits, found: &FoundWaits) -> i64 {
    let mut walk = FoundWalk::new(found);
    let mut sum = 0;
    for (place, process) in trace.processes().iter().enumerate() {
        walk.begin();
        while let Some(call) = walk.next((trace, waits, found), (place as u32, process)) {
            sum += black_box(call.wait);
        }
    }
    sum
}

/// The loops of the calls of a process.
fn loops_of(process: &Process) -> LoopTree {
    let records = process.events(View::Calls).into_iter().flatten();
    let symbols: Vec<Symbol> = records.map(|record| Symbol(record.index() as u32)).collect();
    let nest = greedy(&symbols).unwrap_or_default();
    LoopTree::of_nest(&nest, &LoopNames::new(&nest))
}

fn indexed(trace: &Trace, waits: &Waits) -> Timeline {
    let mut indexing = Indexing::new();
    while indexing.step(trace, waits, 50_000) {}
    indexing.finish(waits)
}

fn main() {
    let named = std::env::args().skip(1).find_map(|text| text.parse::<f64>().ok());
    let wanted = (named.unwrap_or(10.0) * 1e6) as u64;
    let iterations = (wanted / u64::from(PROCESSES) / CALLS_AN_ITERATION).max(1);
    let Ok(trace) = made(iterations) else { return };
    let calls = trace.event_count(View::Calls);
    println!("{calls} calls on {PROCESSES} processes, {} bytes each", {
        let bytes = trace.kept_bytes() as f64 / calls as f64;
        format!("{bytes:.2}")
    });
    let base = shortest(RUNS, || unpacked(&trace));
    let say = |what: &str, time: Duration| {
        let times = time.as_secs_f64() / base.as_secs_f64();
        let (seconds, rate) = (time.as_secs_f64() * 1e3, rate(calls as usize, time));
        println!("{what:28} {seconds:7.1} ms {rate:8.1} M calls/s {times:7.1} x");
        time
    };
    say("unpacking times", base);
    say("walking calls and events", shortest(RUNS, || walked(&trace)));
    let drafted = || {
        let mut drafting = Drafting::new();
        while drafting.step(&trace, 50_000) {}
        drafting.finish(&trace)
    };
    say("calls without waits", shortest(RUNS, drafted));
    let mut all = say("matching messages", shortest(RUNS, || Matching::new(&trace)));
    let matching = Matching::new(&trace);
    let compared = || Clocks::of(&trace, &matching, Method::Logical);
    all += say("comparing clocks", shortest(RUNS, compared));
    let clocks = compared();
    let mut copies = vec![(matching, clocks); RUNS as usize + 1];
    let mut prepared = || copies.pop().map(|(matching, clocks)| Waits::new(&trace, matching, clocks));
    all += say("preparing waits", shortest(RUNS, &mut prepared));
    let Some(waits) = prepared() else { return };
    all += say("index of all waits", shortest(RUNS, || indexed(&trace, &waits)));
    let timeline = indexed(&trace, &waits);
    say("  from calls to waits", all);
    let run = Run::new(&waits, RunEnds::Main);
    let trees: Vec<LoopTree> = trace.processes().iter().map(|process| loops_of(process)).collect();
    let summing = || Summing::new(trees.clone(), true, None);
    let of = (&trace, &waits, timeline.found(), &run);
    let sums = |mut part: Summing| {
        while part.step(of, 50_000) {}
        part.finish()
    };
    let found = timeline.found();
    say("walking calls with their waits", shortest(RUNS, || rewalked(&trace, &waits, found)));
    say("sums of all times", shortest(RUNS, || sums(summing())));
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    let at_once = || {
        thread::scope(|scope| {
            let parts = summing().split(&trace, found, cores).into_iter();
            let parts: Vec<_> = parts.map(|part| scope.spawn(move || sums(part))).collect();
            parts.into_iter().map(|part| part.join().map_or(0, |sums| sums.steps)).sum::<u64>()
        })
    };
    say("the same by the clock, on all cores", shortest_on_cores(3 * RUNS, at_once));
    let main: Vec<_> = (0..PROCESSES as usize).map(|place| Some(run.span(place))).collect();
    let rooted = || {
        let mut rooting = Rooting::new(&waits, found);
        while rooting.step((&trace, &waits, found, &run, &main), 50_000) {}
        (rooting.steps(), rooting.finish())
    };
    let waiting = rooted().0.saturating_sub(calls) / 2;
    say(&format!("where {waiting} waits begin"), shortest(RUNS, rooted));
    println!("{:.2} bytes a call for the index", timeline.kept_bytes() as f64 / calls as f64);
    pictures((&trace, &waits, &timeline), run.all());
}

/// What each row of a picture asks for while one zooms in 24 steps to a place in the third quarter.
fn pictures((trace, waits, timeline): (&Trace, &Waits, &Timeline), (start, end): (i64, i64)) {
    println!("24 pictures of {PROCESSES} rows, {WIDTH} pixels wide: a picture in the mean, at most");
    let clocks = waits.clocks();
    let source = (trace, clocks);
    let window = |step: i32| {
        let length = (end - start) as f64;
        let width = length * 0.55f64.powi(step);
        let from = start + (length - width).min(length * 0.6) as i64;
        (from, from + width.max(20.0) as i64)
    };
    let each = |what: &str, draw: &mut dyn FnMut(usize, (i64, i64))| {
        let mut times: Vec<f64> = Vec::new();
        for step in 0..24 {
            let all = || (0..PROCESSES as usize).for_each(|place| draw(place, window(step)));
            times.push(shortest(1, all).as_secs_f64() * 1e3);
        }
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        println!("{what:28} {mean:7.2} ms {:7.2} ms", times.iter().copied().fold(0.0, f64::max));
    };
    each("columns", &mut |place, window| {
        black_box(timeline.columns(source, place, window, WIDTH));
    });
    each("shares", &mut |place, window| {
        black_box(timeline.share(source, place, window));
    });
    each("calls, where there are few", &mut |place, window| {
        if timeline.calls_at_most(place, window) <= 545 {
            black_box(timeline.calls(source, place, window, 20_000));
        }
    });
}
