//! `--partners`: a process that takes messages from anybody and answers, with each partner by itself and as it was recorded.

#![cfg(test)]

mod program;
use program::*;

use loopscope_testing::varying::farm;

fn lines() -> String {
    let each = farm(8, 200, Some(1)).into_values().flatten();
    each.map(|line| line + "\n").collect()
}

const NEST: &str = "0 sync MPI_Barrier 0-7
for i0 = 0 to 6              # 3
  0 send * 1
done
for i0 = 0 to 192            # 1
  * recv 0 2
  0 send < 1
done
for i0 = 0 to 6              # 2
  * recv 0 2
  0 send < 3
done
0 sync MPI_Reduce 0-7
";

#[test]
fn the_nest_of_a_master_leaves_its_workers_out() {
    let text = printed("nest --rank 0 -", lines());
    assert!(text.ends_with(NEST), "{text}");
    let said = "# Process 0 takes from any of 7 processes: * stands for whoever it was, < for the one it took from last. --partners off shows them.";
    says(&text, said);
    let field = ["nest", "--rank", "0", "--signature", "name,peer:any,tag,comm", "-"];
    assert_eq!(printed(&field, lines()), text);
    let recorded = printed("nest --rank 0 --partners=off -", lines());
    assert!(!recorded.contains('*') && recorded.contains("1 recv 0 2\n"), "{recorded}");
}

#[test]
fn nests_and_models_without_partners_expand_to_the_recorded_trace() {
    for (command, name) in [("nest", "nests"), ("model", "model")] {
        let json = printed(&[command, "--format", "json", "-"], lines());
        assert!(json.starts_with(&format!("{{\"format\":\"loopscope-{name}/2\"")), "{name}");
        assert_eq!(printed("expand -", &json), lines(), "{command}");
        // The model of the document is that of the trace.
        assert_eq!(printed("model -", &json), printed("model -", lines()));
        assert_eq!(printed("matrix -", &json), printed("matrix -", lines()));
    }
}

#[test]
fn a_document_with_too_few_partners_is_refused() {
    let json = printed("nest --format json -", lines());
    let at = json.find("\"partners\":{\"nodes\":[").unwrap();
    let root = at + json[at..].find("\"root\":[").unwrap() + "\"root\":[".len();
    let end = root + json[root..].find(',').unwrap() + 1;
    let broken = [&json[..root], &json[end..]].concat();
    let (_, notes, code) = said("nest -", &broken);
    assert_ne!(code, 0);
    says(&notes, "a partner for each event with *");
}

#[test]
fn the_model_shows_workers_that_do_the_same_once() {
    let text = printed("model -", lines());
    assert_eq!(text.matches("for i").count(), 1, "{text}");
    says(&text, " {0, p of 1-7}: 0 with one p at a time; each ");
    says(&text, "51 constructs, 9 shown; ");
    let exact = printed("model --partners=off -", lines());
    assert!(!exact.contains("p of 1-7") && exact.contains("0 send 7 3\n"), "{exact}");
}
