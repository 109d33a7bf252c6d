//! What is left of a trace that was cut.

use loopscope_core::trace::Trace;

/// A trace that was cut.
#[derive(Debug)]
pub struct Reduced {
    /// What is left of it.
    pub trace: Trace,
    /// The steps, in words: `steps 3 to 12 of 248`.
    pub steps: String,
    /// How many iterations are in no step, in words; empty if none is.
    pub others: String,
    /// What a table of it says below its titles, as a line: whoever reads it is told.
    pub remark: String,
    /// Bytes as a table, before and after.
    pub sizes: [u64; 2],
    /// Messages that lost their other side.
    pub one_sided: u64,
    /// How far shares and means are off.
    pub errors: Errors,
    /// What was cut and what that changes, for people.
    pub report: String,
}

/// How far what is kept is off. Both are of calls with 1 % of the time or more.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Errors {
    /// The largest difference of a share of the time, 0 to 1.
    pub share: f64,
    /// The largest difference of a mean, in relation to that of the whole loop.
    pub mean: f64,
}
