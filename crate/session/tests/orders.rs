//! Programs that take whatever message comes first have the loops of their twins, which take messages in turn; and nothing is
//! lost: nests, models and their files give the recorded events again.

#![cfg(test)]

mod common;

use common::{file, open, trace_of};
use loopscope_core::nest::text;
use loopscope_core::trace::Trace;
use loopscope_session::analysis::{string_of, Analysis, ProcessNest};
use loopscope_session::files;
use loopscope_session::options::{OptionChoices, Options, ReceiveOrder};
use loopscope_session::tasks::model::{options, Program};
use loopscope_session::view;
use loopscope_testing::programs::Lines;
use loopscope_testing::varying::{rounds, shuffled, Arrival, Between, Exchange};

fn trace(lines: &Lines) -> Trace {
    let name = |process| format!("rank-{process}.trace");
    let file = |(process, own): (_, &Vec<String>)| file(&name(process), own.join("\n") + "\n");
    trace_of(open(lines.iter().map(file).collect()))
}

fn choose(trace: &Trace, order: ReceiveOrder) -> Options {
    let wanted = OptionChoices { order: Some(order), ..OptionChoices::default() };
    options("trace", trace, &wanted).unwrap()
}

fn analysis(trace: &Trace, options: &Options) -> Analysis {
    let build = |process| ProcessNest::build(process, trace.table(), options).unwrap().into();
    let nests = trace.processes().iter().map(|process| build(process));
    Analysis::new(options, nests.collect())
}

/// Items of all nests; constructs, loops of the model and how often its main loop runs; all messages.
fn figures(program: &Program) -> (u64, usize, u64, u64) {
    let items = program.analysis.processes.iter().map(|process| process.stats.total).sum();
    let model = program.model();
    let main = model.main_loop().unwrap();
    (items, model.len(), main.iterations, model.matrix().total())
}

/// The program, after it was checked that everything gives the recorded events again.
fn checked(lines: &Lines) -> Program {
    let trace = &trace(lines);
    let options = choose(trace, ReceiveOrder::Auto);
    let analysis = analysis(trace, &options);
    let written = files::nests::write(&analysis);
    let read = files::nests::read("nests", &written).unwrap();
    assert_eq!(files::nests::write(&read), written);
    for (process, nest) in trace.processes().iter().zip(&read.processes) {
        let recorded = string_of(process, trace.table(), &options).unwrap();
        assert!(nest.recorded(nest.nest.symbols()).eq(recorded.symbols.iter().copied()));
        let single = Analysis { processes: vec![nest.clone()], ..analysis.clone() };
        let (parsed, _) = text::parse(&view::text::of(&single)).unwrap();
        assert_eq!(parsed.len(), nest.nest.len());
    }
    let program = Program::of_trace("trace", trace, analysis).unwrap();
    assert!(program.notes("trace").is_empty());
    let written = files::model::write(&program);
    let read = files::model::read("model", &written).unwrap();
    assert_eq!(files::model::write(&read), written);
    program
}

#[test]
fn exchanges_with_whoever_comes_first_have_the_model_of_those_in_turn() {
    let grid = Exchange::on_grid(4);
    let torus = Exchange { is_torus: true, ..grid };
    let delayed = Exchange { reduce_every: 5, has_ends: false, ..grid };
    let cases = [
        (grid, Arrival::Uniform, (176, 101, 80)),
        (grid, Arrival::Swapped { percent: 10 }, (176, 101, 80)),
        (torus, Arrival::Uniform, (208, 133, 80)),
        (Exchange::on_grid(8), Arrival::Uniform, (768, 453, 80)),
        (delayed, Arrival::Delayed { percent: 2 }, (144, 99, 16)),
    ];
    for (exchange, arrival, (items, constructs, times)) in cases {
        let twin = figures(&checked(&exchange.program(Arrival::Posted, 2)));
        assert_eq!((twin.0, twin.1, twin.2), (items, constructs, times), "{exchange:?}");
        let program = checked(&exchange.program(arrival, 2));
        assert_eq!(figures(&program), twin, "{exchange:?} {arrival:?}");
        assert!(program.text().contains("Receives that take whoever comes first"));
    }
}

#[test]
fn rounds_from_any_source_have_the_model_of_those_in_turn() {
    for (between, constructs) in [(Between::Broadcast, 34), (Between::Nothing, 33), (Between::Stragglers, 33)] {
        let twin = figures(&checked(&rounds(16, 100, between, None)));
        assert_eq!((twin.1, twin.2), (constructs, 100), "{between:?}");
        assert_eq!(figures(&checked(&rounds(16, 100, between, Some(9)))), twin, "{between:?}");
    }
}

#[test]
fn as_recorded_nothing_is_moved() {
    let lines = Exchange::on_grid(3).program(Arrival::Uniform, 4);
    let trace = &trace(&lines);
    let recorded = analysis(trace, &choose(trace, ReceiveOrder::Recorded));
    assert!(recorded.processes.iter().all(|process| process.orders.is_empty()));
    assert!(files::nests::write(&recorded).starts_with("{\"format\":\"loopscope-nests/1\""));
    let auto = analysis(trace, &choose(trace, ReceiveOrder::Auto));
    assert!(files::nests::write(&auto).starts_with("{\"format\":\"loopscope-nests/2\""));
    assert!(auto.processes.iter().all(|process| !process.orders.is_empty()));
    assert!(view::text::of(&auto).contains("\n  any order "));
}

#[test]
fn what_is_shuffled_comes_back() {
    let lines = Exchange { branch_percent: 30, ..Exchange::on_grid(4) }.program(Arrival::Posted, 6);
    let twin = figures(&checked(&lines));
    for percent in [5, 50, 100] {
        assert_eq!(figures(&checked(&shuffled(&lines, percent, percent))), twin, "{percent}");
    }
}

#[test]
fn orders_that_cannot_be_are_refused() {
    let lines = Exchange::on_grid(3).program(Arrival::Uniform, 4);
    let trace = &trace(&lines);
    let text = files::nests::write(&analysis(trace, &choose(trace, ReceiveOrder::Auto)));
    for (from, to, expected) in [
        ("\"permutations\":[[1,0]]", "\"permutations\":[[1,1]]", "each place of its run once"),
        ("\"permutations\":[[1,0]]", "\"permutations\":[]", "the number of a symbol in the list"),
        ("\"orders\":[{\"run\":[", "\"orders\":[{\"run\":[999,", "the number of a symbol"),
    ] {
        assert!(text.contains(from), "{from}");
        let note = files::nests::read("nests", &text.replace(from, to)).unwrap_err();
        assert!(note.expected.contains(expected), "{note:?}");
    }
}
