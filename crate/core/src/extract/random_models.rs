//! Random models for the tests of this folder.

use crate::numbers::set_text;
use crate::system::{text, Model};
use loopscope_testing::Random;

/// A random model: events of some processes, and loops.
pub(super) fn random_model(random: &mut Random) -> Model {
    let processes = 1 + random.below(4) as u32;
    let mut text = format!("processes {}\n", set_text(0..processes));
    let mut depth = 0;
    let mut empty = false;
    for _ in 0..2 + random.below(24) {
        match random.below(6) {
            0 | 1 if depth < 4 => {
                let last = 1 + random.below(3);
                text += &format!("for i{depth} = 0 to {last}\n");
                depth += 1;
                empty = true;
            }
            2 if depth > 0 && !empty => {
                text += "done\n";
                depth -= 1;
            }
            3 => {
                text += &format!("{0} sync MPI_Barrier {0}\n", set_text(0..processes));
                empty = false;
            }
            _ => {
                let process = random.below(processes.into());
                text += &format!("{process} local w{}\n", random.below(3));
                empty = false;
            }
        }
    }
    if empty {
        text += "0 local last\n";
    }
    text += &"done\n".repeat(depth);
    text::parse(&text).unwrap()
}
