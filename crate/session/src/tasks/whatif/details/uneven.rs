//! Where a process computes longer than the others.

use loopscope_core::whatif::{uneven, Reading};

use super::super::builder::WhatIf;
use super::super::select::function;

/// How many are told.
const MOST: usize = 6;
/// What is below this share of the run is little.
const LEAST: i64 = 100;

/// Where single processes compute longer than the median one, by the function that they call next, the most first; and how many times as long
/// that would last if it lasted as long as on the median process, to a percent, as `loopscope whatif --set` takes it. O(calls).
#[inline(never)] // It belongs to a part of the engine that most questions do not need.
pub(in super::super) fn as_the_median(run: &WhatIf) -> Vec<String> {
    let (read, trace) = (run.read(Reading::LogGps), run.trace());
    let (program, records) = (&read.program, trace.table().records());
    let record = |call: u32| program.calls().get(call as usize).map_or(u32::MAX, |call| call.record);
    let name = |record: u32| records.get(record as usize).map_or(0, |it| it.name.index());
    let found = uneven(program, &|call| name(record(call)), run.length() / LEAST);
    let change = |it: &loopscope_core::whatif::Uneven| {
        let of = function(trace, record(it.call))?;
        let percent = it.median.saturating_mul(100) / it.time.max(1);
        let rank = run.number(program.process_of(it.call));
        Some(format!("calc:call={of}&rank={rank}={percent}%"))
    };
    found.iter().take(MOST).filter_map(change).collect()
}
