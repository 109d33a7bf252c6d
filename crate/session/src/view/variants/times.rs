//! How long the iterations of a loop of several variants take, and which of them take much longer than others of their variant.
//!
//! An iteration lasts from its first event to that of the next one; the last one to the next event after the loop, or to its own
//! end. So do the iterations of a nest's loop.

use loopscope_core::durations::Outliers;
use loopscope_core::trace::ViewTimes;
use loopscope_core::variants::Variants;

/// The durations of all iterations.
#[derive(Debug, Default)]
pub(super) struct IterationTimes {
    /// Of each iteration, in nanoseconds.
    pub(super) of: Vec<u64>,
    /// The median of each variant, in nanoseconds.
    pub(super) medians: Vec<u64>,
    /// The iterations that stand out among those of their variant, ascending.
    pub(super) outliers: Vec<usize>,
}

impl IterationTimes {
    /// Those of the iterations that begin at `starts`, of which the last is the end. O(iterations log iterations), and a block of
    /// times for each iteration.
    #[inline(never)] // It belongs to a part of its own: not all traces have times.
    pub(super) fn new(variants: &Variants, starts: &[u64], times: ViewTimes<'_>) -> Option<Self> {
        let of = durations(starts, times)?;
        let mut groups: Vec<Vec<usize>> = vec![Vec::new(); variants.bodies.len()];
        for (at, number) in variants.which.symbols().enumerate() {
            groups.get_mut(number.0 as usize)?.push(at);
        }
        let mut found = Self { of, ..Self::default() };
        for group in groups {
            let own: Vec<u64> = group.iter().filter_map(|&at| found.of.get(at)).copied().collect();
            let Outliers { spread, indices, .. } = Outliers::new(&own, 1);
            found.medians.push(spread.median);
            found.outliers.extend(indices.iter().filter_map(|&at| group.get(at)));
        }
        found.outliers.sort_unstable();
        Some(found)
    }
}

/// The duration of each iteration; `None` if one of its events has no time.
fn durations(starts: &[u64], times: ViewTimes<'_>) -> Option<Vec<u64>> {
    let tick = times.tick();
    let span = |position: u64| times.get(usize::try_from(position).ok()?);
    let nanoseconds = |from: u64, to: u64| u64::try_from(tick.nanoseconds(to.saturating_sub(from))).unwrap_or(u64::MAX);
    let (&end, begins) = starts.split_last()?;
    let begins: Option<Vec<u64>> = begins.iter().map(|&at| Some(span(at)?.enter)).collect();
    let begins = begins?;
    let end = match span(end) {
        Some(after) => after.enter,
        None => span(end.checked_sub(1)?)?.leave,
    };
    let ends = begins.iter().skip(1).copied().chain([end]);
    Some(begins.iter().zip(ends).map(|(&from, to)| nanoseconds(from, to)).collect())
}
