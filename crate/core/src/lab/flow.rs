//! The flow graph of a string, watched: its edges, the search for headers by Wei et al., and the split of loops with several
//! entries.
//!
//! The start `^` and the end `$` are nodes here, so that the first visit and the last edge can be seen. The search is Wei's alone; the
//! engine turns to another one only where that takes long, with the same result.

use super::frame::{DfsState, FlowCase, FlowFrame, FlowStep, FrameData, ShownFlowLoop, TagMove, Word};
use super::input::FlowInput;
use super::recording::{Head, Recording};
use super::say::{counted, list};
use crate::event_flow::{
    flow_loops, headers_watched, split_by_entry, EdgeCase, FlowGraph, FlowMetrics, GraphBuilder, LoopForest, LoopKind,
    SharedHeaders, WatchHeaders,
};
use crate::numbers;
use crate::small_sort::sort_few_by_key;
use crate::symbols::Symbol;

/// Counts the edges, finds the loops, and splits until each loop has one entry.
pub(super) fn record(input: &FlowInput) -> Recording {
    let mut recorder = Recorder {
        names: Vec::new(),
        frames: Recording::default(),
        round: 0,
        state: DfsState::default(),
        tag: Tag::default(),
        reentries: Vec::new(),
        tags: 0,
        steps: 0,
    };
    let mut string = input.symbols.string.clone();
    let mut names = input.symbols.names.clone();
    let mut edges = 0;
    loop {
        recorder.begin_round(&names);
        let graph = recorder.count_edges(&string, &mut edges);
        let forest = headers_watched(graph.successors(), 0, &mut recorder);
        recorder.show_forest(&graph, &forest);
        if forest.is_reducible() || !input.split {
            break;
        }
        let split = split_by_entry(string.clone(), 1);
        if split.rounds == 0 {
            break;
        }
        recorder.round += 1;
        let name = |symbol: u32| names.get(symbol as usize).cloned().unwrap_or_else(|| "".into());
        let new_names: Vec<Word> = split
            .copies
            .iter()
            .map(|copy| match copy.via.first() {
                Some(&via) => format!("{}|{}", name(copy.symbol), name(via)).into(),
                None => name(copy.symbol),
            })
            .collect();
        // A visit lasts as long as the entry stays; between two visits to one loop there is a node outside of it.
        let via = |letter: &Symbol| split.copies.get(letter.0 as usize).and_then(|c| c.via.first());
        let mut visits = Vec::new();
        let mut before = None;
        for (at, letter) in split.string.iter().enumerate() {
            let now = via(letter);
            if let Some(&entry) = now.filter(|_| now != before) {
                visits.push((at as u32, name(entry)));
            }
            before = now;
        }
        let mut copies = Vec::new();
        let mut seen = vec![false; new_names.len()];
        for letter in &split.string {
            let index = letter.0 as usize;
            let (Some(seen), Some(copy)) = (seen.get_mut(index), split.copies.get(index)) else {
                continue;
            };
            if !std::mem::replace(seen, true) && !copy.via.is_empty() {
                copies.extend(new_names.get(index).cloned().map(|new| (new, name(copy.symbol))));
            }
        }
        let text = list(visits.iter().map(|(at, entry)| format!("{entry} (place {})", at + 1)));
        let said = format!("Visits begin at {text}: each node of the loop is split by the entry of the visit.");
        let words = words_of(&split.string, &new_names);
        recorder.push(Head::coarse(20), said, FlowStep::Split { visits, string: words, copies });
        (string, names) = (split.string, new_names);
    }
    recorder.finish()
}

fn words_of(string: &[Symbol], names: &[Word]) -> Vec<Word> {
    string.iter().filter_map(|letter| names.get(letter.0 as usize).cloned()).collect()
}

struct Recorder {
    /// Of each node of the graph at hand, the start and the end included.
    names: Vec<Word>,
    frames: Recording,
    round: u32,
    state: DfsState,
    tag: Tag,
    reentries: Vec<[Word; 2]>,
    tags: u32,
    steps: u32,
}

/// The call of `tag_lhead` under way.
#[derive(Default)]
struct Tag {
    node: u32,
    header: Option<u32>,
    moves: Vec<TagMove>,
}

/// A node in a sentence.
fn spoken(name: &Word) -> &str {
    match &**name {
        "^" => "the start",
        "$" => "the end",
        // Other: any symbol is its own name.
        name => name,
    }
}

impl Recorder {
    fn push(&mut self, head: Head, said: String, step: FlowStep) {
        let data = FrameData::Flow(FlowFrame { round: self.round, step });
        // A sentence that begins with the name of a node keeps it as it is.
        let said = if said.starts_with("the ") { numbers::capital(&said) } else { said };
        self.frames.push(head, said, data);
    }

    fn name(&self, node: u32) -> Word {
        self.names.get(node as usize).cloned().unwrap_or_else(|| "".into())
    }

    fn begin_round(&mut self, names: &[Word]) {
        self.names = std::iter::once(Word::from("^")).chain(names.iter().cloned()).collect();
        self.names.push("$".into());
        self.state = DfsState::default();
        self.reentries.clear();
    }

    /// Reads the string into a graph; the first time each transition is a step.
    fn count_edges(&mut self, string: &[Symbol], edges: &mut u32) -> FlowGraph {
        let end = Symbol(self.names.len() as u32 - 1);
        let shifted = string.iter().map(|letter| Symbol(letter.0 + 1));
        let walk: Vec<Symbol> = std::iter::once(Symbol(0)).chain(shifted).chain(std::iter::once(end)).collect();
        let mut builder = GraphBuilder::new();
        let mut seen: Vec<(u32, u32)> = Vec::new();
        builder.push(walk.get(..1).unwrap_or_default());
        for (at, pair) in walk.windows(2).enumerate() {
            let &[from, to] = pair else { continue };
            builder.push(&[to]);
            let graph = builder.so_far();
            let count_of = |edge: &crate::event_flow::FlowEdge| (edge.to == to.0).then_some(edge.count);
            let count = graph.edges_of(from.0).find_map(|edge| count_of(&edge)).unwrap_or(0);
            let new_edge = count == 1;
            // The end is no node that one would look for.
            let count_of_node = graph.nodes().get(to.0 as usize).map_or(0, |node| node.count);
            let new_node = to != end && count_of_node == 1;
            if new_edge {
                seen.push((from.0, to.0));
            }
            if self.round > 0 {
                continue;
            }
            *edges += 1;
            let edge = [self.name(from.0), self.name(to.0)];
            let [x, y] = [spoken(&edge[0]), spoken(&edge[1])];
            let said = match (new_edge, new_node) {
                (true, true) => format!("{y} follows {x}: a new node and edge."),
                (true, false) => format!("{y} follows {x}: a new edge."),
                (false, _) => format!("{y} follows {x} again: {count} times so far."),
            };
            let head = Head::stop_if(new_edge, 2);
            let (count, at) = (count as u32, at as u32);
            self.push(head, said, FlowStep::Edge { edge, count, new_edge, new_node, at });
        }
        let graph = builder.finish();
        let weight = |&(from, to): &(u32, u32)| {
            let count = graph.edges_of(from).find(|edge| edge.to == to).map_or(0, |edge| edge.count);
            (self.name(from), self.name(to), count as u32)
        };
        let shown: Vec<(Word, Word, u32)> = seen.iter().map(weight).collect();
        let said = format!(
            "{}, {}, {} and start and end.",
            counted(self.names.len() - 2, "node"),
            counted(shown.len(), "edge"),
            counted(string.len().saturating_sub(1), "transition"),
        );
        let names = self.names.get(1..).unwrap_or_default();
        let step = FlowStep::Graph { edges: shown, string: words_of(string, names) };
        self.push(Head::coarse(3), said, step);
        graph
    }

    fn show_forest(&mut self, graph: &FlowGraph, forest: &LoopForest) {
        let loops = flow_loops(graph, forest, SharedHeaders::Plain);
        let metrics = FlowMetrics::new(graph, &loops);
        let mut shown = Vec::new();
        for header in &self.state.headers {
            let known = loops.all().iter().zip(&metrics.loops).enumerate();
            let mut known = known.filter(|(_, (known, _))| self.name(known.header) == *header);
            let Some((id, (known, figures))) = known.next() else { continue };
            let parent = known.parent.and_then(|id| loops.all().get(id as usize));
            let holds = |node: &u32| loops.chain(loops.innermost(*node), None).any(|around| around as usize == id);
            let mut nodes: Vec<Word> = (0..self.names.len() as u32).filter(holds).map(|node| self.name(node)).collect();
            sort_few_by_key(&mut nodes, Word::clone);
            let irreducible = known.kind == LoopKind::Irreducible;
            shown.push(ShownFlowLoop {
                header: header.clone(),
                parent: parent.map(|parent| self.name(parent.header)),
                nodes,
                irreducible,
                entries: figures.visits as u32,
                back: (figures.iterations - figures.visits) as u32,
                iterations: (!irreducible).then_some(figures.iterations as u32),
            });
        }
        let part = |known: &ShownFlowLoop| {
            let nodes = known.nodes.join(" ");
            match known.iterations {
                None => format!(
                    "the irreducible loop of {} holds {nodes} and is entered at more than one node",
                    known.header
                ),
                Some(iterations) => format!(
                    "the loop of {} holds {nodes}, {} in {}",
                    known.header,
                    counted(iterations as usize, "iteration"),
                    counted(known.entries as usize, "visit"),
                ),
            }
        };
        let said = match shown.is_empty() {
            true => "No edge leads back: there is no loop.".to_owned(),
            false => format!("{}.", shown.iter().map(part).collect::<Vec<_>>().join("; ")),
        };
        let reentries = std::mem::take(&mut self.reentries);
        self.push(Head::coarse(19), said, FlowStep::Forest { loops: shown, reentries });
    }

    fn finish(mut self) -> Recording {
        let said = format!(
            "Done after {}; {} of tag_lhead.",
            counted(self.round as usize, "split"),
            counted(self.tags as usize, "call"),
        );
        let (tags, steps) = (self.tags, self.steps);
        self.push(Head::last(21), said, FlowStep::End { edges: 0, tags, steps });
        self.frames
    }
}

impl WatchHeaders for Recorder {
    fn visits(&mut self, node: u32) {
        let node = self.name(node);
        self.state.path.push(node.clone());
        let pos = self.state.path.len() as u32;
        let said = format!("{} is visited, place {pos} on the path.", spoken(&node));
        let state = self.state.clone();
        self.push(Head::coarse(5), said, FlowStep::Visit { node, pos, state });
    }

    fn is_header(&mut self, node: u32) {
        let name = self.name(node);
        if !self.state.headers.contains(&name) {
            self.state.headers.push(name);
        }
    }

    fn is_irreducible(&mut self, header: u32) {
        self.steps += 1;
        let name = self.name(header);
        if !self.state.irreducible.contains(&name) {
            self.state.irreducible.push(name);
        }
    }

    fn edge(&mut self, from: u32, to: u32, case: EdgeCase) {
        let edge = [self.name(from), self.name(to)];
        let [x, y] = [spoken(&edge[0]), spoken(&edge[1])];
        let header = self.state.header.iter().find(|(node, _)| *node == edge[1]);
        let header = header.map_or("", |(_, header)| header);
        let (case, head, said) = match case {
            EdgeCase::New => (FlowCase::A, Head::fine(6), format!("{x} to {y}: new, go on there.")),
            EdgeCase::OnPath => (
                FlowCase::B,
                Head::coarse(8),
                format!("{x} to {y}: {y} is on the path, so it heads a loop."),
            ),
            EdgeCase::Done => {
                (FlowCase::C, Head::fine(9), format!("{x} to {y}: done before, in no loop."))
            }
            EdgeCase::DoneInside => (
                FlowCase::D,
                Head::fine(10),
                format!("{x} to {y}: done before, in the loop of {header}, which is on the path."),
            ),
            EdgeCase::Reentry => (
                FlowCase::E,
                Head::coarse(11),
                format!(
                    "{x} to {y}: done before, in the loop of {header}, which is not on the path: a second entry. The loop is irreducible."
                ),
            ),
        };
        if case == FlowCase::E {
            self.reentries.push(edge.clone());
        }
        let state = self.state.clone();
        self.push(head, said, FlowStep::Case { case, edge, state });
    }

    fn tags(&mut self, node: u32, header: Option<u32>) {
        self.tags += 1;
        self.tag = Tag { node, header, moves: Vec::new() };
    }

    fn climbs(&mut self, node: u32, header: u32) {
        self.steps += 1;
        let step = TagMove::Up(self.name(node), self.name(header));
        self.tag.moves.push(step);
    }

    fn puts(&mut self, node: u32, header: u32, old: u32) {
        self.steps += 1;
        let (node, header, old) = (self.name(node), self.name(header), self.name(old));
        if let Some(known) = self.state.header.iter_mut().find(|(known, _)| *known == node) {
            known.1 = header.clone();
        }
        self.tag.moves.push(TagMove::Put(node, header, old));
    }

    fn sets(&mut self, node: u32, header: u32) {
        let (node, header) = (self.name(node), self.name(header));
        self.state.header.push((node.clone(), header.clone()));
        self.tag.moves.push(TagMove::Set(node, header));
    }

    fn tagged(&mut self) {
        let Tag { node, header, moves } = std::mem::take(&mut self.tag);
        let name = self.name(node);
        let to = header.map(|header| self.name(header));
        let b = spoken(&name);
        let (mut line, mut changed) = (16, false);
        let mut parts = Vec::new();
        for step in &moves {
            match step {
                TagMove::Up(node, header) => parts.push(format!("up from {node} to {header}")),
                TagMove::Put(node, header, old) => {
                    (line, changed) = (17, true);
                    parts.push(format!("{header} is put between {node} and {old}"));
                }
                TagMove::Set(node, header) => {
                    (line, changed) = (18, true);
                    parts.push(format!("{node} is in the loop of {header}"));
                }
            }
        }
        let said = match &to {
            None => {
                line = 14;
                format!("tag_lhead({b}, none): no loop to hand on.")
            }
            Some(to) if header == Some(node) => {
                line = 14;
                format!("tag_lhead({b}, {to}): a header is not in a loop of its own.")
            }
            Some(to) => {
                if !changed {
                    let last = match moves.last() {
                        Some(TagMove::Up(_, header)) => header,
                        _ => &name,
                    };
                    parts.push(format!("{last} is known to be in the loop of {to}"));
                }
                format!("tag_lhead({b}, {to}): {}.", parts.join("; "))
            }
        };
        let state = self.state.clone();
        let step = FlowStep::Tag { node: name.clone(), header: to, moves, state };
        let head = Head::stop_if(changed, line);
        // The call begins with its name, whatever it is.
        let data = FrameData::Flow(FlowFrame { round: self.round, step });
        self.frames.push(head, said, data);
    }

    fn leaves(&mut self, node: u32, header: Option<u32>) {
        self.state.path.pop();
        let node = self.name(node);
        let header = header.map(|header| self.name(header));
        let inner = header.as_ref().map_or("none", |header| header);
        let said = format!("{} is done; innermost header: {inner}.", spoken(&node));
        let state = self.state.clone();
        self.push(Head::fine(12), said, FlowStep::Leave { node, header, state });
    }
}
