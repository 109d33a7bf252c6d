//! The sentence that says what a process does, made only of what the nest holds.

use std::collections::BTreeMap;

use loopscope_core::nest::Nest;

use crate::analyse::ProcessNest;
use crate::message::SentencePart;
use loopscope_core::numbers::{in_words, percent, plural, thousands};

/// Collects pieces of text, some of which stand out.
#[derive(Default)]
struct Sentence {
    parts: Vec<SentencePart>,
}

impl Sentence {
    fn say(&mut self, text: impl Into<String>) -> &mut Sentence {
        self.parts.push(SentencePart { text: text.into(), strong: false });
        self
    }

    fn stress(&mut self, text: impl Into<String>) -> &mut Sentence {
        self.parts.push(SentencePart { text: text.into(), strong: true });
        self
    }
}

/// One or two sentences about a process. `noun` is what one of its items is called.
///
/// "Process 5 spends **99.2 %** of its 127,572 calls in one loop that runs **249 times**. Each time
/// round, two inner loops run **62 times**."
pub(crate) fn about(process: &ProcessNest, noun: &str) -> Vec<SentencePart> {
    let mut sentence = Sentence::default();
    let id = process.process;
    let nest = &process.nest;
    let length = nest.len();
    let all = format!("{} {}", thousands(length), plural(length, noun));
    let Some(main) = &process.stats.main_loop else {
        if length == 0 {
            sentence.say(format!("Process {id} has no {noun}s."));
        } else {
            sentence.say(format!(
                "No loop found: no group of {noun}s repeats twice in a row in process {id}."
            ));
        }
        return sentence.parts;
    };
    let times = format!("{} times", thousands(main.count));
    if main.share >= 0.5 {
        sentence.say(format!("Process {id} spends "));
        sentence.stress(percent(main.share));
        sentence.say(format!(" of its {all} in one loop that runs ")).stress(times).say(".");
    } else if process.stats.coverage < 0.5 {
        sentence.say(format!("Process {id} repeats little: "));
        sentence.stress(percent(process.stats.coverage));
        sentence.say(format!(" of its {all} are inside loops; the largest runs "));
        sentence.stress(times).say(format!(" and holds {}.", percent(main.share)));
    } else {
        sentence.say(format!("Process {id} spends "));
        sentence.stress(percent(process.stats.coverage));
        let loops = nest.root().iter().filter(|&&node| nest.as_loop(node).is_some()).count() as u64;
        sentence.say(format!(
            " of its {all} in {} {}; the largest runs ",
            in_words(loops),
            plural(loops, "loop"),
        ));
        sentence.stress(times).say(format!(" and holds {}.", percent(main.share)));
    }
    if let Some(body) = nest.as_loop(main.node) {
        inner(&mut sentence, nest, nest.body(&body));
    }
    sentence.parts
}

/// What the loops directly inside the main loop do.
fn inner(sentence: &mut Sentence, nest: &Nest, body: &[loopscope_core::nest::NodeId]) {
    let mut by_count: BTreeMap<u64, u64> = BTreeMap::new();
    for node in body.iter().filter_map(|&id| nest.as_loop(id)) {
        *by_count.entry(node.count).or_default() += 1;
    }
    let loops: u64 = by_count.values().sum();
    let (Some((&least, _)), Some((&most, _))) =
        (by_count.first_key_value(), by_count.last_key_value())
    else {
        return;
    };
    sentence.say(" Each time round, ");
    let verb = if loops == 1 { "runs" } else { "run" };
    let subject = if loops == 1 {
        "an inner loop".to_owned()
    } else {
        format!("{} inner loops", in_words(loops))
    };
    sentence.say(format!("{subject} {verb} "));
    if least == most {
        sentence.stress(format!("{} times", thousands(most)));
    } else {
        sentence.stress(format!("{} to {} times", thousands(least), thousands(most)));
    }
    sentence.say(".");
}
