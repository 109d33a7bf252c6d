//! What the page is told of predictions is what the terminal prints.

#![allow(clippy::unwrap_used, clippy::panic)] // a test may fail

mod common;

use common::{file, open_path, opened, repository};
use loopscope_session::options::OptionChoices;
use loopscope_session::tasks::whatif::{change, document, prepare, Question, WhatIfChoices};
use loopscope_session::wire::{
    Problem, Reply, Request, TaskRequest, TaskResult, TimeRequest, WhatIfAnswer, WhatIfChange,
    WhatIfSummary,
};
use loopscope_session::Session;
use loopscope_testing::session::finish_task;
use serde_json::Value;

/// LU on 4 processes, as it lies beside the page.
const LU: &str = "web/public/timed/lu.S.4.tar.zst";

fn ready() -> (Session, WhatIfSummary) {
    let mut session =
        opened(vec![file("lu.S.4.tar.zst", std::fs::read(repository().join(LU)).unwrap())]);
    session.start(1, &TaskRequest::WhatIf(TimeRequest::default())).unwrap();
    match finish_task(&mut session) {
        Ok(TaskResult::WhatIf(summary)) => (session, *summary),
        other => panic!("{other:?}"),
    }
}

fn ask(
    session: &Session,
    changes: &[(&str, f64)],
    moving: Option<u32>,
) -> Result<WhatIfAnswer, Problem> {
    let changes = changes
        .iter()
        .map(|&(select, factor)| WhatIfChange { select: select.to_owned(), factor })
        .collect();
    match session.handle(&Request::WhatIf { handle: 1, changes, moving }) {
        Reply::WhatIf { answer } => Ok(*answer),
        Reply::Refused { problem } => Err(problem),
        other => panic!("{other:?}"),
    }
}

fn said(answer: &WhatIfAnswer) -> String {
    answer.sentence.iter().map(|part| part.text.as_str()).collect()
}

/// The lengths that the terminal prints, the least first.
fn printed(changes: &[(&str, f64)]) -> [f64; 2] {
    let trace = open_path(&repository().join(LU));
    let run = prepare("run", &trace, &OptionChoices::default(), WhatIfChoices::default()).unwrap();
    let changes =
        changes.iter().map(|(select, factor)| change(&format!("{select}={factor}")).unwrap());
    let question = Question { changes: changes.collect(), ..Question::default() };
    let text = document("run", &run, &run.answer(&question).unwrap());
    let text: Value = serde_json::from_str(&text).unwrap();
    let of = |reading: &str| text["predicted"][reading].as_f64().unwrap();
    let (one, other) = (of("loggps"), of("measured"));
    [one.min(other), one.max(other)]
}

#[test]
fn the_run_is_as_the_terminal_says() {
    let (session, summary) = ready();
    assert!((summary.trust - 0.294).abs() < 0.001, "{}", summary.trust);
    assert_eq!(summary.now.length, summary.length);
    for process in &summary.now.processes {
        let parts = process.parts;
        assert!(parts.compute + parts.calls + parts.wait <= summary.length, "{process:?}");
        let columns: f32 = process.columns.iter().sum();
        let on_path = process.on_path / summary.length * process.columns.len() as f64;
        assert!((f64::from(columns) - on_path).abs() < 0.01, "{columns} {on_path}");
    }
    let path: f64 = summary.now.processes.iter().map(|process| process.on_path).sum();
    assert_eq!((path, summary.now.path.iter().sum::<f64>()), (summary.length, summary.length));
    // With no assumption the run is as it was.
    let answer = ask(&session, &[], None).unwrap();
    assert_eq!((answer.lengths, &answer.then), ([summary.length; 2], &summary.now));
    assert_eq!(
        said(&answer),
        "With no assumption the replay of all messages takes 30.9 ms, as measured."
    );
}

#[test]
fn changes_are_predicted_as_in_the_terminal() {
    let (session, summary) = ready();
    for changes in [
        vec![("wait:L1", 0.0)],
        vec![("calc:L3", 0.5)],
        vec![("wait:L1", 0.25), ("calc:rank=1", 2.0)],
        vec![("message:0->1", 2.0), ("call:call=MPI_Send", 0.0)],
    ] {
        let moving = changes.len() as u32 - 1;
        let answer = ask(&session, &changes, Some(moving)).unwrap();
        assert_eq!(answer.lengths, printed(&changes), "{changes:?}");
        // The curve passes the prediction, within half a thousandth of the run.
        let factor = changes[moving as usize].1;
        let at = (factor * 20.0).round() as usize;
        assert_eq!(answer.curve.len(), 41);
        for (curve, exact) in answer.curve[at].iter().zip(answer.lengths) {
            assert!((curve - exact).abs() <= summary.length / 2000.0 + 1.0, "{curve} {exact}");
        }
    }
    let gains = summary.loops.iter().find(|gains| gains.id == 1).unwrap();
    let [least, most] = printed(&[("wait:L1", 0.0)]);
    assert_eq!(gains.waits, [summary.length - most, summary.length - least]);
}

#[test]
fn what_there_is_not_is_refused_with_its_name() {
    let (session, _) = ready();
    for (changes, what) in [
        (vec![("wait:L99", 0.0)], "there is no such loop"),
        (vec![("nothing", 0.0)], "the selection \"nothing\" is not understood"),
        (vec![("wait:L1", 2.5)], "a factor says how many times as long something lasts"),
        (vec![("wait:rank=77", 0.0)], ""),
    ] {
        let problem = ask(&session, &changes, None).unwrap_err();
        assert!(problem.what.contains(what), "{}", problem.what);
    }
    assert!(ask(&Session::new(), &[], None).is_err());
}
