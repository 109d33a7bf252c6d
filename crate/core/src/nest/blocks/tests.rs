use super::*;

#[test]
fn one_letter_that_differs_or_agrees() {
    for len in 0..40u32 {
        let same: Vec<u32> = (0..len).collect();
        let other: Vec<u32> = (0..len).map(|letter| letter + 0x8000_0000).collect();
        assert!(all_equal(&same, &same) && !any_equal(&same, &other), "{len}");
        for at in 0..len as usize {
            let (mut differs, mut agrees) = (same.clone(), other.clone());
            differs[at] ^= 1 << (at % 32);
            agrees[at] = same[at];
            assert!(!all_equal(&same, &differs), "{len} {at}");
            assert!(any_equal(&same, &agrees), "{len} {at}");
        }
    }
}
