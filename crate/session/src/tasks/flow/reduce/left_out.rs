//! The time between steps that are kept, which is left out of a trace that was cut: nothing is known of it, and as it stands every reader
//! would take it for computing.
//!
//! Before a step all processes lose the same time, what the one of them lacks that lacks least. So no step begins before another one ends,
//! each lasts as long as before, and times of different processes stay as far apart as they are, whatever their clocks say.

use super::steps::Steps;

/// How much is left out before each of the steps of those numbers, in ticks of the trace. O(steps of all processes).
pub(super) fn left_out(all: &[Steps], chosen: &[u64]) -> Vec<u64> {
    before_each(all.iter().map(|steps| {
        let shift = steps.flow.tick.map_or(0, |tick| tick.shift);
        let time = |step: u64| steps.times(step).unwrap_or_default();
        chosen.windows(2).map(move |pair| time(pair[1]).0.saturating_sub(time(pair[0]).1) << shift)
    }))
}

/// What is left out before each step, of what each process lacks between one step and the next.
fn before_each(of_each: impl Iterator<Item = impl Iterator<Item = u64>>) -> Vec<u64> {
    let mut before = vec![0];
    for gaps in of_each {
        for (at, gap) in (1..).zip(gaps) {
            match before.get_mut(at) {
                Some(least) => *least = gap.min(*least),
                None => before.push(gap),
            }
        }
    }
    let mut sum = 0;
    for least in &mut before {
        sum += *least;
        *least = sum;
    }
    before
}

#[cfg(test)]
mod tests;
