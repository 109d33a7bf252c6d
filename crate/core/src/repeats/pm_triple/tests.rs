use super::*;
use loopscope_testing::strings;

/// By the definition, letter by letter.
fn by_definition(s: &[u32]) -> Vec<PmTriple> {
    let is_copy = |a: usize, b: usize, p: usize| b + p <= s.len() && s[a..a + p] == s[b..b + p];
    let mut triples = Vec::new();
    for start in 0..s.len() {
        for period in 1..=(s.len() - start) / 2 {
            let copies = (1..).take_while(|c| is_copy(start, start + c * period, period)).count();
            let word = &s[start..start + period];
            let primitive =
                (1..period).filter(|d| period % d == 0).all(|d| word.chunks(d).any(|piece| piece != &word[..d]));
            let preceded = start >= period && is_copy(start - period, start, period);
            if copies >= 1 && primitive && !preceded {
                let count = copies as u32 + 1;
                triples.push(PmTriple { start: start as u32, period: period as u32, count });
            }
        }
    }
    triples
}

#[test]
fn as_by_definition() {
    strings::all(2, 12, |s| assert_eq!(pm_triples(s), by_definition(s), "{s:?}"));
    strings::all(3, 8, |s| assert_eq!(pm_triples(s), by_definition(s), "{s:?}"));
}

#[test]
fn the_papers_example() {
    let found = pm_triples(b"abcdabcdabcdabcd");
    let seen: Vec<_> = found.iter().map(|t| (t.start + 1, t.count, t.span())).collect();
    // The paper lists (2, bcda, 4); only three copies fit.
    assert_eq!(seen, [(1, 4, 16), (2, 3, 12), (3, 3, 12), (4, 3, 12)]);
}
