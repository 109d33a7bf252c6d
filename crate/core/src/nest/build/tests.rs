use super::*;
use crate::nest::Node;

#[test]
fn equal_nodes_are_one() {
    let mut builder = NestBuilder::new();
    let (a, far) = (builder.symbol(Symbol(0)), builder.symbol(Symbol(u32::MAX)));
    assert_eq!((builder.symbol(Symbol(0)), builder.symbol(Symbol(u32::MAX))), (a, far));
    let two = builder.repeat(2, &[a, far]);
    assert_eq!(builder.repeat(2, &[a, far]), two);
    assert_ne!(builder.repeat(3, &[a, far]), two);
    assert_ne!(builder.repeat(2, &[far, a]), two);
    let nest = builder.finish(&[two, a]);
    assert_eq!((nest.len(), nest.nodes().len()), (5, 5));
}

#[test]
fn whole_strings() {
    for letters in [vec![], (0..500).chain(0..500).collect(), vec![0, 2, 1, 2, 0], vec![7; 200]] {
        let string: Vec<Symbol> = letters.into_iter().map(Symbol).collect();
        let (mut builder, mut one_by_one) = (NestBuilder::new(), NestBuilder::new());
        let mut ids = Vec::new();
        builder.append_symbols(&string, &mut ids);
        let expected: Vec<_> = string.iter().map(|&symbol| one_by_one.symbol(symbol)).collect();
        assert_eq!(ids, expected);
        assert_eq!(builder.finish(&ids), one_by_one.finish(&ids));
    }
}

#[test]
fn many_symbols() {
    let dense = SymbolNodes::DENSE as u32;
    let in_order: Vec<u32> = (0..dense + 1000).collect();
    let far_first = [&[0, dense + 1, u32::MAX, dense + 1][..], &in_order, &in_order].concat();
    let far_last = [&in_order[..], &[4 * dense, dense + 1, dense + 999, 4 * dense]].concat();
    for letters in [in_order, far_first, far_last] {
        let string: Vec<Symbol> = letters.into_iter().map(Symbol).collect();
        let mut builder = NestBuilder::new();
        let mut ids = Vec::new();
        builder.append_symbols(&string, &mut ids);
        let nest = builder.finish(&ids);
        assert!(nest.symbols().eq(string.iter().copied()));
        let mut different = string;
        different.sort_unstable();
        different.dedup();
        assert_eq!(nest.nodes().len(), different.len());
    }
}

#[test]
fn loops_do_not_crowd_in_the_table() {
    // As `aabbcc..` makes them: every second node is a symbol. Or several are between them.
    for step in [1, 2, 3, 4, 8, 64, 1000, 1 << 14] {
        let mut builder = NestBuilder::new();
        for number in 0..200_000 {
            let id = NodeId(number * step);
            let hash = hash(2, &[id]);
            builder.loops.used += 1;
            if 4 * builder.loops.used > 3 * builder.loops.tags.len() {
                let larger = (2 * builder.loops.tags.len()).max(64);
                (builder.loops.tags, builder.loops.slots) = (vec![0; larger], vec![0; larger]);
                (0..number).for_each(|before| {
                    let id = NodeId(before * step);
                    builder.loops.place(self::hash(2, &[id]), id);
                });
            }
            builder.loops.place(hash, id);
        }
        // The longest row of used slots: as random hashes make, not half of the table.
        let longest = builder.loops.tags.split(|&tag| tag == 0).map(<[u8]>::len).max();
        assert!(longest.unwrap_or(0) < 2_000, "{step}: {longest:?}");
    }
}

#[test]
fn many_loops_are_found_again() {
    let mut builder = NestBuilder::new();
    let mut make = || -> Vec<NodeId> {
        let mut loops = Vec::new();
        for k in 0..5000 {
            let symbol = builder.symbol(Symbol(k % 70));
            let body = [symbol, *loops.last().unwrap_or(&symbol)];
            loops.push(builder.repeat(2 + u64::from(k % 3), &body));
            // Kept low, or the spans would overflow.
            if k % 20 == 0 {
                loops.push(builder.repeat(u64::from(k) + 7, &[symbol]));
            }
        }
        loops
    };
    assert_eq!(make(), make());
}

#[test]
fn spans_and_offsets() {
    let mut builder = NestBuilder::new();
    let (a, b) = (builder.symbol(Symbol(1)), builder.symbol(Symbol(2)));
    let inner = builder.repeat(3, &[a, b]);
    let outer = builder.repeat(2, &[b, inner, a]);
    let nest = builder.finish(&[a, outer, inner]);
    let node = nest.as_loop(outer).unwrap();
    assert_eq!((node.period, node.span(), node.height), (8, 16, 2));
    assert!(nest.body_offsets(&node).iter().eq([0, 1, 7]));
    assert!(nest.root_offsets().iter().eq([0, 1, 17]));
    assert_eq!((nest.len(), nest.is_empty(), nest.ids().count()), (23, false, 4));
    assert!(Nest::default().is_empty());
}

#[test]
fn numbers_of_more_than_32_bits() {
    let mut builder = NestBuilder::new();
    let far = builder.symbol(Symbol(u32::MAX));
    let wide = u64::from(u32::MAX) + 1;
    for count in [2, wide - 1, wide, u64::MAX] {
        let one = builder.repeat(count, &[far]);
        let two = builder.repeat(2, &[far, one]);
        assert_eq!((builder.repeat(count, &[far]), builder.repeat(2, &[far, one])), (one, two));
        let nest = std::mem::take(&mut builder).finish(&[two, one, far]);
        let node = |id| nest.as_loop(id).map(|node| (node.count, node.period, node.height));
        assert_eq!(node(one), Some((count, 1, 1)));
        assert_eq!(node(two), Some((2, count.saturating_add(1), 2)));
        assert_eq!(nest.node(far), Node::Symbol(Symbol(u32::MAX)));
        assert_eq!(nest.body(&nest.as_loop(two).unwrap()), [far, one]);
        assert_eq!(builder.symbol(Symbol(u32::MAX)), far);
    }
}

#[test]
fn spans_saturate() {
    let mut builder = NestBuilder::new();
    let mut node = builder.symbol(Symbol(0));
    for _ in 0..3 {
        node = builder.repeat(u64::MAX / 2, &[node]);
    }
    assert_eq!(builder.finish(&[node, node]).len(), u64::MAX);
}
