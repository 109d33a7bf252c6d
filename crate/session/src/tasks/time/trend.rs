//! Whether the iterations of a loop grow or shrink, and which processes compute longer or shorter then.

use loopscope_core::durations::{trend, Iteration};
use loopscope_core::numbers::{duration, listed};

use super::iterations::IterationList;
use super::summary::number;

/// Processes that are named.
const MOST: usize = 3;

impl IterationList {
    /// "they get longer from first to last, 85.2 ms to 119 ms: process 2 computes 30.1 ms longer". Empty if they do not. O(iterations +
    /// processes).
    pub(super) fn trend(&self) -> String {
        let periods = self.iterations.periods();
        let ends = periods.first().zip(periods.last()).filter(|_| self.prepared.is_timed());
        let Some(((&first, &last), longer)) = ends.zip(trend(&periods)) else {
            return String::new();
        };
        let which = if longer { "longer" } else { "shorter" };
        let (from, to) = (duration(first), duration(last));
        let who = self.computing(longer, first.abs_diff(last));
        format!("they get {which} from first to last, {from} to {to}{who}")
    }

    /// ": processes 2 and 3 compute 30.1 ms longer": who computes so in the last iteration, beside the first, by at least half of `far`, and
    /// by about as much as any other. Nothing where nobody does.
    fn computing(&self, longer: bool, far: u64) -> String {
        let more = |(place, list): &(u32, Vec<Iteration>)| {
            let (first, last) = (list.first()?.parts.compute, list.last()?.parts.compute);
            let (less, more) = if longer { (first, last) } else { (last, first) };
            Some((more.saturating_sub(less), *place))
        };
        let found: Vec<(u64, u32)> = self.iterations.processes.iter().filter_map(more).collect();
        let most = found.iter().map(|it| it.0).max().unwrap_or(0);
        let named = found.iter().filter(|it| it.0 * 10 >= most * 9);
        let named: Vec<String> = named.map(|it| number(&self.prepared, it.1 as usize).to_string()).collect();
        let which = if longer { "longer" } else { "shorter" };
        let does = match named.len() {
            _ if most < far / 2 => return String::new(),
            all if all == found.len() => "all compute".to_owned(),
            1 => format!("process {} computes", named.concat()),
            2..=MOST => format!("processes {} compute", listed(&named)),
            some => format!("{some} processes compute"),
        };
        format!(": {does} {} {which}", duration(most))
    }
}
