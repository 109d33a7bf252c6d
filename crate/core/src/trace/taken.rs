//! Taking items out of a builder while files are being read.
//!
//! Whoever needs every item once, in order, and not the whole trace (who compresses a trace of any
//! length) takes them away between two chunks. Memory is then bounded by what a chunk gives, and
//! the trace that is finished in the end has its processes, names and records, but no items.

use std::sync::Arc;

use super::{Process, ProcessId, RecordId, Sequence, TraceBuilder, Values, View};

/// Items of one process, as they stood in its file, from where the last ones ended.
#[derive(Clone, Debug)]
pub struct Taken {
    /// Which process: the number of those that the builder opened before.
    pub serial: u32,
    /// Its number; `None` if it gets one when all files are read, see
    /// [`TraceBuilder::numbers_given`].
    pub id: Option<ProcessId>,
    /// The file.
    pub source: Arc<str>,
    /// Whether its file is read to its end: nothing follows. Told once for every process.
    pub ended: bool,
    calls: Option<Sequence<RecordId>>,
    communication: Option<Sequence<RecordId>>,
    values: Option<Values>,
}

impl Taken {
    /// Takes what a process has.
    pub(super) fn from_process(process: &mut Process, serial: u32, ended: bool) -> Taken {
        let numbered = process.id.0 <= ProcessId::MAX;
        Taken {
            serial,
            id: numbered.then_some(process.id),
            source: process.source.clone(),
            ended,
            calls: process.calls.as_mut().map(std::mem::take),
            communication: process.communication.as_mut().map(std::mem::take),
            values: process.values.as_mut().map(Values::take),
        }
    }

    /// The events of a view, if the process has that view.
    pub fn events(&self, view: View) -> Option<&Sequence<RecordId>> {
        match view {
            View::Calls => self.calls.as_ref(),
            View::Communication => self.communication.as_ref(),
            View::Values => None,
        }
    }

    /// The tuples, if the process has any. What the fields are called, and their notations, are final
    /// when it has [`ended`](Self::ended).
    pub fn values(&self) -> Option<&Values> {
        self.values.as_ref()
    }
}

impl TraceBuilder {
    /// From here on, items wait to be [taken](Self::take_items) and do not become part of the trace.
    pub fn give_items_away(&mut self) {
        self.giving = true;
    }

    /// The items since the last call, in the order in which processes were opened. None unless they
    /// are [given away](Self::give_items_away).
    pub fn take_items(&mut self) -> Vec<Taken> {
        if !self.giving {
            return Vec::new();
        }
        let mut taken = std::mem::take(&mut self.taken);
        for (process, &serial) in self.processes.iter_mut().zip(&self.serials) {
            self.item_bytes -= process.kept_bytes();
            taken.push(Taken::from_process(process, serial, false));
        }
        taken
    }

    /// The numbers that [`assign_numbers`](Self::assign_numbers) gave, by serial of the process.
    pub fn numbers_given(&self) -> &[(u32, ProcessId)] {
        &self.numbers_given
    }
}
