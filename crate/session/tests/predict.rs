//! Prediction as work of a session.

#![cfg(test)]

mod common;

use common::*;
use loopscope_session::options::Method;
use loopscope_testing::session::opened;

/// Works to the end; how many slices it took.
fn finish(session: &mut Session) -> (usize, Prediction) {
    let (mut slices, mut before) = (0, 0.0);
    loop {
        match session.step() {
            Step::Task { handle: 1, report: TaskReport::Progress { progress } } => {
                assert!(progress.done >= before && progress.done <= progress.total);
                (slices, before) = (slices + 1, progress.done);
            }
            Step::Task { handle: 1, report: TaskReport::Finished { result } } => match result {
                TaskResult::Predict(prediction) => return (slices, *prediction),
                other => panic!("{other:?}"),
            },
            step => panic!("{step:?}"),
        }
    }
}

#[test]
fn in_slices_and_summed() {
    let mut session = opened(sample("lu.tar.zst"), OptionChoices::default());
    session.start(1, &predict(20)).unwrap();
    let (slices, prediction) = finish(&mut session);
    assert!(slices > 70, "{slices}");
    assert_eq!(session.step(), Step::Idle);
    assert_eq!((prediction.k, prediction.model, prediction.depth), (1000, PredictionModel::Constant, 20));
    assert_eq!(prediction.processes.len(), 16);
    for (at, total) in prediction.total.iter().enumerate() {
        assert_eq!(total.distance, 1 << at);
        let (mut correct, mut all) = (0.0, 0.0);
        for process in &prediction.processes {
            let counts = process.distances[at];
            let own = counts.correct + counts.wrong + counts.none;
            assert_eq!(own, process.events - f64::from(counts.distance));
            (correct, all) = (correct + counts.correct, all + own);
        }
        assert_eq!((correct, all), (total.correct, total.correct + total.wrong + total.none));
        assert!(correct / all > 0.98);
    }
}

#[test]
fn the_method_plays_no_part() {
    let of = |method| {
        let wanted = OptionChoices { method: Some(method), ..OptionChoices::default() };
        let mut session = opened(sample("cg.tar.zst"), wanted);
        session.start(1, &predict(20)).unwrap();
        finish(&mut session).1
    };
    assert_eq!(of(Method::Greedy), of(Method::Optimal));
}

/// The loop of BT has a body of 48 events: in the middle of it 20 terms are too few to see it.
#[test]
fn long_bodies_need_depth() {
    let mut session = opened(sample("bt.tar.zst"), OptionChoices::default());
    let mut at = |depth| {
        session.start(1, &predict(depth)).unwrap();
        finish(&mut session).1
    };
    let (few, many) = (at(20), at(200));
    assert_eq!((few.depth, many.depth), (20, 200));
    assert!(many.total[0].correct > 2.0 * few.total[0].correct);
    assert!(many.total[0].none < 0.05 * few.total[0].none);
    // Nonsense is brought into range.
    assert_eq!(at(0).depth, 1);
}

#[test]
fn labels_and_all_fields_must_agree() {
    let of = |lines: &str| {
        let mut session = opened(file("trace-0.din", lines), OptionChoices::default());
        session.start(1, &predict(20)).unwrap();
        finish(&mut session).1
    };
    let line = |at: u64, label: u64, size: u64| format!("{label} {:x} {size}\n", 0x1000 + 8 * at);
    let regular: String = (0..200).map(|at| line(at, 0, 8)).collect();
    let found = of(&regular);
    assert_eq!(found.model, PredictionModel::Polynomial);
    assert_eq!((found.total[0].correct, found.total[0].none), (197.0, 2.0));
    // Another label or another size in between is wrong, however right the address is.
    for other in [line(200, 1, 8), line(200, 0, 4)] {
        let found = of(&(regular.clone() + &other));
        assert_eq!((found.total[0].correct, found.total[0].wrong), (197.0, 1.0));
    }
}

#[test]
fn it_can_be_given_up() {
    let mut session = opened(sample("lu.tar.zst"), OptionChoices::default());
    session.start(1, &predict(20)).unwrap();
    assert!(matches!(session.step(), Step::Task { report: TaskReport::Progress { .. }, .. }));
    session.cancel();
    assert_eq!(session.step(), Step::Idle);
    session.start(1, &predict(20)).unwrap();
    // Another task takes its place; one that cannot start does not.
    session.start(1, &compare(5)).unwrap();
    assert!(session.start(2, &predict(20)).is_err());
    assert!(matches!(finish_task(&mut session), Ok(TaskResult::Compare(_))));
}

#[test]
fn nests_cannot_be_predicted() {
    let whole = opened(sample("cg.tar.zst"), OptionChoices::default());
    let json = files::nests::write(&whole.loaded().unwrap().analysis);
    let mut session = opened(file("nests.json", json), OptionChoices::default());
    let note = session.start(1, &predict(20)).unwrap_err();
    assert_eq!(note.what, "nothing can be predicted");
}
