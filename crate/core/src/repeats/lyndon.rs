//! Next smaller suffixes and how far they agree: the linear-time heart of [`runs`](super::runs()).
//!
//! For every position l of a string, the longest Lyndon word that starts there ends just before
//! the next position whose suffix is smaller. Bannai et al. (SIAM J. Comput. 2017) read all runs off
//! these words, given how far the two suffixes agree; Ellert and Fischer (ICALP 2021) showed that both
//! can be had in linear time over any ordered alphabet. This is a variant of theirs in one pass.
//!
//! # How
//!
//! Positions r go from left to right. A stack holds the positions whose next smaller suffix is still to
//! come; it is implicit, each element's `previous` being the one below. The suffix at r is compared
//! with the top, which is popped as long as it is larger. LCE(l, r) is the number of letters on which
//! the suffixes at l and r agree. Every comparison that was made is kept with its LCE.
//!
//! Comparing letter by letter would take quadratic time, so letters are compared only at and after
//! `seen`, the end of the rightmost stretch known to be a copy: letters `from..seen` equal those `shift`
//! earlier, where `from - shift` and `from` are positions whose suffixes were compared.
//!
//! - If r is in the copy (from < r < seen), then r was preceded by the same comparisons `shift` earlier.
//!   The stack above `from` looks like the one above `from - shift` did then. An old result that was decided
//!   within the copy holds again; any other has an LCE of at least seen - r, so letters are compared from
//!   `seen` on, and (l, r) is the new copy. That the walk never leaves the copy's part of the stack:
//!   before r - shift reaches `from` the old walks stopped at `from - shift`, which was still on the stack
//!   when it was compared with `from`; and the comparison of `from` with from + shift, mirrored, is that
//!   of `from - shift` with `from`, which was not decided within the copy.
//! - After a letter comparison at r, r + LCE = seen. For the next element p = previous(l): if the known
//!   LCE(p, l) differs from LCE(l, r), the smaller of the two is LCE(p, r) and the order is known;
//!   if they are equal, letters are compared from there, which is `seen`.
//!
//! So every equal letter moves `seen`, and every other comparison is one step of the stack: O(n) in all.

use std::cmp::Ordering;

/// Stands for "no position".
const NONE: u32 = u32::MAX;

/// Which letters and hence suffixes count as smaller. The end of the string is smaller in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// As they are.
    Ascending,
    /// The other way round.
    Descending,
}

/// For every position its next smaller suffix, if there is one.
#[derive(Debug, Default)]
pub(super) struct NextSmaller {
    /// The position, or the length of the string.
    pub(super) position: Vec<u32>,
    /// On how many letters the two suffixes agree.
    pub(super) lce: Vec<u32>,
}

/// The result of a comparison of the suffix at l with the one at r > l.
#[derive(Clone, Copy)]
struct Compared {
    /// On how many letters they agree.
    lce: usize,
    /// Whether the one at r is smaller.
    smaller: bool,
}

/// Next smaller suffixes of a string of fewer than 2^32 - 1 letters. O(n) time, 16 bytes a letter.
pub(super) fn next_smaller<T: Ord>(s: &[T], order: Order) -> NextSmaller {
    let n = s.len();
    let mut next = NextSmaller { position: vec![n as u32; n], lce: vec![0; n] };
    let mut previous = vec![NONE; n];
    let mut previous_lce = vec![0u32; n];
    let smaller = match order {
        Order::Ascending => Ordering::Less,
        Order::Descending => Ordering::Greater,
    };
    let compare_letters = |l: usize, r: usize, known: usize| {
        let (left, right) = (&s[l + known..], &s[r + known..]);
        let equal = left.iter().zip(right).take_while(|(a, b)| a == b).count();
        let is_smaller = right.get(equal).is_none_or(|b| b.cmp(&left[equal]) == smaller);
        Compared { lce: known + equal, smaller: is_smaller }
    };
    let (mut shift, mut seen) = (0, 0);
    for r in 1..n {
        let mut l = r - 1;
        let mut in_copy = r < seen;
        let mut result = if in_copy { None } else { Some(compare_letters(l, r, 0)) };
        loop {
            let compared = match result {
                Some(compared) => compared,
                None => {
                    let (l_then, r_then) = (l - shift, r - shift);
                    let smaller = next.position[l_then] as usize == r_then;
                    let lce = if smaller { next.lce[l_then] } else { previous_lce[r_then] };
                    if r + (lce as usize) < seen {
                        Compared { lce: lce as usize, smaller }
                    } else {
                        in_copy = false;
                        compare_letters(l, r, seen - r)
                    }
                }
            };
            let Compared { lce, smaller } = compared;
            if !in_copy && r + lce >= seen {
                (shift, seen) = (r - l, r + lce);
            }
            if !smaller {
                (previous[r], previous_lce[r]) = (l as u32, lce as u32);
                break;
            }
            (next.position[l], next.lce[l]) = (r as u32, lce as u32);
            let below = previous[l];
            if below == NONE {
                break;
            }
            let known = previous_lce[l] as usize;
            l = below as usize;
            if in_copy {
                continue;
            }
            result = Some(match known.cmp(&lce) {
                Ordering::Less => Compared { lce: known, smaller: false },
                Ordering::Greater => Compared { lce, smaller: true },
                Ordering::Equal => compare_letters(l, r, lce),
            });
        }
    }
    next
}

#[cfg(test)]
mod tests;
