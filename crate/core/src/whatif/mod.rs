//! What a run would have lasted if some of its times had been others: prediction by replay.
//!
//! A recorded run is taken apart into computations, waits, residuals and delays ([`Program`]); then it is put together again
//! with some of them changed. Without a change the result is the recorded run, to the nanosecond: that proves the replay, not
//! the prediction. What stays the same in every prediction: which receive gets which message, the order of calls, and what
//! calls last beyond their waits. [`trust`] says how much of a run is explained by computations and messages at all.
//!
//! | step | does |
//! | --- | --- |
//! | [`Collector`] | calls of a run, where they stand in loops, what each completion needs |
//! | [`Parameters`] | how long messages take, by their size (LogGPS), from which size on sends wait |
//! | [`Program`] | inputs, waits, residuals; both readings of a long receive; calls that another process holds up |
//! | [`Order`] | an order in which everything stands behind what it needs |
//! | [`Stream`] | one prediction, eight at once, or the whole curve of a factor: one pass |
//! | [`Predicted`], [`Slack`] | the times of all calls, how much later each may be |
//! | [`LoopIterations`] | which iteration of a loop each call is in |
//! | [`imbalance`] | what each process computes beyond an even share of an iteration |
//! | [`uneven`] | where a process computes longer than the median one |
//! | [`trust`], [`Touched`] | how much of a run, or of a part of it, is explained |
//! | [`CriticalPath`], [`gains`], [`DominoPath`] | what makes the run as long as it is, and what would make it shorter |
//! | [`Reduced`] | the run without what questions about a few events do not need |
//!
//! Source: Ino, Kanbe, Okita and Hagihara, "Trace Reduction for Performance Improvement Assessment of Message Passing Parallel
//! Programs" (2006). The four cases of its Figure 3 are one formula: see [`Stream`].

mod aggregate;
mod calls;
mod changes;
mod collector;
mod critical_path;
mod domino_path;
mod gains;
mod held;
mod imbalance;
mod loggps;
mod lookup;
mod loop_iterations;
mod order;
mod pass;
mod predicted;
mod program;
mod reconstruct;
mod standing;
mod stream;
#[cfg(test)]
mod tests;
mod touched;
mod timed;
mod trees;
mod uneven;

pub use aggregate::{communicating, Parts, ProcessParts, Reduced, Rule};
pub(crate) use aggregate::{AggregationStep, Terms};
pub use calls::{Call, Calls, ProcessCalls, Unknowns};
pub use changes::{Changes, Factor, Part, MOST_CHANGES};
pub use collector::{Collector, MOST_CALLS};
pub use critical_path::{CriticalPath, PathPart, PathStep};
pub use domino_path::{Candidates, Domino, DominoPath};
pub use gains::{gains, Event, Gain};
pub use imbalance::imbalance;
pub use loggps::{Origin, Overrides, Parameters, Refusal};
pub use loop_iterations::LoopIterations;
pub use order::{Defect, Order};
pub use pass::{Curve, Line, LANES};
pub use predicted::{Predicted, Slack};
pub use program::{Hub, Input, InputKind, Program};
pub use reconstruct::Reading;
pub use stream::{Moving, Stream};
pub(crate) use timed::{GivenCall, GivenInput};
pub use touched::Touched;
pub use uneven::{uneven, Uneven};

/// How much of the length of a run is explained: the length with computations as measured and every residual at most the
/// shortest call of its function, which `overhead` gives, over the recorded length. 0 to 1. O(calls + inputs).
pub fn trust(program: &Program, order: &Order, overhead: impl Fn(&Call) -> i64) -> f64 {
    let least = |call: u32, residual: i64| match program.calls().get(call as usize) {
        Some(call) => residual.min(overhead(call)),
        None => residual,
    };
    let run = Predicted::with((program, order, &Changes::none()), least);
    match program.length() {
        0 => 1.0,
        length => run.length() as f64 / length as f64,
    }
}

/// How long a run lasts under changes. O(calls + inputs).
fn pass_once((program, order): (&Program, &Order), changes: &Changes) -> i64 {
    Stream::new(program, order, changes, Moving::Nothing).predict(Factor::SAME)
}
