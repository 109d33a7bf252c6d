//! The sentence that says what a process does, made only of what the nest holds.

use loopscope_core::affine::Node;
use loopscope_core::small_sort::SmallSort;

use crate::analyse::{ProcessNest, TupleNest};
use crate::message::SentencePart;
use loopscope_core::numbers::{in_words, percent, plural, thousands};
use loopscope_formats::part_name;

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
    let id = match part_name(&process.source) {
        Some(name) => format!("{} ({name})", process.process),
        None => process.process.to_string(),
    };
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
    match (&process.tuples, nest.as_loop(main.node)) {
        (Some(tuples), _) => inner_of_tuples(&mut sentence, tuples, process.names.id(main.node)),
        (None, Some(body)) => {
            let counts = nest.body(&body).iter().filter_map(|&id| nest.as_loop(id));
            inner(&mut sentence, counts.map(|node| (node.count, node.count)));
        }
        (None, None) => {}
    }
    sentence.parts
}

/// What the loops directly inside the main loop of a nest of tuples do, and by how much its numbers move.
fn inner_of_tuples(sentence: &mut Sentence, tuples: &TupleNest, id: u32) {
    let nest = &tuples.nest;
    let Some(named) = nest.loops().get(id.saturating_sub(1) as usize) else { return };
    let Some(Node::Loop { body, .. }) = nest.node(named.node) else { return };
    // The main loop stands at the top level.
    let counts = body.iter().filter_map(|&item| Some(nest.extent(&[named.node], item)?.0));
    inner(sentence, counts);
    let mut steps: Vec<u64> = Vec::new();
    let inside = tuples.drawing.values().filter(|(_, way)| way.first() == Some(&named.node));
    for stride in inside.flat_map(|(value, way)| nest.strides(way, value, 0)) {
        let step = u64::try_from(stride.step.offset().unsigned_abs()).unwrap_or(u64::MAX);
        if stride.step.is_constant() && !steps.contains(&step) {
            steps.push(step);
        }
    }
    steps.sort_small();
    let name = nest.fields().first().map_or("", |field| &field.name);
    let names = if name == "address" { "Addresses".to_owned() } else { "Numbers".to_owned() };
    let texts: Vec<String> = steps.iter().map(|&step| thousands(step)).collect();
    let list = match texts.as_slice() {
        [] => return,
        [one] => one.clone(),
        [most @ .., last] if texts.len() <= 4 => format!("{} and {last}", most.join(", ")),
        [first, .., last] => format!("{first} to {last}"),
    };
    sentence.say(format!(" {names} move in steps of ")).stress(list).say(".");
}

/// What the loops directly inside the main loop do.
fn inner(sentence: &mut Sentence, counts: impl Iterator<Item = (u64, u64)>) {
    let (mut loops, mut least, mut most) = (0, u64::MAX, 0);
    for count in counts {
        loops += 1;
        least = least.min(count.0);
        most = most.max(count.1);
    }
    if loops == 0 {
        return;
    }
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
