//! One loop of several variants for all processes: `either` this model `or` that one, each iteration.
//!
//! Each process alone may be read as a loop of several variants ([`variants`](crate::variants)), cut at an event of its
//! own. Such readings are one of the program if
//! - all processes have the same order of variants, up to their names, and
//! - between two cuts every channel is closed: as many messages are received as sent, before the loop and in each variant,
//!   and every collective is complete.
//!
//! Then each variant is a program by itself, with a model of its own, and so is what is before and after the loop. Messages
//! of one iteration never meet those of another, because channels deliver in order. [`either`] looks for cuts that fit
//! together: of the first process it takes the shortest reading for which there is one of each other process that agrees
//! with what those before send and receive (`agree`). A first and a last iteration may stay outside.

mod agree;
mod candidates;
mod ends;
mod parts;
pub mod text;

#[cfg(test)]
mod tests;

use parts::Parts;

use super::merge::{merge_as, Local, LoopForm, Merged};
use super::verify::first_mismatch;
use crate::nest::Nest;
use crate::trace::ProcessId;

/// A program as one loop of several variants.
#[derive(Clone, Debug, PartialEq)]
pub struct Either {
    /// What is before the loop.
    pub before: Merged,
    /// A model for each variant, the most frequent one first, and the others by first appearance.
    pub bodies: Vec<Merged>,
    /// For each iteration the number of its variant.
    pub which: Nest,
    /// What is after the loop.
    pub after: Merged,
}

/// The nests of all processes as one loop of several variants, by the shortest reading of the first process that fits those
/// of the others; `None` if none does. Half an iteration may have a shorter model, but it is none of the iterations that
/// the nest of the process shows.
///
/// Cost: the readings of each process, as [`variants::find`](crate::variants::find), and some models.
pub fn either(form: LoopForm, locals: &[Local<'_>]) -> Option<Either> {
    let candidates = candidates::of_all(locals)?;
    let mut fitting = agree::fitting(locals, &candidates);
    fitting.find_map(|(parts, which)| merged(form, locals, &parts, which))
}

/// Merges what is before, each variant, and what is after; `None` if a variant does not fit together after all.
fn merged(form: LoopForm, locals: &[Local<'_>], parts: &[Parts], which: Nest) -> Option<Either> {
    let model = |pick: &dyn Fn(&Parts) -> Option<&Nest>| -> Option<Merged> {
        let own = parts
            .iter()
            .zip(locals)
            .map(|(parts, local)| Some(Local { process: local.process, nest: pick(parts)?, symbols: local.symbols }));
        let own: Vec<Local<'_>> = own.collect::<Option<_>>()?;
        let merged = merge_as(form, &own).ok()?;
        first_mismatch(&merged.model, &own).is_none().then_some(merged)
    };
    let count = parts.first()?.bodies.len();
    let bodies: Option<Vec<Merged>> = (0..count)
        .map(|number| model(&|parts| parts.bodies.get(number)).filter(|body| body.problems.is_empty()))
        .collect();
    let before = model(&|parts| Some(&parts.before))?;
    Some(Either { before, bodies: bodies?, which, after: model(&|parts| Some(&parts.after))? })
}

impl Either {
    /// How many constructs there are: those of all models, and the loop.
    pub fn constructs(&self) -> usize {
        let bodies = self.bodies.iter().map(|body| body.model.len()).sum::<usize>();
        self.before.model.len() + bodies + self.after.model.len() + 1
    }

    /// How often each variant comes. O(iterations).
    pub fn times(&self) -> Vec<u64> {
        let mut times = vec![0; self.bodies.len()];
        for number in self.which.symbols() {
            if let Some(times) = times.get_mut(number.0 as usize) {
                *times += 1;
            }
        }
        times
    }

    /// How many events are inside the loop, and how many there are. O(iterations).
    pub fn events(&self) -> (u64, u64) {
        let each = self.bodies.iter().zip(self.times());
        let inside = each.map(|(body, times)| body.model.events().saturating_mul(times)).sum();
        (inside, inside + self.before.model.events() + self.after.model.events())
    }

    /// The events of a process as lines of the native format, oldest first. O(constructs) for each iteration.
    pub fn lines(&self, process: ProcessId) -> impl Iterator<Item = String> + '_ {
        let bodies = self.which.symbols().filter_map(|number| self.bodies.get(number.0 as usize));
        let parts = std::iter::once(&self.before).chain(bodies).chain(std::iter::once(&self.after));
        parts.flat_map(move |part| part.model.replay(process).map(move |step| part.model.line(step.construct, process)))
    }
}
