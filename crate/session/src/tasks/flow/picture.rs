//! Flow graphs as pictures: one process and others of its kind beside it, or one of each kind.

use loopscope_core::numbers::set_text;
use loopscope_core::trace::View;
use loopscope_draw::paint;
use loopscope_draw::scene::flow::{self, FlowDrawn, FlowSource, FlowState};

use super::builder::Flow;
use super::process::ProcessFlow;

/// Width of a picture file of one graph, and of each graph where there are several.
const FILE_WIDTH: f64 = 784.0;
const KIND_WIDTH: f64 = 257.0;

/// Which graphs a picture shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FlowShown {
    /// One process of each kind; if all are of one kind, the first, with others beside it.
    #[default]
    Kinds,
    /// One process of each kind, that at this place first.
    KindsWith(usize),
    /// The process at this place, with others of its kind beside it.
    Process(usize),
}

/// Graphs with the texts that their picture needs.
#[derive(Debug)]
pub struct Pictured<'a> {
    flow: &'a Flow,
    /// The places of the graphs to draw.
    spines: Vec<usize>,
    /// The places of the processes with columns beside a single one.
    columns: Vec<usize>,
    /// Of each process that is drawn: its place, its name, the texts of its nodes, and which of their name they are.
    texts: Vec<(usize, String, Vec<String>, Vec<u32>)>,
}

impl<'a> Pictured<'a> {
    /// Looks up what is shown. O(processes + texts that are shown).
    pub fn new(flow: &'a Flow, shown: FlowShown) -> Self {
        let members = flow.members();
        let spines: Vec<usize> = match shown {
            FlowShown::Process(at) => vec![at],
            FlowShown::KindsWith(at) => {
                let own = flow.kinds.get(at).copied();
                let others = (0..).zip(&members).filter(|&(kind, _)| Some(kind) != own);
                std::iter::once(at).chain(others.map(|(_, &(first, _))| first)).collect()
            }
            FlowShown::Kinds => members.iter().map(|&(first, _)| first).collect(),
        };
        let columns = match spines.as_slice() {
            [only] => beside(flow, *only),
            _ => Vec::new(),
        };
        let mut texts = Vec::new();
        for &at in spines.iter().chain(columns.iter().filter(|at| !spines.contains(at))) {
            let Some(process) = flow.processes.get(at) else { continue };
            let kind = flow.kinds.get(at).and_then(|&kind| members.get(kind as usize));
            let name = match kind.map(|(_, members)| members.as_slice()) {
                Some(members @ [_, _, ..]) if spines.len() > 1 => {
                    format!("processes {}", set_text(members.iter().copied()))
                }
                _ => format!("process {}", process.process),
            };
            let nodes = 0..process.graph.nodes().len() as u32;
            let nodes: Vec<String> = nodes.map(|node| process.node_text(node)).collect();
            // Events that are no calls say themselves which they are.
            let is_calls = flow.options.view == View::Calls;
            let places = if is_calls { namesakes(&nodes) } else { Vec::new() };
            texts.push((at, name, nodes, places));
        }
        Pictured { flow, spines, columns, texts }
    }

    fn source(&self, at: usize) -> Option<FlowSource<'_>> {
        let process: &ProcessFlow = self.flow.processes.get(at)?;
        let (_, name, texts, namesakes) = self.texts.iter().find(|(known, ..)| *known == at)?;
        Some(FlowSource {
            process: process.process.0,
            name,
            view: self.flow.options.view,
            texts,
            namesakes,
            graph: &process.graph,
            loops: &process.loops,
            metrics: &process.metrics,
            lengths: &process.lengths,
            numbers: process.numbers(),
            tick: process.tick,
        })
    }

    /// The places of the graphs, from left to right.
    pub fn spines(&self) -> &[usize] {
        &self.spines
    }

    /// Draws them.
    pub fn draw(&self, state: &FlowState<'_>) -> FlowDrawn {
        let sources =
            |places: &[usize]| -> Vec<FlowSource<'_>> { places.iter().filter_map(|&at| self.source(at)).collect() };
        flow::flow(&sources(&self.spines), &sources(&self.columns), state)
    }
}

/// The place of each node among those of its name, from 1, in order of their first calls; 0 of one that has no namesake.
/// O(nodes x names), of which programs call few.
fn namesakes(nodes: &[String]) -> Vec<u32> {
    let mut names: Vec<(&str, u32)> = Vec::new();
    let mut places = Vec::with_capacity(nodes.len());
    for text in nodes {
        let name = text.split_once('(').map_or(&**text, |(name, _)| name);
        let at = names.iter().position(|known| known.0 == name).unwrap_or(names.len());
        if at == names.len() {
            names.push((name, 0));
        }
        names[at].1 += 1;
        places.push((at, names[at].1));
    }
    places.into_iter().map(|(at, place)| if names[at].1 > 1 { place } else { 0 }).collect()
}

/// A process and others of its kind, evenly chosen, for the columns beside its graph: ascending.
fn beside(flow: &Flow, own: usize) -> Vec<usize> {
    const MOST: usize = 3;
    let kind = flow.kinds.get(own);
    let alike: Vec<usize> = (0..flow.processes.len()).filter(|&at| flow.kinds.get(at) == kind).collect();
    let mut chosen = vec![own];
    let last = alike.len().saturating_sub(1);
    for place in [last, 0, last / 2] {
        match alike.get(place) {
            Some(&at) if chosen.len() < MOST && !chosen.contains(&at) => chosen.push(at),
            _ => {}
        }
    }
    chosen.sort_unstable();
    chosen
}

/// The picture as an SVG file, wide enough for all its graphs.
pub fn svg(flow: &Flow, shown: FlowShown) -> String {
    let pictured = Pictured::new(flow, shown);
    let width = FILE_WIDTH.max(KIND_WIDTH * pictured.spines().len() as f64);
    let drawn = pictured.draw(&FlowState { width, ..FlowState::default() });
    paint::svg(&drawn.scene, paint::Theme::Light, "Event flow graph")
}
