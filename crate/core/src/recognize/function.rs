//! Multi-affine functions of loop indices, which take the place of numbers in terms.
//!
//! In the paper's definition a function of depth d is `f + i * g` with `f` and `g` of depth d - 1: a
//! polynomial in the d indices in which no index has an exponent above 1. So each of its terms is a
//! set of indices and a coefficient, and the function is the list of those that are not zero.
//! (The paper writes that functions of depth 0 are the natural numbers; differences of
//! numbers are coefficients too, so they are integers.)

use std::fmt;

/// A sum of products of loop indices, each with a coefficient.
///
/// A product is a `mask`: bit k stands for the index of the k-th enclosing loop from outside (i0 is bit
/// 0), mask 0 for the constant. Two functions are equal if and only if they have the same pairs,
/// because the pairs ascend by mask and no coefficient is zero.
///
/// ```
/// use loopscope_core::recognize::Function;
/// let address = Function::from_pairs([(0, 0x2da50), (0b01, 8192), (0b10, 8)]);
/// assert_eq!(address.evaluate(&[2, 5]), Some(0x2da50 + 8192 * 2 + 8 * 5));
/// assert_eq!(format!("{address:#}"), "0x2da50 + 8192*i0 + 8*i1");
/// assert_eq!(address.to_string(), "186960 + 8192*i0 + 8*i1");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Function {
    constant: i128,
    /// Ascending by mask, no mask 0, no coefficient 0. Nothing is allocated where it is empty.
    slopes: Box<[(u64, i128)]>,
}

/// The value of a function modulo 2^64, where the enclosing loops have these indices. O(slopes x indices) time.
#[inline]
pub(super) fn lowest_bits(constant: u64, slopes: impl Iterator<Item = (u64, u64)>, indices: &[u64]) -> u64 {
    let mut sum = constant;
    for (mask, coefficient) in slopes {
        let (mut product, mut rest) = (coefficient, mask);
        while rest != 0 {
            let index = indices.get(rest.trailing_zeros() as usize).copied().unwrap_or(0);
            product = product.wrapping_mul(index);
            rest &= rest - 1;
        }
        sum = sum.wrapping_add(product);
    }
    sum
}

impl Function {
    /// The function that is this number everywhere.
    pub fn constant(value: i128) -> Self {
        Self { constant: value, slopes: Box::default() }
    }

    /// The sum of these products, in any order. Of several with the same mask the last counts.
    pub fn from_pairs(pairs: impl IntoIterator<Item = (u64, i128)>) -> Self {
        let mut slopes: Vec<(u64, i128)> = Vec::new();
        let mut constant = 0;
        for (mask, coefficient) in pairs {
            match slopes.binary_search_by_key(&mask, |pair| pair.0) {
                _ if mask == 0 => constant = coefficient,
                Ok(at) => slopes[at].1 = coefficient,
                Err(at) => slopes.insert(at, (mask, coefficient)),
            }
        }
        slopes.retain(|&(_, coefficient)| coefficient != 0);
        Self { constant, slopes: slopes.into_boxed_slice() }
    }

    /// From a constant and the other pairs, which ascend by mask and have no zero.
    pub(super) fn from_sorted(constant: i128, slopes: Vec<(u64, i128)>) -> Self {
        debug_assert!(slopes.windows(2).all(|pair| pair[0].0 < pair[1].0));
        debug_assert!(slopes.iter().all(|&(mask, coefficient)| mask != 0 && coefficient != 0));
        Self { constant, slopes: slopes.into_boxed_slice() }
    }

    /// The (mask, coefficient) pairs that are not zero, ascending by mask.
    pub fn pairs(&self) -> impl Iterator<Item = (u64, i128)> + '_ {
        let constant = (self.constant != 0).then_some((0, self.constant));
        constant.into_iter().chain(self.slopes.iter().copied())
    }

    /// The constant: the coefficient of mask 0, zero or not.
    pub fn offset(&self) -> i128 {
        self.constant
    }

    /// The pairs beside the constant, ascending by mask.
    pub fn slopes(&self) -> &[(u64, i128)] {
        &self.slopes
    }

    /// Whether it is the same for all indices.
    pub fn is_constant(&self) -> bool {
        self.slopes.is_empty()
    }

    /// Whether the index of the k-th enclosing loop from outside has a part in it.
    pub fn depends_on(&self, index: u32) -> bool {
        index < 64 && self.slopes.iter().any(|&(mask, _)| mask >> index & 1 == 1)
    }

    /// The value where the enclosing loops have these indices, outermost first; indices that are not
    /// given count as 0. `None` if the value, or an intermediate sum, is beyond 128 bits.
    ///
    /// O(pairs x indices) time.
    pub fn evaluate(&self, indices: &[u64]) -> Option<i128> {
        let mut sum = self.constant;
        for &(mask, coefficient) in &*self.slopes {
            sum = sum.checked_add(times(coefficient, mask, indices)?)?;
        }
        Some(sum)
    }

    /// The lowest 64 bits of the value: those of the field if the value fits one.
    ///
    /// Overflow of 64 bits does not matter, since the lowest bits of sums and products depend only on the lowest bits.
    pub fn bits(&self, indices: &[u64]) -> u64 {
        let slopes = self.slopes.iter().map(|&(mask, coefficient)| (mask, coefficient as u64));
        lowest_bits(self.constant as u64, slopes, indices)
    }

    /// The function that is left when the outermost index (i0) has that value; the others move up by
    /// one, i1 becoming i0. `None` beyond 128 bits.
    ///
    /// ```
    /// use loopscope_core::recognize::Function;
    /// let f = Function::from_pairs([(0, 1), (0b01, 5), (0b10, 3)]); // 1 + 5*i0 + 3*i1
    /// assert_eq!(f.at_outermost(6).unwrap().to_string(), "31 + 3*i0");
    /// ```
    pub fn at_outermost(&self, value: u64) -> Option<Self> {
        let mut constant = self.constant;
        let mut slopes: Vec<(u64, i128)> = Vec::new();
        for &(mask, coefficient) in &*self.slopes {
            let inner = mask >> 1;
            let part = match mask & 1 {
                1 => coefficient.checked_mul(i128::from(value))?,
                _ => coefficient,
            };
            match slopes.last_mut() {
                _ if inner == 0 => constant = constant.checked_add(part)?,
                // The pair with i0 comes right after the one without.
                Some(last) if last.0 == inner => last.1 = last.1.checked_add(part)?,
                _ => slopes.push((inner, part)),
            }
        }
        slopes.retain(|&(_, coefficient)| coefficient != 0);
        Some(Self::from_sorted(constant, slopes))
    }

    /// Whether `other` is this function with these values for the outermost indices, the other indices moving up. `false`
    /// where 128 bits do not suffice.
    ///
    /// O(pairs x indices) time, no memory.
    pub(super) fn equals_inside(&self, indices: &[u64], other: &Self) -> bool {
        if self.is_constant() {
            return self == other;
        }
        let outer = u32::try_from(indices.len()).unwrap_or(u32::MAX);
        let mut constant = self.constant;
        let mut rest = &*other.slopes;
        // The pairs of one inner mask come one after the other.
        let mut open: Option<(u64, i128)> = None;
        let close = |open: Option<(u64, i128)>, rest: &mut &[(u64, i128)]| match open {
            None | Some((_, 0)) => true,
            Some(pair) => rest.split_first().is_some_and(|(first, others)| {
                *rest = others;
                *first == pair
            }),
        };
        for &(mask, coefficient) in &*self.slopes {
            let inner = mask.checked_shr(outer).unwrap_or(0);
            let Some(product) = times(coefficient, mask ^ (inner.checked_shl(outer).unwrap_or(0)), indices) else {
                return false;
            };
            if inner == 0 {
                let Some(sum) = constant.checked_add(product) else { return false };
                constant = sum;
                continue;
            }
            open = match open {
                Some((known, sum)) if known == inner => match sum.checked_add(product) {
                    Some(sum) => Some((inner, sum)),
                    None => return false,
                },
                before => {
                    if !close(before, &mut rest) {
                        return false;
                    }
                    Some((inner, product))
                }
            };
        }
        constant == other.constant && close(open, &mut rest) && rest.is_empty()
    }

    /// Adds to the constant. `None` beyond 128 bits.
    pub(super) fn add_constant(&mut self, more: i128) -> Option<()> {
        self.constant = self.constant.checked_add(more)?;
        Some(())
    }
}

/// A coefficient times the indices of a mask; those that are not given count as 0.
fn times(coefficient: i128, mask: u64, indices: &[u64]) -> Option<i128> {
    let mut product = coefficient;
    let mut rest = mask;
    while rest != 0 {
        let index = indices.get(rest.trailing_zeros() as usize).copied().unwrap_or(0);
        product = product.checked_mul(i128::from(index))?;
        rest &= rest - 1;
    }
    Some(product)
}

impl From<i128> for Function {
    fn from(value: i128) -> Self {
        Self::constant(value)
    }
}

/// `186960 + 8192*i0 - 8*i0*i1`: all numbers decimal; with `{:#}` the constant is hexadecimal, if it
/// is not negative.
impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut empty = self.constant == 0 && !self.slopes.is_empty();
        if !empty {
            match (f.alternate(), u128::try_from(self.constant)) {
                (true, Ok(constant)) => write!(f, "{constant:#x}")?,
                _ => write!(f, "{}", self.constant)?,
            }
        }
        for &(mask, coefficient) in &*self.slopes {
            match (empty, coefficient < 0) {
                (true, true) => f.write_str("-")?,
                (true, false) => {}
                (false, true) => f.write_str(" - ")?,
                (false, false) => f.write_str(" + ")?,
            }
            empty = false;
            let size = coefficient.unsigned_abs();
            if size != 1 {
                write!(f, "{size}*")?;
            }
            for k in (0..64).filter(|k| mask >> k & 1 == 1) {
                let times = if mask & ((1 << k) - 1) == 0 { "" } else { "*" };
                write!(f, "{times}i{k}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
