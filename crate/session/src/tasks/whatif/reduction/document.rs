//! Reduced runs as JSON (`loopscope-reduced/1`).
//!
//! | field | meaning |
//! | --- | --- |
//! | `format`, `name` | `loopscope-reduced/1`, what was reduced |
//! | `clock`, `parameters`, `trust`, `T_ns` | of the whole run, as in `loopscope-whatif/1` |
//! | `facts` | the same in words |
//! | `rule`, `last` | what was left out: `equal`, `unmoved`, `alone`; the most terms of a form |
//! | `asked` | what may be asked: a selection, with the function, the innermost loop and its iteration |
//! | `readings` | for each reading of long receives the run that is left |
//!
//! A reading has `events_before`, the events of communication before; the time of each asked event (`asked_ns`) and its call
//! (`asked_calls`); and the calls that are left, numbered over all processes: `end_ns` and `times_ns` of each process (the time
//! before each call, and its duration, in turns), the members of collective operations (`hubs`), and what calls need
//! (`inputs`: how many calls after the one before; 0 for a message, 1 for the receive of one that waits for it, 2 for the root
//! of a collective operation, 3 for all of one; the call or operation that it comes from; how long it takes).

use loopscope_core::whatif::{Event, InputKind, Parts, ProcessParts, Program, Reading, Reduced, Rule};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::super::builder::WhatIf;
use super::super::document::{begun, reading_name};
use super::super::gains::Times;
use super::super::path::{call_of, number_of};
use super::super::select::function;
use super::{ReducedReading, Reduction};
use crate::open::recognize;

/// What a document begins with.
pub(super) const FORMAT: &str = "loopscope-reduced/1";

/// Whether a document is of a reduced run.
pub fn is_reduced(text: &str) -> bool {
    recognize::is_reduced(text.as_bytes())
}

#[derive(Serialize, Deserialize)]
pub(super) struct Document {
    pub(super) format: String,
    pub(super) name: String,
    pub(super) clock: Value,
    pub(super) parameters: Value,
    pub(super) trust: f64,
    #[serde(rename = "T_ns")]
    pub(super) length: i64,
    pub(super) facts: String,
    pub(super) rule: WrittenRule,
    pub(super) last: Option<usize>,
    pub(super) asked: Vec<Asked>,
    pub(super) readings: Vec<WrittenReading>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum WrittenRule {
    Equal,
    Unmoved,
    Alone,
}

/// What may be asked.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Asked {
    pub(super) select: String,
    pub(super) function: String,
    #[serde(rename = "loop")]
    pub(super) row: u32,
    pub(super) iteration: u32,
}

#[derive(Serialize, Deserialize)]
pub(super) struct WrittenReading {
    delay: String,
    pub(super) events_before: u64,
    pub(super) asked_ns: Vec<i64>,
    asked_calls: Vec<u32>,
    processes: Vec<WrittenProcess>,
    hubs: Vec<Vec<u32>>,
    inputs: Vec<(u32, u8, u32, i64)>,
}

#[derive(Serialize, Deserialize)]
struct WrittenProcess {
    end_ns: i64,
    times_ns: Vec<i64>,
}

const KINDS: [InputKind; 5] =
    [InputKind::Message, InputKind::Posting, InputKind::Root, InputKind::Hub, InputKind::Progress];

impl WrittenReading {
    fn new(reading: Reading, before: u64, reduced: &Reduced) -> Self {
        let program = &reduced.program;
        let time = |event: &Event| match *event {
            Event::Computation(call) => {
                let process = program.processes().get(program.process_of(call) as usize);
                process.map_or(0, |process| program.computation(process, call))
            }
            Event::Wait(call) => program.wait(call),
            _ => 0,
        };
        let parts = program.parts();
        let process = |process: &ProcessParts| {
            let mut now = process.start;
            let mut times_ns = Vec::with_capacity(2 * process.calls.len());
            for &(enter, leave) in &process.calls {
                times_ns.extend([enter - now, leave - enter]);
                now = leave;
            }
            WrittenProcess { end_ns: process.last - process.start, times_ns }
        };
        let mut before_it = 0;
        let mut inputs = Vec::with_capacity(parts.inputs.len());
        for &(call, kind, source, delay) in &parts.inputs {
            let kind = KINDS.iter().position(|&it| it == kind).unwrap_or(0) as u8;
            inputs.push((call - before_it, kind, source, delay));
            before_it = call;
        }
        Self {
            delay: reading_name(reading).to_owned(),
            events_before: before,
            asked_ns: reduced.events.iter().map(time).collect(),
            asked_calls: reduced.events.iter().filter_map(|&event| call_of(event)).collect(),
            processes: parts.processes.iter().map(process).collect(),
            hubs: parts.hubs,
            inputs,
        }
    }

    /// The program that is left, its reading, and the calls of the asked events; `None` if the numbers are those of no program.
    pub(super) fn program(&self) -> Option<(Reading, Program, &[u32])> {
        let reading = [Reading::LogGps, Reading::Measured];
        let reading = reading.into_iter().find(|&reading| reading_name(reading) == self.delay)?;
        let mut parts = Parts { hubs: self.hubs.clone(), ..Parts::default() };
        for process in &self.processes {
            let mut now = 0i64;
            let mut calls = Vec::with_capacity(process.times_ns.len() / 2);
            for pair in process.times_ns.chunks(2) {
                let &[gap, duration] = pair else { return None };
                let enter = now.checked_add(gap)?;
                now = enter.checked_add(duration)?;
                calls.push((enter, now));
            }
            parts.processes.push(ProcessParts { start: 0, last: process.end_ns, calls });
        }
        let mut call = 0u32;
        for &(more, kind, source, delay) in &self.inputs {
            call = call.checked_add(more)?;
            parts.inputs.push((call, *KINDS.get(usize::from(kind))?, source, delay));
        }
        let program = Program::of_parts(&parts)?;
        let calls = program.calls().len();
        let fit = self.asked_calls.iter().all(|&call| (call as usize) < calls);
        fit.then_some((reading, program, self.asked_calls.as_slice()))
    }
}

/// Counts bytes.
struct Counter(u64);

impl std::io::Write for Counter {
    fn write(&mut self, buffer: &[u8]) -> std::io::Result<usize> {
        self.0 += buffer.len() as u64;
        Ok(buffer.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn bytes_of(reading: &WrittenReading) -> u64 {
    let mut counter = Counter(0);
    // Counting cannot fail.
    let _ = serde_json::to_writer(&mut counter, reading);
    counter.0
}

impl Reduction {
    fn written_reading(of: &ReducedReading) -> WrittenReading {
        WrittenReading::new(of.reading, of.before, &of.reduced)
    }

    /// How many bytes a reading takes in the document: that of the whole run, and what is left.
    pub(super) fn bytes(run: &WhatIf, of: &ReducedReading) -> (u64, u64) {
        let program = run.read(of.reading).program.clone();
        let whole = Reduced { program, events: Vec::new(), kept: Vec::new() };
        let whole = WrittenReading::new(of.reading, of.before, &whole);
        (bytes_of(&whole), bytes_of(&Self::written_reading(of)))
    }

    /// The reduced run as a document.
    pub fn document(&self, name: &str, run: &WhatIf) -> String {
        let trust = run.trust();
        let mut about: Map<String, Value> = begun(name, run, trust);
        let mut take = |key: &str| about.remove(key).unwrap_or(Value::Null);
        let (rule, last) = match self.rule {
            Rule::Equal { last } => (WrittenRule::Equal, Some(last)),
            Rule::Unmoved { last } => (WrittenRule::Unmoved, Some(last)),
            Rule::Alone => (WrittenRule::Alone, None),
        };
        let document = Document {
            format: FORMAT.to_owned(),
            name: name.to_owned(),
            clock: take("clock"),
            parameters: take("parameters"),
            trust,
            length: run.length(),
            facts: run.facts(trust),
            rule,
            last,
            asked: self.asked.iter().map(|&(event, _)| asked(run, event)).collect(),
            readings: self.readings.iter().map(Self::written_reading).collect(),
        };
        let mut text = serde_json::to_string(&document).unwrap_or_default();
        text.push('\n');
        text
    }
}

/// An event as it is asked about.
fn asked(run: &WhatIf, event: Event) -> Asked {
    let program = &run.read(Reading::LogGps).program;
    let index = call_of(event).unwrap_or(0);
    let Some(call) = program.calls().get(index as usize) else {
        return Asked { select: String::new(), function: String::new(), row: 0, iteration: 0 };
    };
    let process = run.number(program.process_of(index));
    let (kind, context) = match event {
        Event::Computation(_) => ("calc", call.gap_context),
        _ => ("wait", call.context),
    };
    Asked {
        select: format!("{kind}:event={process}:{}", number_of(call).unwrap_or(0)),
        function: function(run.trace(), call.record).unwrap_or("event").to_owned(),
        row: program.contexts().row(context),
        iteration: call.iteration,
    }
}

/// Gains of asked events as JSON.
pub(super) fn gains(asked: &[Asked], gains: &[Times]) -> Value {
    let list = asked.iter().zip(gains).map(|(asked, gain)| {
        serde_json::json!({
            "select": asked.select,
            "function": asked.function,
            "loop": asked.row,
            "iteration": asked.iteration,
            "gain_ns": super::super::document::times(gain),
        })
    });
    list.collect()
}
