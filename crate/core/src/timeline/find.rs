//! From a time, or the number of a call, to the call and to the loops around it.

use super::boxes::{LoopPlace, Positions};
use super::line::{Call, Kinds, Timeline};
use super::opened::Opened;
use crate::clocks::Clocks;
use crate::durations::{LoopTree, TreeItem};
use crate::trace::{Trace, View, TIMES_BLOCK};

/// The loops around what the process at that place does at a time, each with its iteration, from outside in, at most so many.
/// Between two events it is the one that follows, as where times are added up; after the last event there is none. `view`:
/// what the positions of the tree count. O(log of the events + size of the bodies on the way).
pub fn places_at(
    source: (&Trace, &Clocks),
    (place, tree, view): (usize, &LoopTree, View),
    time: i64,
    most: usize,
) -> Vec<LoopPlace> {
    let mut found = Vec::new();
    let Some(positions) = Positions::new(source, place, view) else { return found };
    let position = positions.before(time);
    let mut body = tree.at(0);
    let mut start = 0u64;
    while found.len() < most {
        let items = |end: u32| (0..end).map_while(|index| tree.item(&body, index));
        let mut begin = start;
        let mut inside = None;
        for (index, item) in (0..).zip(items(u32::MAX)) {
            let end = begin.saturating_add(tree.span(item));
            if position < end {
                if let TreeItem::Loop(at) = item {
                    let node = tree.at(at);
                    let before = items(index).map(|item| match item {
                        TreeItem::Loop(at) if tree.at(at).row == node.row => tree.at(at).count,
                        _ => 0,
                    });
                    let iteration = (position - begin) / node.period.max(1);
                    let all = before.sum::<u64>() + iteration;
                    let step = LoopPlace { row: node.row, iteration: all };
                    inside = Some((step, begin + iteration * node.period, node));
                }
                break;
            }
            begin = end;
        }
        let Some((step, first, node)) = inside else { break };
        found.push(step);
        (start, body) = (first, node);
    }
    found
}

impl Timeline {
    /// How many calls a process has. O(1).
    pub fn call_count(&self, place: usize) -> u64 {
        self.lines.get(place).map_or(0, |line| line.calls as u64)
    }

    /// The call of that number, of the process at that place. O(a block).
    pub fn call(&self, (trace, clocks): (&Trace, &Clocks), place: usize, number: u64) -> Option<Call> {
        let at = usize::try_from(number).ok()?;
        let mut opened = Opened::default();
        self.open((trace, clocks), (place, at / TIMES_BLOCK), &mut opened);
        let call = opened.calls().get(at % TIMES_BLOCK)?;
        let mut kinds = Kinds::default();
        let found = self.found.line(place);
        kinds.open((found, trace.processes().get(place)?), at / TIMES_BLOCK);
        let (record, cause) = kinds.get(found, at % TIMES_BLOCK);
        let (enter, waited, leave) = (call.enter, call.waited, call.leave);
        Some(Call { number, record, enter, waited, leave, cause })
    }

    /// The number of the call that a process is in at a time, or was in last; before its first call that one. O(log of the
    /// calls, and a block).
    pub fn call_at(&self, source: (&Trace, &Clocks), place: usize, time: i64) -> Option<u64> {
        let line = self.lines.get(place).filter(|line| !line.marks.is_empty())?;
        let block = line.block_at(time, 0);
        let mut opened = Opened::default();
        self.open(source, (place, block), &mut opened);
        let within = opened.calls().partition_point(|call| call.enter <= time).saturating_sub(1);
        Some((block * TIMES_BLOCK + within) as u64)
    }
}
