//! When each block length has to be tried again. Lengths up to [`SHORT`] are counted instead (see `runs`).
//!
//! # What it computes
//!
//! Let M be how many terms on top of the stack each are in line, by their keys, with the terms b and 2b below
//! them. TRIPLET on blocks of b terms needs M >= b. Every push adds at most one to M, so when b is tried at
//! height h and M is found, it need not be tried before height h + b - M. Mostly M is small: b is
//! tried every b pushes or so, which makes about ln K lengths a push instead of K.
//!
//! This holds whatever is pushed, as long as nothing at height h or below changes. When something does,
//! what was learnt at that height and above is forgotten: trials are in a log, and undone in reverse. So
//! the lists are as they were when the stack was last that high. Reductions seldom go deep, so the log
//! is cut now and then; should one go deeper than the log, all lengths are due again.
//!
//! # Cost
//!
//! A trial compares M + 1 terms and puts off b by b - M. Where the second trial then still finds the first mismatch,
//! it stops there; so two trials in a row compare at most b + 1 terms and put off b by more than b. Without
//! reductions this is at most K comparisons a push, mostly about ln K. A trial undone and made again
//! costs again. Memory: 4 bytes a height and a block length, 12 a trial in the log, which are those of some
//! thousand heights or of 8 K.

use super::key::Key;
use super::runs::SHORT;

/// Ends a list.
const NONE: u32 = u32::MAX;

/// The block lengths by the height at which they are due.
#[derive(Clone, Debug, Default)]
pub(super) struct Schedule {
    /// The first block length due at each height. A list is last in, first out: what was put in later was
    /// learnt at a greater height.
    heads: Vec<u32>,
    /// The one after each block length.
    after: Vec<u32>,
    /// Trials, by ascending height.
    log: Vec<Trial>,
    /// Trials below this height may be missing in the log.
    floor: usize,
    /// At that length the log is cut.
    longest: usize,
    /// Heights that were taken off below; see [`forget_below`](Self::forget_below).
    shifted: u64,
}

#[derive(Clone, Copy, Debug)]
struct Trial {
    block: u32,
    /// Where it was made.
    at: u32,
    /// When the block length is due again.
    due: u32,
}

impl Schedule {
    /// Tries all block lengths that are due at the height of `keys`, of which those from `base` on are still
    /// there. Those whose blocks are in line by their keys are appended to `found`; for others `mismatch`
    /// learns the block length and the position of the uppermost term that is not in line.
    pub(super) fn tried(
        &mut self,
        keys: &[Key],
        base: usize,
        k: usize,
        found: &mut Vec<usize>,
        mut mismatch: impl FnMut(usize, usize),
    ) {
        let height = keys.len();
        if self.log.len() >= self.longest {
            self.cut_log(height, k);
        }
        let mut next = match self.heads.get_mut(height) {
            Some(head) => std::mem::replace(head, NONE),
            None => NONE,
        };
        while next != NONE {
            let block = next as usize;
            next = self.after[block];
            self.trial(block, keys, base, found, &mut mismatch);
        }
        // The length whose three blocks are the whole stack, at this height for the first time. Its trial comes
        // last: once undone it is at the end of the list.
        let all = height as u64 + self.shifted;
        let block = self.after.len().max(SHORT + 1);
        if all == 3 * block as u64 && block <= k {
            self.after.resize(block + 1, NONE);
            self.trial(block, keys, base, found, &mut mismatch);
        }
    }

    #[inline]
    fn trial(
        &mut self,
        block: usize,
        keys: &[Key],
        base: usize,
        found: &mut Vec<usize>,
        mismatch: &mut impl FnMut(usize, usize),
    ) {
        let height = keys.len();
        let enough = base + 3 * block;
        let due = if height < enough {
            enough
        } else {
            let w = &keys[height - block..];
            let v = &keys[height - 2 * block..height - block];
            let u = &keys[height - 3 * block..height - 2 * block];
            match (0..block).rev().find(|&k| !Key::in_line(u[k], v[k], w[k])) {
                Some(k) => {
                    mismatch(block, height - block + k);
                    (height + k + 1).max(enough)
                }
                None => {
                    found.push(block);
                    height + 1
                }
            }
        };
        self.log.push(Trial { block: block as u32, at: height as u32, due: due as u32 });
        self.put(block, due);
    }

    /// Forgets what was learnt at that height and above, because the term there has changed.
    pub(super) fn forget_from(&mut self, height: usize) {
        while let Some(&Trial { block, at, due }) = self.log.last() {
            if (at as usize) < height {
                break;
            }
            self.log.pop();
            debug_assert_eq!(self.heads[due as usize], block);
            self.heads[due as usize] = self.after[block as usize];
            self.after[block as usize] = std::mem::replace(&mut self.heads[at as usize], block);
        }
        if height < self.floor {
            // Nothing is known any more.
            self.floor = height;
            self.heads.truncate(height);
            for block in (SHORT + 1..self.after.len()).rev() {
                self.put(block, height);
            }
        }
    }

    /// Puts a block length at the head of a list.
    #[inline]
    fn put(&mut self, block: usize, due: usize) {
        if due >= self.heads.len() {
            self.heads.resize(due + 1, NONE);
        }
        self.after[block] = std::mem::replace(&mut self.heads[due], block as u32);
    }

    /// Drops old trials.
    fn cut_log(&mut self, height: usize, k: usize) {
        // One reduction takes away 3 K terms at most.
        let deep = height.saturating_sub(k.saturating_mul(8).max(1000));
        let gone = self.log.partition_point(|trial| (trial.at as usize) < deep);
        self.log.drain(..gone);
        if gone > 0 {
            self.floor = self.floor.max(deep);
        }
        // So every trial is moved once or so.
        self.longest = 2 * self.log.len() + 10_000;
    }

    /// Notes that the lowest terms are gone for good: all heights decrease by so many.
    pub(super) fn forget_below(&mut self, base: usize) {
        self.shifted += base as u64;
        self.heads.drain(..base.min(self.heads.len()));
        let kept = self.log.partition_point(|trial| trial.at as usize <= base);
        self.log.drain(..kept);
        self.floor = self.floor.saturating_sub(base);
        for trial in &mut self.log {
            trial.at -= base as u32;
            trial.due -= base as u32;
        }
    }
}
