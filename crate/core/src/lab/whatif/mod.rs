//! What if, watched: the replay of one message, the aggregation, and the domino path, by the code that predicts runs.
//!
//! - [`message`]: the four cases of Figure 3. The engine has one formula for them: a completion is as much earlier as the least of what it
//!   needs, each plus its slack.
//! - [`aggregate`]: one pass forward that decides which messages stay.
//! - [`domino`]: what each wait would gain, and the one that gains most, again and again.
//! - [`run`]: the small run that all of this is about.

mod aggregate;
mod domino;
mod message;
mod recorder;
mod run;

use super::input::WhatIfInput;
use super::recording::Recording;
use super::LabError;

/// Runs what was asked for.
///
/// # Errors
/// Processes of the program wait for ever.
pub(super) fn record(input: &WhatIfInput) -> Result<Recording, LabError> {
    match input {
        WhatIfInput::Message(input) => Ok(message::record(input)),
        WhatIfInput::Aggregation(program) => aggregate::record(program),
        WhatIfInput::Domino(input) => domino::record(input),
    }
}
