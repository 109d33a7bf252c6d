//! Loops in nearly linear time (Ramalingam 1999, "Identifying Loops in Almost Linear Time", section 4: Havlak's forest).
//!
//! Havlak 1997 contracts inner loops first, by union-find, and follows edges backwards from the header. As printed it hands an
//! edge that enters a loop from outside up through all loops around, again and again: quadratic. Ramalingam holds each edge
//! that is neither on the search tree nor leads back along it at the least common ancestor of its ends: only a loop whose
//! header is that ancestor, or above it, can hold both ends. By then loops below are contracted, and the edge connects what
//! its ends have become.
//!
//! An edge whose target is contracted by then enters every loop from its target's own up to the contraction other than by
//! the header. Those are marked at the end, with a union-find that skips what is marked: to stop at a marked loop instead
//! would be wrong, since one further out may not be.
//!
//! O((nodes + edges) α(nodes)) time, O(nodes + edges) memory.

use super::forest::{HeaderKind, LoopForest, NONE};
use super::union_find::UnionFind;
use super::Successors;

/// The loops of the nodes that can be reached from `root`.
pub(super) fn loops(graph: &Successors, root: u32) -> LoopForest {
    let mut forest = LoopForest::without_loops(graph.nodes());
    if root as usize >= graph.nodes() {
        return forest;
    }
    let tree = search(graph, root);
    let back = Grouped::new(graph.nodes(), &tree.back);
    let held = Grouped::new(graph.nodes(), &tree.held);
    // Edges into a node by where they come from: its parent in the tree, and those that were held.
    let mut into = LinkedLists::new(graph.nodes());
    for &node in tree.preorder.iter().skip(1) {
        into.push(node, tree.parents[node as usize]);
    }
    let mut contracted = UnionFind::new(graph.nodes());
    let mut entries: Vec<(u32, u32)> = Vec::new();
    // The last node that was seen in each search, so that none is listed twice.
    let mut listed = vec![NONE; graph.nodes()];
    let mut body: Vec<u32> = Vec::new();
    for &header in tree.preorder.iter().rev() {
        for &(from, to) in held.of(header) {
            let (source, target) = (contracted.find(from), contracted.find(to));
            into.push(target, source);
            if target != to {
                entries.push((to, target));
            }
        }
        body.clear();
        listed[header as usize] = header;
        for &(_, tail) in back.of(header) {
            forest.make_header(header);
            let tail = contracted.find(tail);
            if std::mem::replace(&mut listed[tail as usize], header) != header {
                body.push(tail);
            }
        }
        let mut at = 0;
        while let Some(&node) = body.get(at) {
            at += 1;
            for from in into.of(node) {
                let from = contracted.find(from);
                if std::mem::replace(&mut listed[from as usize], header) != header {
                    body.push(from);
                }
            }
        }
        for &node in &body {
            forest.headers[node as usize] = header;
            contracted.join_to(node, header);
        }
    }
    mark(&mut forest, &tree.numbers, &entries);
    forest
}

/// Marks the loops that are entered elsewhere: for each pair those from the first node's own up to that of the second.
fn mark(forest: &mut LoopForest, numbers: &[u32], entries: &[(u32, u32)]) {
    let mut unmarked = UnionFind::new(numbers.len());
    for &(inner, outer) in entries {
        let mut header = forest.headers[inner as usize];
        while header != NONE {
            header = unmarked.find(header);
            if numbers[header as usize] < numbers[outer as usize]
                || forest.kinds[header as usize] == HeaderKind::Irreducible
            {
                break;
            }
            forest.make_irreducible(header);
            let around = forest.headers[header as usize];
            if around != NONE {
                unmarked.join_to(header, around);
            }
            header = around;
        }
    }
}

/// A depth-first search.
struct Tree {
    /// Nodes in the order in which they were reached.
    preorder: Vec<u32>,
    /// The position of each node in it.
    numbers: Vec<u32>,
    parents: Vec<u32>,
    /// Edges to the path of the search, or to the node itself: header, then tail.
    back: Vec<(u32, (u32, u32))>,
    /// Other edges that are not in the tree, by the least common ancestor of their ends.
    held: Vec<(u32, (u32, u32))>,
}

fn search(graph: &Successors, root: u32) -> Tree {
    let nodes = graph.nodes();
    let mut tree = Tree {
        preorder: vec![root],
        numbers: vec![NONE; nodes],
        parents: vec![NONE; nodes],
        back: Vec::new(),
        held: Vec::new(),
    };
    tree.numbers[root as usize] = 0;
    // A node that was left is joined to its parent, so what was left leads to the path.
    let mut on_path = UnionFind::new(nodes);
    let edges = graph.range(root);
    let mut path = vec![(root, edges.start as u32, edges.end as u32)];
    while let Some((node, at, end)) = path.last_mut() {
        let node = *node;
        let Some(next) = graph.next(*at, *end) else {
            path.pop();
            if let Some(&(parent, ..)) = path.last() {
                on_path.join_to(node, parent);
            }
            continue;
        };
        *at += 1;
        if tree.numbers[next as usize] == NONE {
            tree.numbers[next as usize] = tree.preorder.len() as u32;
            tree.parents[next as usize] = node;
            tree.preorder.push(next);
            let edges = graph.range(next);
            path.push((next, edges.start as u32, edges.end as u32));
            continue;
        }
        let ancestor = on_path.find(next);
        if ancestor == next {
            tree.back.push((next, (next, node)));
        } else {
            tree.held.push((ancestor, (node, next)));
        }
    }
    tree
}

/// Pairs by a node, in order.
struct Grouped {
    starts: Vec<u32>,
    pairs: Vec<(u32, u32)>,
}

impl Grouped {
    fn new(nodes: usize, list: &[(u32, (u32, u32))]) -> Self {
        let mut starts = vec![0u32; nodes + 1];
        for (node, _) in list {
            starts[*node as usize + 1] += 1;
        }
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut pairs = vec![(0, 0); list.len()];
        for &(node, pair) in list {
            pairs[next[node as usize] as usize] = pair;
            next[node as usize] += 1;
        }
        Self { starts, pairs }
    }

    fn of(&self, node: u32) -> &[(u32, u32)] {
        &self.pairs[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }
}

/// Lists that grow, in one vector.
struct LinkedLists {
    heads: Vec<u32>,
    links: Vec<(u32, u32)>,
}

impl LinkedLists {
    fn new(nodes: usize) -> Self {
        Self { heads: vec![NONE; nodes], links: Vec::new() }
    }

    fn push(&mut self, list: u32, item: u32) {
        self.links.push((item, self.heads[list as usize]));
        self.heads[list as usize] = self.links.len() as u32 - 1;
    }

    fn of(&self, list: u32) -> impl Iterator<Item = u32> + '_ {
        let mut at = self.heads[list as usize];
        std::iter::from_fn(move || {
            let &(item, next) = self.links.get(at as usize)?;
            at = next;
            Some(item)
        })
    }
}
