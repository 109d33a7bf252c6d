//! What if: a run over time as it was measured and as it would be, with what decides about it.

use loopscope_core::lab::frame::{
    Compared, Difference, DominoEvent, Frame, FrameData, ProgramItem, RunEvent, RunEventKind, SmallRun, WhatIfFrame,
    WhatIfStep,
};

use loopscope_core::small_sort::sort_few_by_key;

use super::stage::{LabArrow, LabBand, LabBar, LabBarKind, LabContent, LabLine, LabLook, LabStage, LabTerm, LabTimes};

fn what_if_of(frame: &Frame) -> Option<&WhatIfFrame> {
    match &frame.data {
        FrameData::WhatIf(frame) => Some(frame),
        _ => None,
    }
}

/// How the events of a run look.
type LookOf<'a> = &'a dyn Fn(&RunEvent) -> LabLook;

/// A run over time.
fn times(run: &SmallRun, names: &[&str], span: (i64, i64), look_of: LookOf<'_>) -> LabTimes {
    let name = |row: usize| names.get(row).map_or_else(|| row.to_string(), |name| (*name).to_owned());
    let mut times = LabTimes { rows: (0..run.processes as usize).map(name).collect(), span, ..LabTimes::default() };
    for event in &run.events {
        let look = look_of(event);
        let row = event.process as usize;
        let mut bar = |kind, from: i64, to: i64, text: String, what: &str| {
            if to > from {
                let says = format!("{}: {what} {from} to {to}", name(row));
                times.bars.push(LabBar { row, from, to, kind, text, look, says });
            }
        };
        match &event.kind {
            RunEventKind::Compute(label) => {
                let text = match label {
                    Some(label) => format!("{label} {}", event.to - event.from),
                    None => (event.to - event.from).to_string(),
                };
                bar(LabBarKind::Computes, event.from, event.to, text, "computes");
            }
            RunEventKind::Send(_) => bar(LabBarKind::Call, event.from, event.to, String::new(), "sends"),
            RunEventKind::Receive(_, there) => {
                let until = (*there).clamp(event.from, event.to);
                bar(LabBarKind::Waits, event.from, until, (until - event.from).to_string(), "waits");
                bar(LabBarKind::Call, until, event.to, String::new(), "is in the call");
            }
        }
    }
    let sent = |message: u32| {
        run.events.iter().find(|event| event.kind == RunEventKind::Send(message) || is_synchronous(event, message))
    };
    for event in &run.events {
        let RunEventKind::Receive(message, there) = event.kind else { continue };
        if let Some(send) = sent(message).filter(|_| message > 0) {
            let text = if run.events.len() > 4 { message.to_string() } else { String::new() };
            times.arrows.push(LabArrow {
                from: (send.process as usize, send.from),
                to: (event.process as usize, there),
                text,
                look: look_of(event),
            });
        }
    }
    times
}

/// Whether an event is the send of a message that waits for its receive.
fn is_synchronous(event: &RunEvent, message: u32) -> bool {
    message == 1 && matches!(event.kind, RunEventKind::Receive(0, _))
}

/// The axis of both runs.
fn span(frame: &WhatIfFrame, also: Option<&SmallRun>) -> (i64, i64) {
    let runs = [Some(&*frame.measured), frame.predicted.as_deref(), also];
    let events = || runs.iter().flatten().flat_map(|run| &run.events);
    let there = |event: &RunEvent| match event.kind {
        RunEventKind::Receive(_, there) => there.max(event.to),
        RunEventKind::Compute(_) | RunEventKind::Send(_) => event.to,
    };
    let begin = events().map(|event| event.from).min().unwrap_or(0).min(0);
    (begin, events().map(there).max().unwrap_or(1).max(begin + 1))
}

const PLAIN: LookOf<'static> = &|_| LabLook::Plain;

/// The stage at a step of What if. O(what is shown and the steps before).
pub fn what_if_stage(frames: &[&Frame], at: usize) -> LabStage {
    let Some(now) = frames.get(at).copied().and_then(what_if_of) else {
        return LabStage::default();
    };
    let bands = match &now.step {
        WhatIfStep::Measured(_) | WhatIfStep::Difference(_) => message(frames, at, now),
        WhatIfStep::Aggregate { .. }
        | WhatIfStep::Candidate { .. }
        | WhatIfStep::Compared(_)
        | WhatIfStep::Aggregated { .. } => aggregation(frames, at, now),
        WhatIfStep::Replay { .. } | WhatIfStep::Try { .. } | WhatIfStep::Take { .. } | WhatIfStep::Fallen { .. } => {
            domino(frames, at, now)
        }
    };
    LabStage { columns: 0, bands }
}

fn message(frames: &[&Frame], at: usize, now: &WhatIfFrame) -> Vec<LabBand> {
    let next = frames.get(at + 1).copied().and_then(what_if_of).and_then(|next| next.predicted.as_deref());
    let next = next.filter(|_| now.predicted.is_none());
    let span = span(now, next);
    let names = ["p", "q"];
    let waits: LookOf<'_> = &|event| {
        if event.wait() > 0 && now.predicted.is_none() {
            LabLook::Now
        } else {
            LabLook::Plain
        }
    };
    let measured = LabContent::Times(times(&now.measured, &names, span, waits));
    let mut bands = vec![LabBand::new("measured", "hatched: waits", measured)];
    if let WhatIfStep::Difference(known) = &now.step {
        bands.push(terms(known));
    }
    if let Some(run) = now.predicted.as_deref() {
        let content = LabContent::Times(times(run, &names, span, PLAIN));
        bands.push(LabBand::new("predicted", "the same axis", content));
    } else if let Some(run) = next {
        let mut pale = times(run, &names, span, PLAIN);
        pale.pale = true;
        bands.push(LabBand::new("predicted", "the next step", LabContent::Times(pale)).to_come());
    }
    bands
}

/// The two terms of which the smaller one decides.
fn terms(known: &Difference) -> LabBand {
    let term = |name: &str, by: i64, slack: i64, decides: bool| LabTerm {
        head: format!("{name}, its slack {slack}"),
        text: format!("{by} + {slack} = {}", by + slack),
        look: if decides { LabLook::Now } else { LabLook::Gone },
    };
    let all = vec![
        term("p", known.before.0, known.slack.0, known.by_sender),
        term("q", known.before.1, known.slack.1, !known.by_sender),
        LabTerm { head: "q leaves earlier by".to_owned(), text: known.after.1.to_string(), look: LabLook::Made },
    ];
    LabBand::new("differences", "the least decides", LabContent::Terms(all))
}

fn aggregation(frames: &[&Frame], at: usize, now: &WhatIfFrame) -> Vec<LabBand> {
    let steps = || frames.iter().take(at + 1).copied().filter_map(what_if_of).map(|frame| &frame.step);
    let gone: Vec<u32> = steps()
        .filter_map(|step| match step {
            WhatIfStep::Compared(known) if !known.kept => Some(known.message),
            _ => None,
        })
        .collect();
    let look_of: LookOf<'_> = &|event| match (&event.kind, &now.step) {
        (RunEventKind::Receive(message, _), WhatIfStep::Compared(known)) if known.message == *message => LabLook::Now,
        (RunEventKind::Compute(Some(name)), WhatIfStep::Candidate { candidate, .. }) if name == candidate => {
            LabLook::Now
        }
        (RunEventKind::Receive(message, _), _) if gone.contains(message) => LabLook::Gone,
        (RunEventKind::Compute(Some(_)), _) => LabLook::Made,
        _ => LabLook::Plain,
    };
    let run = LabContent::Times(times(&now.measured, &[], span(now, None), look_of));
    let mut bands = vec![LabBand::new("run", "framed: may shrink", run)];
    let mut forms = steps().filter_map(|step| match step {
        WhatIfStep::Aggregate { forms, .. } | WhatIfStep::Candidate { forms, .. } => Some(forms),
        WhatIfStep::Compared(known) => Some(&known.forms),
        _ => None,
    });
    if let Some(forms) = forms.next_back() {
        let changed = match &now.step {
            WhatIfStep::Candidate { process, .. } => Some(*process as usize),
            WhatIfStep::Compared(known) if known.kept => Some(known.between.1 as usize),
            _ => None,
        };
        let term = |(place, form): (usize, &std::sync::Arc<str>)| LabTerm {
            head: format!("process {place}"),
            text: form.to_string(),
            look: if changed == Some(place) { LabLook::Now } else { LabLook::Plain },
        };
        let terms = forms.iter().enumerate().map(term).collect();
        bands.push(LabBand::new("differences", "as forms", LabContent::Terms(terms)));
    }
    let compared: Vec<&Compared> = steps()
        .filter_map(|step| match step {
            WhatIfStep::Compared(known) => Some(known),
            _ => None,
        })
        .collect();
    if !compared.is_empty() {
        let at_hand = matches!(now.step, WhatIfStep::Compared(_));
        bands.push(compared_band(&compared, at_hand));
    }
    if let WhatIfStep::Aggregated { reduced, predictions, .. } = &now.step {
        bands.extend(reduced_bands(reduced, predictions));
    }
    bands
}

/// The messages that were compared so far; the last of them may be the one at hand.
fn compared_band(compared: &[&Compared], at_hand: bool) -> LabBand {
    let last = at_hand.then_some(compared.len().saturating_sub(1));
    let line = |(place, known): (usize, &&Compared)| LabLine {
        cells: vec![
            format!("message {}", known.message),
            format!("{} to {}", known.between.0, known.between.1),
            format!("{} {} {}", known.sender, if known.kept { "≠" } else { "=" }, known.receiver),
            if known.kept { "stays" } else { "R3: goes" }.to_owned(),
        ],
        look: if last == Some(place) { LabLook::Now } else { LabLook::Plain },
    };
    let lines = compared.iter().enumerate().map(line).collect();
    LabBand::new("messages", "sender and receiver", LabContent::Lines(lines))
}

/// The reduced program, and what it predicts beside the whole one.
fn reduced_bands(reduced: &[Vec<ProgramItem>], predictions: &[(Vec<i64>, i64, i64)]) -> [LabBand; 2] {
    let line = |(process, items): (usize, &Vec<ProgramItem>)| LabLine {
        cells: vec![process.to_string(), items.iter().map(item).collect::<Vec<_>>().join("  ")],
        look: LabLook::Plain,
    };
    let lines = reduced.iter().enumerate().map(line).collect();
    let left = LabBand::new("reduced", "what is left", LabContent::Lines(lines));
    let mut names: Vec<String> = reduced
        .iter()
        .flatten()
        .filter_map(|item| match item {
            ProgramItem::Compute(_, name) => name.as_ref().map(ToString::to_string),
            ProgramItem::Send(_) | ProgramItem::Receive(_) => None,
        })
        .collect();
    sort_few_by_key(&mut names, String::clone);
    let line = |(shorter, whole, part): &(Vec<i64>, i64, i64)| {
        let by = |(name, by): (&String, &i64)| match by {
            0 => format!("{name} as it is"),
            by => format!("{name} shorter by {by}"),
        };
        let shorter = names.iter().zip(shorter).map(by).collect::<Vec<_>>().join(", ");
        LabLine {
            cells: vec![shorter, format!("whole: {whole}"), format!("reduced: {part}")],
            look: if whole == part { LabLook::Plain } else { LabLook::Now },
        }
    };
    let lines = predictions.iter().map(line).collect();
    [left, LabBand::new("predictions", "both say the same", LabContent::Lines(lines))]
}

fn item(item: &ProgramItem) -> String {
    match item {
        ProgramItem::Compute(time, None) => format!("c{time}"),
        ProgramItem::Compute(time, Some(name)) => format!("{name} c{time}"),
        ProgramItem::Send(message) => format!("s{message}"),
        ProgramItem::Receive(message) => format!("r{message}"),
    }
}

fn name_of(event: &DominoEvent) -> String {
    match event {
        DominoEvent::Wait(message) => format!("wait at message {message}"),
        DominoEvent::Computation(process, what) => format!("process {process} {what}"),
    }
}

fn domino(frames: &[&Frame], at: usize, now: &WhatIfFrame) -> Vec<LabBand> {
    let steps = || steps_of(frames, at);
    let at_hand = match &now.step {
        WhatIfStep::Try { event, .. } | WhatIfStep::Take { event, .. } => Some(event),
        _ => None,
    };
    let wait_at = at_hand.and_then(|event| match event {
        DominoEvent::Wait(message) => Some(*message),
        DominoEvent::Computation(..) => None,
    });
    let look_of: LookOf<'_> = &|event| match event.kind {
        RunEventKind::Receive(message, _) if Some(message) == wait_at => LabLook::Now,
        _ => LabLook::Plain,
    };
    let span = span(now, None);
    let note = format!("T = {}", now.measured.end());
    let measured =
        LabContent::Times(times(&now.measured, &[], span, if now.predicted.is_none() { look_of } else { PLAIN }));
    let mut bands = vec![LabBand::new("measured", note, measured)];
    if let Some(run) = now.predicted.as_deref() {
        let content = LabContent::Times(times(run, &[], span, look_of));
        bands.push(LabBand::new("so far", format!("T' = {}", run.end()), content));
    }
    let lines = tried(frames, at);
    if !lines.is_empty() {
        bands.push(LabBand::new("candidates", "each alone", LabContent::Lines(lines)));
    }
    let path: Vec<LabTerm> = steps()
        .filter_map(|(place, step)| match step {
            WhatIfStep::Take { event, gain, .. } => Some(LabTerm {
                head: name_of(event),
                text: format!("gains {gain}"),
                look: if place == at { LabLook::Now } else { LabLook::Made },
            }),
            _ => None,
        })
        .collect();
    if !path.is_empty() {
        bands.push(LabBand::new("domino path", "in this order", LabContent::Terms(path)));
    }
    if let WhatIfStep::Fallen { longest, longest_gain, .. } = &now.step {
        let names =
            longest.iter().map(|event| LabTerm { head: String::new(), text: name_of(event), look: LabLook::Plain });
        let note = format!("together they gain {longest_gain}");
        bands.push(LabBand::new("the longest", note, LabContent::Terms(names.collect())));
    }
    bands
}

/// The steps up to one, with their places.
fn steps_of<'a>(frames: &'a [&'a Frame], at: usize) -> impl Iterator<Item = (usize, &'a WhatIfStep)> {
    let known = frames.iter().copied().take(at + 1).enumerate();
    known.filter_map(|(place, frame)| Some((place, &what_if_of(frame)?.step)))
}

/// What was tried since the last candidate that was taken, and what is taken now.
fn tried(frames: &[&Frame], at: usize) -> Vec<LabLine> {
    let steps = || steps_of(frames, at);
    let last = steps().filter(|(place, step)| *place < at && matches!(step, WhatIfStep::Take { .. })).last();
    let from = last.map_or(0, |(place, _)| place + 1);
    let mut lines = Vec::new();
    for (place, step) in steps().filter(|(place, _)| *place >= from) {
        let (event, verdict, gain, length) = match step {
            WhatIfStep::Try { event, time, gain, length } => (event, format!("lasts {time}"), gain, length),
            WhatIfStep::Take { event, gain, length, .. } => (event, "is taken".to_owned(), gain, length),
            _ => continue,
        };
        lines.push(LabLine {
            cells: vec![
                format!("without the {}", name_of(event)),
                verdict,
                format!("gains {gain}"),
                format!("T' = {length}"),
            ],
            look: if place == at { LabLook::Now } else { LabLook::Plain },
        });
    }
    lines
}
