//! Every target runs on its corpus, on what it found once, and on the fixtures of its format.

#![allow(clippy::unwrap_used, clippy::panic)] // a test may fail

use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use loopscope_fuzz::{corpus, Target, Verdict, TARGETS};

/// Runs a target on an input; the message if it fails.
fn fails(target: &Target, what: &str, input: &[u8]) -> Result<Verdict, String> {
    catch_unwind(AssertUnwindSafe(|| target.run(input))).map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        format!("{}: {what}: {}", target.name, text.unwrap_or_default())
    })
}

/// Runs a target on all that is known; the messages, and how many inputs were worth keeping.
fn replay(target: &Target) -> (Vec<String>, usize) {
    let inputs = corpus::load(target).unwrap().into_iter().enumerate();
    let mut inputs: Vec<(String, Vec<u8>)> =
        inputs.map(|(at, input)| (format!("input {at} of the corpus"), input)).collect();
    let finds = corpus::finds(target).unwrap().into_iter();
    inputs.extend(finds.map(|(path, input)| (path.display().to_string(), input)));
    let fixtures = corpus::fixtures(target).unwrap().into_iter().enumerate();
    inputs.extend(fixtures.map(|(at, input)| (format!("fixture {at}"), input)));
    let results: Vec<_> = inputs.iter().map(|(what, input)| fails(target, what, input)).collect();
    let kept = results.iter().filter(|it| **it == Ok(Verdict::Keep)).count();
    (results.into_iter().filter_map(Result::err).collect(), kept)
}

#[test]
fn every_target_on_all_that_is_known() {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut problems = Vec::new();
        while let Some(target) = TARGETS.get(next.fetch_add(1, Relaxed)) {
            let (own, kept) = replay(target);
            problems.extend(own);
            // A corpus of nothing would pass.
            if kept < 10 {
                problems.push(format!("{}: only {kept} inputs reach anything", target.name));
            }
        }
        problems
    };
    let problems: Vec<String> = thread::scope(|scope| {
        let workers = thread::available_parallelism().map_or(2, usize::from);
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
