//! Finding all repetitions of one period.

use crate::nest::blocks::{any_equal, Letter};
use crate::nest::build::grow;
use crate::nest::stretch::Stretch;

/// Up to this level, blocks without any equal pair are skipped as a whole. Above it, fewer than one
/// position in eight would be tested anyway.
const BLOCKS_UP_TO: usize = 8;

/// Positions in such a block: enough for wide instructions, few enough to be often without a pair.
const BLOCK: usize = 32;

/// Finds all stretches of at least `level` positions, ascending. Returns about how many steps it
/// took: a test is one, and so are eight positions that are looked at side by side.
pub(super) fn scan<T: Letter>(s: &[T], level: usize, found: &mut Vec<Stretch>) -> usize {
    let mut scan = Scan { from: 0, block: 0, work: 0 };
    scan.go_on(s, level, s.len(), found);
    scan.work
}

/// The progress of a scan.
#[derive(Clone, Copy, Default)]
struct Scan {
    /// No stretch that is still to be found starts before this.
    from: usize,
    /// Where the next block starts that was not looked at as a whole.
    block: usize,
    work: usize,
}

impl Scan {
    /// Makes the tests that are due before a position.
    fn go_on<T: Letter>(&mut self, s: &[T], level: usize, until: usize, found: &mut Vec<Stretch>) {
        let until = until.min(s.len().saturating_sub(level));
        loop {
            if level <= BLOCKS_UP_TO && self.from >= self.block {
                let skipped = skip_blocks(s, level, self.from, until);
                self.work += (skipped - self.from) / 8;
                self.from = skipped;
                self.block = skipped + BLOCK;
            }
            // A stretch of `level` positions from `from` on contains this one or ends after it.
            let at = self.from + level - 1;
            if at >= until {
                return;
            }
            self.work += 1;
            if s[at] != s[at + level] {
                self.from = at + 1;
                continue;
            }
            let stretch = Stretch::around(s, level, at);
            self.work += stretch.len() / 8;
            if stretch.len() >= level {
                grow(found, 1);
                found.push(stretch);
            }
            // The pair at the end is not equal.
            self.from = stretch.end() + 1;
        }
    }
}

/// Symbols that stay in the nearest cache while several levels are looked at.
const CHUNK: usize = 4096;

/// The result of the first pass over a string.
#[derive(Debug)]
pub(super) struct FirstPass {
    /// The lowest level at which two positions at that distance are equal, or the first that is not
    /// looked at by blocks.
    pub(super) level: usize,
    /// All stretches of that level, as of [`scan`].
    pub(super) found: Vec<Stretch>,
    /// Steps, as of [`scan`].
    pub(super) work: usize,
}

/// Goes through the string once: calls `pass` with each chunk of it, skips the levels that have no
/// pair, and scans the next; all of that while the chunk is in the nearest cache. A string that does not fit
/// into any cache takes longer to read than to compare. `None` if a call gives `false`.
pub(super) fn first_pass<T: Letter>(s: &[T], mut pass: impl FnMut(&[T]) -> bool) -> Option<FirstPass> {
    let mut level = BLOCKS_UP_TO + 1;
    let (mut scan, mut found) = (Scan::default(), Vec::new());
    for (index, chunk) in s.chunks(CHUNK).enumerate() {
        if !pass(chunk) {
            return None;
        }
        let from = index * CHUNK;
        let has_pair = |level: &usize| {
            let partners = s.get(from + level..).unwrap_or(&[]);
            let len = chunk.len().min(partners.len());
            let (left, right) = (chunk[..len].chunks(BLOCK), partners[..len].chunks(BLOCK));
            left.zip(right).any(|(a, b)| any_equal(a, b))
        };
        if let Some(lower) = (1..level).find(has_pair) {
            // From the start again: not more often than there are levels with blocks.
            level = lower;
            scan = Scan { work: scan.work, ..Scan::default() };
            found.clear();
        }
        scan.work += (level - 1) * chunk.len() / 8;
        scan.go_on(s, level, from + chunk.len(), &mut found);
    }
    Some(FirstPass { level, found, work: scan.work })
}

/// The start of the first whole block from `from` on that has an equal pair, or of the rest before `until`.
fn skip_blocks<T: Letter>(s: &[T], level: usize, from: usize, until: usize) -> usize {
    let left = s.get(from..until).unwrap_or(&[]).chunks_exact(BLOCK);
    let right = s.get(from + level..).unwrap_or(&[]).chunks_exact(BLOCK);
    let blocks = left.zip(right).take_while(|(a, b)| !any_equal(a, b)).count();
    from + blocks * BLOCK
}

#[cfg(test)]
mod tests;
