//! Questions to a model: read from annotated text or JSON, answered as records or as a program.
//!
//! What is asked and how it is found is in [`loopscope_core::extract`]; here are the documents ([`document`]), the tables
//! ([`table`]), and messages that name the file.

mod chart;
mod document;
pub(crate) mod job;
pub(crate) mod places;
mod programs;
mod question;
mod shown;
mod table;
pub(crate) mod written;

use loopscope_core::extract::annotate;
use loopscope_core::extract::columns::Columns;
use loopscope_core::extract::generate;
use loopscope_core::extract::plan::{plan, Plan};
use loopscope_core::extract::query::{Attribute, Get, Query, Side};
use loopscope_core::extract::run::{check, Batch, Running};
use loopscope_core::numbers::counted;
use loopscope_core::system::Model;
use loopscope_formats::notes::{Note, Place};

pub use document::{plan_document, query_document};
pub use loopscope_core::extract::columns::Columns as DataColumns;
pub use loopscope_core::extract::of_trace::TraceColumns;
pub use table::Table;

use crate::error_note;
use crate::parquet::write::{Writer, ROWS};
use crate::tasks::time::error_of_loop;

/// What a question is turned into without data: a document or a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The plan, as JSON.
    Plan,
    /// A program in C.
    C,
    /// A program in Python.
    Python,
    /// Queries in SQL.
    Sql,
}

/// Reads a query: annotated text of the model, or JSON.
///
/// # Errors
/// What is wrong, with its line or the number of the question.
pub fn query(name: &str, model: &Model, text: &str) -> Result<Query, Note> {
    if text.trim_start().starts_with('{') {
        return document::read(name, model, text);
    }
    annotate::parse(model, text).map_err(|fault| Note::error(name, fault.what).at(Place::Line(fault.line as u64)))
}

/// The question about each iteration of the loop of that name: these attributes of all its processes.
///
/// # Errors
/// There is no such loop, or a loop has no such attribute.
pub fn of_loop(name: &str, model: &Model, id: u32, attributes: &[String]) -> Result<Query, Note> {
    let Some(named) = model.loop_named(id) else { return Err(error_of_loop(id)) };
    let known = |attribute: &String| {
        Attribute::named(attribute).ok_or_else(|| format!("'{attribute}' is no attribute of a loop"))
    };
    let attributes = attributes.iter().map(known).collect::<Result<Vec<_>, _>>();
    let query = attributes.and_then(|attributes| {
        let get = Get {
            label: format!("L{id}"),
            construct: named.construct,
            side: Side::Before,
            each: true,
            processes: Vec::new(),
            attributes,
            ranges: Vec::new(),
        };
        Query::new(model, vec![get]).map_err(|(_, why)| why)
    });
    query.map_err(|why| Note::error(name, why))
}

/// A query with its plan.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The questions.
    pub query: Query,
    /// What is read for them.
    pub plan: Plan,
}

impl Asked {
    /// Plans a query.
    ///
    /// # Errors
    /// No question is asked, or one has no answer: see [`plan()`].
    pub fn new(name: &str, model: &Model, query: Query) -> Result<Self, Note> {
        if query.gets.is_empty() {
            return Err(error_note(
                name,
                "nothing is asked",
                "no question",
                "one at least",
                "add a line such as: get \"step\" .period -> each",
            ));
        }
        match plan(model, &query) {
            Ok(plan) => Ok(Self { query, plan }),
            Err(refused) => {
                let label = query.gets.get(refused.get).map_or("", |get| &get.label);
                Err(Note::error(name, format!("{label:?} has no answer"))
                    .found(refused.why)
                    .remedy("ask for other attributes, or for fewer processes"))
            }
        }
    }

    /// What it is without data.
    pub fn to(&self, target: Target) -> String {
        match target {
            Target::Plan => plan_document(&self.plan),
            Target::C => generate::c::print(&self.plan),
            Target::Python => generate::python::print(&self.plan),
            Target::Sql => generate::sql::print(&self.plan),
        }
    }

    /// Writes the records in parts, in order.
    ///
    /// # Errors
    /// The data is of another trace, lacks what is asked, or cannot be read; or those of `out`.
    pub fn write<E: From<Box<Note>>>(
        &self,
        name: &str,
        columns: &mut impl Columns,
        table: Table,
        mut out: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut writing = table::Writing::new(table, &self.plan);
        self.each(name, columns, |batch| out(&writing.part(batch)))?;
        out(&writing.end())
    }

    /// Writes the records of the only question as a Parquet file: the indices and the values as columns. Its footer has the label.
    ///
    /// # Errors
    /// There are several questions; or those of [`write`](Self::write).
    pub fn write_parquet<E: From<Box<Note>> + From<std::io::Error>>(
        &self,
        name: &str,
        columns: &mut impl Columns,
        out: &mut impl std::io::Write,
    ) -> Result<(), E> {
        let [records] = self.plan.records.as_slice() else {
            let found = counted(self.plan.records.len() as u64, "question");
            return Err(E::from(Box::new(error_note(
                name,
                "a Parquet file has one table",
                found,
                "one question",
                "ask one at a time, or choose --to csv",
            ))));
        };
        let header = records.header();
        let names: Vec<&str> = header.iter().map(String::as_str).collect();
        let width = records.loops.len();
        let mut writer = Writer::new(out, &names, ROWS)?;
        self.each(name, columns, |batch| -> Result<(), E> {
            let mut lists: Vec<Vec<i64>> = vec![Vec::with_capacity(batch.count); names.len()];
            for (at, list) in lists.iter_mut().enumerate() {
                match at.checked_sub(width) {
                    None => list.extend(every(&batch.indices, width, at).map(|&it| it as i64)),
                    Some(at) => list.extend(every(&batch.values, names.len() - width, at)),
                }
            }
            let lists: Vec<&[i64]> = lists.iter().map(Vec::as_slice).collect();
            Ok(writer.write(&lists)?)
        })?;
        writer.finish(&[("format", "loopscope-records/1"), ("label", &records.label)])?;
        Ok(())
    }

    /// Checks the data and hands over all records.
    fn each<E: From<Box<Note>>>(
        &self,
        name: &str,
        columns: &mut impl Columns,
        mut take: impl FnMut(&Batch) -> Result<(), E>,
    ) -> Result<(), E> {
        let refused = |why: String| E::from(Box::new(Note::error(name, why)));
        check(&self.plan, columns).map_err(|why| refused(why.to_string()))?;
        let mut running = Running::new();
        while let Some(batch) = running.next(&self.plan, columns).map_err(|why| refused(why.to_string()))? {
            take(&batch)?;
        }
        Ok(())
    }
}

/// The numbers of one column of rows that stand one after the other.
fn every<T>(all: &[T], width: usize, column: usize) -> impl Iterator<Item = &T> {
    all.iter().skip(column).step_by(width.max(1))
}
