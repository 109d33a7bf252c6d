//! What a run would last if some of its times were others; its critical path, and what would make it shorter.

mod answer;
mod builder;
mod details;
mod document;
mod gains;
mod overlay;
mod path;
mod path_text;
mod reduction;
mod refusals;
mod reply;
mod select;
mod shown;
mod task;
mod text;

pub use answer::{Answer, Delay, Question};
pub use builder::{WhatIf, WhatIfBuilder, WhatIfChoices};
pub use document::{document, path_document};
pub use loopscope_core::whatif::{Candidates, Factor, Overrides, Rule};
pub use path::{PathQuestion, RunPath};
pub use reduction::{
    is_reduced, AskedParts, Longest, ReducedAnswer, ReducedRun, Reduction, ReductionChoices, Timed, MOST_ASKED,
};
pub use select::{change, factor, Selection};

use loopscope_core::trace::Trace;
use loopscope_formats::notes::Note;

use crate::options::OptionChoices;
use crate::tasks::time::rows;
use builder::Built;
pub(crate) use task::{KeptWhatIf, MakeWhatIf};

/// Makes a run ready for predictions, at once: for the terminal. The loops are those of its model; of each process alone if it
/// has none.
///
/// # Errors
/// The run cannot be predicted: the note says which part of the trace would be needed.
pub fn prepare(name: &str, trace: &Trace, options: &OptionChoices, choices: WhatIfChoices) -> Result<WhatIf, Note> {
    let rows = rows(name, trace, options)?;
    let mut building = WhatIfBuilder::new(name, trace, rows, choices);
    loop {
        match building.step()? {
            Built::Working(next) => building = next,
            Built::Done(done) => return Ok(*done),
        }
    }
}
