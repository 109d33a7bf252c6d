//! Compiled to wasm, a session says the same as natively, byte for byte.

#![cfg(target_arch = "wasm32")]
#![cfg(test)]

use loopscope_testing::session::{answers, file, flow_answers, varying_answers};
use wasm_bindgen_test::wasm_bindgen_test;

const TRACE: &[u8] = include_bytes!("../../../web/public/samples/cg.tar.zst");

#[wasm_bindgen_test]
fn greedy_nests_are_the_same() {
    let said = answers(file("cg.tar.zst", TRACE), "greedy", 5);
    assert!(said == include_str!("../../../tests/golden/session/cg.greedy.txt"));
}

#[wasm_bindgen_test]
fn optimal_nests_are_the_same() {
    let said = answers(file("cg.tar.zst", TRACE), "optimal", 5);
    assert!(said == include_str!("../../../tests/golden/session/cg.optimal.txt"));
}

#[wasm_bindgen_test]
fn recognized_nests_are_the_same() {
    let said = answers(file("cg.tar.zst", TRACE), "nlr", 5);
    assert!(said == include_str!("../../../tests/golden/session/cg.nlr.txt"));
}

#[wasm_bindgen_test]
fn flow_graphs_are_the_same() {
    let trace = include_bytes!("../../../tests/fixtures/csv-events/npb-3.3-mpi/good/cg.S.4-timed-0.csv");
    let said = flow_answers(file("cg.csv", trace), 0);
    assert!(said == include_str!("../../../tests/golden/session/flow-answers-cg.txt"));
}

#[wasm_bindgen_test]
fn programs_that_vary_are_the_same() {
    let said = varying_answers();
    assert_eq!(said, include_str!("../../../tests/golden/session/varying.txt"));
}
