use loopscope_testing::Random;

use super::*;

#[test]
fn what_goes_in_comes_out() {
    let mut random = Random::new(8);
    for length in [0, 1, 127, 128, 129, 1_000, 20_000] {
        let mut list = PackedList::default();
        let widths = [1, 3, 7, 64];
        let width = *random.one_of(&widths);
        let plain: Vec<u64> = (0..length).map(|_| random.bits() >> (64 - width)).collect();
        plain.iter().for_each(|&number| list.push(number));
        for finished in [false, true] {
            if finished {
                list.finish();
            }
            let mut block = vec![7];
            for (index, expected) in plain.chunks(PACKED_BLOCK).enumerate() {
                list.block(index, &mut block);
                assert_eq!(block, expected);
            }
            list.block(plain.len().div_ceil(PACKED_BLOCK), &mut block);
            assert!(block.is_empty());
        }
        let most = (length as u64 * (width + 2)).div_ceil(8) + 12 * (length as u64 / 128 + 1);
        assert!(list.kept_bytes() <= most, "{} {most}", list.kept_bytes());
    }
}
