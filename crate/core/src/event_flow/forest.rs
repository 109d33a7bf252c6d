//! The loops of a graph as a forest: for every node the header of the innermost loop around it.

/// No node.
pub(super) const NONE: u32 = u32::MAX;

/// Whether a node is the header of a loop, and of which kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HeaderKind {
    /// It is no header.
    #[default]
    None,
    /// The loop is entered through its header only.
    Reducible,
    /// The loop is also entered elsewhere; the header is the node through which the depth-first search entered it.
    Irreducible,
}

/// The loop nesting forest of a graph, as Havlak 1997 defines it for a depth-first search in the order of the successors.
///
/// A node is a header if an edge leads to it from itself or from a descendant in the search tree. The loop of header `h`
/// consists of the descendants of `h` from which `h` can be reached through descendants of `h`. Two loops are disjoint or
/// one lies in the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopForest {
    pub(super) headers: Vec<u32>,
    pub(super) kinds: Vec<HeaderKind>,
}

impl LoopForest {
    /// A forest without loops.
    pub(super) fn without_loops(nodes: usize) -> Self {
        Self { headers: vec![NONE; nodes], kinds: vec![HeaderKind::None; nodes] }
    }

    /// The header of the innermost loop that holds a node; of a header, of the innermost loop around its own.
    pub fn header_around(&self, node: u32) -> Option<u32> {
        self.headers.get(node as usize).copied().filter(|&header| header != NONE)
    }

    /// Whether a node is a header.
    pub fn kind(&self, node: u32) -> HeaderKind {
        self.kinds.get(node as usize).copied().unwrap_or_default()
    }

    /// All headers, ascending.
    pub fn headers(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.kinds.len() as u32).filter(|&node| self.kind(node) != HeaderKind::None)
    }

    /// Whether every loop has a single entry.
    pub fn is_reducible(&self) -> bool {
        !self.kinds.contains(&HeaderKind::Irreducible)
    }

    pub(super) fn make_header(&mut self, node: u32) {
        let kind = &mut self.kinds[node as usize];
        if *kind == HeaderKind::None {
            *kind = HeaderKind::Reducible;
        }
    }

    pub(super) fn make_irreducible(&mut self, header: u32) {
        self.kinds[header as usize] = HeaderKind::Irreducible;
    }
}
