use loopscope_testing::varying::{Arrival, Exchange};
use loopscope_testing::{programs, Random};

use super::text::parse;
use super::{blocks, find, naive, shortest, text, Found, Outline, Variants};
use crate::nest::{optimal, text as nest_text, Stats};
use crate::symbols::{Symbol, SymbolTable};

fn table(symbols: u32) -> SymbolTable {
    let texts = (0..symbols).map(|symbol| match symbol {
        0 => "either".into(),
        1 => "or".into(),
        _ => format!("event {symbol}").into_boxed_str(),
    });
    SymbolTable::new(texts.collect())
}

fn printed(variants: &Variants, table: &SymbolTable) -> String {
    let mut out = String::new();
    text::write(&mut out, variants, table, &|_, _| Vec::new()).unwrap();
    out
}

/// Checks what holds of every reading.
fn check(variants: &Variants, string: &[Symbol], symbols: u32) {
    assert!(variants.symbols().eq(string.iter().copied()));
    assert_eq!(naive::symbols(variants), string);
    let starts = variants.starts();
    assert_eq!(starts.len() as u64, variants.iterations() + 1);
    assert_eq!(starts.last().unwrap() + variants.after.len(), string.len() as u64);
    let times = variants.times();
    assert_eq!(times.iter().sum::<u64>(), variants.iterations());
    assert!(times.iter().all(|&own| own > 0 && own <= times[0]));
    let written = printed(variants, &table(symbols));
    let items = parse::parse(&written).unwrap_or_else(|| panic!("{written}"));
    if variants.bodies.iter().all(|body| body.counts.is_empty()) {
        assert_eq!(parse::events(&items, 1), Some(string.len() as u64), "{written}");
    }
}

/// Iterations of a body with branches, some events before and after.
fn branching(random: &mut Random) -> Vec<Symbol> {
    let symbols = 2 + random.below(6);
    let word = |random: &mut Random, most: u64| -> Vec<Symbol> {
        (0..random.below(most + 1)).map(|_| Symbol(random.below(symbols) as u32)).collect()
    };
    let (head, middle, tail) = (word(random, 6), word(random, 6), word(random, 6));
    let branches: Vec<Vec<Symbol>> = (0..=random.below(4)).map(|_| word(random, 5)).collect();
    let mut string = word(random, 8);
    for _ in 0..random.below(30) {
        string.push(Symbol(symbols as u32));
        string.extend(&head);
        if random.below(3) == 0 {
            let branch = &branches[random.below(branches.len() as u64) as usize];
            (0..=random.below(3)).for_each(|_| string.extend(branch));
        }
        string.extend(&middle);
        if random.below(4) == 0 {
            string.extend(&branches[0]);
        }
        string.extend(&tail);
    }
    string.extend(word(random, 8));
    string
}

#[test]
fn the_shortest_reading_is_that_of_the_naive_rule() {
    let mut random = Random::new(21);
    for _ in 0..3_000 {
        let string = branching(&mut random);
        let symbols = 1 + string.iter().map(|symbol| symbol.0).max().unwrap_or(0);
        let anchors: Vec<Symbol> = (0..symbols).map(Symbol).collect();
        for &anchor in &anchors {
            let Some(cut) = super::cut::Cut::new(&string, anchor) else { continue };
            let exact = cut.exact();
            let expected = naive::shortest(&string, &[anchor]);
            let found = exact.as_ref().map(|variants| {
                let length = super::length::of(variants).unwrap();
                naive::of(&Found { variants: variants.clone(), length, share: 0.0 })
            });
            assert_eq!(found, expected, "{string:?} at {anchor:?}");
            let counted = cut.without_counts(&mut usize::MAX.clone());
            for variants in exact.iter().chain(&counted) {
                check(variants, &string, symbols);
            }
        }
        if let Some(found) = shortest(&string, &anchors, &anchors) {
            let exact = naive::shortest(&string, &anchors).map(|(length, _)| length);
            // Counts that vary may make it shorter still.
            let is_counted = found.variants.bodies.iter().any(|body| !body.counts.is_empty());
            assert!(is_counted || Some(found.length) == exact);
            assert!(exact.is_none_or(|exact| found.length <= exact));
        }
    }
}

#[test]
fn steps_and_edits_give_each_variant_again() {
    let mut random = Random::new(4);
    for _ in 0..3_000 {
        let word = |random: &mut Random| -> Vec<Symbol> {
            (0..random.below(12)).map(|_| Symbol(random.below(3) as u32)).collect()
        };
        let mut strings: Vec<Vec<Symbol>> = vec![word(&mut random)];
        for _ in 0..random.below(8) {
            let mut own = strings[random.below(strings.len() as u64) as usize].clone();
            let from = random.below(own.len() as u64 + 1) as usize;
            let to = from + random.below((own.len() - from) as u64 + 1) as usize;
            own.splice(from..to, word(&mut random).into_iter().take(3));
            strings.push(own);
        }
        for (number, step) in blocks::steps(&strings).into_iter().enumerate() {
            let mut made = strings[step.like].clone();
            made.splice(step.from..step.to, step.put);
            assert_eq!(made, strings[number + 1]);
        }
        let mut seen = Vec::new();
        for family in blocks::families(&strings) {
            let stretches = family.stretches();
            assert!(stretches.windows(2).all(|pair| pair[0].1 < pair[1].0));
            for (member, edits) in &family.edits {
                seen.push(*member);
                assert_eq!(edits.apply(&strings[family.root]), strings[*member]);
                // And from what all have in common and what it has of its own.
                let (mut made, mut at) = (Vec::new(), 0);
                for &(start, end) in &stretches {
                    made.extend(&strings[family.root][at..start]);
                    made.extend(edits.within(&strings[family.root], start, end));
                    at = end;
                }
                made.extend(&strings[family.root][at..]);
                assert_eq!(made, strings[*member]);
            }
        }
        seen.sort();
        assert!(seen.into_iter().eq(0..strings.len()));
    }
}

fn found(text: &str) -> (Option<Found>, SymbolTable) {
    let (nest, table) = nest_text::parse_inline(text).unwrap();
    let string: Vec<Symbol> = nest.symbols().collect();
    let nest = optimal(&string).unwrap();
    (find(&nest, &Stats::new(&nest)), table)
}

#[test]
fn a_branch_is_written_where_it_is() {
    let (found, table) = found("x(ab(c)^3de)^5(ab(c)^3ffde)^2(ab(c)^3de)^4ab(c)^3ffde(ab(c)^3de)^6y");
    let found = found.unwrap();
    assert_eq!(found.variants.times(), [15, 3]);
    assert_eq!(found.share, 132.0 / 134.0);
    let expected = "x
for i0 = 0 to 17             # 1
  a
  b
  for i1 = 0 to 2            # 2
    c
  done
  either                     # 15
  or                         # 3
    for i1 = 0 to 1          # 3
      f
    done
  done
  d
  e
done
y
";
    assert_eq!(printed(&found.variants, &table), expected);
    let differences = found.variants.differences();
    assert_eq!((differences.len(), differences[0].has.len()), (1, 2));
    assert!(differences[0].lacks.is_empty() && !differences[0].is_other);
}

#[test]
fn counts_that_vary_are_kept_beside_the_loop() {
    let text = [4, 6, 3, 5, 5, 3, 4, 6, 6, 3, 5, 4].map(|count| format!("ab(cd)^{count}e"));
    let (found, table) = found(&text.concat());
    let found = found.unwrap();
    assert_eq!((found.variants.iterations(), found.variants.bodies.len()), (12, 1));
    let body = &found.variants.bodies[0];
    assert_eq!((body.counts.len(), body.counts[0].range()), (1, (3, 6)));
    let expected = "for i0 = 0 to 11             # 1
  a
  b
  for i1 = 0 to ?            # 2: 3 to 6 times
    c
    d
  done
  e
done
";
    assert_eq!(printed(&found.variants, &table), expected);
    assert!(found.variants.symbols().eq(found.variants.symbols()));
}

#[test]
fn what_repeats_or_has_no_loop_is_left_alone() {
    for text in ["", "abcdef", "(abc)^40", "x(abcdefghij)^19abcdefghiz", "(ab)^3c(ab)^3d"] {
        assert_eq!(found(text).0, None, "{text}");
    }
}

#[test]
fn variants_that_have_little_in_common_are_written_one_after_the_other() {
    let (found, table) = found("(abcdefg)^3(ahijklm)^2(abcdefg)^4ahijklm(abcdefg)^2(ahijklm)^3abcdefg");
    let found = found.unwrap();
    let outline = Outline::new(&found.variants);
    assert_eq!(outline.pieces.len(), 1);
    let written = printed(&found.variants, &table);
    assert!(written.contains("either                     # 10\n    a\n    b\n"), "{written}");
    assert!(written.contains("or                         # 6\n    a\n    h\n"), "{written}");
}

#[test]
fn an_exchange_with_a_branch_is_one_loop_of_all_steps() {
    let exchange = Exchange { branch_percent: 20, steps: 100, ..Exchange::on_grid(4) };
    let lines = exchange.program(Arrival::Posted, 1);
    let (string, _) = programs::symbols(&lines[&5]);
    let string: Vec<Symbol> = string.into_iter().map(Symbol).collect();
    let nest = optimal(&string).unwrap();
    let stats = Stats::new(&nest);
    let found = find(&nest, &stats).unwrap();
    assert_eq!(found.variants.iterations(), 100);
    assert_eq!(found.variants.bodies.len(), 2);
    assert!(found.share > 0.99 && 3 * found.length < 2 * stats.total);
}
