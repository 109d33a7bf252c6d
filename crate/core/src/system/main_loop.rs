//! The main loop of a model: the loop in which the program spends its events.

use rustc_hash::FxHashMap;

use super::model::{Construct, ConstructId, Model, ModelLoop};
use crate::nest::repeated_loop;

/// The main loop of a model: loops that do the same (same body, same processes, however often) count together, and these
/// have the most events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelMain<'a> {
    /// The largest of them, the first of equals.
    pub construct: ConstructId,
    /// All of them by name: the first is the one named 1.
    pub loops: Vec<&'a ModelLoop>,
    /// How often the body repeats each time that one of them is entered; `None` if that differs.
    pub count: Option<u64>,
    /// How often one of them is entered.
    pub runs: u64,
    /// How often the body repeats in all.
    pub iterations: u64,
    /// Events inside all of them, over all members.
    pub events: u64,
}

impl Model {
    /// The main loop, found as in a nest: the one with the most events on the top level, those that do the same together,
    /// or, where it has two or three iterations and most of each is one loop with more of them, directly or in loops of as
    /// few, that inner one. It is the one named 1. O(constructs and their members).
    ///
    /// ```
    /// use loopscope_core::system::text;
    /// let solve = "for i0 = 0 to 49\n  0 local a\ndone\n";
    /// let model = text::parse(&format!("processes 0\n{solve}0 local b\n{solve}{solve}")).unwrap();
    /// let main = model.main_loop().unwrap();
    /// assert_eq!((model.loop_id(main.construct), main.count, main.runs, main.events), (1, Some(50), 3, 150));
    /// ```
    pub fn main_loop(&self) -> Option<ModelMain<'_>> {
        let shapes = self.shapes();
        let construct = self.main_construct(&shapes)?;
        let count = self.as_loop(construct)?.count;
        let (loops, runs, iterations, events) = (Vec::new(), 0, 0, 0);
        let count = Some(count);
        let mut main = ModelMain { construct, loops, count, runs, iterations, events };
        let shape = self.body_shape(construct, &shapes);
        for named in self.loops() {
            let of = named.construct;
            let Some(node) = self.as_loop(of) else { continue };
            if self.body_shape(of, &shapes) == shape {
                main.loops.push(named);
                main.count = main.count.filter(|&count| count == node.count);
                main.runs = main.runs.saturating_add(named.entered);
                let iterations = named.entered.saturating_mul(node.count);
                main.iterations = main.iterations.saturating_add(iterations);
                main.events = main.events.saturating_add(named.events);
            }
        }
        Some(main)
    }

    /// Of the loops that do the same and have the most events on the top level the largest, the first of equals; or the loop that
    /// they only repeat.
    pub(super) fn main_construct(&self, shapes: &[u64]) -> Option<ConstructId> {
        let (main, _) = self.heaviest(self.root(), shapes)?;
        let shape = |id| self.as_loop(id).map(|node| (node.count, node.period));
        let inner = |id| self.as_loop(id).and_then(|node| self.heaviest(self.body(&node), shapes));
        Some(repeated_loop(main, shape, inner))
    }

    /// Of the loops in a list that do the same and have the most events together, the first of the largest; and these events.
    fn heaviest(&self, items: &[ConstructId], shapes: &[u64]) -> Option<(ConstructId, u64)> {
        let is_loop = |id: &&ConstructId| self.as_loop(**id).is_some();
        let mut events: FxHashMap<u64, u64> = FxHashMap::default();
        for &id in items.iter().filter(is_loop) {
            let sum = events.entry(self.body_shape(id, shapes)).or_default();
            *sum = sum.saturating_add(self.span(id));
        }
        let mut best: Option<(ConstructId, (u64, u64))> = None;
        for &id in items.iter().filter(is_loop) {
            let all = events.get(&self.body_shape(id, shapes)).copied().unwrap_or(0);
            let own = (all, self.span(id));
            if own > best.map_or((0, 0), |(_, most)| most) {
                best = Some((id, own));
            }
        }
        best.map(|(id, (all, _))| (id, all))
    }

    /// A number for the body and the members of a loop, as of [`Model::shapes`].
    fn body_shape(&self, id: ConstructId, shapes: &[u64]) -> u64 {
        let members = self.members(id).iter().map(|process| u64::from(process.0));
        let shape = members.fold(self.members(id).len() as u64, mixed);
        let node = self.as_loop(id);
        let items = node.iter().flat_map(|node| self.body(node));
        let items = items.map(|item| shapes.get(item.index()).copied().unwrap_or(0));
        items.fold(shape, mixed)
    }

    /// A number for each construct, equal for constructs that print alike; for others it differs but for a chance of one
    /// in 2^64.
    pub(super) fn shapes(&self) -> Vec<u64> {
        let mut shapes: Vec<u64> = Vec::with_capacity(self.len());
        for id in self.ids() {
            let own = match self.construct(id) {
                Construct::Send(channel) => [0, channel.index() as u64, 0],
                Construct::Recv(channel) => [1, channel.index() as u64, 0],
                Construct::Sync { name, group } => [2, name.index() as u64, group.index() as u64],
                Construct::Local { words } => [3, words.index() as u64, 0],
                Construct::Loop(node) => [4, node.count, u64::from(node.len)],
            };
            let shape = own.into_iter().fold(self.body_shape(id, &shapes), mixed);
            shapes.push(shape);
        }
        shapes
    }
}

/// Mixes a number into a hash by the finalizer of MurmurHash3 (Appleby 2011).
fn mixed(hash: u64, number: u64) -> u64 {
    let mut mixed = hash.rotate_left(29).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number;
    mixed = (mixed ^ (mixed >> 33)).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    mixed = (mixed ^ (mixed >> 33)).wrapping_mul(0xC4CE_B9FE_1A85_EC53);
    mixed ^ (mixed >> 33)
}

#[cfg(test)]
mod tests;
