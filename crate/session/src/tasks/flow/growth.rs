//! How the graph of a process grows over its run, and the windows that `loopscope watch` would keep: the same events in the same
//! order, so the same figures.
//!
//! Loops with several entries are not split here: while a program runs, nothing is known of what follows.

use loopscope_core::event_flow::{Window, WindowRule};
use loopscope_core::trace::{Process, Table};
use loopscope_formats::notes::Note;

use super::notices::Noticing;
use crate::analysis::noted_string_of;
use crate::options::Options;

/// The size of a graph after so many calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GrownTo {
    /// The calls.
    pub calls: u64,
    /// Its nodes.
    pub nodes: u64,
    /// Its edges.
    pub edges: u64,
}

/// Something that was noticed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noticed {
    /// At which call, from 1.
    pub call: u64,
    /// What, in the words of `loopscope watch`.
    pub text: String,
}

/// The growth of the graph of a process.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Growth {
    /// All calls.
    pub calls: u64,
    /// Where it grew, ascending.
    pub changes: Vec<GrownTo>,
    /// What was noticed, in order.
    pub notices: Vec<Noticed>,
    /// The windows, in the order in which they begin, each with the text of the header of its loop.
    pub windows: Vec<(Window, Box<str>)>,
}

impl Growth {
    /// The growth of the graph of a process. O(events).
    ///
    /// # Errors
    /// As for nests: the process has too many different tuples.
    pub fn new(process: &Process, table: &Table, options: &Options, rule: WindowRule) -> Result<Self, Note> {
        let string = noted_string_of(process, table, options)?;
        let texts = string.table.texts();
        let text = |node: u32| texts.get(node as usize).map_or("", |text| text);
        let mut noticing = Noticing::new(rule);
        let mut growth = Self::default();
        let mut size = (0, 0);
        for symbol in &string.symbols {
            let noticed = noticing.push(symbol.0, text);
            let call = noticing.flow().position();
            growth.notices.extend(noticed.into_iter().map(|text| Noticed { call, text }));
            if noticing.flow().size() != size {
                size = noticing.flow().size();
                let (nodes, edges) = (size.0 as u64, size.1 as u64);
                growth.changes.push(GrownTo { calls: call, nodes, edges });
            }
        }
        growth.calls = noticing.flow().position();
        let windows = noticing.flow().windows().iter();
        growth.windows = windows.map(|it| (it.clone(), text(it.header).into())).collect();
        Ok(growth)
    }

    /// The size after a part of the calls, in percent. O(log changes).
    pub fn after(&self, percent: u64) -> GrownTo {
        let calls = (self.calls * percent).div_ceil(100);
        let place = self.changes.partition_point(|change| change.calls <= calls);
        let known = place.checked_sub(1).and_then(|at| self.changes.get(at)).copied();
        GrownTo { calls, ..known.unwrap_or_default() }
    }

    /// At most so many of the sizes: of neighbours the last one.
    pub fn points(&self, most: usize) -> Vec<GrownTo> {
        let size = self.changes.len().div_ceil(most.max(1)).max(1);
        self.changes.chunks(size).filter_map(|chunk| chunk.last()).copied().collect()
    }

    /// From which call on the graph is as large as at `percent` of the calls.
    pub fn reached(&self, percent: u64) -> u64 {
        let GrownTo { nodes, edges, .. } = self.after(percent);
        let change = self.changes.iter().find(|it| (it.nodes, it.edges) == (nodes, edges));
        change.map_or(0, |change| change.calls)
    }
}
