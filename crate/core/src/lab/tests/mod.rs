//! The last frame is the engine's result, for many inputs; frames come back as they were kept.

use super::examples::examples;
use super::frame::{FlowStep, FrameData, GreedyStep, NestStep, NlrStep, OptimalStep, RepeatsStep, ShownFlowLoop, Word};
use super::input::{FlowInput, Symbols, Values};
use super::*;
use crate::event_flow::{loop_forest, split_by_entry, GraphBuilder, HeaderKind};
use crate::nest::{greedy, optimal, text};
use crate::recognize::predict::{Predictor, Settings};
use crate::recognize::{FunctionModel, Recognizer};
use crate::repeats::{pm_triples, runs, PmTriple};
use crate::symbols::SymbolTable;
use loopscope_testing::{held, strings};

mod merge;
mod whatif;

/// A string of numbers as letters.
fn symbols(string: &[u32]) -> Symbols {
    let letter = |&k: &u32| Word::from(char::from(b'a' + (k % 26) as u8).to_string());
    Symbols::new(string.iter().map(letter).collect()).unwrap()
}

/// Forward, then back: the same frames. The first and the last are stops of coarse stepping, and lines exist.
fn check_frames(lines: usize, recording: &Recording) {
    let forward: Vec<Frame> = recording.frames().collect();
    assert_eq!(forward.len(), recording.len());
    for index in (0..forward.len()).rev() {
        assert_eq!(recording.frame(index).as_ref(), forward.get(index));
    }
    let steps = recording.steps();
    assert!(steps.first().is_some_and(|step| step.coarse));
    assert!(steps.last().is_some_and(|step| step.coarse));
    for frame in &forward {
        assert!(frame.line >= 1 && usize::from(frame.line) <= lines.max(4));
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
            check_frames(input.code(station).len(), &record(station, &input).unwrap());
        }
    }
}

/// Hands over all strings of two letters up to a length, and as many random and noisy ones as there are seeds.
fn on_strings(longest: usize, seeds: u64, check: impl Fn(&[u32])) {
    strings::all(2, longest, |s| {
        if !s.is_empty() {
            check(s);
        }
    });
    for seed in 0..seeds {
        let len = 1 + (seed * 7919 % 200) as usize;
        check(&strings::random(len, 1 + (seed % 4) as u32, seed));
        check(&strings::noisy(len, seed));
    }
}

#[test]
fn repeats_end_with_the_triples_of_the_engine() {
    let check = |string: &[u32]| {
        let input = symbols(string);
        let recording = record(Station::Repeats, &LabInput::Symbols(input.clone())).unwrap();
        let last = recording.frame(recording.len() - 1).unwrap();
        let FrameData::Repeats(last) = last.data else { panic!("another station") };
        let (triples, runs) = (pm_triples(&input.string), runs(&input.string));
        // The two ways are one: the repetitions are the first starts of the runs.
        let mut starts: Vec<PmTriple> = runs.iter().flat_map(|run| run.pm_triples()).collect();
        starts.sort_unstable();
        assert_eq!(starts, triples);
        assert_eq!(last.step, RepeatsStep::End { triples, runs });
    };
    on_strings(9, 1_000, check);
}

fn nest_step(frame: Frame) -> NestStep {
    let FrameData::Nest(frame) = frame.data else { panic!("another station") };
    frame.step
}

#[test]
fn greedy_and_optimal_end_with_the_nests_of_the_engine() {
    let check = |string: &[u32]| {
        let input = symbols(string);
        let names = input.names.iter().map(|name| Box::from(&**name)).collect();
        let table = SymbolTable::new(names);
        let recording = record(Station::GreedyOptimal, &LabInput::Symbols(input.clone())).unwrap();
        let texts = [greedy(&input.string), optimal(&input.string)].map(|nest| text::inline(&nest.unwrap(), &table));
        let last = *recording.steps().last().unwrap();
        let step = |index: u32| nest_step(recording.frame(index as usize).unwrap());
        // What greedy's mapping table says expands to the engine's nest, too.
        let reduced = recording.frames().filter_map(|frame| match nest_step(frame) {
            NestStep::Greedy { step: GreedyStep::Reduced { text, .. }, .. } => Some(text),
            _ => None,
        });
        if let Some(reduced) = reduced.last() {
            assert_eq!(reduced, texts[0]);
        }
        let greedy = held!(step(last.frame),
            NestStep::Greedy { step: GreedyStep::Stop { text, .. }, .. } => text);
        let optimal = held!(step(last.other.unwrap()),
            NestStep::Optimal(OptimalStep::Stop { text }) => text);
        assert_eq!([greedy, optimal], texts);
        check_frames(Station::GreedyOptimal.code().len(), &recording);
    };
    on_strings(8, 800, check);
}

/// Values that make loops: a noisy string of small numbers, some of them growing.
fn values(seed: u64, len: usize, k: usize) -> Values {
    let string = if seed.is_multiple_of(2) { strings::noisy(len, seed) } else { strings::random(len, 3, seed) };
    let growing = |(at, &value): (usize, &u32)| vec![i64::from(value) * (1 + at as i64 * (seed as i64 % 3))];
    let model = FunctionModel::ALL[seed as usize % 3];
    let values = string.iter().enumerate().map(growing).collect();
    Values { values, k, smax: None, nflush: 1, model, ahead: 4 }
}

#[test]
fn nlr_ends_with_the_terms_of_the_recognizer() {
    for seed in 0..2_000 {
        let input = values(seed, 1 + (seed * 7919 % 150) as usize, 1 + (seed % 6) as usize);
        let recording = record(Station::Nlr, &LabInput::Values(input.clone())).unwrap();
        let mut recognizer = Recognizer::new(terms::options_of(&input));
        for value in &input.values {
            recognizer.push(0, &[value[0] as u64]);
        }
        let expected: Vec<Word> = recognizer.finish().iter().map(terms::term_text).collect();
        let last = recording.frame(recording.len() - 1).unwrap();
        let FrameData::Nlr(last) = last.data else { panic!("another station") };
        assert_eq!(last.stack, expected);
        assert_eq!(last.step, NlrStep::End { result: expected });
        if seed % 10 == 0 {
            check_frames(Station::Nlr.code().len(), &recording);
        }
    }
}

#[test]
fn prediction_counts_what_the_predictor_counts() {
    for seed in 0..2_000 {
        let input = values(seed, 1 + (seed * 7919 % 150) as usize, 1 + (seed % 6) as usize);
        let recording = record(Station::Prediction, &LabInput::Values(input.clone())).unwrap();
        let settings = Settings { distances: vec![1], ..Settings::default() };
        let mut predictor = Predictor::new(terms::options_of(&input), settings);
        for value in &input.values {
            predictor.push(0, &[value[0] as u64]);
        }
        let last = recording.frame(recording.len() - 1).unwrap();
        let FrameData::Prediction(last) = last.data else { panic!("another station") };
        let counts = &predictor.counts()[0];
        let counters = last.counters;
        assert_eq!(
            (u64::from(counters.correct), u64::from(counters.wrong), u64::from(counters.none)),
            (counts.correct, counts.wrong, counts.none)
        );
    }
}

#[test]
fn flow_ends_with_the_loops_of_the_engine() {
    let mut irreducible = 0;
    for seed in 0..2_000 {
        let len = 1 + (seed * 7919 % 60) as usize;
        let symbols = symbols(&strings::random(len, 1 + (seed % 6) as u32, seed));
        let string = symbols.string.clone();
        // The graph as it is: headers, the loops around them, and which have a second entry.
        let mut builder = GraphBuilder::new();
        builder.push(&string);
        let forest = loop_forest(builder.finish().successors(), string[0].0);
        let name = |node: u32| symbols.names[node as usize].clone();
        let mut expected: Vec<_> = forest
            .headers()
            .map(|header| {
                let kind = forest.kind(header) == HeaderKind::Irreducible;
                (name(header), forest.header_around(header).map(name), kind)
            })
            .collect();
        expected.sort_unstable();
        let plain = FlowInput { symbols: symbols.clone(), split: false };
        let plain = record(Station::Flow, &LabInput::Flow(plain)).unwrap();
        let mut known: Vec<_> =
            forest_of(&plain).into_iter().map(|known| (known.header, known.parent, known.irreducible)).collect();
        known.sort_unstable();
        assert_eq!(known, expected, "{string:?}");
        irreducible += known.iter().filter(|known| known.2).count();
        let recording = record(Station::Flow, &LabInput::Flow(FlowInput { symbols, split: true })).unwrap();
        let split = split_by_entry(string, u32::MAX);
        let mut builder = GraphBuilder::new();
        builder.push(&split.string);
        let graph = builder.finish();
        let forest = loop_forest(graph.successors(), split.string[0].0);
        let loops = forest_of(&recording);
        assert_eq!(loops.len(), forest.headers().count());
        assert!(loops.iter().all(|known| !known.irreducible));
        check_frames(Station::Flow.code().len(), &recording);
    }
    assert!(irreducible > 200, "{irreducible}");
}

/// The loops of the last forest.
fn forest_of(recording: &Recording) -> Vec<ShownFlowLoop> {
    let forests = recording.frames().filter_map(|frame| match frame.data {
        FrameData::Flow(frame) => match frame.step {
            FlowStep::Forest { loops, .. } => Some(loops),
            _ => None,
        },
        _ => None,
    });
    forests.last().unwrap()
}

#[test]
fn ten_thousand_steps_are_kept_in_a_few_megabytes() {
    let string = strings::random(1_000, 1_000_000, 7);
    let values = string.iter().map(|&value| vec![i64::from(value)]).collect();
    let input = Values { values, k: 10, smax: None, nflush: 1, model: FunctionModel::Polynomial, ahead: 4 };
    let recording = record(Station::Nlr, &LabInput::Values(input)).unwrap();
    assert_eq!((recording.len(), recording.is_cut()), (MOST_STEPS, true));
    assert!(recording.bytes() < 8 << 20, "{} bytes", recording.bytes());
}

/// The bound of the appendix: what it says of the examples, and that a loop of greedy's with the same letters is found.
#[test]
fn the_bound_of_the_appendix_holds_but_for_its_counter_examples() {
    let bound = |id: &str| {
        let example = examples(Station::GreedyOptimal).iter().find(|it| it.id == id).unwrap();
        let input = LabInput::parse(Station::GreedyOptimal, example.input, &example.options()).unwrap();
        let recording = record(Station::GreedyOptimal, &input).unwrap();
        let found = recording.frames().find_map(|frame| match nest_step(frame) {
            NestStep::Greedy { step: GreedyStep::Stop { bound, .. }, .. } => Some(bound),
            _ => None,
        });
        found.unwrap().map(|bound| (bound.body.clone(), bound.count, bound.left, bound.holds()))
    };
    assert_eq!(bound("section-4.2-first"), Some(("abaab".to_owned(), 2, 0, true)));
    assert_eq!(bound("outer-and-inner"), Some(("EababababF".to_owned(), 3, 3, true)));
    assert_eq!(bound("by-span"), None);
    assert_eq!(bound("ring"), Some(("acababcbc".to_owned(), 4, 0, false)));
    assert!(bound("deep").is_some_and(|bound| !bound.3));
    assert!(bound("section-4.2-second").is_some_and(|bound| bound.3));
}
