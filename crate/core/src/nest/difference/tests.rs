use super::*;
use crate::building::{build, Method};
use crate::nest::{text, NestBuilder};
use crate::symbols::Symbol;
use loopscope_testing::strings;

/// Items as text, written by hand: loops with their bodies in brackets, symbols by number.
fn written(nest: &Nest, items: &[NodeId]) -> String {
    let item = |&id: &NodeId| match nest.node(id) {
        Node::Symbol(symbol) => format!("{} ", symbol.0),
        Node::Loop(node) => format!("({}){} ", written(nest, nest.body(&node)), node.count),
    };
    items.iter().map(item).collect()
}

/// The symbols of items.
fn expanded(nest: &Nest, items: &[NodeId]) -> Vec<u32> {
    let mut found = Vec::new();
    for &id in items {
        match nest.node(id) {
            Node::Symbol(symbol) => found.push(symbol.0),
            Node::Loop(node) => {
                let body = expanded(nest, nest.body(&node));
                (0..node.count).for_each(|_| found.extend_from_slice(&body));
            }
        }
    }
    found
}

/// Where the items of a list begin and end, found by expanding them.
fn boundaries(nest: &Nest, items: &[NodeId]) -> Vec<usize> {
    let mut at = 0;
    let ends = items.iter().map(|&id| {
        at += expanded(nest, &[id]).len();
        at
    });
    [0].into_iter().chain(ends).collect()
}

/// The naive twin: (start, end, text of every nest) of the segments of lists of items, from the texts
/// of the expanded items alone; of those inside loops, too. Imports nothing of the walk.
fn naive(lists: &[(&Nest, &[NodeId])], origin: usize, found: &mut Vec<(usize, usize, Vec<String>)>) {
    let ends: Vec<Vec<usize>> = lists.iter().map(|(nest, items)| boundaries(nest, items)).collect();
    let cuts: Vec<usize> = ends[0].iter().copied().filter(|cut| ends.iter().all(|list| list.contains(cut))).collect();
    let mut same_before = false;
    for cut in cuts.windows(2) {
        let pieces: Vec<&[NodeId]> = lists
            .iter()
            .zip(&ends)
            .map(|((_, items), ends)| {
                let place = |cut: usize| ends.iter().position(|&end| end == cut).unwrap();
                &items[place(cut[0])..place(cut[1])]
            })
            .collect();
        let texts: Vec<String> = lists.iter().zip(&pieces).map(|((nest, _), piece)| written(nest, piece)).collect();
        let same = texts.iter().all(|text| *text == texts[0]);
        if same && same_before {
            let last = found.last_mut().unwrap();
            last.1 = origin + cut[1];
            last.2.iter_mut().zip(&texts).for_each(|(before, text)| before.push_str(text));
        } else {
            found.push((origin + cut[0], origin + cut[1], texts));
        }
        same_before = same;
        let loops: Option<Vec<_>> = lists
            .iter()
            .zip(&pieces)
            .map(|((nest, _), piece)| match piece {
                [id] => nest.as_loop(*id),
                _ => None,
            })
            .collect();
        let loops = loops.unwrap_or_default();
        if !same && !loops.is_empty() && loops.iter().all(|l| l.count == loops[0].count) {
            let bodies: Vec<_> = lists.iter().zip(&loops).map(|((nest, _), l)| (*nest, nest.body(l))).collect();
            naive(&bodies, origin + cut[0], found);
        }
    }
}

/// The segments in the naive form, with everything that can be said of each checked on the way.
fn checked(
    lists: &[(&Nest, &[NodeId])],
    segments: impl IntoIterator<Item = Segment>,
    (origin, len): (u64, u64),
    found: &mut Vec<(usize, usize, Vec<String>)>,
) {
    let mut at = origin;
    let mut same_before = false;
    let mut items_before = vec![0; lists.len()];
    for segment in segments {
        assert_eq!(segment.start, at);
        assert!(segment.end > segment.start);
        assert!(!(segment.is_same() && same_before), "neighbours that are the same");
        (at, same_before) = (segment.end, segment.is_same());
        let pieces: Vec<&[NodeId]> =
            lists.iter().zip(&segment.pieces).map(|((_, items), piece)| &items[piece.items.clone()]).collect();
        for (before, piece) in items_before.iter_mut().zip(&segment.pieces) {
            assert_eq!(piece.items.start, *before);
            *before = piece.items.end;
        }
        let symbols: Vec<Vec<u32>> =
            lists.iter().zip(&pieces).map(|((nest, _), piece)| expanded(nest, piece)).collect();
        let texts: Vec<String> = lists.iter().zip(&pieces).map(|((nest, _), piece)| written(nest, piece)).collect();
        for (k, (piece, text)) in segment.pieces.iter().zip(&texts).enumerate() {
            assert_eq!(symbols[k], symbols[0]);
            assert_eq!(symbols[k].len() as u64, segment.end - segment.start);
            assert_eq!(piece.shape == segment.pieces[0].shape, *text == texts[0]);
            let (nest, _) = lists[k];
            let spans = pieces[k].iter().filter_map(|&id| nest.as_loop(id)).map(|l| l.span());
            let main = piece.main.map(|main| {
                assert_eq!(lists[k].1[main.item], main.node);
                main.period * main.count
            });
            assert_eq!(main, spans.max());
            for other in &segment.pieces {
                let (Some(a), Some(b)) = (piece.main, other.main) else { continue };
                let Some(shift) = b.shifted_from(&a) else { continue };
                let mut body = expanded(nest, nest.body(&nest.as_loop(a.node).unwrap()));
                body.rotate_left(shift.rotation as usize);
                let (other_nest, _) = lists[segment.pieces.iter().position(|p| std::ptr::eq(p, other)).unwrap()];
                let theirs = other_nest.as_loop(b.node).unwrap();
                assert_eq!(body, expanded(other_nest, other_nest.body(&theirs)));
                assert_eq!(a.count as i64 + shift.more, b.count as i64);
            }
        }
        assert_eq!(segment.is_same(), texts.iter().all(|text| *text == texts[0]));
        found.push((segment.start as usize, segment.end as usize, texts));
        if let Relation::Inside(inner) = segment.relation {
            let loops = lists.iter().zip(&pieces).map(|((nest, _), piece)| {
                assert_eq!(piece.len(), 1);
                (*nest, nest.as_loop(piece[0]).unwrap())
            });
            let loops: Vec<_> = loops.collect();
            let bodies: Vec<_> = loops.iter().map(|(nest, l)| (*nest, nest.body(l))).collect();
            checked(&bodies, inner, (segment.start, loops[0].1.period), found);
        }
    }
    assert_eq!(at, origin + len);
}

fn check(nests: &[&Nest]) {
    let lists: Vec<_> = nests.iter().map(|&nest| (nest, nest.root())).collect();
    let (mut expected, mut found) = (Vec::new(), Vec::new());
    naive(&lists, 0, &mut expected);
    checked(&lists, Differences::new(nests), (0, nests[0].len()), &mut found);
    assert_eq!(found, expected);
}

/// Every method, and the string without loops.
fn check_methods(s: &[u32]) {
    let s: Vec<Symbol> = s.iter().map(|&letter| Symbol(letter)).collect();
    let nests: Vec<Nest> = Method::ALL.iter().map(|&method| build(method, &s).unwrap().nest).collect();
    let all: Vec<&Nest> = nests.iter().collect();
    check(&all);
    for pair in all.windows(2) {
        check(pair);
    }
    let mut builder = NestBuilder::new();
    let flat: Vec<NodeId> = s.iter().map(|&symbol| builder.symbol(symbol)).collect();
    check(&[&builder.finish(&flat), &nests[0]]);
}

#[test]
fn as_naive() {
    strings::all(2, 9, check_methods);
    strings::all(3, 6, check_methods);
    for seed in 0..600 {
        check_methods(&strings::noisy(10 + seed as usize % 90, seed));
        check_methods(&strings::random(60, 1 + seed as u32 % 4, seed));
    }
    for s in strings::structured(200) {
        check_methods(&s);
    }
}

fn parsed(texts: &[&str]) -> Vec<Nest> {
    texts.iter().map(|text| text::parse_inline(text).unwrap().0).collect()
}

/// (start, end, S, I or D) of the segments, those inside loops in brackets.
fn told(texts: &[&str]) -> String {
    fn tell(segments: Vec<Segment>) -> String {
        let tell = |segment: Segment| {
            let range = format!("{}-{}", segment.start, segment.end);
            match segment.relation {
                Relation::Same => format!("{range} S "),
                Relation::Differs => format!("{range} D "),
                Relation::Inside(inner) => format!("{range} [ {}] ", tell(inner)),
            }
        };
        segments.into_iter().map(tell).collect()
    }
    let nests = parsed(texts);
    tell(Differences::new(&nests.iter().collect::<Vec<_>>()).collect())
}

#[test]
fn by_hand() {
    assert_eq!(told(&["(ab(a)^2b)^2(a)^2b", "(ab(a)^2b)^2(a)^2b"]), "0-13 S ");
    assert_eq!(told(&["(ab(a)^2b)^2(a)^2b", "ab(a)^2ba(b(a)^2)^2b"]), "0-12 D 12-13 S ");
    // The loop around has the same count: the difference is inside it.
    assert_eq!(told(&["x((ab)^3y)^5z", "x(a(ba)^2by)^5z"]), "0-1 S 1-36 [ 1-7 D 7-8 S ] 36-37 S ");
    // Two differences side by side are two.
    assert_eq!(told(&["(ab)^2(ba)^2", "ababbaba"]), "0-4 D 4-8 D ");
    assert_eq!(told(&["", ""]), "");
    assert_eq!(told(&[]), "");
}

/// Appendix A: the loop of greedy is that of optimal, rotated and shorter.
#[test]
fn one_loop_cut_in_two_ways() {
    let nests = parsed(&["(abaab)^4x", "ab(aaba)^2x", "ab(aabab)^3aabx"]);
    let mut found = Differences::new(&[&nests[0], &nests[2]]);
    let segment = found.next().unwrap();
    assert_eq!((segment.start, segment.end, &segment.relation), (0, 20, &Relation::Differs));
    let [outer, shifted] = [0, 1].map(|nest| segment.pieces[nest].main.unwrap());
    assert_eq!(shifted.shifted_from(&outer), Some(Shift { more: -1, rotation: 2 }));
    assert_eq!(outer.shifted_from(&shifted), Some(Shift { more: 1, rotation: 3 }));
    // Another period is another loop.
    let other = Differences::new(&[&nests[1]]).next().unwrap().pieces[0].main.unwrap();
    assert_eq!(other.shifted_from(&outer), None);
    assert_eq!(found.next().map(|segment| segment.is_same()), Some(true));
}

/// What does not fit together is compared as far as it goes, and breaks nothing.
#[test]
fn nests_of_different_strings() {
    assert_eq!(told(&["abc", "ab"]), "0-2 S ");
    assert_eq!(told(&["(ab)^2", "a"]), "");
    assert_eq!(told(&["", "a"]), "");
}
