//! What is known of a loop or a block of a flow graph: for the inspector of the page.

use loopscope_core::event_flow::{FlowIterations, FlowLoop, FlowSums};
use loopscope_core::numbers::{counted, duration, percent, thousands, verb};
use loopscope_core::small_sort::SmallSort;
use loopscope_core::trace::View;
use loopscope_formats::notes::Note;

use super::links::links;
use super::process::{iterations, ProcessFlow};
use super::sentence::differences;
use super::task::KeptFlow;
use super::walk::Walk;
use crate::analysis::ProcessNest;
use crate::view::sentence::Sentence;
use crate::wire::{FlowAcross, FlowFact, FlowIterationBar, FlowLink, FlowPart, SentencePart};

/// Rows of the strip of iterations.
const MOST_ROWS: usize = 256;
/// Processes beside each other.
const MOST_PROCESSES: usize = 64;
/// Shapes of iterations that are counted one by one.
const MOST_SHAPES: usize = 6;

/// Collects facts.
#[derive(Default)]
struct Facts(Vec<FlowFact>);

impl Facts {
    fn add(&mut self, label: &str, value: impl Into<String>) {
        self.0.push(FlowFact { label: label.to_owned(), value: value.into() });
    }
}

/// A sentence of one emphasised text between two others.
fn said(before: &str, stressed: &str, after: &str) -> Vec<SentencePart> {
    let mut sentence = Sentence::default();
    sentence.say(before).stress(stressed).say(after);
    sentence.parts
}

impl KeptFlow {
    /// The walk of a process. O(events).
    pub(super) fn walk(&self, process: u32) -> Result<Walk, Note> {
        let flow = self.of(process)?;
        let Some(known) = self.trace.process(flow.process) else { return Ok(Walk::default()) };
        Walk::new(known, self.trace.table(), &self.flow.options, &self.flow.choices, |_| ())
    }

    /// The links between the loops of a nest of a view and those of the graph; none where they cannot be told. O(events).
    ///
    /// # Errors
    /// The process has no graph.
    pub(crate) fn links(&self, nest: &ProcessNest, view: View) -> Result<Vec<FlowLink>, Note> {
        let process = nest.process.0;
        let walk = self.walk(process)?;
        Ok(self.links_of(nest, view, (self.of(process)?, &walk)).unwrap_or_default())
    }

    fn links_of(&self, nest: &ProcessNest, view: View, (flow, walk): (&ProcessFlow, &Walk)) -> Option<Vec<FlowLink>> {
        links(nest, flow, walk, self.places(nest, view)?)
    }

    /// What leads from the position of an item of a nest to that of the same event in the graph; `None` if nothing does.
    pub(super) fn places(&self, nest: &ProcessNest, view: View) -> Option<impl Fn(u64) -> Option<u64> + '_> {
        let process = self.trace.process(nest.process)?;
        let of_graph = self.flow.options.view;
        if !nest.is_of_all(process, view) {
            return None;
        }
        let times = match view == of_graph {
            true => None,
            false => Some(process.times(view).filter(|_| of_graph == View::Calls)?),
        };
        Some(move |position| match times {
            None => Some(position),
            Some(times) => times.call(usize::try_from(position).ok()?).map(|call| call as u64),
        })
    }

    /// What is known of a loop. O(events).
    ///
    /// # Errors
    /// The process has no graph.
    pub(crate) fn loop_part(&self, (nest, view): (&ProcessNest, View), number: u32) -> Result<FlowPart, Note> {
        let flow = self.of(nest.process.0)?;
        let place = (number as usize).checked_sub(1);
        let Some(&id) = place.and_then(|place| flow.numbered.get(place)) else {
            return Ok(FlowPart::default());
        };
        let walk = self.walk(nest.process.0)?;
        let found = iterations(&flow.loops, id, &walk.string, walk.spans.as_deref());
        let links = self.links_of(nest, view, (flow, &walk));
        let metrics = flow.metrics.loops.get(id as usize).copied().unwrap_or_default();
        let NestWords { nest_loop, note: nest_note, both } =
            links.map(|links| nest_words(nest, &links, (flow, id, &found))).unwrap_or_default();
        let (rows, note) = strip(flow, &found);
        Ok(FlowPart {
            title: format!("×{}", thousands(metrics.iterations)),
            sentence: loop_sentence(flow, id),
            facts: loop_facts(flow, id, &found),
            iterations: rows,
            iterations_note: note,
            across: self.across(flow, id),
            nest: nest_loop,
            nest_note,
            both,
        })
    }

    /// What is known of calls that always follow each other. O(edges).
    ///
    /// # Errors
    /// The process has no graph.
    pub(crate) fn block_part(&self, process: u32, nodes: &[u32]) -> Result<FlowPart, Note> {
        const MOST: usize = 8;
        let flow = self.of(process)?;
        let (Some(&first), Some(&last)) = (nodes.first(), nodes.last()) else {
            return Ok(FlowPart::default());
        };
        let mut sums = FlowSums::default();
        for &node in nodes {
            let weight = flow.graph.nodes().get(node as usize).copied().unwrap_or_default();
            sums.calls += weight.count;
            sums.inside += weight.time;
            sums.between += flow.graph.edges_of(node).map(|edge| edge.time).sum::<u64>();
        }
        let count = flow.graph.nodes().get(first as usize).map_or(0, |node| node.count);
        let mut facts = Facts::default();
        facts.add("reached", counted(count, "time"));
        if let Some(id) = flow.loops.innermost(first) {
            facts.add("in loop", format!("F{} of the flow graph", flow.number(id)));
        }
        time_facts(flow, sums, &mut facts);
        for &node in nodes.iter().take(MOST) {
            facts.add("call", flow.node_text(node));
        }
        if nodes.len() > MOST {
            facts.add("more calls", thousands((nodes.len() - MOST) as u64));
        }
        let before = flow.graph.edges().filter(|edge| edge.to == first);
        for edge in before.take(MOST) {
            facts.add("before it", format!("{} ×{}", flow.node_text(edge.from), thousands(edge.count)));
        }
        for edge in flow.graph.edges_of(last).take(MOST) {
            facts.add("after it", format!("{} ×{}", flow.node_text(edge.to), thousands(edge.count)));
        }
        let title = match nodes {
            [only] => flow.node_text(*only),
            _ => counted(nodes.len() as u64, "call"),
        };
        let count_of = |&node: &u32| flow.graph.nodes().get(node as usize).map_or(0, |it| it.count);
        let times = counted(count, "time");
        let sentence = match nodes {
            [_] => said("This call is made ", &times, "."),
            // One level of a graph has no circle: who is reached as often as the first is reached after it.
            _ if nodes.iter().map(count_of).all(|own| own == count) => {
                said("These calls always follow each other, ", &times, ".")
            }
            _ => said("These calls are folded, though not all are always made. The first is made ", &times, "."),
        };
        Ok(FlowPart { title, sentence, facts: facts.0, ..FlowPart::default() })
    }

    /// The same loop on all processes that have it: that with the same header, at the same place among those.
    fn across(&self, own: &ProcessFlow, id: u32) -> Vec<FlowAcross> {
        let Some(known) = own.loops.get(id) else { return Vec::new() };
        let header = own.node_text(known.header);
        let place = same_header(own, known.header).position(|(at, _)| at == id as usize).unwrap_or(0);
        let mut across = Vec::new();
        for flow in &self.flow.processes {
            let mut headers = flow.loops.all().iter().map(|it| it.header);
            let Some(header) = headers.find(|&it| flow.node_text(it) == header) else { continue };
            let Some((at, _)) = same_header(flow, header).nth(place) else { continue };
            let metrics = flow.metrics.loops.get(at).copied().unwrap_or_default();
            across.push(FlowAcross {
                process: flow.process.0,
                iterations: metrics.iterations as f64,
                inside: metrics.total.inside_share(),
                time: flow.nanoseconds(metrics.total.time()) as f64,
            });
            if across.len() == MOST_PROCESSES {
                break;
            }
        }
        across
    }
}

/// The loops of a header, with their places.
pub(super) fn same_header(flow: &ProcessFlow, header: u32) -> impl Iterator<Item = (usize, &FlowLoop)> {
    flow.loops.all().iter().enumerate().filter(move |(_, it)| it.header == header)
}

fn time_facts(flow: &ProcessFlow, sums: FlowSums, facts: &mut Facts) {
    if flow.tick.is_none() {
        return;
    }
    let time = duration(flow.nanoseconds(sums.time()));
    let all = duration(flow.nanoseconds(flow.metrics.total.time()));
    let share = percent(flow.share_of_time(sums.time()));
    facts.add("time", format!("{time} of {all}, {share}"));
    facts.add("of that in calls", percent(sums.inside_share()));
}

/// The iterations and the visits of a loop, as a sentence.
fn loop_sentence(flow: &ProcessFlow, id: u32) -> Vec<SentencePart> {
    let metrics = flow.metrics.loops.get(id as usize).copied().unwrap_or_default();
    let lengths = flow.lengths.get(id as usize).copied().unwrap_or_default();
    let times = counted(metrics.iterations, "time");
    let visits = match (metrics.visits, lengths.least == lengths.most) {
        (0 | 1, _) => " in a row.".to_owned(),
        (visits, true) => {
            format!(": entered {}, {} each.", counted(visits, "time"), thousands(lengths.most))
        }
        (visits, false) => {
            let (least, most) = (thousands(lengths.least), thousands(lengths.most));
            format!(": entered {}, {least} to {most} each.", counted(visits, "time"))
        }
    };
    said("Runs ", &times, &visits)
}

fn loop_facts(flow: &ProcessFlow, id: u32, found: &FlowIterations) -> Vec<FlowFact> {
    let metrics = flow.metrics.loops.get(id as usize).copied().unwrap_or_default();
    let mut facts = Facts::default();
    let share = metrics.total.calls as f64 / flow.metrics.total.calls.max(1) as f64;
    let calls = thousands(metrics.total.calls);
    facts.add("calls in it", format!("{calls}, {} of all", percent(share)));
    time_facts(flow, metrics.total, &mut facts);
    let mut counts = found.shape_counts();
    counts.sort_small_by(|a, b| b.cmp(a));
    let listed: Vec<String> = counts.iter().take(MOST_SHAPES).map(|&count| thousands(count)).collect();
    let more = if counts.len() > listed.len() { ", …" } else { "" };
    let kinds = thousands(counts.len() as u64);
    facts.add("different iterations", format!("{kinds} ({}{more})", listed.join(", ")));
    if let Some(step) = found.step.filter(|step| step.period > 1) {
        let steps = counted(step.count, "step");
        facts.add("these make", format!("{steps} of {} iterations", step.period));
    }
    let irregular = found.irregular().len() as u64;
    if irregular > 0 {
        facts.add("outside the steps", counted(irregular, "iteration"));
    }
    if let Some(parent) = flow.loops.get(id).and_then(|known| known.parent) {
        facts.add("in loop", format!("F{} of the flow graph", flow.number(parent)));
    }
    facts.0
}

/// The strip of iterations, neighbours in one row where there are many, and what is said of it.
fn strip(flow: &ProcessFlow, found: &FlowIterations) -> (Vec<FlowIterationBar>, String) {
    let timed = flow.tick.is_some();
    let outliers = if timed { found.outliers() } else { Vec::new() };
    let value = |sums: FlowSums| match timed {
        true => (flow.nanoseconds(sums.time()) as f64, flow.nanoseconds(sums.inside) as f64),
        false => (sums.calls as f64, 0.0),
    };
    let size = found.list.len().div_ceil(MOST_ROWS).max(1);
    let rows = found.list.chunks(size).enumerate().map(|(row, chunk)| {
        let longest = chunk.iter().enumerate().map(|(at, it)| (value(it.sums), it.shape + 1, at));
        // The first of those that take equally long.
        let longest = longest.rev().max_by(|a, b| a.0 .0.total_cmp(&b.0 .0));
        let ((most, inside), shape, at) = longest.unwrap_or_default();
        let from = outliers.partition_point(|&at| at < row * size);
        let stands_out = outliers.get(from).is_some_and(|&at| at < (row + 1) * size);
        let first = row * size + 1;
        let [first, longest] = [first, first + at].map(|number| number as f64);
        FlowIterationBar { first, longest, shape, most, inside, stands_out }
    });
    let rows: Vec<FlowIterationBar> = rows.collect();
    let note = match (timed, outliers.len() as u64) {
        (false, _) => "Calls of each iteration.".to_owned(),
        (true, slow) => {
            let mut times: Vec<u64> = found.list.iter().map(|it| it.sums.time()).collect();
            times.sort_unstable();
            let median = times.get(times.len() / 2).copied().unwrap_or(0);
            let longest = times.last().copied().unwrap_or(0);
            let [median, longest] = [median, longest].map(|time| duration(flow.nanoseconds(time)));
            let stand = match slow {
                0 => "None stands".to_owned(),
                _ => format!("{} {}", thousands(slow), verb(slow, "stands", "stand")),
            };
            format!("Median {median}, longest {longest}. {stand} out from those of its kind.")
        }
    };
    (rows, note)
}

/// A step of the program that goes through the same calls several times: then a graph sees more iterations than the nest.
fn rounds(iterations: u64, of_nest: u64, found: &FlowIterations) -> Option<String> {
    let step = found.step.filter(|step| step.period > 1 && iterations > of_nest)?;
    let (steps, rounds) = (counted(step.count, "step"), counted(step.period, "round"));
    let outside = iterations.saturating_sub(step.count * step.period);
    let besides = match outside {
        0 => String::new(),
        _ => format!(", and {} besides", thousands(outside)),
    };
    Some(format!("{steps} of {rounds} each through the same calls{besides}"))
}

/// The largest loop of the nest that belongs to a loop of the graph.
#[derive(Default)]
struct NestWords {
    nest_loop: u32,
    /// What the nest sees.
    note: String,
    /// What each of the two counts, where they differ.
    both: String,
}

fn nest_words(
    nest: &ProcessNest,
    links: &[FlowLink],
    (flow, id, found): (&ProcessFlow, u32, &FlowIterations),
) -> NestWords {
    let number = flow.number(id);
    let Some(link) = links.iter().find(|link| link.flow == number) else {
        let note = "No loop of the nest has just these calls: it ends where iterations differ.";
        return NestWords { note: note.to_owned(), ..NestWords::default() };
    };
    let Some(named) = nest.names.get(link.nest) else { return NestWords::default() };
    let iterations = flow.metrics.loops.get(id as usize).map_or(0, |known| known.iterations);
    let count = nest.nest.as_loop(named.node).map_or(0, |known| known.count);
    let share = named.events as f64 / nest.nest.len().max(1) as f64;
    let calls = percent(share);
    let entered = if named.entered > 1 { format!("{} × ", thousands(named.entered)) } else { String::new() };
    let all = count.saturating_mul(named.entered);
    let in_each = found.step.filter(|step| step.period > 1 && step.count <= all);
    let both = match in_each {
        // The graph counts rounds, the nest iterations: a second number would compete with the first.
        Some(step) if step.count < all => String::new(),
        Some(step) => format!(
            "Each of the {} of L{} is {} of F{number} in the flow graph of process {}.",
            counted(all, "iteration"),
            link.nest,
            counted(step.period, "round"),
            flow.process,
        ),
        None => {
            let differ = differences(flow, id, Some(found));
            let why: Vec<String> = rounds(iterations, all, found).into_iter().chain(differ).collect();
            // Where nothing tells them apart, more iterations are other calls at the same place: they say nothing of this loop.
            match why.is_empty() {
                true => String::new(),
                false => format!(
                    "The nest counts {} that are alike (L{}); the flow graph of process {} sees {} (F{number}): {}.",
                    counted(all, "iteration"),
                    link.nest,
                    flow.process,
                    thousands(iterations),
                    why.join("; "),
                ),
            }
        }
    };
    let (nest_loop, count) = (link.nest, thousands(count));
    let note = format!("L{nest_loop} of the nest: {entered}×{count}, {calls} of its events.");
    NestWords { nest_loop, note, both }
}
