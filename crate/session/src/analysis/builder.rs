//! Builds the nests of a trace, one process a slice.

use std::collections::BTreeMap;
use std::sync::Arc;

use loopscope_core::trace::{Process, ProcessId, Table};
use loopscope_formats::notes::Note;

use super::{Analysis, ProcessNest};
use crate::options::Options;

/// The nests of a trace while they are being built.
///
/// Processes can be given as soon as their file is read: what is built stays built when the
/// trace grows, as long as the options stay the same.
#[derive(Debug)]
pub struct AnalysisBuilder {
    options: Options,
    built: BTreeMap<ProcessId, Arc<ProcessNest>>,
    /// Processes that are known and not built, the next one last.
    waiting: Vec<Arc<Process>>,
}

impl AnalysisBuilder {
    /// Nothing built yet.
    pub fn new(options: Options) -> AnalysisBuilder {
        AnalysisBuilder { options, built: BTreeMap::new(), waiting: Vec::new() }
    }

    /// The options under which it builds.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Number of processes built so far.
    pub fn done(&self) -> usize {
        self.built.len()
    }

    /// Says which processes there are, ascending. O(processes): whoever reads many files calls it when their number
    /// has grown by a part of itself, and not for every file.
    pub fn set_processes(&mut self, processes: &[Arc<Process>]) {
        let missing =
            processes.iter().rev().filter(|process| !self.built.contains_key(&process.id));
        self.waiting = missing.cloned().collect();
    }

    /// Builds the first of the [known processes](Self::look_at) that is not built yet; `false` if there was none.
    ///
    /// # Errors
    /// As [`ProcessNest::build`]; the process is left out then.
    pub fn step(&mut self, table: &Table) -> Result<bool, Note> {
        let Some(process) = self.waiting.pop() else { return Ok(false) };
        let nest = ProcessNest::build(&process, table, &self.options)?;
        self.built.insert(process.id, Arc::new(nest));
        Ok(true)
    }

    /// What is built so far.
    pub fn analysis(&self) -> Analysis {
        Analysis::new(&self.options, self.built.values().cloned().collect())
    }
}
