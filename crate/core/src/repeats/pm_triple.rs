//! PM-triples: primitive maximal tandem repeats, which are the possible loops of a string.

use super::{runs, Run};

/// A word of `period` letters that stands `count` times in a row from `start` on: itself no
/// repetition, at least twice, and with no further copy right before or after.
///
/// This is the definition of Xu and Subhlok 2008. Their Lemma 1 has one member too many in the series
/// of positions (i + l k, which should be i + (l-1) k) and does not ask whether the word is primitive;
/// the definition before it does, and is the one used here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PmTriple {
    /// Where the first copy starts.
    pub start: u32,
    /// Letters of a copy.
    pub period: u32,
    /// Number of copies.
    pub count: u32,
}

impl PmTriple {
    /// Letters in all copies. (In section 3.3 of the paper the word once means the count.)
    pub fn span(&self) -> u32 {
        self.period * self.count
    }
}

impl Run {
    /// The PM-triples in this run: one for each of its first `period` positions from which two
    /// copies fit. They all overlap; the first has the largest span, alone or with others.
    ///
    /// ```
    /// use loopscope_core::repeats::{PmTriple, Run};
    /// let run = Run { start: 4, period: 3, end: 11 };
    /// let first = PmTriple { start: 4, period: 3, count: 2 };
    /// assert_eq!(run.pm_triples().collect::<Vec<_>>(), [first, PmTriple { start: 5, ..first }]);
    /// ```
    pub fn pm_triples(self) -> impl Iterator<Item = PmTriple> {
        let Self { start, period, end } = self;
        (start..start + period)
            .map(move |start| PmTriple { start, period, count: (end - start) / period })
            .take_while(|triple| triple.count >= 2)
    }
}

/// All PM-triples of a string, ascending by start, then by period.
///
/// Every triple lies in exactly one run. O(n log n) of them, as many as there are primitive squares at
/// most; runs say the same in less.
///
/// ```
/// use loopscope_core::repeats::{pm_triples, PmTriple};
/// // The paper's example: (abcd)^4 and the same from the second, third and fourth letter on.
/// let counts: Vec<_> = pm_triples(b"abcdabcdabcdabcda").iter().map(|t| t.count).collect();
/// assert_eq!(counts, [4, 4, 3, 3]);
/// ```
pub fn pm_triples<T: Ord>(string: &[T]) -> Vec<PmTriple> {
    let mut triples: Vec<PmTriple> = runs(string).into_iter().flat_map(Run::pm_triples).collect();
    triples.sort_unstable();
    triples
}

#[cfg(test)]
mod tests;
