//! How far one prediction can be trusted: the measure of [`trust`](super::trust) for the part of a run that it is about.
//!
//! A run is explained as far as computations and messages make it last. Of a part of it, some loops, calls or processes, the same
//! is asked in two replays: what the run loses if that part takes no time, and what it loses if only that goes which neither
//! computing nor messages explain: what its calls last beyond the shortest of their function. The first is all that the part
//! can make of the run, the second the share of it that a prediction takes as it was without knowing why. Of the whole run this
//! is the trust in it.
//!
//! Both are lengths of replays and not sums of times, so what nobody waits for does not count.

use super::calls::Call;
use super::changes::{Changes, Factor};
use super::order::Order;
use super::pass_once;
use super::predicted::Predicted;
use super::program::Program;

/// What a part of a run makes of its length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Touched {
    /// How much shorter the run is if the part takes no time.
    pub all: i64,
    /// How much shorter it is if the part lasts no longer than computing and messages explain: at most `all`.
    pub unexplained: i64,
}

impl Touched {
    /// What a part makes of a run: the calls that `part` changes, and the times before them; factors do not matter. `overhead`
    /// gives the shortest call of a function. O(calls + inputs).
    pub fn new((program, order): (&Program, &Order), part: &Changes, overhead: impl Fn(&Call) -> i64) -> Self {
        let mut without = part.clone();
        (0..without.len()).for_each(|change| without.set_factor(change, Factor::ZERO));
        let least = |call: u32, residual: i64| match program.calls().get(call as usize) {
            Some(own) if without.of_call(call).is_some() => residual.min(overhead(own)),
            _ => residual,
        };
        let explained = Predicted::with((program, order, &Changes::none()), least).length();
        let length = program.length();
        let all = length - pass_once((program, order), &without);
        Self { all, unexplained: length - explained }
    }

    /// How much of what the part makes of the run is explained, 0 to 1; `None` if it makes nothing of it.
    pub fn trust(self) -> Option<f64> {
        (self.all > 0).then(|| 1.0 - self.unexplained as f64 / self.all as f64)
    }
}
