//! The smallest method: as few items as possible.
//!
//! # What it computes
//!
//! Neither of the paper's methods looks at the size of the nest: `aaababa` takes 6 items by optimal where 5 are
//! enough, and greedy loses iterations at the borders. Here the *written size* of a nest is minimal: the number of
//! its symbols and loops as it is written out, where a loop is one item and its body is counted wherever
//! the loop stands.
//!
//! # What is guaranteed
//!
//! [`Stats::total`] counts equal loops once, so it is never more than the written size. Of three nests the one with the
//! smallest total is given, of equal ones the first: the result of the dynamic program, optimal, greedy. So
//!
//! - the total is never more than that of optimal or greedy, whatever the string;
//! - if the dynamic program came to its end ([`Smallest::exact`]), the total is never more than the written
//!   size of *any* nest of loops whose bodies are no repetitions themselves. What
//!   sharing equal loops could save is not searched for.
//!
//! The program ends early after [`WORK_LIMIT`] steps, which are counted and not timed: same string,
//! same nest. [`Smallest`] says what was used.
//!
//! # How
//!
//! Let f(t) be the size of the smallest nest of the first t symbols. The last item is a symbol, or a loop
//! of e >= 2 copies of the last p symbols, which lie in a run of period p:
//!
//! f(t) = min(f(t - 1) + 1, min over runs and e of f(t - e p) + 1 + size of the body)
//!
//! - The minimum over e is kept for each residue of t modulo p while t goes through the run: one step a
//!   run and position.
//! - Bodies of a run are the p rotations of its word. Their sizes are had in the same way, runs of short
//!   periods first: p programs of p symbols a run. Only runs whose period is at most half as long are used in them.
//!
//! So a run of period p costs p^2 steps and more, which is why a limit is needed: 10,000 squared are 10^8.
//!
//! # Cost
//!
//! At most [`WORK_LIMIT`] steps, 4 bytes a symbol and run that covers it, and the other two methods.

mod program;

use super::{greedy, greedy_folded, optimal, optimal_folded, Folded, Nest, Stats, TooLong, OPTIMAL_LIMIT};
use crate::symbols::Symbol;

/// The most steps of the dynamic program, each of which looks at one run in one position: about a second.
pub const WORK_LIMIT: u64 = 200_000_000;

/// Which of the three nests was the smallest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Winner {
    /// That of the dynamic program.
    Program,
    /// That of the optimal method, which shares more, or the program was given up.
    Optimal,
    /// That of the greedy method, likewise.
    Greedy,
}

/// A small nest, and how it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Smallest {
    /// The nest.
    pub nest: Nest,
    /// Whether the dynamic program came to its end; see the head of `smallest.rs` for what that guarantees.
    pub exact: bool,
    /// The method that found it.
    pub winner: Winner,
    /// The written size of the dynamic program's nest, if it came to its end.
    pub written: Option<u64>,
}

/// The nest with the fewest items on all levels, as far as [`WORK_LIMIT`] allows.
///
/// # Errors
/// [`TooLong`] above [`Method::limit`](crate::method::Method::limit).
///
/// ```
/// use loopscope_core::{nest::{smallest, text, Stats}, symbols::{Symbol, SymbolTable}};
/// let string = [0, 0, 0, 1, 0, 1, 0].map(Symbol);
/// let table = SymbolTable::new(vec!["a".into(), "b".into()]);
/// let found = smallest(&string).unwrap();
/// assert!(found.exact);
/// assert_eq!(text::inline(&found.nest, &table), "(a)^3(ba)^2");
/// assert_eq!(Stats::new(&found.nest).total, 5);
/// ```
pub fn smallest(string: &[Symbol]) -> Result<Smallest, TooLong> {
    smallest_with_limit(string, WORK_LIMIT)
}

/// Finds the nest that [`smallest`] finds, for a string whose long repetitions are folded. If the runs alone take more
/// than [`WORK_LIMIT`] steps, the dynamic program would give up, so the string is not unfolded.
///
/// # Errors
/// As [`smallest`].
pub fn smallest_folded(string: &Folded) -> Result<Smallest, TooLong> {
    TooLong::check("smallest", string.len(), OPTIMAL_LIMIT)?;
    // The program takes a step for each position, and one more for each run that covers it.
    let runs = string.repeats().into_iter().map(|run| (run.end - run.start) as u64).sum::<u64>();
    if !string.is_folded() || string.len() as u64 + runs <= WORK_LIMIT {
        return smallest(&string.unfold());
    }
    let candidates = vec![(Winner::Optimal, optimal_folded(string)?), (Winner::Greedy, greedy_folded(string)?)];
    let (winner, nest) = best_of(candidates);
    Ok(Smallest { nest, exact: false, winner, written: None })
}

/// The nest with the fewest items; among equal ones the first.
fn best_of(candidates: Vec<(Winner, Nest)>) -> (Winner, Nest) {
    let total = |(_, nest): &(Winner, Nest)| Stats::new(nest).total;
    let best = candidates.into_iter().min_by_key(total);
    best.unwrap_or((Winner::Program, Nest::default()))
}

/// Does what [`smallest`] does with a limit given by the caller on the steps of the dynamic program.
///
/// # Errors
/// [`TooLong`] above [`Method::limit`](crate::method::Method::limit).
pub fn smallest_with_limit(string: &[Symbol], work: u64) -> Result<Smallest, TooLong> {
    TooLong::check("smallest", string.len(), OPTIMAL_LIMIT)?;
    let found = program::solve(string, work);
    let (exact, written) = (found.is_some(), found.as_ref().map(|(_, size)| u64::from(*size)));
    let program = found.map(|(nest, _)| (Winner::Program, nest));
    let mut candidates: Vec<(Winner, Nest)> = program.into_iter().collect();
    candidates.push((Winner::Optimal, optimal(string)?));
    candidates.push((Winner::Greedy, greedy(string)?));
    let (winner, nest) = best_of(candidates);
    Ok(Smallest { nest, exact, winner, written })
}
