//! Operations after which something comes that does not come after most others of their name: where no operation of its own marks an outer loop,
//! its iterations begin there, as a step does before the iterations of its solver.

use super::FEWEST_COMPARED;

/// Something that comes in so many quarters of the stretches is in all iterations.
const USUAL: usize = 3;

/// What comes in some of the stretches, at least nine and at most three quarters: its bit, and in which, ascending. `masks` has a bit for each thing
/// that a stretch holds. Of things that come in the same stretches the first bit counts. O(stretches times bits).
pub fn followed(masks: &[u64]) -> Vec<(u32, Vec<u32>)> {
    let mut found: Vec<(u32, Vec<u32>)> = Vec::new();
    for bit in 0..u64::BITS {
        let holds = |mask: &u64| mask >> bit & 1 == 1;
        let own: Vec<u32> = (0..).zip(masks).filter(|(_, mask)| holds(mask)).map(|(at, _)| at).collect();
        let is_some = own.len() > FEWEST_COMPARED && 4 * own.len() <= USUAL * masks.len();
        if is_some && found.iter().all(|(_, known)| *known != own) {
            found.push((bit, own));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use loopscope_testing::Random;
    use std::collections::BTreeMap;

    #[test]
    fn what_follows_some_is_found_once() {
        // Two things in all stretches, two together in every fourth, one in a single stretch.
        let masks: Vec<u64> = (0..40).map(|at| 3 | if at % 4 == 1 { 12 } else { 0 }).collect();
        let fourth: Vec<u32> = (0..40).filter(|at| at % 4 == 1).collect();
        assert_eq!(followed(&masks), [(2, fourth)]);
        assert_eq!(followed(&masks[..20]), []);
        let mut random = Random::new(91);
        let mut sets = 0;
        for _ in 0..300 {
            let masks: Vec<u64> = (0..random.below(50)).map(|_| random.below(1 << 6)).collect();
            let mut by_set: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
            for bit in (0..64).rev() {
                let at = (0..masks.len()).filter(|&at| masks[at] & 1 << bit != 0);
                by_set.insert(at.map(|at| at as u32).collect(), bit);
            }
            let is_some = |own: &Vec<u32>| own.len() >= 9 && own.len() * 4 <= masks.len() * 3;
            by_set.retain(|own, _| is_some(own));
            let mut expected: Vec<_> = by_set.into_iter().map(|(own, bit)| (bit, own)).collect();
            expected.sort_unstable();
            assert_eq!(followed(&masks), expected);
            sets += expected.len();
        }
        assert!(sets > 500, "{sets}");
    }
}
