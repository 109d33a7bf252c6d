//! Runs of several rounds: a message from everybody, again and again, with nothing between the rounds.

use super::runs::Roles;
use crate::nest::{optimal, Nest, Node};
use crate::small_sort::SmallSort;
use crate::symbols::Symbol;

/// The receives as rounds, each sorted by tag and source: `None` if they are not at least two rounds of at least two
/// channels with equally many messages each. O(receives), and sorting the channels.
pub(super) fn as_rounds(receives: &[Symbol], roles: &Roles) -> Option<Rounds> {
    let mut sorted = receives.to_vec();
    sorted.sort_small();
    let each = || sorted.chunk_by(|one, next| one == next);
    let channels = each().count();
    let times = receives.len() / channels.max(1);
    if channels < 2 || times < 2 || each().any(|channel| channel.len() != times) {
        return None;
    }
    let mut round: Vec<Symbol> = each().filter_map(|channel| channel.first().copied()).collect();
    round.sort_small_by_key(|&symbol| (roles.of(symbol), symbol));
    Some(Rounds { channels, written: round.repeat(times) })
}

/// A run written as rounds.
pub(super) struct Rounds {
    /// How many channels it has.
    pub(super) channels: usize,
    /// Its receives.
    pub(super) written: Vec<Symbol>,
}

/// The number of symbols in the written form of a nest, and of all items. A string too long for a nest counts as all its symbols.
pub(super) fn leaves_and_items(string: &[Symbol]) -> (u64, u64) {
    match optimal(string) {
        Ok(nest) => measure(&nest),
        Err(_) => (string.len() as u64, string.len() as u64),
    }
}

/// The symbols and all items of a nest as its text shows them.
pub(super) fn measure(nest: &Nest) -> (u64, u64) {
    let mut of: Vec<(u64, u64)> = Vec::with_capacity(nest.ids().len());
    for node in nest.nodes() {
        let sum = match node {
            Node::Symbol(_) => (1, 1),
            Node::Loop(node) => {
                let (leaves, items) = sum(&of, nest.body(&node).iter().map(|id| id.index()));
                (leaves, items.saturating_add(1))
            }
        };
        of.push(sum);
    }
    sum(&of, nest.root().iter().map(|id| id.index()))
}

fn sum(of: &[(u64, u64)], ids: impl Iterator<Item = usize>) -> (u64, u64) {
    let known = ids.filter_map(|id| of.get(id));
    known.fold((0, 0), |sum, own| (sum.0.saturating_add(own.0), sum.1.saturating_add(own.1)))
}
