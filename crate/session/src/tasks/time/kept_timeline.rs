//! A timeline that was prepared, for the pictures that are asked for.

use std::sync::Arc;

use loopscope_core::timeline::Timeline;
use loopscope_draw::scene::timeline::{rows, TimeSource};

use super::builder::Prepared;
use crate::loaded::{Loaded, TraceHandle};

/// A timeline, and what it is of.
#[derive(Debug)]
pub(crate) struct KeptTimeline {
    pub(crate) handle: TraceHandle,
    pub(super) prepared: Arc<Prepared>,
    pub(super) timeline: Timeline,
}

impl KeptTimeline {
    /// What pictures of it are made from.
    pub(crate) fn source<'a>(&'a self, loaded: &'a Loaded) -> TimeSource<'a> {
        let Prepared { trace, rows, waits, run, .. } = &*self.prepared;
        TimeSource {
            trace,
            waits,
            timeline: &self.timeline,
            trees: &rows.trees,
            by_calls: rows.by_calls,
            tags: &loaded.tags,
            run: run.all(),
        }
    }
}

impl KeptTimeline {
    /// The processes that have a row.
    pub(super) fn processes(&self) -> Vec<u32> {
        let Prepared { trace, .. } = &*self.prepared;
        let timed = |place: usize| self.timeline.span(place).is_some();
        let places = rows(trace, &self.timeline);
        let all = trace.processes();
        places
            .into_iter()
            .filter(|&place| timed(place))
            .filter_map(|place| all.get(place).map(|process| process.id.0))
            .collect()
    }
}
