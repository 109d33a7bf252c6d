//! `--details`: calls whose sizes change, and polls, as loops and as they were recorded.

#![cfg(test)]

mod program;
use program::*;

use loopscope_testing::varying::calls;

fn nest(more: &[&str]) -> String {
    printed(&[&["nest", "--view", "calls"], more, &["-"]].concat(), calls(100, 5))
}

#[test]
fn sizes_and_polls_are_left_out_where_they_hide_loops() {
    let text = nest(&[]);
    says(&text, "of its 300 calls in one loop that runs 100 times");
    says(&text, " bytes and are not compared. --details recorded shows them.\n");
    says(&text, "\n# MPI_Send(1");
    says(&text, "# Rows of MPI_Test are one item (MPI_Test+): 1 to 5 calls each.");
    says(&text, "for i0 = 0 to 99             # 1\n  MPI_Isend(0,64)\n  MPI_Test+\n");
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
    let [one, other] = [&without, &recorded].map(|json| printed("expand -", json));
    assert_eq!(one, other);
    // What was written reads back as the same document and the same text.
    assert_eq!(printed("nest --format json -", &without), without);
    assert_eq!(printed("nest -", &without), nest(&[]));
}

#[test]
fn a_document_with_too_few_details_is_refused() {
    let json = nest(&["--format", "json"]);
    printed("expand -", &json);
    let json = json.replacen("\"elided\":[{\"symbol\":", "\"elided\":[{\"symbol\":9", 1);
    fails("expand -", &json, 1, "symbols of the list, each once");
}

#[test]
fn tags_that_count_are_read_as_one_and_written_as_recorded() {
    let send = |step: u64| format!("0 send 1 {step}\n0 sync MPI_Barrier 0,1\n");
    let receive = |step: u64| format!("0 recv 1 {step}\n1 sync MPI_Barrier 0,1\n");
    let recorded = [send, receive].map(|line| (1000..1020).map(line).collect::<String>());
    let lines = recorded.concat();
    let of = |arguments: &[&str]| {
        let (text, notes, code) = said(&[arguments, &["-"]].concat(), &lines);
        assert_eq!(code, 0, "{notes}");
        (text, notes)
    };
    let says = "Tags from 1000 to 1019 count the steps and are read as one";
    let (model, notes) = of(&["model"]);
    assert!(model.contains("for i0 = 0 to 19") && model.contains("0 send 1 1000"), "{model}");
    assert!(notes.contains(says) && notes.contains("--tags recorded"), "{notes}");
    let (model, notes) = of(&["model", "--tags", "recorded"]);
    assert!(!model.contains("for i0") && !notes.contains("count"), "{model}{notes}");
    let (nest, _) = of(&["nest", "--rank", "0", "--format", "json"]);
    let (back, _, _) = said("expand -", &nest);
    assert_eq!(back, recorded[0]);
    assert_eq!(of(&["convert", "--to", "native", "--rank", "1", "-o", "-"]).0, recorded[1]);
}
