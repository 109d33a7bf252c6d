//! The aggregation of Figure 6, message by message.

use super::recorder::Recorder;
use super::run::{CallOf, Measured};
use crate::lab::frame::{Compared, ProgramItem, WhatIfStep, Word};
use crate::lab::input::LabError;
use crate::lab::input::ProgramInput;
use crate::lab::recording::{Head, Recording};
use crate::lab::say::{counted, list};
use crate::numbers;
use crate::small_sort::sort_few_by_key;
use crate::whatif::{AggregationStep, Changes, Event, Factor, Order, Part, Predicted, Program, Reduced, Terms};

/// The most terms of a form: no input of the lab has more variables.
pub(super) const LAST: usize = 64;

/// The most candidates that are combined in questions.
const MOST_COMBINED: usize = 4;

/// `min(v0, v1+1)`.
fn form(terms: &Terms) -> Word {
    let term = |&(variable, plus): &(u32, i64)| match plus {
        0 => format!("v{variable}"),
        _ => format!("v{variable}+{plus}"),
    };
    let texts: Vec<String> = terms.iter().map(term).collect();
    match texts.as_slice() {
        [one] => one.as_str().into(),
        _ => format!("min({})", texts.join(", ")).into(),
    }
}

fn forms(all: &[Terms]) -> Vec<Word> {
    all.iter().map(form).collect()
}

/// How long a run lasts if these computations are gone.
fn without(program: &Program, order: &Order, events: &[Event], gone: &[bool]) -> i64 {
    let mut changes = Changes::none();
    changes.begin(Part::Computation, Factor::ZERO, program);
    for (event, _) in events.iter().zip(gone).filter(|(_, gone)| **gone) {
        if let Event::Computation(call) = event {
            changes.add_call(*call);
        }
    }
    Predicted::new(program, order, &changes).length()
}

/// Decides about each message.
pub(super) fn record(input: &ProgramInput) -> Result<Recording, LabError> {
    let measured = Measured::new(input).ok_or_else(LabError::waits_for_ever)?;
    let events: Vec<Event> = measured.candidates.iter().map(|candidate| Event::Computation(candidate.3)).collect();
    let (reduced, steps) = Reduced::watched(&measured.program, &measured.order, &events, LAST);
    let mut recorder = Recorder::new(measured.run.clone());
    let messages = measured.calls.iter().filter(|call| matches!(call, CallOf::Send(_))).count();
    let (waits, length) = (Measured::waits(&measured.run), measured.program.length());
    let said = format!(
        "{} begin with the same difference v0; {}, {}.",
        match input.processes.len() {
            2 => "Both processes".to_owned(),
            many => format!("All {} processes", numbers::in_words(many as u64)),
        },
        counted(2 * messages, "communication event"),
        counted(messages, "message"),
    );
    let begin = vec![Word::from("v0"); input.processes.len()];
    recorder.push(Head::coarse(2), said, WhatIfStep::Aggregate { forms: begin, waits, length });
    let (mut kept, mut dropped) = (Vec::new(), Vec::new());
    for step in &steps {
        match step {
            AggregationStep::Behind { call, forms: all } => {
                let Some((name, process, time, _)) = measured.candidates.iter().find(|candidate| candidate.3 == *call)
                else {
                    continue;
                };
                let forms = forms(all);
                let said = format!(
                    "{name} on process {process} may be shortened ({time} now): its difference is left as the variable {}.",
                    forms.get(*process as usize).map_or("", |form| form)
                );
                let (process, time, candidate) = (*process, *time, name.clone());
                let step = WhatIfStep::Candidate { process, candidate, time, forms };
                recorder.push(Head::coarse(14), said, step);
            }
            AggregationStep::Decided { index, source, receiver, kept: stays, forms: all } => {
                let Some(compared) = compared(&measured, *index, (source, receiver), *stays, all) else {
                    continue;
                };
                let list = if *stays { &mut kept } else { &mut dropped };
                list.push(compared.message);
                let line = if *stays { 17 } else { 19 };
                let said = says(&compared);
                recorder.push(Head::coarse(line), said, WhatIfStep::Compared(compared));
            }
        }
    }
    let predictions = predictions(&measured, &reduced, &events)?;
    let combined = events.len().min(MOST_COMBINED);
    let alone = measured.candidates.iter().enumerate().take(combined).map(|(at, (name, ..))| {
        let length = predictions.get(1 << (combined - 1 - at)).map_or(length, |it| it.2);
        format!("without {name} {length}")
    });
    let said = format!(
        "{} became {}; every prediction stays: {}, now {length}.",
        counted(2 * messages, "event"),
        2 * kept.len(),
        list(alone.collect::<Vec<String>>()),
    );
    sort_few_by_key(&mut kept, |message| *message);
    sort_few_by_key(&mut dropped, |message| *message);
    let reduced = items(&measured, &reduced);
    let step = WhatIfStep::Aggregated { kept, dropped, reduced, predictions };
    recorder.push(Head::last(10), said, step);
    Ok(recorder.frames)
}

/// What each combination of candidates gives, in the whole run and in the reduced one.
fn predictions(
    measured: &Measured,
    reduced: &Reduced,
    events: &[Event],
) -> Result<Vec<(Vec<i64>, i64, i64)>, LabError> {
    let order = Order::new(&reduced.program).map_err(|_| LabError::waits_for_ever())?;
    let combined = events.len().min(MOST_COMBINED);
    let mut predictions = Vec::new();
    for which in 0..1usize << combined {
        // The first candidate changes least often.
        let is_gone = |at: usize| at < combined && which >> (combined - 1 - at) & 1 == 1;
        let gone: Vec<bool> = (0..events.len()).map(is_gone).collect();
        let whole = without(&measured.program, &measured.order, events, &gone);
        let part = without(&reduced.program, &order, &reduced.events, &gone);
        let shorter = measured.candidates.iter().zip(&gone).take(combined);
        let shorter = shorter.map(|((_, _, time, _), gone)| if *gone { *time } else { 0 });
        predictions.push((shorter.collect(), whole, part));
    }
    Ok(predictions)
}

fn compared(
    measured: &Measured,
    index: u32,
    (source, receiver): (&Terms, &Terms),
    kept: bool,
    all: &[Terms],
) -> Option<Compared> {
    let program = &measured.program;
    let call = (0..program.calls().len() as u32)
        .find(|&call| program.indexed_inputs(call).any(|(known, _)| known == index))?;
    let (_, input) = program.indexed_inputs(call).find(|(known, _)| *known == index)?;
    let enter = program.calls().get(call as usize)?.enter;
    let there = (enter - program.finish(input)).max(0);
    Some(Compared {
        message: input.channel,
        between: (program.process_of(input.source), program.process_of(call)),
        sender: form(source),
        receiver: form(receiver),
        wait: program.wait(call),
        there,
        kept,
        forms: forms(all),
    })
}

fn says(compared: &Compared) -> String {
    let Compared { message, between: (from, to), sender, receiver, .. } = compared;
    if !compared.kept {
        return format!(
            "Message {message}, {from} to {to}: both have {sender}. R3 holds: its two events are aggregated."
        );
    }
    let waited = match compared.wait {
        0 => format!("The message had been there for {}", compared.there),
        wait => format!("The receiver waited {wait}"),
    };
    let after = compared.forms.get(*to as usize).map_or("", |form| form);
    format!(
        "Message {message}, {from} to {to}: {sender} against {receiver}: not equal, both events stay. {waited}: its difference becomes {after}."
    )
}

/// The reduced program as one would write it.
fn items(measured: &Measured, reduced: &Reduced) -> Vec<Vec<ProgramItem>> {
    let program = &reduced.program;
    let mut all = Vec::new();
    for process in program.processes() {
        let mut own = Vec::new();
        let mut time = 0;
        let flush = |own: &mut Vec<ProgramItem>, time: &mut i64| {
            if *time > 0 {
                own.push(ProgramItem::Compute(std::mem::take(time), None));
            }
        };
        for call in process.calls() {
            let gap = program.computation(process, call);
            let asked = reduced.events.iter().position(|event| *event == Event::Computation(call));
            match asked.and_then(|at| measured.candidates.get(at)) {
                Some((name, ..)) => {
                    flush(&mut own, &mut time);
                    own.push(ProgramItem::Compute(gap, Some(name.clone())));
                }
                None => time += gap,
            }
            let message = program.inputs(call).first().map(|input| input.channel);
            let sends = (0..program.calls().len() as u32)
                .flat_map(|other| program.inputs(other))
                .find(|input| input.source == call);
            if let Some(message) = message {
                flush(&mut own, &mut time);
                own.push(ProgramItem::Receive(message));
            } else if let Some(input) = sends {
                flush(&mut own, &mut time);
                own.push(ProgramItem::Send(input.channel));
            } else if let Some(known) = program.calls().get(call as usize) {
                time += known.leave - known.enter;
            }
        }
        time += program.last_computation(process);
        flush(&mut own, &mut time);
        all.push(own);
    }
    all
}
