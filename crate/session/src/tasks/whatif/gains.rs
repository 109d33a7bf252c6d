//! What each loop would gain, in slices: eight loops in each pass over a run.

use loopscope_core::whatif::{Changes, Moving, Reading, Stream, LANES};

use super::builder::WhatIf;

/// A time under each reading that was asked for.
pub(super) type Times = Vec<(Reading, i64)>;

/// What of a loop takes no time, one after the other.
const MOVINGS: [Moving; 3] = [Moving::Computations, Moving::Waits, Moving::Calls];

/// What one loop, with the loops inside it, would gain.
#[derive(Clone, Debug)]
pub(super) struct LoopGain {
    pub(super) row: u32,
    /// If its computations took no time.
    pub(super) computation: Times,
    /// If it never waited.
    pub(super) waits: Times,
    /// If its calls, with their waits, took no time.
    pub(super) calls: Times,
}

/// Finds the gains. See the [module](self).
#[derive(Debug)]
pub(super) struct GainFinder {
    readings: &'static [Reading],
    gains: Vec<LoopGain>,
    /// Which reading, what of the loops, and the first of the next eight.
    at: (usize, usize, usize),
    /// The run under that reading.
    stream: Option<Stream>,
}

impl GainFinder {
    /// Nothing found yet.
    pub(super) fn new(run: &WhatIf, readings: &'static [Reading]) -> GainFinder {
        let empty = |row: u32| LoopGain {
            row,
            computation: Vec::new(),
            waits: Vec::new(),
            calls: Vec::new(),
        };
        let rows = run.rows().rows.iter().map(|row| row.id).filter(|&id| id > 0);
        GainFinder { readings, gains: rows.map(empty).collect(), at: (0, 0, 0), stream: None }
    }

    /// Passes that were made, and all.
    pub(super) fn progress(&self) -> (u64, u64) {
        let passes = self.gains.len().div_ceil(LANES);
        let (reading, moving, first) = self.at;
        let done = (reading * MOVINGS.len() + moving) * passes + first / LANES;
        (done as u64, (self.readings.len() * MOVINGS.len() * passes) as u64)
    }

    /// Makes one pass; false once there is none left. O(calls).
    pub(super) fn step(&mut self, run: &WhatIf) -> bool {
        let (reading, moving, first) = self.at;
        let Some(&of) = self.readings.get(reading) else { return false };
        let Some(&what) = MOVINGS.get(moving) else {
            self.at = (reading + 1, 0, 0);
            return true;
        };
        if first >= self.gains.len() {
            (self.at, self.stream) = ((reading, moving + 1, 0), None);
            return true;
        }
        let read = run.read(of);
        let stream = self
            .stream
            .get_or_insert_with(|| Stream::new(&read.program, &read.order, &Changes::none(), what));
        let contexts = read.program.contexts();
        let eight = self.gains.iter_mut().skip(first).take(LANES);
        let rows: Vec<u32> = eight.map(|gain| gain.row).collect();
        let classes: Vec<[bool; LANES]> = (0..contexts.len() as u32)
            .map(|context| {
                std::array::from_fn(|lane| {
                    rows.get(lane).is_some_and(|&row| contexts.is_in(context, row))
                })
            })
            .collect();
        let lengths = stream.predict_lanes(&classes);
        for (gain, length) in self.gains.iter_mut().skip(first).zip(lengths) {
            let list = match what {
                Moving::Computations => &mut gain.computation,
                Moving::Waits => &mut gain.waits,
                _ => &mut gain.calls,
            };
            list.push((of, run.length() - length));
        }
        self.at.2 = first + LANES;
        true
    }

    /// The gains, once there is no step left.
    pub(super) fn finish(self) -> Vec<LoopGain> {
        self.gains
    }
}
