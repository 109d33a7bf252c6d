//! What if against literal replays: one message, the reduction, the domino path, for many inputs.

use loopscope_testing::{held, Random};

use super::check_frames;
use crate::lab::frame::{DominoEvent, FrameData, ProgramItem, RunEventKind, WhatIfFrame, WhatIfStep};
use crate::lab::input::{Options, ProgramInput, WhatIfInput};
use crate::lab::{record, LabInput, Station};

fn frames(text: &str, case: &str, k: Option<u32>) -> Vec<WhatIfFrame> {
    let options = Options { case: Some(case.to_owned()), k, ..Options::default() };
    let input = LabInput::parse(Station::WhatIf, text, &options).unwrap();
    let recording = record(Station::WhatIf, &input).unwrap();
    check_frames(input.code(Station::WhatIf).len(), &recording);
    recording.frames().map(|frame| held!(frame.data, FrameData::WhatIf(frame) => frame)).collect()
}

#[test]
fn differences_of_a_message_are_those_of_absolute_times() {
    let mut random = Random::new(51);
    for _ in 0..2_000 {
        let [t_p, delay, t_q, residual] = [(); 4].map(|()| random.below(40) as i64);
        let pair = [(); 2].map(|()| random.below(60) as i64 - 20);
        let synchronous = random.below(2) == 0;
        let text = format!("{t_p} {delay} {t_q} {residual}; {} {}", pair[0], pair[1]);
        let frames = frames(&text, if synchronous { "c" } else { "a" }, None);
        let leaves = |p: i64, q: i64| {
            let both = (p + delay).max(q) + residual;
            (if synchronous { both } else { p + residual }, both)
        };
        let (before, after) = (leaves(t_p, t_q), leaves(t_p - pair[0], t_q - pair[1]));
        let WhatIfStep::Measured(measured) = &frames[0].step else { panic!() };
        assert_eq!((measured.u_p, measured.u_q), before, "{text}");
        let WhatIfStep::Difference(known) = &frames[1].step else { panic!() };
        assert_eq!(known.after, (before.0 - after.0, before.1 - after.1), "{text}");
        // The formula of Figure 3.
        let (p, q) = (pair[0] + known.slack.0, pair[1] + known.slack.1);
        assert_eq!(known.after.1, p.min(q), "{text}");
        assert_eq!(known.by_sender, p <= q);
    }
}

/// Programs that can run: messages in one order for all, computations between them, some with names.
fn random_program(random: &mut Random) -> String {
    let count = 2 + random.index(3);
    let mut parts = vec![String::new(); count];
    let mut names = 0;
    for message in 1..=1 + random.index(10) {
        let from = random.index(count);
        let to = (from + 1 + random.index(count - 1)) % count;
        for (process, kind) in [(from, 's'), (to, 'r')] {
            if random.below(3) > 0 {
                let name = if random.below(5) == 0 && names < 4 {
                    names += 1;
                    format!("*C{names}")
                } else {
                    String::new()
                };
                parts[process] += &format!("c{}{name} ", random.below(9));
            }
            parts[process] += &format!("{kind}{message} ");
        }
    }
    for part in &mut parts {
        if random.below(2) == 0 {
            *part += &format!("c{} ", random.below(9));
        }
    }
    format!("{}: {}", random.below(4), parts.join("| "))
}

/// How long a program runs if these messages are waited for no longer, and these computations take no time.
fn literal(input: &ProgramInput, gone: &[u32], without: &[&str]) -> i64 {
    let mut at: Vec<(usize, i64)> = vec![(0, 0); input.processes.len()];
    let mut sent = std::collections::HashMap::new();
    while at.iter().zip(&input.processes).any(|(at, items)| at.0 < items.len()) {
        for (process, items) in input.processes.iter().enumerate() {
            while let Some(item) = items.get(at[process].0) {
                let now = at[process].1;
                at[process].1 = match item {
                    ProgramItem::Compute(_, Some(name)) if without.contains(&&**name) => now,
                    ProgramItem::Compute(time, _) => now + time,
                    ProgramItem::Send(message) => {
                        sent.insert(*message, now);
                        now
                    }
                    ProgramItem::Receive(message) => match sent.get(message) {
                        None => break,
                        Some(_) if gone.contains(message) => now,
                        Some(time) => now.max(time + input.delay),
                    },
                };
                at[process].0 += 1;
            }
        }
    }
    at.iter().map(|at| at.1).max().unwrap_or(0)
}

fn read(text: &str) -> ProgramInput {
    let options = Options { case: Some("aggregation".to_owned()), ..Options::default() };
    held!(WhatIfInput::parse(text, &options).unwrap(), WhatIfInput::Aggregation(program) => program)
}

#[test]
fn reduced_programs_give_the_predictions_of_whole_ones() {
    let mut random = Random::new(52);
    let mut dropped_in_all = 0;
    for _ in 0..1_500 {
        let text = random_program(&mut random);
        let input = read(&text);
        let frames = frames(&text, "aggregation", None);
        let last = &frames.last().unwrap().step;
        let WhatIfStep::Aggregated { kept, dropped, reduced, predictions } = last else { panic!() };
        dropped_in_all += dropped.len();
        let receives = |items: &[Vec<ProgramItem>]| {
            let mut all: Vec<u32> = items
                .iter()
                .flatten()
                .filter_map(|item| match item {
                    ProgramItem::Receive(message) => Some(*message),
                    _ => None,
                })
                .collect();
            all.sort_unstable();
            all
        };
        assert_eq!(receives(reduced), *kept, "{text}");
        let mut all = [kept.clone(), dropped.clone()].concat();
        all.sort_unstable();
        assert_eq!(receives(&input.processes), all, "{text}");
        let mut names: Vec<String> = Vec::new();
        for item in input.processes.iter().flatten() {
            if let ProgramItem::Compute(_, Some(name)) = item {
                names.push(name.to_string());
            }
        }
        names.sort_unstable();
        let part = ProgramInput { delay: input.delay, processes: reduced.clone() };
        for (which, (_, whole, in_part)) in predictions.iter().enumerate() {
            let gone = |at: usize| which >> (names.len() - 1 - at) & 1 == 1;
            let without: Vec<&str> = (0..names.len()).filter(|&at| gone(at)).map(|at| names[at].as_str()).collect();
            assert_eq!(*whole, literal(&input, &[], &without), "{text} {without:?}");
            assert_eq!(whole, in_part, "{text} {without:?}");
            // The reduced program, run as it stands.
            assert_eq!(*whole, literal(&part, &[], &without), "{text} {reduced:?}");
        }
    }
    assert!(dropped_in_all > 500, "{dropped_in_all}");
}

#[test]
fn gains_of_the_domino_path_are_those_of_literal_replays() {
    let mut random = Random::new(53);
    let mut gained = 0;
    for _ in 0..1_500 {
        let text = random_program(&mut random);
        let input = read(&text);
        let frames = frames(&text, "domino", Some(4));
        let mut gone: Vec<u32> = Vec::new();
        let mut best = 0;
        for frame in &frames {
            match &frame.step {
                WhatIfStep::Replay { length, .. } => assert_eq!(*length, literal(&input, &[], &[])),
                WhatIfStep::Try { event: DominoEvent::Wait(message), gain, length, .. } => {
                    let with = [gone.as_slice(), &[*message]].concat();
                    assert_eq!(*length, literal(&input, &with, &[]), "{text} {message} {gone:?}");
                    best = best.max(*gain);
                }
                WhatIfStep::Take { event: DominoEvent::Wait(message), gain, length, .. } => {
                    assert_eq!(*gain, std::mem::take(&mut best), "{text}");
                    gone.push(*message);
                    assert_eq!(*length, literal(&input, &gone, &[]), "{text}");
                    assert_eq!(frame.predicted.as_ref().unwrap().end(), *length);
                    gained += gain;
                }
                WhatIfStep::Fallen { length, before, longest, longest_gain } => {
                    assert_eq!(*length, literal(&input, &gone, &[]), "{text}");
                    let all: Vec<u32> = longest
                        .iter()
                        .map(|event| match event {
                            DominoEvent::Wait(message) => *message,
                            DominoEvent::Computation(..) => panic!("a computation"),
                        })
                        .collect();
                    assert_eq!(before - longest_gain, literal(&input, &all, &[]), "{text}");
                }
                other => panic!("{other:?}"),
            }
        }
    }
    assert!(gained > 1_000, "{gained}");
}

#[test]
fn who_waits_for_ever_is_refused() {
    let options = Options { case: Some("domino".to_owned()), ..Options::default() };
    let input = LabInput::parse(Station::WhatIf, "1: r1 s2 | r2 s1", &options).unwrap();
    let error = record(Station::WhatIf, &input).unwrap_err();
    assert!(error.what.contains("wait for ever"));
}

#[test]
fn computations_may_be_left_out_instead_of_waits() {
    let options =
        Options { case: Some("domino".to_owned()), of: Some("computations".to_owned()), ..Options::default() };
    let input = LabInput::parse(Station::WhatIf, "1: c9 s1 c2 | c2 r1 c3", &options).unwrap();
    let recording = record(Station::WhatIf, &input).unwrap();
    let taken = recording.frames().find_map(|frame| match frame.data {
        FrameData::WhatIf(WhatIfFrame { step: WhatIfStep::Take { event, gain, .. }, .. }) => Some((event, gain)),
        _ => None,
    });
    // Then process 1 begins its receive at 2, and waits no longer.
    assert_eq!(taken, Some((DominoEvent::Computation(0, "before the send of 1".into()), 8)));
    // The message is there at 10.
    let is_there = |kind: &RunEventKind| *kind == RunEventKind::Receive(1, 10);
    let FrameData::WhatIf(first) = recording.frame(0).unwrap().data else { panic!() };
    assert!(first.measured.events.iter().any(|event| is_there(&event.kind)));
}
