//! Runs a method on a string, for benchmarks and for the paper's table.
//!
//! This module has no clock: the caller of [`Trial::run`] reads one before and after. Making the string and counting
//! what the nest holds happen outside of that call.

use loopscope_core::method;
pub use loopscope_core::method::Method;
use loopscope_core::nest::paper::{Row, TABLE_3};
use loopscope_core::nest::{Nest, NodeId, Stats, TooLong};
pub use loopscope_core::symbols::Symbol;

use crate::wire::TrialFigures;

/// A string on which methods are tried.
#[derive(Clone, Debug)]
pub struct Trial {
    string: Vec<Symbol>,
    result: Option<(Method, Nest, bool)>,
}

impl Trial {
    /// The string of a row of the paper's table 3. If a length is given, the string is repeated or cut to it. `None` if
    /// there is no such row. O(length).
    pub fn of_row(row: usize, length: Option<usize>) -> Option<Self> {
        let row: &Row = TABLE_3.get(row)?;
        let string = length.map_or_else(|| row.string(), |length| row.string_of_length(length));
        Some(Self::of_symbols(string))
    }

    /// Any other string.
    pub fn of_symbols(string: Vec<Symbol>) -> Self {
        Self { string, result: None }
    }

    /// The number of its symbols.
    pub fn length(&self) -> usize {
        self.string.len()
    }

    /// Builds the nest by a method and drops the previous one. This is the call to time.
    ///
    /// # Errors
    /// The string is too long for the method.
    pub fn run(&mut self, method: Method) -> Result<(), TooLong> {
        self.result = None;
        let built = method::build(method, &self.string)?;
        self.result = Some((method, built.nest, built.complete));
        Ok(())
    }

    /// The figures of the last run; `None` before the first.
    pub fn figures(&self) -> Option<TrialFigures> {
        let (method, nest, exact) = self.result.as_ref()?;
        Some(figures(*method, nest, *exact))
    }
}

/// The figures of a nest as the paper reports them, all whole numbers.
pub fn figures(method: Method, nest: &Nest, exact: bool) -> TrialFigures {
    let stats = Stats::new(nest);
    let outer = nest.root().iter().filter_map(|&id| nest.as_loop(id));
    TrialFigures {
        method: method.into(),
        top_level: stats.top_level as f64,
        total: stats.total as f64,
        loops: stats.loops as f64,
        depth: stats.depth,
        covered: outer.map(|node| node.span()).sum::<u64>() as f64,
        main_period: stats.main_loop.as_ref().map_or(0.0, |main| main.period as f64),
        main_count: stats.main_loop.as_ref().map_or(0.0, |main| main.count as f64),
        structure: stats.main_loop.map_or_else(String::new, |main| structure(nest, main.node)),
        exact,
    }
}

/// The most parts of a body that are written.
const MOST_PARTS: usize = 6;

/// A loop in the notation of the paper's table 3: `(552)^75 = ((21)^26 + 6)^75`. It has the lengths of bodies and of what
/// is between them, one level deep; equal loops in a row are `(4)^3 + .. + (4)^3`.
fn structure(nest: &Nest, main: NodeId) -> String {
    let Some(node) = nest.as_loop(main) else { return String::new() };
    // Length, count, and how many of them in a row: a loop, or with count 1 so many single items.
    let mut parts: Vec<(u64, u64, usize)> = Vec::new();
    for &id in nest.body(&node) {
        let (length, count) = nest.as_loop(id).map_or((1, 1), |inner| (inner.period, inner.count));
        match parts.last_mut() {
            Some((singles, 1, _)) if count == 1 => *singles += 1,
            Some((before, times, many)) if (*before, *times) == (length, count) => *many += 1,
            _ => parts.push((length, count, 1)),
        }
    }
    let whole = format!("({})^{}", node.period, node.count);
    if parts.iter().all(|&(_, count, _)| count == 1) {
        return whole;
    }
    let more = parts.len() > MOST_PARTS;
    let texts = parts.into_iter().take(MOST_PARTS).map(|(length, count, many)| {
        let one = if count == 1 { length.to_string() } else { format!("({length})^{count}") };
        match many {
            1 => one,
            2 => format!("{one} + {one}"),
            _ => format!("{one} + .. + {one}"),
        }
    });
    let body = texts.collect::<Vec<_>>().join(" + ");
    format!("{whole} = ({body}{})^{}", if more { " + .." } else { "" }, node.count)
}

#[cfg(test)]
mod tests;
