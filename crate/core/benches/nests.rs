//! How fast the string algorithms are, in million symbols a second, and as a share of the speed at
//! which this machine merely reads the string.
//!
//! `cargo bench -p loopscope-core` runs all; arguments choose by name, and a path to a symbol list
//! (one token a word) is measured too.

use std::collections::HashMap;
use std::hint::black_box;
use std::time::Duration;

use loopscope_core::method::{build, Method, StreamBuilder};
use loopscope_core::nest::Stats;
use loopscope_core::repeats::runs;
use loopscope_core::symbols::Symbol;

use loopscope_testing::strings;
use loopscope_testing::timing::{median, rate};

fn report(name: &str, letters: &[u32]) {
    // In order of first appearance, as a trace's symbols are.
    let mut numbers = HashMap::new();
    let mut number = |letter: &u32| {
        let next = numbers.len() as u32;
        Symbol(*numbers.entry(*letter).or_insert(next))
    };
    let s: Vec<Symbol> = letters.iter().map(&mut number).collect();
    let rate = |time: Duration| rate(s.len(), time);
    let reading = rate(median(|| black_box(&s).iter().map(|s| u64::from(s.0)).sum::<u64>()));
    println!("{name}, {} symbols; reading {reading:.0} million/s", s.len());
    let line = |what: &str, time: Duration, note: String| {
        let (rate, ms) = (rate(time), time.as_secs_f64() * 1e3);
        println!("  {what:8} {rate:8.1} million/s {ms:9.2} ms  1/{:.0} of reading  {note}", reading / rate);
    };
    line("runs", median(|| runs(&s)), format!("{} runs", runs(&s).len()));
    for method in Method::ALL {
        match build(method, &s) {
            Ok(built) => {
                let stats = Stats::new(&built.nest);
                let note = format!("{} items on top, {} in all", stats.top_level, stats.total);
                line(method.name(), median(|| build(method, &s)), note);
            }
            Err(refusal) => println!("  {refusal}"),
        }
    }
}

/// A string that comes in parts and is never held: the same loop over and over, and how many symbols were kept.
fn report_folded(name: &str, body: &[u32], copies: usize) {
    let body: Vec<Symbol> = body.iter().copied().map(Symbol).collect();
    let symbols = body.len() * copies;
    println!("{name}, {symbols} symbols in parts");
    for method in Method::ALL {
        let run = || {
            let mut parts = StreamBuilder::new(method);
            (0..copies).for_each(|_| parts.push(&body));
            parts.finish().map(|built| built.nest.len())
        };
        let time = median(run);
        let (rate, ms) = (symbols as f64 / 1e6 / time.as_secs_f64(), time.as_secs_f64() * 1e3);
        println!("  {:8} {rate:8.1} million/s {ms:9.2} ms", method.name());
    }
}

fn main() {
    // Cargo passes --bench.
    let chosen: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let lu = strings::lu_like(160);
    let million = 1_000_000;
    let all: [(&str, &dyn Fn() -> Vec<u32>); 13] = [
        ("lu", &|| lu.clone()),
        ("lu-3m", &|| lu.repeat(10)),
        ("lu-noise", &|| strings::with_noise(&lu, 1)),
        ("random-4", &|| strings::random(300_000, 4, 1)),
        ("random-1000", &|| strings::random(300_000, 1000, 1)),
        ("thue-morse", &|| strings::thue_morse(1 << 18)),
        ("fibonacci", &|| strings::fibonacci(million)),
        ("one-letter", &|| vec![7; million]),
        ("square-free", &|| strings::square_free(300_000)),
        ("period-10000", &|| strings::periodic(10_000, million)),
        ("pairs", &|| (0..million as u32).map(|i| i / 2).collect()),
        ("doubling", &|| strings::doubling_gaps(million)),
        ("nested-noise", &|| strings::noisy(million, 9)),
    ];
    for (name, make) in all {
        if chosen.is_empty() || chosen.iter().any(|c| c == name) {
            report(name, &make());
        }
    }
    if chosen.is_empty() || chosen.iter().any(|c| c == "lu-folded") {
        report_folded("lu-folded", &lu, 100);
    }
    let paths = chosen.iter().filter(|c| *c != "lu-folded");
    for path in paths.filter(|c| all.iter().all(|(name, _)| name != c)) {
        match std::fs::read_to_string(path) {
            Ok(text) => {
                let mut texts: Vec<&str> = text.split_whitespace().collect();
                let tokens = texts.clone();
                texts.sort_unstable();
                texts.dedup();
                let rank = |token: &&str| texts.partition_point(|text| text < token) as u32;
                report(path, &tokens.iter().map(rank).collect::<Vec<_>>());
            }
            Err(error) => println!("{path}: {error}"),
        }
    }
}
