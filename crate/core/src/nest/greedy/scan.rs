//! Finding all repetitions of one period.

use crate::nest::blocks::{any_equal, Letter};
use crate::nest::stretch::Stretch;

/// Up to this level, blocks without any equal pair are skipped as a whole. Above it, fewer than one
/// position in eight would be tested anyway.
const BLOCKS_UP_TO: usize = 8;

/// Positions in such a block: enough for wide instructions, few enough to be often without a pair.
const BLOCK: usize = 32;

/// Finds all stretches of at least `level` positions, ascending. Returns about how many steps it
/// took: a test is one, and so are eight positions that are looked at side by side.
pub(super) fn scan<T: Letter>(s: &[T], level: usize, found: &mut Vec<Stretch>) -> usize {
    let mut work = 0;
    let pairs = s.len().saturating_sub(level);
    // No stretch that is still to be found starts before this.
    let mut from = 0;
    // Where the next block starts that was not looked at as a whole.
    let mut block = 0;
    loop {
        if level <= BLOCKS_UP_TO && from >= block {
            let skipped = skip_blocks(s, level, from);
            work += (skipped - from) / 8;
            from = skipped;
            block = from + BLOCK;
        }
        // A stretch of `level` positions from `from` on contains this one or ends behind it.
        let at = from + level - 1;
        if at >= pairs {
            return work;
        }
        work += 1;
        if s[at] != s[at + level] {
            from = at + 1;
            continue;
        }
        let stretch = Stretch::around(s, level, at);
        work += stretch.len() / 8;
        if stretch.len() >= level {
            found.push(stretch);
        }
        // The pair at the end is not equal.
        from = stretch.end + 1;
    }
}

/// Symbols that stay in the nearest cache while several levels are looked at.
const CHUNK: usize = 4096;

/// The largest of the first few levels up to which no two positions at that distance are equal; the
/// string passes by once, and `pass` is called with each chunk of it. Of a string that does not fit into any cache, to
/// read it takes longer than to compare.
pub(super) fn levels_without_pairs<T: Letter>(s: &[T], mut pass: impl FnMut(&[T])) -> usize {
    let mut levels = BLOCKS_UP_TO;
    for (index, chunk) in s.chunks(CHUNK).enumerate() {
        pass(chunk);
        let from = index * CHUNK;
        let has_pair = |level: &usize| {
            let partners = s.get(from + level..).unwrap_or(&[]);
            let len = chunk.len().min(partners.len());
            let (left, right) = (chunk[..len].chunks(BLOCK), partners[..len].chunks(BLOCK));
            left.zip(right).any(|(a, b)| any_equal(a, b))
        };
        levels = (1..=levels).find(has_pair).map_or(levels, |level| level - 1);
    }
    levels
}

/// The start of the first whole block from `from` on that has an equal pair, or of what is left.
fn skip_blocks<T: Letter>(s: &[T], level: usize, from: usize) -> usize {
    let left = s.get(from..).unwrap_or(&[]).chunks_exact(BLOCK);
    let right = s.get(from + level..).unwrap_or(&[]).chunks_exact(BLOCK);
    let blocks = left.zip(right).take_while(|(a, b)| !any_equal(a, b)).count();
    from + blocks * BLOCK
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::strings;

    /// Position by position.
    fn by_definition(s: &[u32], level: usize) -> Vec<Stretch> {
        let mut found = Vec::new();
        let mut start = 0;
        for j in 0..s.len() {
            if j + level >= s.len() || s[j] != s[j + level] {
                if j >= start + level {
                    found.push(Stretch { start, end: j });
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
        let mut passed = Vec::new();
        let levels = levels_without_pairs(s, |chunk| passed.extend_from_slice(chunk));
        assert_eq!(passed, s);
        for level in 1..=BLOCKS_UP_TO {
            let has_pair = (level..s.len()).any(|j| s[j] == s[j - level]);
            assert!(!has_pair || level > levels);
            assert!(has_pair || level != levels + 1);
        }
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
            assert_eq!(levels_without_pairs(&distant, |_| ()), 2);
            distant[at] = at as u32 + 100;
            assert_eq!(levels_without_pairs(&distant, |_| ()), BLOCKS_UP_TO);
        }
        // Letters that are seldom equal, so that blocks are skipped.
        for seed in 0..20 {
            let mut s = strings::random(700, 400, seed);
            let at = 13 * seed as usize;
            s.copy_within(at..at + 70, at + 5);
            check(&s);
        }
    }
}
