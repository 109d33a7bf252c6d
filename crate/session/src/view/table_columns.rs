//! Judges the fields that the columns of a table are taken for, and shows the events of its first rows.

use loopscope_core::symbols::Signature;
use loopscope_core::trace::{TraceBuilder, View};
use loopscope_formats::csv_events::{columns, Mapping, Proposal, FORMAT};
use loopscope_formats::Field;
use loopscope_formats::{process_number, FileInfo, Note, Notes};

use crate::open::columns::{Fate, Table};
use crate::options::OptionChoices;
use crate::wire::{TableColumn, TableColumns, TableFate};

/// The most rows that are shown.
const SHOWN: usize = 5;

/// The most processes of the first rows that are shown, and the most events of each.
const SHOWN_EVENTS: (usize, usize) = (2, 4);

impl TableColumns {
    /// The fields that the columns of a file are taken for. `head` is its beginning. `None` if it is no table with a
    /// header.
    pub fn of(file: &str, head: &[u8]) -> Option<Self> {
        Some(Self::begun(file, &String::from_utf8_lossy(head)).with(columns(head)?))
    }

    /// The judgement if these fields, given by name, are chosen for the columns.
    #[inline(never)] // of a part that a first visit does not need
    pub fn judged(file: &str, head: &str, fields: &[String]) -> Option<Self> {
        let mut proposal = columns(head.as_bytes())?;
        for (column, chosen) in proposal.columns.iter_mut().zip(fields) {
            column.field = Field::from_name(chosen);
        }
        Some(Self::begun(file, head).with(proposal))
    }

    fn begun(file: &str, head: &str) -> Self {
        Self { file: file.to_owned(), files: 1, fate: TableFate::Asked, head: head.to_owned(), ..Self::default() }
    }

    fn with(mut self, proposal: Proposal) -> Self {
        let sample = |at: usize| {
            let rows = proposal.rows.iter().take(SHOWN);
            rows.map(|row| row.get(at).cloned().unwrap_or_default()).collect()
        };
        let column = |(at, it): (usize, &loopscope_formats::csv_events::Column)| TableColumn {
            title: it.title.clone(),
            field: it.field.map_or("", Field::name).to_owned(),
            samples: sample(at),
            doubt: String::new(),
        };
        self.columns = proposal.columns.iter().enumerate().map(column).collect();
        self.fields = Field::ALL.iter().map(|field| field.name().to_owned()).collect();
        self.doubts.clear();
        for doubt in proposal.doubts(process_number(&self.file).is_some()) {
            match doubt.column.and_then(|at| self.columns.get_mut(at)) {
                Some(column) => column.doubt = doubt.what,
                None => self.doubts.push(doubt.what),
            }
        }
        (self.problem, self.events) = match proposal.problem() {
            Some(problem) => (problem.to_owned(), Vec::new()),
            None => match first_events(&self.file, &self.head, proposal.mapping()) {
                Ok(events) => (String::new(), events),
                Err(note) => {
                    // The reader speaks of the whole file; only the reason holds for these rows.
                    let why = note.what.rsplit(": ").next().unwrap_or_default();
                    (format!("the first rows give no event, {why}"), Vec::new())
                }
            },
        };
        self
    }

    /// The chosen fields, see [`mapping`].
    pub fn mapping(&self) -> Mapping {
        mapping(self.columns.iter().map(|it| (it.title.clone(), it.field.clone())))
    }
}

/// A choice of fields from pairs of a title and the name of a field. A column whose field is unknown is ignored.
pub fn mapping(columns: impl IntoIterator<Item = (String, String)>) -> Mapping {
    let columns = columns.into_iter();
    Mapping { columns: columns.map(|(title, field)| (title, Field::from_name(&field))).collect() }
}

impl From<&Table> for TableColumns {
    fn from(table: &Table) -> Self {
        let begun = Self::begun(&table.file, &table.head);
        let begun = Self { files: table.files, fate: fate(table.fate), ..begun };
        let Some(mut proposal) = columns(table.head.as_bytes()) else { return begun };
        for (column, (_, field)) in proposal.columns.iter_mut().zip(&table.mapping.columns) {
            column.field = *field;
        }
        begun.with(proposal)
    }
}

/// The first events of a table under a choice of fields: a line for each of a few processes.
fn first_events(file: &str, head: &str, mapping: Mapping) -> Result<Vec<String>, Note> {
    let tagged = mapping.columns.iter().any(|(_, field)| *field == Some(Field::Tag));
    let info = FileInfo { columns: Some(mapping.into()), ..FileInfo::new(file) };
    let (mut trace, mut notes) = (TraceBuilder::new(1 << 20), Notes::new());
    trace.begin_source(file);
    notes.begin_file(file);
    if let Some(mut reader) = FORMAT.reader(&info) {
        reader.read(head.as_bytes(), &mut trace, &mut notes)?;
        reader.finish(&mut trace, &mut notes)?;
    }
    trace.end_source();
    trace.assign_numbers();
    let trace = trace.finish();
    // If there are MPI calls, rows are shown as calls.
    let view = trace.views().contains(&View::Calls).then_some(View::Calls);
    let mut options = OptionChoices { view, ..OptionChoices::default() }.resolve(file, &trace)?;
    // A user who chooses a column of tags expects to see them here.
    let tags = Signature::parse("name,peer,tag,bytes,comm,op,root").ok();
    if let (Some(signature), true) = (tags, tagged && view.is_some()) {
        options.signature = signature;
    }
    let (processes, events) = SHOWN_EVENTS;
    let line = |process: &std::sync::Arc<loopscope_core::trace::Process>| {
        let first = process.events(options.view)?.into_iter().take(events);
        let table = trace.table();
        let texts = first.map(|it| options.signature.text(table.record(it), process.id, table));
        Some(format!("process {}: {}", process.id, texts.collect::<Vec<_>>().join(" · ")))
    };
    Ok(trace.processes().iter().filter_map(line).take(processes).collect())
}

fn fate(fate: Fate) -> TableFate {
    match fate {
        Fate::Events => TableFate::Events,
        Fate::Numbers => TableFate::Numbers,
        Fate::LeftOut => TableFate::LeftOut,
        Fate::Asked => TableFate::Asked,
    }
}
