use super::*;
use crate::repeats::{runs, Run};
use loopscope_testing::strings;

fn symbols(s: Vec<u32>) -> Vec<Symbol> {
    s.into_iter().map(Symbol).collect()
}

/// Against all runs.
fn check(s: &[Symbol]) -> bool {
    let Some(found) = LongRuns::find(s) else { return false };
    let mut found_runs: Vec<Run> = Vec::new();
    for run in &found.runs {
        let (start, period, end) = (run.start as u32, run.period as u32, run.end as u32);
        found_runs.push(Run { start, period, end });
    }
    found_runs.sort();
    let span = |run: &Run| ((run.end - run.start) / run.period * run.period) as usize;
    let expected: Vec<Run> = runs(s).into_iter().filter(|run| span(run) >= found.at_least).collect();
    assert_eq!(found_runs, expected);
    true
}

#[test]
fn all_long_runs_are_found() {
    let mut paid = 0;
    for len in [3000, 20_000] {
        for s in strings::structured(len) {
            paid += usize::from(check(&symbols(s)));
        }
    }
    for seed in 0..200 {
        paid += usize::from(check(&symbols(strings::noisy(5000, seed))));
    }
    assert!(paid > 20, "{paid}");
}

#[test]
fn loops_beside_and_inside_each_other() {
    let mut paid = 0;
    for seed in 0..300 {
        let mut random = loopscope_testing::Random::new(seed);
        let mut s = Vec::new();
        while s.len() < 4000 {
            let word = strings::noisy(1 + random.below(60) as usize, random.below(1000));
            for _ in 0..=random.below(1 + 2000 / word.len() as u64) {
                s.extend_from_slice(&word);
            }
            // The same again, shifted: runs that meet and overlap.
            if random.below(3) == 0 {
                let from = s.len() - random.below(s.len() as u64) as usize;
                s.extend_from_within(from..);
            }
        }
        paid += usize::from(check(&symbols(s)));
    }
    assert!(paid > 100, "{paid}");
}

#[test]
fn smallest_periods() {
    let word = |w: &[u32]| symbols(w.to_vec());
    assert_eq!(smallest_period(&word(&[1, 2].repeat(60)), 60), 2);
    assert_eq!(smallest_period(&word(&[7; 49]), 7), 1);
    assert_eq!(smallest_period(&word(&[1, 1, 2, 1, 1, 2]), 3), 3);
    assert_eq!(smallest_period(&word(&[1, 2, 1, 2, 1, 2].repeat(7)), 42), 2);
}
