//! The instrumented program: libFuzzer, and a target, whose name is in the environment as `FUZZ_TARGET`.
//!
//! With a [command](loopscope_fuzz::command) it does that instead, so that one program is built and not two.

#![no_main]

use std::env;
use std::process::exit;
use std::sync::OnceLock;

use libfuzzer_sys::{fuzz_target, Corpus};
use loopscope_fuzz::{command, target, Target, Verdict};

static TARGET: OnceLock<&'static Target> = OnceLock::new();

/// Before the first input: finds the target, or does what the command line says.
fn begin() {
    let words: Vec<String> = env::args().skip(1).collect();
    if command::is_one(&words) {
        match command::run(&words) {
            Ok(()) => exit(0),
            Err(error) => {
                eprintln!("{error}");
                exit(1);
            }
        }
    }
    let name = env::var("FUZZ_TARGET").unwrap_or_default();
    let Some(found) = target(&name) else {
        eprintln!("FUZZ_TARGET={name:?} is no target");
        exit(2);
    };
    TARGET.get_or_init(|| found);
}

fuzz_target!(
    init: begin(),
    |input: &[u8]| -> Corpus {
        match TARGET.get().map(|target| target.run(input)) {
            Some(Verdict::Keep) => Corpus::Keep,
            _ => Corpus::Reject,
        }
    }
);
