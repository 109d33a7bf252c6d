use super::*;
use loopscope_testing::strings;

#[test]
fn as_by_definition() {
    for s in strings::structured(500) {
        for distance in [1, 2, 3, 16, 17, 40, 130] {
            let equal = |j: usize| j + distance < s.len() && s[j] == s[j + distance];
            for at in (0..s.len()).filter(|&j| equal(j)) {
                let start = (0..at).rev().find(|&j| !equal(j)).map_or(0, |j| j + 1);
                let end = (at..).find(|&j| !equal(j)).unwrap_or(s.len());
                assert_eq!(Stretch::around(&s, distance, at), Stretch::new(start, end));
            }
        }
    }
}
