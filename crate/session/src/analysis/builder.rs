//! Builds the nests of a trace, one process per slice.

use std::collections::BTreeMap;
use std::sync::Arc;

use loopscope_core::trace::{Process, ProcessId, Table};
use loopscope_formats::notes::Note;

use super::{Analysis, ProcessNest};
use crate::options::Options;

/// Builds the nests of the processes of a trace.
///
/// Processes can be added while files are still being read; the nests that are built already stay.
#[derive(Debug)]
pub struct AnalysisBuilder {
    options: Options,
    built: BTreeMap<ProcessId, Arc<ProcessNest>>,
    /// The processes that are known and not yet built, the next one last.
    waiting: Vec<Arc<Process>>,
}

impl AnalysisBuilder {
    /// A builder without processes.
    pub fn new(options: Options) -> Self {
        Self { options, built: BTreeMap::new(), waiting: Vec::new() }
    }

    /// The options of the analysis.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The number of processes that are built.
    pub fn done(&self) -> usize {
        self.built.len()
    }

    /// Sets the processes of the trace, ascending. O(processes), so call it when their number has grown by a fraction,
    /// not after each file.
    pub fn set_processes(&mut self, processes: &[Arc<Process>]) {
        let missing = processes.iter().rev().filter(|process| !self.built.contains_key(&process.id));
        self.waiting = missing.cloned().collect();
    }

    /// Builds the first [process](Self::set_processes) that is not built yet; `false` if all are built.
    ///
    /// # Errors
    /// Those of [`ProcessNest::build`]; that process is then left out.
    pub fn step(&mut self, table: &Table) -> Result<bool, Note> {
        let Some(process) = self.waiting.pop() else { return Ok(false) };
        let nest = ProcessNest::build(&process, table, &self.options)?;
        self.built.insert(process.id, Arc::new(nest));
        Ok(true)
    }

    /// The analysis of the processes that are built.
    pub fn analysis(&self) -> Analysis {
        Analysis::new(&self.options, self.built.values().cloned().collect())
    }
}
