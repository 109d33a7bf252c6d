//! `--details`: calls whose sizes change, and polls, as loops and as they were recorded.

#![allow(clippy::unwrap_used)]

mod program;
use program::{fails, printed, said};

use loopscope_testing::varying::calls;

fn nest(more: &[&str]) -> String {
    printed(&[&["nest", "--view", "calls"], more, &["-"]].concat(), &calls(100, 5))
}

#[test]
fn sizes_and_polls_are_left_out_where_they_hide_loops() {
    let text = nest(&[]);
    assert!(text.contains("of its 300 calls in one loop that runs 100 times"), "{text}");
    assert!(
        text.contains(" bytes and are not compared. --details recorded shows them.\n"),
        "{text}"
    );
    assert!(text.contains("\n# MPI_Send(1"), "{text}");
    assert!(
        text.contains("# Rows of MPI_Test are one item (MPI_Test+): 1 to 5 calls each."),
        "{text}"
    );
    assert!(
        text.contains("for i0 = 0 to 99             # 1\n  MPI_Isend(0,64)\n  MPI_Test+\n"),
        "{text}"
    );
    let recorded = nest(&["--details", "recorded"]);
    assert!(!recorded.contains("MPI_Test+") && !recorded.contains("not compared"), "{recorded}");
    assert!(!recorded.contains("runs 100 times"), "{recorded}");
}

#[test]
fn nests_without_details_expand_to_the_recorded_calls() {
    let json = |details: &str| nest(&["--details", details, "--format", "json"]);
    let (without, recorded) = (json("auto"), json("recorded"));
    assert!(without.starts_with("{\"format\":\"loopscope-nests/2\""));
    assert!(recorded.starts_with("{\"format\":\"loopscope-nests/1\""));
    let [one, other] = [&without, &recorded].map(|json| said(&["expand", "-"], json));
    assert_eq!((one.2, one.0), (0, other.0));
    // What was written reads back as the same document and the same text.
    assert_eq!(printed(&["nest", "--format", "json", "-"], &without), without);
    assert_eq!(printed(&["nest", "-"], &without), nest(&[]));
}

#[test]
fn a_document_with_too_few_details_is_refused() {
    let json = nest(&["--format", "json"]);
    printed(&["expand", "-"], &json);
    let json = json.replacen("\"elided\":[{\"symbol\":", "\"elided\":[{\"symbol\":9", 1);
    fails(&["expand", "-"], &json, 1, "symbols of the list, each once");
}
