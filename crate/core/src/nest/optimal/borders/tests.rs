use super::*;
use loopscope_testing::Random;
use std::collections::BTreeSet;

#[test]
fn as_a_tree_set() {
    for bound in [1, 2, 63, 64, 65, 4096, 4097, 300_000] {
        let (mut set, mut twin) = (BorderSet::new(bound), BTreeSet::new());
        let mut random = Random::new(bound as u64);
        for _ in 0..300 {
            let number = random.below(bound as u64) as usize;
            let before = twin.range(..=number).next_back().copied().unwrap_or(0);
            assert_eq!(set.at_or_before(number), before);
            let after = twin.range(number + 1..).next().copied().unwrap_or(usize::MAX);
            assert_eq!(set.after(number), after);
            let added = random.below(bound as u64) as usize;
            set.insert(added);
            twin.insert(added);
        }
    }
}
