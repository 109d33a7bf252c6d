//! Builds a trace while files are being read: each distinct event once, each process as a column of numbers.

use crate::small_sort::SmallSort;
use std::cmp::Ordering;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::values::Refused;
use super::{
    DrainedColumns, GroupId, NameId, Notation, Number, Precision, Process, ProcessId, Record, RecordId, Sequence,
    Table, Trace, Values, View, MAX_FIELDS,
};

/// Why a trace cannot grow any further, or not in that way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// A second file holds events of a process that another file has already given.
    TwoSources {
        /// The process both claim.
        process: ProcessId,
        /// The file that had it first.
        first: Arc<str>,
        /// The file that claims it again.
        second: Arc<str>,
    },
    /// The trace would need more memory than was allowed.
    TooLarge {
        /// Bytes kept so far.
        kept: u64,
        /// Bytes that may be kept.
        limit: u64,
    },
    /// A tuple has another number of fields than those before it, or than a tuple may have.
    OtherArity {
        /// Numbers in those before, or 1 to the most that there may be.
        expected: usize,
        /// Numbers in this one.
        found: usize,
    },
    /// A field would hold both numbers below 0 and numbers from 2^63 on, which no type of 64 bits
    /// can.
    MixedSigns {
        /// What the field is called.
        field: Box<str>,
        /// Its index.
        index: usize,
    },
}

impl std::fmt::Display for BuildError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TwoSources { process, first, second } => {
                write!(f, "process {process} is in two files, {first} and {second}")
            }
            Self::TooLarge { kept, limit } => {
                write!(f, "the trace needs more than {limit} bytes ({kept} kept so far)")
            }
            Self::OtherArity { expected, found } => {
                write!(f, "a tuple has {found} numbers instead of {expected}")
            }
            Self::MixedSigns { field, .. } => write!(
                f,
                "the field {field} has numbers below 0 and others from 2^63 on, which do not fit 64 bits together"
            ),
        }
    }
}

impl std::error::Error for BuildError {}

/// Stands for a number not known yet; no process can have it, as it is above [`ProcessId::MAX`].
const UNNUMBERED: ProcessId = ProcessId(u32::MAX);

/// A process that is being read: the handle that [`TraceBuilder::push`] takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessSlot(pub(super) usize);

/// Collects events, file by file, into a [`Trace`].
///
/// A process belongs to the file that named it first; when another file claims it, that is
/// refused, because the order of events between two files is not known.
#[derive(Debug)]
pub struct TraceBuilder {
    table: Arc<Table>,
    pub(super) processes: Vec<Process>,
    /// How many processes were opened before each of `processes`.
    pub(super) serials: Vec<u32>,
    opened: u32,
    slots: FxHashMap<ProcessId, ProcessSlot>,
    /// Processes of files that are read to their end.
    pub(super) finished: Vec<Arc<Process>>,
    pub(super) unnumbered: Vec<(u32, Process)>,
    pub(super) assigned_ranks: Vec<(u32, ProcessId)>,
    /// Whether items are handed out instead of kept.
    pub(super) streaming: bool,
    /// What finished processes had left.
    pub(super) drained: Vec<DrainedColumns>,
    finished_ids: FxHashMap<ProcessId, Arc<str>>,
    source: Arc<str>,
    /// Events and tuples of all processes.
    events: u64,
    /// Bytes that they take.
    pub(super) item_bytes: u64,
    pub(super) limit: u64,
    /// How exactly times are kept.
    pub(super) precision: Precision,
    keeps_arguments: bool,
}

impl TraceBuilder {
    /// A builder that refuses to keep more than `limit` bytes.
    pub fn new(limit: u64) -> Self {
        Self {
            table: Arc::default(),
            processes: Vec::new(),
            serials: Vec::new(),
            opened: 0,
            slots: FxHashMap::default(),
            finished: Vec::new(),
            unnumbered: Vec::new(),
            assigned_ranks: Vec::new(),
            streaming: false,
            drained: Vec::new(),
            finished_ids: FxHashMap::default(),
            source: "".into(),
            events: 0,
            item_bytes: 0,
            limit,
            precision: Precision::Exact,
            keeps_arguments: false,
        }
    }

    /// Asks readers for the arguments of calls that records do not hold: as the site of each call, in the words of
    /// [`CallArguments`](super::CallArguments), instead of its place in the program. Readers that do not know them keep the place.
    pub fn keep_arguments(&mut self) {
        self.keeps_arguments = true;
    }

    /// Whether they are asked for.
    pub fn keeps_arguments(&self) -> bool {
        self.keeps_arguments
    }

    /// The events that follow come from this file, until the next call or [`end_source`](Self::end_source).
    pub fn begin_source(&mut self, name: &str) {
        self.end_source();
        self.source = name.into();
    }

    /// The current file is read to its end: its processes are complete.
    pub fn end_source(&mut self) {
        self.slots.clear();
        for (mut process, serial) in self.processes.drain(..).zip(self.serials.drain(..)) {
            if self.streaming {
                self.item_bytes -= process.kept_bytes();
                self.drained.push(DrainedColumns::from_process(&mut process, serial, true));
            }
            self.item_bytes = self.item_bytes.wrapping_add_signed(process.columns.finish_timing());
            let columns = &mut process.columns;
            for events in [&mut columns.calls, &mut columns.communication].into_iter().flatten() {
                events.shrink();
            }
            if let Some(values) = &mut columns.values {
                values.shrink();
            }
            if process.id == UNNUMBERED {
                self.unnumbered.push((serial, process));
            } else {
                self.finished_ids.insert(process.id, process.source.clone());
                self.finished.push(Arc::new(process));
            }
        }
    }

    /// Forgets everything the current file has given.
    pub fn abandon_source(&mut self) {
        self.slots.clear();
        self.serials.clear();
        for process in self.processes.drain(..) {
            for view in View::ALL {
                self.events -= process.len(view).unwrap_or(0) as u64;
            }
            self.item_bytes -= process.kept_bytes();
        }
    }

    /// The slot of a process, opened if this file has not named it yet.
    ///
    /// # Errors
    /// [`BuildError::TwoSources`] if another file holds events of that process.
    pub fn process(&mut self, id: ProcessId) -> Result<ProcessSlot, BuildError> {
        if let Some(&slot) = self.slots.get(&id) {
            return Ok(slot);
        }
        if let Some(first) = self.finished_ids.get(&id) {
            let (first, second) = (first.clone(), self.source.clone());
            return Err(BuildError::TwoSources { process: id, first, second });
        }
        let slot = self.open_process(id);
        self.slots.insert(id, slot);
        Ok(slot)
    }

    /// Whether a finished file holds that process.
    pub fn is_taken(&self, id: ProcessId) -> bool {
        self.finished_ids.contains_key(&id)
    }

    /// The id of a name, stored once.
    ///
    /// # Errors
    /// [`BuildError::TooLarge`] if the limit is reached.
    pub fn name(&mut self, name: &str) -> Result<NameId, BuildError> {
        Arc::make_mut(&mut self.table).intern_name(name).ok_or_else(|| self.too_large())
    }

    /// The id of a set of processes, stored once; any order, repetitions allowed.
    ///
    /// # Errors
    /// [`BuildError::TooLarge`] if the limit is reached.
    pub fn group(&mut self, members: Vec<u32>) -> Result<GroupId, BuildError> {
        Arc::make_mut(&mut self.table).intern_group(members).ok_or_else(|| self.too_large())
    }

    /// The same of a set that is given as ranges, each from its first process to its last; any order, and they may
    /// overlap. What a line of the native text form says costs O(ranges), however many processes they name.
    ///
    /// # Errors
    /// [`BuildError::TooLarge`] if the limit is reached.
    pub fn group_of_ranges(&mut self, ranges: &[(u32, u32)]) -> Result<GroupId, BuildError> {
        Arc::make_mut(&mut self.table).intern_ranges(ranges).ok_or_else(|| self.too_large())
    }

    /// The id of a record, stored once.
    ///
    /// # Errors
    /// [`BuildError::TooLarge`] if the limit is reached.
    pub fn record(&mut self, record: Record) -> Result<RecordId, BuildError> {
        let id = Arc::make_mut(&mut self.table).intern_record(record);
        let id = id.ok_or_else(|| self.too_large())?;
        self.check_size()?;
        Ok(id)
    }

    /// Appends an event to a process, in one of its views; nothing happens in [`View::Values`],
    /// whose items are tuples.
    ///
    /// The size is checked every 65,536 events, so that a push costs one store.
    ///
    /// # Errors
    /// [`BuildError::TooLarge`] if the limit is reached.
    pub fn push(&mut self, slot: ProcessSlot, view: View, record: RecordId) -> Result<(), BuildError> {
        if let Some(process) = self.processes.get_mut(slot.0) {
            let events = match view {
                View::Calls => &mut process.columns.calls,
                View::Communication => &mut process.columns.communication,
                View::Values => return Ok(()),
            };
            let events = events.get_or_insert_with(Sequence::default);
            let grown = events.push(record);
            self.events += 1;
            self.item_bytes = self.item_bytes.wrapping_add_signed(grown);
            if self.events.is_multiple_of(65_536) {
                self.check_size()?;
            }
        }
        Ok(())
    }

    /// Appends events as one [`push`](Self::push) of each would, at the cost of copying them.
    ///
    /// # Errors
    /// [`BuildError::TooLarge`] if the limit is reached.
    pub fn push_all(&mut self, slot: ProcessSlot, view: View, records: &[RecordId]) -> Result<(), BuildError> {
        let Some(process) = self.processes.get_mut(slot.0) else { return Ok(()) };
        let events = match view {
            View::Calls => &mut process.columns.calls,
            View::Communication => &mut process.columns.communication,
            View::Values => return Ok(()),
        };
        if records.is_empty() {
            return Ok(());
        }
        let grown = events.get_or_insert_with(Sequence::default).push_all(records);
        let before = self.events;
        self.events += records.len() as u64;
        self.item_bytes = self.item_bytes.wrapping_add_signed(grown);
        match before / 65_536 < self.events / 65_536 {
            true => self.check_size(),
            false => Ok(()),
        }
    }

    /// Says that a process has tuples of these fields: what each is called, and how its numbers are
    /// best written. What it said before stays if it has tuples already.
    ///
    /// # Errors
    /// [`BuildError::OtherArity`] if there is no field, or more than [`MAX_FIELDS`].
    pub fn begin_values(&mut self, slot: ProcessSlot, fields: &[(&str, Notation)]) -> Result<(), BuildError> {
        if !(1..=MAX_FIELDS).contains(&fields.len()) {
            let expected = if fields.is_empty() { 1 } else { MAX_FIELDS };
            return Err(BuildError::OtherArity { expected, found: fields.len() });
        }
        if let Some(process) = self.processes.get_mut(slot.0) {
            if process.columns.values.as_ref().is_none_or(Values::is_empty) {
                process.columns.values = Some(Values::new(fields.iter().copied()));
            }
        }
        Ok(())
    }

    /// Appends a tuple to a process for which [`begin_values`](Self::begin_values) was called;
    /// nothing happens without. The tuple is appended whole or not at all.
    ///
    /// The size is checked every 65,536 items. O(fields).
    ///
    /// # Errors
    /// [`BuildError::OtherArity`] if it has another number of fields,
    /// [`BuildError::MixedSigns`] if a field cannot hold its number together with those before,
    /// [`BuildError::TooLarge`] if the limit is reached or memory is out.
    #[inline]
    pub fn push_tuple(
        &mut self,
        slot: ProcessSlot,
        label: Option<NameId>,
        numbers: &[Number],
    ) -> Result<(), BuildError> {
        let values = self.processes.get_mut(slot.0).and_then(|process| process.columns.values.as_mut());
        let Some(values) = values else { return Ok(()) };
        match values.push(label, numbers) {
            Ok(bytes) => self.item_bytes += bytes,
            Err(refused) => return Err(self.refused(slot, refused, numbers.len())),
        }
        self.events += 1;
        if self.events.is_multiple_of(65_536) {
            self.check_size()?;
        }
        Ok(())
    }

    #[cold]
    fn refused(&self, slot: ProcessSlot, refused: Refused, found: usize) -> BuildError {
        let values = self.processes.get(slot.0).and_then(|process| process.columns.values.as_ref());
        let columns = values.map_or(&[][..], Values::columns);
        match refused {
            Refused::Arity => BuildError::OtherArity { expected: columns.len(), found },
            Refused::Signs(index) => {
                let field = columns.get(index).map_or("", |column| column.name()).into();
                BuildError::MixedSigns { field, index }
            }
            Refused::Memory => self.too_large(),
        }
    }

    /// Says how the numbers of a field are best written, once that is known; nothing happens if
    /// there is no such field.
    pub fn set_notation(&mut self, slot: ProcessSlot, field: usize, notation: Notation) {
        if let Some(values) = self.processes.get_mut(slot.0).and_then(|p| p.columns.values.as_mut()) {
            values.set_notation(field, notation);
        }
    }

    /// A process of the current file whose number neither content nor file name tells; it gets
    /// one in [`assign_numbers`](Self::assign_numbers).
    pub fn unnumbered_process(&mut self) -> ProcessSlot {
        self.open_process(UNNUMBERED)
    }

    fn open_process(&mut self, id: ProcessId) -> ProcessSlot {
        let slot = ProcessSlot(self.processes.len());
        self.processes.push(Process::new(id, self.source.clone()));
        self.serials.push(self.opened);
        self.opened += 1;
        slot
    }

    /// Gives every process without a number the smallest free one, in natural order of file name
    /// (`run-2` before `run-10`), and returns what was given.
    pub fn assign_numbers(&mut self) -> Vec<(ProcessId, Arc<str>)> {
        self.end_source();
        let mut unnumbered = std::mem::take(&mut self.unnumbered);
        unnumbered.sort_small_by(|(_, a), (_, b)| natural_order(&a.source, &b.source));
        let mut next = 0;
        let mut given = Vec::with_capacity(unnumbered.len());
        for (serial, mut process) in unnumbered {
            while self.finished_ids.contains_key(&ProcessId(next)) {
                next += 1;
            }
            process.id = ProcessId(next);
            self.finished_ids.insert(process.id, process.source.clone());
            self.assigned_ranks.push((serial, process.id));
            given.push((process.id, process.source.clone()));
            self.finished.push(Arc::new(process));
        }
        given
    }

    /// Events and tuples pushed so far, over all processes and views.
    pub fn events(&self) -> u64 {
        self.events
    }

    /// The records, names and groups so far.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Bytes kept so far: at most 4 for an event and 16 for its times, 8 for a number and 4 for the label of a tuple, the
    /// rest for records, names and groups.
    pub fn kept_bytes(&self) -> u64 {
        self.item_bytes + self.table.kept_bytes()
    }

    /// The trace as far as whole files were read: what can be shown while the rest is on its way.
    pub fn so_far(&self) -> Trace {
        let mut processes = self.finished.clone();
        processes.sort_small_by_key(|p| p.id);
        Trace { table: self.table.clone(), processes, precision: self.precision }
    }

    /// How many processes that has; O(1).
    pub fn finished_processes(&self) -> usize {
        self.finished.len()
    }

    /// The finished trace, processes ascending.
    pub fn finish(mut self) -> Trace {
        self.assign_numbers();
        self.finished.sort_small_by_key(|p| p.id);
        Trace { table: self.table, processes: self.finished, precision: self.precision }
    }

    fn check_size(&mut self) -> Result<(), BuildError> {
        if self.kept_bytes() > self.limit && !self.make_room() {
            return Err(self.too_large());
        }
        Ok(())
    }

    fn too_large(&self) -> BuildError {
        BuildError::TooLarge { kept: self.kept_bytes(), limit: self.limit }
    }
}

/// Compares names as people order them: digits by value, the rest by character.
pub fn natural_order(a: &str, b: &str) -> Ordering {
    let (mut a_rest, mut b_rest) = (a, b);
    loop {
        let (a_text, a_after) = split_number(a_rest);
        let (b_text, b_after) = split_number(b_rest);
        let (a_digits, a_next) = a_after;
        let (b_digits, b_next) = b_after;
        let (a_value, b_value) = (a_digits.trim_start_matches('0'), b_digits.trim_start_matches('0'));
        let order = a_text.cmp(b_text).then(a_value.len().cmp(&b_value.len())).then(a_value.cmp(b_value));
        if order != Ordering::Equal {
            return order;
        }
        if a_next.is_empty() || b_next.is_empty() {
            return a_next.len().cmp(&b_next.len()).then(a.cmp(b));
        }
        (a_rest, b_rest) = (a_next, b_next);
    }
}

/// A name as (text before its first digit, (those digits, the rest)).
fn split_number(name: &str) -> (&str, (&str, &str)) {
    let start = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
    let (text, rest) = name.split_at(start);
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    (text, rest.split_at(end))
}
