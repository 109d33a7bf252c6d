//! The domino path: the few events whose loss gains most together.
//!
//! It is greedy, as in the paper: the event whose loss gains most is left out, then the one that gains most in what is left,
//! and so on. A step may gain nothing and still make way for the next. Candidates are waits, as in the paper, or computations.

use super::changes::{Changes, Factor, Part};
use super::critical_path::CriticalPath;
use super::gains::{gains, Event, Gain};
use super::order::Order;
use super::predicted::Predicted;
use super::program::Program;

/// Which events may be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Candidates {
    /// Waits.
    Waits,
    /// Computations.
    Computations,
}

/// A step of the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Domino {
    /// What is left out.
    pub event: Event,
    /// How long it lasts, after the steps before.
    pub time: i64,
    /// How much shorter the run is than after the steps before.
    pub gain: i64,
    /// How much shorter it is than without any.
    pub total: i64,
}

/// Finds a domino path, a step at a time. Each costs O(calls log calls).
#[derive(Debug)]
pub struct DominoPath {
    candidates: Candidates,
    changes: Changes,
}

impl DominoPath {
    /// No step yet.
    pub fn new(candidates: Candidates, program: &Program) -> Self {
        let part = match candidates {
            Candidates::Waits => Part::Wait,
            Candidates::Computations => Part::Computation,
        };
        let mut changes = Changes::none();
        changes.begin(part, Factor::ZERO, program);
        Self { candidates, changes }
    }

    /// Leaves an event out, as a step does: to go on where another path has ended.
    pub fn leave_out(&mut self, event: Event) {
        match event {
            Event::Computation(call) | Event::Wait(call) | Event::Call(call) => {
                self.changes.add_call(call);
            }
            Event::LastComputation(process) => self.changes.add_end(process),
        }
    }

    /// All that is left out so far.
    pub fn changes(&self) -> &Changes {
        &self.changes
    }

    /// The next step; `None` if nothing is left on the critical path that could be left out.
    pub fn step(&mut self, program: &Program, order: &Order) -> Option<Domino> {
        self.step_watched(program, order, |_, _| {})
    }

    /// The next step, under an observer of the run before it and of what each event of its critical path would gain.
    #[inline(always)] // What only the observer needs belongs to its caller.
    pub(crate) fn step_watched(
        &mut self,
        program: &Program,
        order: &Order,
        watch: impl FnOnce(&Predicted, &[Gain]),
    ) -> Option<Domino> {
        let run = Predicted::new(program, order, &self.changes);
        let path = CriticalPath::new(program, order, &self.changes, &run);
        let found = gains(program, order, &self.changes, &run, &path);
        watch(&run, &found);
        let is_candidate = |gain: &&Gain| match (self.candidates, gain.event) {
            (Candidates::Waits, Event::Wait(_)) => true,
            (Candidates::Computations, event) => {
                matches!(event, Event::Computation(_) | Event::LastComputation(_))
            }
            _ => false,
        };
        // Of those that gain as much the longest, of these the first.
        let best = found.iter().filter(is_candidate).rev().max_by_key(|it| (it.gain, it.time))?;
        self.leave_out(best.event);
        // With nothing left out the run lasts as long as it did.
        let total = program.length() - run.length() + best.gain;
        Some(Domino { event: best.event, time: best.time, gain: best.gain, total })
    }
}
