//! Loops in one depth-first search (Wei, Mao, Zou and Chen 2007, "A New Algorithm for Identifying Loops in Decompilation").
//!
//! To the letter, but for the recursion: a trace may be a path of a million nodes. The headers around a node form a list,
//! innermost first, ordered by their positions on the path of the search; a new header is woven into it (`tag_lhead`).
//! Fastest on graphs of real programs, though a graph that is entered again and again from outside makes it walk those
//! lists each time: O(edges x depth of loops), and quadratic where the depth is the number of nodes. So it stops at a budget.

use super::forest::{LoopForest, NONE};
use super::Successors;

/// The loops of the nodes that can be reached from `root`, if they are found within `budget` steps along lists of headers.
///
/// O(nodes + edges + budget).
pub(super) fn loops(graph: &Successors, root: u32, budget: u64) -> Option<LoopForest> {
    let mut search = Search {
        forest: LoopForest::without_loops(graph.nodes()),
        position: vec![UNSEEN; graph.nodes()],
        left: budget,
    };
    if root as usize >= graph.nodes() {
        return Some(search.forest);
    }
    let mut path: Vec<OnPath> = Vec::new();
    search.enter(graph, root, &mut path);
    while let Some(top) = path.last_mut() {
        let node = top.node;
        let Some(next) = graph.next(top.next, top.end) else {
            path.pop();
            search.position[node as usize] = LEFT;
            if let Some(above) = path.last() {
                search.tag(above.node, search.forest.headers[node as usize])?;
            }
            continue;
        };
        top.next += 1;
        match search.position[next as usize] {
            // A: not visited before.
            UNSEEN => search.enter(graph, next, &mut path),
            // C, D and E: visited, no longer on the path.
            LEFT => search.reentry(node, next)?,
            // B: on the path, so it is the header of a loop.
            _ => {
                search.forest.make_header(next);
                search.tag(node, next)?;
            }
        }
    }
    Some(search.forest)
}

/// Positions on the path count from 2.
const UNSEEN: u32 = 0;
const LEFT: u32 = 1;

struct OnPath {
    node: u32,
    /// Its edges that are left: from here to `end`.
    next: u32,
    end: u32,
}

struct Search {
    forest: LoopForest,
    position: Vec<u32>,
    left: u64,
}

impl Search {
    fn enter(&mut self, graph: &Successors, node: u32, path: &mut Vec<OnPath>) {
        self.position[node as usize] = path.len() as u32 + 2;
        let edges = graph.range(node);
        path.push(OnPath { node, next: edges.start as u32, end: edges.end as u32 });
    }

    fn is_on_path(&self, node: u32) -> bool {
        self.position[node as usize] > LEFT
    }

    /// An edge leads to a node that was left: into loops that are left, too, if it has any.
    fn reentry(&mut self, from: u32, to: u32) -> Option<()> {
        let mut header = self.forest.headers[to as usize];
        while header != NONE {
            if self.is_on_path(header) {
                return self.tag(from, header);
            }
            self.forest.make_irreducible(header);
            header = self.forest.headers[header as usize];
            self.left = self.left.checked_sub(1)?;
        }
        Some(())
    }

    /// Weaves a header into the list of those around a node.
    fn tag(&mut self, node: u32, header: u32) -> Option<()> {
        if node == header || header == NONE {
            return Some(());
        }
        let (mut inner, mut new) = (node, header);
        loop {
            let around = self.forest.headers[inner as usize];
            if around == NONE {
                self.forest.headers[inner as usize] = new;
                return Some(());
            }
            if around == new {
                return Some(());
            }
            if self.position[around as usize] < self.position[new as usize] {
                self.forest.headers[inner as usize] = new;
                (inner, new) = (new, around);
            } else {
                inner = around;
            }
            self.left = self.left.checked_sub(1)?;
        }
    }
}
