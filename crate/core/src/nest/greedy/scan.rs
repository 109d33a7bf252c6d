//! Finding all repetitions of one period.

use crate::nest::NodeId;

/// A maximal stretch of positions j with s[j] = s[j + L], for some level L.
///
/// If it has at least L positions it is the run `start..end + L` of period L.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Stretch {
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Up to this level, blocks without any equal pair are skipped as a whole. Above it, fewer than one
/// position in eight would be tested anyway.
const BLOCKS_UP_TO: usize = 8;

/// Positions in such a block: enough for wide instructions, few enough to be often without a pair.
const BLOCK: usize = 32;

/// Finds all stretches of at least `level` positions, ascending.
pub(super) fn scan(s: &[NodeId], level: usize, found: &mut Vec<Stretch>) {
    let pairs = s.len().saturating_sub(level);
    // No stretch that is still to be found starts before this.
    let mut from = 0;
    // Where the next block starts that was not looked at as a whole.
    let mut block = 0;
    loop {
        if level <= BLOCKS_UP_TO && from >= block {
            from = skip_blocks(s, level, from);
            block = from + BLOCK;
        }
        // A stretch of `level` positions from `from` on contains this one or ends behind it.
        let at = from + level - 1;
        if at >= pairs {
            return;
        }
        if s[at] != s[at + level] {
            from = at + 1;
            continue;
        }
        let stretch = stretch_around(s, level, at);
        if stretch.end - stretch.start >= level {
            found.push(stretch);
        }
        // The pair at the end is not equal.
        from = stretch.end + 1;
    }
}

/// The start of the first whole block from `from` on that has an equal pair, or of what is left.
fn skip_blocks(s: &[NodeId], level: usize, from: usize) -> usize {
    let left = s.get(from..).unwrap_or(&[]).chunks_exact(BLOCK);
    let right = s.get(from + level..).unwrap_or(&[]).chunks_exact(BLOCK);
    let blocks = left.zip(right).take_while(|(a, b)| !any_equal(a, b)).count();
    from + blocks * BLOCK
}

/// Whether two blocks agree somewhere; no early way out, so that it is done in wide instructions.
fn any_equal(a: &[NodeId], b: &[NodeId]) -> bool {
    a.iter().zip(b).fold(false, |any, (a, b)| any | (a == b))
}

/// The stretch around a position whose pair is equal.
pub(super) fn stretch_around(s: &[NodeId], level: usize, at: usize) -> Stretch {
    let before = s[..at].iter().rev().zip(s[..at + level].iter().rev());
    let start = at - before.take_while(|(a, b)| a == b).count();
    Stretch { start, end: at + agreement(&s[at..], &s[at + level..]) }
}

/// On how many letters from the start two slices agree.
fn agreement(a: &[NodeId], b: &[NodeId]) -> usize {
    let blocks = a.chunks_exact(BLOCK).zip(b.chunks_exact(BLOCK));
    let same = BLOCK * blocks.take_while(|(a, b)| all_equal(a, b)).count();
    same + a[same..].iter().zip(&b[same..]).take_while(|(a, b)| a == b).count()
}

fn all_equal(a: &[NodeId], b: &[NodeId]) -> bool {
    a.iter().zip(b).fold(true, |all, (a, b)| all & (a == b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::strings;

    /// Position by position.
    fn by_definition(s: &[NodeId], level: usize) -> Vec<Stretch> {
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
        let s: Vec<NodeId> = s.iter().map(|&letter| NodeId(letter)).collect();
        for level in 1..=s.len() / 2 + 1 {
            let mut found = Vec::new();
            scan(&s, level, &mut found);
            assert_eq!(found, by_definition(&s, level), "level {level}");
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
        // Letters that are seldom equal, so that blocks are skipped.
        for seed in 0..20 {
            let mut s = strings::random(700, 400, seed);
            let at = 13 * seed as usize;
            s.copy_within(at..at + 70, at + 5);
            check(&s);
        }
    }
}
