//! A trace from a pipe that is too long to keep.

#![cfg(target_os = "linux")] // elsewhere `ulimit -v` limits nothing
#![cfg(test)]

use std::io::{BufWriter, Write};
use std::process::{Command, Stdio};

/// Loops of 18 events, more than are kept as a string: at four bytes an event they would take 80 MB.
const ITERATIONS: usize = 1_100_000;

/// The most memory the program may map, in KiB, with its code and the stacks of its threads.
const LIMIT: usize = 80_000;

/// The nest of the trace, built by a method under the limit of memory.
fn nest_of_a_pipe(method: &str) -> String {
    let command = format!("ulimit -v {LIMIT}; exec \"$0\" nest --method {method} -");
    let mut child = Command::new("sh")
        .args(["-c", &command, env!("CARGO_BIN_EXE_loopscope")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = BufWriter::with_capacity(1 << 20, child.stdin.take().unwrap());
    let writing = std::thread::spawn(move || {
        let iteration = "0 send 1 1\n".repeat(9) + &"0 send 2 1\n".repeat(9);
        for _ in 0..ITERATIONS {
            input.write_all(iteration.as_bytes())?;
        }
        input.flush()
    });
    let output = child.wait_with_output().unwrap();
    let notes = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{method}: {notes}");
    writing.join().unwrap().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn what_loops_takes_little_memory_however_long_it_is() {
    for method in ["optimal", "greedy", "nlr"] {
        let nest = nest_of_a_pipe(method);
        assert!(nest.contains(&format!("for i0 = 0 to {}", ITERATIONS - 1)), "{method}: {nest}");
        assert_eq!(nest.matches("for i1 = 0 to 8").count(), 2, "{method}: {nest}");
    }
}
