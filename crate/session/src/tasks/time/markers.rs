//! Operations between which there are rounds.

use loopscope_core::trace::{NameId, Table};

/// Some operations of a name.
#[derive(Clone, Debug)]
pub(super) struct Chosen {
    /// " of 24 B", " followed by messages with tag 7".
    pub(super) words: String,
    /// Which of those of that name, ascending.
    pub(super) which: Vec<u32>,
    /// Whether they are told by what follows them.
    pub(super) by_next: bool,
}

/// Operations of all processes between which there are rounds.
#[derive(Clone, Debug)]
pub(crate) struct Marker {
    pub(super) name: NameId,
    /// Which they are of those of that name, if they are not all.
    pub(super) chosen: Option<Chosen>,
    /// How many operations of that name there are.
    pub(super) all: u64,
    /// When the process at that place enters each of them.
    pub(super) place: u32,
    pub(super) times: Vec<i64>,
    /// How long after the first process the last leaves them, in all.
    pub(super) apart: u64,
}

impl Marker {
    pub(super) fn count(&self) -> u64 {
        self.times.len() as u64
    }

    /// When the first and the last of them are entered.
    pub(super) fn span(&self) -> (i64, i64) {
        (self.times.first().copied().unwrap_or(0), self.times.last().copied().unwrap_or(0))
    }

    pub(super) fn lasts(&self) -> u64 {
        let (first, last) = self.span();
        last.saturating_sub(first).max(0).unsigned_abs()
    }

    /// Some of these operations.
    pub(super) fn only(&self, chosen: Chosen) -> Self {
        let times = chosen.which.iter().filter_map(|&at| self.times.get(at as usize).copied());
        Self { times: times.collect(), chosen: Some(chosen), ..self.clone() }
    }

    /// "MPI_Allreduce followed by messages with tag 11".
    pub(super) fn words(&self, table: &Table) -> String {
        let chosen = self.chosen.as_ref().map_or("", |chosen| &chosen.words);
        format!("{}{chosen}", table.name(self.name))
    }
}
