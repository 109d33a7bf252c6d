//! `--variants`: a loop whose iterations differ, offered, written as one loop of several variants, and read again.

#![cfg(test)]

mod program;
use program::*;

/// Forty steps of two processes; in every tenth, and in one more, they reduce twice.
fn lines() -> String {
    let mut lines = String::new();
    for process in 0..2 {
        for step in 0..40 {
            let (first, second) = ("0 send 1 5", "0 recv 1 5");
            lines += &format!("{}\n", if process == 0 { first } else { second });
            for number in 0..6 {
                lines += &format!("{process} local part {number}\n");
            }
            let twice = step % 10 == 3 || step == 17;
            for _ in 0..=i32::from(twice) {
                lines += &format!("{process} sync MPI_Allreduce 0,1\n");
            }
            lines += &format!("{process} local end\n");
        }
    }
    lines
}

const NEST: &str = "for i0 = 0 to 39             # 1
  0 send 1 5
  0 local part 0
  0 local part 1
  0 local part 2
  0 local part 3
  0 local part 4
  0 local part 5
  0 sync MPI_Allreduce 0,1
  either                     # 35
  or                         # 5
    0 sync MPI_Allreduce 0,1
  done
  0 local end
done
";

const SAYS: &str =
    "40 iterations of 2 variants hold 100 % of its 365 events: 35 alike and 5 with one more MPI_Allreduce";

#[test]
fn variants_are_offered_and_change_nothing_until_they_are_taken() {
    let (offered, notes) = worked("nest --rank 0 -", lines());
    says(&notes, &format!("process 0: {SAYS}; `loopscope nest --variants on"));
    let (exact, notes) = worked("nest --rank 0 --variants=off -", lines());
    assert_eq!(exact, offered);
    assert!(!exact.contains("either") && !notes.contains("variants"), "{exact}{notes}");
    let (text, notes) = worked("nest --rank 0 --variants=on -", lines());
    assert!(text.ends_with(NEST), "{text}");
    says(&text, &format!("# {SAYS}. --variants off shows the exact nest.\n"));
    says(&text, "\n# Variants in order: ");
    assert!(!notes.contains("shows it"), "{notes}");
}

#[test]
fn variants_in_a_file_give_the_trace_again() {
    let json = printed("nest --variants=on --format=json -", lines());
    assert!(json.starts_with("{\"format\":\"loopscope-nests/2\""), "{json}");
    assert_eq!(json.matches("\"variants\":").count(), 2);
    assert_eq!(json.matches("\"times\":[35,5]").count(), 2, "{json}");
    assert_eq!(printed("expand -", &json), lines());
    // Read again, they are as they were.
    let again = printed("nest --format=json -", &json);
    assert_eq!(again, json);
    // The exact nest is in it, too.
    let exact = printed("nest --variants=off --format=json -", &json);
    let recorded = printed("nest --format=json -", lines());
    assert_eq!(exact, recorded);
}

#[test]
fn variants_of_other_events_are_a_mistake_that_is_named() {
    let json = printed("nest --variants=on --format=json -", lines());
    for (from, to) in [
        (
            "\"variants\":{\"before\":{\"nodes\":[],\"root\":[]",
            "\"variants\":{\"before\":{\"nodes\":[{\"symbol\":0}],\"root\":[0]",
        ),
        ("\"which\":{\"nodes\":[", "\"which\":{\"nodes\":[{\"symbol\":9},"),
    ] {
        says(&json, from);
        fails("expand -", json.replace(from, to), 1, "process 0");
    }
}

#[test]
fn a_model_of_variants_is_either_of_their_models() {
    let (offered, notes) = worked("model -", lines());
    says(&notes, "40 iterations of 2 variants hold 100 %");
    let text = printed("model --variants=on -", lines());
    assert!(text.starts_with("processes 0,1\nfor i0 = 0 to 39 "), "{text}");
    says(&text, "\n  either                     # 35\n");
    says(&text, "\n  or                         # 5\n");
    let exact = printed("model --variants=off -", lines());
    assert_eq!(exact, offered);
    fails("model --variants=on --format=json -", lines(), 2, "variants are part of the text");
}

#[test]
fn where_no_variants_help_it_is_said() {
    let same = "0 local a\n0 local b\n".repeat(20);
    let (text, notes) = worked("nest --variants=on -", &same);
    says(&text, "for i0 = 0 to 19");
    says(&notes, "no process has a loop of several variants");
}
