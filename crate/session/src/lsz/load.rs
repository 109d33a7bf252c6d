//! A compressed file as a trace, in slices.

use std::rc::Rc;

use loopscope_core::trace::{Notation, Number, ProcessId, ProcessSlot, Sign, TraceBuilder, View};
use loopscope_formats::notes::Note;

use super::file::{Compressed, Tables};
use super::items::Items;

/// A compressed file that is becoming a trace.
pub(crate) struct Loading {
    file: Rc<Compressed>,
    path: String,
    tables: Option<Tables>,
    process: usize,
    /// The next of [`View::ALL`] of that process.
    view: usize,
    current: Option<(View, Items, ProcessSlot)>,
    items: u64,
}

impl Loading {
    /// Nothing loaded yet. `path` is what the file is called in the names of its sources.
    pub(crate) fn new(file: Compressed, path: &str) -> Loading {
        Loading {
            file: Rc::new(file),
            path: path.to_owned(),
            tables: None,
            process: 0,
            view: 0,
            current: None,
            items: 0,
        }
    }

    /// The file.
    pub(crate) fn file(&self) -> &Compressed {
        &self.file
    }

    /// How much is done, 0 to 1.
    pub(crate) fn share(&self) -> f64 {
        self.items as f64 / self.file.items().max(1) as f64
    }

    /// Loads about so many items; true if that was all.
    pub(crate) fn step(&mut self, budget: usize, trace: &mut TraceBuilder) -> Result<bool, Note> {
        let tables = match self.tables.take() {
            Some(tables) => tables,
            None => self.file.tables(trace)?,
        };
        let mut left = budget.max(1);
        let done = loop {
            if left == 0 {
                break false;
            }
            if let Some((view, items, slot)) = &mut self.current {
                let before = left;
                let more =
                    load(&self.file, &tables, self.process, *view, items, *slot, &mut left, trace)?;
                self.items += (before - left) as u64;
                if !more {
                    self.current = None;
                }
            } else if !self.next(trace)? {
                break true;
            } else {
                left -= 1;
            }
        };
        self.tables = Some(tables);
        Ok(done)
    }

    /// Goes to the next view of a process; false if there is none.
    fn next(&mut self, trace: &mut TraceBuilder) -> Result<bool, Note> {
        let Some(entry) = self.file.process(self.process) else { return Ok(false) };
        let Some(&view) = View::ALL.get(self.view) else {
            trace.end_source();
            (self.process, self.view) = (self.process + 1, 0);
            return Ok(true);
        };
        let refused = |error| Note::from_build(&error, &self.path);
        if self.view == 0 {
            trace.begin_source(&format!("{}/{}", self.path, entry.source));
        }
        self.view += 1;
        let slot = trace.process(ProcessId(entry.number)).map_err(refused)?;
        if let (View::Values, Some(values)) = (view, &entry.values) {
            let fields = values.columns.iter().map(|column| (&*column.name, column.notation));
            let fields: Vec<(&str, Notation)> = fields.collect();
            trace.begin_values(slot, &fields).map_err(refused)?;
        }
        let items = Items::new(&self.file, self.process, view);
        self.current = items.map(|items| (view, items, slot));
        Ok(true)
    }
}

/// Loads items until `left` is 0; false if there are no more.
#[allow(clippy::too_many_arguments)]
fn load(
    file: &Compressed,
    tables: &Tables,
    process: usize,
    view: View,
    items: &mut Items,
    slot: ProcessSlot,
    left: &mut usize,
    trace: &mut TraceBuilder,
) -> Result<bool, Note> {
    let Some(entry) = file.process(process) else { return Ok(false) };
    let flow = if view == View::Calls { &entry.calls } else { &entry.communication };
    let mut numbers = Vec::new();
    while *left > 0 {
        if !items.advance()? {
            return Ok(false);
        }
        *left -= 1;
        let symbol = items.symbol() as usize;
        let pushed = match (view, flow, &entry.values) {
            (View::Values, _, Some(values)) => {
                let label = values.keys.get(symbol).and_then(|key| key.label);
                let label = label.and_then(|label| tables.names.get(label as usize).copied());
                numbers.clear();
                let fields = items.fields().iter().zip(&values.columns);
                numbers.extend(fields.map(|(&bits, column)| match column.sign {
                    Sign::Signed => Number::from(bits as i64),
                    Sign::Unsigned => Number::from(bits),
                }));
                trace.push_tuple(slot, label, &numbers)
            }
            (_, Some(flow), _) => {
                let record = flow.records.get(symbol);
                match record.and_then(|&record| tables.records.get(record as usize)) {
                    Some(&record) => trace.push(slot, view, record),
                    None => Ok(()),
                }
            }
            _ => Ok(()),
        };
        pushed.map_err(|error| Note::from_build(&error, &entry.source))?;
    }
    Ok(true)
}
