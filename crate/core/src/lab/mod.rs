//! The lab: the steps of an algorithm on a small input, one by one.
//!
//! The frames come from the code that analyses traces: it runs once under an observer that does nothing elsewhere, and the observer keeps a
//! [`Frame`] for each thing that is done. So the last frame is the engine's result, and going back is reading an earlier frame.
//!
//! - [`Station`] names the algorithms, their pseudo-code and what there is to learn.
//! - [`input`] reads what somebody typed, with bounds and messages; [`examples`] are the examples of the papers.
//! - [`record`] runs a station. A [`Recording`] holds its frames: stacks as differences to the frame before, in full every 64.
//!
//! At most [`MOST_STEPS`] frames are kept: of a longer run the first ones, and the last.

mod code;
pub mod examples;
pub mod frame;
pub mod input;
mod flow;
mod merge;
mod nest;
mod nlr;
mod prediction;
mod recording;
mod repeats;
mod say;
mod station;
mod terms;
mod whatif;
mod word;

pub use frame::{Frame, FrameData};
pub use input::{LabError, LabInput};
pub use recording::{Recording, Shown, Stepper, MOST_STEPS};
pub use say::Said;
pub use station::Station;

/// Runs a station on an input.
///
/// # Errors
/// The input is not one of the station, or a program of What if waits for ever.
pub fn record(station: Station, input: &LabInput) -> Result<Recording, LabError> {
    match (station, input) {
        (Station::Repeats, LabInput::Symbols(symbols)) => Ok(repeats::record(symbols)),
        (Station::GreedyOptimal, LabInput::Symbols(symbols)) => nest::record(symbols),
        (Station::Nlr, LabInput::Values(values)) => Ok(nlr::record(values)),
        (Station::Prediction, LabInput::Values(values)) => Ok(prediction::record(values)),
        (Station::Flow, LabInput::Flow(flow)) => Ok(flow::record(flow)),
        (Station::Merge, LabInput::Merge(input)) => Ok(merge::record(input)),
        (Station::WhatIf, LabInput::WhatIf(input)) => whatif::record(input),
        _ => Err(LabError::other_input(station)),
    }
}

#[cfg(test)]
mod tests;
