//! Where the text of a nest says that receives came in any order.

use std::ops::Range;

use crate::small_sort::SmallSort;
use rustc_hash::FxHashMap;

use super::orders::{Order, Orders};
use super::runs::{Role, Roles};
use crate::nest::text::AnyOrder;
use crate::nest::{Nest, Node, NodeId};
use crate::numbers::thousands;
use crate::symbols::Symbol;

/// Finds the stretches of a list of items that are whole runs of a bag that varies.
///
/// A run that reaches over the end of a loop's body is not found, for no stretch of one list is all of it.
pub struct Blocks<'a> {
    nest: &'a Nest,
    roles: Roles,
    /// How each bag was recorded, by its sorted receives.
    orders: FxHashMap<Box<[Symbol]>, &'a Order>,
    longest: usize,
}

impl<'a> Blocks<'a> {
    /// Prepares the blocks of a nest. O(orders).
    pub fn new(nest: &'a Nest, roles: Roles, orders: &'a Orders) -> Self {
        let bags = orders.orders.iter().map(|order| {
            let mut bag: Box<[Symbol]> = order.written.as_slice().into();
            bag.sort_small();
            (bag, order)
        });
        let longest = orders.orders.iter().map(|order| order.written.len()).max().unwrap_or(0);
        Blocks { nest, roles, orders: bags.collect(), longest }
    }

    /// The blocks of a list of items, in order. O(items), and the runs of their bags.
    pub fn of(&self, items: &[NodeId]) -> Vec<AnyOrder> {
        let says = |order: &Order| {
            let (moved, all) = order.moved();
            format!("another in {} of {}", thousands(moved), thousands(all))
        };
        let block =
            |(items, order): (Range<usize>, &Order)| AnyOrder { start: items.start, end: items.end, says: says(order) };
        self.stretches(items).into_iter().map(block).collect()
    }

    /// The stretches of a list of items that were recorded in several orders, and in which. O(items).
    pub fn stretches(&self, items: &[NodeId]) -> Vec<(Range<usize>, &'a Order)> {
        let mut blocks = Vec::new();
        if self.orders.is_empty() {
            return blocks;
        }
        let mut receives = Vec::new();
        // The first and the last item with receives of the stretch.
        let mut stretch: Option<(usize, usize)> = None;
        for at in 0..=items.len() {
            let before = receives.len();
            if items.get(at).is_some_and(|&id| self.collect(id, &mut receives)) {
                if receives.len() > before {
                    stretch = Some((stretch.map_or(at, |(first, _)| first), at));
                }
                continue;
            }
            if let Some((start, last)) = stretch.take() {
                receives.sort_small();
                if let Some(order) = self.orders.get(receives.as_slice()) {
                    blocks.push((start..last + 1, *order));
                }
            }
            receives.clear();
        }
        blocks
    }

    /// Appends the receives of an item that has nothing else than what may stand in a run; `false` for other items.
    fn collect(&self, id: NodeId, receives: &mut Vec<Symbol>) -> bool {
        match self.nest.node(id) {
            Node::Symbol(symbol) => match self.roles.of(symbol) {
                Role::Receive { .. } => {
                    receives.push(symbol);
                    true
                }
                Role::Between => true,
                Role::Ends => false,
            },
            Node::Loop(node) => {
                let room = self.longest.saturating_sub(receives.len()) as u64;
                let first = receives.len();
                let fits = node.span() <= room.saturating_mul(4);
                if !fits || !self.nest.body(&node).iter().all(|&id| self.collect(id, receives)) {
                    receives.truncate(first);
                    return false;
                }
                let once = receives.get(first..).unwrap_or_default().to_vec();
                (1..node.count).for_each(|_| receives.extend(&once));
                true
            }
        }
    }
}
