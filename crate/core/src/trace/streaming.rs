//! Taking items out of a builder while files are being read.
//!
//! A caller that needs every item once, in order, and not the whole trace (to compress a trace of any length) takes
//! the items away between two chunks. Memory is then bounded by what a chunk holds, and the trace that is finished in
//! the end has its processes, names and records, but no items.

use super::{DrainedColumns, ProcessId, TraceBuilder};

impl TraceBuilder {
    /// From now on, items wait to be [taken](Self::take_items) and do not become part of the trace.
    pub fn stream_items(&mut self) {
        self.streaming = true;
    }

    /// The items since the last call, in the order in which processes were opened. Empty unless items are
    /// [streamed](Self::stream_items).
    pub fn take_items(&mut self) -> Vec<DrainedColumns> {
        if !self.streaming {
            return Vec::new();
        }
        let mut drained = std::mem::take(&mut self.drained);
        for (process, &serial) in self.processes.iter_mut().zip(&self.serials) {
            self.item_bytes -= process.kept_bytes();
            drained.push(DrainedColumns::from_process(process, serial, false));
            self.item_bytes += process.kept_bytes();
        }
        drained
    }

    /// The ranks that [`assign_numbers`](Self::assign_numbers) gave, by serial of the process.
    pub fn assigned_ranks(&self) -> &[(u32, ProcessId)] {
        &self.assigned_ranks
    }
}
