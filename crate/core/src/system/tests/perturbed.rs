//! Where a loop begins is an accident: nests with their loops begun elsewhere.

use loopscope_core::nest::{Nest, NestBuilder, Node, NodeId};

/// The same string with every second loop rotated or peeled; `below` gives random numbers below a bound.
pub(crate) fn perturbed(nest: &Nest, mut below: impl FnMut(usize) -> usize) -> Nest {
    let mut builder = NestBuilder::new();
    let mut lists: Vec<Vec<NodeId>> = Vec::new();
    for node in nest.nodes() {
        let list = match node {
            Node::Symbol(symbol) => vec![builder.symbol(symbol)],
            Node::Loop(node) => {
                let body: Vec<NodeId> =
                    nest.body(&node).iter().flat_map(|id| lists[id.index()].clone()).collect();
                let mut looped = |count: u64, body: &[NodeId]| match count {
                    1 => body.to_vec(),
                    _ => vec![builder.repeat(count, body)],
                };
                match below(6) {
                    0 => [body.clone(), looped(node.count - 1, &body)].concat(),
                    1 => [looped(node.count - 1, &body), body].concat(),
                    2 => {
                        let (x, y) = body.split_at(below(body.len()));
                        let inner = looped(node.count - 1, &[y, x].concat());
                        [x, &inner, y].concat()
                    }
                    _ => looped(node.count, &body),
                }
            }
        };
        lists.push(list);
    }
    let root: Vec<NodeId> = nest.root().iter().flat_map(|id| lists[id.index()].clone()).collect();
    builder.finish(&root)
}
