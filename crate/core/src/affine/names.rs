//! The names of loops, and how often they run, without running them.

use crate::small_sort::SmallSort;
use std::cmp::Reverse;

use super::count::{iterations, Counter};
use super::{Affine, NamedFor, Node};

/// How often a node occurs, and where first.
#[derive(Clone, Copy, Default)]
struct Seen {
    entered: u64,
    iterations: u64,
    events: u64,
    first: u64,
}

fn clamp(count: Option<i128>) -> u64 {
    count.map_or(u64::MAX, |count| u64::try_from(count.max(0)).unwrap_or(u64::MAX))
}

impl Affine {
    /// The loops by name: the one named `k` is at `k - 1`.
    pub fn loops(&self) -> &[NamedFor] {
        &self.loops
    }

    /// The name of a node, 0 if it is no loop.
    pub fn id(&self, number: u32) -> u32 {
        self.ids.get(number as usize).copied().unwrap_or(0)
    }

    /// Numbers the loops by the tuples in them, largest first; of equal ones the one that is entered first, the
    /// outer before the inner.
    pub(super) fn name_loops(&mut self) {
        let mut seen = vec![Seen { first: u64::MAX, ..Seen::default() }; self.nodes.len()];
        for (&item, &start) in self.root.iter().zip(&self.starts) {
            if let Some(seen) = seen.get_mut(item as usize) {
                seen.entered += 1;
                seen.first = seen.first.min(start);
            }
        }
        self.count_varied(&mut seen);
        // Parents have larger numbers than their children, so a node is complete when its turn comes.
        for number in (0..self.nodes.len()).rev() {
            let facts = self.facts(number as u32);
            let Some(Node::Loop { bound, body }) = self.nodes.get(number) else { continue };
            let Some(mut own) = seen.get(number).copied() else { continue };
            if own.entered == 0 {
                continue;
            }
            if bound.is_constant() {
                own.iterations = own.entered.saturating_mul(clamp(iterations(bound, &[])));
            }
            if let Some(fixed) = facts.fixed {
                own.events = own.entered.saturating_mul(fixed);
            }
            if let Some(seen) = seen.get_mut(number) {
                *seen = own;
            }
            let mut indices = vec![0; facts.level as usize + 1];
            let mut counter = Counter::new(self);
            let mut before = own.first;
            for &item in body {
                if let Some(inner) = seen.get_mut(item as usize) {
                    inner.entered = inner.entered.saturating_add(own.iterations);
                    inner.first = inner.first.min(before);
                }
                before = before.saturating_add(clamp(counter.node(item, &mut indices)));
            }
        }
        let mut loops: Vec<NamedFor> = Vec::new();
        for (number, seen) in seen.iter().enumerate() {
            if matches!(self.nodes.get(number), Some(Node::Loop { .. })) && seen.entered > 0 {
                let Seen { entered, iterations, events, first } = *seen;
                let node = number as u32;
                loops.push(NamedFor { id: 0, node, events, entered, iterations, first });
            }
        }
        loops.sort_small_by_key(|l| (Reverse(l.events), l.first, self.facts(l.node).level, l.node));
        self.ids = vec![0; self.nodes.len()];
        for (index, named) in loops.iter_mut().enumerate() {
            named.id = index as u32 + 1;
            if let Some(id) = self.ids.get_mut(named.node as usize) {
                *id = named.id;
            }
        }
        self.loops = loops;
    }

    /// Counts the iterations and tuples of loops that depend on the indices around them.
    fn count_varied(&self, seen: &mut [Seen]) {
        for way in self.ways() {
            let Some(&number) = way.last() else { continue };
            let (Some(Node::Loop { bound, .. }), Some(seen)) = (self.node(number), seen.get_mut(number as usize))
            else {
                continue;
            };
            if !bound.is_constant() {
                let runs = self.sum_along(&way, &mut |_, indices| iterations(bound, indices));
                seen.iterations = seen.iterations.saturating_add(clamp(runs));
            }
            if self.facts(number).fixed.is_none() {
                let events = self.sum_along(&way, &mut |counter, indices| counter.node(number, indices));
                seen.events = seen.events.saturating_add(clamp(events));
            }
        }
    }

    /// Adds up a value over the indices of all loops of a path but the last.
    fn sum_along(
        &self,
        way: &[u32],
        value: &mut dyn FnMut(&mut Counter<'_>, &mut Vec<u64>) -> Option<i128>,
    ) -> Option<i128> {
        fn sum(
            counter: &mut Counter<'_>,
            nest: &Affine,
            way: &[u32],
            indices: &mut Vec<u64>,
            value: &mut dyn FnMut(&mut Counter<'_>, &mut Vec<u64>) -> Option<i128>,
        ) -> Option<i128> {
            let (&number, rest) = way.split_first()?;
            if rest.is_empty() {
                return value(counter, indices);
            }
            let Some(Node::Loop { bound, .. }) = nest.node(number) else { return None };
            let count = iterations(bound, indices)?;
            let sampled =
                counter.sample(number, indices, count, |counter, indices| sum(counter, nest, rest, indices, value));
            sampled?.sum(count)
        }
        sum(&mut Counter::new(self), self, way, &mut Vec::new(), value)
    }

    /// The paths from the top level to every loop whose bound varies or that contains such a loop, each ending with that
    /// loop.
    pub(super) fn ways(&self) -> Vec<Vec<u32>> {
        let mut ways = Vec::new();
        let mut way = Vec::new();
        let mut open = vec![self.root.iter()];
        while let Some(items) = open.last_mut() {
            match items.next() {
                Some(&item) if self.facts(item).varied => {
                    way.push(item);
                    ways.push(way.clone());
                    open.push(self.body(item).iter());
                }
                Some(_) => {}
                None => {
                    open.pop();
                    way.pop();
                }
            }
        }
        ways
    }
}
