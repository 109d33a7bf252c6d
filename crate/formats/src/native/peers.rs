//! Processes that events name and the trace does not have.

use std::collections::BTreeMap;
use std::sync::Arc;

use loopscope_core::trace::{Kind, Record, Sequence, Trace, View};
use rustc_hash::FxHashMap;

use crate::notes::{Note, Notes, Place, Problem};
use loopscope_core::numbers::thousands;

/// Notes events that name a process which the trace does not have.
///
/// Where the processes are 0 to n-1, n at least 2, a message to process n or above points outside:
/// a rank out of range, or a file that was forgotten. Such an event is **kept**: what the process
/// did is its loops, and leaving an event out would show loops that it never ran. Where the numbers
/// have gaps, files are surely missing on purpose, and there is no note.
///
/// O(records), and O(events) if there is such a record.
pub fn check_peers(trace: &Trace, notes: &mut Notes) {
    let count = trace.processes().len() as u32;
    let last = trace.processes().last().map_or(0, |process| process.id.0);
    if count < 2 || last != count - 1 {
        return;
    }
    let table = trace.table();
    let outside = |record: &Record| {
        let in_group = record.group.and_then(|group| first_from(table.group(group), count));
        record.peer.filter(|&peer| peer >= count).or(in_group)
    };
    let bad: FxHashMap<usize, u32> = table
        .records()
        .iter()
        .enumerate()
        .filter(|(_, record)| record.kind != Kind::Call)
        .filter_map(|(at, record)| Some((at, outside(record)?)))
        .collect();
    if bad.is_empty() {
        return;
    }
    // By file of first appearance: first line, the number found there, how many events.
    let mut found: BTreeMap<Arc<str>, (Place, u32, u64)> = BTreeMap::new();
    for process in trace.processes() {
        for id in process.events(View::Communication).into_iter().flat_map(Sequence::iter) {
            let Some(&peer) = bad.get(&id.index()) else { continue };
            let (file, place) = match notes.first_seen(id) {
                Some((file, line)) => (file, Place::Line(line)),
                None => (process.source.clone(), Place::Whole),
            };
            let entry = found.entry(file).or_insert((place, peer, 0));
            if place < entry.0 {
                (entry.0, entry.1) = (place, peer);
            }
            entry.2 += 1;
        }
    }
    for (file, (place, peer, count)) in found {
        notes.begin_file(&file);
        notes.add(Problem::PeerUnknown, |file| Note {
            count,
            ..Note::warning(file, "an event names a process that the trace lacks")
                .at(place)
                .found(format!("process {}", thousands(peer.into())))
                .expected(format!("0 to {}", thousands(last.into())))
                .remedy("kept; open the files of all processes together")
        });
    }
}

/// The first member of a group from a number on; O(log members), since every record may name the same large group.
fn first_from(group: &[u32], number: u32) -> Option<u32> {
    group.get(group.partition_point(|&member| member < number)).copied()
}
