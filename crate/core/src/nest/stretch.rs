//! Stretches of a string that are repeated at a certain distance.

use super::blocks::{all_equal, Letter};

/// A maximal stretch of positions j with s[j] = s[j + d], for some distance d.
///
/// If it has at least d positions, `start..end + d` repeats with the period d.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Stretch {
    // 32 bits are enough for the longest strings, and there may be a stretch for every other symbol.
    start: u32,
    end: u32,
}

impl Stretch {
    pub(super) fn new(start: usize, end: usize) -> Self {
        Self { start: start as u32, end: end as u32 }
    }

    pub(super) fn start(&self) -> usize {
        self.start as usize
    }

    pub(super) fn end(&self) -> usize {
        self.end as usize
    }

    /// The stretch around a position whose pair is equal.
    pub(super) fn around<T: Letter>(s: &[T], distance: usize, at: usize) -> Self {
        let start = at - agreement_before(&s[..at], &s[..at + distance]);
        Self::new(start, at + agreement(&s[at..], &s[at + distance..]))
    }

    pub(super) fn len(&self) -> usize {
        self.end() - self.start()
    }
}

/// Letters that are compared side by side: enough for wide instructions.
const BLOCK: usize = 32;

/// Most agreements are shorter than this, and not worth a block.
const FEW: usize = 4;

/// On how many letters from the start two slices agree.
pub(crate) fn agreement<T: Letter>(a: &[T], b: &[T]) -> usize {
    let first = a.iter().zip(b).take(FEW).take_while(|(a, b)| a == b).count();
    if first < FEW {
        return first;
    }
    let blocks = a.chunks_exact(BLOCK).zip(b.chunks_exact(BLOCK));
    let same = BLOCK * blocks.take_while(|(a, b)| all_equal(a, b)).count();
    same + a[same..].iter().zip(&b[same..]).take_while(|(a, b)| a == b).count()
}

/// On how many letters before the end two slices agree.
pub(super) fn agreement_before<T: Letter>(a: &[T], b: &[T]) -> usize {
    let last = a.iter().rev().zip(b.iter().rev()).take(FEW).take_while(|(a, b)| a == b).count();
    if last < FEW {
        return last;
    }
    let blocks = a.rchunks_exact(BLOCK).zip(b.rchunks_exact(BLOCK));
    let same = BLOCK * blocks.take_while(|(a, b)| all_equal(a, b)).count();
    let rest = a[..a.len() - same].iter().rev().zip(b[..b.len() - same].iter().rev());
    same + rest.take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests;
