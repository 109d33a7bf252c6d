use super::Random;

#[test]
fn numbers_follow_from_the_seed_and_spread() {
    let draw = |seed| -> Vec<u64> {
        let mut random = Random::new(seed);
        (0..1000).map(|_| random.below(10)).collect()
    };
    assert_eq!(draw(7), draw(7));
    assert_ne!(draw(7), draw(8));
    for digit in 0..10 {
        let count = draw(7).into_iter().filter(|&found| found == digit).count();
        assert!((60..140).contains(&count), "{digit}: {count}");
    }
    assert_eq!((Random::new(0).below(0), Random::new(0).index(0)), (0, 0));
}
