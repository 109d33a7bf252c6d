//! What a string leaves out of its symbols, kept beside it: sizes that change, tags that count, and how often a poll was
//! repeated.
//!
//! Three things hide the loops of calls though the program does the same each time: a message has another size at each
//! re-neighbouring, a process asks `MPI_Test` as often as the machine likes, and tags count the steps. [`without_sizes`]
//! writes calls without their sizes where these change, [`without_polls`] writes a row of equal polls as one item where their
//! number follows no rule, and [`StepTagSearch`] finds tags that tell nothing but the step. [`Elided`] keeps what each item stood
//! for, and gives the recorded calls again.
//!
//! The idea is that of Ketterlin 2011, section V-B: quantities leave the structure and are found again by position.
//!
//! Cost: one pass over the string, and a nest of what is kept of each symbol.

mod kept;
mod polls;
mod sizes;
mod tags;

#[cfg(test)]
mod naive;
#[cfg(test)]
mod tests;

pub use polls::{has_polls, without_polls};
pub use sizes::{left_out, without_sizes};
pub use tags::{may_count, StepTagSearch};

use crate::nest::{Nest, Symbols};
use crate::symbols::{Symbol, SymbolString, SymbolTable};

/// The share of the events that the main loop must gain for sizes to be left out.
pub const LEAST_GAIN: f64 = 0.25;
/// The most items of a process that is looked at, and whose details are read from a document.
pub const LONGEST: u64 = 1 << 23;

/// A string that leaves details out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shorter {
    /// The string as written.
    pub string: SymbolString,
    /// What its symbols stood for.
    pub elided: Elided,
}

/// What the symbols of a process stood for that leave details out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Elided {
    /// One for each such symbol.
    pub places: Vec<Place>,
}

/// A symbol that leaves details out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The symbol, as it is written.
    pub symbol: Symbol,
    /// What it stood for, in order of first appearance.
    pub forms: Vec<Form>,
    /// Which of the forms it was each time, in order.
    pub which: Nest,
}

/// What a symbol stood for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The recorded text.
    pub text: Box<str>,
    /// How many events in a row had it.
    pub times: u64,
}

impl Elided {
    /// The recorded texts of the symbols of a process. O(1) a text.
    pub fn lines<'a>(
        &'a self,
        symbols: impl Iterator<Item = Symbol> + 'a,
        table: &'a SymbolTable,
    ) -> impl Iterator<Item = &'a str> + 'a {
        let mut kept: Vec<Option<(&'a Place, Symbols<'a>)>> = Vec::new();
        kept.resize_with(table.len(), || None);
        for place in &self.places {
            if let Some(slot) = kept.get_mut(place.symbol.0 as usize) {
                *slot = Some((place, place.which.symbols()));
            }
        }
        symbols.flat_map(move |symbol| {
            let known = kept.get_mut(symbol.0 as usize).and_then(Option::as_mut);
            let form = known.and_then(|(place, which)| place.forms.get(which.next()?.0 as usize));
            let (text, times) = match form {
                Some(form) => (&*form.text, form.times),
                None => (table.text(symbol), 1),
            };
            (0..times).map(move |_| text)
        })
    }

    /// Whether each place is a symbol of the table, once, with a form for each time that it comes in the nest. O(events).
    pub fn fits(&self, nest: &Nest, table: &SymbolTable) -> bool {
        let mut comes = vec![0u64; table.len()];
        for symbol in nest.symbols() {
            if let Some(count) = comes.get_mut(symbol.0 as usize) {
                *count += 1;
            }
        }
        // A symbol that is given twice has no count left.
        self.places.iter().all(|place| {
            let count = comes.get_mut(place.symbol.0 as usize).map(std::mem::take);
            !place.which.is_empty() && count == Some(place.which.len())
        })
    }

    /// The same with what another string left out before.
    pub fn after(mut self, earlier: Self) -> Self {
        self.places.extend(earlier.places);
        self
    }
}

impl Place {
    /// Whether it stands for rows of equal events.
    pub fn is_row(&self) -> bool {
        self.forms.iter().any(|form| form.times != 1)
    }
}
