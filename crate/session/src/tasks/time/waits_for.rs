//! Which process waits for which.

use loopscope_core::waits::Reason;

use super::builder::Measured;

/// Waits that are listed.
const MOST: usize = 65_536;

impl Measured {
    /// The waits of each process in each loop for each other process, six numbers each: see the summary. O(waits).
    pub(super) fn waits(&self) -> Vec<f64> {
        let mut numbers = Vec::new();
        for (place, waits) in self.sums.waits.iter().enumerate() {
            for wait in waits {
                if numbers.len() >= 6 * MOST {
                    return numbers;
                }
                let reason = match wait.cause.reason {
                    Reason::LateSender => 0,
                    Reason::LateReceiver => 1,
                    Reason::Collective => 2,
                };
                let (process, partner) = (self.number(place), self.number(wait.cause.partner as usize));
                numbers.extend([process, partner].map(f64::from));
                numbers.extend([wait.time, wait.count].map(|number| number as f64));
                numbers.extend([reason, wait.row].map(f64::from));
            }
        }
        numbers
    }
}
