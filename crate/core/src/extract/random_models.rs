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

/// A random program of processes that send each other messages: in loops, with messages of an outer level between, and such
/// that are received an iteration later.
pub(super) fn random_program(random: &mut Random) -> Model {
    let mut text = String::from("processes 0-2\n");
    body(random, &mut text, 0);
    text::parse(&text).unwrap()
}

fn body(random: &mut Random, text: &mut String, depth: usize) {
    let message = |random: &mut Random| {
        let src = random.below(3);
        (src, (src + 1 + random.below(2)) % 3, random.below(2))
    };
    for _ in 0..=random.below(3) {
        let (src, dst, tag) = message(random);
        let times = 1 + random.below(2);
        let one = |text: &mut String, verb: &str| {
            *text += &format!("{src} {verb} {dst} {tag}\n");
        };
        let repeated = |text: &mut String, verb: &str, count: u64| {
            *text += &format!("for i{depth} = 0 to {}\n{src} {verb} {dst} {tag}\ndone\n", count - 1);
        };
        match random.below(8) {
            0 | 1 if depth < 3 => {
                *text += &format!("for i{depth} = 0 to {}\n", 1 + random.below(3));
                body(random, text, depth + 1);
                *text += "done\n";
            }
            // One loop sends, another receives; one of them may be cut.
            2 => {
                let count = 2 + random.below(3);
                repeated(text, "send", count);
                if random.below(2) == 0 {
                    repeated(text, "recv", count);
                } else {
                    one(text, "recv");
                    if count > 2 {
                        repeated(text, "recv", count - 1);
                    } else {
                        one(text, "recv");
                    }
                }
            }
            3 => *text += "0-2 sync MPI_Barrier 0-2\n",
            4 => *text += &format!("{src} local w\n"),
            // A message is in flight while a loop runs.
            5 if depth < 3 => {
                one(text, "send");
                *text += &format!("for i{depth} = 0 to {}\n", 1 + random.below(3));
                one(text, "send");
                one(text, "recv");
                *text += "done\n";
                one(text, "recv");
            }
            _ => {
                for verb in ["send", "recv"] {
                    (0..times).for_each(|_| one(text, verb));
                }
            }
        }
    }
}
