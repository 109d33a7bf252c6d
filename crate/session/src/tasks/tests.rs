//! A task that no session has. It shows what a new task has to implement.

use super::*;
use crate::wire::{Prediction, TaskProgress};

/// Counts to three and keeps the number, or fails on the way.
#[derive(Debug, PartialEq)]
struct Dummy {
    done: u32,
    fails: bool,
}

impl Task for Dummy {
    type Output = Prediction;
    type Kept = u32;

    fn step(self) -> Result<Slice<Self>, Note> {
        match self.done {
            2 if self.fails => Err(Note::error("dummy.trace", "no third step")),
            3 => Ok(Slice::Finished(Prediction { k: 3, ..Prediction::default() }, self.done)),
            done => {
                let progress = TaskProgress { done: f64::from(done), total: 3.0, part: None };
                Ok(Slice::Working(Self { done: done + 1, ..self }, progress))
            }
        }
    }
}

/// Runs a dummy to its end: its progress, what was kept, and its last report.
fn run(fails: bool) -> (Vec<f64>, Option<u32>, TaskReport) {
    let (mut progress_made, mut kept) = (Vec::new(), None);
    let mut task = Some(Dummy { done: 0, fails });
    loop {
        let Some(now) = task.take() else { panic!("it ended without a report") };
        let finish = |output: Prediction, number| {
            kept = Some(number);
            TaskResult::Predict(Box::new(output))
        };
        let (next, report) = step(now, |task| task, finish);
        task = next;
        match report {
            TaskReport::Progress { progress } => progress_made.push(progress.done),
            report => {
                assert_eq!(task, None, "a task that has ended is gone");
                return (progress_made, kept, report);
            }
        }
    }
}

#[test]
fn a_task_reports_until_it_is_finished_and_leaves_what_is_kept() {
    let (progress, kept, report) = run(false);
    assert_eq!((progress.as_slice(), kept), ([0.0, 1.0, 2.0].as_slice(), Some(3)));
    let expected = Prediction { k: 3, ..Prediction::default() };
    assert_eq!(report, TaskReport::Finished { result: TaskResult::Predict(Box::new(expected)) });
}

#[test]
fn a_task_that_fails_keeps_nothing_and_says_why() {
    let (progress, kept, report) = run(true);
    assert_eq!((progress.as_slice(), kept), ([0.0, 1.0].as_slice(), None));
    let TaskReport::Failed { problem } = report else { panic!("{report:?}") };
    assert_eq!((problem.what.as_str(), problem.file.as_str()), ("no third step", "dummy.trace"));
}
