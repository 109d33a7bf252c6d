//! Events of an opened trace as an input of the lab.

use loopscope_core::lab::input::MOST_LETTERS;
use loopscope_core::symbols::Symbol;
use loopscope_formats::notes::Note;

use crate::loaded::{no_such_trace, Loaded};
use crate::tasks::model::TraceModel;
use crate::wire::LabReply;
use crate::TraceHandle;

/// What is opened: traces and their models by their handles.
pub(crate) trait Opened {
    /// A trace, or what is read of it so far.
    fn opened(&self, handle: u32) -> Option<&Loaded>;

    /// The model of a trace.
    ///
    /// # Errors
    /// None was made.
    fn model(&self, handle: u32) -> Result<&TraceModel, Note>;
}

/// Events of a process from one position to another, the first 200: equal letters are equal events, in order of first appearance.
/// O(events taken, times the depth of loops).
///
/// # Errors
/// There is no such trace or process.
pub(super) fn stretch(
    traces: &impl Opened,
    (handle, process): (u32, u32),
    (from, to): (u64, u64),
) -> Result<LabReply, Note> {
    let loaded = traces.opened(handle).ok_or_else(|| no_such_trace(TraceHandle(handle)))?;
    let nest = &loaded.process(process)?.nest;
    let to = to.min(nest.len());
    let mut seen: Vec<Symbol> = Vec::new();
    let mut string = Vec::new();
    for position in from..to.min(from.saturating_add(MOST_LETTERS as u64)) {
        let Some(found) = nest.symbol_at(position) else { break };
        let known = seen.iter().position(|symbol| *symbol == found.symbol);
        string.push(known.unwrap_or_else(|| {
            seen.push(found.symbol);
            seen.len() - 1
        }));
    }
    let letters = |number: &usize| char::from(b'a' + (*number % 26) as u8).to_string();
    let text = match seen.len() {
        0..=26 => string.iter().map(letters).collect::<String>(),
        _ => string.iter().map(|number| format!("e{}", number + 1)).collect::<Vec<_>>().join(" "),
    };
    let numbers = string.iter().map(|number| (number + 1).to_string()).collect::<Vec<_>>();
    let total = to.saturating_sub(from) as f64;
    Ok(LabReply::Stretch { text, numbers: numbers.join(", "), total })
}
