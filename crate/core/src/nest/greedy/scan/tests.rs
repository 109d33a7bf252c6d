use super::*;
use loopscope_testing::strings;

/// Position by position.
fn by_definition(s: &[u32], level: usize) -> Vec<Stretch> {
    let mut found = Vec::new();
    let mut start = 0;
    for j in 0..s.len() {
        if j + level >= s.len() || s[j] != s[j + level] {
            if j >= start + level {
                found.push(Stretch::new(start, j));
            }
            start = j + 1;
        }
    }
    found
}

fn check(s: &[u32]) {
    for level in 1..=s.len() / 2 + 1 {
        let mut found = Vec::new();
        scan(s, level, &mut found);
        assert_eq!(found, by_definition(s, level), "level {level}");
    }
    check_first(s);
}

fn check_first(s: &[u32]) {
    let mut passed = Vec::new();
    let first = first_pass(s, |chunk| {
        passed.extend_from_slice(chunk);
        true
    });
    let first = first.unwrap();
    assert_eq!(passed, s);
    let has_pair = |level: usize| (level..s.len()).any(|j| s[j] == s[j - level]);
    let level = (1..=BLOCKS_UP_TO).find(|&level| has_pair(level));
    assert_eq!(first.level, level.unwrap_or(BLOCKS_UP_TO + 1));
    assert_eq!(first.found, by_definition(s, first.level));
}

#[test]
fn all_short_strings() {
    strings::all(2, 11, check);
    strings::all(3, 7, check);
}

#[test]
fn long_strings() {
    for s in strings::structured(1000) {
        check(&s);
    }
    // Without pairs at short distances, but for one in the last of several chunks.
    let mut distant: Vec<u32> = (0..9000).map(|i| i % 50).collect();
    for at in [8999, 8990, 4097, 4095] {
        distant[at] = distant[at - 3];
        assert_eq!(first_pass(&distant, |_| true).unwrap().level, 3);
        distant[at] = at as u32 + 100;
        assert_eq!(first_pass(&distant, |_| true).unwrap().level, BLOCKS_UP_TO + 1);
    }
    let mut chunks = 0;
    let stopped = first_pass(&distant, |_| {
        chunks += 1;
        chunks < 2
    });
    assert!(stopped.is_none() && chunks == 2);
    // Stretches that end with a chunk, begin with one and reach over several, at levels that come down.
    let mut s: Vec<u32> = (0..5 * CHUNK as u32).collect();
    for (level, to) in [(7, CHUNK), (7, 2 * CHUNK + 1), (4, 3 * CHUNK), (2, 4 * CHUNK + 9)] {
        for from in [to - 3 * level, to, to + 1, to + 2 * CHUNK.min(s.len() - to) / 3] {
            let mut s = s.clone();
            (from..to.max(from) + 5 * level).for_each(|at| s[at] = s[at - level]);
            check_first(&s);
        }
        (to..to + 2 * level).for_each(|at| s[at] = s[at - level]);
        check_first(&s);
    }
    // Letters that are seldom equal, so that blocks are skipped.
    for seed in 0..20 {
        let mut s = strings::random(700, 400, seed);
        let at = 13 * seed as usize;
        s.copy_within(at..at + 70, at + 5);
        check(&s);
    }
}
