//! The flow graph: the string with the pair at hand, the graph in one column, and what the search for headers knows.

use loopscope_core::lab::frame::{DfsState, FlowFrame, FlowStep, Frame, FrameData, Word};

use super::stage::{LabBand, LabContent, LabEdge, LabLine, LabLook, LabNode, LabRoom, LabStage};

/// What was seen up to a step.
#[derive(Default)]
struct Seen<'a> {
    round: u32,
    string: Option<&'a [Word]>,
    edges: Vec<(Word, Word, u32)>,
    complete: bool,
    looked: Vec<[Word; 2]>,
    state: Option<&'a DfsState>,
}

fn step_at<'a>(frames: &[&'a Frame], at: usize) -> Option<&'a FlowFrame> {
    match &frames.get(at)?.data {
        FrameData::Flow(frame) => Some(frame),
        _ => None,
    }
}

impl<'a> Seen<'a> {
    fn until(frames: &[&'a Frame], at: usize) -> Self {
        let mut seen = Seen::default();
        for frame in (0..=at).filter_map(|place| step_at(frames, place)) {
            if frame.round != seen.round {
                seen = Seen { round: frame.round, string: seen.string, ..Seen::default() };
            }
            match &frame.step {
                FlowStep::Edge { edge: [from, to], .. } => seen.count(from, to),
                FlowStep::Graph { edges, string } => {
                    seen.edges.clone_from(edges);
                    seen.string = Some(string);
                    seen.complete = true;
                }
                FlowStep::Case { edge, state, .. } => {
                    seen.looked.push(edge.clone());
                    seen.state = Some(state);
                }
                FlowStep::Split { string, .. } => seen.string = Some(string),
                _ => seen.state = state_of(frame).or(seen.state),
            }
        }
        seen
    }

    fn count(&mut self, from: &Word, to: &Word) {
        match self.edges.iter_mut().find(|edge| edge.0 == *from && edge.1 == *to) {
            Some(edge) => edge.2 += 1,
            None => self.edges.push((from.clone(), to.clone(), 1)),
        }
    }
}

/// The stage at a step of the flow graph. O(steps before + edges * nodes).
pub fn flow_stage(letters: &[String], frames: &[&Frame], at: usize) -> LabStage {
    let Some(now) = step_at(frames, at) else { return LabStage::default() };
    let mut seen = Seen::until(frames, at);
    // What is still to come of the graph is pale.
    let met = seen.edges.clone();
    if !seen.complete {
        let round = seen.round;
        let whole = (at..frames.len()).filter_map(|place| step_at(frames, place)).find_map(|frame| match &frame.step {
            FlowStep::Graph { edges, .. } if frame.round == round => Some(edges),
            _ => None,
        });
        if let Some(whole) = whole {
            seen.edges.clone_from(whole);
        }
    }
    let own: Vec<String> = match seen.string {
        Some(string) => string.iter().map(|name| name.to_string()).collect(),
        None => letters.to_vec(),
    };
    let mut bands = vec![LabBand::new("the string", "", LabContent::Letters(pair(&own, &now.step)))];
    if let Some(graph) = graph(&seen, &met, &now.step, room(frames, at)) {
        bands.push(graph);
    }
    bands.extend(words(&now.step));
    LabStage { columns: own.len(), bands }
}

/// The string; the pair at hand is marked.
fn pair(string: &[String], step: &FlowStep) -> Vec<(String, LabLook)> {
    let is_now = |place: usize| match step {
        FlowStep::Edge { at, .. } => place == *at as usize || place + 1 == *at as usize,
        FlowStep::Split { visits, .. } => visits.iter().any(|visit| visit.0 as usize == place),
        _ => false,
    };
    let look = |place| if is_now(place) { LabLook::Now } else { LabLook::Plain };
    string.iter().enumerate().map(|(place, name)| (name.clone(), look(place))).collect()
}

/// The room that the graph of this round takes when all its loops are known.
fn room(frames: &[&Frame], at: usize) -> LabRoom {
    let Some(round) = step_at(frames, at).map(|frame| frame.round) else {
        return LabRoom::default();
    };
    let states = (at..frames.len()).filter_map(|place| step_at(frames, place));
    let states = states.take_while(|frame| frame.round == round).filter_map(state_of);
    let before = (0..at).rev().filter_map(|place| step_at(frames, place));
    let before = before.take_while(|frame| frame.round == round).find_map(state_of);
    let Some(last) = states.last().or(before) else { return LabRoom::default() };
    let header_of = |name: &Word| last.header.iter().find(|one| one.0 == *name).map(|one| &one.1);
    let names = last.header.iter().map(|(name, _)| name).chain(&last.headers);
    let depths = names.map(|name| around(name, last, &header_of).len());
    let longest = last.headers.iter().map(shown).max_by_key(|name| name.chars().count());
    LabRoom {
        deepest: depths.max().unwrap_or(0),
        note: longest.map_or_else(|| "path 10".to_owned(), |name| format!("path 10, in {name}")),
    }
}

/// What the search knows at a step of it.
fn state_of(frame: &FlowFrame) -> Option<&DfsState> {
    match &frame.step {
        FlowStep::Case { state, .. }
        | FlowStep::Visit { state, .. }
        | FlowStep::Tag { state, .. }
        | FlowStep::Leave { state, .. } => Some(state),
        FlowStep::Edge { .. }
        | FlowStep::Graph { .. }
        | FlowStep::Forest { .. }
        | FlowStep::Split { .. }
        | FlowStep::End { .. } => None,
    }
}

fn graph(seen: &Seen<'_>, met: &[(Word, Word, u32)], now: &FlowStep, room: LabRoom) -> Option<LabBand> {
    let mut names: Vec<&Word> = Vec::new();
    for (from, to, _) in &seen.edges {
        for name in [from, to] {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    if names.is_empty() {
        return None;
    }
    let none = DfsState::default();
    let state = seen.state.unwrap_or(&none);
    let header_of = |name: &Word| state.header.iter().find(|one| one.0 == *name).map(|one| &one.1);
    let nodes = names.iter().map(|&name| {
        let place = state.path.iter().position(|one| one == name);
        let is_met = seen.complete || met.iter().any(|edge| edge.0 == *name || edge.1 == *name);
        let look = if is_node_now(now, name) {
            LabLook::Now
        } else if place.is_some() {
            LabLook::Made
        } else if is_met {
            LabLook::Plain
        } else {
            LabLook::Next
        };
        let mut notes = Vec::new();
        if let Some(place) = place {
            notes.push(format!("path {}", place + 1));
        }
        if let Some(header) = header_of(name) {
            notes.push(format!("in {}", shown(header)));
        }
        LabNode { name: shown(name), note: notes.join(", "), look, inside: around(name, state, &header_of) }
    });
    let nodes: Vec<LabNode> = nodes.collect();
    let place = |name: &Word| names.iter().position(|one| *one == name).unwrap_or(0);
    let edges = seen.edges.iter().map(|(from, to, count)| {
        let is = |edge: &[Word; 2]| edge[0] == *from && edge[1] == *to;
        let counted = met.iter().find(|edge| edge.0 == *from && edge.1 == *to).map_or(0, |edge| edge.2);
        let at_hand = matches!(now, FlowStep::Edge { edge, .. } | FlowStep::Case { edge, .. } if is(edge));
        let look = if at_hand {
            LabLook::Now
        } else if counted == 0 || (seen.state.is_some() && !seen.looked.iter().any(is)) {
            LabLook::Next
        } else {
            LabLook::Plain
        };
        let path = state.path.windows(2).any(|pair| matches!(pair, [a, b] if a == from && b == to));
        let count = u64::from(if seen.complete { *count } else { counted });
        LabEdge { from: place(from), to: place(to), count, look, path }
    });
    let edges = edges.collect();
    let loops = state.headers.iter().map(|header| {
        let is_irreducible = state.irreducible.contains(header);
        let more = if is_irreducible { ", two entries" } else { "" };
        format!("loop of {}{more}", shown(header))
    });
    let loops = loops.collect();
    // The start and the end are no nodes of the string.
    let own = names.iter().filter(|name| !matches!(&****name, "^" | "$")).count();
    let note = match seen.round {
        0 => format!("{own} nodes"),
        round => format!("{own} nodes, split {round}"),
    };
    Some(LabBand::new("the graph", note, LabContent::Graph { nodes, edges, loops, room }))
}

/// Whether a step is about a node.
fn is_node_now(step: &FlowStep, name: &Word) -> bool {
    match step {
        FlowStep::Visit { node, .. } | FlowStep::Leave { node, .. } => node == name,
        FlowStep::Tag { node, header, .. } => node == name || header.as_ref() == Some(name),
        FlowStep::Case { edge, .. } => edge[1] == *name,
        _ => false,
    }
}

/// The loops around a node, outermost first, by the places of their headers.
fn around<'a>(name: &'a Word, state: &DfsState, header_of: &impl Fn(&Word) -> Option<&'a Word>) -> Vec<usize> {
    let mut found = Vec::new();
    let mut next = Some(name);
    while let Some(at) = next {
        if let Some(place) = state.headers.iter().position(|header| header == at) {
            if found.contains(&place) {
                break;
            }
            found.push(place);
        }
        next = header_of(at);
    }
    found.reverse();
    found
}

fn shown(name: &Word) -> String {
    match &**name {
        "^" => "start".to_owned(),
        "$" => "end".to_owned(),
        // Other: every other node has the name that was typed.
        other => other.to_owned(),
    }
}

/// The loops that were found, and what `tag_lhead` did.
fn words(step: &FlowStep) -> Option<LabBand> {
    let line = |cells: Vec<String>| LabLine { cells, look: LabLook::Plain };
    match step {
        FlowStep::Forest { loops, .. } => {
            let lines = loops.iter().map(|one| {
                let nodes: Vec<&str> = one.nodes.iter().map(|name| &**name).collect();
                let kind = if one.irreducible { "irreducible" } else { "one entry" };
                line(vec![
                    format!("loop of {}", shown(&one.header)),
                    nodes.join(" "),
                    one.iterations.map_or(String::new(), |count| format!("{count} iterations")),
                    match one.entries {
                        1 => "entered once".to_owned(),
                        many => format!("entered {many} times"),
                    },
                    kind.to_owned(),
                ])
            });
            Some(LabBand::new("loops", "of the graph", LabContent::Lines(lines.collect())))
        }
        FlowStep::Split { copies, .. } => {
            let lines = copies
                .iter()
                .map(|(copy, name)| line(vec![copy.to_string(), format!("is {} with its entry", shown(name))]));
            Some(LabBand::new("copies", "of the nodes", LabContent::Lines(lines.collect())))
        }
        _ => None,
    }
}
