use super::*;
use crate::nest::NestBuilder;
use crate::symbols::Symbol;

fn check(offsets: Offsets<'_>, expected: &[u64], total: u64) {
    assert_eq!((offsets.len(), offsets.is_empty()), (expected.len(), expected.is_empty()));
    assert!(offsets.iter().eq(expected.iter().copied()));
    assert_eq!(offsets.into_iter().len(), expected.len());
    for (item, &before) in expected.iter().enumerate() {
        assert_eq!(offsets.get(item), Some(before));
    }
    assert_eq!((offsets.get(expected.len()), offsets.get(usize::MAX)), (None, None));
    for bound in 0..=total + 1 {
        let by_definition = expected.partition_point(|&before| before < bound);
        assert_eq!(offsets.partition_point(|before| before < bound), by_definition);
    }
}

#[test]
fn as_added_up() {
    // Bodies of all lengths that begin everywhere between two samples.
    let mut builder = NestBuilder::new();
    let symbol = builder.symbol(Symbol(3));
    let inner = builder.repeat(5, &[symbol]);
    let mut bodies = Vec::new();
    for len in (1..70).chain([1, 2, 15, 16, 17, 200]) {
        let item = |at: usize| if at * 7 % 11 < 3 { inner } else { symbol };
        let body: Vec<NodeId> = (0..len).map(|at| item(at + len)).collect();
        bodies.push((builder.repeat(2, &body), body));
    }
    let mut root: Vec<NodeId> = bodies.iter().map(|(id, _)| *id).collect();
    root.extend(std::iter::repeat_n(symbol, 40));
    let nest = builder.finish(&root);
    let added_up = |items: &[NodeId]| {
        let mut before = 0;
        let next = |&id: &NodeId| {
            let after = before + nest.span(id);
            std::mem::replace(&mut before, after)
        };
        items.iter().map(next).collect::<Vec<u64>>()
    };
    for (id, body) in &bodies {
        let node = nest.as_loop(*id).unwrap();
        assert_eq!(nest.body(&node), body);
        check(nest.body_offsets(&node), &added_up(body), node.period);
    }
    check(nest.root_offsets(), &added_up(&root), nest.len());
    check(Nest::default().root_offsets(), &[], 0);
}
