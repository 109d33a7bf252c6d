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
    loops_watched(graph, root, budget, &mut ())
}

/// What is done at an edge of the search; the letters are those of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EdgeCase {
    /// A: the node was not visited before.
    New,
    /// B: it is on the path.
    OnPath,
    /// C: it was left and is in no loop.
    Done,
    /// D: it was left, and its header is on the path.
    DoneInside,
    /// E: it was left, and its header was, too.
    Reentry,
}

/// What can be watched during the search. Each method does nothing unless it is written.
pub(crate) trait WatchHeaders {
    /// A node enters the path.
    fn visits(&mut self, _node: u32) {}
    /// A node heads a loop.
    fn is_header(&mut self, _node: u32) {}
    /// The loop of a header has a second entry.
    fn is_irreducible(&mut self, _header: u32) {}
    /// An edge has been looked at.
    fn edge(&mut self, _from: u32, _to: u32, _case: EdgeCase) {}
    /// A header is to be woven into those around a node.
    fn tags(&mut self, _node: u32, _header: Option<u32>) {}
    /// From a node up to its header.
    fn climbs(&mut self, _node: u32, _header: u32) {}
    /// A header comes between a node and the one that it had.
    fn puts(&mut self, _node: u32, _header: u32, _old: u32) {}
    /// A node without header receives one.
    fn sets(&mut self, _node: u32, _header: u32) {}
    /// The header is woven in.
    fn tagged(&mut self) {}
    /// A node leaves the path.
    fn leaves(&mut self, _node: u32, _header: Option<u32>) {}
}

/// Watches nothing.
impl WatchHeaders for () {}

/// Does the same, and reports each step.
pub(super) fn loops_watched(
    graph: &Successors,
    root: u32,
    budget: u64,
    watch: &mut impl WatchHeaders,
) -> Option<LoopForest> {
    let mut search = Search {
        forest: LoopForest::without_loops(graph.nodes()),
        position: vec![UNSEEN; graph.nodes()],
        left: budget,
        watch,
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
            search.watch.leaves(node, search.forest.header_around(node));
            if let Some(above) = path.last() {
                search.tag(above.node, search.forest.headers[node as usize])?;
            }
            continue;
        };
        top.next += 1;
        match search.position[next as usize] {
            // A: not visited before.
            UNSEEN => {
                search.watch.edge(node, next, EdgeCase::New);
                search.enter(graph, next, &mut path);
            }
            // C, D and E: visited, no longer on the path.
            LEFT => search.reentry(node, next)?,
            // B: on the path, so it is the header of a loop.
            _ => {
                search.forest.make_header(next);
                search.watch.is_header(next);
                search.watch.edge(node, next, EdgeCase::OnPath);
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

struct Search<'a, W> {
    forest: LoopForest,
    position: Vec<u32>,
    left: u64,
    watch: &'a mut W,
}

impl<W: WatchHeaders> Search<'_, W> {
    fn enter(&mut self, graph: &Successors, node: u32, path: &mut Vec<OnPath>) {
        self.position[node as usize] = path.len() as u32 + 2;
        self.watch.visits(node);
        let edges = graph.range(node);
        path.push(OnPath { node, next: edges.start as u32, end: edges.end as u32 });
    }

    fn is_on_path(&self, node: u32) -> bool {
        self.position[node as usize] > LEFT
    }

    /// An edge leads to a node that was left: into loops that are left, too, if it has any.
    fn reentry(&mut self, from: u32, to: u32) -> Option<()> {
        let mut header = self.forest.headers[to as usize];
        let mut case = if header == NONE { EdgeCase::Done } else { EdgeCase::DoneInside };
        while header != NONE {
            if self.is_on_path(header) {
                self.watch.edge(from, to, case);
                return self.tag(from, header);
            }
            case = EdgeCase::Reentry;
            self.forest.make_irreducible(header);
            self.watch.is_irreducible(header);
            header = self.forest.headers[header as usize];
            self.left = self.left.checked_sub(1)?;
        }
        self.watch.edge(from, to, case);
        Some(())
    }

    /// Weaves a header into the list of those around a node.
    fn tag(&mut self, node: u32, header: u32) -> Option<()> {
        self.watch.tags(node, Some(header).filter(|&header| header != NONE));
        self.weave(node, header)?;
        self.watch.tagged();
        Some(())
    }

    fn weave(&mut self, node: u32, header: u32) -> Option<()> {
        if node == header || header == NONE {
            return Some(());
        }
        let (mut inner, mut new) = (node, header);
        loop {
            let around = self.forest.headers[inner as usize];
            if around == NONE {
                self.forest.headers[inner as usize] = new;
                self.watch.sets(inner, new);
                return Some(());
            }
            if around == new {
                return Some(());
            }
            if self.position[around as usize] < self.position[new as usize] {
                self.forest.headers[inner as usize] = new;
                self.watch.puts(inner, new, around);
                (inner, new) = (new, around);
            } else {
                self.watch.climbs(inner, around);
                inner = around;
            }
            self.left = self.left.checked_sub(1)?;
        }
    }
}
