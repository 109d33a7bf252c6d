//! With which others an iteration of a loop is compared, and what is usual among them.

use super::outliers::{median, NEIGHBOURS};
use super::{Iteration, Parts};

/// Iterations that are compared; of more so many at most, evenly spread.
pub const MOST_COMPARED: u64 = 4_096;

/// The iteration that is looked at, and those that it is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compared {
    /// The loop.
    pub row: u32,
    /// The iteration, from 0, over all times that the loop is entered.
    pub index: u64,
    /// Only iterations of the same number modulo this one are compared: all with 1.
    pub every: u64,
    /// Whether only those next to it are compared, as many after it as before it, or of the first and the last those on one side.
    pub near: bool,
    /// How many iterations the loop has, to spread those that are compared.
    pub iterations: u64,
}

impl Compared {
    fn stride(&self) -> u64 {
        (self.iterations / self.every.max(1)).div_ceil(MOST_COMPARED).max(1)
    }

    /// Where only iterations next to it are compared: the first of them, and the one after the last.
    #[inline(never)] // One copy for all parts.
    fn window(&self) -> Option<(u64, u64)> {
        let after = self.iterations.saturating_sub(self.index).saturating_sub(1);
        let reach = match self.index.min(after) {
            0 => NEIGHBOURS as u64,
            both => both.min(NEIGHBOURS as u64),
        };
        let to = self.index.saturating_add(reach + 1).min(self.iterations);
        self.near.then(|| (self.index.saturating_sub(reach), to))
    }

    /// Whether an iteration is one of those that are compared.
    pub(super) fn holds(&self, at: u64) -> bool {
        if let Some((from, to)) = self.window() {
            return from <= at && at < to && at != self.index;
        }
        let every = self.every.max(1);
        at % every == self.index % every && (at / every).is_multiple_of(self.stride())
    }

    /// Whether it is the iteration (0) or the one before it (1).
    pub(super) fn wanted(&self, at: u64) -> Option<usize> {
        match self.index.checked_sub(at) {
            Some(0) => Some(0),
            Some(1) => Some(1),
            _ => None,
        }
    }

    /// How many of the first iterations are compared.
    pub fn count(&self, iterations: u64) -> u64 {
        if let Some((from, to)) = self.window() {
            let all = to.min(iterations).saturating_sub(from);
            return all.saturating_sub(u64::from(self.index < iterations));
        }
        let every = self.every.max(1);
        let alike = iterations.saturating_sub(self.index % every).div_ceil(every);
        alike.div_ceil(self.stride())
    }

    /// How long such an iteration lasts on a process in the median, and each of its parts, if these are its iterations.
    /// O(iterations that are compared).
    pub fn usual(&self, list: &[Iteration]) -> Usual {
        let parts = Parts {
            compute: self.median(list, |it| it.parts.compute),
            calls: self.median(list, |it| it.parts.calls),
            wait: self.median(list, |it| it.parts.wait),
            ..Parts::default()
        };
        Usual { period: self.median(list, |it| it.period), parts }
    }

    #[inline(never)] // One copy for all parts.
    fn median(&self, list: &[Iteration], of: fn(&Iteration) -> u64) -> u64 {
        let every = self.every.max(1);
        let step = every.saturating_mul(self.stride()) as usize;
        let (from, to, step) = match self.window() {
            Some((from, to)) => (from, to as usize, 1),
            None => (self.index % every, list.len(), step),
        };
        let alike = list.iter().enumerate().take(to).skip(from as usize).step_by(step);
        let alike = alike.filter(|(at, _)| self.holds(*at as u64));
        let times: Vec<u64> = alike.map(|(_, it)| of(it)).collect();
        let count = times.len();
        median_of(times, count)
    }
}

/// The medians of iterations on a process, each by itself: the parts need not add up to the period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usual {
    /// Of the periods, in nanoseconds.
    pub period: u64,
    /// Of the parts; without bytes.
    pub parts: Parts,
}

/// The median of so many times, of which those that are not in the list are 0.
pub(super) fn median_of(mut times: Vec<u64>, count: usize) -> u64 {
    times.resize(count, 0);
    times.sort_unstable();
    median(&times)
}
