//! Iterations in groups of about the same length, and what one of each group would say about all of them.

use loopscope_core::durations::{Grouping, Spread};
use loopscope_core::numbers::{duration, in_words, listed, verb};

use crate::wire::{IterationGroup, IterationGrouping, IterationRow};

/// The part of the differences that the groups which are shown first explain at least, if that many groups can.
const EXPLAINED: f64 = 0.8;

/// The groupings for the page; none where iterations are about equal. `row` is an iteration of all processes together.
/// O(iterations).
pub(super) fn of(
    groupings: &[Grouping],
    spread: &Spread,
    iterations: usize,
    row: impl Fn(usize) -> Option<IterationRow>,
) -> Vec<IterationGrouping> {
    if !spread.is_uneven() {
        return Vec::new();
    }
    let rows: Vec<IterationRow> = (0..iterations).filter_map(row).collect();
    let time = |row: &IterationRow| row.compute + row.calls + row.wait;
    let (all, waits) =
        rows.iter().fold((0.0, 0.0), |(all, waits), row| (all + time(row), waits + row.wait));
    let of_one = |grouping: &Grouping| {
        let (mut estimated, mut estimated_waits) = (0.0, 0.0);
        let groups = grouping.groups.iter().map(|group| {
            let members =
                rows.iter().filter(|row| (group.from..=group.to).contains(&(row.period as u64)));
            let (took, waited) = members
                .fold((0.0, 0.0), |(took, waited), row| (took + time(row), waited + row.wait));
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
    groupings.iter().map(of_one).collect()
}

/// Which grouping is shown first: that of fewest groups that explains most of the differences, else that of three.
pub(super) fn suggested(groupings: &[IterationGrouping]) -> usize {
    let enough = groupings.iter().position(|grouping| grouping.explained >= EXPLAINED);
    enough.unwrap_or(1.min(groupings.len().saturating_sub(1)))
}

/// The groups as a list: `109 take about 382 ms, 55 about 482 ms and 85 about 1.05 s`; `the first 25 take about 2 ms and the last 15
/// about 4 ms` where `place_of` says so of the iterations of a group.
pub(super) fn listed_groups(
    grouping: &IterationGrouping,
    place_of: impl Fn(&IterationGroup) -> &'static str,
) -> String {
    let words = grouping.groups.iter().enumerate().map(|(at, group)| {
        let count = group.iterations as u64;
        let take = if at == 0 { verb(count, " takes", " take") } else { "" };
        [place_of(group), &in_words(count), take, " about ", &duration(group.median as u64)]
            .concat()
    });
    listed(&words.collect::<Vec<String>>())
}
