use super::*;
use crate::nest::naive;
use loopscope_testing::strings;

/// Written size by trying every last item in every part, bodies that are repetitions included.
fn by_force(s: &[u32]) -> u32 {
    let n = s.len();
    let mut size = vec![vec![0u32; n + 1]; n + 1];
    for len in 1..=n {
        for i in 0..=n - len {
            let j = i + len;
            let mut best = size[i][j - 1] + 1;
            for period in 1..=len / 2 {
                let mut start = j - period;
                while start >= i + period && s[start - period..start] == s[j - period..j] {
                    start -= period;
                    best = best.min(size[i][start] + 1 + size[j - period][j]);
                }
            }
            size[i][j] = best;
        }
    }
    size[0][n]
}

fn written(items: &[naive::Item]) -> u32 {
    let item = |item: &naive::Item| match item {
        naive::Item::Symbol(_) => 1,
        naive::Item::Loop(_, body) => 1 + written(body),
    };
    items.iter().map(item).sum()
}

fn check(letters: &[u32]) {
    let s: Vec<Symbol> = letters.iter().map(|&letter| Symbol(letter)).collect();
    let (nest, size) = solve(&s, u64::MAX).unwrap();
    assert_eq!(size, by_force(letters), "{letters:?}");
    assert_eq!(written(&naive::tree(&nest)), size, "{letters:?}");
    assert!(nest.symbols().eq(s), "{letters:?}");
}

#[test]
fn all_short_strings() {
    strings::all(2, 13, check);
    strings::all(3, 8, check);
}

#[test]
fn larger_strings() {
    for s in strings::structured(70) {
        check(&s);
    }
    for seed in 0..150 {
        check(&strings::noisy(60, seed));
        check(&strings::random(50, 2, seed));
    }
}

#[test]
fn gives_up_by_count() {
    let s: Vec<Symbol> = strings::periodic(300, 3000).into_iter().map(Symbol).collect();
    assert!(solve(&s, 3_000).is_none());
    assert!(solve(&s, 10_000_000).is_some());
}
