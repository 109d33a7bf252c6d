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
        let all: Vec<Vec<(u64, u64)>> = (0..processes).map(|_| of_process(&mut random)).collect();
        let before = before_each(all.iter().map(|steps| steps.windows(2).map(|pair| pair[1].0 - pair[0].1)));
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
