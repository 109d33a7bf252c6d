//! Answers to one question: predicted lengths under changes, gains of all loops, the curve of one factor.

use std::num::NonZeroU32;
use std::sync::Arc;

use loopscope_core::whatif::{
    Changes, Curve, Factor, LoopIterations, Moving, Part, Reading, Stream, Touched, MOST_CHANGES,
};
use loopscope_formats::notes::Note;

use super::builder::{Read, WhatIf};
use super::details;
use super::gains::{GainFinder, LoopGain, Times};
use super::refusals::empty_selection;
use super::select::{Selected, Selection};
use crate::error_note;

/// By how many thousandths of the run a curve may be off.
pub(super) const CURVE_ERROR: f64 = 0.5;

/// Which readings of long receives are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Delay {
    /// Messages take the time of the model.
    LogGps,
    /// Long receives are all wait.
    Measured,
    /// Both, as a range.
    #[default]
    Both,
}

impl Delay {
    /// The readings, that of the model first.
    pub(super) fn readings(self) -> &'static [Reading] {
        match self {
            Self::LogGps => &[Reading::LogGps],
            Self::Measured => &[Reading::Measured],
            Self::Both => &[Reading::LogGps, Reading::Measured],
        }
    }
}

/// What is asked of a run.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// What changes, and how many times as long it lasts.
    pub changes: Vec<(Selection, Factor)>,
    /// What has a factor from 0 to 2.
    pub curve: Option<Selection>,
    /// Which readings are shown.
    pub delay: Delay,
    /// How many processors the run had, if the user says it.
    pub processors: Option<NonZeroU32>,
}

/// The answers.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The changes: text, factor, how many calls or messages.
    pub(super) changes: Vec<(String, Factor, u64)>,
    /// How long the run then lasts; empty without changes.
    pub(super) predicted: Times,
    /// Of each loop; empty where changes were asked for.
    pub(super) loops: Vec<LoopGain>,
    /// The curve.
    pub(super) curve: Option<(String, Vec<(Reading, Curve)>)>,
    pub(super) trust: f64,
    /// How far the prediction can be trusted; `None` without changes.
    pub(super) touched: Option<Touched>,
    /// What the run lasts at least on so many processors: all computing, shared by them.
    pub(super) bound: Option<(NonZeroU32, i64)>,
}

impl WhatIf {
    /// Answers a question.
    ///
    /// # Errors
    /// A selection is empty or names a loop that there is not, or there are too many changes.
    pub fn answer(&self, question: &Question) -> Result<Answer, Note> {
        let mut answer = Answer {
            changes: Vec::new(),
            predicted: Vec::new(),
            loops: Vec::new(),
            curve: None,
            trust: self.trust(),
            touched: None,
            bound: None,
        };
        let selections = question.changes.iter().map(|(selection, _)| selection);
        for selection in selections.chain(&question.curve) {
            self.check_loops(selection)?;
        }
        let readings = question.delay.readings();
        for &reading in readings {
            let read = self.read(reading);
            let mut changes = Changes::none();
            answer.changes.clear();
            for (selection, factor) in &question.changes {
                let count = self.add(selection, read, (*factor, &mut changes))?;
                answer.changes.push((selection.text.clone(), *factor, count));
            }
            answer.bound = question.processors.map(|processors| {
                let computing = changes.computing(&read.program);
                (processors, computing / i64::from(processors.get()))
            });
            if !question.changes.is_empty() {
                answer.predicted.push((reading, read.predict(&changes)));
            }
            if let Some(selection) = &question.curve {
                self.add(selection, read, (Factor::ZERO, &mut changes))?;
                let moving = Moving::Change(changes.len() - 1);
                let stream = Stream::new(&read.program, &read.order, &changes, moving);
                let curve = stream.curve((Factor::ZERO, selection.most()), CURVE_ERROR);
                let text = selection.text.clone();
                answer.curve.get_or_insert((text, Vec::new())).1.push((reading, curve));
            }
        }
        if !question.changes.is_empty() {
            let mut all = question.changes.iter().map(|(selection, _)| selection);
            answer.touched = Some(details::touched(self, &mut all)?);
        }
        if question.changes.is_empty() && question.curve.is_none() {
            answer.loops = self.loop_gains(readings);
        }
        Ok(answer)
    }

    /// Whether there are the loops that a selection names.
    pub(super) fn check_loops(&self, selection: &Selection) -> Result<(), Note> {
        match selection.loops().find(|&id| self.rows().get(id).is_none()) {
            Some(id) => Err(crate::tasks::time::error_of_loop(id)),
            None => Ok(()),
        }
    }

    /// What selections are looked for in.
    pub(super) fn selected<'a>(&'a self, read: &'a Read, iterations: &'a [(u32, Arc<LoopIterations>)]) -> Selected<'a> {
        let (trace, waits) = (self.trace(), self.waits());
        Selected { trace, waits, program: &read.program, iterations }
    }

    /// Adds a change of what is selected to a set. How many calls or messages that are.
    pub(super) fn add(&self, selection: &Selection, read: &Read, change: (Factor, &mut Changes)) -> Result<u64, Note> {
        let added = if selection.part == Part::Imbalance {
            details::add_imbalance(self, (selection, read), change)?
        } else {
            let iterations = match selection.iterated().next() {
                Some(_) => details::iterations(self, &mut selection.iterated())?,
                None => Vec::new(),
            };
            selection.add(self.selected(read, &iterations), change)
        };
        match added {
            Some(0) => Err(empty_selection(&selection.text)),
            Some(count) => Ok(count),
            None => Err(error_note(
                "",
                "there are too many changes".to_owned(),
                format!("more than {MOST_CHANGES}"),
                "fewer".to_owned(),
                "select more with one of them".to_owned(),
            )),
        }
    }

    /// What each loop would gain, eight loops at once.
    pub(super) fn loop_gains(&self, readings: &'static [Reading]) -> Vec<LoopGain> {
        let mut finding = GainFinder::new(self, readings);
        while finding.step(self) {}
        finding.finish().0
    }
}
