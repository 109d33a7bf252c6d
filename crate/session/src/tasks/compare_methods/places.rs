//! The places where nests differ, each with the texts side by side and a sentence. Equal places are listed once.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use loopscope_core::method::Method;
use loopscope_core::nest::text::inline_items;
use loopscope_core::nest::{Nest, NodeId, Piece, PieceLoop, Relation, Segment};
use loopscope_core::numbers::{capital, counted, in_words, listed, plural, thousands, verb};
use rustc_hash::FxHashMap;

use crate::analysis::{share, ProcessNest};
use crate::wire::{Comparison, DifferentPlace, MethodName, OpenedLoop, PlaceSide, PlaceTarget};

/// The most places that are listed.
pub(crate) const MOST: usize = 100;
/// The approximate length in characters to which the text of a side is shortened.
const ROOM: usize = 320;

/// Collects the places.
pub(super) struct Places<'a> {
    made: &'a [(Method, Arc<ProcessNest>)],
    noun: &'a str,
    /// The index in `found` of each different place, by the shapes of its pieces.
    known: FxHashMap<u64, usize>,
    found: Vec<DifferentPlace>,
    /// The number of events in all places like each one of `found`.
    events: Vec<u64>,
    differing: Vec<(u64, u64)>,
    spots: u64,
    /// The number of events in all places, over all iterations.
    apart: u64,
}

/// The loops around a place, in each nest.
struct Around<'a> {
    /// The items that are compared, of each nest.
    lists: Vec<&'a [NodeId]>,
    paths: Vec<Vec<OpenedLoop>>,
    counts: Vec<u64>,
}

impl<'a> Places<'a> {
    pub(super) fn new(made: &'a [(Method, Arc<ProcessNest>)], noun: &'a str) -> Self {
        Places {
            made,
            noun,
            known: FxHashMap::default(),
            found: Vec::new(),
            events: Vec::new(),
            differing: Vec::new(),
            spots: 0,
            apart: 0,
        }
    }

    /// Adds a segment of the top level.
    pub(super) fn add(&mut self, segment: &Segment) {
        if segment.is_same() {
            return;
        }
        match self.differing.last_mut() {
            Some(last) if last.1 == segment.start => last.1 = segment.end,
            _ => self.differing.push((segment.start, segment.end)),
        }
        let around = Around {
            lists: self.made.iter().map(|(_, process)| process.nest.root()).collect(),
            paths: vec![Vec::new(); self.made.len()],
            counts: Vec::new(),
        };
        self.visit(segment, &around);
    }

    /// Puts the places into a comparison; returns the ranges in which the nests differ.
    pub(super) fn finish(self, comparison: &mut Comparison) -> Vec<(u64, u64)> {
        let length = self.made.first().map_or(0, |(_, process)| process.nest.len());
        comparison.places = self.found;
        for (place, events) in comparison.places.iter_mut().zip(self.events) {
            place.share = share(events, length);
        }
        comparison.different = self.known.len() as f64;
        comparison.spots = self.spots as f64;
        comparison.differing = share(self.apart, length);
        self.differing
    }

    fn visit(&mut self, segment: &Segment, around: &Around<'a>) {
        match &segment.relation {
            Relation::Same => {}
            Relation::Differs => self.note(segment, around),
            Relation::Inside(inner) => {
                let Some(around) = self.inside(segment, around) else { return };
                for segment in inner {
                    self.visit(segment, &around);
                }
            }
        }
    }

    /// Goes down into the loops that the pieces of a segment are.
    fn inside(&self, segment: &Segment, around: &Around<'a>) -> Option<Around<'a>> {
        let (mut lists, mut paths) = (Vec::new(), Vec::new());
        let mut count = 0;
        for (index, (_, process)) in self.made.iter().enumerate() {
            let main = segment.pieces.get(index)?.main?;
            let node = process.nest.as_loop(main.node)?;
            count = node.count;
            lists.push(process.nest.body(&node));
            let mut path = around.paths.get(index)?.clone();
            path.push(opened(&main));
            paths.push(path);
        }
        let mut counts = around.counts.clone();
        counts.push(count);
        Some(Around { lists, paths, counts })
    }

    fn note(&mut self, segment: &Segment, around: &Around<'a>) {
        self.spots += 1;
        let times = around.counts.iter().fold(1u64, |times, &count| times.saturating_mul(count));
        let events = times.saturating_mul(segment.end - segment.start);
        self.apart = self.apart.saturating_add(events);
        let mut key = DefaultHasher::new();
        segment.pieces.iter().for_each(|piece| piece.shape.hash(&mut key));
        let next = self.found.len();
        let place = *self.known.entry(key.finish()).or_insert(next);
        if let (Some(known), Some(sum)) = (self.found.get_mut(place), self.events.get_mut(place)) {
            known.more += 1.0;
            *sum = sum.saturating_add(events);
            return;
        }
        if next == MOST {
            return;
        }
        self.events.push(events);
        self.found.push(DifferentPlace {
            first: segment.start as f64,
            last: (segment.end - 1) as f64,
            inside: around.counts.iter().map(|&count| count as f64).collect(),
            more: 0.0,
            share: 0.0,
            sentence: self.sentence(segment),
            sides: self.sides(segment, around),
        });
    }

    /// The indices of the nests, grouped by what they have there.
    fn groups(segment: &Segment) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let shape = |index: usize| segment.pieces.get(index).map(|piece| piece.shape);
        for index in 0..segment.pieces.len() {
            let like = |group: &&mut Vec<usize>| group.first().map(|&first| shape(first)) == Some(shape(index));
            match groups.iter_mut().find(like) {
                Some(group) => group.push(index),
                None => groups.push(vec![index]),
            }
        }
        groups
    }

    fn sides(&self, segment: &Segment, around: &Around<'a>) -> Vec<PlaceSide> {
        let side = |group: Vec<usize>| {
            let first = group.first().copied().unwrap_or(0);
            let (_, process) = self.made.get(first)?;
            let items = items_of(segment, first, around)?;
            let short = inline_items(&process.nest, &process.symbols, items, ROOM);
            Some(PlaceSide {
                methods: group.iter().filter_map(|&index| self.name(index)).collect(),
                text: short.text,
                left_out: short.left_out as f64,
                items: items.len() as f64,
                targets: group.iter().map(|&index| self.target(segment, index, around)).collect(),
            })
        };
        Self::groups(segment).into_iter().filter_map(side).collect()
    }

    fn name(&self, index: usize) -> Option<MethodName> {
        self.made.get(index).map(|&(method, _)| method.into())
    }

    fn target(&self, segment: &Segment, index: usize, around: &Around<'a>) -> PlaceTarget {
        let mut path = around.paths.get(index).cloned().unwrap_or_default();
        let main = segment.pieces.get(index).and_then(|piece| piece.main);
        path.extend(main.as_ref().map(opened));
        let process = self.made.get(index).map(|(_, process)| process);
        let loop_id = process.map_or(0, |process| match main {
            Some(main) => process.names.id(main.node),
            // There is no loop, so the one around it is the target.
            None => loop_at(&process.nest, &path).map_or(0, |node| process.names.id(node)),
        });
        PlaceTarget { loop_id, path }
    }

    /// The difference in words: one loop that is cut in several ways, or the length of each side.
    fn sentence(&self, segment: &Segment) -> String {
        let groups = Self::groups(segment);
        self.one_loop(segment, &groups).unwrap_or_else(|| self.lengths(segment, &groups))
    }

    /// `One loop, cut in different places: optimal and smallest run it 62 times; greedy 61 times, starting 3 events later.`
    fn one_loop(&self, segment: &Segment, groups: &[Vec<usize>]) -> Option<String> {
        let mut mains: Vec<(PieceLoop, &Vec<usize>)> = Vec::new();
        for group in groups {
            mains.push((segment.pieces.get(*group.first()?)?.main?, group));
        }
        // The loop with the largest span comes first; the others are parts of it.
        let span = |(main, _): &(PieceLoop, _)| main.period.saturating_mul(main.count);
        let largest = mains.iter().map(span).max()?;
        let at = mains.iter().position(|main| span(main) == largest)?;
        mains.swap(0, at);
        let (whole, first) = *mains.first()?;
        let shifts: Vec<_> = mains.iter().map(|(main, _)| main.shifted_from(&whole)).collect::<Option<_>>()?;
        if shifts.iter().all(|shift| shift.more == 0 && shift.rotation == 0) {
            let items = groups.iter().map(|group| items_in(segment, group));
            let all = items.clone().min() == items.max();
            return all.then(|| {
                let times = counted(whole.count, "time");
                format!("A loop that runs {times} in all of them, with different bodies.")
            });
        }
        let runs = verb(first.len() as u64, "runs", "run");
        let times = counted(whole.count, "time");
        let mut text = format!("One loop, cut in different places: {} {runs} it {times}", self.names(first));
        for ((main, group), shift) in mains.iter().zip(&shifts).skip(1) {
            let also = if shift.more == 0 { "also " } else { "" };
            let times = counted(main.count, "time");
            text.push_str(&format!("; {} {also}{times}", self.names(group)));
            let (from, to) = (whole.start.min(main.start), whole.start.max(main.start));
            if from < to {
                let side = if main.start == to { "later" } else { "earlier" };
                text.push_str(&format!(", starting {} {side}", counted(to - from, self.noun)));
            }
        }
        text.push('.');
        Some(text)
    }

    /// `Greedy writes these 52 events as 13 items, optimal and smallest as 12.`
    fn lengths(&self, segment: &Segment, groups: &[Vec<usize>]) -> String {
        let events = segment.end - segment.start;
        let these = format!("these {}", counted(events, self.noun));
        let items: Vec<u64> = groups.iter().map(|group| items_in(segment, group)).collect();
        let first = items.first().copied().unwrap_or(0);
        if items.iter().all(|&count| count == first) {
            let each = if groups.len() > 2 { "each" } else { "both" };
            let count = format!("{} {}", in_words(first), plural(first, "item"));
            return format!("{} ways to write {these}, {count} {each}.", capital(&in_words(groups.len() as u64)));
        }
        let parts = groups.iter().zip(&items).enumerate().map(|(place, (group, &count))| {
            let names = self.names(group);
            match place {
                0 => {
                    let write = verb(group.len() as u64, "writes", "write");
                    format!("{} {write} {these} as {}", capital(&names), counted(count, "item"))
                }
                _ => format!("{names} as {}", thousands(count)),
            }
        });
        parts.collect::<Vec<_>>().join(", ") + "."
    }

    /// `optimal and smallest`
    fn names(&self, group: &[usize]) -> String {
        let names = group.iter().filter_map(|&index| self.name(index));
        let names: Vec<&str> = names.map(MethodName::name).collect();
        listed(&names)
    }
}

fn opened(main: &PieceLoop) -> OpenedLoop {
    OpenedLoop { item: main.item as u32, iteration: (main.count / 2) as f64 }
}

/// The items that one nest has in a segment.
fn items_of<'a>(segment: &Segment, index: usize, around: &Around<'a>) -> Option<&'a [NodeId]> {
    let piece: &Piece = segment.pieces.get(index)?;
    around.lists.get(index)?.get(piece.items.clone())
}

/// The number of items that the nests of a group have in a segment.
fn items_in(segment: &Segment, group: &[usize]) -> u64 {
    let piece = group.first().and_then(|&first| segment.pieces.get(first));
    piece.map_or(0, |piece| piece.items.len() as u64)
}

/// The loop that a path leads to.
fn loop_at(nest: &Nest, path: &[OpenedLoop]) -> Option<NodeId> {
    let (mut items, mut found) = (nest.root(), None);
    for step in path {
        let id = *items.get(step.item as usize)?;
        items = nest.body(&nest.as_loop(id)?);
        found = Some(id);
    }
    found
}
