use super::*;
use crate::method::{build, Method};
use loopscope_testing::Random;

fn cases() -> u64 {
    option_env!("LOOPSCOPE_CASES").map_or(3_000, |cases| cases.parse().unwrap())
}

fn string_of(texts: &[String]) -> SymbolString {
    let mut known: Vec<Box<str>> = Vec::new();
    let mut symbols = Vec::new();
    for text in texts {
        let at = known.iter().position(|known| **known == **text).unwrap_or_else(|| {
            known.push(text.as_str().into());
            known.len() - 1
        });
        symbols.push(Symbol(at as u32));
    }
    SymbolString { symbols, table: SymbolTable::new(known) }
}

fn texts_of(string: &SymbolString) -> Vec<String> {
    string.symbols.iter().map(|&symbol| string.table.text(symbol).to_owned()).collect()
}

/// Steps of a program that polls: `rule` says how often in a step.
fn polling(steps: u64, mut rule: impl FnMut(u64) -> u64) -> Vec<String> {
    let mut texts = vec!["MPI_Init".to_owned()];
    for step in 0..steps {
        texts.push("MPI_Isend(1,64)".to_owned());
        texts.extend((0..rule(step)).map(|_| "MPI_Test".to_owned()));
        texts.push("MPI_Irecv(1,64)".to_owned());
    }
    texts
}

#[test]
fn rows_of_polls_are_items_where_their_length_follows_no_rule() {
    let mut random = Random::new(7);
    let string = string_of(&polling(100, |_| 1 + random.below(6)));
    let shorter = without_polls(&string).unwrap();
    let nest = build(Method::Optimal, &shorter.string.symbols).unwrap().nest;
    assert_eq!((nest.len(), nest.root().len()), (301, 2));
    let text = crate::nest::text::inline(&nest, &shorter.string.table);
    assert_eq!(text, "MPI_Init (\"MPI_Isend(1,64)\" MPI_Test+ \"MPI_Irecv(1,64)\")^100");
    assert!(shorter.elided.fits(&nest, &shorter.string.table));
    let place = &shorter.elided.places[0];
    assert!(place.is_row());
    assert_eq!((place.forms.len(), place.which.len()), (6, 100));
}

#[test]
fn rows_that_follow_a_rule_stay() {
    for rule in [|_| 3, |step: u64| 1 + step % 2, |step: u64| if step < 50 { 2 } else { 5 }] {
        assert_eq!(without_polls(&string_of(&polling(100, rule))), None);
    }
    let other = polling(40, |step| 1 + step * step % 7).join(" ").replace("MPI_Test", "MPI_Wait");
    let other: Vec<String> = other.split(' ').map(str::to_owned).collect();
    assert_eq!(without_polls(&string_of(&other)), None);
    assert!(!has_polls(&string_of(&other).table));
}

#[test]
fn only_calls_that_ask_and_of_which_nothing_is_known_are_polls() {
    let table = |text: &str| SymbolTable::new(vec![text.into()]);
    for text in ["MPI_Test", "mpi_testsome_", "Iprobe", "MPI_Waitsome(@main.c:7)"] {
        assert!(has_polls(&table(text)), "{text}");
    }
    for text in ["MPI_Wait", "MPI_Iprobe(3)", "MPI_Test(3,@main.c:7)", "attest", "ü"] {
        assert!(!has_polls(&table(text)), "{text}");
    }
}

#[test]
fn polls_as_the_slow_twin_writes_them_and_back() {
    let mut random = Random::new(1);
    let mut found = 0;
    for _ in 0..cases() {
        let alphabet = ["MPI_Test", "MPI_Iprobe", "a", "b", "c"];
        let period = 1 + random.below(6);
        let body: Vec<u64> = (0..period).map(|_| random.below(5)).collect();
        let noise = random.below(4);
        let mut texts = Vec::new();
        for _ in 0..random.below(30) {
            for &letter in &body {
                let times = if letter < 2 { 1 + random.below(1 + noise) } else { 1 };
                texts.extend((0..times).map(|_| alphabet[letter as usize].to_owned()));
            }
        }
        let string = string_of(&texts);
        let is_poll = |text: &str| text.starts_with("MPI_");
        let naive = naive::without_polls(&texts, is_poll);
        match without_polls(&string) {
            None => assert_eq!(naive, texts),
            Some(shorter) => {
                found += 1;
                assert_eq!(texts_of(&shorter.string), naive);
                let lines = shorter.elided.lines(shorter.string.symbols.iter().copied(), &shorter.string.table);
                assert!(lines.eq(texts.iter().map(String::as_str)));
                let nest = build(Method::Optimal, &shorter.string.symbols).unwrap().nest;
                assert!(shorter.elided.fits(&nest, &shorter.string.table));
            }
        }
    }
    assert!(found > 100, "{found}");
}

#[test]
fn sizes_that_change_leave_the_text_and_come_back() {
    let mut random = Random::new(3);
    for _ in 0..cases() {
        let calls: Vec<(u64, Option<u64>)> = (0..random.below(60))
            .map(|_| {
                let call = random.below(4);
                let bytes = (call < 3).then(|| if call == 2 { 8 } else { random.below(3) });
                (call, bytes)
            })
            .collect();
        let coarse = |&(call, _): &(u64, Option<u64>)| format!("call{call}");
        let exact = |&(call, bytes): &(u64, Option<u64>)| {
            bytes.map_or(format!("call{call}"), |bytes| format!("call{call}({bytes})"))
        };
        let exact: Vec<String> = calls.iter().map(exact).collect();
        let coarse: Vec<String> = calls.iter().map(coarse).collect();
        let (of_exact, of_coarse) = (string_of(&exact), string_of(&coarse));
        let Some(shorter) = without_sizes(&of_exact, of_coarse) else {
            let one_size = |text: &String| {
                let same = calls.iter().zip(&coarse).filter(|(_, other)| *other == text);
                let mut sizes: Vec<_> = same.map(|(call, _)| call.1).collect();
                sizes.dedup();
                sizes.len() == 1
            };
            assert!(coarse.iter().all(one_size));
            continue;
        };
        let written = texts_of(&shorter.string);
        for ((written, exact), coarse) in written.iter().zip(&exact).zip(&coarse) {
            assert!(written == coarse || written == exact);
        }
        let lines = shorter.elided.lines(shorter.string.symbols.iter().copied(), &shorter.string.table);
        assert!(lines.eq(exact.iter().map(String::as_str)));
        // Places are the symbols that had several sizes, and no others.
        assert!(shorter.elided.places.iter().all(|place| place.forms.len() > 1));
        let always = written.iter().filter(|text| text.starts_with("call2"));
        assert!(always.into_iter().all(|text| text == "call2(8)"));
    }
}
