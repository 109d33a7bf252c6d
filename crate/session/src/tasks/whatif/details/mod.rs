//! What only some questions need: iterations of a loop, how far one prediction can be trusted, and what a reduction leaves out.

mod imbalance;
mod iteration;
mod iterations;
mod known;
mod left_out;
mod touched;
mod uneven;

pub(super) use imbalance::add_imbalance;
pub(super) use iteration::iteration_gains;
pub(super) use iterations::iterations;
pub(super) use known::KnownIterations;
pub(super) use left_out::LeftOut;
pub(super) use touched::{touched, touched_in_words};
pub(super) use uneven::as_the_median;
