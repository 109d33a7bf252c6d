//! The model of a trace, as a session makes it and answers questions about it.

#![cfg(test)]

mod common;

use common::*;

/// Two processes that send a message to and fro, ten times.
fn files() -> Vec<SourceFile> {
    let bodies = ["0 send 1 7\n1 recv 0 8\n", "0 recv 1 7\n1 send 0 8\n"];
    let file = |(rank, body): (usize, &str)| file(&format!("rank-{rank}.trace"), body.repeat(10));
    bodies.into_iter().enumerate().map(file).collect()
}

fn made(session: &mut Session) -> ModelSummary {
    held!(finish_task(session), Ok(TaskResult::Model(summary)) => *summary)
}

/// A session that has made the model of these files.
fn modelled(name: &str, files: Vec<SourceFile>) -> Session {
    let mut session = opened_files(name, files, OptionChoices::default());
    session.start(1, &model()).expect("a trace of messages");
    made(&mut session);
    session
}

fn look() -> ModelLook {
    ModelLook { width: 700.0, height: 400.0, selected: 1, ..ModelLook::default() }
}

#[test]
fn a_model_is_made_and_asked_about() {
    let mut session = Session::new();
    assert!(session.start(1, &model()).is_err());
    session.open(1, "two", files(), Limits::default(), OptionChoices::default());
    assert!(matches!(finish_opening(&mut session), Step::Done { .. }));
    let ask = Request::Model { handle: 1, look: look() };
    assert!(matches!(session.handle(&ask), Reply::Refused { .. }));
    session.start(1, &model()).expect("a trace of messages");
    let summary = made(&mut session);
    assert_eq!((summary.processes, summary.events, summary.messages), (2, 40.0, 20.0));
    assert_eq!(summary.events_of, [(0, 20.0), (1, 20.0)]);
    let said = text(&summary.sentence);
    assert_eq!(
        said,
        "Both processes run one loop 10 times. Each time, 2 messages are sent. It holds 100 % of 40 events."
    );
    let Reply::Model { figure } = session.handle(&ask) else { panic!("no picture") };
    assert_eq!((figure.messages.len(), figure.hidden.as_str()), (2, ""));
    assert_eq!(figure.rows.iter().map(|row| row.label.as_str()).collect::<Vec<_>>(), ["0", "1"]);
    assert_eq!(figure.messages.iter().map(|message| message.lines).collect::<Vec<_>>(), [(0, 1), (1, 0)]);
    // A loop twice, or inside another, counts once; nothing chosen is all.
    for ids in [vec![1], vec![1, 1], vec![]] {
        let part = Request::ModelPart { handle: 1, ids: ids.clone() };
        let Reply::ModelPart { cells, messages, events, lines, .. } = session.handle(&part) else { panic!("no part") };
        let own = if ids.is_empty() { 7 } else { 6 };
        assert_eq!((cells.len(), messages, lines.len()), (2, 20.0, own));
        assert_eq!(events, [(0, 20.0), (1, 20.0)]);
    }
    let files = [
        (ModelFileKind::Svg, "<svg"),
        (ModelFileKind::Csv, "source,"),
        (ModelFileKind::Text, "processes 0,1"),
        (ModelFileKind::Json, "{\"format\""),
    ];
    for (what, begin) in files {
        let file = Request::ModelFile { handle: 1, what, look: look() };
        let Reply::ModelFile { text, .. } = session.handle(&file) else { panic!("no file") };
        assert!(text.starts_with(begin), "{what:?}");
    }
    // By another method it is made anew; one that has no such K is refused.
    let by =
        |method: &str, k| model_by(OptionsRequest { method: Some(method.to_owned()), k, ..OptionsRequest::default() });
    session.start(1, &by("greedy", None)).expect("a method");
    let summary = made(&mut session);
    assert_eq!((summary.method.as_str(), summary.k), ("greedy", None));
    assert!(session.start(1, &by("greedy", Some(3))).is_err());
    assert!(session.start(1, &by("guess", None)).is_err());
    session.start(1, &by("nlr", Some(7))).expect("a method with a K");
    let summary = made(&mut session);
    assert_eq!((summary.method.as_str(), summary.k), ("nlr", Some(7)));
    session.start(1, &model()).expect("a trace of messages");
    made(&mut session);
    // It is there already.
    session.start(1, &model()).expect("a trace of messages");
    let step = session.step();
    assert!(matches!(step, Step::Task { report: TaskReport::Finished { .. }, .. }), "{step:?}");
}

#[test]
fn a_model_file_opens_as_what_it_is() {
    let mut session = modelled("two", files());
    let export = Request::ModelFile { handle: 1, what: ModelFileKind::Json, look: look() };
    let Reply::ModelFile { text, .. } = session.handle(&export) else { panic!("no file") };
    session.open(2, "again", vec![file("two.model.json", text)], Limits::default(), OptionChoices::default());
    let Step::Done { summary, .. } = finish_opening(&mut session) else { panic!("not opened") };
    assert_eq!((summary.source, summary.format.as_str()), (SummarySource::Nests, "model"));
    session.start(2, &model()).expect("a model");
    let summary = made(&mut session);
    assert_eq!((summary.loops.len(), summary.method.as_str()), (1, "optimal"));
}

/// Processes that do the same share a row, until one of them is opened; a card is as high as asked for.
#[test]
fn rows_are_opened_and_cards_are_small() {
    let line = |rank: u32| format!("{rank} send {} 1\n{} recv {rank} 1\n", (rank + 1) % 6, (rank + 5) % 6).repeat(9);
    let ring = (0..6).map(|rank| file(&format!("rank-{rank}.trace"), line(rank))).collect();
    let session = modelled("ring", ring);
    let rows = |change: &dyn Fn(&mut ModelLook)| {
        let mut look = ModelLook { folded: true, ..look() };
        change(&mut look);
        let figure = held!(session.handle(&Request::Model { handle: 1, look }),
            Reply::Model { figure } => figure);
        (figure.rows.iter().map(|row| row.label.clone()).collect::<Vec<_>>(), figure.picture.height)
    };
    assert_eq!(rows(&|_| {}).0, ["0", "1-4", "5"]);
    assert_eq!(rows(&|look| look.opened = vec![3]).0, ["0", "1", "2", "3", "4", "5"]);
    let small = rows(&|look| (look.card, look.height) = (true, 120.0));
    assert!((small.1 - 120.0).abs() < 2.0, "{}", small.1);
}

/// An event may be named like the line of a loop: it is no line of that loop.
#[test]
fn the_text_of_a_loop_is_found_by_the_loop() {
    let [first, second] = ["0 send 1 7\n1 recv 0 8\n", "0 recv 1 7\n1 send 0 8\n"];
    let odd = "0 local a # 1 {b}";
    let files = vec![
        file("rank-0.trace", format!("{odd}\n{}{odd}\n", first.repeat(10))),
        file("rank-1.trace", second.repeat(10)),
    ];
    let session = modelled("odd", files);
    let lines = |ids: Vec<u32>| {
        held!(session.handle(&Request::ModelPart { handle: 1, ids }),
        Reply::ModelPart { lines, .. } => lines)
    };
    let (whole, own) = (lines(vec![]), lines(vec![1]));
    assert_eq!(whole.iter().filter(|line| line.contains(odd)).count(), 2, "{whole:?}");
    assert!(own.first().is_some_and(|line| line.contains("to 9")), "{own:?}");
    assert_eq!(own.len(), 6);
    assert!(!own.iter().any(|line| line.contains(odd)), "{own:?}");
}
