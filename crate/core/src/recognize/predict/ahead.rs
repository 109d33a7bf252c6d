//! Which values were predicted when, as long as they can still be compared.

use std::collections::VecDeque;

use super::super::{Loop, Options};
use super::cursor::Cursor;

/// A predicted value.
#[derive(Clone, Debug, Default)]
struct Predicted {
    state: State,
    label: u32,
    fields: Vec<u64>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// Nothing is expected.
    #[default]
    None,
    /// A number would be beyond its field's range, so no value can match.
    Impossible,
    Value,
}

/// How a prediction came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Correct,
    Wrong,
    None,
}

/// A stretch of the stream in which one prediction held: after each of its values the same was expected,
/// one value less.
#[derive(Clone, Debug, Default)]
pub(super) struct Epoch {
    /// Values that had come at its first prediction,
    first: u64,
    /// and at its last.
    last: u64,
    /// What is expected at the places last .. last + slots, a place being that of a value in the stream; place x is in
    /// slot x modulo their number.
    slots: Vec<Predicted>,
}

/// The stretches that predictions of values to come are from, oldest first.
#[derive(Clone, Debug)]
pub(super) struct Ahead {
    distance: usize,
    epochs: VecDeque<Epoch>,
    /// Old ones, for their memory.
    spare: Vec<Epoch>,
}

impl Ahead {
    /// Looks that many values ahead at most.
    pub(super) fn new(distance: usize) -> Self {
        Self { distance, epochs: VecDeque::new(), spare: Vec::new() }
    }

    /// A new stretch begins after `came` values: the cursor stands before what is expected next, and is moved
    /// to after the last that is looked at.
    pub(super) fn begin(&mut self, came: u64, node: &Loop, far: &mut Cursor, options: &Options) {
        let mut epoch = self.spare.pop().unwrap_or_default();
        (epoch.first, epoch.last) = (came, came);
        epoch.slots.resize(self.distance, Predicted::default());
        for place in came..came + self.distance as u64 {
            epoch.write(place, node, far, options);
        }
        self.epochs.push_back(epoch);
    }

    /// The youngest stretch goes on.
    pub(super) fn go_on(&mut self, came: u64, node: &Loop, far: &mut Cursor, options: &Options) {
        if let Some(epoch) = self.epochs.back_mut() {
            epoch.last = came;
            epoch.write(came + self.distance as u64 - 1, node, far, options);
        }
    }

    /// The values that are expected now, up to the first whose numbers would be beyond their range.
    pub(super) fn foretold(&self, came: u64, options: &Options) -> Vec<Vec<i128>> {
        let Some(epoch) = self.epochs.back() else { return Vec::new() };
        let places = came..came + self.distance as u64;
        let slots = places.map_while(|place| epoch.slots.get(epoch.slot(place)));
        let known = slots.take_while(|slot| slot.state == State::Value);
        let number = |(place, &bits): (usize, &u64)| options.kind(place).value(bits);
        known.map(|slot| slot.fields.iter().enumerate().map(number).collect()).collect()
    }

    /// Gives for each distance, which ascend, what came of the prediction of the value at that place.
    pub(super) fn judge(
        &mut self,
        place: u64,
        distances: &[usize],
        (label, fields): (u32, &[u64]),
        mut outcome: impl FnMut(usize, Outcome),
    ) {
        while self.epochs.front().is_some_and(|old| old.last + (self.distance as u64) <= place) {
            self.spare.extend(self.epochs.pop_front());
        }
        let mut epochs = self.epochs.iter().rev();
        let mut epoch = epochs.next();
        let mut known = None;
        for (at, &distance) in distances.iter().enumerate() {
            // How many values had come when it was predicted.
            let Some(came) = (place + 1).checked_sub(distance as u64).filter(|&came| came > 0) else {
                return;
            };
            while epoch.is_some_and(|epoch| epoch.first > came) {
                (epoch, known) = (epochs.next(), None);
            }
            outcome(
                at,
                match epoch {
                    Some(epoch) if came <= epoch.last => {
                        *known.get_or_insert_with(|| epoch.compare(place, label, fields))
                    }
                    _ => Outcome::None,
                },
            );
        }
    }
}

impl Epoch {
    fn slot(&self, place: u64) -> usize {
        (place % self.slots.len() as u64) as usize
    }

    /// Keeps what the cursor stands before, and moves it on.
    fn write(&mut self, place: u64, node: &Loop, far: &mut Cursor, options: &Options) {
        let slot = self.slot(place);
        let Some(slot) = self.slots.get_mut(slot) else { return };
        let Some((value, indices)) = far.value(node) else {
            slot.state = State::None;
            return;
        };
        slot.label = value.label();
        slot.fields.clear();
        let in_range = value
            .fields()
            .iter()
            .enumerate()
            .map(|(place, field)| field.evaluate(indices).and_then(|number| options.kind(place).bits(number)));
        let expected = value.fields().len();
        slot.fields.extend(in_range.map_while(|bits| bits));
        let whole = slot.fields.len() == expected;
        slot.state = if whole { State::Value } else { State::Impossible };
        far.advance(node);
    }

    fn compare(&self, place: u64, label: u32, fields: &[u64]) -> Outcome {
        match self.slots.get(self.slot(place)) {
            None | Some(Predicted { state: State::None, .. }) => Outcome::None,
            Some(slot) if slot.state == State::Value && slot.label == label && slot.fields == fields => {
                Outcome::Correct
            }
            Some(_) => Outcome::Wrong,
        }
    }
}
