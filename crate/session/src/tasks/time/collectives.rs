//! The calls of collective operations: how often they are made, and how long they last.

use loopscope_core::matching::is_same_function;
use loopscope_core::trace::NameId;

use super::builder::Measured;

/// Names that are looked for, and records that are listed.
const MOST_NAMES: usize = 64;
const MOST: usize = 1_024;

impl Measured {
    /// The name and group of each record of such calls, and four numbers for each: see the summary. O(operations, and records
    /// times names).
    #[inline(never)] // of a part of the engine that is loaded with times
    pub(super) fn collectives(&self) -> (Vec<String>, Vec<String>, Vec<f64>) {
        let table = self.prepared.trace.table();
        let mut names: Vec<NameId> = Vec::new();
        for operation in self.prepared.waits.matching().operations() {
            if names.len() < MOST_NAMES && !names.contains(&operation.name) {
                names.push(operation.name);
            }
        }
        let (mut named, mut groups, mut times) = (Vec::new(), Vec::new(), Vec::new());
        for (record, sums) in table.records().iter().zip(&self.sums.calls) {
            if sums.count == 0 || named.len() >= MOST {
                continue;
            }
            // Calls may have another spelling than their operation: `mpi_bcast_` in Fortran.
            let own = table.name(record.name);
            let same = |&&name: &&NameId| is_same_function(own, table.name(name));
            let Some(&name) = names.iter().find(same) else { continue };
            let group = record.group.map_or("", |group| table.group_text(group));
            named.push(table.name(name).to_owned());
            groups.push(group.to_owned());
            let bytes = record.bytes.unwrap_or(0).saturating_mul(sums.count);
            let numbers = [sums.count, bytes, sums.parts.calls, sums.parts.wait];
            times.extend(numbers.map(|number| number as f64));
        }
        (named, groups, times)
    }
}
