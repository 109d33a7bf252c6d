//! The functions around a call: regions other than those of MPI that were entered and not left.

use loopscope_core::trace::{BuildError, NameId, TraceBuilder};
use rustc_hash::FxHashMap;

/// The innermost functions that a path names: recursion must not make a path for each depth.
const MOST_NAMED: usize = 8;

/// Functions that may be open at once; deeper ones are not followed.
const MOST_OPEN: usize = 1000;

/// The functions that are open, outermost first. O(1) to enter and to leave the innermost one.
#[derive(Debug, Default)]
pub(super) struct RegionPath {
    open: Vec<NameId>,
    /// Functions above the deepest that is followed.
    beyond: u64,
    /// The path as it is written, unless functions were entered or left since.
    written: Option<NameId>,
    paths: FxHashMap<Vec<NameId>, NameId>,
}

impl RegionPath {
    pub(super) fn enter(&mut self, region: NameId) {
        self.written = None;
        match self.open.len() < MOST_OPEN {
            true => self.open.push(region),
            false => self.beyond += 1,
        }
    }

    /// Leaves a function and what is open inside it; nothing if it was not entered.
    pub(super) fn leave(&mut self, region: NameId) {
        if self.beyond > 0 {
            self.beyond -= 1;
            return;
        }
        if let Some(at) = self.open.iter().rposition(|&open| open == region) {
            self.written = None;
            self.open.truncate(at);
        }
    }

    /// The path to where the program is: `main/solve/exchange`, at most the innermost eight; `None` outside of all functions.
    #[inline]
    pub(super) fn site(&mut self, trace: &mut TraceBuilder) -> Result<Option<NameId>, BuildError> {
        if self.written.is_none() && !self.open.is_empty() {
            self.written = Some(self.write(trace)?);
        }
        Ok(self.written)
    }

    fn write(&mut self, trace: &mut TraceBuilder) -> Result<NameId, BuildError> {
        let first = self.open.len().saturating_sub(MOST_NAMED);
        let named = self.open.get(first..).unwrap_or_default();
        if let Some(&known) = self.paths.get(named) {
            return Ok(known);
        }
        let names: Vec<&str> = named.iter().map(|&name| trace.table().name(name)).collect();
        let path = trace.name(&names.join("/"))?;
        self.paths.insert(named.to_vec(), path);
        Ok(path)
    }
}

#[cfg(test)]
mod tests;
