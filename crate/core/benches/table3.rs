//! The tables of Xu and Subhlok 2008 again: their strings, all methods, their figures and ours.
//!
//! `cargo bench -p loopscope-core --bench table3`, with `-- rows`, `-- speed` or `-- scale` for one part only.
//! Times are processor times, medians. The generator is `nest::paper`; speeds are also given as ratios to what was
//! measured in the same run: the suffix array of libsais, greedy with one scan of the string for each level,
//! and merely reading the string.

use std::collections::HashMap;
use std::hint::black_box;
use std::time::Duration;

use libsais::SuffixArrayConstruction;
use loopscope_core::method::{build, Method};
use loopscope_core::nest::paper::{Row, TABLE_3};
use loopscope_core::nest::{smallest, Stats};
use loopscope_core::symbols::Symbol;

use loopscope_testing::strings;
use loopscope_testing::timing::{median, rate};

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The suffix array by libsais, of bytes where the symbols fit.
fn suffix_array(s: &[Symbol]) -> Duration {
    let bytes: Option<Vec<u8>> = s.iter().map(|symbol| u8::try_from(symbol.0).ok()).collect();
    match bytes {
        Some(bytes) => median(|| SuffixArrayConstruction::for_text(&bytes).in_owned_buffer32().single_threaded().run()),
        None => {
            let mut text: Vec<i32> = s.iter().map(|symbol| symbol.0 as i32).collect();
            median(|| {
                let construction = SuffixArrayConstruction::for_text_mut(&mut text);
                construction.in_owned_buffer32().single_threaded().run().map(|_| ())
            })
        }
    }
}

/// Greedy as figure 1 says it, one scan of the whole string for each level, from level 1 again after
/// each reduction. `None` if that takes more than so many comparisons.
fn level_scan(s: &[Symbol], limit: usize) -> Option<usize> {
    let mut current: Vec<u32> = s.iter().map(|symbol| symbol.0).collect();
    let mut known: HashMap<(usize, Vec<u32>), u32> = HashMap::new();
    let first_loop = current.iter().max().map_or(0, |max| max + 1);
    let (mut level, mut compared) = (1, 0);
    while 2 * level <= current.len() {
        compared += current.len();
        if compared > limit {
            return None;
        }
        let mut found: Vec<(usize, usize)> = Vec::new();
        let mut equal = 0;
        let mut end_of_last = 0;
        for j in 0..=current.len() - level {
            if j + level < current.len() && current[j] == current[j + level] {
                equal += 1;
                continue;
            }
            let start = (j - equal).max(end_of_last);
            if j >= start + level {
                let count = (j - start) / level + 1;
                found.push((start, count));
                end_of_last = start + count * level;
            }
            equal = 0;
        }
        if found.is_empty() {
            level += 1;
            continue;
        }
        let (mut next, mut at) = (Vec::with_capacity(current.len()), 0);
        for (start, count) in found {
            next.extend_from_slice(&current[at..start]);
            let made = first_loop + known.len() as u32;
            let body = current[start..start + level].to_vec();
            next.push(*known.entry((count, body)).or_insert(made));
            at = start + count * level;
        }
        next.extend_from_slice(&current[at..]);
        (current, level) = (next, 1);
    }
    Some(current.len())
}

fn rows() {
    println!("Tables 3, 4 and 5: items on top (total), share of the main loop, time; paper: items, time\n");
    for row in TABLE_3 {
        let Row { name, length, structure, .. } = row;
        let s = row.string();
        println!("{name}  {length} symbols  {structure}  paper: {:.2} % covered", row.coverage * 100.0);
        for method in Method::ALL {
            let Ok(built) = build(method, &s) else { continue };
            let stats = Stats::new(&built.nest);
            let share = stats.main_loop.as_ref().map_or(0.0, |main| main.share);
            let time = median(|| build(method, &s));
            let paper = match method {
                Method::Greedy => Some((row.greedy_items, row.greedy_seconds)),
                Method::Optimal => Some((row.optimal_items, row.optimal_seconds)),
                Method::Smallest | Method::Nlr { .. } => None,
            };
            let paper = paper.map_or(format!("complete: {}", built.complete), |(items, seconds)| {
                format!("paper {items:3} items {seconds:10.2} s = {:.0} times as long", seconds / time.as_secs_f64())
            });
            println!(
                "  {:8} {:3} ({:3}) items, ratio {:7.2}, main loop {:5.2} %, loops {:6.2} %, {:8.3} ms  {paper}",
                method.name(),
                stats.top_level,
                stats.total,
                stats.ratio(),
                100.0 * share,
                100.0 * stats.coverage,
                ms(time)
            );
        }
    }
}

struct Measured {
    name: &'static str,
    line: String,
    optimal: f64,
}

fn measure(name: &'static str, letters: Vec<u32>) -> Measured {
    // In order of first appearance, as a trace's symbols are.
    let mut numbers = HashMap::new();
    let number = |letter: u32| {
        let next = numbers.len() as u32;
        Symbol(*numbers.entry(letter).or_insert(next))
    };
    let s: Vec<Symbol> = letters.into_iter().map(number).collect();
    let reading = rate(s.len(), median(|| black_box(&s).iter().map(|s| u64::from(s.0)).sum::<u64>()));
    let array = rate(s.len(), suffix_array(&s));
    let limit = 3_000_000_000;
    let scan = level_scan(&s, limit).map(|_| rate(s.len(), median(|| level_scan(&s, limit))));
    let [greedy, optimal] = [Method::Greedy, Method::Optimal].map(|method| rate(s.len(), median(|| build(method, &s))));
    let smallest_time = median(|| smallest(&s));
    let exact = smallest(&s).is_ok_and(|found| found.exact);
    let scanned = scan.map_or("level scan: over 3e9 comparisons".to_owned(), |scan| {
        format!("greedy / level scan {:.1}", greedy / scan)
    });
    let line = format!(
        "{name:14} {:9} symbols  greedy {greedy:7.1}  optimal {optimal:7.1} million/s  \
         optimal / libsais {:5.1} ({array:.0})  {scanned}  reading / greedy {:.0}, / optimal {:.0}  \
         smallest {:.0} ms{}",
        s.len(),
        optimal / array,
        reading / greedy,
        reading / optimal,
        ms(smallest_time),
        if exact { "" } else { " (given up: the better of both)" }
    );
    Measured { name, line, optimal }
}

fn speed() {
    println!("\nSpeed in million symbols a second, the slowest first\n");
    let million = 1_000_000;
    let lu = || TABLE_3[6].string().into_iter().map(|symbol| symbol.0).collect::<Vec<u32>>();
    let squares = || (1..).flat_map(|k| strings::random(k, 30, k as u64).repeat(2));
    let mut all = vec![
        measure("LU C", lu()),
        measure("LU C, 1 % noise", strings::with_noise(&lu(), 1)),
        measure("random, 4", strings::random(million, 4, 1)),
        measure("random, 2", strings::random(million, 2, 1)),
        measure("fibonacci", strings::fibonacci(million)),
        measure("thue-morse", strings::thue_morse(million)),
        measure("de bruijn", strings::de_bruijn(20)),
        measure("period 10^5", strings::periodic(100_000, million)),
        measure("aabbcc", (0..million as u32).map(|i| i / 2).collect()),
        measure("squares", squares().take(million).collect()),
        measure("square-free", strings::square_free(million)),
        measure("nested, noisy", strings::noisy(million, 9)),
        measure("one letter", vec![0; million]),
    ];
    all.sort_by(|a, b| a.optimal.total_cmp(&b.optimal).then(a.name.cmp(b.name)));
    all.iter().for_each(|measured| println!("{}", measured.line));
}

fn scale() {
    println!("\nLU C over and over: nanoseconds a symbol\n");
    for length in [323_048, 3_000_000, 30_000_000, 100_000_000] {
        let s = TABLE_3[6].string_of_length(length);
        let times = [Method::Greedy, Method::Optimal].map(|method| {
            let time = median(|| build(method, &s));
            format!("{} {:6.2} ns ({:4.0} million/s)", method.name(), 1e3 / rate(s.len(), time), rate(s.len(), time))
        });
        let copying = rate(s.len(), median(|| s.clone()));
        println!("{length:10} symbols  {}  copying it {:.2} ns", times.join("  "), 1e3 / copying);
    }
}

fn main() {
    // Cargo passes --bench.
    let chosen: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let parts: [(&str, fn()); 3] = [("rows", rows), ("speed", speed), ("scale", scale)];
    for (name, part) in parts {
        if chosen.is_empty() || chosen.iter().any(|c| c == name) {
            part();
        }
    }
}
