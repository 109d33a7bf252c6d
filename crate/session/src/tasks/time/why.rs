//! Why an iteration takes longer than the others, for the terminal: the sentence and the parts that the page shows.

use std::fmt::Write;
use std::sync::Arc;

use loopscope_core::numbers::{counted, duration, thousands};
use loopscope_formats::notes::Note;
use serde_json::json;

use super::builder::Measured;
use super::excess::ExplainIteration;
use super::iterations::{error_of_loop, IterationList};
use super::text::quoted;
use crate::error_note;
use crate::tasks::task::{Slice, Task};
use crate::view::columns::Table;
use crate::wire::{ExcessPart, ExcessRow, ExcessSummary};

/// An iteration beside the others of its loop.
#[derive(Debug)]
pub struct Why {
    id: u32,
    found: ExcessSummary,
}

impl Why {
    /// Compares an iteration of the loop whose iterations were measured with the others: that of this number, from 1, or the one
    /// that stands out most; on the process that takes longest in it. O(calls).
    ///
    /// # Errors
    /// No iterations were measured, or there is no iteration of that number.
    pub fn new(measured: Measured, number: Option<u64>) -> Result<Self, Note> {
        let id = measured.row.unwrap_or(0);
        let list = Arc::new(IterationList::new(measured, id)?);
        let count = list.iterations.len();
        let index = match number {
            None => list.worst().ok_or_else(|| error_of_loop(id))?,
            Some(number) => usize::try_from(number)
                .ok()
                .and_then(|number| number.checked_sub(1))
                .filter(|&index| index < count)
                .ok_or_else(|| error_of_iteration(id, number, count))?,
        };
        let mut task = ExplainIteration::of(list, index, None)?;
        loop {
            match task.step()? {
                Slice::Working(more, _) => task = more,
                Slice::Finished(found, ()) => return Ok(Self { id, found }),
            }
        }
    }

    /// The sentence, then a table of the parts that differ most.
    pub fn text(&self) -> String {
        let found = &self.found;
        let mut out: String = found.sentence.iter().map(|part| part.text.as_str()).collect();
        let numbered = match (found.by_number, found.near) {
            (true, _) => " of that number",
            (_, true) => " around it",
            _ => "",
        };
        let compared = counted(found.compared as u64, "iteration");
        // Writing to a string cannot fail.
        let _ = writeln!(out, "\n\nL{}, process {}; median of {compared}{numbered}\n", self.id, found.process);
        let head = ["here", "median", "difference", "in", "waits for", "what the process does"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        let time = |time: f64| duration(time.max(0.0) as u64);
        for row in &found.rows {
            rows.push(vec![
                time(row.time),
                time(row.median),
                signed(row.time - row.median),
                format!("L{}", row.loop_id),
                row.waits_for.map_or(String::new(), |process| format!("process {process}")),
                doing(row),
            ]);
        }
        let listed: f64 = found.rows.iter().map(|row| row.time - row.median).sum();
        let rest = found.period - found.median - listed;
        let mut last = |[here, median, difference, does]: [String; 4]| {
            rows.push(vec![here, median, difference, String::new(), String::new(), does]);
        };
        if rest != 0.0 {
            last([String::new(), String::new(), signed(rest), "all else".to_owned()]);
        }
        let (period, median) = (found.period, found.median);
        last([time(period), time(median), signed(period - median), "together".to_owned()]);
        Table { rows }.print(&mut out);
        out
    }

    /// The parts as a table with a line of titles; times are whole nanoseconds.
    pub fn csv(&self) -> String {
        let mut out = "iteration,process,loop,part,function,here_ns,median_ns,waits_for\n".to_owned();
        let (index, process) = (self.found.index, self.found.process);
        for row in &self.found.rows {
            let ExcessRow { loop_id, name, time, median, .. } = row;
            let part = match row.part {
                ExcessPart::Computes => "computes",
                ExcessPart::InCall => "in call",
                ExcessPart::Waits => "waits",
            };
            let whom = row.waits_for.map_or(String::new(), |process| process.to_string());
            let name = quoted(name);
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{index},{process},{loop_id},{part},{name},{time},{median},{whom}");
        }
        out
    }

    /// Everything, for other programs: `loopscope-why/1`. Iterations count from 0, times are nanoseconds.
    pub fn document(&self, name: &str) -> String {
        let found = &self.found;
        let sentence: String = found.sentence.iter().map(|part| part.text.as_str()).collect();
        let rows = found.rows.iter().map(|row| {
            json!({
                "loop": row.loop_id,
                "part": row.part,
                "function": row.name,
                "here_ns": row.time as u64,
                "median_ns": row.median as u64,
                "waits_for": row.waits_for,
                "reason": row.reason,
            })
        });
        let value = json!({
            "format": "loopscope-why/1",
            "name": name,
            "loop": self.id,
            "iteration": found.index as u64,
            "process": found.process,
            "period_ns": found.period as u64,
            "median_ns": found.median as u64,
            "compared": found.compared as u64,
            "by_number": found.by_number,
            "near": found.near,
            "sentence": sentence,
            "parts": rows.collect::<Vec<serde_json::Value>>(),
        });
        let mut text = serde_json::to_string_pretty(&value).unwrap_or_default();
        text.push('\n');
        text
    }
}

fn doing(row: &ExcessRow) -> String {
    match row.part {
        ExcessPart::Computes => "computes".to_owned(),
        ExcessPart::InCall => format!("in {}, without its waits", row.name),
        ExcessPart::Waits => format!("waits in {}", row.name),
    }
}

/// A difference with its sign: `+12.0 ms`.
fn signed(difference: f64) -> String {
    let sign = if difference < 0.0 { "-" } else { "+" };
    match difference.abs() as u64 {
        0 => "0".to_owned(),
        far => format!("{sign}{}", duration(far)),
    }
}

fn error_of_iteration(id: u32, number: u64, count: usize) -> Note {
    error_note(
        "",
        format!("L{id} has no such iteration"),
        thousands(number),
        format!("a number from 1 to {}", thousands(count as u64)),
        "see `loopscope time --by iteration`".to_owned(),
    )
}
