//! Where a loop begins is an accident: nests with their loops begun elsewhere.

/// The same string as that of `$nest`, with the loops begun elsewhere; `$below` gives random numbers below a bound.
///
/// A macro, because this crate cannot name the types of `$core`: in unit tests of the core that is `crate`, elsewhere
/// `loopscope_core`.
#[macro_export]
macro_rules! begun_elsewhere {
    ($core:tt, $nest:expr, $below:expr) => {{
        use $core::nest::{NestBuilder, Node, NodeId};
        let nest = $nest;
        let places = |ids: &[NodeId]| ids.iter().map(|id| id.index()).collect();
        let nodes = nest.nodes().map(|node| match node {
            Node::Symbol(symbol) => $crate::PlainNode::Symbol(symbol.0),
            Node::Loop(node) => $crate::PlainNode::Loop(node.count, places(nest.body(&node))),
        });
        let root: Vec<usize> = places(nest.root());
        let mut builder = NestBuilder::new();
        let root = $crate::perturbed(nodes, &root, $below, |node| match node {
            $crate::Make::Symbol(symbol) => builder.symbol($core::symbols::Symbol(symbol)),
            $crate::Make::Loop(count, body) => builder.repeat(count, body),
        });
        builder.finish(&root)
    }};
}

/// A node of a nest, as numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlainNode {
    /// The number of a symbol.
    Symbol(u32),
    /// A count, and the numbers of the nodes of the body, which come before the loop.
    Loop(u64, Vec<usize>),
}

/// A node to be made for [`perturbed`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Make<'a, Id> {
    /// A symbol of that number.
    Symbol(u32),
    /// So many iterations of a body.
    Loop(u64, &'a [Id]),
}

/// The same string as a nest's with every second loop rotated or peeled: the items of its top level.
///
/// `nodes` and `root` are the nest; `below` gives random numbers below a bound, `make` makes the nodes of the new nest.
pub fn perturbed<Id: Copy>(
    nodes: impl IntoIterator<Item = PlainNode>,
    root: &[usize],
    mut below: impl FnMut(usize) -> usize,
    mut make: impl FnMut(Make<'_, Id>) -> Id,
) -> Vec<Id> {
    let mut lists: Vec<Vec<Id>> = Vec::new();
    for node in nodes {
        let list = match node {
            PlainNode::Symbol(symbol) => vec![make(Make::Symbol(symbol))],
            PlainNode::Loop(total, body) => {
                let body: Vec<Id> = body.iter().flat_map(|&at| lists[at].clone()).collect();
                let mut looped = |count: u64, body: &[Id]| match count {
                    1 => body.to_vec(),
                    _ => vec![make(Make::Loop(count, body))],
                };
                match below(6) {
                    0 => [body.clone(), looped(total - 1, &body)].concat(),
                    1 => [looped(total - 1, &body), body].concat(),
                    2 => {
                        let (x, y) = body.split_at(below(body.len()));
                        let inner = looped(total - 1, &[y, x].concat());
                        [x, &inner, y].concat()
                    }
                    _ => looped(total, &body),
                }
            }
        };
        lists.push(list);
    }
    root.iter().flat_map(|&at| lists[at].clone()).collect()
}
