use super::*;
use crate::building::{build, Method};
use crate::nest::NestBuilder;
use crate::symbols::Symbol;
use loopscope_testing::strings;

fn table(texts: &[&str]) -> SymbolTable {
    SymbolTable::new(texts.iter().map(|&text| text.into()).collect())
}

fn printed(nest: &Nest, table: &SymbolTable) -> String {
    print(nest, table, &LoopNames::new(nest))
}

fn expansion(nest: &Nest, table: &SymbolTable) -> Vec<String> {
    nest.symbols().map(|symbol| table.text(symbol).to_owned()).collect()
}

#[test]
fn the_form() {
    let mut builder = NestBuilder::new();
    let symbols: Vec<_> = (0..3).map(|k| builder.symbol(Symbol(k))).collect();
    let inner = builder.repeat(160, &symbols[..2]);
    let outer = builder.repeat(249, &[inner, symbols[2]]);
    let other = builder.repeat(2, &symbols[..2]);
    let nest = builder.finish(&[symbols[2], outer, other]);
    let table = table(&["0 send 1 2", "done", "1 recv 0 1"]);
    assert_eq!(
        printed(&nest, &table),
        r#"1 recv 0 1
for i0 = 0 to 248            # 1
  for i1 = 0 to 159          # 2
    0 send 1 2
    "done"
  done
  1 recv 0 1
done
for i0 = 0 to 1              # 3
  0 send 1 2
  "done"
done
"#
    );
    let (read, read_table) = parse(&printed(&nest, &table)).unwrap();
    assert_eq!(printed(&read, &read_table), printed(&nest, &table));
    assert_eq!(expansion(&read, &read_table), expansion(&nest, &table));
}

#[test]
fn long_headers_keep_their_distance() {
    let mut builder = NestBuilder::new();
    let mut node = builder.symbol(Symbol(0));
    for _ in 0..20 {
        node = builder.repeat(8, &[node]);
    }
    let nest = builder.finish(&[node]);
    let text = printed(&nest, &table(&["a"]));
    assert!(text.lines().take(20).all(|line| line.contains("to 7  ")), "{text}");
    assert_eq!(parse(&text).map(|(nest, _)| nest), Ok(nest));
}

#[test]
fn layout_is_free() {
    let text = "\r\n  for   i0 = 0 to 1 # 7\r\n a  b\t\r\n\r\n\"x\" # y\r\ndone   # end\r\n# z";
    let (nest, table) = parse(text).unwrap();
    assert_eq!(expansion(&nest, &table), ["a  b", "x", "a  b", "x"]);
    assert_eq!(parse("").unwrap().0, Nest::default());
}

#[test]
fn errors_name_line_and_expectation() {
    let check = |text: &str, line: usize, expected: &str| {
        let error = parse(text).unwrap_err();
        assert!(error.line == line && error.expected.contains(expected), "{text:?}: {error}");
    };
    check("a\ndone", 2, "none is open");
    check("done", 1, "none is open");
    check("a\nfor i0 = 0 to 3\nb", 4, "\"done\" for 1 open");
    check("for i0 = 0 to 3\ndone", 2, "a body cannot be empty");
    check("for i1 = 0 to 3", 1, "for i0 = 0 to N");
    check("for i0 = 0 to 0", 1, "1 or more");
    check("for i0 = 0 to -1", 1, "1 or more");
    check("for i0 = 1 to 3", 1, "for i0 = 0 to N");
    check("for i0 = 0 to 3 4", 1, "for i0 = 0 to N");
    check("for i0 = 0 to 18446744073709551615", 1, "for i0 = 0 to N");
    check("for", 1, "for i0 = 0 to N");
    check("a\n\"b", 2, "closing quote");
    check("\"b\" c", 1, "nothing behind");
    check("val read: 3", 1, "in quotes");
    check("done now", 1, "in quotes");
    check("a \"b\"", 1, "without quotes");
    check("a\u{1}b", 1, "control characters");
    let deep: String = (0..70).map(|k| format!("for i{k} = 0 to 1\n")).collect();
    check(&format!("{deep}a\n{}", "done\n".repeat(70)), 135, "fewer events");
    let error = parse(&format!("for {}", "x".repeat(100))).unwrap_err();
    assert_eq!(error.found.chars().count(), 61);
    assert!(error.to_string().starts_with("line 1: found \"for xxx"));
}

#[test]
fn inline_letters() {
    for text in ["", "a", "abc", "(a)^2", "(ab(a)^2b)^2(a)^2b", "(é)^10x", "aba(bc)^3"] {
        let (nest, table) = parse_inline(text).unwrap();
        assert_eq!(inline(&nest, &table), text);
    }
}

#[test]
fn inline_words() {
    for text in ["foo bar", "( x1 x2 )^2 y", "( foo )^3 ( a ( b 7 )^2 )^4", "\"foo\"", "\"a b\" ( \"(\" )^2"] {
        let (nest, table) = parse_inline(text).unwrap();
        let again = inline(&nest, &table);
        let (nest_again, table_again) = parse_inline(&again).unwrap();
        assert_eq!(expansion(&nest, &table), expansion(&nest_again, &table_again), "{again}");
        assert_eq!(inline(&nest_again, &table_again), again);
    }
    let (nest, table) = parse_inline("( x1 x2 )^2 y \"\" 7").unwrap();
    assert_eq!(inline(&nest, &table), "(x1 x2)^2 y \"\" 7");
    assert_eq!(expansion(&nest, &table), ["x1", "x2", "x1", "x2", "y", "", "7"]);
}

#[test]
fn inline_errors() {
    for text in ["(a", "a)^2", "()^2", "(a)", "(a)^1", "(a)^", "a^2", "\"a", "(a)^99999999999999999999"] {
        assert!(parse_inline(text).is_err(), "{text}");
    }
    let error = parse_inline("ab)^2").unwrap_err();
    assert_eq!((error.line, error.found.as_str()), (1, ")^2"));
}

/// Texts that could be mistaken, or nearly.
const ODD: [&str; 16] = [
    "",
    " ",
    "for",
    "done",
    "val x: 1",
    "for i0 = 0 to 3",
    "a # b",
    "\"",
    "\\",
    "\n",
    "(",
    ")^2",
    "é",
    "forty",
    "0 send 1 2",
    "7",
];

fn check_round_trip(s: &[u32], texts: &[&str]) {
    let s: Vec<Symbol> = s.iter().map(|&letter| Symbol(letter % texts.len() as u32)).collect();
    let table = table(texts);
    for method in Method::ALL {
        let nest = build(method, &s).unwrap().nest;
        let long = printed(&nest, &table);
        let (read, read_table) = parse(&long).unwrap();
        assert_eq!(printed(&read, &read_table), long);
        assert_eq!(expansion(&read, &read_table), expansion(&nest, &table));
        let short = inline(&nest, &table);
        let (read, read_table) = parse_inline(&short).unwrap();
        assert_eq!(inline(&read, &read_table), short);
        assert_eq!(expansion(&read, &read_table), expansion(&nest, &table));
    }
}

#[test]
fn round_trips_of_built_nests() {
    strings::all(3, 7, |s| check_round_trip(s, &["a", "b", "done"]));
    for (seed, s) in strings::structured(300).into_iter().enumerate() {
        check_round_trip(&s, &ODD[..2 + seed % 14]);
        check_round_trip(&s, &["x", "yy", "é"]);
    }
}

/// A nest of any form, not only what a method builds.
fn any_nest(seed: u64) -> Nest {
    let mut random = loopscope_testing::Random::new(seed);
    let mut builder = NestBuilder::new();
    let mut nodes: Vec<_> = (0..ODD.len()).map(|k| builder.symbol(Symbol(k as u32))).collect();
    for _ in 0..random.below(12) {
        let len = 1 + random.below(4);
        let body: Vec<_> = (0..len).map(|_| nodes[random.below(nodes.len() as u64) as usize]).collect();
        nodes.push(builder.repeat(2 + random.below(3), &body));
    }
    let root: Vec<_> = nodes.iter().rev().take(3).copied().collect();
    builder.finish(&root)
}

#[test]
fn round_trips_of_any_nest() {
    let table = table(&ODD);
    for seed in 0..500 {
        let nest = any_nest(seed);
        let long = printed(&nest, &table);
        let (read, read_table) = parse(&long).unwrap();
        assert_eq!(printed(&read, &read_table), long);
        assert_eq!(read.len(), nest.len());
        let short = inline(&nest, &table);
        let (read, read_table) = parse_inline(&short).unwrap();
        assert_eq!(inline(&read, &read_table), short);
        assert_eq!(read.len(), nest.len());
    }
}

proptest::proptest! {
    #[test]
    fn no_text_breaks_the_parsers(text in "(for i[01] = 0 to [0-9]{1,3}\n|done\n|a\n|\"x\"\n|\\PC|[()^#\"\\\\]){0,12}") {
        if let Ok((nest, table)) = parse(&text) {
            let again = printed(&nest, &table);
            proptest::prop_assert_eq!(parse(&again).map(|(nest, table)| printed(&nest, &table)), Ok(again));
        }
        if let Ok((nest, table)) = parse_inline(&text) {
            let again = inline(&nest, &table);
            proptest::prop_assert_eq!(parse_inline(&again).map(|(nest, table)| inline(&nest, &table)), Ok(again));
        }
    }

    #[test]
    fn any_symbol_comes_back(texts in proptest::collection::vec("\\PC{0,6}|[ -~\n\t]{0,8}", 1..5)) {
        let symbols: Vec<Symbol> = (0..texts.len() as u32).map(Symbol).collect();
        let table = SymbolTable::new(texts.iter().map(|text| text.as_str().into()).collect());
        let nest = build(Method::Greedy, &symbols).unwrap().nest;
        let (read, read_table) = parse(&printed(&nest, &table)).unwrap();
        proptest::prop_assert_eq!(expansion(&read, &read_table), texts.clone());
        let (read, read_table) = parse_inline(&inline(&nest, &table)).unwrap();
        proptest::prop_assert_eq!(expansion(&read, &read_table), texts);
    }
}
