//! Which strips a ribbon has: the whole trace, then one iteration of a loop after the other, each inside the last.

use loopscope_core::nest::{Loop, NamedLoop, Step};

use super::state::{Opened, RibbonState};
use crate::scene::source::{List, Placed, Source};
use crate::scene::{middle, Ink};

/// What a strip shows: the whole trace, or one iteration of a loop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level<'a> {
    /// The items in it.
    pub(super) list: List<'a>,
    /// Levels of loops in it.
    pub(super) height: u32,
    /// Loops around it; 0 for the whole trace.
    pub(super) depth: usize,
    /// Position in the trace of its first event.
    pub(super) origin: u64,
    /// Number of the loop of which it is an iteration, 0 for the whole trace.
    pub(super) loop_id: u32,
    /// Which iteration, from 0, and of how many.
    pub(super) iteration: (u64, u64),
    /// How many iterations are shown together because they differ; `None` where one is shown.
    pub(super) all: Option<u64>,
    /// What the next strip opens.
    pub(super) opened: Option<(Step, Opened)>,
}

impl<'a> Level<'a> {
    /// The whole trace.
    pub(super) fn top(source: &Source<'a>) -> Self {
        Level {
            list: source.root(),
            height: height(source),
            depth: 0,
            origin: 0,
            loop_id: 0,
            iteration: (0, 1),
            all: None,
            opened: None,
        }
    }

    /// The ground of the strip: the inside of the loop of which it shows an iteration.
    pub(super) fn ground(&self) -> Ink {
        if self.depth == 0 {
            Ink::Canvas
        } else {
            Ink::depth(self.depth)
        }
    }
}

/// A ribbon has at most this many strips.
const MOST_STRIPS: usize = 10;

/// The strips, and how many levels of loops are left out because there would be too many strips. O(loops) mostly.
pub(super) fn resolve<'a>(source: &Source<'a>, state: &RibbonState) -> (Vec<Level<'a>>, u64) {
    let chosen;
    let path = if state.path.is_empty() && state.selected > 0 {
        chosen = middle_path(source, state.selected);
        &chosen
    } else {
        &state.path
    };
    let mut level = Level::top(source);
    let mut levels = Vec::new();
    let mut wanted = path.iter().copied();
    loop {
        // The path that was asked for ends at the first step that does not exist.
        let step = wanted.next();
        let asked = step.and_then(|step| open(source, &level, Some(step)));
        if asked.is_none() {
            wanted = [].iter().copied();
        }
        let next = asked.or_else(|| open(source, &level, None));
        let Some((step, opened, node)) = next else { break };
        if levels.len() + 1 == MOST_STRIPS {
            levels.push(level);
            return (levels, u64::from(node.height));
        }
        level.opened = Some((step, opened));
        levels.push(level);
        let before = opened.iteration.saturating_mul(opened.period);
        level = Level {
            list: source.body(&node),
            height: node.height.saturating_sub(1),
            depth: level.depth + 1,
            origin: level.origin.saturating_add(opened.start).saturating_add(before),
            loop_id: opened.loop_id,
            iteration: (opened.iteration, opened.count),
            all: opened.all,
            opened: None,
        };
    }
    levels.push(level);
    (levels, 0)
}

/// The path to the first occurrence of a loop, every loop in its middle iteration.
fn middle_path(source: &Source<'_>, id: u32) -> Vec<Step> {
    let mut path = source.names.path(id);
    for end in 1..=path.len() {
        let node = source.nest.loop_at(path.get(..end).unwrap_or_default());
        if let (Some((_, node)), Some(step)) = (node, path.get_mut(end - 1)) {
            step.iteration = middle(node.count);
        }
    }
    path
}

/// Opens a loop of a level: the one that `step` names if it exists, without a step the largest one.
fn open(source: &Source<'_>, level: &Level<'_>, step: Option<Step>) -> Option<(Step, Opened, Loop)> {
    let placed = match step {
        Some(step) => level.list.get(step.item)?,
        None if level.depth == 0 => largest_of_root(source)?,
        None => level.list.largest_loop()?,
    };
    let node = placed.as_loop()?;
    let iteration = match step {
        Some(step) => step.iteration.min(node.count.saturating_sub(1)),
        None => middle(node.count),
    };
    let opened = Opened {
        item: placed.item,
        iteration,
        count: node.count,
        loop_id: source.names.id(placed.id),
        start: placed.start,
        period: node.period,
        all: placed.all,
    };
    Some((Step { item: placed.item, iteration }, opened, node))
}

/// The loops of the top level. Looked up by name, because a top level without loops has as many items as the trace has
/// events.
fn of_root<'a>(source: &Source<'a>) -> impl Iterator<Item = (&'a NamedLoop, Loop)> {
    let nest = source.nest;
    let named = source.names.loops().iter().filter(|named| named.level == 1);
    named.filter_map(move |named| Some((named, nest.as_loop(named.node)?)))
}

/// Levels of loops in the whole nest. O(loops).
fn height(source: &Source<'_>) -> u32 {
    of_root(source).map(|(_, node)| node.height).max().unwrap_or(0)
}

/// The largest loop of the top level, the earliest of equal ones. O(loops), mostly.
fn largest_of_root(source: &Source<'_>) -> Option<Placed> {
    let key = |named: &NamedLoop, node: &Loop| (node.span(), std::cmp::Reverse(named.first));
    let (named, _) = of_root(source).max_by_key(|(named, node)| key(named, node))?;
    match source.names.path(named.id).as_slice() {
        [step] => source.root().get(step.item),
        // Its first occurrence is inside another loop; only a search finds one on the top level.
        _ => source.root().largest_loop(),
    }
}
