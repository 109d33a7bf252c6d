//! Polynomials in the indices of loops, with rational coefficients over one denominator: exact, in 128 bits.

use std::collections::BTreeMap;
use std::fmt;

use crate::recognize::Function;

/// The exponents of the indices, the outermost first, without zeros at the end.
type Exponents = Vec<u32>;

/// A polynomial. See the [module](self).
///
/// ```
/// use loopscope_core::affine::Polynomial;
/// // The sum of all numbers below i0.
/// let sum = Polynomial::index(0).and_then(|index| index.sum_below(0)).unwrap();
/// assert_eq!(sum.to_string(), "(i0^2 - i0)/2");
/// assert_eq!(sum.at(&[10]), Some(45));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polynomial {
    /// The coefficients that are not zero, times the denominator.
    terms: BTreeMap<Exponents, i128>,
    /// The denominator, at least 1, as small as can be.
    over: i128,
}

impl Default for Polynomial {
    fn default() -> Self {
        Self { terms: BTreeMap::new(), over: 1 }
    }
}

fn gcd(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a.checked_rem(b).unwrap_or(0));
    }
    a.checked_abs().unwrap_or(1)
}

/// A number to a power; `None` beyond 128 bits.
fn power(base: u64, exponent: u32) -> Option<i128> {
    i128::from(base).checked_pow(exponent)
}

impl Polynomial {
    /// That number everywhere.
    pub fn constant(value: i128) -> Self {
        let terms = BTreeMap::from([(Vec::new(), value)]);
        Self { terms, over: 1 }.reduced()
    }

    /// The index of the loop inside of so many others; `None` beyond 64 of them.
    pub fn index(level: u32) -> Option<Self> {
        let mut exponents = vec![0; usize::try_from(level).ok().filter(|&level| level < 64)?];
        exponents.push(1);
        Some(Self { terms: BTreeMap::from([(exponents, 1)]), over: 1 })
    }

    /// The same as a multi-affine function. O(slopes).
    pub fn of(function: &Function) -> Self {
        let mut terms = BTreeMap::new();
        for (mask, coefficient) in function.pairs() {
            let length = 64 - mask.leading_zeros();
            let exponents = (0..length).map(|level| (mask >> level & 1) as u32);
            terms.insert(exponents.collect(), coefficient);
        }
        Self { terms, over: 1 }.reduced()
    }

    /// The terms: exponents of the indices, outermost first, and numerators.
    pub fn terms(&self) -> impl Iterator<Item = (&[u32], i128)> {
        self.terms.iter().map(|(exponents, &number)| (exponents.as_slice(), number))
    }

    /// The denominator of all terms.
    pub fn over(&self) -> i128 {
        self.over
    }

    fn reduced(mut self) -> Self {
        self.terms.retain(|_, number| *number != 0);
        let common = self.terms.values().fold(self.over, |common, &number| gcd(common, number));
        if common > 1 {
            self.over /= common;
            self.terms.values_mut().for_each(|number| *number /= common);
        }
        self
    }

    /// The sum; `None` beyond 128 bits.
    pub fn plus(&self, other: &Self) -> Option<Self> {
        let common = gcd(self.over, other.over);
        let (own, others) = (other.over / common, self.over / common);
        let mut sum = Self { terms: BTreeMap::new(), over: self.over.checked_mul(own)? };
        for (exponents, number) in &self.terms {
            sum.terms.insert(exponents.clone(), number.checked_mul(own)?);
        }
        for (exponents, number) in &other.terms {
            let more = number.checked_mul(others)?;
            let known = sum.terms.entry(exponents.clone()).or_insert(0);
            *known = known.checked_add(more)?;
        }
        Some(sum.reduced())
    }

    /// The product; `None` beyond 128 bits. O(terms of both).
    pub fn times(&self, other: &Self) -> Option<Self> {
        let over = self.over.checked_mul(other.over)?;
        let mut product = Self { terms: BTreeMap::new(), over };
        for (a, left) in &self.terms {
            for (b, right) in &other.terms {
                let most = a.len().max(b.len());
                let of = |list: &[u32], at: usize| list.get(at).copied().unwrap_or(0);
                let exponents = (0..most).map(|at| of(a, at).checked_add(of(b, at)));
                let known = product.terms.entry(exponents.collect::<Option<_>>()?).or_insert(0);
                *known = known.checked_add(left.checked_mul(*right)?)?;
            }
        }
        Some(product.reduced())
    }

    /// The sum over all values below an index of that level of the polynomial with these in its place: a polynomial whose degree
    /// in that index is one more (Faulhaber). `None` beyond 128 bits.
    pub fn sum_below(&self, level: u32) -> Option<Self> {
        self.sum_up_to(level, &Self::index(level)?)
    }

    /// The sum over all values of the index of that level below `end`, which must not have that index and must nowhere be
    /// negative.
    pub fn sum_up_to(&self, level: u32, end: &Self) -> Option<Self> {
        let level = usize::try_from(level).ok()?;
        let degree = |exponents: &Exponents| exponents.get(level).copied().unwrap_or(0);
        let most = self.terms.keys().map(degree).max().unwrap_or(0);
        let sums = sums_of_powers(most, end)?;
        let mut all = Self::default();
        for (exponents, &number) in &self.terms {
            let sum = sums.get(usize::try_from(degree(exponents)).ok()?)?;
            let mut others = exponents.clone();
            if let Some(own) = others.get_mut(level) {
                *own = 0;
            }
            while others.last() == Some(&0) {
                others.pop();
            }
            let terms = BTreeMap::from([(others, number)]);
            all = all.plus(&Self { terms, over: self.over }.reduced().times(sum)?)?;
        }
        Some(all)
    }

    /// The value where the indices are these; those that are missing are 0. `None` beyond 128 bits.
    pub fn at(&self, indices: &[u64]) -> Option<i128> {
        let mut sum = 0i128;
        for (exponents, number) in &self.terms {
            let mut product = *number;
            for (level, &exponent) in exponents.iter().enumerate().filter(|(_, &it)| it > 0) {
                let index = indices.get(level).copied().unwrap_or(0);
                product = product.checked_mul(power(index, exponent)?)?;
            }
            sum = sum.checked_add(product)?;
        }
        Some(sum / self.over)
    }

    /// Whether programs can compute it in 64 bits for all indices up to these: the sum of all terms without their signs stays
    /// below 2^63.
    pub fn fits(&self, most: &[u64]) -> bool {
        let mut sum = 0i128;
        let fits = |(exponents, number): (&Exponents, &i128)| {
            let mut product = number.checked_abs()?;
            for (level, &exponent) in exponents.iter().enumerate().filter(|(_, &it)| it > 0) {
                let index = most.get(level).copied().unwrap_or(0);
                product = product.checked_mul(power(index, exponent)?)?;
            }
            sum = sum.checked_add(product)?;
            (sum < 1 << 63).then_some(())
        };
        self.terms.iter().map(fits).all(|fits| fits.is_some())
    }
}

/// For each power up to `most`, the sum of the powers of all numbers below `end`.
fn sums_of_powers(most: u32, end: &Polynomial) -> Option<Vec<Polynomial>> {
    let mut sums: Vec<Polynomial> = Vec::new();
    let mut end_to = end.clone();
    for degree in 0..=most {
        // (degree + 1) times the sum is end^(degree + 1) without the sums of lower powers, each so often as their binomial says.
        let mut sum = end_to.clone();
        let mut binomial = 1i128;
        for (lower, known) in sums.iter().enumerate() {
            let lower = i128::try_from(lower).ok()?;
            sum = sum.plus(&known.times(&Polynomial::constant(binomial.checked_neg()?))?)?;
            binomial = binomial.checked_mul(i128::from(degree) + 1 - lower)?.checked_div(lower + 1)?;
        }
        sum.over = sum.over.checked_mul(i128::from(degree) + 1)?;
        sums.push(sum.reduced());
        end_to = end_to.times(end)?;
    }
    Some(sums)
}

impl fmt::Display for Polynomial {
    /// `(3*i0^3 + 35*i0 + i1^2 - 2)/2`: by the outer index first, highest powers first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.terms.is_empty() {
            return f.write_str("0");
        }
        let parts = self.over > 1;
        if parts {
            f.write_str("(")?;
        }
        for (at, (exponents, &number)) in self.terms.iter().rev().enumerate() {
            match (at, number < 0) {
                (0, false) => {}
                (0, true) => f.write_str("-")?,
                (_, false) => f.write_str(" + ")?,
                (_, true) => f.write_str(" - ")?,
            }
            let size = number.unsigned_abs();
            let mut factors = Vec::new();
            if size != 1 || exponents.is_empty() {
                factors.push(size.to_string());
            }
            for (level, &exponent) in exponents.iter().enumerate().filter(|(_, &it)| it > 0) {
                factors.push(match exponent {
                    1 => format!("i{level}"),
                    exponent => format!("i{level}^{exponent}"),
                });
            }
            f.write_str(&factors.join("*"))?;
        }
        if parts {
            write!(f, ")/{}", self.over)?;
        }
        Ok(())
    }
}
