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
    /// Whether it is the main loop, or one that does the same.
    pub(super) is_main: bool,
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
    pub fn of_nest(nest: &Nest, names: &LoopNames) -> Self {
        let mut tree = Self::begun(nest.len());
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
            let row = names.id(id);
            tree.loops.push(TreeLoop { row, count, period, is_main: row == 1, first, end });
        }
        tree.push_root(nest.root(), |id| item_of(nest, &places, id));
        tree
    }

    /// The tree of a process in a model. The row of a loop is its name in the model. O(constructs of the process), and a
    /// search for the loop around each.
    pub fn of_model(model: &Model, process: ProcessId) -> Self {
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
        let mut tree = Self::begun(0);
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
            let (count, is_main) = (node.count, row == 1);
            tree.loops.push(TreeLoop { row, count, period, is_main, first, end });
        }
        tree.push_root(&root, |id| item_of_model(model, own, (&places, &spans), id));
        tree
    }

    pub(super) fn begun(period: u64) -> Self {
        let all = TreeLoop { row: 0, count: 1, period, is_main: false, first: 0, end: 0 };
        Self { loops: vec![all], items: Vec::new() }
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

    pub(super) fn push_root<T: Copy>(&mut self, root: &[T], item: impl Fn(T) -> (TreeItem, u64)) {
        let first = self.items.len() as u32;
        let period = self.push_items(root, item);
        let end = self.items.len() as u32;
        if let Some(all) = self.loops.first_mut() {
            *all = TreeLoop { row: 0, count: 1, period, is_main: false, first, end };
        }
    }

    /// A loop of that row that runs so many events once.
    pub(super) fn push_round(&mut self, row: u32, period: u64) -> TreeItem {
        let (first, place) = (self.items.len() as u32, self.loops.len() as u32);
        self.items.push(TreeItem::Events(period));
        let end = first + 1;
        self.loops.push(TreeLoop { row, count: 1, period, is_main: false, first, end });
        TreeItem::Loop(place)
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

    /// The same with the loops of these rows as the main loop, before which and after which the time is found.
    pub fn with_main(mut self, rows: &[u32]) -> Self {
        for node in &mut self.loops {
            node.is_main = rows.contains(&node.row);
        }
        self
    }

    /// The same with the loops of these rows, whose bodies are alike, counted as the first of them, and so the loops inside.
    /// O(loops + items of these).
    pub fn together(mut self, rows: &[u32]) -> Self {
        for (place, like) in self.alike(rows) {
            let row = self.at(like).row;
            if let Some(node) = self.loops.get_mut(place as usize) {
                node.row = row;
            }
        }
        self
    }

    /// Each row that [`together`](LoopTree::together) counts as another one, and that one.
    pub fn counted_as(&self, rows: &[u32]) -> Vec<(u32, u32)> {
        let mut pairs = self.alike(rows);
        for (place, like) in &mut pairs {
            (*place, *like) = (self.at(*place).row, self.at(*like).row);
        }
        pairs
    }

    /// The places of the loops of these rows and of those inside, and for each the place that stands there in the first of them.
    fn alike(&self, rows: &[u32]) -> Vec<(u32, u32)> {
        let all = 1..self.loops.len() as u32;
        let places = || all.clone().filter(|&place| rows.contains(&self.at(place).row));
        let is_first = |&place: &u32| rows.first() == Some(&self.at(place).row);
        let Some(first) = places().find(is_first) else { return Vec::new() };
        let mut pairs: Vec<(u32, u32)> = places().map(|place| (place, first)).collect();
        let mut at = 0;
        while let Some(&(place, like)) = pairs.get(at) {
            pairs.extend(self.inner(place).into_iter().zip(self.inner(like)));
            at += 1;
        }
        pairs
    }

    /// The places of the loops in the body of a loop.
    fn inner(&self, place: u32) -> Vec<u32> {
        let node = self.at(place);
        let items = (0..).map_while(|index| self.item(&node, index));
        let inner = items.filter_map(|item| match item {
            TreeItem::Loop(place) => Some(place),
            TreeItem::Events(_) => None,
        });
        inner.collect()
    }

    /// Each time that a loop of these rows is entered, in the order of the process: its row, and how many iterations follow.
    /// None of them may be in another. O(items + such times in all bodies).
    pub fn entries(&self, rows: &[u32]) -> Vec<(u32, u64)> {
        let mut of_bodies: Vec<Vec<(u32, u64)>> = vec![Vec::new(); self.loops.len()];
        // Bodies come before the loops that hold them; the first loop is all of the process.
        for at in (1..self.loops.len()).chain([0]) {
            let mut entries = Vec::new();
            for place in self.inner(at as u32) {
                let inner = self.at(place);
                if rows.contains(&inner.row) {
                    entries.push((inner.row, inner.count));
                } else if let Some(body) = of_bodies.get(place as usize).filter(|it| !it.is_empty()) {
                    (0..inner.count).for_each(|_| entries.extend_from_slice(body));
                }
            }
            if let Some(body) = of_bodies.get_mut(at) {
                *body = entries;
            }
        }
        of_bodies.swap_remove(0)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::text;

    /// Twice L2 and then L3, whose bodies are alike, each with a loop inside; between them something else.
    fn tree() -> (LoopTree, [u32; 4]) {
        let body = "0 local a\nfor i2 = 0 to 3\n0 local b\ndone\n";
        let outer = format!("for i0 = 0 to 1\nfor i1 = 0 to 9\n{body}done\n0 local c\ndone\n");
        let alone = format!("for i0 = 0 to 4\n{}done\n", body.replace("i2", "i1"));
        let model = text::parse(&format!("processes 0\n{outer}{alone}")).unwrap();
        let tree = LoopTree::of_model(&model, ProcessId(0));
        let of = |count: u64, at: usize| tree.loops.iter().filter(|node| node.count == count).nth(at).unwrap().row;
        let rows = [of(10, 0), of(5, 0), of(4, 0), of(4, 1)];
        (tree, rows)
    }

    #[test]
    fn entries_come_in_their_order() {
        let (tree, [first, second, inner, other]) = tree();
        let entered = [(first, 10), (first, 10), (second, 5)];
        assert_eq!(tree.entries(&[first, second]), entered);
        assert_eq!(tree.entries(&[second]), [(second, 5)]);
        assert_eq!(tree.entries(&[inner]), [(inner, 4); 20]);
        assert_eq!(tree.entries(&[inner, other]).last(), Some(&(other, 4)));
        assert_eq!(tree.entries(&[]), []);
    }

    #[test]
    fn loops_that_are_alike_count_as_the_first_with_those_inside() {
        let (tree, [first, second, inner, other]) = tree();
        let together = tree.clone().together(&[first, second]);
        assert_eq!(together.entries(&[first]).len(), 3);
        assert_eq!(together.entries(&[inner]).len(), 25);
        assert_eq!((together.entries(&[second]), together.entries(&[other])), (vec![], vec![]));
        let as_others = [(first, first), (second, first), (inner, inner), (other, inner)];
        assert_eq!(tree.counted_as(&[first, second]), as_others);
        assert_eq!((tree.clone().together(&[]), together.events()), (tree.clone(), tree.events()));
    }
}
