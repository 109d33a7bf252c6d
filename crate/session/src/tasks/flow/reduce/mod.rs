//! A trace cut to some steps of its main loop, and what that keeps of it.
//!
//! The window is the same steps on every process, by their ordinals: cut by time, messages would lose their ends. A step is what
//! the nest of the shapes of iterations says, see `loopscope_core::event_flow::FlowIterations`. Whatever stays one-sided is counted. The time
//! between steps is left out, too ([`left_out`]).
//!
//! The report has what Tables 2 and 3 of Aguilar 2016 have: sizes, and for each function its share of the time of the loop and its mean
//! per call, in the whole loop and in the window.

mod aligned;
mod choices;
mod cut;
mod cutting;
mod figures;
mod left_out;
mod planning;
mod reduced;
mod steps;
#[cfg(not(target_family = "wasm"))] // Of a program that runs: the page downloads nothing of it.
mod stretches;
mod task;
mod wanted;

use loopscope_core::trace::Trace;
use loopscope_formats::notes::Note;

pub use choices::{ReduceChoices, ReducedLoop};
pub use cutting::Cutting;
pub use planning::{KeptSteps, Planning};
pub use reduced::{Errors, Reduced};
#[cfg(not(target_family = "wasm"))]
pub use stretches::{cut_to, KeptTrace};
pub(crate) use task::MakeReduced;
pub(crate) use wanted::wanted_steps;

/// Cuts a trace. O(events).
///
/// # Errors
/// The trace has no calls or no times, or no loop with two steps.
pub fn reduce(name: &str, trace: &Trace, choices: &ReduceChoices) -> Result<Reduced, Note> {
    let mut planning = Planning::new(name, trace, choices)?;
    while planning.step()? {}
    let mut cutting = Cutting::new(planning)?;
    while cutting.step()? {}
    Ok(cutting.finish())
}
