//! The sentence above a flow graph: made of what the graph tells.

use std::cmp::Reverse;

use loopscope_core::numbers::{counted, duration, in_words, listed, percent, thousands};

use super::builder::Flow;
use super::process::ProcessFlow;
use crate::view::sentence::Sentence;
use crate::wire::SentencePart;

/// "Process 0 runs **L1** 254 times, with **99.9 %** of its 63,807 calls. Inside, **L2** and **L3** run 15,438 times."
pub(crate) fn sentence(flow: &Flow, process: &ProcessFlow, kinds: bool) -> Vec<SentencePart> {
    let mut sentence = Sentence::default();
    let all = flow.members().len() as u64;
    if kinds && all > 1 {
        sentence.say("Processes are of ");
        sentence.stress(format!("{} kinds", in_words(all)));
        sentence.say(": those of one kind have the same graph. ");
    }
    let calls = process.metrics.total.calls;
    let calls_in = |id: u32| process.metrics.loops.get(id as usize).map_or(0, |it| it.total.calls);
    let first = process.numbered.first().copied();
    // A loop around the steps of the program that does little else is not worth a sentence.
    let steps = process.main_loop().filter(|&id| {
        first.is_some_and(|first| calls_in(id).saturating_mul(10) >= calls_in(first) * 9)
    });
    let Some(id) = steps.or(first) else {
        sentence.say(format!(
            "Process {} makes {}; no call leads back to one before.",
            process.process,
            counted(calls, "call")
        ));
        return sentence.parts;
    };
    let metrics = process.metrics.loops.get(id as usize).copied().unwrap_or_default();
    let of = |part: u64| percent(part as f64 / calls.max(1) as f64);
    sentence.say(format!("Process {} runs L{} ", process.process, process.number(id)));
    sentence.stress(counted(metrics.iterations, "time"));
    let parent = process.loops.get(id).and_then(|known| known.parent);
    if let Some(parent) = parent {
        let visits = counted(metrics.visits, "visit");
        sentence.say(format!(" in {visits}, inside L{}", process.number(parent)));
    }
    sentence.say(", with ");
    sentence.stress(of(metrics.total.calls));
    sentence.say(format!(" of its {}", counted(calls, "call")));
    if process.tick.is_some() {
        sentence.say(" and ");
        sentence.stress(percent(process.share_of_time(metrics.total.time())));
        let all = duration(process.nanoseconds(process.metrics.total.time()));
        sentence.say(format!(" of its {all} from the first call to the last"));
    }
    sentence.say(".");
    if let Some((call, count)) = branch(process, id) {
        sentence.say(format!(" Not all iterations are alike: {call} is called in "));
        sentence.stress(thousands(count));
        sentence.say(".");
    }
    let inner = |number: &&u32| process.loops.get(**number).is_some_and(|it| it.parent == Some(id));
    let inner: Vec<u32> = process.numbered.iter().filter(inner).copied().take(3).collect();
    if !inner.is_empty() {
        let words: Vec<String> = inner
            .iter()
            .map(|&id| {
                let iterations =
                    process.metrics.loops.get(id as usize).map_or(0, |it| it.iterations);
                format!("L{} runs {} times", process.number(id), thousands(iterations))
            })
            .collect();
        sentence.say(format!(" Inside, {}.", listed(&words)));
    }
    sentence.parts
}

/// What only some iterations of a loop call, and how many do: of several such calls the one that splits them most evenly.
pub(super) fn branch(process: &ProcessFlow, id: u32) -> Option<(String, u64)> {
    let iterations = process.metrics.loops.get(id as usize)?.iterations;
    let nodes = process.graph.nodes().iter().enumerate();
    let rare = nodes.filter_map(|(node, known)| {
        let without = iterations.checked_sub(known.count).filter(|&without| without > 0)?;
        let own = process.loops.innermost(node as u32) == Some(id);
        own.then_some((without.min(known.count), Reverse(node as u32), known.count))
    });
    let (_, Reverse(node), count) = rare.max()?;
    let text = process.node_text(node);
    let name = text.split_once('(').map_or(&*text, |(name, _)| name);
    Some((name.to_owned(), count))
}
