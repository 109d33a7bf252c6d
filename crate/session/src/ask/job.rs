//! Answers to the page's questions, in slices: the columns of the processes, then the records, which are kept until another
//! question is asked. Every query does one slice, so queries about other things are answered in between, and whoever asks no
//! more has cancelled the work.

use std::cell::RefCell;
use std::sync::Arc;

use loopscope_core::extract::of_trace::TraceColumns;
use loopscope_core::extract::query::attributes;
use loopscope_core::system::Model;
use loopscope_core::trace::Trace;
use loopscope_formats::notes::Note;

use super::places::construct_of;
use super::question::Job;
use super::{programs, shown};
use crate::error_note;
use crate::loaded::TraceHandle;
use crate::tasks::model::TraceModel;
use crate::wire::{AskQuery, AskRange, AskReply, AskWhat};

/// The question that was answered last, or is being answered.
#[derive(Debug, Default)]
pub(crate) struct Ask {
    kept: RefCell<Option<Box<Kept>>>,
}

#[derive(Debug)]
struct Kept {
    model: Arc<TraceModel>,
    columns: TraceColumns,
    job: Option<Job>,
    ranges: Option<Ranging>,
}

/// The ranges of all attributes of a construct, one after the other.
#[derive(Debug)]
struct Ranging {
    of: AskQuery,
    /// Those that are known.
    ranges: Vec<AskRange>,
    names: Vec<String>,
    under_way: Option<Job>,
}

impl Ask {
    /// Drops what is kept of another trace.
    pub(crate) fn keep_only(&mut self, handle: TraceHandle) {
        let kept = self.kept.get_mut();
        if kept.as_ref().is_some_and(|kept| !kept.model.is_of(handle)) {
            *kept = None;
        }
    }

    /// Answers a query, or does a slice of what it needs.
    ///
    /// # Errors
    /// The question has no answer: see [`Job`].
    pub(crate) fn answer(
        &self,
        name: &str,
        trace: &Trace,
        model: &Arc<TraceModel>,
        query: &AskQuery,
    ) -> Result<AskReply, Note> {
        let Ok(mut kept) = self.kept.try_borrow_mut() else {
            return Ok(AskReply::Working { done: 0.0, total: 1.0 });
        };
        let known = kept.take().filter(|known| Arc::ptr_eq(&known.model, model));
        let known = match known {
            Some(known) => known,
            None => {
                in_recorded_order(name, model)?;
                let (columns, model) = (TraceColumns::new(trace, false), model.clone());
                Box::new(Kept { model, columns, job: None, ranges: None })
            }
        };
        kept.insert(known).answer(name, query)
    }
}

/// Positions are those of the events as they were recorded.
fn in_recorded_order(name: &str, model: &TraceModel) -> Result<(), Note> {
    let mut processes = model.program.analysis.processes.iter();
    match processes.all(|process| process.orders.is_empty()) {
        true => Ok(()),
        false => Err(error_note(
            name,
            "the receives of the model stand in another order than the recorded one",
            "positions that are not those of the trace",
            "a model of the recorded order",
            "choose the recorded order of receives under Method",
        )),
    }
}

impl Kept {
    fn answer(&mut self, name: &str, query: &AskQuery) -> Result<AskReply, Note> {
        let Self { model, columns, job, ranges } = self;
        let model = model.program.model();
        if query.what == AskWhat::Ranges {
            let begun = ranges.take().filter(|known| known.of.has_records_of(query));
            let ranging = match begun {
                Some(known) => known,
                None => Ranging::new(model, query)?,
            };
            return ranges.insert(ranging).step(name, model, columns);
        }
        let begun = job.take().filter(|known| known.of.has_records_of(query));
        let known = match begun {
            Some(known) => known,
            None => Job::new(name, model, query)?,
        };
        let known = job.insert(known);
        if let Some(working) = known.step(name, columns)? {
            return Ok(working);
        }
        match query.what {
            AskWhat::Over | AskWhat::Processes | AskWhat::Loops | AskWhat::Sorted | AskWhat::Histogram => {
                Ok(AskReply::Answer { answer: Box::new(shown::answer(model, known, query)) })
            }
            AskWhat::Rows => Ok(shown::rows(known, query.from, query.columns)),
            what => programs::file(name, model, known, what, query.from),
        }
    }
}

impl Ranging {
    fn new(model: &Model, of: &AskQuery) -> Result<Self, Note> {
        let construct = model.construct(construct_of(model, of.construct)?);
        let names = attributes(construct).iter().map(|it| it.name().to_owned()).collect();
        Ok(Self { of: of.clone(), ranges: Vec::new(), names, under_way: None })
    }

    /// Does a slice of one attribute.
    fn step(&mut self, name: &str, model: &Model, columns: &mut TraceColumns) -> Result<AskReply, Note> {
        let working = AskReply::Working { done: self.ranges.len() as f64, total: self.names.len() as f64 };
        let Some(attribute) = self.names.get(self.ranges.len()).cloned() else {
            return Ok(AskReply::Ranges { ranges: self.ranges.clone() });
        };
        let job = match self.under_way.take() {
            Some(job) => Ok(job),
            None => {
                let of = AskQuery { attributes: vec![attribute.clone()], ..self.of.clone() };
                Job::new(name, model, &of)
            }
        };
        let stepped = job.and_then(|mut job| Ok((job.step(name, columns)?, job)));
        match stepped {
            Ok((Some(_), job)) => self.under_way = Some(job),
            Ok((None, job)) => {
                let all = || job.values.iter().flatten();
                let (least, most) = (all().min().copied(), all().max().copied());
                let (least, most) = (least.unwrap_or(0) as f64, most.unwrap_or(0) as f64);
                self.ranges.push(AskRange { attribute, least, most, refused: String::new() });
            }
            Err(note) => {
                let refused = if note.found.is_empty() { note.what } else { note.found };
                self.ranges.push(AskRange { attribute, refused, ..AskRange::default() });
            }
        }
        Ok(working)
    }
}
