//! The loops of one process as a tree, made from its nest or from the model of the program.

use crate::nest::{LoopNames, Nest, Node, NodeId};
use crate::small_sort::SmallSort;
use crate::system::{Construct, ConstructId, Model};
use crate::trace::ProcessId;

/// An item of a body: events, or a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TreeItem {
    /// So many events, one after the other.
    Events(u64),
    /// The loop at that place of the tree.
    Loop(u32),
}

/// A loop of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TreeLoop {
    /// The row of its figures; 0 for what is in no loop.
    pub(crate) row: u32,
    pub(crate) count: u64,
    /// Events of the process in one iteration.
    pub(crate) period: u64,
    first: u32,
    end: u32,
}

/// The loops of one process, and the row in which each is counted. The first is no loop: all of the process, run once.
///
/// Equal loops may share a place, so the tree is as small as the nest that it is made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopTree {
    loops: Vec<TreeLoop>,
    items: Vec<TreeItem>,
}

impl LoopTree {
    /// The tree of a nest. The row of a loop is its name. O(size of the nest).
    pub fn of_nest(nest: &Nest, names: &LoopNames) -> LoopTree {
        let mut tree = LoopTree::begun(nest.len());
        let mut places = vec![0u32; nest.nodes().len()];
        for id in nest.ids() {
            let Node::Loop(node) = nest.node(id) else { continue };
            let body = nest.body(&node).to_vec();
            let first = tree.items.len() as u32;
            tree.push_items(&body, |id| item_of(nest, &places, id));
            let end = tree.items.len() as u32;
            if let Some(place) = places.get_mut(id.index()) {
                *place = tree.loops.len() as u32;
            }
            let (count, period) = (node.count, node.period);
            tree.loops.push(TreeLoop { row: names.id(id), count, period, first, end });
        }
        tree.push_root(nest.root(), |id| item_of(nest, &places, id));
        tree
    }

    /// The tree of a process in a model. The row of a loop is its name in the model. O(constructs of the process), and a
    /// search for the loop around each.
    pub fn of_model(model: &Model, process: ProcessId) -> LoopTree {
        let own = model.constructs_of(process);
        // The bodies of loops come before the loops, each in the order of the process.
        let mut bodies: Vec<Vec<ConstructId>> = vec![Vec::new(); own.len()];
        let mut root = Vec::new();
        for &id in own {
            let around = model.parent(id).and_then(|parent| own.binary_search(&parent).ok());
            match around.and_then(|around| bodies.get_mut(around)) {
                Some(body) => body.push(id),
                None => root.push(id),
            }
        }
        let mut tree = LoopTree::begun(0);
        let mut places = vec![0u32; own.len()];
        let mut spans = vec![1u64; own.len()];
        for (at, (&id, body)) in own.iter().zip(&bodies).enumerate() {
            let Construct::Loop(node) = model.construct(id) else { continue };
            let item = |id| item_of_model(model, own, (&places, &spans), id);
            let first = tree.items.len() as u32;
            let period = tree.push_items(body, item);
            let end = tree.items.len() as u32;
            if let (Some(place), Some(span)) = (places.get_mut(at), spans.get_mut(at)) {
                *place = tree.loops.len() as u32;
                *span = period.saturating_mul(node.count);
            }
            let row = model.loop_id(id);
            tree.loops.push(TreeLoop { row, count: node.count, period, first, end });
        }
        tree.push_root(&root, |id| item_of_model(model, own, (&places, &spans), id));
        tree
    }

    fn begun(period: u64) -> LoopTree {
        let all = TreeLoop { row: 0, count: 1, period, first: 0, end: 0 };
        LoopTree { loops: vec![all], items: Vec::new() }
    }

    /// Appends items, events that follow each other as one. Returns the number of events they have.
    fn push_items<T: Copy>(&mut self, body: &[T], item: impl Fn(T) -> (TreeItem, u64)) -> u64 {
        let first = self.items.len();
        let mut period = 0u64;
        for &id in body {
            let (item, span) = item(id);
            period = period.saturating_add(span);
            match (item, self.items.get_mut(first..).and_then(<[TreeItem]>::last_mut)) {
                (TreeItem::Events(more), Some(TreeItem::Events(events))) => {
                    *events = events.saturating_add(more);
                }
                _ => self.items.push(item),
            }
        }
        period
    }

    fn push_root<T: Copy>(&mut self, root: &[T], item: impl Fn(T) -> (TreeItem, u64)) {
        let first = self.items.len() as u32;
        let period = self.push_items(root, item);
        let end = self.items.len() as u32;
        if let Some(all) = self.loops.first_mut() {
            *all = TreeLoop { row: 0, count: 1, period, first, end };
        }
    }

    /// The loop at a place.
    pub(crate) fn at(&self, place: u32) -> TreeLoop {
        self.loops[place as usize]
    }

    /// An item of a body, if it has so many.
    #[inline]
    pub(crate) fn item(&self, node: &TreeLoop, index: u32) -> Option<TreeItem> {
        let at = node.first.checked_add(index).filter(|&at| at < node.end)?;
        self.items.get(at as usize).copied()
    }

    /// The events of an item.
    #[inline]
    pub(crate) fn span(&self, item: TreeItem) -> u64 {
        match item {
            TreeItem::Events(events) => events,
            TreeItem::Loop(place) => {
                let node = self.at(place);
                node.period.saturating_mul(node.count)
            }
        }
    }

    /// Events of the process.
    pub fn events(&self) -> u64 {
        self.at(0).period
    }

    /// Events of the process in one iteration of the loop in that row, the first in the tree; 0 if there is none.
    pub fn period_of(&self, row: u32) -> u64 {
        let found = self.loops.iter().skip(1).find(|node| node.row == row);
        found.map_or(0, |node| node.period)
    }

    /// The rows of its loops, ascending, each once.
    pub fn rows(&self) -> Vec<u32> {
        let mut rows: Vec<u32> = self.loops.iter().skip(1).map(|node| node.row).collect();
        rows.sort_small();
        rows.dedup();
        rows
    }
}

fn item_of(nest: &Nest, places: &[u32], id: NodeId) -> (TreeItem, u64) {
    match nest.node(id) {
        Node::Symbol(_) => (TreeItem::Events(1), 1),
        Node::Loop(node) => {
            let place = places.get(id.index()).copied().unwrap_or(0);
            (TreeItem::Loop(place), node.span())
        }
    }
}

fn item_of_model(
    model: &Model,
    own: &[ConstructId],
    (places, spans): (&[u32], &[u64]),
    id: ConstructId,
) -> (TreeItem, u64) {
    let at = own.binary_search(&id).unwrap_or(usize::MAX);
    match (model.construct(id), places.get(at), spans.get(at)) {
        (Construct::Loop(_), Some(&place), Some(&span)) => (TreeItem::Loop(place), span),
        _ => (TreeItem::Events(1), 1),
    }
}
