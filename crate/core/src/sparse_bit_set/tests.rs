use super::SparseBitSet;
use loopscope_testing::Random;

#[test]
fn ascending_and_empty_again() {
    let mut random = Random::new(1);
    let mut set = SparseBitSet::below(1_000);
    for length in 0..300 {
        let bound = 1 + random.below(999);
        let mut numbers: Vec<u32> = (0..length).map(|_| random.below(bound) as u32).collect();
        numbers.iter().for_each(|&number| set.add(number as usize));
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(set.take(), numbers);
    }
    set.add(1_024);
    assert_eq!(set.take(), [0u32; 0]);
}
