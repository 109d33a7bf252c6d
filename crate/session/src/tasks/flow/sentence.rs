//! The sentence above a flow graph: made of what the graph tells.

use std::cmp::Reverse;

use loopscope_core::event_flow::{FlowIterations, LoopKind};
use loopscope_core::numbers::{counted, duration, in_words, listed, percent, thousands};

use super::builder::Flow;
use super::process::ProcessFlow;
use crate::view::sentence::Sentence;
use crate::wire::SentencePart;

/// "Process 0 runs F1 of its flow graph **254 times**, with **99.9 %** of its 63,807 calls. Inside, **F2** and **F3** run 15,438 times."
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
    let steps = process
        .main_loop()
        .filter(|&id| first.is_some_and(|first| calls_in(id).saturating_mul(10) >= calls_in(first) * 9));
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
    let (own, number) = (process.process, process.number(id));
    sentence.say(format!("Process {own} runs F{number} of its flow graph "));
    sentence.stress(counted(metrics.iterations, "time"));
    let parent = process.loops.get(id).and_then(|known| known.parent);
    if let Some(parent) = parent {
        let entered = counted(metrics.visits, "time");
        sentence.say(format!(", entered {entered} from F{}", process.number(parent)));
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
    if let Some(differ) = differences(process, id, None) {
        sentence.say(format!(" Not all iterations are alike: {differ}."));
    }
    let inner = |number: &&u32| process.loops.get(**number).is_some_and(|it| it.parent == Some(id));
    let inner: Vec<u32> = process.numbered.iter().filter(inner).copied().take(3).collect();
    if !inner.is_empty() {
        let words: Vec<String> = inner
            .iter()
            .map(|&id| {
                let iterations = process.metrics.loops.get(id as usize).map_or(0, |it| it.iterations);
                format!("F{} runs {} times", process.number(id), thousands(iterations))
            })
            .collect();
        sentence.say(format!(" Inside, {}.", listed(&words)));
    }
    sentence.parts
}

/// How the iterations of a loop differ, by the graph alone: what only some of them call, else a call or a loop inside that does not
/// run equally often in all. `found` tells where that begins.
pub(super) fn differences(process: &ProcessFlow, id: u32, found: Option<&FlowIterations>) -> Option<String> {
    let iterations = process.metrics.loops.get(id as usize)?.iterations;
    let Some((nodes, count)) = branch(process, id, iterations) else {
        return rare(process, id, iterations).or_else(|| uneven(process, id, iterations));
    };
    let first = *nodes.first()?;
    let name = name_of(process, first);
    let others = nodes.iter().any(|&node| name_of(process, node) != name);
    let more = if others { " and others" } else { "" };
    // Events of communication have no name.
    let calls = match process.node_text(first).contains('(') {
        true => format!("{} of {name}{more}", counted(nodes.len() as u64, "call")),
        false => counted(nodes.len() as u64, "event"),
    };
    let without = iterations - count;
    if without < count {
        return Some(format!("{} without {calls}", thousands(without)));
    }
    let first = found.and_then(|found| {
        let has = |shape: u32| found.shapes[shape as usize].contains(&first);
        found.list.iter().position(|it| has(it.shape)).filter(|&first| first > 0)
    });
    let from =
        first.map_or(String::new(), |first| format!(", the first of them iteration {}", thousands(first as u64 + 1)));
    Some(format!("{} with {calls} that the others lack{from}", thousands(count)))
}

/// The name of the call that a node stands for, as far as its text is not the event itself.
fn name_of(process: &ProcessFlow, node: u32) -> String {
    let text = process.node_text(node);
    let name = text.split_once('(').or_else(|| text.split_once(" via "));
    name.map_or(&*text, |(name, _)| name).to_owned()
}

/// The calls that only some iterations of a loop make, and how many do: of several such branches the one that splits them most
/// evenly. Calls that always follow each other are one. O(nodes + edges of the branch).
fn branch(process: &ProcessFlow, id: u32, iterations: u64) -> Option<(Vec<u32>, u64)> {
    let count_of = |node: u32| process.graph.nodes().get(node as usize).map_or(0, |it| it.count);
    let is_own = |node: u32| process.loops.innermost(node) == Some(id);
    let nodes = 0..process.graph.nodes().len() as u32;
    let rare = nodes.filter_map(|node| {
        let count = count_of(node);
        let without = iterations.checked_sub(count).filter(|&without| without > 0)?;
        is_own(node).then_some((without.min(count), Reverse(node), count))
    });
    let (_, Reverse(first), count) = rare.max()?;
    let mut chain = vec![first];
    while let Some(next) = chain.last().and_then(|&last| {
        let mut always = process.graph.edges_of(last).filter(|edge| edge.count == count);
        always.find(|edge| count_of(edge.to) == count && is_own(edge.to)).map(|edge| edge.to)
    }) {
        if chain.contains(&next) {
            break;
        }
        chain.push(next);
    }
    Some((chain, count))
}

/// Loops inside a loop, at any depth, that are entered less often than it iterates: those that are entered as often as the one
/// with most calls. O(loops x depth).
fn rare(process: &ProcessFlow, id: u32, iterations: u64) -> Option<String> {
    let visits = |inner: u32| process.metrics.loops.get(inner as usize).map_or(0, |it| it.visits);
    // Of loops in each other the outermost is said.
    let is_said = |&inner: &u32| {
        inner != id
            && process.loops.chain(Some(inner), None).any(|around| around == id)
            && visits(inner) < iterations
            && process.loops.chain(Some(inner), Some(id)).skip(1).all(|it| visits(it) >= iterations)
    };
    let mut inside = process.numbered.iter().copied().filter(is_said);
    let first = inside.next()?;
    let visits_of_first = visits(first);
    let alike = std::iter::once(first).chain(inside.filter(|&it| visits(it) == visits_of_first));
    let words = |inner: u32| {
        let lengths = process.lengths.get(inner as usize).copied().unwrap_or_default();
        let times = match (thousands(lengths.least), thousands(lengths.most)) {
            (least, most) if least == most => most,
            (least, most) => format!("{least} to {most}"),
        };
        format!("F{} (×{times})", process.number(inner))
    };
    let words: Vec<String> = alike.take(3).map(words).collect();
    let is = if words.len() == 1 { "is" } else { "are" };
    Some(format!("{} {is} entered {} times only", listed(&words), thousands(visits_of_first)))
}

/// The loop inside a loop that does not run equally often in each of its iterations, the largest of several. O(loops).
fn uneven(process: &ProcessFlow, id: u32, iterations: u64) -> Option<String> {
    let is_uneven = |&&inner: &&u32| {
        let known = process.loops.get(inner);
        let lengths = process.lengths.get(inner as usize).copied().unwrap_or_default();
        known.is_some_and(|known| known.parent == Some(id))
            && (lengths.least < lengths.most || lengths.visits < iterations)
    };
    let &inner = process.numbered.iter().find(is_uneven)?;
    let known = process.loops.get(inner)?;
    let lengths = process.lengths.get(inner as usize)?;
    let name = match known.kind {
        LoopKind::SelfLoop => name_of(process, known.header),
        _ => "a loop inside".to_owned(),
    };
    let (least, most) = (thousands(lengths.least), thousands(lengths.most));
    let all = thousands(lengths.iterations);
    Some(match lengths.visits < iterations {
        true => format!("{} run {name}, {all} times in all", thousands(lengths.visits)),
        false => format!("each runs {name} {least} to {most} times, {all} times in all"),
    })
}
