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
mod tests {
    use loopscope_testing::Random;

    use super::*;

    #[test]
    fn steps_stay_in_order_as_long_and_as_far_apart() {
        let mut random = Random::new(7);
        for _ in 0..3000 {
            let (processes, steps) = (1 + random.index(4), 1 + random.index(6));
            // When each step of each process begins and ends.
            let of_process = |random: &mut Random| {
                let mut now = random.below(50);
                let mut step = || {
                    let from = now + random.below(20);
                    now = from + random.below(9);
                    (from, now)
                };
                (0..steps).map(|_| step()).collect::<Vec<(u64, u64)>>()
            };
            let all: Vec<Vec<(u64, u64)>> =
                (0..processes).map(|_| of_process(&mut random)).collect();
            let before = before_each(
                all.iter().map(|steps| steps.windows(2).map(|pair| pair[1].0 - pair[0].1)),
            );
            assert_eq!(before.len(), steps);
            for step in 1..steps {
                let left: Vec<u64> = all
                    .iter()
                    .map(|steps| {
                        let (end, begin) = (steps[step - 1].1, steps[step].0);
                        // Nothing but time between steps is lost, or this would be below 0.
                        (begin - before[step]) - (end - before[step - 1])
                    })
                    .collect();
                assert!(left.contains(&0), "{all:?}: {before:?}");
            }
        }
    }
}
