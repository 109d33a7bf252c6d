//! Files of an answer, in parts, and programs that find it again. Few visitors save one, so the page loads this when they do.

use loopscope_core::extract::annotate;
use loopscope_core::extract::generate::{c, python, sql};
use loopscope_core::extract::run::Batch;
use loopscope_core::system::Model;
use loopscope_formats::notes::Note;

use super::question::Job;
use super::table::{Table, Writing};
use crate::parquet::write::{Writer, ROWS};
use crate::wire::{AskReply, AskWhat};

/// Records in one part of a file.
const PART: usize = 8_192;

/// A part of a file, from a record on; a Parquet file has one part.
///
/// # Errors
/// The file cannot be written.
pub(super) fn file(name: &str, model: &Model, job: &Job, what: AskWhat, from: f64) -> Result<AskReply, Note> {
    let whole = |text| AskReply::File { text, next: None };
    Ok(match what {
        AskWhat::Csv => part(job, Table::Csv, from as usize),
        AskWhat::Json => part(job, Table::Json, from as usize),
        AskWhat::Parquet => {
            let bytes = parquet(job);
            let bytes = bytes.map_err(|why| Note::error(name, why.to_string()))?;
            AskReply::File { text: bytes.into_iter().map(char::from).collect(), next: None }
        }
        AskWhat::Text => whole(annotate::print(model, &job.query)),
        AskWhat::C => whole(c::print(&job.plan)),
        AskWhat::Python => whole(python::print(&job.plan)),
        _ => whole(sql::print(&job.plan)),
    })
}

fn part(job: &Job, table: Table, from: usize) -> AskReply {
    let to = from.saturating_add(PART).min(job.count());
    let mut batch = Batch { count: to.saturating_sub(from), ..Batch::default() };
    for record in from..to {
        batch.indices.extend(job.indices(record));
        batch.values.extend(job.values.iter().filter_map(|list| list.get(record)));
    }
    let mut writing = Writing::after(table, &job.plan, from > 0);
    let mut text = writing.part(&batch);
    let next = (to < job.count()).then_some(to as f64);
    if next.is_none() {
        text.push_str(&writing.end());
    }
    AskReply::File { text, next }
}

fn parquet(job: &Job) -> std::io::Result<Vec<u8>> {
    let Some(records) = job.plan.records.first() else { return Ok(Vec::new()) };
    let header = records.header();
    let names: Vec<&str> = header.iter().map(String::as_str).collect();
    let mut lists: Vec<Vec<i64>> = vec![Vec::new(); records.loops.len()];
    for record in 0..job.count() {
        for (list, index) in lists.iter_mut().zip(job.indices(record)) {
            list.push(index as i64);
        }
    }
    let all: Vec<&[i64]> = lists.iter().chain(&job.values).map(Vec::as_slice).collect();
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&mut bytes, &names, ROWS)?;
    writer.write(&all)?;
    writer.finish(&[("format", "loopscope-records/1"), ("label", &records.label)])?;
    Ok(bytes)
}
