//! How long strings may be, and how much memory methods need.

/// The most memory that greedy and optimal take for each symbol, including the nest and without the string; a test counts
/// it. A looping trace takes less than one byte, random strings 6 to 21. The most is taken where half the symbols are
/// loops of their own (`aabbccdd..`).
pub const BYTES_PER_SYMBOL: usize = 48;

/// The longest string that [`greedy`](super::greedy()) takes: positions and nodes are counted in 32 bits.
pub(crate) const GREEDY_LIMIT: usize = u32::MAX as usize / 2;

/// Memory to be addressed for each symbol: besides what a method takes, the string and the trace that it comes from,
/// and some to spare.
const ADDRESSED_PER_SYMBOL: usize = BYTES_PER_SYMBOL + 16;

/// The longest string that [`optimal`](super::optimal()) takes: as long as for greedy, or as much as can be addressed.
/// With 64 bits that is 2,147,483,647 symbols, and memory is the limit; in WebAssembly it is 67,108,863.
pub(crate) const OPTIMAL_LIMIT: usize = {
    let addressable = usize::MAX / ADDRESSED_PER_SYMBOL;
    if addressable < GREEDY_LIMIT {
        addressable
    } else {
        GREEDY_LIMIT
    }
};

/// A string is too long for the method that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong {
    /// Name of the method.
    pub method: &'static str,
    /// Symbols given.
    pub len: usize,
    /// Symbols that the method takes.
    pub limit: usize,
}

impl TooLong {
    /// Refuses a string that is longer than the limit.
    pub(crate) fn check(method: &'static str, len: usize, limit: usize) -> Result<(), Self> {
        if len > limit {
            return Err(Self { method, len, limit });
        }
        Ok(())
    }
}

impl std::fmt::Display for TooLong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let way_out = match self.limit {
            GREEDY_LIMIT => "narrow the range",
            _ => "use greedy, or narrow the range",
        };
        let Self { method, len, limit } = self;
        write!(f, "{len} symbols are too long for {method}, which takes {limit}: {way_out}")
    }
}

impl std::error::Error for TooLong {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_names_number_limit_and_way_out() {
        let refusal = TooLong::check("optimal", 180_000, 20_000).unwrap_err();
        assert_eq!(
            refusal.to_string(),
            "180000 symbols are too long for optimal, which takes 20000: use greedy, or narrow the range"
        );
        assert_eq!(TooLong::check("optimal", 20_000, 20_000), Ok(()));
    }
}
