//! Which calls of a process complete whatever request or message comes first: the cause of orders that vary.

use std::sync::Arc;

use crate::trace::{Process, Table, View};

/// How the names of such calls end, in MPI and what imitates it.
const ENDINGS: [&str; 6] = ["waitany", "waitsome", "testany", "testsome", "iprobe", "improbe"];

/// Between the names of calls that stand in one text.
pub const BETWEEN_CALLS: &str = ", ";

/// The names of the calls of a process that complete whatever comes first, such as `MPI_Waitany`, in order of their first
/// appearance in the trace, with [`BETWEEN_CALLS`] between them; `None` if the trace names no such calls. O(calls of the
/// process + records).
pub fn first_come_calls(process: &Process, table: &Table) -> Option<Arc<str>> {
    let mut is_met = vec![false; table.records().len()];
    if let Some(calls) = process.events(View::Calls) {
        calls.each_block(|block| {
            for id in block {
                if let Some(is_met) = is_met.get_mut(id.index()) {
                    *is_met = true;
                }
            }
        });
    }
    let mut names: Vec<&str> = Vec::new();
    for (record, _) in table.records().iter().zip(is_met).filter(|(_, is_met)| *is_met) {
        let name = table.name(record.name);
        if is_first_come(name) && !names.contains(&name) {
            names.push(name);
        }
    }
    (!names.is_empty()).then(|| names.join(BETWEEN_CALLS).into())
}

fn is_first_come(name: &str) -> bool {
    let ends_with = |ending: &&str| {
        let start = name.len().checked_sub(ending.len());
        start.and_then(|start| name.get(start..)).is_some_and(|end| end.eq_ignore_ascii_case(ending))
    };
    ENDINGS.iter().any(ends_with)
}

#[cfg(test)]
mod tests {
    use super::is_first_come;

    #[test]
    fn names_of_calls() {
        for name in ["MPI_Waitany", "PMPI_WAITSOME", "MPI_Testany", "MPI_Iprobe", "waitany"] {
            assert!(is_first_come(name), "{name}");
        }
        for name in ["MPI_Waitall", "MPI_Wait", "MPI_Test", "MPI_Probe", "any", "", "é"] {
            assert!(!is_first_come(name), "{name}");
        }
    }
}
