//! Which algorithm builds the nest of a string, and building it.

use crate::nest::{self, Folding, Nest, TooLong};
use crate::recognize::{self, SymbolRecognizer};
use crate::symbols::Symbol;

/// The algorithms of Xu and Subhlok 2008, one for size, and that of Ketterlin and Clauss 2008.
///
/// `Optimal` takes the loop of the largest span first, so the outer loop is whole: it finds the loops of the program's
/// source, and is the default for nests and models alike. `Greedy` reduces short loops first, though an inner loop may
/// cost the outer one up to two iterations. Neither promises the smallest nest: for `aaababa` the optimal one has 6 items where 5 are enough. `Smallest` does,
/// as far as its limit on work allows; [`smallest`](nest::smallest()) says what it guarantees. `Nlr` reads the
/// string once from left to right and makes a loop of what has stood three times in a row, as soon as it does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Method {
    /// Short bodies first, from the inside out.
    Greedy,
    /// The largest span first, from the outside in.
    #[default]
    Optimal,
    /// The fewest items.
    Smallest,
    /// Nested loop recognition: one pass, from left to right.
    Nlr {
        /// The most items in the body of a loop (K), at least 1.
        k: usize,
    },
}

impl Method {
    /// All methods, in the order in which they are compared; with K = [`DEFAULT_K`](Method::DEFAULT_K).
    pub const ALL: [Self; 4] = [Self::Greedy, Self::Optimal, Self::Smallest, Self::Nlr { k: Self::DEFAULT_K }];

    /// The default K of loop recognition.
    pub const DEFAULT_K: usize = 1000;

    /// The largest K that is accepted: far above the body of any loop in a real program.
    pub const MAX_K: usize = 1_000_000;

    /// The name used in the terminal, in JSON and in links.
    pub fn name(self) -> &'static str {
        match self {
            Self::Greedy => "greedy",
            Self::Optimal => "optimal",
            Self::Smallest => "smallest",
            Self::Nlr { .. } => "nlr",
        }
    }

    /// The method of that name, with its default parameters.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }

    /// The K of loop recognition; `None` for the others, which have no such parameter.
    pub fn k(self) -> Option<usize> {
        match self {
            Self::Nlr { k } => Some(k),
            Self::Greedy | Self::Optimal | Self::Smallest => None,
        }
    }

    /// The method with another K. `None` if it has none, or for a K that is not 1 to
    /// [`MAX_K`](Method::MAX_K).
    pub fn with_k(self, k: usize) -> Option<Self> {
        let known = self.k().is_some() && (1..=Self::MAX_K).contains(&k);
        known.then_some(Self::Nlr { k })
    }

    /// The longest string that the method takes, in symbols.
    pub fn limit(self) -> usize {
        match self {
            Self::Greedy | Self::Nlr { .. } => nest::GREEDY_LIMIT,
            Self::Optimal | Self::Smallest => nest::OPTIMAL_LIMIT,
        }
    }
}

impl std::fmt::Display for Method {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A nest, and whether the method finished its search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    /// The nest.
    pub nest: Nest,
    /// False if the search was given up and this is the best nest of the other methods; only `Smallest` does so.
    pub complete: bool,
}

/// Builds the loop nest of a string.
///
/// The same string gives the same nest, node for node. See [`Method`] for which to use, and
/// [`greedy`](nest::greedy()), [`optimal`](nest::optimal()), [`smallest`](nest::smallest()) and
/// [`recognize::symbols`](recognize::symbols()) for the rules and the cost.
///
/// # Errors
/// [`TooLong`] if the string is longer than [`Method::limit`].
///
/// ```
/// use loopscope_core::{method::{build, Method}, symbols::Symbol};
/// let string = [7, 3, 7, 3, 7, 3, 1].map(Symbol);
/// for method in Method::ALL {
///     let nest = build(method, &string).unwrap().nest;
///     assert_eq!((nest.len(), nest.root().len()), (7, 2)); // (73)^3 and 1
///     assert!(nest.symbols().eq(string));
/// }
/// ```
pub fn build(method: Method, string: &[Symbol]) -> Result<Built, TooLong> {
    let whole = |nest| Built { nest, complete: true };
    match method {
        Method::Greedy => nest::greedy(string).map(whole),
        Method::Optimal => nest::optimal(string).map(whole),
        Method::Smallest => nest::smallest(string).map(|found| Built { nest: found.nest, complete: found.exact }),
        Method::Nlr { k } => {
            TooLong::check(method.name(), string.len(), method.limit())?;
            Ok(whole(recognize::symbols(string, k)))
        }
    }
}

/// Builds the nest of a string that comes in parts, without holding it where it loops.
///
/// What comes out is what [`build`] gives for the whole string. Loop recognition keeps its terms. The other methods keep
/// the string with its long repetitions [folded](Folding): memory for a few bodies of loops and for what does not
/// repeat, 4 bytes a symbol. Where a method needs the string in full ([`nest::greedy_folded`] and
/// [`nest::smallest_folded`] say when) it takes 4 bytes for every symbol again.
///
/// ```
/// use loopscope_core::{method::{build, Method, StreamBuilder}, symbols::Symbol};
/// let part = [7, 3, 3, 1].map(Symbol);
/// for method in Method::ALL {
///     let mut parts = StreamBuilder::new(method);
///     (0..1000).for_each(|_| parts.push(&part));
///     assert_eq!(parts.finish(), build(method, &part.repeat(1000)));
/// }
/// ```
#[derive(Debug)]
pub struct StreamBuilder {
    method: Method,
    len: usize,
    string: Streamed,
}

#[derive(Debug)]
enum Streamed {
    Folding(Folding),
    Recognizer(Box<SymbolRecognizer>),
}

impl StreamBuilder {
    /// Nothing has come yet.
    pub fn new(method: Method) -> Self {
        Self::with(method, Folding::default())
    }

    /// Folds in its own way.
    pub fn with(method: Method, folding: Folding) -> Self {
        let string = match method {
            Method::Nlr { k } => Streamed::Recognizer(Box::new(SymbolRecognizer::new(k))),
            _ => Streamed::Folding(folding),
        };
        Self { method, len: 0, string }
    }

    /// Appends symbols. Nothing is kept of a string that is too long for the method.
    pub fn push(&mut self, symbols: &[Symbol]) {
        self.len = self.len.saturating_add(symbols.len());
        if self.len > self.method.limit() {
            return;
        }
        match &mut self.string {
            Streamed::Folding(folding) => folding.push(symbols),
            Streamed::Recognizer(recognizer) => recognizer.push(symbols),
        }
    }

    /// The nest of all of them.
    ///
    /// # Errors
    /// As [`build`].
    pub fn finish(self) -> Result<Built, TooLong> {
        let Self { method, len, string } = self;
        TooLong::check(method.name(), len, method.limit())?;
        let whole = |nest| Built { nest, complete: true };
        let folded = match string {
            Streamed::Recognizer(recognizer) => return Ok(whole(recognizer.finish())),
            Streamed::Folding(folding) => folding.finish(),
        };
        match method {
            _ if !folded.is_folded() => build(method, &folded.unfold()),
            Method::Greedy => nest::greedy_folded(&folded).map(whole),
            Method::Optimal => nest::optimal_folded(&folded).map(whole),
            Method::Smallest => {
                nest::smallest_folded(&folded).map(|found| Built { nest: found.nest, complete: found.exact })
            }
            Method::Nlr { k } => Ok(whole(recognize::symbols(&folded.unfold(), k))),
        }
    }
}

#[cfg(test)]
mod tests;
