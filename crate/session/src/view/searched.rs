//! A search through the processes of a trace for one note about all of them.

use loopscope_core::numbers::{counted, thousands};

use crate::analysis::{Analysis, ProcessNest};

/// The most events, over all processes, that are searched for one note.
const MOST_IN_ALL: u64 = 8_000_000;

/// What was found.
pub(super) struct Searched<'a> {
    /// The first process for which it holds.
    pub(super) first: &'a ProcessNest,
    /// Processes that were looked at.
    pub(super) looked: u64,
    /// Processes for which it holds.
    found: u64,
}

impl<'a> Searched<'a> {
    /// Looks for processes for which something holds, in some million events; `None` if it holds for none.
    pub(super) fn new(analysis: &'a Analysis, holds: impl Fn(&ProcessNest) -> bool) -> Option<Self> {
        let mut left = MOST_IN_ALL;
        let mut first: Option<&ProcessNest> = None;
        let (mut looked, mut found) = (0, 0);
        for process in &analysis.processes {
            let Some(rest) = left.checked_sub(process.nest.len()) else { break };
            left = rest;
            looked += 1;
            if holds(process) {
                first = first.or(Some(process));
                found += 1;
            }
        }
        Some(Searched { first: first?, looked, found })
    }

    /// `all 16 processes`, `3 of 16 processes`.
    pub(super) fn how_many(&self) -> String {
        let all = counted(self.looked, "process");
        match self.found == self.looked {
            true => format!("all {all}"),
            false => format!("{} of {all}", thousands(self.found)),
        }
    }
}
