//! `loopscope clock`: what it says of clocks that agree, that do not, and of a trace without times.

#![cfg(test)]

mod program;
use program::*;

/// Two processes with one message each way; the clock of process 1 is 1 ms behind.
const BEHIND: &str = "process,start_us,end_us,call,peer,tag\n\
     0,1000,1001,MPI_Send,1,0\n0,1002,1020,MPI_Recv,1,0\n\
     1,0,10,MPI_Recv,0,0\n1,12,13,MPI_Send,0,0\n";

#[test]
fn offsets_are_said_with_their_reason() {
    let text = printed("clock -", BEHIND);
    assert_eq!(
        text.lines().next().unwrap(),
        "The clocks of 1 process were set right by +999 µs (uncertain by 9.00 µs) so that no message arrives \
         before it is sent; before, 1 of 2 messages did."
    );
    says(&text, "as recorded  1 of 2, by 990 µs at most");
    let text = printed("clock --most as-recorded -", BEHIND);
    assert!(text.starts_with("Times are as recorded, and their clocks disagree"));
    let json = printed("clock --format json -", BEHIND);
    for part in ["\"format\": \"loopscope-clock/1\"", "\"method\": \"offsets\"", "\"offset_ns\": 999000"] {
        says(&json, part);
    }
}

#[test]
fn an_archive_whose_clocks_differ() {
    let archive = fixture("otf2/eztrace-2.0/same-programs/mg.A.8-otf2.tar.zst");
    let text = printed(&["clock", &archive], "");
    assert!(text.starts_with("The clocks of 7 processes were set right"), "{text}");
    assert!(!text.contains("still violated"), "{text}");
}

#[test]
fn a_trace_without_times_is_refused() {
    fails("clock -", "0 send 1 2\n1 recv 0 2\n", 1, "the trace has no times");
}
