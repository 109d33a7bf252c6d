//! Comparing blocks of symbols side by side, in wide instructions.
//!
//! There is no early exit and no branch, so the compiler can compare four symbols or more at a time. Natively it does so
//! for the plain fold. For WebAssembly it takes the results out of the vectors one by one, which is three times slower
//! than necessary; there the two vector operations are named, which needs no unsafe code.

use super::NodeId;
use crate::symbols::Symbol;

/// A letter that can be compared in blocks: it is a 32-bit number.
pub(crate) trait Letter: Copy + PartialEq {
    /// Its number: equal for equal letters and no others.
    fn number(self) -> u32;
}

impl Letter for Symbol {
    fn number(self) -> u32 {
        self.0
    }
}

impl Letter for NodeId {
    fn number(self) -> u32 {
        self.0
    }
}

impl Letter for u32 {
    fn number(self) -> u32 {
        self
    }
}

/// Whether two blocks of one length agree on all letters.
pub(super) fn all_equal<T: Letter>(a: &[T], b: &[T]) -> bool {
    wide::all_equal(a, b)
}

/// Whether two blocks of one length agree somewhere.
pub(super) fn any_equal<T: Letter>(a: &[T], b: &[T]) -> bool {
    wide::any_equal(a, b)
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod wide {
    use super::Letter;

    pub(super) fn all_equal<T: Letter>(a: &[T], b: &[T]) -> bool {
        a.iter().zip(b).fold(true, |all, (a, b)| all & (a.number() == b.number()))
    }

    pub(super) fn any_equal<T: Letter>(a: &[T], b: &[T]) -> bool {
        a.iter().zip(b).fold(false, |any, (a, b)| any | (a.number() == b.number()))
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wide {
    use core::arch::wasm32::{u32x4, u32x4_eq, u32x4_splat, v128, v128_any_true, v128_or, v128_xor};

    use super::Letter;

    pub(super) fn all_equal<T: Letter>(a: &[T], b: &[T]) -> bool {
        !any(a, b, |a, b| v128_xor(a, b), |a, b| a != b)
    }

    pub(super) fn any_equal<T: Letter>(a: &[T], b: &[T]) -> bool {
        any(a, b, |a, b| u32x4_eq(a, b), |a, b| a == b)
    }

    /// Whether `fours` gives any bit for four letters, or `ones` holds for one of the last.
    fn any<T: Letter>(a: &[T], b: &[T], fours: impl Fn(v128, v128) -> v128, ones: impl Fn(&T, &T) -> bool) -> bool {
        let (left, right) = (a.chunks_exact(4), b.chunks_exact(4));
        let (last, other_last) = (left.remainder(), right.remainder());
        let four = |s: &[T]| u32x4(s[0].number(), s[1].number(), s[2].number(), s[3].number());
        let join = |any, (a, b): (&[T], &[T])| v128_or(any, fours(four(a), four(b)));
        v128_any_true(left.zip(right).fold(u32x4_splat(0), join))
            || last.iter().zip(other_last).any(|(a, b)| ones(a, b))
    }
}

#[cfg(test)]
mod tests;
