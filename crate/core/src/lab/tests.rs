//! The last frame is the engine's result, for many inputs; frames come back as they were kept.

use super::examples::examples;
use super::frame::{FrameData, RepeatsStep, Word};
use super::input::Symbols;
use super::*;
use crate::repeats::pm_triples;
use loopscope_testing::strings;

/// A string of numbers as letters.
fn symbols(string: &[u32]) -> Symbols {
    let letter = |&k: &u32| Word::from(char::from(b'a' + (k % 26) as u8).to_string());
    Symbols::new(string.iter().map(letter).collect()).unwrap()
}

/// Forward, then back: the same frames. The first and the last are stops of coarse stepping, and lines exist.
fn check_frames(station: Station, recording: &Recording) {
    let forward: Vec<Frame> = recording.frames().collect();
    assert_eq!(forward.len(), recording.len());
    for index in (0..forward.len()).rev() {
        assert_eq!(recording.frame(index).as_ref(), forward.get(index));
    }
    let steps = recording.steps();
    assert!(steps.first().is_some_and(|step| step.coarse));
    assert!(steps.last().is_some_and(|step| step.coarse));
    for frame in &forward {
        assert!(frame.line >= 1 && usize::from(frame.line) <= station.code().len());
        assert!(frame.say.text.ends_with('.') || frame.say.text.ends_with('?'), "{:?}", frame.say);
    }
    let mut walk = recording.walk(0);
    let walked = std::iter::from_fn(|| walk.next()).count();
    assert_eq!(walked, steps.len());
}

#[test]
fn every_example_can_be_stepped() {
    for station in Station::ALL {
        for example in examples(station) {
            let input = LabInput::parse(station, example.input, &example.options()).unwrap();
            check_frames(station, &record(station, &input).unwrap());
        }
    }
}

#[test]
fn repeats_end_with_the_triples_of_the_engine() {
    let check = |string: &[u32]| {
        let input = symbols(string);
        let recording = record(Station::Repeats, &LabInput::Symbols(input.clone())).unwrap();
        let last = recording.frame(recording.len() - 1).unwrap();
        let FrameData::Repeats(last) = last.data else { panic!("another station") };
        assert_eq!(last.step, RepeatsStep::End { triples: pm_triples(&input.string) });
    };
    strings::all(2, 9, |s| {
        if !s.is_empty() {
            check(s);
        }
    });
    for seed in 0..1_000 {
        let len = 1 + (seed * 7919 % 200) as usize;
        check(&strings::random(len, 1 + (seed % 4) as u32, seed));
        check(&strings::noisy(len, seed));
    }
}
