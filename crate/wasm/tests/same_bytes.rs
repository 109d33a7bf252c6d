//! Compiled to wasm, a session says the same as natively, byte for byte.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used)]

use loopscope_testing::session::{answers, file};
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
