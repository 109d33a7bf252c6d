//! Where the calls of a process stand in its loops, one after the other.

use crate::durations::{Contexts, LoopTree, Place, PlaceWalk};
use crate::matching::{Step, Walk};

/// Says of each call in turn where it stands.
#[derive(Debug)]
pub(super) struct CallPlaces {
    places: PlaceWalk,
    /// Whether positions are those of calls, not of events of communication.
    by_calls: bool,
    last: Place,
}

impl CallPlaces {
    /// Before the first call. `row` is the loop whose iterations are told apart; 0 for none.
    pub(super) fn new(tree: &LoopTree, by_calls: bool, row: u32) -> Self {
        Self { places: PlaceWalk::new(tree, row), by_calls, last: Place::default() }
    }

    /// Where the next call stands, which `walk` has just passed. An event in no call stands where the call before it does, if
    /// positions are those of calls. O(loops and events passed).
    pub(super) fn next(&mut self, contexts: &mut Contexts, tree: &LoopTree, (step, walk): (&Step, &Walk)) -> Place {
        let position = match (self.by_calls, step.call) {
            (false, _) => Some((step.position, walk.events().len() as u64)),
            (true, number) => number.map(|number| (number, 1)),
        };
        self.last = match position {
            Some(position) => self.places.visit(contexts, tree, position),
            None => Place { gap: self.last.call, ..self.last },
        };
        self.last
    }

    /// The iteration in which the last event of the calls so far stands, from 0; `None` outside of the loop.
    pub(super) fn iteration(&self) -> Option<u64> {
        self.places.iteration()
    }
}
