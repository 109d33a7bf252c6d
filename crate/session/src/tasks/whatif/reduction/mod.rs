//! A run reduced to what questions about some of its events need.

mod document;
mod reduced_run;
mod report;

pub use document::is_reduced;
pub use reduced_run::{ReducedAnswer, ReducedRun};
pub use report::Timed;

use loopscope_core::small_sort::SmallSort;
use loopscope_core::whatif::{communicating, Changes, Event, Factor, Order, Part, Program, Reading, Reduced, Rule};
use loopscope_formats::notes::Note;

use super::answer::Delay;
use super::builder::WhatIf;
use crate::error_note;

/// The most events that may be asked about.
pub const MOST_ASKED: usize = 10_000;

/// Which events may be asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Longest {
    /// So many, the longest.
    Count(usize),
    /// All that last so many nanoseconds.
    Above(i64),
}

/// Whether waits, computations or both may be asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskedParts {
    /// Waits of calls.
    pub waits: bool,
    /// Computations before calls.
    pub computations: bool,
}

/// How a run is reduced.
#[derive(Clone, Copy, Debug)]
pub struct ReductionChoices {
    /// Which events may be asked about.
    pub longest: Longest,
    /// What of them.
    pub parts: AskedParts,
    /// Whether half of so many are waits, and half computations: the longest waits may be longer than all computations.
    pub each: bool,
    /// What may be left out.
    pub rule: Rule,
    /// Which readings are kept. How long waits last is that of the first.
    pub delay: Delay,
}

/// A reading of a reduced run.
#[derive(Debug)]
struct ReducedReading {
    reading: Reading,
    /// Calls that communicate, before.
    before: u64,
    reduced: Reduced,
}

/// A reduced run, and what it is reduced to.
#[derive(Debug)]
pub struct Reduction {
    rule: Rule,
    /// The asked events of the whole run, the longest first, with their times.
    asked: Vec<(Event, i64)>,
    readings: Vec<ReducedReading>,
}

impl WhatIf {
    /// Reduces the run.
    ///
    /// # Errors
    /// No event fits, or too many do.
    pub fn reduce(&self, choices: &ReductionChoices) -> Result<Reduction, Note> {
        let readings = choices.delay.readings();
        let first = readings.first().copied().unwrap_or(Reading::LogGps);
        let program = &self.read(first).program;
        let asked = match choices.longest {
            Longest::Count(count) if choices.each && count > 1 => of_each(program, choices, count)?,
            _ => asked(program, choices)?,
        };
        let events: Vec<Event> = asked.iter().map(|&(event, _)| event).collect();
        let reduced = |&reading: &Reading| {
            let read = self.read(reading);
            let reduced = Reduced::new(&read.program, &read.order, &events, choices.rule);
            ReducedReading { reading, before: communicating(&read.program), reduced }
        };
        let readings = readings.iter().map(reduced).collect();
        Ok(Reduction { rule: choices.rule, asked, readings })
    }
}

/// The longest waits and the longest computations, half of so many each, the longest first.
fn of_each(program: &Program, choices: &ReductionChoices, count: usize) -> Result<Vec<(Event, i64)>, Note> {
    let of = |waits: bool, count: usize| {
        let parts = AskedParts { waits, computations: !waits };
        asked(program, &ReductionChoices { longest: Longest::Count(count), parts, ..*choices })
    };
    let mut found = of(true, count.div_ceil(2))?;
    found.extend(of(false, count / 2)?);
    found.sort_small_by_key(|&(event, time)| (std::cmp::Reverse(time), event));
    Ok(found)
}

/// The events that may be asked about, the longest first.
///
/// # Errors
/// No event fits, or too many do.
pub(super) fn asked(program: &Program, choices: &ReductionChoices) -> Result<Vec<(Event, i64)>, Note> {
    let least = match choices.longest {
        Longest::Count(_) => 1,
        Longest::Above(least) => least.max(1),
    };
    let mut found = Vec::new();
    for process in program.processes() {
        for call in process.calls() {
            // Who asks names an event by its call.
            if program.calls().get(call as usize).is_none_or(|call| call.number == u32::MAX) {
                continue;
            }
            if choices.parts.computations {
                found.push((Event::Computation(call), program.computation(process, call)));
            }
            if choices.parts.waits {
                found.push((Event::Wait(call), program.wait(call)));
            }
        }
    }
    found.retain(|&(_, time)| time >= least);
    found.sort_small_by_key(|&(event, time)| (std::cmp::Reverse(time), event));
    if let Longest::Count(most) = choices.longest {
        found.truncate(most);
    }
    match found.len() {
        0 => Err(note_on_asked("none", "one at least")),
        1..=MOST_ASKED => Ok(found),
        many => {
            let found = loopscope_core::numbers::thousands(many as u64);
            let most = loopscope_core::numbers::thousands(MOST_ASKED as u64);
            Err(note_on_asked(&found, &format!("at most {most}")))
        }
    }
}

fn note_on_asked(found: &str, expected: &str) -> Note {
    error_note(
        "",
        "the events that may be asked about are too many or too few".to_owned(),
        found.to_owned(),
        expected.to_owned(),
        "choose others with --candidates, --above or --of".to_owned(),
    )
}

/// Sets one event to a factor, beside the changes before it.
fn change(event: Event, factor: Factor, (program, changes): (&Program, &mut Changes)) {
    let (part, call) = match event {
        Event::Computation(call) => (Part::Computation, call),
        Event::Wait(call) => (Part::Wait, call),
        Event::Call(call) => (Part::Call, call),
        Event::LastComputation(process) => {
            changes.begin(Part::Computation, factor, program);
            return changes.add_end(process);
        }
    };
    changes.begin(part, factor, program);
    changes.add_call(call);
}

/// How long a run lasts if one event takes no time.
fn without(event: Event, program: &Program, order: &Order) -> i64 {
    use loopscope_core::whatif::{Moving, Stream};
    let mut changes = Changes::none();
    change(event, Factor::ZERO, (program, &mut changes));
    Stream::new(program, order, &changes, Moving::Nothing).predict(Factor::SAME)
}
