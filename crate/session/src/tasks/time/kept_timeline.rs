//! A timeline that was prepared, for the pictures that are asked for.

use std::sync::{Arc, Mutex, PoisonError};

use loopscope_draw::scene::timeline::{rows, timeline, Drawn, LastPicture, TimeSource, TimelineState};

use super::builder::Prepared;
use super::rows::Row;
use super::summary::number;
use crate::loaded::{Loaded, TraceHandle};
use crate::wire::{OptionsRequest, TimelineLoop, MOST_LOOPS};

/// A timeline, and what it is of.
#[derive(Debug)]
pub(crate) struct KeptTimeline {
    pub(crate) handle: TraceHandle,
    pub(super) options: OptionsRequest,
    /// Whether waits are not known yet.
    pub(super) draft: bool,
    pub(super) prepared: Arc<Prepared>,
    /// Its last picture.
    pub(super) last: Mutex<LastPicture>,
}

impl KeptTimeline {
    /// What pictures of it are made from.
    pub(crate) fn source<'a>(&'a self, loaded: &'a Loaded) -> TimeSource<'a> {
        let Prepared { trace, rows, waits, run, timeline, .. } = &*self.prepared;
        TimeSource {
            trace,
            waits,
            timeline,
            trees: &rows.trees,
            by_calls: rows.by_calls,
            tags: &loaded.tags,
            run: run.all(),
        }
    }

    /// What is made of a picture of it.
    pub(crate) fn draw<T>(&self, source: &TimeSource<'_>, state: &TimelineState, made: impl FnOnce(&Drawn) -> T) -> T {
        // Whatever it was, the next picture can be made from it.
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        made(timeline(source, state, &mut last))
    }

    /// The processes that have a row.
    pub(super) fn processes(&self) -> Vec<u32> {
        let places = rows(&self.prepared.trace, &self.prepared.timeline);
        places.into_iter().map(|place| self.number_of(place)).collect()
    }

    /// The number of the process at a place.
    pub(crate) fn number_of(&self, place: usize) -> u32 {
        number(&self.prepared, place)
    }

    /// The place of a process of that number. O(processes).
    pub(super) fn place_of(&self, process: u32) -> Option<usize> {
        self.prepared.trace.processes().iter().position(|known| known.id.0 == process)
    }

    /// How many processes there are.
    pub(super) fn process_count(&self) -> u64 {
        self.prepared.trace.processes().len() as u64
    }

    /// The loops that strips can open, by their names.
    pub(super) fn loops(&self) -> Vec<TimelineLoop> {
        let rows = &self.prepared.rows;
        let in_all = |row: &Row| row.count.saturating_mul(row.entered.max(1)).max(1);
        let named = rows.rows.iter().filter(|row| row.id > 0).take(MOST_LOOPS);
        named
            .map(|row| {
                let around = rows.get(row.parent).filter(|around| around.id > 0).map_or(1, in_all);
                let iterations = (in_all(row) / around).max(1) as f64;
                TimelineLoop { id: row.id, parent: row.parent, iterations }
            })
            .collect()
    }
}
