//! Loads a compressed file as a trace, in slices.

use std::rc::Rc;

use loopscope_core::trace::{Notation, Number, ProcessId, ProcessSlot, Sign, TraceBuilder, View};
use loopscope_formats::notes::Note;

use super::file::{Compressed, Tables};
use super::items::Items;
use super::times::{Failed, TimesReader};

/// A compressed file that is being loaded.
pub(crate) struct Loading {
    file: Rc<Compressed>,
    path: String,
    tables: Option<Tables>,
    process: usize,
    /// The index in [`View::ALL`] of the next view of that process.
    view: usize,
    current: Option<(View, Items, ProcessSlot)>,
    /// The times of its items.
    times: Option<TimesReader>,
    items: u64,
}

impl Loading {
    /// A file of which nothing is loaded. `path` is its name in the names of its sources.
    pub(crate) fn new(file: Compressed, path: &str) -> Self {
        Self {
            file: Rc::new(file),
            path: path.to_owned(),
            tables: None,
            process: 0,
            view: 0,
            current: None,
            times: None,
            items: 0,
        }
    }

    /// The file.
    pub(crate) fn file(&self) -> &Compressed {
        &self.file
    }

    /// The share that is loaded, 0 to 1.
    pub(crate) fn share(&self) -> f64 {
        self.items as f64 / self.file.items().max(1) as f64
    }

    /// Loads about so many items; returns `true` after the last.
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
                let times = &mut self.times;
                let from = Source { file: &self.file, tables: &tables, process: self.process };
                let more = from.load(*view, (items, times), *slot, &mut left, trace)?;
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

    /// Goes to the next view or process; `false` if there is none.
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
        if let Some(times) = &entry.times {
            trace.begin_times(slot, times.tick);
        }
        self.times = TimesReader::new(&self.file, self.process, view, slot);
        let items = Items::new(&self.file, self.process, view);
        self.current = items.map(|items| (view, items, slot));
        Ok(true)
    }
}

/// A process of a file.
struct Source<'a> {
    file: &'a Compressed,
    tables: &'a Tables,
    process: usize,
}

impl Source<'_> {
    /// Loads items until `left` is 0; `false` if there are no more.
    fn load(
        &self,
        view: View,
        (items, times): (&mut Items, &mut Option<TimesReader>),
        slot: ProcessSlot,
        left: &mut usize,
        trace: &mut TraceBuilder,
    ) -> Result<bool, Note> {
        let Some(entry) = self.file.process(self.process) else { return Ok(false) };
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
                    let label = label.and_then(|label| self.tables.names.get(label as usize).copied());
                    numbers.clear();
                    let fields = items.fields().iter().zip(&values.columns);
                    numbers.extend(fields.map(|(&bits, column)| match column.sign {
                        Sign::Signed => Number::from(bits as i64),
                        Sign::Unsigned => Number::from(bits),
                    }));
                    trace.push_tuple(slot, label, &numbers).map_err(Failed::Build)
                }
                (_, Some(flow), _) => {
                    let record = flow.records.get(symbol);
                    let record = record.and_then(|&it| self.tables.records.get(it as usize));
                    match (record, &mut *times) {
                        (Some(&record), Some(times)) => times.push(view, record, trace),
                        (Some(&record), None) => trace.push(slot, view, record).map_err(Failed::Build),
                        (None, _) => Ok(()),
                    }
                }
                _ => Ok(()),
            };
            pushed.map_err(|failed| match failed {
                Failed::File(note) => note,
                Failed::Build(error) => Note::from_build(&error, &entry.source),
            })?;
        }
        Ok(true)
    }
}
