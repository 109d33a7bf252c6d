//! The domino path: what each candidate would gain, and the one that gains most.

use std::sync::Arc;

use super::recorder::Recorder;
use super::run::{CallOf, Measured};
use crate::lab::frame::{DominoEvent, WhatIfStep};
use crate::lab::input::DominoInput;
use crate::lab::input::LabError;
use crate::lab::recording::{Head, Recording};
use crate::lab::say::list;
use crate::numbers;
use crate::small_sort::sort_few_by_key;
use crate::whatif::{Candidates, Changes, DominoPath, Event, Predicted};

/// An event with its time, and its name.
struct Candidate {
    event: Event,
    name: DominoEvent,
    time: i64,
}

/// What a candidate is called in sentences.
fn called(name: &DominoEvent) -> String {
    match name {
        DominoEvent::Wait(message) => format!("the wait at message {message}"),
        DominoEvent::Computation(process, what) => {
            format!("the computation of process {process} {what}")
        }
    }
}

/// The candidates of a prediction that take time, in the order of messages or of calls.
fn candidates(measured: &Measured, kind: Candidates, predicted: &Predicted) -> Vec<Candidate> {
    let program = &measured.program;
    let mut all = Vec::new();
    let at = |list: &[i64], call: u32| list.get(call as usize).copied().unwrap_or(0);
    for (place, process) in program.processes().iter().enumerate() {
        let mut before = predicted.start;
        for call in process.calls() {
            let of = measured.calls.get(call as usize).copied().unwrap_or(CallOf::Border);
            let enter = at(&predicted.enters, call);
            match (kind, of) {
                (Candidates::Waits, CallOf::Receive(message)) => {
                    let source = program.inputs(call).first();
                    let there = source.map_or(enter, |input| at(&predicted.enters, input.source) + input.delay);
                    let name = DominoEvent::Wait(message);
                    all.push(Candidate { event: Event::Wait(call), name, time: there - enter });
                }
                (Candidates::Computations, _) => {
                    let what = match of {
                        CallOf::Send(message) => format!("before the send of {message}"),
                        CallOf::Receive(message) => format!("before the receive of {message}"),
                        CallOf::Border => "before another".to_owned(),
                    };
                    let name = DominoEvent::Computation(place as u32, what.into());
                    all.push(Candidate { event: Event::Computation(call), name, time: enter - before });
                }
                _ => {}
            }
            before = at(&predicted.leaves, call);
        }
        if kind == Candidates::Computations {
            let end = predicted.ends.get(place).copied().unwrap_or(before);
            let name = DominoEvent::Computation(place as u32, "at the end".into());
            all.push(Candidate { event: Event::LastComputation(place as u32), name, time: end - before });
        }
    }
    all.retain(|candidate| candidate.time > 0);
    sort_few_by_key(&mut all, |candidate| match candidate.name {
        DominoEvent::Wait(message) => message,
        DominoEvent::Computation(..) => 0,
    });
    all
}

/// Goes so many steps.
pub(super) fn record(input: &DominoInput) -> Result<Recording, LabError> {
    let measured = Measured::new(&input.program).ok_or_else(LabError::waits_for_ever)?;
    let (program, order) = (&measured.program, &measured.order);
    let mut recorder = Recorder::new(measured.run.clone());
    let before = program.length();
    let first = Predicted::new(program, order, &Changes::none());
    let all = candidates(&measured, input.candidates, &first);
    recorder.push(
        Head::coarse(1),
        begins(&all, before),
        WhatIfStep::Replay { length: before, waits: Measured::waits(&measured.run) },
    );
    let mut path = DominoPath::new(input.candidates, program);
    let mut gone: Vec<Event> = Vec::new();
    let mut taken = 0;
    while taken < input.steps {
        let mut tried = Vec::new();
        let mut length = before;
        let step = path.step_watched(program, order, |run, found| {
            length = run.length();
            for candidate in candidates(&measured, input.candidates, run) {
                if gone.contains(&candidate.event) {
                    continue;
                }
                // Only what is on the critical path gains anything.
                let gain = found.iter().find(|gain| gain.event == candidate.event);
                tried.push((candidate.name, candidate.time, gain.map_or(0, |gain| gain.gain), candidate.event));
            }
        });
        for (name, time, gain, _) in &tried {
            let (time, gain) = (*time, *gain);
            let left = length - gain;
            let said = format!("Without {} ({time}): {left}, gains {gain}.", called(name));
            let event = name.clone();
            recorder.push(Head::fine(3), said, WhatIfStep::Try { event, time, gain, length: left });
        }
        let Some(step) = step else { break };
        gone.push(step.event);
        taken += 1;
        let name = tried.iter().find(|it| it.3 == step.event).map(|it| it.0.clone());
        let Some(name) = name else { break };
        let after = before - step.total;
        recorder.predicted = Some(Arc::new(measured.predicted(path.changes())));
        let said = format!("Step {taken}: {} gains most, {}. T' = {after}.", called(&name), step.gain);
        let waits = recorder.predicted.as_deref().map_or(Vec::new(), Measured::waits);
        let gains = tried.into_iter().map(|(name, _, gain, _)| (name, gain)).collect();
        let what = WhatIfStep::Take { event: name, gain: step.gain, length: after, gains, waits };
        recorder.push(Head::coarse(4), said, what);
    }
    fallen(&mut recorder, (&measured, input.candidates), (&path, taken), all);
    Ok(recorder.frames)
}

/// The end: what the path gains, and what the longest candidates would.
fn fallen(
    recorder: &mut Recorder,
    (measured, kind): (&Measured, Candidates),
    (path, taken): (&DominoPath, usize),
    all: Vec<Candidate>,
) {
    let (program, before) = (&measured.program, measured.program.length());
    let length = before - total(measured, path.changes());
    let mut longest = all;
    // Of equal ones the first.
    sort_few_by_key(&mut longest, |candidate| -candidate.time);
    longest.truncate(taken);
    let longest_gain = match taken {
        0 => 0,
        _ => {
            let mut together = DominoPath::new(kind, program);
            longest.iter().for_each(|candidate| together.leave_out(candidate.event));
            total(measured, together.changes())
        }
    };
    let said = match taken {
        0 => format!("Nothing that could be left out is on the critical path: T stays {before}."),
        _ => format!(
            "{} of the domino path {} {} of {before}; the {} longest together gain {longest_gain}.",
            numbers::capital(&match taken {
                1 => "one step".to_owned(),
                many => format!("{} steps", numbers::in_words(many as u64)),
            }),
            numbers::verb(taken as u64, "gains", "gain"),
            before - length,
            numbers::in_words(taken as u64),
        ),
    };
    let longest = longest.into_iter().map(|candidate| candidate.name).collect();
    let what = WhatIfStep::Fallen { length, before, longest, longest_gain };
    recorder.push(Head::last(5), said, what);
}

/// How much shorter the run is under changes.
fn total(measured: &Measured, changes: &Changes) -> i64 {
    let run = Predicted::new(&measured.program, &measured.order, changes);
    measured.program.length() - run.length()
}

fn begins(all: &[Candidate], length: i64) -> String {
    let longest = all.iter().rev().max_by_key(|candidate| candidate.time);
    let Some(longest) = longest else {
        return format!("T = {length}. Nothing could be left out.");
    };
    let each = all.iter().map(|it| match &it.name {
        DominoEvent::Wait(message) => format!("{} at message {message}", it.time),
        name => format!("{} for {}", it.time, called(name)),
    });
    let each = list(each.collect::<Vec<String>>());
    let what = if matches!(longest.name, DominoEvent::Wait(_)) { "Waits" } else { "Computations" };
    format!("T = {length}. {what}: {each}. The longest is {}.", called(&longest.name))
}
