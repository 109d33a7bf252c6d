//! How far one prediction can be trusted.

use loopscope_core::numbers::percent;
use loopscope_core::whatif::{Changes, Factor, Part, Reading, Touched};
use loopscope_formats::notes::Note;

use super::super::builder::{WhatIf, DOUBTFUL};
use super::super::select::Selection;
use super::iterations::iterations;
use crate::view::sentence::Sentence;
use crate::wire::SentencePart;

/// What the run owes to all that is selected: the selected calls with the time before them, whatever of them changes. Of
/// messages: the calls that receive them.
///
/// # Errors
/// A selection names an iteration that there is not.
#[inline(never)] // It belongs to a part of the engine that most questions do not need.
pub(in super::super) fn touched(
    run: &WhatIf,
    selections: &mut dyn Iterator<Item = &Selection>,
) -> Result<Touched, Note> {
    let read = run.read(Reading::LogGps);
    let selections: Vec<&Selection> = selections.collect();
    let mut changes = Changes::none();
    for part in [Part::Computation, Part::Call] {
        changes.begin(part, Factor::ZERO, &read.program);
        for selection in &selections {
            let iterations = iterations(run, &mut selection.iterated())?;
            if part == Part::Call || selection.part != Part::Message {
                selection.mark(run.selected(read, &iterations), part, &mut changes);
            }
        }
    }
    let of = (&read.program, read.order.as_ref());
    Ok(Touched::new(of, &changes, |call| run.shortest_of(call)))
}

/// "**9 %** of these calls and the time before them (42 % of the run) is computing and messages: a hint, not a forecast."
pub(in super::super) fn touched_in_words(touched: Touched, length: i64) -> Vec<SentencePart> {
    let mut sentence = Sentence::default();
    let Some(trust) = touched.trust() else {
        sentence.say("The run does not wait for these calls.".to_owned());
        return sentence.parts;
    };
    let share = percent(touched.all as f64 / length.max(1) as f64);
    sentence.stress(percent(trust));
    sentence.say(format!(" of these calls and the time before them ({share} of the run) is computing and messages"));
    sentence.say(match trust < DOUBTFUL {
        true => ": a hint, not a forecast.".to_owned(),
        false => ": a forecast.".to_owned(),
    });
    sentence.parts
}
