//! Which operations of all processes have a size that most others of their name have not, or are followed by something that does not follow most.

use loopscope_core::durations::followed;
use loopscope_core::numbers::bytes;
use loopscope_core::trace::{NameId, RecordId, View};

use super::builder::Prepared;
use super::markers::{Chosen, Marker};

/// The most events of a trace that is looked at.
const MOST_EVENTS: u64 = 1 << 24;
/// Operations begin rounds if they are at least one in six of those of their name, or if the times until the next operation are together
/// more than a third of the time of the rounds. Else what follows them is part of some rounds only.
const OFTEN: u64 = 6;
const MUCH: f64 = 1.0 / 3.0;
/// The most names of operations whose followers are told apart.
const MOST_NAMES: usize = 8;

/// What an operation is, or is followed by: its size in bytes; messages with a tag, or something of a name.
#[derive(Clone, Copy, PartialEq)]
enum Thing {
    Bytes(u64),
    Tag(i64),
    Name(NameId),
}

impl Prepared {
    /// Whether some operations of a name begin rounds around the `iterations` of the main loop. These hold one of that name each.
    #[inline(never)] // of that part
    pub(super) fn are_outer(&self, marker: &Marker, iterations: u64) -> bool {
        let Some(chosen) = &marker.chosen else { return false };
        let is_much = || {
            let of_name = self.markers().iter().find(|it| it.name == marker.name);
            let times = of_name.map_or(&[][..], |it| &it.times);
            let mut time = 0u64;
            for &at in &chosen.which {
                let at = at as usize;
                let Some(&[from, to]) = times.get(at..at + 2) else { continue };
                time = time.saturating_add(to.saturating_sub(from).max(0).unsigned_abs());
            }
            time as f64 > MUCH * marker.lasts() as f64
        };
        let is_often = marker.all <= OFTEN * marker.count();
        marker.all >= iterations && (!chosen.by_next || is_often || is_much())
    }

    /// For each of these names of operations, which come so often, those of a size, or that something follows. O(events).
    #[inline(never)] // of a part of its own
    pub(super) fn following(&self, names: &[(NameId, u64)]) -> Vec<Vec<Chosen>> {
        let view = self.view();
        let names = names.get(..MOST_NAMES).unwrap_or(names);
        if self.trace.event_count(view) > MOST_EVENTS {
            return Vec::new();
        }
        let table = self.trace.table();
        let records = table.records();
        // Of each record, which operation it is, and the bit of what it is else.
        let (mut things, mut of_record) = (Vec::new(), Vec::with_capacity(records.len()));
        for record in records {
            let name = names.iter().position(|(name, _)| self.is_of_all(record, *name));
            let thing = record.tag.map_or(Thing::Name(record.name), Thing::Tag);
            let bit = if self.is_by_all(record) { 0 } else { bit(&mut things, thing) };
            of_record.push((name, bit));
        }
        let mut masks: Vec<Vec<u64>> = names.iter().map(|(_, count)| vec![0; *count as usize]).collect();
        for process in self.trace.processes() {
            let mut after = vec![0usize; names.len()];
            for id in process.events(view).into_iter().flatten().map(RecordId::index) {
                let Some(&(name, bit)) = of_record.get(id) else { continue };
                for (masks, after) in masks.iter_mut().zip(&after) {
                    let now = after.checked_sub(1).and_then(|at| masks.get_mut(at));
                    now.into_iter().for_each(|mask| *mask |= bit);
                }
                name.and_then(|name| after.get_mut(name)).into_iter().for_each(|at| *at += 1);
            }
        }
        // Only calls have sizes; those of one process are in the order of the operations.
        let calls = self.trace.processes().first().and_then(|process| process.events(View::Calls));
        let mut called = vec![0usize; names.len()];
        for record in calls.into_iter().flatten().filter_map(|id| records.get(id.index())) {
            let Some(name) = names.iter().position(|(name, _)| self.is_of_all(record, *name)) else {
                continue;
            };
            let bit = record.bytes.map_or(0, |bytes| bit(&mut things, Thing::Bytes(bytes)));
            let mask = masks.get_mut(name).zip(called.get_mut(name)).and_then(|(masks, at)| {
                *at += 1;
                masks.get_mut(*at - 1)
            });
            mask.into_iter().for_each(|mask| *mask |= bit);
        }
        let said = |(bit, which): (u32, Vec<u32>)| {
            let (words, by_next) = match things.get(bit as usize)? {
                Thing::Bytes(size) => (format!(" of {}", bytes(*size)), false),
                Thing::Tag(tag) => (format!(" followed by messages with tag {tag}"), true),
                Thing::Name(name) => (format!(" followed by {}", table.name(*name)), true),
            };
            Some(Chosen { words, which, by_next })
        };
        masks.iter().map(|masks| followed(masks).into_iter().filter_map(said).collect()).collect()
    }
}

/// The bit of a thing; 0 if more was seen than there are bits.
fn bit(things: &mut Vec<Thing>, thing: Thing) -> u64 {
    let known = things.iter().position(|it| *it == thing);
    let at = known.unwrap_or_else(|| {
        things.push(thing);
        things.len() - 1
    });
    // A shift by more than there are bits is none.
    1u64.checked_shl(at as u32).unwrap_or(0)
}
