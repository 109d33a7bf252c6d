//! What a session says about a real trace, against files that a person has looked at. The browser's
//! door is held against the same files, so the two say the same, byte for byte.
//!
//! `UPDATE=1 cargo test -p loopscope-session --test golden` writes the files anew.

#![allow(clippy::unwrap_used)]

mod common;

use common::{file, repository};
use loopscope_testing::session::answers;

#[test]
fn answers_about_cg() {
    let bytes = std::fs::read(repository().join("web/public/samples/cg.tar.zst")).unwrap();
    for method in ["greedy", "optimal", "nlr"] {
        let said = answers(file("cg.tar.zst", bytes.clone()), method, 5);
        let golden = repository().join(format!("tests/golden/session/cg.{method}.txt"));
        if std::env::var_os("UPDATE").is_some() {
            std::fs::create_dir_all(golden.parent().unwrap()).unwrap();
            std::fs::write(&golden, &said).unwrap();
        }
        let expected = std::fs::read_to_string(&golden).unwrap();
        assert!(said == expected, "{} differs; UPDATE=1 writes it anew", golden.display());
    }
}
