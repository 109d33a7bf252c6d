//! The iterations of a loop of a flow graph: when each begins and ends, which way it takes, and which of them make a step.
//!
//! An iteration lasts from an arrival at the header to the next, and the last one of a visit to the end of the last call in
//! the loop; so the iterations of a visit are its time, without a gap.
//!
//! The **shape** of an iteration is the sequence of its nodes, with those that follow themselves once. Programs have few: LU has 6
//! in 254 iterations. Where a routine is called several times in a time step, its loop iterates several times a step. The nest of
//! the sequence of shapes finds the step again: 301 iterations of LULESH are 99 steps of 3.

use rustc_hash::FxHashMap;

use super::loops::FlowLoops;
use super::metrics::FlowSums;
use crate::durations::Outliers;
use crate::method::{build, Method};
use crate::symbols::Symbol;
use crate::trace::Span;

/// An iteration of a loop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FlowIteration {
    /// The position of its first event in the string.
    pub start: u64,
    /// The position after its last event.
    pub end: u64,
    /// The visit it belongs to, from 0.
    pub visit: u32,
    /// Its shape, numbered in order of first appearance.
    pub shape: u32,
    /// Its calls, and the time in and between them up to the next arrival.
    pub sums: FlowSums,
    /// When it begins, in the unit of the trace's clock; 0 without times.
    pub begin: u64,
}

/// The iterations of one loop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FlowIterations {
    /// All of them, in order.
    pub list: Vec<FlowIteration>,
    /// The nodes of each shape.
    pub shapes: Vec<Box<[u32]>>,
    /// The step, if there is one.
    pub step: Option<FlowStep>,
}

/// Iterations of a loop that make one step of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlowStep {
    /// Iterations in a step.
    pub period: u64,
    /// Steps one after the other.
    pub count: u64,
    /// The first iteration of the first step.
    pub first: u64,
}

/// A step has at least so many repetitions, and together they cover at least that share of the iterations.
const FEWEST_STEPS: u64 = 3;
const LEAST_SHARE: f64 = 0.3;

/// Finds iterations while a string passes by.
#[derive(Debug)]
pub struct FindIterations<'a> {
    loops: &'a FlowLoops,
    id: u32,
    inside: Vec<bool>,
    found: FlowIterations,
    known: FxHashMap<Box<[u32]>, u32>,
    /// The nodes of the iteration under way.
    nodes: Vec<u32>,
    open: bool,
    visits: u32,
    position: u64,
    before: Option<(u32, u64)>,
}

impl<'a> FindIterations<'a> {
    /// The iterations of that loop are looked for.
    pub fn new(loops: &'a FlowLoops, id: u32) -> Self {
        FindIterations {
            loops,
            id,
            inside: loops.members(id),
            found: FlowIterations::default(),
            known: FxHashMap::default(),
            nodes: Vec::new(),
            open: false,
            visits: 0,
            position: 0,
            before: None,
        }
    }

    /// The next event, and when it begins and ends. O(depth of the loop) amortised.
    pub fn push(&mut self, node: u32, span: Span) {
        let is_inside = self.inside.get(node as usize).copied().unwrap_or(false);
        let gap = self.before.map_or(0, |(_, leave)| span.enter.saturating_sub(leave));
        if !is_inside {
            self.close();
        } else if !self.open {
            self.visits += 1;
            self.begin(span);
        } else {
            if let Some(last) = self.found.list.last_mut() {
                last.sums.between += gap;
            }
            let passage = self.before.map(|(before, _)| self.loops.passage(before, node));
            if passage.is_some_and(|it| it.iterates && it.common == Some(self.id)) {
                self.close();
                self.begin(span);
            }
        }
        if let (true, Some(last)) = (self.open, self.found.list.last_mut()) {
            last.sums.calls += 1;
            last.sums.inside += span.duration();
            if self.nodes.last() != Some(&node) {
                self.nodes.push(node);
            }
        }
        self.before = Some((node, span.leave));
        self.position += 1;
    }

    fn begin(&mut self, span: Span) {
        self.open = true;
        self.nodes.clear();
        self.found.list.push(FlowIteration {
            start: self.position,
            end: self.position,
            visit: self.visits.saturating_sub(1),
            begin: span.enter,
            ..FlowIteration::default()
        });
    }

    fn close(&mut self) {
        if !std::mem::take(&mut self.open) {
            return;
        }
        let next = self.found.shapes.len() as u32;
        let shape = match self.known.get(&self.nodes[..]) {
            Some(&shape) => shape,
            None => {
                let nodes: Box<[u32]> = self.nodes.as_slice().into();
                self.known.insert(nodes.clone(), next);
                self.found.shapes.push(nodes);
                next
            }
        };
        if let Some(last) = self.found.list.last_mut() {
            (last.end, last.shape) = (self.position, shape);
        }
    }

    /// All that were found, with their step.
    pub fn finish(mut self) -> FlowIterations {
        self.close();
        self.found.step = step(&self.found.list);
        self.found
    }
}

/// The loop of the largest span on the top level of the nest of the shapes, the first of several, if it covers enough of them.
fn step(list: &[FlowIteration]) -> Option<FlowStep> {
    let shapes: Vec<Symbol> = list.iter().map(|it| Symbol(it.shape)).collect();
    let nest = build(Method::Optimal, &shapes).ok()?.nest;
    let mut largest: Option<FlowStep> = None;
    for (&id, first) in nest.root().iter().zip(nest.root_offsets()) {
        let Some(node) = nest.as_loop(id) else { continue };
        if largest.is_none_or(|known| known.period * known.count < node.span()) {
            largest = Some(FlowStep { period: node.period, count: node.count, first });
        }
    }
    let share = |step: &FlowStep| (step.period * step.count) as f64 / list.len() as f64;
    largest.filter(|step| step.count >= FEWEST_STEPS && share(step) >= LEAST_SHARE)
}

impl FlowIterations {
    /// Iterations of each visit.
    pub fn visits(&self) -> Vec<u64> {
        let mut visits = Vec::new();
        for iteration in &self.list {
            match visits.get_mut(iteration.visit as usize) {
                Some(count) => *count += 1,
                None => visits.push(1),
            }
        }
        visits
    }

    /// How many iterations have each shape.
    pub fn shape_counts(&self) -> Vec<u64> {
        let mut counts = vec![0; self.shapes.len()];
        for iteration in &self.list {
            counts[iteration.shape as usize] += 1;
        }
        counts
    }

    /// The iterations that are no part of the steps; without steps those that do not have the shape of more than half.
    pub fn irregular(&self) -> Vec<usize> {
        if let Some(step) = self.step {
            let regular = step.first..step.first + step.period * step.count;
            return (0..self.list.len()).filter(|at| !regular.contains(&(*at as u64))).collect();
        }
        let counts = self.shape_counts();
        let usual = counts.iter().position(|&count| 2 * count > self.list.len() as u64);
        let Some(usual) = usual else { return Vec::new() };
        let other = |at: &usize| self.list[*at].shape as usize != usual;
        (0..self.list.len()).filter(other).collect()
    }

    /// The iterations that take much longer than others of their shape, ascending: those of one shape are a group by the rule
    /// of [`Outliers`]. O(iterations log iterations).
    pub fn outliers(&self) -> Vec<usize> {
        let mut groups: Vec<Vec<usize>> = vec![Vec::new(); self.shapes.len()];
        for (at, iteration) in self.list.iter().enumerate() {
            groups[iteration.shape as usize].push(at);
        }
        let mut outliers = Vec::new();
        for group in groups {
            let times: Vec<u64> = group.iter().map(|&at| self.list[at].sums.time()).collect();
            let found = Outliers::new(&times, 1).indices;
            outliers.extend(found.into_iter().filter_map(|at| group.get(at)));
        }
        outliers.sort_unstable();
        outliers
    }
}

/// The fewest and the most iterations of a visit to each loop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VisitLengths {
    /// Of the shortest visit.
    pub least: u64,
    /// Of the longest visit.
    pub most: u64,
    /// Visits that were counted.
    pub visits: u64,
    /// Iterations that were counted.
    pub iterations: u64,
}

/// The lengths of all visits to all loops: one pass over the string. O(events x depth of the loops that an event begins or ends).
pub fn visit_lengths(loops: &FlowLoops, string: &[Symbol]) -> Vec<VisitLengths> {
    let mut lengths = vec![VisitLengths::default(); loops.all().len()];
    let mut open = vec![0u64; loops.all().len()];
    let mut before: Option<u32> = None;
    let mut end = |open: &mut [u64], id: u32| {
        let count = std::mem::take(&mut open[id as usize]);
        let known = &mut lengths[id as usize];
        known.least = if known.visits == 0 { count } else { known.least.min(count) };
        known.most = known.most.max(count);
        known.visits += 1;
        known.iterations += count;
    };
    for letter in string {
        let node = letter.0;
        let common = match before {
            None => None,
            Some(before) => {
                let passage = loops.passage(before, node);
                loops.chain(loops.innermost(before), passage.common).for_each(|id| end(&mut open, id));
                if let (true, Some(id)) = (passage.iterates, passage.common) {
                    open[id as usize] += 1;
                }
                passage.common
            }
        };
        loops.chain(loops.innermost(node), common).for_each(|id| open[id as usize] = 1);
        before = Some(node);
    }
    let last = before.and_then(|before| loops.innermost(before));
    loops.chain(last, None).for_each(|id| end(&mut open, id));
    lengths
}
