use super::super::*;
use super::check::{check, merged, nests};
use super::programs::{phases, run, spoil, Lines, Phase};
use crate::nest::Method;
use crate::testing::strings::Random;

fn lines_of(processes: &[&str]) -> Lines {
    let lines = |text: &str| text.lines().map(|line| line.trim().to_owned()).collect();
    processes.iter().enumerate().map(|(at, text)| (at as u32, lines(text))).collect()
}

/// Random programs, `count` of them from a seed on: how many loops are left as they are, the mean coverage,
/// and that of the nests, which is the most there can be.
fn random_programs(from: u64, count: u64, spoiled: bool) -> (usize, f64, f64) {
    let (mut apart, mut coverage, mut most) = (0, 0.0, 0.0);
    for seed in from..from + count {
        let mut random = Random::new(seed);
        let processes = 2 + random.below(5) as u32;
        let program = phases(&mut random, processes, 3);
        let mut lines = run(&program, processes);
        if lines.values().map(Vec::len).max().unwrap_or(0) > 3_000 {
            continue;
        }
        if spoiled {
            spoil(&mut random, &mut lines);
        }
        let method = Method::ALL[(seed % 3) as usize];
        let nests = nests(&lines, method);
        let result = merged(&nests);
        let checked = std::panic::catch_unwind(|| check(&lines, &result));
        if checked.is_err() {
            for (process, lines) in &lines {
                println!("{process}: {}", lines.join("; "));
            }
            println!("{program:?}\n{}", text::print(&result.model));
            panic!("seed {seed} by {method}");
        }
        let is_apart = |p: &&Problem| matches!(p.kind, ProblemKind::Apart { .. });
        apart += usize::from(result.problems.iter().any(|p| is_apart(&p)));
        coverage += result.model.coverage();
        let inside: f64 = nests
            .iter()
            .map(|(_, nest, _)| crate::nest::Stats::new(nest).coverage * nest.len() as f64)
            .sum();
        let events: u64 = nests.iter().map(|(_, nest, _)| nest.len()).sum();
        most += if events > 0 { inside / events as f64 } else { 0.0 };
    }
    (apart, coverage / count as f64, most / count as f64)
}

#[test]
fn sound_programs() {
    let (apart, coverage, most) = random_programs(0, 300, false);
    println!("{apart} with loops apart; coverage {coverage:.3} of {most:.3}");
    // Half of them have a phase that is a conflict by itself.
    assert!(apart < 200 && coverage > most - 0.05);
}

#[test]
fn spoiled_programs() {
    let (apart, coverage, most) = random_programs(10_000, 300, true);
    println!("{apart} with loops apart; coverage {coverage:.3} of {most:.3}");
    assert!(coverage > most - 0.2);
}

#[test]
fn many_programs() {
    let count = std::env::var("LOOPSCOPE_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(20);
    random_programs(20_000, count, false);
    random_programs(20_000, count, true);
}
