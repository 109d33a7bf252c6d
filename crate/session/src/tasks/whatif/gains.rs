//! What each loop would gain, in slices: eight loops in each pass over a run. What is not on the critical path gains nothing, so
//! only loops are asked about that are.

use loopscope_core::whatif::{Changes, CriticalPath, Moving, Predicted, Reading, Stream, LANES};

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
    /// What of the loops is on its critical path, by context.
    on_path: Option<[Vec<bool>; 3]>,
    /// The places of the loops that are asked about.
    asked: Vec<usize>,
    /// The run as it was, under the first reading.
    first: Option<(Predicted, CriticalPath)>,
}

impl GainFinder {
    /// Nothing found yet.
    pub(super) fn new(run: &WhatIf, readings: &'static [Reading]) -> Self {
        let empty = |row: u32| LoopGain { row, computation: Vec::new(), waits: Vec::new(), calls: Vec::new() };
        let rows = run.rows().rows.iter().map(|row| row.id).filter(|&id| id > 0);
        Self {
            readings,
            gains: rows.map(empty).collect(),
            at: (0, 0, 0),
            stream: None,
            on_path: None,
            asked: Vec::new(),
            first: None,
        }
    }

    /// What of the loops was gone through, and all.
    pub(super) fn progress(&self) -> (u64, u64) {
        let (reading, moving, first) = self.at;
        let each = self.gains.len().max(1);
        let part = first * each / self.asked.len().max(1);
        let done = (reading * MOVINGS.len() + moving) * each + part.min(each);
        (done as u64, (self.readings.len() * MOVINGS.len() * each) as u64)
    }

    /// Makes one pass; false once there is none left. O(calls).
    pub(super) fn step(&mut self, run: &WhatIf) -> bool {
        let (reading, moving, first) = self.at;
        let Some(&of) = self.readings.get(reading) else { return false };
        let read = run.read(of);
        let Some(on_path) = &self.on_path else {
            let found = read.path(&Changes::none());
            self.on_path = Some(found.1.contexts(&read.program));
            self.first.get_or_insert(found);
            return true;
        };
        let (Some(&what), Some(on_path)) = (MOVINGS.get(moving), on_path.get(moving)) else {
            (self.at, self.on_path) = ((reading + 1, 0, 0), None);
            return true;
        };
        let contexts = read.program.contexts();
        if first == 0 {
            // A loop that gains nothing keeps this.
            for gain in &mut self.gains {
                gain.list(what).push((of, 0));
            }
            let is_on = |row: u32| {
                let mut on = on_path.iter().enumerate().filter(|(_, on)| **on);
                on.any(|(context, _)| contexts.is_in(context as u32, row))
            };
            let places = self.gains.iter().enumerate().filter(|(_, gain)| is_on(gain.row));
            self.asked = places.map(|(place, _)| place).collect();
        }
        let Some(eight) = self.asked.get(first..).filter(|left| !left.is_empty()) else {
            (self.at, self.stream) = ((reading, moving + 1, 0), None);
            return true;
        };
        let stream = self.stream.get_or_insert_with(|| Stream::new(&read.program, &read.order, &Changes::none(), what));
        let eight: Vec<usize> = eight.iter().take(LANES).copied().collect();
        let rows: Vec<u32> = eight.iter().filter_map(|&place| self.gains.get(place)).map(|gain| gain.row).collect();
        let classes: Vec<[bool; LANES]> = (0..contexts.len() as u32)
            .map(|context| std::array::from_fn(|lane| rows.get(lane).is_some_and(|&row| contexts.is_in(context, row))))
            .collect();
        let lengths = stream.predict_lanes(&classes);
        for (place, length) in eight.into_iter().zip(lengths) {
            let gain = self.gains.get_mut(place).and_then(|gain| gain.list(what).last_mut());
            gain.into_iter().for_each(|known| known.1 = run.length() - length);
        }
        self.at.2 = first + LANES;
        true
    }

    /// The gains and the run as it was, once there is no step left.
    pub(super) fn finish(self) -> (Vec<LoopGain>, Option<(Predicted, CriticalPath)>) {
        (self.gains, self.first)
    }
}

impl LoopGain {
    /// The gains if that of the loop took no time.
    fn list(&mut self, what: Moving) -> &mut Times {
        match what {
            Moving::Computations => &mut self.computation,
            Moving::Waits => &mut self.waits,
            _ => &mut self.calls,
        }
    }
}
