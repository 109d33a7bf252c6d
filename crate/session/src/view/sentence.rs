//! The sentence that says what a process does. It says only what the nest holds.

use loopscope_core::affine::Node;
use loopscope_core::partners::Peers;
use loopscope_core::small_sort::SmallSort;

use crate::analysis::{ProcessNest, TupleNest};
use crate::view::cards::ways;
use crate::view::elided;
use crate::view::partners;
use crate::wire::SentencePart;
use loopscope_core::numbers::{counted, in_words, listed, percent, plural, thousands, times, verb};
use loopscope_formats::part_name;

/// Collects parts of a sentence, some of them emphasised.
#[derive(Default)]
pub(crate) struct Sentence {
    pub(crate) parts: Vec<SentencePart>,
}

impl Sentence {
    /// Appends a text, unless it is empty.
    pub(crate) fn say(&mut self, text: impl Into<String>) -> &mut Self {
        let text = text.into();
        if !text.is_empty() {
            self.parts.push(SentencePart { text, strong: false });
        }
        self
    }

    /// Appends a text that is emphasised.
    pub(crate) fn stress(&mut self, text: impl Into<String>) -> &mut Self {
        self.parts.push(SentencePart { text: text.into(), strong: true });
        self
    }
}

/// One or two sentences about a process. `noun` is what one of its items is called.
///
/// "Process 5 spends **99.2 %** of its 127,572 calls in one loop that runs **249 times**. Each time
/// round, two inner loops run **62 times**."
///
/// Shares and counts cover all runs of the main loop, as everywhere.
pub(crate) fn about(process: &ProcessNest, noun: &str) -> Vec<SentencePart> {
    let mut sentence = Sentence::default();
    let id = match part_name(&process.source) {
        Some(name) => format!("{} ({name})", process.process),
        None => process.process.to_string(),
    };
    let stats = &process.stats;
    let Some(main) = &stats.main_loop else {
        let nouns = plural(2, noun);
        sentence.say(match process.nest.len() {
            0 => format!("Process {id} has no {nouns}."),
            _ => format!("No loop found: no group of {nouns} repeats twice in a row in process {id}."),
        });
        return sentence.parts;
    };
    let all = counted(process.nest.len(), noun);
    let runs = runs(main.runs, main.count);
    if main.share >= 0.5 {
        sentence.say(format!("Process {id} spends ")).stress(percent(main.share));
        sentence.say(format!(" of its {all} in one loop that runs ")).stress(runs).say(".");
    } else {
        if stats.coverage < 0.5 {
            sentence.say(format!("Process {id} repeats little: ")).stress(percent(stats.coverage));
            sentence.say(format!(" of its {all} are inside loops; the largest runs "));
        } else {
            sentence.say(format!("Process {id} spends ")).stress(percent(stats.coverage));
            let different = counted(stats.loops, "different loop");
            sentence.say(format!(" of its {all} in {different}; the largest runs "));
        }
        let comma = if main.runs > 1 { "," } else { "" };
        sentence.stress(runs).say(format!("{comma} and holds {}.", percent(main.share)));
    }
    match (&process.tuples, process.nest.as_loop(main.node)) {
        (Some(tuples), _) => inner_of_tuples(&mut sentence, tuples, process.names.id(main.node)),
        (None, Some(body)) => {
            let items = process.nest.body(&body).iter();
            let counts = items.filter_map(|&id| process.nest.as_loop(id));
            inner(&mut sentence, counts.map(|node| (node.count, node.count)));
        }
        (None, None) => {}
    }
    sentence.parts
}

/// What the nest of a process leaves out: "Receives that take whoever comes first came in another order 13 of 80 times."
/// Empty if it is written as it was recorded.
pub(crate) fn about_varying(process: &ProcessNest) -> String {
    let order = match (&process.peers, process.orders.is_empty()) {
        (Some(peers), _) => about_peers(process, peers),
        (None, true) => String::new(),
        (None, false) => order_of(process.orders.moved(), process.completed_by.as_deref()),
    };
    match &process.elided {
        Some(elided) => [elided::about(elided), order].join(" ").trim_end().to_owned(),
        None => order,
    }
}

#[inline(never)] // of a part that most traces do not need
fn about_peers(process: &ProcessNest, peers: &Peers) -> String {
    partners::about(process.process, peers)
}

/// The same for so many runs that were recorded in another order, of all that vary. `calls` complete them, where that is known.
pub(crate) fn order_of((moved, all): (u64, u64), calls: Option<&str>) -> String {
    if all == 0 {
        return String::new();
    }
    let mut says = "Receives that take whoever comes first".to_owned();
    if let Some(calls) = calls {
        says.push_str(&format!(" ({calls})"));
    }
    says.push_str(" came in another order");
    if all > 1 {
        says.push_str(&format!(" {} of {} times", thousands(moved), thousands(all)));
    }
    says.push('.');
    says
}

/// How often a loop runs, and its iterations each time: `249 times`, `three times, 50 iterations each`.
pub(crate) fn runs(runs: u64, count: u64) -> String {
    match runs {
        0 | 1 => times(count),
        2 => format!("twice, {} each", counted(count, "iteration")),
        _ => format!("{} times, {} each", in_words(runs), counted(count, "iteration")),
    }
}

/// The loops directly inside the main loop of a nest of tuples, and the steps in which its numbers change.
fn inner_of_tuples(sentence: &mut Sentence, tuples: &TupleNest, id: u32) {
    let nest = &tuples.nest;
    let Some(named) = nest.loops().get(id.saturating_sub(1) as usize) else { return };
    let Some(Node::Loop { body, .. }) = nest.node(named.node) else { return };
    let mut around = ways(tuples).get(&named.node).cloned().unwrap_or_default();
    around.push(named.node);
    let counts = body.iter().filter_map(|&item| Some(nest.extent(&around, item)?.0));
    inner(sentence, counts);
    let mut steps: Vec<u64> = Vec::new();
    let inside = tuples.drawing.values().filter(|(_, way)| way.contains(&named.node));
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
        [first, .., last] if texts.len() > 4 => format!("{first} to {last}"),
        few => listed(few),
    };
    sentence.say(format!(" {names} move in steps of ")).stress(list).say(".");
}

/// The loops directly inside the main loop.
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
    let subject = match loops {
        1 => "an inner loop".to_owned(),
        _ => format!("{} inner loops", in_words(loops)),
    };
    sentence.say(format!("{subject} {} ", verb(loops, "runs", "run")));
    sentence.stress(match least == most {
        true => times(most),
        false => format!("{} to {}", thousands(least), times(most)),
    });
    sentence.say(".");
}
