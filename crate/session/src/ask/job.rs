//! Answers to the page's questions, in slices: the columns of the processes, then the records, which are kept until another
//! question is asked. Every query does one slice, so queries about other things are answered in between, and whoever asks no
//! more has cancelled the work.

use std::cell::RefCell;
use std::sync::Arc;

use loopscope_core::extract::of_trace::TraceColumns;
use loopscope_core::extract::plan::{plan, Is, Plan};
use loopscope_core::extract::query::{Attribute, Get, Query, Range, Side};
use loopscope_core::extract::run::{check, Running};
use loopscope_core::numbers::thousands;
use loopscope_core::system::Model;
use loopscope_core::trace::{ProcessId, Trace};
use loopscope_formats::notes::Note;

use super::places::{construct_of, words};
use super::{programs, shown};
use crate::error_note;
use crate::loaded::TraceHandle;
use crate::tasks::model::TraceModel;
use crate::wire::{AskQuery, AskRange, AskReply, AskWhat};

/// The most values of an answer, which are kept in memory.
const MOST_VALUES: u64 = 1 << 21;

/// Calls of one slice.
const CALLS: usize = 60_000;

/// Values of one slice.
const VALUES: usize = 1 << 16;

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

/// A question, and its records as far as they are read.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) of: AskQuery,
    pub(super) query: Query,
    pub(super) plan: Plan,
    /// The values that are read, by column.
    pub(super) values: Vec<Vec<i64>>,
    reading: Reading,
}

/// How far the reading of a plan is.
#[derive(Debug, Default)]
struct Reading {
    /// Processes of the plan whose columns are there.
    prepared: usize,
    /// Whether messages are to be paired first.
    pairs: bool,
    checked: bool,
    running: Running,
    done: bool,
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
    /// The question has no answer: see [`plan()`] and [`check`].
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
            "the receives of the model stand in another order than the recorded one".to_owned(),
            "positions that are not those of the trace".to_owned(),
            "a model of the recorded order".to_owned(),
            "choose the recorded order of receives under Method".to_owned(),
        )),
    }
}

impl Kept {
    fn answer(&mut self, name: &str, query: &AskQuery) -> Result<AskReply, Note> {
        let Kept { model, columns, job, ranges } = self;
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
            AskWhat::Over
            | AskWhat::Processes
            | AskWhat::Loops
            | AskWhat::Sorted
            | AskWhat::Histogram => {
                Ok(AskReply::Answer { answer: Box::new(shown::answer(model, known, query)) })
            }
            AskWhat::Rows => Ok(shown::rows(known, query.from, query.columns)),
            what => programs::file(name, model, known, what, query.from),
        }
    }
}

/// The question as the model's constructs have it.
fn query_of(name: &str, model: &Model, of: &AskQuery) -> Result<Query, Note> {
    let construct = construct_of(model, of.construct)?;
    let mut attributes = Vec::new();
    for name_of in &of.attributes {
        attributes.push(Attribute::named(name_of).ok_or_else(|| {
            Note::error(name, "there is no such attribute").found(name_of.clone())
        })?);
    }
    let mut ranges = Vec::new();
    for range in of.ranges.chunks(3) {
        if let [level, first, last] = *range {
            let (first, last) = (first as u64, last as u64);
            ranges.push(Range { level: level as usize, first, last });
        }
    }
    let get = Get {
        label: words(model, construct),
        construct,
        side: Side::Before,
        each: of.each,
        processes: of.processes.iter().map(|&process| ProcessId(process)).collect(),
        attributes,
        ranges,
    };
    Query::new(model, vec![get]).map_err(|(_, why)| Note::error(name, why))
}

impl Job {
    fn new(name: &str, model: &Model, of: &AskQuery) -> Result<Job, Note> {
        let query = query_of(name, model, of)?;
        let plan = plan(model, &query).map_err(|refused| {
            Note::error(name, format!("{} has no answer", of.attributes.join(", ")))
                .found(refused.why)
                .remedy("ask for other attributes, or for fewer processes")
        })?;
        let records = plan.records.first();
        let width = records.map_or(0, |records| records.values.len());
        let count = plan.count().saturating_mul(width as u64);
        if count > MOST_VALUES {
            return Err(error_note(
                name,
                "the answer is too long for a page".to_owned(),
                format!("{} values", thousands(count)),
                format!("{} at most", thousands(MOST_VALUES)),
                "ask about fewer iterations, processes or attributes, or use `loopscope ask`"
                    .to_owned(),
            ));
        }
        let values = records.into_iter().flat_map(|records| &records.values);
        let pairs = values.into_iter().any(|value| value.is == Is::Late);
        let reading = Reading { pairs, ..Reading::default() };
        Ok(Job { of: of.clone(), query, plan, values: vec![Vec::new(); width], reading })
    }

    /// How many records there are.
    pub(super) fn count(&self) -> usize {
        self.plan.count() as usize
    }

    /// Does a slice; `None` if nothing is left to do.
    fn step(&mut self, name: &str, columns: &mut TraceColumns) -> Result<Option<AskReply>, Note> {
        let refused = |why: String| Note::error(name, why);
        let Job { plan, values, reading, .. } = self;
        if reading.done {
            return Ok(None);
        }
        let processes = plan.processes.len() as f64;
        if let Some(&(process, _)) = plan.processes.get(reading.prepared) {
            if columns.prepare(process, CALLS) {
                reading.prepared += 1;
            }
        } else if reading.pairs {
            reading.pairs = !columns.prepare_early(CALLS);
        } else if !reading.checked {
            check(plan, columns).map_err(|why| refused(why.to_string()))?;
            reading.checked = true;
        }
        if reading.checked {
            let mut read = 0;
            while read < VALUES {
                let batch = reading.running.next(plan, columns);
                let batch = batch.map_err(|why| refused(why.to_string()))?;
                let Some(batch) = batch else {
                    reading.done = true;
                    return Ok(None);
                };
                read += batch.values.len().max(1);
                let width = values.len();
                for (at, list) in values.iter_mut().enumerate() {
                    list.extend(super::every(&batch.values, width, at));
                }
            }
        }
        let known = values.first().map_or(0, Vec::len) as f64 / plan.count().max(1) as f64;
        let done = reading.prepared as f64 + known;
        Ok(Some(AskReply::Working { done, total: processes + 1.0 }))
    }
}

impl Ranging {
    fn new(model: &Model, of: &AskQuery) -> Result<Ranging, Note> {
        let construct = model.construct(construct_of(model, of.construct)?);
        let names = loopscope_core::extract::query::attributes(construct);
        let names = names.iter().map(|it| it.name().to_owned()).collect();
        Ok(Ranging { of: of.clone(), ranges: Vec::new(), names, under_way: None })
    }

    /// Does a slice of one attribute.
    fn step(
        &mut self,
        name: &str,
        model: &Model,
        columns: &mut TraceColumns,
    ) -> Result<AskReply, Note> {
        let working =
            AskReply::Working { done: self.ranges.len() as f64, total: self.names.len() as f64 };
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
