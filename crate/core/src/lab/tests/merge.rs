//! Merge: the last frame is the engine's model, for many programs; counts of channels add up at every step.

use loopscope_testing::Random;

use super::check_frames;
use crate::lab::frame::{FrameData, MergeStep};
use crate::lab::input::MergeInput;
use crate::lab::{record, LabInput, Station};
use crate::system::{merge, text, Local};
use crate::trace::ProcessId;

/// The constructs of a model in a line each, from its text.
fn lines_of(model: &str) -> Vec<String> {
    let mut open: Vec<(String, Vec<String>)> = vec![(String::new(), Vec::new())];
    for line in model.lines().filter(|line| !line.starts_with("processes")) {
        let line = line.split('#').next().unwrap().trim();
        if let Some(last) = line.strip_prefix("for ").and_then(|it| it.split(" to ").nth(1)) {
            let count: u64 = last.trim().parse::<u64>().unwrap() + 1;
            open.push((count.to_string(), Vec::new()));
        } else if line == "done" && open.len() > 1 {
            let (count, body) = open.pop().unwrap();
            open.last_mut().unwrap().1.push(format!("for {count} {{ {} }}", body.join("; ")));
        } else if line != "done" && !line.is_empty() {
            open.last_mut().unwrap().1.push(line.to_owned());
        }
    }
    open.pop().unwrap().1
}

/// A program of one process: loops and events, messages with the others.
fn random_part(random: &mut Random, (own, count): (usize, usize), depth: usize) -> String {
    let mut text = String::new();
    for _ in 0..=random.index(3) {
        let peer = (own + 1 + random.index(count - 1)) % count;
        match random.below(if depth < 2 { 6 } else { 4 }) {
            0 => text += "x ",
            1 => text += &format!("s{peer}.{} ", random.below(2)),
            2 | 3 => text += &format!("r{peer}.{} ", random.below(2)),
            _ => {
                let body = random_part(random, (own, count), depth + 1);
                text += &format!("{}({body}) ", 2 + random.below(9));
            }
        }
    }
    text
}

/// Programs that exchange messages at different rates, cut and turned at random.
fn fitting(random: &mut Random) -> String {
    let (a, b, g) = (1 + random.below(4), 1 + random.below(4), 2 + random.below(6));
    let events = |event: &str, each: u64, random: &mut Random| {
        let with = |_| if random.below(3) == 0 { format!("{event} x") } else { event.to_owned() };
        (0..each).map(with).collect::<Vec<_>>().join(" ")
    };
    let (one, other) = (events("s1.0", a, random), events("r0.0", b, random));
    // A loop of the one has so many iterations that all messages are a common multiple.
    let (n, m) = (b * g, a * g);
    let part = |n: u64, body: &str, random: &mut Random| match (n, random.below(3)) {
        (1, _) => body.to_owned(),
        (4.., 0) => format!("{}({body}) y {}({body})", n / 2, n - n / 2),
        (3.., 1) => format!("{body} {}({body})", n - 1),
        _ => format!("{n}({body})"),
    };
    format!("{} | {}", part(n, &one, random), part(m, &other, random))
}

#[test]
fn merge_ends_with_the_model_of_the_engine() {
    let mut random = Random::new(41);
    let (mut coalesced, mut conflicts) = (0, 0);
    for case in 0..3_000 {
        let typed = match case % 2 {
            0 => fitting(&mut random),
            _ => {
                let count = 2 + random.index(3);
                let parts: Vec<String> = (0..count).map(|own| random_part(&mut random, (own, count), 0)).collect();
                parts.join("| ")
            }
        };
        let Ok(input) = MergeInput::parse(&typed) else { continue };
        let nests: Vec<_> = (0..input.processes.len()).map(|at| input.nest(at)).collect();
        let locals: Vec<Local<'_>> = nests
            .iter()
            .enumerate()
            .map(|(at, (nest, symbols))| Local { process: ProcessId(at as u32), nest, symbols })
            .collect();
        let expected = lines_of(&text::print(&merge(&locals).unwrap().model));
        let recording = record(Station::Merge, &LabInput::Merge(input)).unwrap();
        let last = recording.frame(recording.len() - 1).unwrap();
        let FrameData::Merge(last) = last.data else { panic!("another station") };
        let MergeStep::End { result } = last.step else { panic!("no end: {typed}") };
        assert_eq!(result.iter().map(|it| it.to_string()).collect::<Vec<_>>(), expected, "{typed}");
        for frame in recording.frames() {
            let FrameData::Merge(frame) = frame.data else { panic!("another station") };
            coalesced += u32::from(frame.step.kind() == "coalesce");
            conflicts += u32::from(frame.step.kind() == "conflict");
            for channel in frame.channels.iter().filter(|it| it.in_flight >= 0) {
                // What a receive without a partner takes was never sent.
                let flight = channel.sent.saturating_sub(channel.received);
                assert!(channel.in_flight.unsigned_abs() >= flight, "{typed} {channel:?}");
            }
        }
        if case % 10 == 0 {
            check_frames(Station::Merge.code().len(), &recording);
        }
    }
    assert!(coalesced > 1_000 && conflicts > 50, "{coalesced} {conflicts}");
}

#[test]
fn sentences_name_channels_in_words_where_they_are_read() {
    let input = MergeInput::parse("12(s1.2) | 4(r0.2 a r0.2 b r0.2)").unwrap();
    let recording = record(Station::Merge, &LabInput::Merge(input)).unwrap();
    let said = |at: usize| recording.frame(at).unwrap().say;
    assert_eq!(
        said(1).text,
        "The loops of processes 0 (×12) and 1 (×4) exchange 1 against 3 messages an iteration on 0→1:2: 3 iterations of process 0 go with 1 of process 1, four times."
    );
    assert_eq!(
        said(1).words(),
        "The loops of processes 0 (12 iterations) and 1 (4 iterations) exchange 1 against 3 messages an iteration on channel 0 to 1, tag 2: 3 iterations of process 0 go with 1 of process 1, four times."
    );
    assert_eq!(said(2).text, "×12 of process 0 becomes ×4 of ×3; ×4 of process 1 stays.");
}
