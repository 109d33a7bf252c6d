use loopscope_testing::Random;

use super::*;

#[test]
fn times_are_moved_forward_and_keep_their_order() {
    let mut random = Random::new(14);
    for _ in 0..200 {
        let mut logical = Logical { jumps: vec![Vec::new()] };
        for _ in 0..random.index(8) {
            let from = random.below(10_000) as i64;
            let level = (from >> DECAY_BITS) + 1 + random.below(3000) as i64;
            logical.add(vec![(0, Jump { from, level })]);
            assert!(logical.at(0, from) >= from + level - (from >> DECAY_BITS));
        }
        let moved: Vec<i64> = (0..500_000).step_by(37).map(|time| logical.at(0, time)).collect();
        assert!(moved.iter().zip((0..).step_by(37)).all(|(moved, time)| *moved >= time));
        assert!(moved.is_sorted());
        // In the end the shift is used up.
        assert_eq!(logical.at(0, 500_000), 500_000);
    }
    assert_eq!(Logical::default().at(3, -7), -7);
}
