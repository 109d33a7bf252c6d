//! Which calls of a flow graph tell the variants of a process apart, and of which variant each iteration of its loop is.
//!
//! A flow graph has the branches of an irregular loop and not the order in which they are taken; the same iterations
//! [as variants](loopscope_core::variants) have the order. Both are made of the same events, so their positions lead from one to the other.

use loopscope_core::numbers::times as how_often;
use loopscope_core::small_sort::SmallSort;
use loopscope_core::trace::View;
use loopscope_core::variants::Variants;
use loopscope_formats::notes::Note;

use super::links::common;
use super::process::{iterations, ProcessFlow};
use super::task::KeptFlow;
use super::walk::Walk;
use crate::analysis::ProcessNest;
use crate::wire::{FlowVariantCall, FlowVariants};

/// Variants that are told apart by their calls; more have only a few iterations each.
const MOST_VARIANTS: usize = 12;
/// Calls that are listed.
const MOST_CALLS: usize = 64;
/// Iterations of the graph's loop whose variants are listed.
const MOST_ITERATIONS: usize = 1 << 16;

/// That an iteration of a variant makes a call of a node so often: node, variant and that number.
type Visit = [u32; 3];

/// What most iterations do: a row for each node, in their order, of as many variants as `times` has. O(visits log visits).
fn rows(mut visits: Vec<Visit>, times: &[u64]) -> Vec<(u32, Vec<Usual>)> {
    visits.sort_small_by(Ord::cmp);
    let mut rows = Vec::new();
    for own in visits.chunk_by(|[a, ..], [b, ..]| a == b) {
        let Some(&[node, ..]) = own.first() else { continue };
        let usual = |(variant, &iterations): (u32, &u64)| {
            let of = own.iter().filter(|[_, known, _]| *known == variant);
            Usual::of(of.map(|&[_, _, times]| times), iterations)
        };
        rows.push((node, (0..).zip(times).map(usual).collect()));
    }
    rows
}

/// How often most iterations of a variant make a call.
#[derive(Clone, Copy, Debug)]
struct Usual {
    times: u32,
    /// Whether all do.
    is_all: bool,
}

impl Usual {
    /// Of so many iterations, of which some make it so often, ascending, and all others never. Of equally frequent numbers it is the
    /// smallest.
    fn of(visits: impl Iterator<Item = u32>, iterations: u64) -> Self {
        let (mut best, mut most) = (0, 0);
        let (mut known, mut count, mut all) = (0, 0, 0);
        for times in visits {
            all += 1;
            count = if times == known { count + 1 } else { 1 };
            known = times;
            if count > most {
                (best, most) = (times, count);
            }
        }
        let never = iterations.saturating_sub(all);
        if never >= most {
            (best, most) = (0, never);
        }
        Self { times: best, is_all: most >= iterations }
    }

    /// `never`, `once`, `mostly 4 times`.
    fn text(self) -> String {
        let often = match self.times {
            0 => "never".to_owned(),
            times => how_often(u64::from(times)),
        };
        if self.is_all {
            often
        } else {
            format!("mostly {often}")
        }
    }
}

impl KeptFlow {
    /// What the graph and the variants of a process say of each other; `None` where it cannot be told. O(events).
    ///
    /// # Errors
    /// The process has no graph.
    #[inline(never)] // It belongs to a part of its own: few traces have variants.
    pub(crate) fn variants(
        &self,
        (nest, view): (&ProcessNest, View),
        found: &Variants,
    ) -> Result<Option<FlowVariants>, Note> {
        let flow = self.of(nest.process.0)?;
        let walk = self.walk(nest.process.0)?;
        let Some(place) = self.places(nest, view) else { return Ok(None) };
        let starts = found.starts();
        // The end may be that of the process, where no event is.
        let at = |&start: &u64| match start < nest.nest.len() {
            true => place(start).map(|position| walk.place(position)),
            false => Some(walk.string.len()),
        };
        let starts: Option<Vec<usize>> = starts.iter().map(at).collect();
        Ok(starts.map(|starts| variants(found, (flow, &walk), &starts)))
    }
}

/// What variants and graph of a process say of each other. `starts`: where the iterations begin in the walk, and where the last one
/// ends. O(events log events).
fn variants(variants: &Variants, (flow, walk): (&ProcessFlow, &Walk), starts: &[usize]) -> FlowVariants {
    let times = variants.times();
    let named = times.len().min(MOST_VARIANTS);
    let which: Vec<u32> = variants.which.symbols().map(|number| number.0).collect();
    let ranges = starts.windows(2).filter_map(|ends| match ends {
        &[from, to] => walk.string.get(from..to),
        _ => None,
    });
    let mut visits: Vec<Visit> = Vec::new();
    let mut counts = vec![0u32; flow.graph.nodes().len()];
    for (nodes, &variant) in ranges.zip(&which) {
        if variant as usize >= named {
            continue;
        }
        for node in nodes {
            if let Some(count) = counts.get_mut(node.0 as usize) {
                *count += 1;
            }
        }
        for node in nodes {
            let at = node.0 as usize;
            let Some(times) = counts.get_mut(at).map(std::mem::take).filter(|&it| it > 0) else {
                continue;
            };
            visits.push([node.0, variant, times]);
        }
    }
    let rows = rows(visits, times.get(..named).unwrap_or_default());
    let id = holder(&rows, flow);
    let is_same = |row: &[Usual]| {
        let first = row.first().map(|usual| usual.times);
        row.iter().all(|usual| Some(usual.times) == first)
    };
    let mut calls: Vec<FlowVariantCall> = rows
        .into_iter()
        .filter(|(_, row)| !is_same(row))
        .take(MOST_CALLS + 1)
        .map(|(node, row)| FlowVariantCall {
            node,
            text: flow.node_text(node),
            times: row.into_iter().map(Usual::text).collect(),
        })
        .collect();
    let is_cut = calls.len() > MOST_CALLS;
    calls.truncate(MOST_CALLS);
    FlowVariants {
        flow: id.map_or(0, |id| flow.number(id)),
        of: id.map_or(Vec::new(), |id| of_iterations(id, (flow, walk), starts, &which)),
        times: times.iter().map(|&own| own as f64).collect(),
        calls,
        is_cut,
    }
}

/// The smallest loop that holds what most iterations of the most frequent variant call; `None` if no loop does.
fn holder(rows: &[(u32, Vec<Usual>)], flow: &ProcessFlow) -> Option<u32> {
    let is_called = |row: &[Usual]| row.first().is_some_and(|usual| usual.times > 0);
    let called = rows.iter().filter(|(_, row)| is_called(row));
    let mut loops = called.map(|(node, _)| flow.loops.innermost(*node));
    let first = loops.next()??;
    loops.try_fold(first, |known, own| common(&flow.loops, known, own?))
}

/// Of each iteration of a loop of the graph the variant that holds most of its events, from 1 on; 0 for none.
fn of_iterations(id: u32, (flow, walk): (&ProcessFlow, &Walk), starts: &[usize], which: &[u32]) -> Vec<u32> {
    let found = iterations(&flow.loops, id, &walk.string, None);
    let of = |start: u64, end: u64| {
        let (start, end) = (start as usize, end as usize);
        let first = starts.partition_point(|&known| known <= start).saturating_sub(1);
        let overlaps = starts.windows(2).zip(which).skip(first).map_while(|(ends, &variant)| {
            let &[from, to] = ends else { return None };
            let common = to.min(end).saturating_sub(from.max(start));
            (from < end).then_some((common, variant))
        });
        let most = overlaps.filter(|&(common, _)| common > 0).max_by_key(|&(common, _)| common);
        most.map(|(_, variant)| variant + 1)
    };
    found.list.iter().take(MOST_ITERATIONS).map(|it| of(it.start, it.end).unwrap_or(0)).collect()
}
