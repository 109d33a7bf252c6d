//! What is changed in a prediction: which times last how many times as long.

use super::program::{InputKind, Program};

/// How many times as long something lasts: 0 to 2, in millionths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Factor(u32);

/// Millionths in 1.
const ONE: u32 = 1_000_000;

impl Factor {
    /// Nothing is left.
    pub const ZERO: Self = Self(0);
    /// As it was.
    pub const SAME: Self = Self(ONE);
    /// Twice as long.
    pub const DOUBLE: Self = Self(2 * ONE);

    /// So many millionths; `None` above 2.
    pub fn millionths(millionths: u32) -> Option<Self> {
        (millionths <= 2 * ONE).then_some(Self(millionths))
    }

    /// In millionths.
    pub fn in_millionths(self) -> u32 {
        self.0
    }

    /// By how much a time becomes shorter: rounded once, to the nearest nanosecond. Negative where it becomes longer.
    #[inline]
    pub fn gain(self, time: i64) -> i64 {
        let one = i64::from(ONE);
        let part = one - i64::from(self.0);
        let (whole, rest) = (time / one, time % one);
        let rest = rest * part;
        let half = if rest < 0 { -one / 2 } else { one / 2 };
        whole * part + (rest + half) / one
    }
}

/// What of a call a change is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The time before a call, in which its process computes.
    Computation,
    /// The wait of a call: it then waits so many times as long as it did, whoever it waited for.
    Wait,
    /// All of a call, likewise.
    Call,
    /// The delay of a message.
    Message,
    /// What the time before a call is beyond an even share: less than nothing where it is shorter. See [`imbalance`](super::imbalance).
    Imbalance,
}

/// No change: the number of the first is 1.
pub(super) const UNCHANGED: u8 = 0;

/// A set of changes to one program. Of several that meet, the last one counts.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    list: Vec<(Part, Factor)>,
    /// By call, the change of the time before it, and of the call; by process, of its last time; by input, of its delay.
    gaps: Vec<u8>,
    calls: Vec<u8>,
    ends: Vec<u8>,
    inputs: Vec<u8>,
    /// By call, what the time before it is beyond an even share; empty where nobody asks.
    beyond: Vec<i64>,
}

/// The change that counts for something, and its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) part: Part,
    pub(super) factor: Factor,
    pub(super) number: u8,
}

/// The most changes in a set.
pub const MOST_CHANGES: usize = 250;

impl Changes {
    /// Without changes everything is as it was.
    pub fn none() -> Self {
        Self::default()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Begins a change; what it is about is then added. `false` if there are too many.
    pub fn begin(&mut self, part: Part, factor: Factor, program: &Program) -> bool {
        if self.list.len() >= MOST_CHANGES {
            return false;
        }
        self.list.push((part, factor));
        let (calls, inputs) = (program.calls().len(), program.inputs.len());
        match part {
            Part::Computation | Part::Imbalance => {
                self.gaps.resize(calls, UNCHANGED);
                self.ends.resize(program.processes().len(), UNCHANGED);
            }
            Part::Wait | Part::Call => self.calls.resize(calls, UNCHANGED),
            Part::Message => self.inputs.resize(inputs, UNCHANGED),
        }
        true
    }

    /// The change that was begun last is about that part of this call.
    pub fn add_call(&mut self, call: u32) {
        let number = self.list.len() as u8;
        let list = match self.list.last() {
            Some((Part::Computation | Part::Imbalance, _)) => &mut self.gaps,
            Some((Part::Wait | Part::Call, _)) => &mut self.calls,
            _ => return,
        };
        if let Some(known) = list.get_mut(call as usize) {
            *known = number;
        }
    }

    /// The same of what the time before the call is beyond an even share.
    pub fn add_imbalance(&mut self, call: u32, beyond: i64) {
        self.beyond.resize(self.gaps.len(), 0);
        if let Some(known) = self.beyond.get_mut(call as usize) {
            *known = beyond;
            self.add_call(call);
        }
    }

    /// It is about the time after the last call of a process, by its place.
    pub fn add_end(&mut self, process: u32) {
        let number = self.list.len() as u8;
        if let Some(known) = self.ends.get_mut(process as usize) {
            *known = number;
        }
    }

    /// It is about the message that is the input of that index.
    pub fn add_message(&mut self, input: u32, program: &Program) {
        let number = self.list.len() as u8;
        let is_message =
            |input: u32| program.inputs.get(input as usize).is_some_and(|it| it.kind == InputKind::Message);
        if let Some(known) = self.inputs.get_mut(input as usize).filter(|_| is_message(input)) {
            *known = number;
        }
    }

    /// Sets another factor for a change, by its number from 0.
    pub fn set_factor(&mut self, change: usize, factor: Factor) {
        if let Some((_, known)) = self.list.get_mut(change) {
            *known = factor;
        }
    }

    /// How long all processes of a program then compute together. O(calls).
    pub fn computing(&self, program: &Program) -> i64 {
        let mut sum = 0;
        for (place, process) in program.processes().iter().enumerate() {
            let time = program.last_computation(process);
            sum += time - self.gain_of_end(place as u32, time);
            for call in process.calls() {
                let computation = program.computation(process, call);
                sum += computation - self.gain_of_gap(call, computation);
            }
        }
        sum
    }

    fn of(&self, list: &[u8], at: u32) -> Option<Change> {
        let number = list.get(at as usize).copied().filter(|&number| number != UNCHANGED)?;
        let &(part, factor) = self.list.get(usize::from(number) - 1)?;
        Some(Change { part, factor, number }).filter(|it| it.factor != Factor::SAME)
    }

    #[inline]
    pub(super) fn of_gap(&self, call: u32) -> Option<Change> {
        self.of(&self.gaps, call)
    }

    /// The time that a change of the time before a call is about: all of it, or what it is beyond an even share.
    #[inline]
    pub(super) fn changing(&self, change: Change, call: u32, computation: i64) -> i64 {
        match change.part {
            Part::Imbalance => self.beyond.get(call as usize).copied().unwrap_or(0),
            _ => computation,
        }
    }

    /// By how much the time before a call becomes shorter.
    #[inline]
    pub(super) fn gain_of_gap(&self, call: u32, computation: i64) -> i64 {
        self.of_gap(call).map_or(0, |change| change.factor.gain(self.changing(change, call, computation)))
    }

    /// By how much the time after the last call of a process does.
    #[inline]
    pub(super) fn gain_of_end(&self, process: u32, time: i64) -> i64 {
        self.of_end(process).map_or(0, |change| change.factor.gain(time))
    }

    #[inline]
    pub(super) fn of_call(&self, call: u32) -> Option<Change> {
        self.of(&self.calls, call)
    }

    #[inline]
    pub(super) fn of_end(&self, process: u32) -> Option<Change> {
        self.of(&self.ends, process)
    }

    #[inline]
    pub(super) fn of_input(&self, input: u32) -> Option<Change> {
        self.of(&self.inputs, input)
    }
}

#[cfg(test)]
mod tests;
