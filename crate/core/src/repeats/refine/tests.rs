use super::super::{naive, pm_triples, runs, Run};
use super::*;
use loopscope_testing::strings;

/// The classes of every level, as the words say.
fn check_classes(s: &[u32]) {
    let mut refinement = Refinement::new(s);
    for level in 1..=s.len() + 1 {
        let mut expected: Vec<Vec<u32>> = Vec::new();
        let word = |at: u32| s.get(at as usize..at as usize + level);
        for at in (0..s.len() as u32).filter(|&at| word(at).is_some()) {
            match expected.iter_mut().find(|class| word(class[0]) == word(at)) {
                Some(class) => class.push(at),
                None => expected.push(vec![at]),
            }
        }
        expected.retain(|class| class.len() >= 2);
        assert_eq!((refinement.level(), refinement.classes()), (level, expected), "{s:?}");
        let more = refinement.step();
        assert_eq!(more, !refinement.is_done());
    }
    assert!(refinement.is_done());
}

/// The runs, given all PM-triples: those of a run start one after the other.
fn runs_of(triples: &[PmTriple]) -> Vec<Run> {
    let mut triples = triples.to_vec();
    triples.sort_by_key(|triple| (triple.period, triple.start));
    let next = |a: &PmTriple, b: &PmTriple| (b.period, b.start) == (a.period, a.start + 1);
    let run = |of_run: &[PmTriple]| {
        let end = of_run.iter().map(|triple| triple.start + triple.span()).max();
        Run { start: of_run[0].start, period: of_run[0].period, end: end.unwrap_or(0) }
    };
    let mut runs: Vec<Run> = triples.chunk_by(next).map(run).collect();
    runs.sort();
    runs
}

/// Fast, by refinement, and for short strings by definition.
fn check(s: &[u32]) {
    let by_refinement = pm_triples_by_refinement(s);
    let head = &s[..s.len().min(40)];
    assert!(by_refinement == pm_triples(s), "PM-triples of {head:?} ..");
    let runs_by_refinement = runs_of(&by_refinement);
    assert!(runs_by_refinement == runs(s), "runs of {head:?} ..");
    if s.len() <= 200 {
        assert!(runs_by_refinement == naive::runs(s), "runs of {head:?} ..");
    }
}

#[test]
fn table_1_of_the_paper() {
    let expected: [&[&[u32]]; 7] = [
        &[&[1, 3, 4, 6, 8, 9, 11, 12], &[2, 5, 7, 10, 13]],
        &[&[1, 4, 6, 9, 12], &[2, 5, 7, 10], &[3, 8, 11]],
        &[&[1, 4, 6, 9], &[2, 7, 10], &[3, 8, 11]],
        &[&[1, 6, 9], &[2, 7, 10], &[3, 8]],
        &[&[1, 6, 9], &[2, 7]],
        &[&[1, 6]],
        &[],
    ];
    let mut refinement = Refinement::new(b"abaababaabaab");
    for (level, classes) in (1..).zip(expected) {
        // The paper counts positions from 1.
        let mut found = refinement.classes();
        found.iter_mut().flatten().for_each(|at| *at += 1);
        assert_eq!(
            (refinement.level(), found.as_slice()),
            (level, &classes.iter().map(|c| c.to_vec()).collect::<Vec<_>>()[..])
        );
        refinement.step();
    }
}

#[test]
fn classes_by_definition() {
    strings::all(2, 9, check_classes);
    strings::all(3, 6, check_classes);
    for s in strings::structured(60) {
        check_classes(&s);
    }
}

#[test]
fn lemma_1_asks_for_neighbours_and_one_member_less() {
    let mut refinement = Refinement::new(b"aaaa");
    assert_eq!(refinement.pm_triples(), [PmTriple { start: 0, period: 1, count: 4 }]);
    refinement.step();
    assert_eq!(refinement.classes(), [[0, 1, 2]]);
    assert_eq!(refinement.pm_triples(), []);
}

#[test]
fn all_binary_strings() {
    strings::all(2, 16, check);
}

#[test]
fn random_strings() {
    // `LOOPSCOPE_CASES=1500000 cargo test` builds a test with more: millions have been through.
    let many = option_env!("LOOPSCOPE_CASES").and_then(|cases| cases.parse().ok());
    for seed in 0..many.unwrap_or(4000) {
        let len = 1 + (seed * 7919 % 200) as usize;
        check(&strings::random(len, 1 + (seed % 4) as u32, seed));
        check(&strings::noisy(len, seed));
    }
}

#[test]
fn large_strings_full_of_ties() {
    check(&strings::lu_like(60));
    for s in strings::structured(30_000) {
        check(&s);
    }
}
