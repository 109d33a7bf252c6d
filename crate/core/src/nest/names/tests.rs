use super::*;
use crate::building::{build, Method};
use crate::nest::{text, NestBuilder, Node, Stats};
use crate::symbols::Symbol;
use loopscope_testing::strings;

#[test]
fn order() {
    // Loops of 20, 6 and 6 events: of the equal ones the first in the string comes first.
    let (nest, table) = text::parse_inline("(ab)^3(ba)^3(x)^20").unwrap();
    let names = LoopNames::new(&nest);
    let long = text::print(&nest, &table, &names);
    let ids: Vec<&str> = long.lines().filter_map(|line| line.split("# ").nth(1)).collect();
    assert_eq!(ids, ["2", "3", "1"]);
    // A loop whose body is a loop: equal events, equal position, the longer first.
    let (nest, _) = text::parse_inline("((a)^3)^4").unwrap();
    let names = LoopNames::new(&nest);
    assert_eq!(names.loops().iter().map(|l| l.level).collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn places() {
    // (xy)^2 stands first deep inside, later on top.
    let (nest, _) = text::parse_inline("a((xy)^2b(c)^2)^3(xy)^2").unwrap();
    let names = LoopNames::new(&nest);
    let [outer, inner, small] = names.loops() else { panic!("{names:?}") };
    assert_eq!((outer.id, outer.events, outer.entered, outer.first), (1, 21, 1, 1));
    assert_eq!((inner.events, inner.entered, inner.first, inner.level), (16, 4, 1, 1));
    assert_eq!((small.events, small.entered, small.first, small.level), (6, 3, 6, 2));
    let path = |id| names.path(id).iter().map(|s| s.item).collect::<Vec<_>>();
    assert_eq!((path(1), path(2), path(3)), (vec![1], vec![1, 0], vec![1, 2]));
    assert_eq!((path(0), path(4)), (vec![], vec![]));
    assert_eq!(names.of(inner.node), Some(inner));
    assert_eq!((names.get(0), names.get(4)), (None, None));
    assert_eq!(names.id(nest.root()[0]), 0);
}

#[test]
fn nodes_that_are_not_used_have_no_name() {
    let mut builder = NestBuilder::new();
    let a = builder.symbol(Symbol(0));
    let unused = builder.repeat(2, &[a]);
    let used = builder.repeat(3, &[a]);
    let names = LoopNames::new(&builder.finish(&[used]));
    assert_eq!((names.loops().len(), names.id(unused), names.id(used)), (1, 0, 1));
}

/// Walks through all occurrences.
fn by_walking(nest: &Nest) -> Vec<(NodeId, u64, u64, u32)> {
    fn walk(nest: &Nest, items: &[NodeId], mut at: u64, level: u32, seen: &mut Vec<(u64, u64, u32)>) -> u64 {
        for &id in items {
            let Node::Loop(node) = nest.node(id) else {
                at += 1;
                continue;
            };
            let place = &mut seen[id.index()];
            *place = (place.0 + 1, place.1.min(at), place.2.min(level));
            for _ in 0..node.count {
                at = walk(nest, nest.body(&node), at, level + 1, seen);
            }
        }
        at
    }
    let mut seen = vec![(0, u64::MAX, u32::MAX); nest.nodes().len()];
    walk(nest, nest.root(), 0, 1, &mut seen);
    let loops = nest.ids().filter(|&id| nest.as_loop(id).is_some());
    loops.map(|id| (id, seen[id.index()].0, seen[id.index()].1, seen[id.index()].2)).collect()
}

#[test]
fn as_by_walking() {
    for s in strings::structured(2_000) {
        let s: Vec<Symbol> = s.into_iter().map(Symbol).collect();
        for method in Method::ALL {
            let nest = build(method, &s).unwrap().nest;
            let names = LoopNames::new(&nest);
            let mut found: Vec<_> = names.loops().iter().map(|l| (l.node, l.entered, l.first, l.level)).collect();
            found.sort_small();
            assert_eq!(found, by_walking(&nest));
            for named in names.loops() {
                let path = names.path(named.id);
                assert_eq!(nest.loop_at(&path).map(|(id, _)| id), Some(named.node));
                assert_eq!(named.events, named.entered * nest.span(named.node));
            }
            let order = |l: &NamedLoop| (Reverse(l.events), l.first, Reverse(nest.span(l.node)));
            // The main loop comes first, the others by their events.
            let main = Stats::new(&nest).main_loop.map(|main| main.node);
            assert_eq!(names.loops().first().map(|l| l.node), main);
            let others = names.loops().get(1..).unwrap_or_default();
            assert!(others.windows(2).all(|w| order(&w[0]) <= order(&w[1])));
        }
    }
}
