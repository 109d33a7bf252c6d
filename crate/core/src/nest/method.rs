//! Which algorithm builds the nest.

use super::{greedy, optimal, smallest, Nest};
use crate::symbols::Symbol;

/// The algorithms of Xu and Subhlok 2008, and one for size.
///
/// `Greedy` reduces short loops first and is the one to start with: it takes milliseconds and finds
/// the loops of looping programs, though an inner loop may cost the outer one up to two iterations.
/// `Optimal` takes the loop of the largest span first, so the outer loop is whole. Neither promises
/// the smallest nest: for `aaababa` the optimal one has 6 items where 5 are enough. `Smallest` does,
/// as far as its limit on work allows; [`smallest`](super::smallest()) says what it guarantees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Method {
    /// Short bodies first, from the inside out.
    #[default]
    Greedy,
    /// The largest span first, from the outside in.
    Optimal,
    /// The fewest items.
    Smallest,
}

impl Method {
    /// All methods, default first.
    pub const ALL: [Method; 3] = [Method::Greedy, Method::Optimal, Method::Smallest];

    /// The name used in the terminal, in JSON and in links.
    pub fn name(self) -> &'static str {
        match self {
            Method::Greedy => "greedy",
            Method::Optimal => "optimal",
            Method::Smallest => "smallest",
        }
    }

    /// The method of that name.
    pub fn from_name(name: &str) -> Option<Method> {
        Method::ALL.into_iter().find(|method| method.name() == name)
    }

    /// The longest string that the method takes, in symbols.
    pub fn limit(self) -> usize {
        match self {
            Method::Greedy => greedy::LIMIT,
            Method::Optimal | Method::Smallest => optimal::LIMIT,
        }
    }
}

impl std::fmt::Display for Method {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A string is too long for the method that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong {
    /// The method.
    pub method: Method,
    /// Symbols given.
    pub len: usize,
    /// Symbols that the method takes.
    pub limit: usize,
}

impl std::fmt::Display for TooLong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let way_out = match self.method {
            Method::Greedy => "narrow the range",
            Method::Optimal | Method::Smallest => "use greedy, or narrow the range",
        };
        let (method, len, limit) = (self.method, self.len, self.limit);
        write!(f, "{len} symbols are too long for {method}, which takes {limit}: {way_out}")
    }
}

impl std::error::Error for TooLong {}

/// Memory that greedy and optimal take at most for each symbol, the nest included and the string not: a test
/// counts it. A looping trace takes less than one, random strings 6 to 21; the most is taken where half the symbols
/// are loops of their own (`aabbccdd..`).
pub const BYTES_PER_SYMBOL: usize = 48;

/// What a method has built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    /// The nest.
    pub nest: Nest,
    /// Whether the method searched to its end; if not, the best that was found stands in. Greedy and
    /// optimal always do; smallest has a limit on its work.
    pub complete: bool,
}

/// Builds the loop nest of a string.
///
/// The same string gives the same nest, node for node. See [`Method`] for which to use, and
/// [`greedy`](super::greedy()), [`optimal`](super::optimal()) and [`smallest`](super::smallest()) for the rules and the cost.
///
/// # Errors
/// [`TooLong`] if the string is longer than [`Method::limit`].
///
/// ```
/// use loopscope_core::{nest::{build, Built, Method}, symbols::Symbol};
/// let string = [7, 3, 7, 3, 7, 3, 1].map(Symbol);
/// let Built { nest, complete } = build(Method::Greedy, &string).unwrap();
/// assert_eq!((nest.len(), nest.root().len()), (7, 2)); // (73)^3 and 1
/// assert!(nest.symbols().eq(string) && complete);
/// ```
pub fn build(method: Method, string: &[Symbol]) -> Result<Built, TooLong> {
    let complete = |nest| Built { nest, complete: true };
    match method {
        Method::Greedy => greedy::greedy(string).map(complete),
        Method::Optimal => optimal::optimal(string).map(complete),
        Method::Smallest => {
            let smallest::Smallest { nest, exact, .. } = smallest::smallest(string)?;
            Ok(Built { nest, complete: exact })
        }
    }
}

/// Refuses a string that is longer than the limit.
pub(super) fn check_length(method: Method, len: usize, limit: usize) -> Result<(), TooLong> {
    if len > limit {
        return Err(TooLong { method, len, limit });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for method in Method::ALL {
            assert_eq!(Method::from_name(method.name()), Some(method));
        }
        assert_eq!(Method::from_name("Greedy"), None);
        assert_eq!(Method::default(), Method::Greedy);
    }

    #[test]
    fn a_refusal_names_number_limit_and_way_out() {
        let refusal = check_length(Method::Optimal, 180_000, 20_000).unwrap_err();
        assert_eq!(
            refusal.to_string(),
            "180000 symbols are too long for optimal, which takes 20000: use greedy, or narrow the range"
        );
        assert_eq!(check_length(Method::Optimal, 20_000, 20_000), Ok(()));
    }
}
