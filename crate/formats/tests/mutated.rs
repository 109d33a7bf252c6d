//! The readers of tracers' formats against damage made at random, and what they take in memory.
//!
//! Traces are changed where it hurts: bytes, numbers, whole records, whole files, several changes at
//! once. Every one has to give a trace or one clear message, in memory that its size bounds. A round is
//! told by its number alone. `cargo test --release -p loopscope-formats --test mutated` makes a few
//! thousand of each format; `FORMAT=otf2 ROUNDS=50000000 FIRST=1000000` makes others of one. A trace that fails
//! is written to `target/finds`; once repaired, it moves to `tests/fixtures/<format>/mutated/bad`,
//! which is read here.

#![cfg(test)]

use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::{Mutex, PoisonError};

mod archive;
mod mutation;

use archive::*;
use loopscope_testing::{CountingAllocator, Random};
use mutation::mutated;

/// The counters are for one test at a time.
static ALONE: Mutex<()> = Mutex::new(());

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();

fn size(files: &[File]) -> usize {
    files.iter().map(|file| file.1.len()).sum()
}

/// Bytes at the peak, beside what there was before.
fn peak_of<T>(run: impl FnOnce() -> T) -> (T, usize) {
    let before = ALLOCATOR.reset_peak();
    let result = run();
    (result, ALLOCATOR.peak().saturating_sub(before))
}

/// What a trace may take: ten times its size, and what the buffers of a file cost that says nothing.
fn allowed(files: &[File]) -> usize {
    10 * size(files) + (40 << 10) * (1 + files.len())
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// The formats to try: the one in the environment, else all that have traces to change.
fn formats() -> Vec<&'static str> {
    let wanted = std::env::var("FORMAT").ok();
    let all = loopscope_formats::FORMATS.iter().map(|format| format.name);
    let all: Vec<&str> = all.filter(|name| wanted.as_deref().is_none_or(|wanted| wanted == *name)).collect();
    assert!(!all.is_empty(), "no format is called {wanted:?}");
    all
}

fn seeds(format: &str) -> Vec<Vec<File>> {
    archives(format, "good").iter().map(|path| files(path)).collect()
}

#[test]
fn traces_changed_at_random() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let (first, rounds) = (number("FIRST", 0), number("ROUNDS", 2000));
    for format in formats() {
        let seeds = seeds(format);
        if seeds.is_empty() {
            continue;
        }
        let mut readable = 0u64;
        for round in first..first + rounds {
            let files = mutated(&seeds, &mut Random::new(round));
            let (result, peak) = peak_of(|| catch_unwind(AssertUnwindSafe(|| fault(&files))));
            let what = match result {
                Ok(Ok(())) if peak <= 8 * allowed(&files) => None,
                Ok(Ok(())) => Some(format!("{peak} bytes of memory for {}", size(&files))),
                Ok(Err(what)) => Some(what),
                Err(_) => Some("a panic".to_owned()),
            };
            if let Some(what) = what {
                keep(format, round, &files);
                panic!("{format}, round {round}: {what}");
            }
            readable += u64::from(round % 16 == 0 && read(&files, 1 << 20).trace.is_ok());
        }
        // If nearly all were refused at once, nothing would be tried.
        assert!(readable > rounds / 100, "{format}: {readable} of {}", rounds / 16);
    }
}

/// Writes a trace for a closer look.
fn keep(format: &str, round: u64, files: &[File]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../target/finds/{format}/{round}"));
    for (name, bytes) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

#[test]
fn traces_that_failed_once() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut found = 0;
    for format in formats() {
        for folder in archives(format, "bad") {
            let files = files(&folder);
            let (result, peak) = peak_of(|| fault(&files));
            assert_eq!(result, Ok(()), "{}", folder.display());
            assert!(peak <= 8 * allowed(&files), "{}: {peak}", folder.display());
            found += 1;
        }
    }
    assert!(found > 0);
}

/// Every file of every fixture, good and bad, cut at every byte if it is short, else at 200 places.
#[test]
fn memory_of_traces_cut_at_many_places() {
    const SHORT: usize = 400;
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    for format in formats() {
        let mut tried = 0u64;
        for folder in archives(format, "good").into_iter().chain(archives(format, "bad")) {
            let whole = files(&folder);
            // Of many files alike a few show it.
            let step = whole.len().div_ceil(12);
            for at in (0..whole.len()).step_by(step) {
                let length = whole[at].1.len();
                let places = if length <= SHORT { length } else { 200 };
                let mut cut = whole.clone();
                for place in (0..=places).rev() {
                    cut[at].1.truncate(length * place / places.max(1));
                    let (result, peak) = peak_of(|| catch_unwind(AssertUnwindSafe(|| drop(read(&cut, 4096)))));
                    let what = || {
                        let size = cut[at].1.len();
                        format!("{} cut in {} at {size}: {peak} bytes", folder.display(), cut[at].0)
                    };
                    assert!(result.is_ok(), "a panic: {}", what());
                    assert!(peak <= allowed(&cut), "{}", what());
                    tried += 1;
                }
            }
        }
        assert!(tried > 0, "{format} has no fixture");
    }
}
