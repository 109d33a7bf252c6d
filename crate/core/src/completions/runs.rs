//! Runs: the longest stretches of receives of a process that nothing ends.
//!
//! A send, a sync or another local event ends a run. Calls and returns of waits, tests and receives do not, where a trace
//! has them: they stay where they are, and the receives change places. What leaves no event, such as a send that
//! completes, ends no run either.

use crate::nest::agreement;
use crate::symbols::{Appearance, Shape, Symbol, SymbolTable};
use crate::trace::View;

/// What a symbol means for the runs of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// A receive; rounds are sorted by its tag and source.
    Receive {
        /// The tag, if the symbol says it.
        tag: Option<i64>,
        /// The source, or the distance to it, if the symbol says it.
        source: Option<i64>,
    },
    /// Call or return of a wait, a test or a receive: it may stand in a run and ends none.
    Between,
    /// Anything else: it ends a run.
    Ends,
}

/// The roles of all symbols of a process in the communication view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roles {
    roles: Vec<Role>,
}

impl Roles {
    /// Reads them from the texts, so that nests from files have the same runs. O(symbols).
    pub fn new(table: &SymbolTable) -> Self {
        Self { roles: table.texts().iter().map(|text| role(text)).collect() }
    }

    /// The role of a symbol; a symbol without text ends a run.
    pub fn of(&self, symbol: Symbol) -> Role {
        self.roles.get(symbol.0 as usize).copied().unwrap_or(Role::Ends)
    }

    /// Whether a symbol is a receive.
    pub(super) fn is_receive(&self, symbol: Symbol) -> bool {
        matches!(self.of(symbol), Role::Receive { .. })
    }

    /// How many symbols have a role.
    pub(super) fn len(&self) -> usize {
        self.roles.len()
    }

    /// How many symbols are receives.
    pub(super) fn receives(&self) -> usize {
        self.roles.iter().filter(|role| matches!(role, Role::Receive { .. })).count()
    }
}

fn role(text: &str) -> Role {
    let appearance = Appearance::of(View::Communication, text);
    match appearance.shape {
        Shape::Receive => {
            Role::Receive { tag: appearance.tag, source: appearance.peer.and_then(|peer| peer.parse().ok()) }
        }
        Shape::Other if is_of_completion(appearance.name) => Role::Between,
        Shape::Send | Shape::Collective | Shape::Other => Role::Ends,
    }
}

/// Whether the words of a local event are the call or the return of a wait, a test or a receive.
fn is_of_completion(words: &str) -> bool {
    let Some(name) = words.strip_prefix("call ").or_else(|| words.strip_prefix("return ")) else {
        return false;
    };
    let name = name.trim();
    let base = after(name, "mpi_").unwrap_or(name);
    let is_all = |rest: Option<&str>| rest.is_some_and(|rest| rest.bytes().all(|it| it == b'_'));
    after(base, "wait").is_some()
        || after(base, "test").is_some()
        || is_all(after(base, "recv"))
        || is_all(after(base, "irecv"))
}

/// What comes after a beginning, in letters of either case.
fn after<'a>(text: &'a str, beginning: &str) -> Option<&'a str> {
    let (start, rest) = text.split_at_checked(beginning.len())?;
    start.eq_ignore_ascii_case(beginning).then_some(rest)
}

/// A run in a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// The position of its first receive.
    pub(super) start: usize,
    /// The position after its last receive.
    pub(super) end: usize,
    /// The event before it that may not stand in a run.
    pub(super) before: Option<Symbol>,
    /// The event that ends it.
    pub(super) after: Option<Symbol>,
}

/// Calls `take` with each run of a string and with its receives, in order. O(string).
pub(super) fn each_run(string: &[Symbol], roles: &Roles, mut take: impl FnMut(Run, &[Symbol])) {
    let mut runs = Runs::new(string, roles);
    while let Some((run, receives)) = runs.next() {
        take(run, receives);
    }
}

/// The runs of a string, one after another.
pub(super) struct Runs<'a> {
    string: &'a [Symbol],
    roles: &'a Roles,
    /// The position from which the next run is searched for.
    at: usize,
    /// The symbol before it that ended the last run.
    before: Option<Symbol>,
    receives: Vec<Symbol>,
}

impl<'a> Runs<'a> {
    pub(super) fn new(string: &'a [Symbol], roles: &'a Roles) -> Self {
        Runs { string, roles, at: 0, before: None, receives: Vec::new() }
    }

    /// The next run with its receives.
    #[inline(never)] // A browser replaces a slow first version of a function when it is called again, not within a call.
    pub(super) fn next(&mut self) -> Option<(Run, &[Symbol])> {
        self.receives.clear();
        let mut run = Run { start: 0, end: 0, before: self.before, after: None };
        let first = self.at;
        for (passed, &symbol) in self.string.get(first..).unwrap_or_default().iter().enumerate() {
            match self.roles.of(symbol) {
                Role::Between => {}
                Role::Receive { .. } => {
                    if self.receives.is_empty() {
                        run.start = first + passed;
                    }
                    run.end = first + passed + 1;
                    self.receives.push(symbol);
                }
                Role::Ends => {
                    if !self.receives.is_empty() {
                        self.at = first + passed + 1;
                        self.before = Some(symbol);
                        run.after = Some(symbol);
                        return Some((run, &self.receives));
                    }
                    run.before = Some(symbol);
                }
            }
        }
        self.at = self.string.len();
        (!self.receives.is_empty()).then_some((run, &self.receives))
    }

    /// The position after the event that ended the last run.
    pub(super) fn position(&self) -> usize {
        self.at
    }

    /// Leaves out the runs that stand between the same events as those from an earlier [position](Self::position) on: the string goes on
    /// here as it did there, after the same symbol. O(what agrees).
    pub(super) fn skip_known(&mut self, earlier: usize) {
        let (known, rest) = (self.string.get(earlier..), self.string.get(self.at..));
        let (known, rest) = (known.unwrap_or_default(), rest.unwrap_or_default());
        let same = rest.get(..agreement(known, rest)).unwrap_or_default();
        let end = same.iter().rposition(|&symbol| self.roles.of(symbol) == Role::Ends);
        if let Some((end, symbol)) = end.and_then(|end| Some((end, *same.get(end)?))) {
            self.at += end + 1;
            self.before = Some(symbol);
        }
    }
}
