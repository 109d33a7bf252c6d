//! What can be listed beside the iterations of loops.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use tsify::Tsify;

/// Rounds: what all processes do from one collective operation of a name to the next.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RoundsOffer {
    /// The names of the operations of all processes that come three times or more; at most 16. Rounds of the first are listed as the loop of
    /// number 2^32 - 1, and so on down.
    pub between: Vec<String>,
    /// How often each comes.
    pub counts: Vec<f64>,
    /// Which of them say more than the iterations of the main loop; missing where none does.
    pub suggested: Option<u32>,
    /// Then, what an iteration of the main loop does: lists of rounds do not say it.
    pub words: String,
}
