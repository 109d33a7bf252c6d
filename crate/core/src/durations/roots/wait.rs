//! A wait, and what it goes back to.

/// A wait, or a call that is held up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wait {
    /// The places of its process and of the one that it waits for.
    pub(super) place: u32,
    pub(super) partner: u32,
    /// Whether it counts as a wait.
    pub(super) counts: bool,
    pub(super) begin: i64,
    pub(super) end: i64,
    /// Waits of the same process up to here, with this one.
    pub(super) sum: u64,
    /// The waits of the partner that it goes back to: from which on, before which.
    pub(super) from: u32,
    pub(super) to: u32,
    /// How much of it goes back to them.
    pub(super) passed: u64,
    /// What has to be added to the weight of a nanosecond from here back: of the run, and of the main loop.
    pub(super) change: [f64; 2],
}

impl Wait {
    pub(super) fn new((place, partner): (u32, u32), counts: bool, (begin, end): (i64, i64)) -> Self {
        let (from, to, passed, change) = (0, 0, 0, [0.0; 2]);
        Self { place, partner, counts, begin, end, sum: 0, from, to, passed, change }
    }

    /// How much of it is in a span.
    pub(super) fn within(&self, (from, to): (i64, i64)) -> u64 {
        self.end.min(to).saturating_sub(self.begin.max(from)).max(0).unsigned_abs()
    }

    pub(super) fn length(&self) -> u64 {
        self.end.abs_diff(self.begin)
    }
}
