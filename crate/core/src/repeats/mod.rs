//! Repetitions in strings of symbols.
//!
//! A *period* of a string is a p such that letters p apart are equal. A *run* (maximal repetition)
//! is a stretch with a period p that is at least 2 p long and cannot be longer on either side; in
//! `aabaabac` they are `aa` (twice, p = 1) and `aabaaba` (p = 3). A string has fewer runs than letters
//! (Bannai et al. 2017), and every loop that could be seen in it lies in one of them: the
//! [`PmTriple`]s of Xu and Subhlok 2008 are read off the runs.
//!
//! [`Refinement`] is the paper's own way to them, level by level, to step through.
//!
//! The functions take slices of anything ordered, so they can be tried with letters.

mod lyndon;
mod pm_triple;
mod refine;
mod runs;

pub use pm_triple::{pm_triples, PmTriple};
pub(crate) use refine::WatchRefinement;
pub use refine::{pm_triples_by_refinement, Refinement};
pub(crate) use runs::each_run;
pub use runs::{runs, Run};

#[cfg(test)]
mod naive;
