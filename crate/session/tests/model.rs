//! The model of a trace, as a session makes it and answers questions about it.

#![allow(clippy::expect_used, clippy::panic)]

mod common;

use common::file;
use loopscope_session::message::{ModelLook, Reply, Request, Step};
use loopscope_session::open::{Limits, SourceFile};
use loopscope_session::options::Wanted;
use loopscope_session::Session;

/// Two processes that send a message to and fro, ten times.
fn files() -> Vec<SourceFile> {
    let bodies = ["0 send 1 7\n1 recv 0 8\n", "0 recv 1 7\n1 send 0 8\n"];
    let file = |(rank, body): (usize, &str)| file(&format!("rank-{rank}.trace"), body.repeat(10));
    bodies.into_iter().enumerate().map(file).collect()
}

fn finish(session: &mut Session) -> Step {
    loop {
        match session.step() {
            Step::Working { .. } | Step::Modelling { .. } => {}
            step => return step,
        }
    }
}

fn look() -> ModelLook {
    ModelLook {
        width: 700.0,
        height: 400.0,
        theme: "light".to_owned(),
        compact: false,
        whole: false,
        folded: false,
        zoom: None,
        selected: 1,
        closed: vec![],
        process: None,
    }
}

#[test]
fn a_model_is_made_and_asked_about() {
    let mut session = Session::new();
    assert!(session.model(1).is_err());
    session.open(1, "two", files(), Limits::default(), Wanted::default());
    assert!(matches!(finish(&mut session), Step::Done { .. }));
    let ask = Request::Model { handle: 1, look: look() };
    assert!(matches!(session.handle(&ask), Reply::Refused { .. }));
    session.model(1).expect("a trace of messages");
    let Step::Modelled { handle: 1, summary } = finish(&mut session) else { panic!("no model") };
    assert_eq!((summary.processes, summary.events, summary.messages), (2, 40.0, 20.0));
    let said: String = summary.sentence.iter().map(|part| part.text.as_str()).collect();
    assert_eq!(
        said,
        "All 2 processes run one loop 10 times. Each time, 2 messages are sent. It holds 100 % of 40 events."
    );
    let Reply::Model { figure } = session.handle(&ask) else { panic!("no picture") };
    assert_eq!((figure.messages.len(), figure.hidden.as_str()), (2, ""));
    assert_eq!(figure.rows, ["0", "1"]);
    let part = Request::ModelPart { handle: 1, id: 1 };
    let Reply::ModelPart { cells, messages, lines, .. } = session.handle(&part) else {
        panic!("no part")
    };
    assert_eq!((cells.len(), messages, lines.len()), (2, 20.0, 6));
    for (what, begin) in [("svg", "<svg"), ("csv", "source,"), ("text", "processes 0,1")] {
        let file = Request::ModelFile { handle: 1, what: what.to_owned(), look: look() };
        let Reply::ModelFile { text, .. } = session.handle(&file) else { panic!("no file") };
        assert!(text.starts_with(begin), "{what}");
    }
    // It is there already.
    session.model(1).expect("a trace of messages");
    assert!(matches!(session.step(), Step::Modelled { .. }));
}
