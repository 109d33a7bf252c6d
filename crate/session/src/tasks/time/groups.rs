//! Iterations in groups of about the same length, and what one of each group would say about all of them.

use loopscope_core::durations::{Grouping, Spread};
use loopscope_core::numbers::{duration, in_words, listed, thousands, verb};

use crate::wire::{IterationGroup, IterationGrouping, IterationRow};

/// The part of the differences that the groups which are shown first explain at least, if that many groups can.
const EXPLAINED: f64 = 0.8;

/// The groupings for the page, none where iterations are about equal; which is shown first, and that one in words. `row` is an iteration
/// of all processes together. O(iterations).
pub(super) fn of(
    groupings: &[Grouping],
    spread: &Spread,
    iterations: usize,
    row: impl Fn(usize) -> Option<IterationRow>,
) -> (Vec<IterationGrouping>, usize, String) {
    if !spread.is_uneven() {
        return (Vec::new(), 0, String::new());
    }
    let rows: Vec<IterationRow> = (0..iterations).filter_map(row).collect();
    let time = |row: &IterationRow| row.compute + row.calls + row.wait;
    let (all, waits) = rows.iter().fold((0.0, 0.0), |(all, waits), row| (all + time(row), waits + row.wait));
    let of_one = |grouping: &Grouping| {
        let (mut estimated, mut estimated_waits) = (0.0, 0.0);
        let groups = grouping.groups.iter().map(|group| {
            let (mut took, mut waited) = (0.0, 0.0);
            for row in &rows {
                if group.from <= row.period as u64 && row.period as u64 <= group.to {
                    took += time(row);
                    waited += row.wait;
                }
            }
            if let Some(nearest) = rows.get(group.nearest) {
                estimated += time(nearest) * group.iterations as f64;
                estimated_waits += nearest.wait * group.iterations as f64;
            }
            IterationGroup {
                iterations: group.iterations as f64,
                from: group.from as f64,
                to: group.to as f64,
                median: group.median as f64,
                nearest: group.nearest as f64,
                waits: if took > 0.0 { waited / took } else { 0.0 },
            }
        });
        IterationGrouping {
            groups: groups.collect(),
            explained: grouping.explained,
            time_error: if all > 0.0 { estimated / all - 1.0 } else { 0.0 },
            waits_error: (waits > 0.0).then(|| estimated_waits / waits - 1.0),
        }
    };
    let groupings: Vec<IterationGrouping> = groupings.iter().map(of_one).collect();
    let shown = suggested(&groupings);
    let words = groupings.get(shown).map_or(String::new(), |one| listed_groups(one, &rows));
    (groupings, shown, words)
}

/// Which grouping is shown first: that of fewest groups that explains most of the differences, else that of three.
fn suggested(groupings: &[IterationGrouping]) -> usize {
    let enough = groupings.iter().position(|grouping| grouping.explained >= EXPLAINED);
    enough.unwrap_or(1.min(groupings.len().saturating_sub(1)))
}

/// The groups as a list: `109 take about 382 ms, 55 about 482 ms and 85 about 1.05 s`; `the first 25 take about 2 ms and the last 15
/// about 4 ms`, or `17 about 4 ms (the last 15 among them)`, where that is so. O(groups iterations).
fn listed_groups(grouping: &IterationGrouping, rows: &[IterationRow]) -> String {
    // Words and figures do not mix.
    let figures = grouping.groups.iter().any(|group| group.iterations > 12.0);
    let words = grouping.groups.iter().enumerate().map(|(at, group)| {
        let count = group.iterations as usize;
        let outside = |row: &IterationRow| row.period < group.from || row.period > group.to;
        let first = rows.iter().position(outside).unwrap_or(count);
        let last = rows.iter().rev().position(outside).unwrap_or(count);
        let (place, run) = if first < last { ("the last ", last) } else { ("the first ", first) };
        let mut text = String::new();
        if run == count {
            text += place;
        }
        let number = if figures && count > 1 { thousands } else { in_words };
        text += &number(count as u64);
        if at == 0 {
            text += verb(count as u64, " takes", " take");
        }
        text += " about ";
        text += &duration(group.median as u64);
        // Most of them.
        if run < count && 4 * run >= 3 * count {
            text += " (";
            text += place;
            text += &thousands(run as u64);
            text += " among them)";
        }
        text
    });
    listed(&words.collect::<Vec<String>>())
}
