//! Local nests in other forms: the same events, other loops.

use super::super::*;
use super::check::{check, nests};
use super::perturbed::perturbed;
use super::programs::{phases, run};
use crate::building::Method;
use crate::nest::Nest;
use crate::symbols::SymbolTable;
use crate::testing::strings::Random;
use crate::trace::ProcessId;

fn merged_as(form: LoopForm, nests: &[(ProcessId, Nest, SymbolTable)]) -> Merged {
    let locals: Vec<Local<'_>> = nests
        .iter()
        .map(|(process, nest, symbols)| Local { process: *process, nest, symbols })
        .collect();
    merge_as(form, &locals).unwrap()
}

#[test]
fn nothing_is_lost_in_either_form() {
    let (mut same, mut shared, mut most) = (0, 0.0, 0.0);
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let processes = 2 + random.below(5) as u32;
        let lines = run(&phases(&mut random, processes, 2), processes);
        if lines.values().map(Vec::len).max().unwrap_or(0) > 1_500 {
            continue;
        }
        let whole = nests(&lines, Method::ALL[(seed % 3) as usize]);
        let other: Vec<_> = whole
            .iter()
            .map(|(process, nest, symbols)| {
                (
                    *process,
                    perturbed(nest, |bound| random.below(bound as u64) as usize),
                    symbols.clone(),
                )
            })
            .collect();
        for form in [LoopForm::Canonical, LoopForm::AsFound] {
            let (model, again) = (merged_as(form, &whole), merged_as(form, &other));
            check(&lines, &again);
            check(&lines, &model);
            if form == LoopForm::Canonical {
                same += u32::from(model.model == again.model);
                most += model.model.shared_coverage();
                shared += again.model.shared_coverage();
            }
        }
    }
    println!("{same} are the same; shared coverage {shared} of {most}");
    // The rest differ in what is cut at random, too: there may be nothing to tell phases by.
    assert!(same >= 200 && shared > 0.97 * most);
}

/// One process, in both forms.
fn check_forms(nest: &str, settled: &str, found: &str) {
    let (nest, symbols) = crate::nest::text::parse(nest).unwrap();
    let local = [(ProcessId(0), nest, symbols)];
    for (form, expected) in [(LoopForm::Canonical, settled), (LoopForm::AsFound, found)] {
        let text = text::print(&merged_as(form, &local).model);
        let lines = text.lines().skip(1).map(|line| line.split('#').next().unwrap_or(line).trim());
        let short: Vec<String> = lines
            .map(|line| {
                match line.split_once("for i").and_then(|(_, rest)| rest.split_once("= 0 to ")) {
                    Some((_, last)) => format!("{}(", last.trim().parse::<u64>().unwrap() + 1),
                    None => line.replace("0 local ", "").replace("done", ")"),
                }
            })
            .collect();
        assert_eq!(short.join(" "), expected, "{form:?}");
    }
}

#[test]
fn forms() {
    let nest = |text: &str| {
        let mut depth = 0;
        let mut word = |word: &str| match word.strip_suffix('(') {
            Some(count) => {
                depth += 1;
                format!("for i{} = 0 to {}\n", depth - 1, count.parse::<u64>().unwrap() - 1)
            }
            None if word == ")" => {
                depth -= 1;
                "done\n".to_owned()
            }
            None => format!("0 local {word}\n"),
        };
        text.split(' ').map(&mut word).collect::<String>()
    };
    let check = |text: &str, settled: &str, found: &str| check_forms(&nest(text), settled, found);
    // Begun as early as it can, and what was peeled is taken back.
    check("b 9( a b )", "9( b a ) b", "9( b a ) b");
    check("a b 7( a b ) a b a", "9( a b ) a", "9( a b ) a");
    // A copy that is written with other loops.
    check("a b b c 9( a 2( b ) c )", "10( a 2( b ) c )", "a b b 9( c a 2( b ) ) c");
    // Its end and what follows would make a loop of two.
    check("9( a b b a b ) a b b a b a b", "10( a 2( b ) a b ) a b", "10( a b b a b ) a b");
    // A copy that ends in the middle of an inner loop.
    check(
        "6( v u ) 19( 21( u v ) u ) 15( u v ) u",
        "20( 6( v u ) 15( u v ) u )",
        "6( v u ) 19( 21( u v ) u ) 15( u v ) u",
    );
    // What a larger loop can have is its own, and a smaller one does not take it.
    check("3( c a b ) 50( a b )", "2( c a b ) c 51( a b )", "3( c a b ) 50( a b )");
    check("99( a b c ) 3( d c )", "99( a b c ) 3( d c )", "99( a b c ) 3( d c )");
    // What stands twice is a loop.
    check("a a b c c b c c b", "2( a ) 2( b 2( c ) ) b", "a a b c c b c c b");
}
