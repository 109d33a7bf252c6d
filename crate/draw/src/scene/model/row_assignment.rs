//! Which process is in which row.
//!
//! Normally every process has its own row. Where there are too many, processes that do the same up to a shift of rank
//! share one: they send and receive at the same places of the model, with the same tags, to and from the processes at
//! the same distances, and take part in the same loops and collectives. The constructs of the first of them are drawn
//! for all, so a message between two rows is still a message that the model has.
//! O(constructs), counted once for each process that takes part.

use loopscope_core::numbers::set_text;
use loopscope_core::small_sort::SmallSort;
use loopscope_core::system::{Construct, ConstructId, Model, NameId};
use loopscope_core::trace::ProcessId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::scene::{measure, Font};

/// The rows of a picture, and the processes in them.
#[derive(Clone, Debug)]
pub(super) struct RowAssignment {
    /// The processes of every row, ascending; rows ascend by their smallest process.
    pub(super) rows: Vec<Vec<ProcessId>>,
    row_of: FxHashMap<ProcessId, u32>,
    /// For every construct the one that is drawn for it.
    drawn_for: Vec<ConstructId>,
}

/// An event with its peer as a distance in ranks, so that processes can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum RelativeEvent {
    Send(i64, i64),
    Recv(i64, i64),
    Local(NameId),
    /// A loop or a collective: only the same one is equal.
    Same(ConstructId),
}

impl RowAssignment {
    /// A row for every process or, if `folded`, for each set of processes that do the same. A process of `opened`, and
    /// every process that does the same as it, keeps its own row.
    pub(super) fn new(model: &Model, folded: bool, opened: &[u32]) -> Self {
        let mut drawn_for: Vec<ConstructId> = model.ids().collect();
        let rows = match folded {
            true => folded_rows(model, opened, &mut drawn_for),
            false => model.processes().iter().map(|&process| vec![process]).collect(),
        };
        let mut row_of = FxHashMap::default();
        for (row, members) in rows.iter().enumerate() {
            row_of.extend(members.iter().map(|&process| (process, row as u32)));
        }
        Self { rows, row_of, drawn_for }
    }

    /// The row of a process.
    pub(super) fn row(&self, process: ProcessId) -> u32 {
        self.row_of.get(&process).copied().unwrap_or(0)
    }

    /// The construct that is drawn for this one.
    pub(super) fn drawn(&self, id: ConstructId) -> ConstructId {
        self.drawn_for.get(id.index()).copied().unwrap_or(id)
    }

    /// The rows of processes, ascending.
    pub(super) fn rows_of(&self, members: &[ProcessId]) -> Vec<u32> {
        let mut rows: Vec<u32> = members.iter().map(|&process| self.row(process)).collect();
        rows.sort_small();
        rows.dedup();
        rows
    }

    /// The label of a row: `3`, `1-14`.
    pub(super) fn label(&self, row: usize) -> String {
        let members = self.rows.get(row).map_or(&[][..], Vec::as_slice);
        set_text(members.iter().map(|process| process.0))
    }

    /// The label in at most `room` pixels. Of a set that is too long: its first process and the number of the others.
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

/// The processes of every row when those that do the same share one. Notes in `drawn_for` which constructs the first
/// process of each row stands for.
fn folded_rows(model: &Model, opened: &[u32], drawn_for: &mut [ConstructId]) -> Vec<Vec<ProcessId>> {
    let events = |process: ProcessId| -> Vec<RelativeEvent> {
        let own = model.constructs_of(process);
        own.iter().map(|&id| relative_event(model, process, id)).collect()
    };
    let opened = opened.iter().map(|&process| ProcessId(process));
    let opened: FxHashSet<Vec<RelativeEvent>> =
        opened.filter(|id| model.processes().binary_search(id).is_ok()).map(events).collect();
    let mut rows: Vec<Vec<ProcessId>> = Vec::new();
    let mut row_of: FxHashMap<Vec<RelativeEvent>, usize> = FxHashMap::default();
    for &process in model.processes() {
        let events = events(process);
        if opened.contains(&events) {
            rows.push(vec![process]);
            continue;
        }
        let row = *row_of.entry(events).or_insert(rows.len());
        let Some(members) = rows.get_mut(row) else {
            rows.push(vec![process]);
            continue;
        };
        if let Some(&first) = members.first() {
            let own = model.constructs_of(process);
            for (&id, &drawn) in own.iter().zip(model.constructs_of(first)) {
                if let Some(place) = drawn_for.get_mut(id.index()) {
                    *place = drawn;
                }
            }
        }
        members.push(process);
    }
    rows
}

fn relative_event(model: &Model, own: ProcessId, id: ConstructId) -> RelativeEvent {
    let distance = |peer: ProcessId| i64::from(peer.0) - i64::from(own.0);
    match model.construct(id) {
        Construct::Send(channel) => {
            let channel = model.channel(channel);
            RelativeEvent::Send(distance(channel.dst), channel.tag)
        }
        Construct::Recv(channel) => {
            let channel = model.channel(channel);
            RelativeEvent::Recv(distance(channel.src), channel.tag)
        }
        Construct::Local { words } => RelativeEvent::Local(words),
        Construct::Sync { .. } | Construct::Loop(_) => RelativeEvent::Same(id),
    }
}
