//! Where the tuples of a place lie, as a polynomial in the indices of the loops around it.
//!
//! Bounds are products and sums of outer indices, so the length of an iteration is a polynomial in them, and so is the sum of
//! the lengths of all iterations before one (Ketterlin 2011, section V: "always a polynomial"). That holds because no loop
//! runs a negative number of times, which [`AffineBuilder`](super::AffineBuilder) refuses: with one count cut off at 0 the
//! function would have pieces.

use super::{Affine, Node, Polynomial};

/// Why a place has no polynomial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPolynomial {
    /// There is no such place.
    NoPlace,
    /// A number in it is beyond 128 bits, or the nest is too large to go through.
    TooLarge,
}

impl std::fmt::Display for NoPolynomial {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::NoPlace => "there is no such place in the nest",
            Self::TooLarge => "the polynomial has numbers beyond 128 bits",
        })
    }
}

/// The lengths of nodes, each computed once.
struct Lengths<'a> {
    nest: &'a Affine,
    known: Vec<Option<Polynomial>>,
}

impl Lengths<'_> {
    /// The tuples of a node, by the indices of the loops around it.
    fn of(&mut self, number: u32) -> Option<Polynomial> {
        if let Some(known) = self.known.get(number as usize)? {
            return Some(known.clone());
        }
        let length = match self.nest.node(number)? {
            Node::Value { .. } => Polynomial::constant(1),
            Node::Loop { bound, body } => {
                let count = Polynomial::of(bound).plus(&Polynomial::constant(1))?;
                self.of_all(body)?.sum_up_to(self.nest.level(number), &count)?
            }
        };
        if let Some(known) = self.known.get_mut(number as usize) {
            *known = Some(length.clone());
        }
        Some(length)
    }

    fn of_all(&mut self, items: &[u32]) -> Option<Polynomial> {
        let mut sum = Polynomial::default();
        for &item in items {
            sum = sum.plus(&self.of(item)?)?;
        }
        Some(sum)
    }
}

impl Affine {
    /// The position of the first tuple of a place, by the indices of the loops around it. The place says which item of the top
    /// level, which item of its body, and so on. O(distinct nodes times terms).
    ///
    /// # Errors
    /// There is no such place, or a number is beyond 128 bits.
    ///
    /// ```
    /// use loopscope_core::affine::text;
    /// let nest = text::parse("for i0 = 0 to 4\n  for i1 = 0 to i0\n    val 1\n  done\ndone\n").unwrap();
    /// assert_eq!(nest.position(&[0, 0, 0]).unwrap().to_string(), "(i0^2 + i0 + 2*i1)/2");
    /// ```
    pub fn position(&self, place: &[usize]) -> Result<Polynomial, NoPolynomial> {
        let mut lengths = Lengths { nest: self, known: vec![None; self.nodes().len()] };
        let mut sum = Polynomial::default();
        let mut items = self.root();
        let mut around: Option<u32> = None;
        for &at in place {
            let before = items.get(..at).ok_or(NoPolynomial::NoPlace)?;
            let &item = items.get(at).ok_or(NoPolynomial::NoPlace)?;
            let too_large = NoPolynomial::TooLarge;
            if let Some(number) = around {
                let iteration = lengths.of_all(items).ok_or(too_large)?;
                let earlier = iteration.sum_below(self.level(number)).ok_or(too_large)?;
                sum = sum.plus(&earlier).ok_or(too_large)?;
            }
            let earlier = lengths.of_all(before).ok_or(too_large)?;
            sum = sum.plus(&earlier).ok_or(too_large)?;
            (items, around) = (self.body(item), Some(item));
        }
        Ok(sum)
    }
}

#[cfg(test)]
mod tests;
