//! Who stands in which row.
//!
//! As a rule every process has a row of its own. Where there are too many, processes that do the same up to
//! a shift of rank share one: each sends and receives at the same places of the model, with the same tags,
//! to and from the processes at the same distances, and takes part in the same loops and collectives. A
//! construct of one of them then stands for that of all, so a message between two rows is still a message
//! that the model has. O(constructs), of every process once.

use loopscope_core::small_sort::SmallSort;
use loopscope_core::system::{Construct, ConstructId, Model, NameId};
use loopscope_core::trace::ProcessId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::scene::{measure, Font};

/// The rows of a picture, and who is in them.
#[derive(Clone, Debug)]
pub(super) struct Cast {
    /// The processes of every row, ascending; rows ascend by their smallest process.
    pub(super) rows: Vec<Vec<ProcessId>>,
    row_of: FxHashMap<ProcessId, u32>,
    /// For every construct the one that is drawn for it.
    stands_for: Vec<ConstructId>,
}

/// What an event is like, up to a shift of rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Likeness {
    Send(i64, i64),
    Recv(i64, i64),
    Local(NameId),
    /// A loop or a collective: only the same one is alike.
    Same(ConstructId),
}

impl Cast {
    /// A row for every process, or for all that are alike; each of those that are like one of `opened` has its own.
    pub(super) fn new(model: &Model, folded: bool, opened: &[u32]) -> Cast {
        let mut rows: Vec<Vec<ProcessId>> = Vec::new();
        let mut stands_for: Vec<ConstructId> = model.ids().collect();
        if folded {
            let mut row_of: FxHashMap<Vec<Likeness>, usize> = FxHashMap::default();
            let likeness = |process: ProcessId| -> Vec<Likeness> {
                let own = model.constructs_of(process);
                own.iter().map(|&id| likeness(model, process, id)).collect()
            };
            let known =
                |process: &&u32| model.processes().binary_search(&ProcessId(**process)).is_ok();
            let apart: FxHashSet<Vec<Likeness>> =
                opened.iter().filter(known).map(|&process| likeness(ProcessId(process))).collect();
            for &process in model.processes() {
                let own = model.constructs_of(process);
                let likeness = likeness(process);
                if apart.contains(&likeness) {
                    rows.push(vec![process]);
                    continue;
                }
                let row = *row_of.entry(likeness).or_insert(rows.len());
                let Some(members) = rows.get_mut(row) else {
                    rows.push(vec![process]);
                    continue;
                };
                if let Some(&first) = members.first() {
                    for (&id, &drawn) in own.iter().zip(model.constructs_of(first)) {
                        if let Some(place) = stands_for.get_mut(id.index()) {
                            *place = drawn;
                        }
                    }
                }
                members.push(process);
            }
        } else {
            rows.extend(model.processes().iter().map(|&process| vec![process]));
        }
        let mut row_of = FxHashMap::default();
        for (row, members) in rows.iter().enumerate() {
            row_of.extend(members.iter().map(|&process| (process, row as u32)));
        }
        Cast { rows, row_of, stands_for }
    }

    /// The row of a process.
    pub(super) fn row(&self, process: ProcessId) -> u32 {
        self.row_of.get(&process).copied().unwrap_or(0)
    }

    /// The construct that is drawn for this one.
    pub(super) fn drawn(&self, id: ConstructId) -> ConstructId {
        self.stands_for.get(id.index()).copied().unwrap_or(id)
    }

    /// The rows of processes, ascending.
    pub(super) fn rows_of(&self, members: &[ProcessId]) -> Vec<u32> {
        let mut rows: Vec<u32> = members.iter().map(|&process| self.row(process)).collect();
        rows.sort_small();
        rows.dedup();
        rows
    }

    /// What stands beside a row: `3`, `1-14`.
    pub(super) fn label(&self, row: usize) -> String {
        let members = self.rows.get(row).map_or(&[][..], Vec::as_slice);
        set(members.iter().map(|process| process.0))
    }
}

impl Cast {
    /// The same within so many pixels: of a set that is too long its first, and how many more there are.
    pub(super) fn short_label(&self, row: usize, room: f64) -> String {
        let label = self.label(row);
        match self.rows.get(row).map(Vec::as_slice) {
            Some([first, _, rest @ ..]) if measure::width(Font::Label, &label) > room => {
                measure::fit(Font::Label, &format!("{first} +{}", rest.len() + 1), room)
            }
            _ => measure::fit(Font::Label, &label, room),
        }
    }
}

fn likeness(model: &Model, own: ProcessId, id: ConstructId) -> Likeness {
    let apart = |peer: ProcessId| i64::from(peer.0) - i64::from(own.0);
    match model.construct(id) {
        Construct::Send(channel) => {
            let channel = model.channel(channel);
            Likeness::Send(apart(channel.dst), channel.tag)
        }
        Construct::Recv(channel) => {
            let channel = model.channel(channel);
            Likeness::Recv(apart(channel.src), channel.tag)
        }
        Construct::Local { words } => Likeness::Local(words),
        Construct::Sync { .. } | Construct::Loop(_) => Likeness::Same(id),
    }
}

/// A set of processes, ascending, in words: `0-3,8`.
pub fn set(members: impl IntoIterator<Item = u32>) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for member in members {
        match ranges.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(member) => *last = member,
            _ => ranges.push((member, member)),
        }
    }
    let part = |(first, last): &(u32, u32)| match last - first {
        0 => first.to_string(),
        1 => format!("{first},{last}"),
        _ => format!("{first}-{last}"),
    };
    ranges.iter().map(part).collect::<Vec<_>>().join(",")
}
