use super::*;
use crate::building::{build, Method};
use crate::nest::text;
use loopscope_testing::strings;

#[test]
fn every_position_is_found() {
    for s in strings::structured(400) {
        let s: Vec<Symbol> = s.into_iter().map(Symbol).collect();
        for method in Method::ALL {
            let nest = build(method, &s).unwrap().nest;
            for (position, &symbol) in s.iter().enumerate() {
                let at = nest.symbol_at(position as u64).unwrap();
                assert_eq!((at.symbol, position_of(&nest, &at)), (symbol, position as u64));
            }
            assert_eq!(nest.symbol_at(s.len() as u64), None);
        }
    }
}

/// The way back: adds up what stands before.
fn position_of(nest: &Nest, at: &Location) -> u64 {
    let (mut offsets, mut position) = (nest.root_offsets(), 0);
    for (depth, step) in at.path.iter().enumerate() {
        let (_, node) = nest.loop_at(&at.path[..=depth]).unwrap();
        assert!(step.iteration < node.count);
        position += offsets.get(step.item).unwrap() + step.iteration * node.period;
        offsets = nest.body_offsets(&node);
    }
    position + offsets.get(at.item).unwrap()
}

#[test]
fn a_location() {
    let (nest, _) = text::parse_inline("(ab(a)^2b)^2(a)^2b").unwrap();
    let at = nest.symbol_at(8).unwrap();
    let path = [Step { item: 0, iteration: 1 }, Step { item: 2, iteration: 1 }];
    assert_eq!((at.path.as_slice(), at.item, at.symbol), (&path[..], 0, Symbol(0)));
    assert_eq!(nest.loop_at(&path).map(|(_, node)| node.period), Some(1));
    assert_eq!(nest.loop_at(&[]), None);
    assert_eq!(nest.loop_at(&[Step { item: 2, iteration: 0 }]), None);
    assert_eq!(nest.loop_at(&[Step { item: 9, iteration: 0 }]), None);
}

#[test]
fn expansion_needs_no_memory_for_what_it_expands() {
    let (nest, _) = text::parse_inline("((((ab)^1000c)^1000d)^1000e)^1000").unwrap();
    assert_eq!(nest.len(), (((2 * 1000 + 1) * 1000 + 1) * 1000 + 1) * 1000);
    let mut symbols = nest.symbols();
    assert_eq!(symbols.nth(3_000_000), nest.symbol_at(3_000_000).map(|at| at.symbol));
    assert!(symbols.open.capacity() <= 8);
    assert_eq!(nest.symbol_at(nest.len() - 1).map(|at| at.symbol), Some(Symbol(4)));
}

#[test]
fn nothing_comes_after_the_end() {
    let (nest, _) = text::parse_inline("(a)^2").unwrap();
    let mut symbols = nest.symbols();
    assert_eq!(symbols.by_ref().count(), 2);
    assert_eq!((symbols.next(), symbols.next()), (None, None));
    assert_eq!(Nest::default().symbols().next(), None);
}
