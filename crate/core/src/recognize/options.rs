//! Options of loop recognition.

/// Which numbers may vary with a new loop's index (section 2.2 of the paper).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FunctionModel {
    /// None: all iterations are equal. For symbols.
    Constant,
    /// The constant of a function, not its other coefficients: all functions stay affine.
    Linear,
    /// All coefficients: products of different indices appear.
    #[default]
    Polynomial,
}

impl FunctionModel {
    /// All, the narrowest first.
    pub const ALL: [Self; 3] = [Self::Constant, Self::Linear, Self::Polynomial];

    /// `constant`, `linear` or `polynomial`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Constant => "constant",
            Self::Linear => "linear",
            Self::Polynomial => "polynomial",
        }
    }

    /// The model of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|model| model.name() == name)
    }
}

/// What a field's 64 bits mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// 0 to 2^64 - 1.
    #[default]
    Unsigned,
    /// Two's complement.
    Signed,
}

impl Kind {
    /// The number that 64 bits stand for.
    pub fn value(self, bits: u64) -> i128 {
        match self {
            Self::Unsigned => i128::from(bits),
            Self::Signed => i128::from(bits as i64),
        }
    }

    /// The 64 bits of a number, if it is in range.
    pub fn bits(self, value: i128) -> Option<u64> {
        match self {
            Self::Unsigned => u64::try_from(value).ok(),
            Self::Signed => i64::try_from(value).ok().map(|value| value as u64),
        }
    }
}

/// Which loops are looked for, and how much of the stream is kept.
///
/// ```
/// use loopscope_core::recognize::{FunctionModel, Options};
/// let options = Options { k: 100, ..Options::streaming() };
/// assert_eq!((options.smax, options.model), (Some(8000), FunctionModel::Polynomial));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The most terms in the body of a loop (K).
    pub k: usize,
    /// Which numbers may vary.
    pub model: FunctionModel,
    /// If the stack has this many terms after a push, some at its bottom are flushed.
    pub smax: Option<usize>,
    /// How many are flushed.
    pub nflush: usize,
    /// The kinds of the fields of a tuple, in order; further fields are unsigned.
    pub fields: Vec<Kind>,
}

impl Default for Options {
    /// K = 1000, polynomial, nothing flushed, all fields unsigned.
    fn default() -> Self {
        let fields = Vec::new();
        Self { k: 1000, model: FunctionModel::Polynomial, smax: None, nflush: 1000, fields }
    }
}

impl Options {
    /// For symbols: labels without fields, equal iterations.
    pub fn symbols(k: usize) -> Self {
        Self { k, model: FunctionModel::Constant, nflush: k.max(1), ..Self::default() }
    }

    /// For streams of any length: SMAX = 8 K, NFLUSH = K, with K = 1000.
    pub fn streaming() -> Self {
        Self { smax: Some(8000), ..Self::default() }
    }

    /// The kind of the field in that place.
    pub fn kind(&self, place: usize) -> Kind {
        self.fields.get(place).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
