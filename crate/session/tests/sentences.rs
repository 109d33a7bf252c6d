//! What the sentences about a trace say, against the numbers that stand beside them: every share and every count that
//! appears twice is one value, in the sentence, the table of processes, the cards and the model.
//!
//! `LOOPSCOPE_TRACES=folder` names a folder of traces to run on; `-- --nocapture` prints all sentences.

#![cfg(test)]

mod common;

use common::*;
use loopscope_session::numbers::{in_words, percent, thousands};

/// Opens the bytes of a file under the default options.
fn opened(name: &str, bytes: Vec<u8>) -> (Session, Summary) {
    let mut session = Session::new();
    session.open(1, name, vec![file(name, bytes)], Limits::default(), OptionChoices::default());
    match finish_opening(&mut session) {
        Step::Done { summary, .. } => (session, *summary),
        step => panic!("{name}: {step:?}"),
    }
}

/// The summary of the model, if the trace has one.
fn modelled(session: &mut Session) -> Option<ModelSummary> {
    session.start(1, &model()).ok()?;
    match finish_task(session) {
        Ok(TaskResult::Model(summary)) => Some(*summary),
        _ => None,
    }
}

/// How a sentence says how often the main loop is run.
fn runs_in_words(main: &MainLoop) -> String {
    let count = thousands(main.count as u64);
    match main.runs as u64 {
        1 => format!("{count} times"),
        2 => format!("twice, {count} iterations each"),
        runs => format!("{} times, {count} iterations each", in_words(runs)),
    }
}

fn check_process(place: &str, row: &ProcessRow, sentence: &str, cards: &[LoopCard]) {
    let Some(main) = &row.main_loop else {
        assert!(cards.is_empty(), "{place}");
        return;
    };
    let card = cards.iter().find(|card| card.id == main.id).unwrap();
    assert_eq!((card.count, card.share), (main.count, main.share), "{place}");
    assert_eq!(card.runs, main.runs, "{place}");
    let says = |text: &str| assert!(sentence.contains(text), "{place}: {text:?} in {sentence:?}");
    says(&runs_in_words(main));
    says(&percent(main.share));
    says(&thousands(row.events as u64));
    if main.share < 0.5 {
        says(&percent(row.coverage));
    }
    if sentence.contains("different loop") {
        says(&format!("{} different loop", thousands(row.loops as u64)));
        assert!((row.loops as usize) == cards.len() || cards.len() == 2_000, "{place}");
    }
}

fn check(name: &str, bytes: Vec<u8>) {
    let (mut session, summary) = opened(name, bytes);
    let model = modelled(&mut session);
    for row in &summary.processes {
        let place = format!("{name} process {}", row.process);
        let request = Request::Process { handle: 1, process: row.process };
        let Reply::Process { sentence, loops, .. } = session.handle(&request) else { panic!("{place}") };
        let sentence = text(&sentence);
        let request = Request::Others { handle: 1, process: row.process };
        let Reply::Others { sentence: others, .. } = session.handle(&request) else { panic!("{place}") };
        if row.process == summary.processes[0].process {
            println!("{place}: {sentence} {others}");
        }
        check_process(&place, row, &sentence, &loops);
    }
    let Some(model) = model else { return };
    let sentence = text(&model.sentence);
    println!("{name} model: {sentence}");
    let Some(main) = model.loops.first() else { return };
    assert_eq!(main.id, 1, "{name}");
    assert!(sentence.contains(&thousands(main.count as u64)), "{name}: {sentence}");
    // One method, one main loop: what most processes call L1 is the L1 of all of them together.
    if model.method == summary.options.method && summary.options.view == ViewName::Communication {
        let own: Vec<&MainLoop> = summary.processes.iter().filter_map(|row| row.main_loop.as_ref()).collect();
        let alike = own.iter().filter(|own| own.count == main.count && own.id == 1).count();
        assert!(2 * alike >= own.len(), "{name}: {alike} of {} as {}", own.len(), main.count);
    }
}

#[test]
fn what_is_said_twice_is_one_value() {
    let mut seen = 0;
    for path in whole_traces() {
        let name = path.strip_prefix(repository()).unwrap_or(&path).display().to_string();
        let is_whole = name.ends_with(".tar.zst") && !name.contains("third-party");
        if is_whole && !name.ends_with("timed.tar.zst") && !name.ends_with("otf2.tar.zst") {
            check(&name, std::fs::read(&path).unwrap());
            seen += 1;
        }
    }
    assert!(seen > 5, "only {seen} traces");
}

/// Three solves of fifty iterations each, two of them in a loop: what a conjugate gradient benchmark does.
#[test]
fn runs_of_one_main_loop_are_said_together() {
    let solve = "0 local a\n0 local b\n0 local c\n".repeat(50);
    let whole =
        format!("0 local set\n{solve}0 local up\n{0}0 local end\n", format!("{solve}0 local check\n").repeat(2));
    let (session, summary) = opened("rank-0.trace", whole.into_bytes());
    let request = Request::Process { handle: 1, process: 0 };
    let Reply::Process { sentence, loops, .. } = session.handle(&request) else { panic!() };
    assert_eq!(
        text(&sentence),
        "Process 0 spends 98.9 % of its 455 events in one loop that runs three times, 50 iterations each."
    );
    check_process("solves", &summary.processes[0], &text(&sentence), &loops);
}

/// What a line of the trace says is no part of the text that a loop is looked for in.
#[test]
fn words_of_a_trace_are_not_taken_for_a_loop() {
    let inner = "0 local a # 1 {b}\n".repeat(3);
    let trace = format!("0 local # 2 {{0}}\n{}", format!("{inner}0 local b\n").repeat(9));
    let (mut session, _) = opened("rank-0.trace", trace.into_bytes());
    assert!(modelled(&mut session).is_some());
    let part = |id| {
        held!(session.handle(&Request::ModelPart { handle: 1, ids: vec![id] }),
        Reply::ModelPart { lines, lines_in_all, .. } => (lines, lines_in_all))
    };
    let (lines, all) = part(1);
    assert_eq!((lines.len(), all), (6, 6));
    assert!(lines[0].starts_with("for i0 = 0 to 8 "), "{lines:?}");
    assert_eq!(lines[2], "    \"0 local a # 1 {b}\"");
    let (lines, all) = part(2);
    assert_eq!((lines.len(), all), (3, 3));
    assert!(lines[0].starts_with("for i1 = 0 to 2 "), "{lines:?}");
    assert_eq!(part(3), (vec![], 0));
}
