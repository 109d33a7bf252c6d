//! Whether anything may vary: what is asked of every process, so it takes one pass and little code.

use rustc_hash::FxHashMap;

use super::runs::{Roles, Run, Runs};
use crate::small_sort::SmallSort;
use crate::symbols::Symbol;

/// Whether some bag has several orders in one context, or some run consists of several rounds that are mixed. Where it is
/// not, nothing is written in another order. Contexts and orders are compared by hashes of 64 bits. O(string), and sorting
/// the runs of each bag and context once.
pub(super) fn may_vary(string: &[Symbol], roles: &Roles) -> bool {
    // Without two different receives there is only one order.
    if roles.receives() < 2 {
        return false;
    }
    let mut order_in: FxHashMap<u64, u64> = FxHashMap::default();
    // By symbol, where a run that it ended was left.
    let mut left = vec![None; roles.len()];
    let mut runs = Runs::new(string, roles);
    while let Some((run, receives)) = runs.next() {
        if receives.windows(2).any(|pair| pair[0] != pair[1]) {
            let (bag, order) = hashes(receives);
            let varies = match order_in.insert(in_context(bag, &run), order) {
                Some(known) => known != order,
                None => are_mixed_rounds(receives),
            };
            if varies {
                return true;
            }
        }
        let place = run.after.and_then(|after| left.get_mut(after.0 as usize));
        if let Some(earlier) = place.and_then(|place| place.replace(runs.position())) {
            runs.skip_known(earlier);
        }
    }
    false
}

/// A hash of receives in any order, and one of their order.
#[inline(never)]
pub(super) fn hashes(receives: &[Symbol]) -> (u64, u64) {
    receives.iter().fold((0u64, 0), |(bag, order), symbol| {
        let own = mixed(u64::from(symbol.0));
        (own.wrapping_add(bag), mixed(order ^ own))
    })
}

/// A hash of a bag and the context of a run.
pub(super) fn in_context(bag: u64, run: &Run) -> u64 {
    let end = |symbol: Option<Symbol>| symbol.map_or(u64::MAX, |symbol| u64::from(symbol.0));
    // Small numbers are spread first, so that no two pairs of them are one.
    mixed(mixed(mixed(bag) ^ end(run.before)) ^ end(run.after))
}

/// Spreads a number over 64 bits: the finalizer of SplitMix64 (Steele, Lea and Flood 2014).
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// Whether a run has at least two messages of each of at least two channels, equally many, neither round after round in one
/// order nor channel after channel: then its nest has no more symbols than channels.
fn are_mixed_rounds(receives: &[Symbol]) -> bool {
    let mut sorted = receives.to_vec();
    sorted.sort_small();
    let changes = |list: &[Symbol]| list.windows(2).filter(|pair| pair[0] != pair[1]).count();
    let channels = changes(&sorted) + 1;
    let times = receives.len() / channels;
    if times < 2 || sorted.chunks(times).any(|chunk| chunk.first() != chunk.last()) {
        return false;
    }
    let rounds = receives.iter().zip(receives.iter().skip(channels));
    changes(receives) + 1 != channels && !rounds.into_iter().all(|(one, next)| one == next)
}
