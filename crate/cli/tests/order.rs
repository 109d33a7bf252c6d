//! `--order`: receives that take whoever comes first, written in one order and as they were recorded.

#![cfg(test)]

mod program;
use program::*;

/// Twelve times process 0 takes a message from each of two others, in another order in two of them.
fn lines() -> String {
    let mut lines = String::new();
    for step in 0..12 {
        let order = if step == 3 || step == 7 { [2, 1] } else { [1, 2] };
        for source in order {
            lines += &format!("{source} recv 0 5\n");
        }
        lines += "0 sync MPI_Bcast 0-2\n";
    }
    for source in 1..3 {
        for _ in 0..12 {
            lines += &format!("{source} send 0 5\n{source} sync MPI_Bcast 0-2\n");
        }
    }
    lines
}

const NEST: &str = "for i0 = 0 to 11             # 1
  any order                  # another in 2 of 12
    1 recv 0 5
    2 recv 0 5
  done
  0 sync MPI_Bcast 0-2
done
";

#[test]
fn a_nest_says_what_may_come_in_any_order() {
    let text = printed("nest --rank 0 -", lines());
    assert!(text.ends_with(NEST), "{text}");
    let said = "# Receives that take whoever comes first came in another order 2 of 12 times.";
    says(&text, said);
    let recorded = printed("nest --rank 0 --order recorded -", lines());
    assert!(!recorded.contains("any order") && recorded.contains("  2 recv 0 5\n"), "{recorded}");
    assert!(recorded.matches("for i0").count() > 1, "{recorded}");
}

#[test]
fn nests_and_models_expand_to_the_recorded_trace() {
    for command in ["nest", "model"] {
        let json = printed(&[command, "--format", "json", "-"], lines());
        assert!(json.starts_with(&format!("{{\"format\":\"loopscope-{}/2\"", plural(command))));
        assert_eq!(printed("expand -", &json), lines(), "{command}");
    }
}

fn plural(command: &str) -> &str {
    if command == "nest" {
        "nests"
    } else {
        command
    }
}

#[test]
fn the_model_is_one_loop() {
    let text = printed("model -", lines());
    assert_eq!(text.matches("for i0 = 0 to 11 ").count(), 1, "{text}");
    assert_eq!(text.matches("for i").count(), 1, "{text}");
    let recorded = printed("model --order=recorded -", lines());
    assert!(recorded.matches("for i").count() > 1, "{recorded}");
}
