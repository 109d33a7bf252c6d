use super::*;
use crate::building::{build, Method};
use crate::nest::text::{inline, parse_inline};
use crate::symbols::Symbol;
use loopscope_testing::strings;

fn short(text: &str, room: usize) -> (String, u64) {
    let (nest, table) = parse_inline(text).unwrap();
    let short = inline_items(&nest, &table, nest.root(), room);
    (short.text, short.left_out)
}

#[test]
fn what_fits_is_the_inline_form() {
    for s in strings::structured(300) {
        let s: Vec<Symbol> = s.into_iter().map(Symbol).collect();
        let table = SymbolTable::new((0..1_000).map(|k| format!("x{k}").into()).collect());
        for method in Method::ALL {
            let nest = build(method, &s).unwrap().nest;
            let whole = inline_items(&nest, &table, nest.root(), usize::MAX);
            assert_eq!((whole.left_out, whole.text.contains('[')), (0, false));
            if nest.root().len() > 1 {
                assert_eq!(whole.text, inline(&nest, &table));
            }
            for room in [0, 1, 30, 200] {
                let cut = inline_items(&nest, &table, nest.root(), room);
                assert_eq!(cut.left_out == 0, cut.text == whole.text);
                let count = |c: char| cut.text.matches(c).count();
                assert_eq!(count('('), count(')'));
                // Every open loop may add its end and one note.
                assert!(cut.text.chars().count() <= room + 60 * (1 + count('(')), "{}", cut.text);
            }
        }
    }
}

#[test]
fn rows_are_shortened_before_the_end_is_cut() {
    assert_eq!(short("abcdefghijkl(xy)^3", 12), ("ab [10 more] [1 more]".to_owned(), 11));
    assert_eq!(short("( foo \"a b\" c d e f g h )^3", 20), ("(foo \"a b\" [6 more])^3".to_owned(), 6));
    assert_eq!(short("(ab)^2(cd)^2(ef)^2(gh)^2", 8), ("(ab)^2(c [1 more])^2 [2 more]".to_owned(), 3));
    assert_eq!(short("", 8), (String::new(), 0));
    assert_eq!(short("abc", 0), ("[3 more]".to_owned(), 3));
}
