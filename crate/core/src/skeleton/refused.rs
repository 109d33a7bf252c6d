//! Why there is no program.

use crate::extract::columns::Unreadable;

/// Why there is no program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// A process of the program is missing: this one.
    Missing(u32),
    /// The trace does not say which arguments the calls of this process have.
    NoArguments(u32),
    /// This process makes more calls than a nest can be made of.
    TooLong(u32),
    /// Messages that are sent and never received, or, below 0, the other way round.
    Open {
        /// The process that sends.
        from: u32,
        /// The process that receives.
        to: u32,
        /// The tag.
        tag: i64,
        /// How many.
        more: i64,
    },
    /// The columns cannot be read.
    Unreadable(Unreadable),
}

impl From<Unreadable> for Refused {
    fn from(error: Unreadable) -> Self {
        Self::Unreadable(error)
    }
}
