//! Which process a file is, by its name.
//!
//! A number that stands by itself or after a word for a process counts (`rank-5.trace`, `lu.5`,
//! [`is_process_number`](loopscope_formats::is_process_number)). Any other (`paper1.sym`) counts only if there are files like it, because then it tells
//! them apart: another file of the drop with the same ending, if that is one of traces, or with the same name but for
//! its digits. Files of an archive always count as several, since an archive is read as it passes by.

use std::collections::BTreeMap;

use super::side_file::{base_name, ending, is_called_like_trace};

/// How many files have a name in common.
#[derive(Debug, Default)]
pub(super) struct NameCounts {
    endings: BTreeMap<String, u32>,
    names: BTreeMap<String, u32>,
}

impl NameCounts {
    /// Counts the names of all files. O(their length, times the logarithm of their number).
    pub(super) fn of<'a>(paths: impl Iterator<Item = &'a str>) -> Self {
        let mut counts = Self::default();
        for path in paths {
            if let Some(ending) = telling_ending(path) {
                *counts.endings.entry(ending).or_default() += 1;
            }
            *counts.names.entry(without_digits(path)).or_default() += 1;
        }
        counts
    }

    /// Whether other files have a name like this one.
    pub(super) fn has_others_like(&self, path: &str) -> bool {
        let several = |count: Option<&u32>| count.is_some_and(|&count| count > 1);
        several(telling_ending(path).and_then(|ending| self.endings.get(&ending)))
            || several(self.names.get(&without_digits(path)))
    }
}

/// The ending, if only traces have it.
fn telling_ending(path: &str) -> Option<String> {
    ending(path).filter(|_| is_called_like_trace(path))
}

fn without_digits(path: &str) -> String {
    base_name(path).chars().filter(|c| !c.is_ascii_digit()).collect()
}
