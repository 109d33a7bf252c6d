//! A question of the page with its records, which are read in slices.

use loopscope_core::extract::of_trace::TraceColumns;
use loopscope_core::extract::plan::{plan, Is, Plan};
use loopscope_core::extract::query::{Attribute, Get, Query, Range, Side};
use loopscope_core::extract::run::{check, Running};
use loopscope_core::numbers::thousands;
use loopscope_core::system::Model;
use loopscope_core::trace::ProcessId;
use loopscope_formats::notes::Note;

use super::every;
use super::places::{construct_of, words};
use crate::error_note;
use crate::wire::{AskQuery, AskReply};

/// The most values of an answer, which are kept in memory.
const MOST_VALUES: u64 = 1 << 21;

/// Calls of one slice.
const CALLS: usize = 60_000;

/// Values of one slice.
const VALUES: usize = 1 << 16;

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

/// The question as the model's constructs have it.
fn query_of(name: &str, model: &Model, of: &AskQuery) -> Result<Query, Note> {
    let construct = construct_of(model, of.construct)?;
    let mut attributes = Vec::new();
    for name_of in &of.attributes {
        attributes.push(
            Attribute::named(name_of)
                .ok_or_else(|| Note::error(name, "there is no such attribute").found(name_of.clone()))?,
        );
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
    /// Plans a question; nothing is read yet.
    ///
    /// # Errors
    /// It has no answer, or one of too many values.
    pub(super) fn new(name: &str, model: &Model, of: &AskQuery) -> Result<Self, Note> {
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
                "the answer is too long for a page",
                format!("{} values", thousands(count)),
                format!("{} at most", thousands(MOST_VALUES)),
                "ask about fewer iterations, processes or attributes, or use `loopscope ask`",
            ));
        }
        let values = records.into_iter().flat_map(|records| &records.values);
        let pairs = values.into_iter().any(|value| value.is == Is::Late);
        let reading = Reading { pairs, ..Reading::default() };
        Ok(Self { of: of.clone(), query, plan, values: vec![Vec::new(); width], reading })
    }

    /// How many records there are.
    pub(super) fn count(&self) -> usize {
        self.plan.count() as usize
    }

    /// Does a slice; `None` if nothing is left to do.
    ///
    /// # Errors
    /// The trace lacks what is asked, or clocks disagree.
    pub(super) fn step(&mut self, name: &str, columns: &mut TraceColumns) -> Result<Option<AskReply>, Note> {
        let refused = |why: String| Note::error(name, why);
        let Self { plan, values, reading, .. } = self;
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
                    list.extend(every(&batch.values, width, at));
                }
            }
        }
        let known = values.first().map_or(0, Vec::len) as f64 / plan.count().max(1) as f64;
        let done = reading.prepared as f64 + known;
        Ok(Some(AskReply::Working { done, total: processes + 1.0 }))
    }
}
