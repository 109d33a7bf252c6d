//! From a time, or the number of a call, to the call and to the loops around it.

use std::collections::BTreeMap;

use super::boxes::{LoopPlace, Positions};
use super::line::{cause, Call, Kinds, Timeline};
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
        let mut passed: BTreeMap<u32, u64> = BTreeMap::new();
        let mut begin = start;
        let mut inside = None;
        for item in (0..).map_while(|index| tree.item(&body, index)) {
            let end = begin.saturating_add(tree.span(item));
            if let TreeItem::Loop(at) = item {
                let node = tree.at(at);
                let before = passed.entry(node.row).or_default();
                if position < end {
                    let iteration = (position - begin) / node.period.max(1);
                    let step = LoopPlace { row: node.row, iteration: *before + iteration };
                    inside = Some((step, begin + iteration * node.period, node));
                }
                *before += node.count;
            }
            if position < end {
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
    pub fn call(
        &self,
        (trace, clocks): (&Trace, &Clocks),
        place: usize,
        number: u64,
    ) -> Option<Call> {
        let line = self.lines.get(place)?;
        let at = usize::try_from(number).ok()?;
        let mut opened = Opened::default();
        self.open((trace, clocks), (place, at / TIMES_BLOCK), &mut opened);
        let call = opened.calls().get(at % TIMES_BLOCK)?;
        let mut kinds = Kinds::default();
        kinds.open((line, trace.processes().get(place)?), at / TIMES_BLOCK);
        let (record, code) = kinds.get(line, at % TIMES_BLOCK);
        let (enter, waited, leave) = (call.enter, call.waited, call.leave);
        Some(Call { number, record, enter, waited, leave, cause: cause(code) })
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
