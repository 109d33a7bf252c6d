use super::*;
use loopscope_testing::Random;

#[test]
fn texts_of_arguments_are_read_back() {
    for seed in 0..3_000 {
        let random = &mut Random::new(seed);
        let mut some = |below: u64| (random.below(2) == 0).then(|| random.below(below));
        let arguments = CallArguments {
            comm: some(4).map(|comm| comm as u32),
            room: some(u64::MAX),
            opens: some(2) == Some(1),
            to_null: some(2) == Some(1),
            completes: (0..some(4).unwrap_or(0)).map(|age| age as u32 * 3).collect(),
            source: some(9).map(|source| (source as u32, -(source as i64))),
        };
        assert_eq!(CallArguments::parse(&arguments.to_text()), Some(arguments));
    }
    for other in [
        "",
        "0x4012",
        "main.c:12",
        "arguments: comm=x",
        "arguments: source=1",
        "arguments: more",
        "arguments: completes=1,",
    ] {
        assert_eq!(CallArguments::parse(other), None, "{other}");
    }
}
