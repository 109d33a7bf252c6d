//! How many values terms stand for, counted without running them, and other sizes.

use super::{Function, Loop, Term};

/// Values that terms stand for, [`u64::MAX`] if more.
///
/// Bounds may depend on the indices of outer loops: the length of one iteration is then a
/// polynomial in the index, whose degree d is known from the bounds, and its sum comes from its first d + 1
/// values by finite differences. So the time depends on the terms alone, not on how often they run.
///
/// No bound may be below -1 anywhere (at -1 a loop is not run at all); all that are recognized are
/// at least 2.
///
/// ```
/// use loopscope_core::recognize::{len, Function, Term};
/// // for i0 = 0 to 999999 { for i1 = 0 to 5 + 3*i0 { val } }
/// let inner = Term::for_loop(Function::from_pairs([(0, 5), (1, 3)]), vec![Term::value(0, [])]);
/// let term = Term::for_loop(Function::constant(999_999), vec![inner.unwrap()]).unwrap();
/// assert_eq!(len(&[term]), 6_000_000 + 3 * 999_999 * 1_000_000 / 2);
/// ```
pub fn len(terms: &[Term]) -> u64 {
    clamp(count(terms, &mut Vec::new()))
}

fn clamp(count: Option<i128>) -> u64 {
    count.map_or(u64::MAX, |count| u64::try_from(count.max(0)).unwrap_or(u64::MAX))
}

/// Values of terms inside loops with these indices; `None` beyond 128 bits.
fn count(terms: &[Term], indices: &mut Vec<u64>) -> Option<i128> {
    let mut sum = 0i128;
    for term in terms {
        let more = match term {
            Term::Value(_) => 1,
            Term::Loop(node) => count_loop(node, indices)?,
        };
        sum = sum.checked_add(more)?;
    }
    Some(sum)
}

fn count_loop(node: &Loop, indices: &mut Vec<u64>) -> Option<i128> {
    let iterations = node.bound().evaluate(indices)?.checked_add(1)?;
    if iterations <= 0 {
        return Some(0);
    }
    let degree = degree(node.body(), indices.len() as u32);
    let mut first = Vec::new();
    for index in 0..=degree {
        if i128::from(index) >= iterations {
            break;
        }
        indices.push(index);
        let inside = count(node.body(), indices);
        indices.pop();
        first.push(inside?);
    }
    // f(0) + .. + f(n - 1) = sum over j of the j-th difference at 0 times n over j + 1.
    let (mut sum, mut binomial) = (0i128, 1i128);
    for j in 0..first.len() {
        binomial = binomial.checked_mul(iterations - j as i128)? / (j as i128 + 1);
        sum = sum.checked_add(binomial.checked_mul(first[0])?)?;
        for k in 0..first.len() - 1 {
            first[k] = first[k + 1].checked_sub(first[k])?;
        }
        first.pop();
    }
    Some(sum)
}

/// The degree of the length of terms as a polynomial in the index of the loop at that level, at most.
fn degree(terms: &[Term], level: u32) -> u64 {
    fn at(terms: &[Term], level: u32, own: u32) -> u64 {
        let of = |node: &Loop| {
            let constant = at(node.body(), level, own + 1);
            match node.bound().depends_on(level) {
                // A sum to a bound of degree 1 of what has a degree in the own index.
                true => constant + at(node.body(), own, own + 1) + 1,
                false => constant,
            }
        };
        terms.iter().filter_map(Term::as_loop).map(of).max().unwrap_or(0)
    }
    at(terms, level, level + 1)
}

/// Sizes of a sequence of terms.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    /// Values that the terms stand for.
    pub length: u64,
    /// Terms of the top level.
    pub top_level: u64,
    /// Terms on all levels, a loop being one term, and its body's terms beside it.
    pub total: u64,
    /// Loops on all levels.
    pub loops: u64,
    /// Levels of loops, 0 without any.
    pub depth: u32,
    /// Coefficients of all functions, zeros not counted.
    pub coefficients: u64,
    /// Loops whose bound varies with an outer index.
    pub varying_bounds: u64,
    /// Share of the values that are inside loops, 0 to 1.
    pub coverage: f64,
}

impl Stats {
    /// Counts. O(size of the terms), not of the stream (see [`len`]).
    pub fn new(terms: &[Term]) -> Self {
        let mut stats = Self { top_level: terms.len() as u64, ..Self::default() };
        stats.add(terms);
        stats.length = len(terms);
        stats.depth = terms.iter().map(Term::depth).max().unwrap_or(0);
        let outside = terms.iter().filter(|term| term.as_value().is_some()).count() as f64;
        if stats.length > 0 {
            stats.coverage = 1.0 - outside / stats.length as f64;
        }
        stats
    }

    fn add(&mut self, terms: &[Term]) {
        let pairs = |function: &Function| function.pairs().count() as u64;
        self.total += terms.len() as u64;
        for term in terms {
            match term {
                Term::Value(value) => {
                    self.coefficients += value.fields().iter().map(pairs).sum::<u64>();
                }
                Term::Loop(node) => {
                    self.loops += 1;
                    self.coefficients += pairs(node.bound());
                    self.varying_bounds += u64::from(!node.bound().is_constant());
                    self.add(node.body());
                }
            }
        }
    }

    /// Values per term on all levels; 1 for an empty stream.
    pub fn ratio(&self) -> f64 {
        if self.total == 0 {
            1.0
        } else {
            self.length as f64 / self.total as f64
        }
    }
}

#[cfg(test)]
mod tests;
