//! What a session says about a real trace, against files that a person has looked at. The browser's
//! door is held against the same files, so the two say the same, byte for byte.
//!
//! `UPDATE=1 cargo test -p loopscope-session --test golden` writes the files anew.

#![cfg(test)]

mod common;

use common::*;

#[test]
fn answers_about_cg() {
    for method in ["greedy", "optimal", "nlr"] {
        let said = answers(sample("cg.tar.zst"), method, 5);
        golden(&format!("cg.{method}.txt"), &said);
    }
}

#[test]
fn flow_graph_of_cg() {
    let path = repository().join("tests/fixtures/csv-events/npb-3.3-mpi/good/cg.S.4-timed-0.csv");
    let said = flow_answers(file("cg.csv", std::fs::read(path).unwrap()), 0);
    golden("flow-answers-cg.txt", &said);
}

#[test]
fn programs_that_vary() {
    golden("varying.txt", &varying_answers());
}

/// Compares with a file that a person has looked at.
fn golden(name: &str, said: &str) {
    let golden = repository().join("tests/golden/session").join(name);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(golden.parent().unwrap()).unwrap();
        std::fs::write(&golden, said).unwrap();
    }
    let expected = std::fs::read_to_string(&golden).unwrap_or_default();
    assert!(said == expected, "{} differs; UPDATE=1 writes it anew", golden.display());
}
