//! The clock of a location against the global one.
//!
//! Where a location measured how far its clock was off, times between two measurements are shifted
//! by the straight line through both, rounded, times outside by the line through the nearest two.

use super::local::ClockOffset;
use loopscope_core::small_sort::SmallSort;

/// Corrects the times of one location.
#[derive(Clone, Debug, Default)]
pub(super) struct Clock {
    /// Ascending by time.
    offsets: Vec<ClockOffset>,
}

impl Clock {
    pub(super) fn new(offsets: &[ClockOffset]) -> Self {
        let mut offsets = offsets.to_vec();
        offsets.sort_small_by_key(|offset| offset.time);
        Self { offsets }
    }

    /// A time of the location on the global clock; `None` if it is before the beginning of that.
    #[inline]
    pub(super) fn global(&self, time: u64) -> Option<u64> {
        if self.offsets.is_empty() {
            return Some(time);
        }
        self.shifted(time)
    }

    fn shifted(&self, time: u64) -> Option<u64> {
        let after = self.offsets.partition_point(|offset| offset.time <= time);
        let from = after.clamp(1, self.offsets.len().saturating_sub(1).max(1)) - 1;
        let Some(&one) = self.offsets.get(from) else { return Some(time) };
        let slope = match self.offsets.get(from + 1) {
            Some(other) if other.time > one.time => {
                (other.offset.saturating_sub(one.offset)) as f64 / (other.time - one.time) as f64
            }
            _ => 0.0,
        };
        let passed = i128::from(time) - i128::from(one.time);
        let shift = (one.offset as f64 + slope * passed as f64).round() as i128;
        u64::try_from(i128::from(time) + shift).ok()
    }
}

#[cfg(test)]
mod tests;
