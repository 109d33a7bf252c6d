//! Keys: two words a term that tell most blocks apart without looking at them.
//!
//! A term has a shape, which isomorphic terms have in common, and numbers. Its key is a hash of
//! the shape and a *linear* hash of the numbers: a sum of each times a factor of its place, modulo 2^64. If the
//! numbers of three terms are in arithmetic progression, place by place, then so are their linear
//! hashes; if the hashes are not, the terms are not. And the hash of an iteration moves by a constant
//! step from one to the next.
//!
//! Numbers that the model does not let vary belong to the shape: all numbers in the constant model, and all coefficients of
//! an index in the linear one.
//!
//! Invariant: equal terms have equal keys, however they were made. Terms whose keys match are compared in full.

use super::FunctionModel;

/// A hash of a term.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) shape: u64,
    pub(super) print: u64,
}

/// Factors of places; odd, so that no bits of a number are lost.
const LABEL: u64 = 0x9e37_79b9_7f4a_7c15;
const ARITY: u64 = 0xc2b2_ae3d_27d4_eb4f;
const FIELD: u64 = 0xd6e8_feb8_6659_fd93;
const BOUND: u64 = 0xa076_1d64_78bd_642f;
const SLOPE: u64 = 0xe703_7ed1_a0b4_28db;
const NEXT: u64 = 0x8ebc_6af0_9c88_c6e3;
const FIXED: u64 = 0x5899_65cc_7537_4cc3;

impl Key {
    /// The key of a value.
    pub(super) fn of_value(label: u32, fields: &[u64], model: FunctionModel) -> Self {
        let shape = (u64::from(label) + 1).wrapping_mul(LABEL) ^ (fields.len() as u64).wrapping_mul(ARITY);
        let print =
            fields.iter().fold(0u64, |sum, &bits| sum.wrapping_mul(NEXT).wrapping_add(bits.wrapping_mul(FIELD)));
        match model {
            FunctionModel::Constant => Self { shape: shape.wrapping_add(print.wrapping_mul(FIXED)), print: 0 },
            _ => Self { shape, print },
        }
    }

    /// The key of the loop `for i = 0 to 2` over the body that three blocks in progression make, from the keys
    /// of the first two.
    pub(super) fn of_loop(first: &[Self], second: &[Self], model: FunctionModel) -> Self {
        let (mut shape, mut constants, mut slopes) = (first.len() as u64, 0u64, 0u64);
        for (u, v) in first.iter().zip(second) {
            shape = (shape.rotate_left(23) ^ u.shape).wrapping_mul(NEXT);
            constants = constants.wrapping_mul(NEXT).wrapping_add(u.print);
            slopes = slopes.wrapping_mul(NEXT).wrapping_add(v.print.wrapping_sub(u.print));
        }
        shape ^= shape >> 29;
        let slopes = slopes.wrapping_mul(SLOPE);
        let key = match model {
            FunctionModel::Constant => Self { shape, print: 0 },
            FunctionModel::Linear => Self { shape: shape.wrapping_add(slopes), print: constants },
            FunctionModel::Polynomial => Self { shape, print: constants.wrapping_add(slopes) },
        };
        key.with_bound(2, model)
    }

    /// The key of the same loop, its bound larger by so much.
    pub(super) fn with_bound(self, more: u64, model: FunctionModel) -> Self {
        let more = more.wrapping_mul(BOUND);
        match model {
            FunctionModel::Constant => Self { shape: self.shape.wrapping_add(more), ..self },
            _ => Self { print: self.print.wrapping_add(more), ..self },
        }
    }

    /// Whether three terms with these keys can be three iterations.
    #[inline]
    pub(super) fn in_line(u: Self, v: Self, w: Self) -> bool {
        // Without branches, since it is usually tested many times in a row.
        let prints = u.print.wrapping_add(w.print).wrapping_sub(v.print.wrapping_mul(2));
        (w.shape ^ v.shape) | (u.shape ^ v.shape) | prints == 0
    }
}
