//! Views: a trace can record calls, messages or numbers, and each of them is a sequence of items.

/// Which items of a trace are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum View {
    /// One item per call of the message-passing library (or per token of a symbol list).
    Calls,
    /// Sends, receives and synchronisations, with local events in their place.
    Communication,
    /// Tuples of integers, each with an optional label: memory accesses, counters.
    Values,
}

impl View {
    /// All views, in the order in which they are listed.
    pub const ALL: [Self; 3] = [Self::Calls, Self::Communication, Self::Values];

    /// All views, in the order in which a default is looked for.
    ///
    /// Communication comes before calls where both exist, because files in the native format always have the former and
    /// only sometimes the latter.
    pub const BY_PREFERENCE: [Self; 3] = [Self::Communication, Self::Calls, Self::Values];

    /// The name used in the terminal, in JSON and in links.
    pub fn name(self) -> &'static str {
        match self {
            Self::Calls => "calls",
            Self::Communication => "communication",
            Self::Values => "values",
        }
    }

    /// The view of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|view| view.name() == name)
    }
}
