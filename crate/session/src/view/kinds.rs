//! Which processes do the same.
//!
//! Two processes do the same if their nests are equal item by item, and their events are equal under the signature. Peers
//! count by their distance, so that all processes of a chain that send to their right neighbour are of one kind.
//!
//! A kind is a hash of 53 bits. If two processes have the same hash by accident, they share a row; with 100,000 different
//! processes that happens in one of two million traces.

use loopscope_core::nest::Node;
use loopscope_core::symbols::{Appearance, Shape, Symbol};
use loopscope_core::trace::{ProcessId, View};

use crate::analysis::ProcessNest;

/// A hash that takes in one value after the other.
struct Hash(u64);

impl Hash {
    /// The finaliser of MurmurHash3, between two values.
    fn add(&mut self, value: u64) {
        let mut h = self.0.rotate_left(23) ^ value;
        h = (h ^ (h >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        h = (h ^ (h >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        self.0 = h ^ (h >> 33);
    }

    fn add_text(&mut self, text: &str) {
        self.add(text.len() as u64);
        text.bytes().for_each(|byte| self.add(u64::from(byte)));
    }

    /// Takes in an event, regardless of the process it belongs to.
    fn add_event(&mut self, view: View, own: ProcessId, text: &str) {
        let Appearance { shape, name, peer, tag, .. } = Appearance::of(view, text);
        let distance = peer.map_or(Ok(None), |peer| match peer.starts_with(['+', '-']) {
            true => Err(peer),
            false => peer.parse().map(|peer: i64| Some(peer - i64::from(own.0))).map_err(|_| peer),
        });
        // Except for calls, the text begins with the number of the own process, which does not count.
        let rest = match (shape, view) {
            (Shape::Send | Shape::Receive, _) => text.split_once(','),
            (_, View::Communication) => text.split_once(' '),
            _ => None,
        };
        match shape {
            Shape::Send | Shape::Receive => {
                self.add_text(name);
                self.add_text(distance.err().unwrap_or(""));
                self.add(distance.ok().flatten().map_or(1 << 40, |it| it as u64));
                self.add(tag.map_or(1 << 40, |it| it as u64));
                self.add_text(rest.map_or("", |(_, rest)| rest));
            }
            _ => self.add_text(rest.map_or(text, |(_, rest)| rest)),
        }
    }
}

/// The kind of a process: equal for all processes that do the same. If numbers change with the loops, the nest alone does
/// not say what they are, and each process is a kind of its own.
///
/// O(different events and items of the nest).
pub(crate) fn kind(view: View, process: &ProcessNest) -> u64 {
    let mut hash = Hash(0);
    if process.tuples.is_some() {
        hash.add(u64::from(process.process.0));
    }
    for text in process.symbols.texts() {
        hash.add_event(view, process.process, text);
    }
    let nest = &process.nest;
    for node in nest.nodes() {
        match node {
            Node::Symbol(Symbol(number)) => hash.add(u64::from(number)),
            Node::Loop(it) => {
                hash.add(it.count);
                nest.body(&it).iter().for_each(|id| hash.add(id.index() as u64));
                // Separates bodies.
                hash.add(u64::MAX);
            }
        }
    }
    nest.root().iter().for_each(|id| hash.add(id.index() as u64));
    hash.0 >> 11
}

#[cfg(test)]
mod tests;
