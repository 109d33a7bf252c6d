//! The columns of a data trace: Parquet files of which only the pages are read that hold what is asked for.

use std::rc::Rc;

use loopscope_core::extract::columns::{Column, Columns, Early, Knowledge, Unreadable};
use loopscope_core::extract::identity::Identity;
use loopscope_core::trace::ProcessId;
use loopscope_formats::notes::{quote, Note};

use super::{ProcessEntry, FORMAT};
use crate::parquet::read::{Counts, File};
use crate::source::ReadAt;

/// A process in one of the files.
struct Part {
    process: ProcessId,
    file: usize,
    /// The row of its first event.
    first: u64,
    identity: Identity,
}

/// A data trace: the files that `loopscope split` wrote, of one process each or of several.
pub struct DataTrace {
    files: Vec<File>,
    /// Ascending by process.
    parts: Vec<Part>,
    early: Option<Early>,
}

impl std::fmt::Debug for DataTrace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DataTrace").field("files", &self.files).finish_non_exhaustive()
    }
}

impl DataTrace {
    /// Reads the footers of files, given by name, but no page.
    ///
    /// # Errors
    /// A file is no Parquet file that is read here, or no data trace; or two files hold the same process.
    pub fn open(files: Vec<(String, Rc<dyn ReadAt>)>) -> Result<Self, Note> {
        let mut trace = Self { files: Vec::new(), parts: Vec::new(), early: None };
        for (name, data) in files {
            let file = File::open(&name, data)?;
            trace.add(&name, file)?;
        }
        trace.parts.sort_by_key(|part| part.process);
        let twice = trace.parts.windows(2).find(|pair| match pair {
            [one, next] => one.process == next.process,
            _ => false,
        });
        if let Some([one, next]) = twice {
            let name = |part: &Part| trace.files.get(part.file).map_or("", |file| file.name());
            return Err(Note::error(name(next), "two files hold the same process")
                .found(format!("process {}, also in {}", one.process, name(one)))
                .expected("each process in one file")
                .remedy("name the files of one data trace"));
        }
        Ok(trace)
    }

    fn add(&mut self, name: &str, file: File) -> Result<(), Note> {
        let not_ours = |found: String| {
            Note::error(name, "the Parquet file is no data trace")
                .found(found)
                .expected(format!("{FORMAT} with the view communication"))
                .remedy("write it with `loopscope split`")
        };
        let format = file.metadata("format").unwrap_or("no format");
        let view = file.metadata("view").unwrap_or("no view");
        if format != FORMAT || view != "communication" {
            return Err(not_ours(format!("{} with {}", quote(format.as_bytes()), quote(view.as_bytes()))));
        }
        let entries: Option<Vec<ProcessEntry>> =
            file.metadata("processes").and_then(|text| serde_json::from_str(text).ok());
        let entries = entries.ok_or_else(|| not_ours("no list of its processes".to_owned()))?;
        let mut first = 0u64;
        for ProcessEntry { process, events, hash } in entries {
            let Ok(hash) = hash.parse::<u64>() else {
                return Err(not_ours(format!("the hash {} of process {process}", quote(hash.as_bytes()))));
            };
            let (process, file) = (ProcessId(process), self.files.len());
            let identity = Identity::of(events, hash);
            self.parts.push(Part { process, file, first, identity });
            first = first.saturating_add(events);
        }
        if first != file.rows() {
            let rows = file.rows();
            return Err(not_ours(format!("{rows} rows where its processes have {first} events")));
        }
        // Each file has those of the whole trace.
        let early = file.metadata("early").and_then(|text| {
            let (messages, early) = text.split_once(' ')?;
            Some(Early { messages: messages.parse().ok()?, early: early.parse().ok()? })
        });
        self.early = self.early.or(early);
        self.files.push(file);
        Ok(())
    }

    fn part(&self, process: ProcessId) -> Option<&Part> {
        let at = self.parts.binary_search_by_key(&process, |part| part.process).ok()?;
        self.parts.get(at)
    }

    /// What was read so far, of all files.
    pub fn counts(&self) -> Counts {
        self.files.iter().map(File::counts).fold(Counts::default(), |sum, file| Counts {
            bytes: sum.bytes + file.bytes,
            pages: sum.pages + file.pages,
        })
    }
}

impl Columns for DataTrace {
    fn processes(&self) -> Vec<ProcessId> {
        self.parts.iter().map(|part| part.process).collect()
    }

    fn source(&self, process: ProcessId) -> String {
        let file = self.part(process).and_then(|part| self.files.get(part.file));
        file.map_or(String::new(), |file| file.name().to_owned())
    }

    fn identity(&mut self, process: ProcessId) -> Option<Identity> {
        self.part(process).map(|part| part.identity)
    }

    fn knows(&mut self, process: ProcessId, what: Knowledge) -> bool {
        let Some(file) = self.part(process).and_then(|part| self.files.get(part.file)) else {
            return false;
        };
        let mut needed = Column::ALL.iter().filter(|column| column.needs() == Some(what));
        needed.all(|column| file.column(column.name()).is_some())
    }

    fn early(&mut self) -> Option<Early> {
        self.early
    }

    fn read(
        &mut self,
        process: ProcessId,
        column: Column,
        positions: &[u64],
        out: &mut Vec<i64>,
    ) -> Result<(), Unreadable> {
        let Some(part) = self.part(process) else {
            return Err(Unreadable(format!("process {process} is in no file")));
        };
        let (first, events, at) = (part.first, part.identity.events, part.file);
        if let Some(past) = positions.iter().find(|&&position| position >= events) {
            return Err(Unreadable(format!("process {process} has {events} events, none at {past}")));
        }
        let lacking = || Unreadable(format!("process {process} has no column '{}'", column.name()));
        let file = self.files.get_mut(at).ok_or_else(lacking)?;
        let place = file.column(column.name()).ok_or_else(lacking)?;
        let rows: Vec<u64> = positions.iter().map(|position| first + position).collect();
        file.read(place, &rows, out).map_err(|note| Unreadable(note.to_string()))
    }
}
