//! Leaves out of a run what no question about a few of its events needs: the aggregation of the paper.
//!
//! The *asked* events are those that a question may shorten. Everything else keeps its time, so what follows each other on one
//! process adds up (the paper's R1 and R2), unless a completion may wait for something else in one prediction than in
//! another. Whether it may is told by the differences of Figure 3, as far as they are known before any question is asked:
//!
//! | rule | keeps of each difference | leaves out an input |
//! | --- | --- | --- |
//! | [`Rule::Equal`] | a form: the least of variables plus constants | whose source has the form of the receiver (R3) |
//! | [`Rule::Unmoved`] | the same | and all inputs of a completion that gets back the form of its own enter |
//! | [`Rule::Alone`] | its value for each asked event, left out alone | likewise |
//!
//! Behind an asked event the form is a variable of its own; so is a form of more than `last` terms, which is sound and forgets:
//! the paper's "last m events". Variables are independent, so equal forms are equal in every prediction. That R3 is not
//! necessary, and the second rule, are ours: who waits for nobody in any prediction need not know of the message.
//!
//! One pass forward decides about each completion when it happens, from the forms that its messages could have brought along.
//! So a run that is reduced while it lasts loses the same events as one that is reduced afterwards.
//!
//! Source: Ino, Kanbe, Okita and Hagihara (2006), sections IV and V. In its Figure 6 the differences that line 19 compares are
//! those of the occurrences, before lines 15 to 17 assign anything.

mod forms;
mod lanes;
mod parts;
mod pass;
mod reduced;
mod watched;
#[cfg(test)]
mod tests;

pub use parts::{Parts, ProcessParts};
pub use reduced::{communicating, Reduced};
pub(crate) use watched::{AggregationStep, Terms};

use super::calls::NONE;
use super::gains::Event;

/// Which inputs are left out. See the [module](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Those whose source has the form of the receiver; forms have at most `last` terms.
    Equal {
        /// The most terms of a form.
        last: usize,
    },
    /// Also those of completions that get back the form of their own enter.
    Unmoved {
        /// The most terms of a form.
        last: usize,
    },
    /// Those that change nothing where one asked event, alone, is shortened.
    Alone,
}

/// The events that may be asked about, by call. Their numbers are their places in the list.
#[derive(Debug, Default)]
struct Asked {
    /// The entry of each call that has one.
    entries: Vec<u32>,
    /// The numbers of a computation, of a wait and of a whole call.
    numbers: Vec<[u32; 3]>,
}

impl Asked {
    /// Those of so many calls.
    fn new(events: &[Event], calls: usize) -> Self {
        let mut asked = Self { entries: vec![NONE; calls], numbers: Vec::new() };
        for (number, &event) in events.iter().enumerate() {
            let (kind, call) = match event {
                Event::Computation(call) => (0, call),
                Event::Wait(call) => (1, call),
                Event::Call(call) => (2, call),
                // It is behind all completions.
                Event::LastComputation(_) => continue,
            };
            let Some(entry) = asked.entries.get_mut(call as usize) else { continue };
            if *entry == NONE {
                *entry = asked.numbers.len() as u32;
                asked.numbers.push([NONE; 3]);
            }
            if let Some(numbers) = asked.numbers.get_mut(*entry as usize) {
                numbers[kind] = number as u32;
            }
        }
        asked
    }

    fn of(&self, call: u32) -> [u32; 3] {
        let entry = self.entries.get(call as usize);
        let numbers = entry.and_then(|&entry| self.numbers.get(entry as usize));
        numbers.copied().unwrap_or([NONE; 3])
    }

    /// The number of the computation before a call.
    fn computation(&self, call: u32) -> Option<u32> {
        let [number, ..] = self.of(call);
        (number != NONE).then_some(number)
    }

    /// The numbers of a wait and of the whole of its call.
    fn call(&self, call: u32) -> [Option<u32>; 2] {
        let [_, wait, whole] = self.of(call);
        [wait, whole].map(|number| (number != NONE).then_some(number))
    }
}

/// What is known of differences before any question is asked.
trait Knowledge {
    /// What is known of one difference.
    type Form: Clone + PartialEq;
    /// That of a process at the beginning.
    fn begin(&mut self) -> Self::Form;
    /// Behind an asked event that lasts so long.
    fn behind(&mut self, form: &Self::Form, number: u32, time: i64) -> Self::Form;
    /// Behind a completion with asked events: `own` is the form of its enter, `joined` that which it has if nothing is asked.
    fn left(&mut self, own: &Self::Form, joined: Self::Form, asked: &[(u32, i64)]) -> Self::Form;
    /// The least of several differences, each plus a time; there is at least one.
    fn least(&mut self, of: &[(&Self::Form, i64)]) -> Self::Form;
}
