//! The reader of tables of events.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use loopscope_core::numbers::{counted, verb};
use loopscope_core::trace::{BuildError, GroupId, Kind, NameId, ProcessId, Record, RecordId, Span, Tick, TraceBuilder};
use rustc_hash::FxHashMap;

use super::mapping::{is_own_header, matched, PART_REMARK};
use super::row::{part_of_run, too_many, Bad, Row, RowKind, KINDS};
use super::times::{RowTimes, TimeColumns};
use crate::format::{FileInfo, Reader};
use crate::input::byte_map::ByteMap;
use crate::input::fields::Field;
use crate::input::head::BOM;
use crate::input::lines::{Line, Lines};
use crate::input::spreadsheet::{unguarded, unguarded_text};
use crate::input::table::{header_cells, is_nothing, separator, Cells, Mapping, OpenQuote};
use crate::input::words::name_in_one_line;
use crate::mpi::call_args::{CallArgs, DEFAULT_TAG};
use crate::mpi::call_replay::{members, CallReplay};
use crate::mpi::names::{canonical, Class};
use crate::mpi::{Output, Program};
use crate::notes::{Note, Notes, Place, Problem};

/// What a name means.
#[derive(Clone, Copy, Debug)]
struct Named {
    id: NameId,
    /// If it is a call of MPI.
    class: Option<Class>,
    /// The names of its local events.
    enter: Option<NameId>,
    leave: Option<NameId>,
}

/// What a row says besides its times and the arguments of a call.
#[derive(Clone, Copy, Debug)]
struct Meaning {
    process: Option<ProcessId>,
    kind: RowKind,
    named: Named,
}

/// Rows that are remembered: some megabytes.
const MAX_ROWS: usize = 1 << 12;

pub(super) struct EventsReader {
    path: String,
    number: Option<ProcessId>,
    mapping: Option<Arc<Mapping>>,
    lines: Lines,
    state: State,
}

#[derive(Default)]
struct State {
    separator: u8,
    /// What each column is.
    fields: Vec<Option<Field>>,
    /// Columns in front that say no more than when something happened; nothing if there is no use in remembering rows.
    times: Option<usize>,
    /// What rows say without those columns.
    rows: ByteMap<(Meaning, Rc<CallArgs>)>,
    /// Whether there is a column with the other end of messages.
    has_peer: bool,
    time_columns: TimeColumns,
    /// Whether the table has the [header](is_own_header) of this program, so that its rows are plain events.
    own: bool,
    names: ByteMap<Named>,
    kinds: ByteMap<RowKind>,
    groups: FxHashMap<String, Option<GroupId>>,
    processes: Vec<Member>,
    /// By number; the one without a number is not in it.
    ids: FxHashMap<u32, usize>,
    last: Option<(u32, usize)>,
    unnumbered: Option<usize>,
    args: CallArgs,
    /// The last event that stood for itself; most are followed by their like.
    before: Option<(Record, RecordId)>,
    program: Program,
    events: u64,
    bad: u64,
    first_bad: Option<Note>,
    /// Rows that begin before the row above them, and the first of them.
    backwards: u64,
    first_backwards: u64,
}

/// A process of the file.
struct Member {
    replay: CallReplay,
    /// When its last row began.
    began: u64,
}

impl EventsReader {
    pub(super) fn new(file: &FileInfo) -> Self {
        Self {
            path: file.path.clone(),
            number: file.number,
            mapping: file.columns.clone(),
            lines: Lines::default(),
            state: State { rows: ByteMap::of_at_most(MAX_ROWS), ..State::default() },
        }
    }
}

impl Reader for EventsReader {
    fn read(&mut self, chunk: &[u8], trace: &mut TraceBuilder, notes: &mut Notes) -> Result<(), Note> {
        let (state, number, mapping) = (&mut self.state, self.number, self.mapping.as_deref());
        let result = self.lines.read(chunk, |line| state.line(line, number, mapping, trace, notes));
        result.map_err(|error| Note::from_build(&error, &self.path))
    }

    fn finish(&mut self, trace: &mut TraceBuilder, notes: &mut Notes) -> Result<(), Note> {
        let (state, number, mapping) = (&mut self.state, self.number, self.mapping.as_deref());
        let result = self.lines.end(|line| state.line(line, number, mapping, trace, notes));
        let result = result.and_then(|()| state.end(trace, notes));
        result.map_err(|error| Note::from_build(&error, &self.path))?;
        if state.events > 0 {
            return Ok(());
        }
        let what = "the table contains no usable event";
        Err(match state.first_bad.take() {
            Some(first) => Note::unusable(what, first, state.bad),
            None => Note::error(&self.path, what).found("no row with an event").expected("rows below the header"),
        })
    }
}

impl State {
    fn line(
        &mut self,
        line: Line<'_>,
        number: Option<ProcessId>,
        mapping: Option<&Mapping>,
        trace: &mut TraceBuilder,
        notes: &mut Notes,
    ) -> Result<(), BuildError> {
        if notes.awaits_line() {
            notes.following_line(line.number, line.bytes);
        }
        let first = line.number == 1;
        let bytes = line.bytes.strip_prefix(if first { BOM } else { b"" }).unwrap_or(line.bytes);
        if is_nothing(bytes) {
            if let Some(part) = bytes.strip_prefix(PART_REMARK.as_bytes()).filter(|_| self.own) {
                notes.add(Problem::PartOfRun, |file| part_of_run(file, part, line.number));
            }
            return Ok(());
        }
        if self.fields.is_empty() {
            self.header(bytes, mapping);
            return Ok(());
        }
        let timed = self.split_times(bytes);
        if let Some((times, (meaning, args))) =
            timed.and_then(|(times, rest)| Some((times, self.rows.get(rest)?.clone())))
        {
            return self.event(meaning, &args, (times, line.number), trace, notes);
        }
        let mut args = std::mem::take(&mut self.args);
        args.clear();
        let read = if line.too_long {
            Err(Bad {
                problem: Problem::LineTooLong,
                what: "a row is too long",
                found: Cow::Borrowed(bytes),
                expected: "at most 65,536 bytes in a row",
            })
        } else {
            self.row(bytes, &mut args)
        };
        let read = match read {
            Ok(row) if self.time_columns.settle(&row.times) => {
                args.clear();
                self.row(bytes, &mut args)
            }
            read => read,
        };
        let result = match read {
            Ok(row) => self.understand(&row, number, trace).and_then(|meaning| {
                if let Some((_, rest)) = timed {
                    self.remember(rest, meaning, &args);
                }
                self.event(meaning, &args, (row.times, line.number), trace, notes)
            }),
            Err(bad) => {
                self.bad += 1;
                let note = |file: &str| bad.note(file, &line, bytes);
                if self.first_bad.is_none() {
                    self.first_bad = Some(note(notes.file()));
                }
                notes.add(bad.problem, note);
                Ok(())
            }
        };
        self.args = args;
        result
    }

    fn header(&mut self, bytes: &[u8], mapping: Option<&Mapping>) {
        self.separator = separator(bytes).unwrap_or(b',');
        let titles = header_cells(bytes, self.separator).unwrap_or_default();
        self.own = is_own_header(bytes);
        let own = mapping.filter(|mapping| titles.iter().eq(mapping.columns.iter().map(|it| &it.0)));
        let fields = match own {
            Some(mapping) => mapping.columns.iter().map(|column| column.1).collect(),
            None => matched(&titles),
        };
        for field in fields {
            let field = field.filter(|field| !self.fields.contains(&Some(*field)));
            self.fields.push(field);
        }
        if self.fields.is_empty() {
            // So that the header is not looked for again.
            self.fields.push(None);
        }
        self.time_columns = TimeColumns::new(&titles, &self.fields);
        // A time further on makes each row another one.
        let tells = |field: &Option<Field>| field.is_some_and(|field| !field.is_time());
        let times = self.fields.iter().position(tells).unwrap_or(0);
        let later = self.fields.iter().skip(times).flatten();
        self.times = Some(times).filter(|_| !later.copied().any(Field::is_time));
        let has = |field| self.fields.contains(&Some(field));
        self.has_peer = has(Field::Peer) || has(Field::Source) || has(Field::Destination);
        if !has(Field::Name) {
            // The kind of event is all that says what happened.
            for field in &mut self.fields {
                if *field == Some(Field::Kind) {
                    *field = Some(Field::Name);
                }
            }
        }
    }

    /// Parses a row.
    fn row<'a>(&mut self, bytes: &'a [u8], args: &mut CallArgs) -> Result<Row<'a>, Bad<'a>> {
        let mut row = Row::new(self.time_columns.units);
        if memchr::memchr(b'"', bytes).is_none() {
            let mut rest = bytes;
            for field in &self.fields {
                // Cells are short: a search that has to be begun for each takes longer.
                let end = rest.iter().position(|&byte| byte == self.separator);
                let end = end.unwrap_or(rest.len());
                if let Some(field) = field {
                    let cell = rest.get(..end).unwrap_or_default().trim_ascii();
                    row.take(*field, Cow::Borrowed(cell), args)?;
                }
                rest = rest.get(end + 1..).unwrap_or_default();
            }
            if !rest.is_empty() {
                return Err(too_many(bytes));
            }
            return row.named(bytes);
        }
        let mut fields = self.fields.iter();
        for cell in Cells::new(bytes, self.separator) {
            let cell = cell.map_err(|_| Bad {
                problem: Problem::OpenQuote,
                what: "a quotation mark is not closed",
                found: Cow::Borrowed(bytes),
                expected: OpenQuote::EXPECTED,
            })?;
            match fields.next() {
                Some(Some(field)) => row.take(*field, cell.text, args)?,
                Some(None) => {}
                None if cell.text.is_empty() => {}
                None => return Err(too_many(bytes)),
            }
        }
        row.named(bytes)
    }

    /// The times of a row, and the row without them; nothing if it is not to be remembered.
    fn split_times<'a>(&self, bytes: &'a [u8]) -> Option<(RowTimes, &'a [u8])> {
        let (mut times, mut rest) = (RowTimes::default(), bytes);
        for field in self.fields.get(..self.times?)? {
            let end = rest.iter().position(|&byte| byte == self.separator)?;
            let cell = rest.get(..end)?;
            if cell.contains(&b'"') {
                return None;
            }
            if let Some(field) = field {
                times.take(*field, cell.trim_ascii(), &self.time_columns.units);
            }
            rest = rest.get(end + 1..)?;
        }
        Some((times, rest))
    }

    /// Remembers what a row says.
    fn remember(&mut self, rest: &[u8], meaning: Meaning, args: &CallArgs) {
        if !self.rows.has_room(rest) {
            return;
        }
        self.rows.insert(rest, (meaning, Rc::new(args.clone())));
        if self.rows.len() == MAX_ROWS && self.events < 4 * MAX_ROWS as u64 {
            // They hardly repeat.
            self.times = None;
            self.rows.clear();
        }
    }

    /// What a row says.
    fn understand(
        &mut self,
        row: &Row<'_>,
        number: Option<ProcessId>,
        trace: &mut TraceBuilder,
    ) -> Result<Meaning, BuildError> {
        let process = row.process.map(ProcessId).or(number);
        self.member(process, trace)?;
        Ok(Meaning { process, kind: self.kind(&row.kind), named: self.named(&row.name, trace)? })
    }

    /// Takes in a row with its times, in that line.
    fn event(
        &mut self,
        Meaning { process, kind, named }: Meaning,
        args: &CallArgs,
        (times, line): (RowTimes, u64),
        trace: &mut TraceBuilder,
        notes: &mut Notes,
    ) -> Result<(), BuildError> {
        let at = self.member(process, trace)?;
        self.time_columns.flaws.add(times.flaws);
        if let (Some(start), Some(member)) = (times.start(), self.processes.get_mut(at)) {
            if start < member.began {
                self.backwards += 1;
                if self.backwards == 1 {
                    self.first_backwards = line;
                }
            }
            member.began = start;
        }
        self.events += 1;
        let is_moment = times.is_moment();
        let times = times.span().filter(|_| self.time_columns.has_times);
        let place = Place::Line(line);
        match kind {
            // An MPI call has effects, unless other rows give them.
            RowKind::Event(Kind::Call) if named.class.is_some() && !self.own => {}
            RowKind::Event(kind) => {
                let in_call = self.own && !is_moment;
                return self.push_plain_event(kind, at, (named, times, in_call), args, trace);
            }
            _ => {}
        }
        let Some(member) = self.processes.get_mut(at) else { return Ok(()) };
        member.replay.process.set_time(times.map(|(begin, _)| begin));
        let mut out = Output { trace, notes, program: &mut self.program };
        let Some(class) = named.class else {
            let words = match kind {
                RowKind::Enter => named.enter,
                RowKind::Leave => named.leave,
                _ => None,
            };
            return match words {
                Some(words) => member.replay.process.local(words, &mut out),
                None => self.push_plain_event(Kind::Call, at, (named, times, false), args, trace),
            };
        };
        match kind {
            RowKind::Enter => {
                member.replay.process.enter_call(named.id, place, &mut out);
                member.replay.set_site(args, &mut out)
            }
            RowKind::Leave => {
                // What happened inside belongs to an open call alone.
                if member.replay.process.innermost() == Some(named.id) {
                    member.replay.act((named.id, class), args, &mut out)?;
                }
                member.replay.process.leave_call(named.id, place, &mut out)
            }
            _ => member.replay.call((named.id, class), args, times, place, &mut out),
        }
    }

    /// A plain event, without the effects of an MPI call; `in_call`: its times are those of its call.
    fn push_plain_event(
        &mut self,
        kind: Kind,
        at: usize,
        (named, times, in_call): (Named, Option<(u64, u64)>, bool),
        args: &CallArgs,
        trace: &mut TraceBuilder,
    ) -> Result<(), BuildError> {
        let Some(member) = self.processes.get_mut(at) else { return Ok(()) };
        let name = match kind {
            Kind::Send | Kind::Recv => trace.name(kind.name())?,
            _ => named.id,
        };
        let group = match args.comm() {
            "" => None,
            comm => match self.groups.get(comm) {
                Some(&known) => known,
                None => {
                    let members = members(comm, true);
                    let group = members.map(|members| trace.group_of_ranges(&members)).transpose()?;
                    self.groups.insert(comm.to_owned(), group);
                    group
                }
            },
        };
        let op = match args.op() {
            "" => None,
            op => Some(trace.name(unguarded_text(op))?),
        };
        let site = match args.site() {
            "" => None,
            site => Some(trace.name(&name_in_one_line(unguarded_text(site)))?),
        };
        let mut record = Record { site, ..args.record(kind, name, group, op) };
        if matches!(kind, Kind::Send | Kind::Recv) && !self.own {
            record.tag = record.tag.or(DEFAULT_TAG);
        }
        let id = match self.before {
            Some((known, id)) if known == record => id,
            _ => trace.record(record)?,
        };
        self.before = Some((record, id));
        let process = &mut member.replay.process;
        if kind == Kind::Call {
            return process.push_plain_call(id, times, trace);
        }
        if let Some((enter, leave)) = times.filter(|_| in_call) {
            return process.push_event_of_span(id, Span { enter, leave }, trace);
        }
        process.set_time(times.map(|(begin, _)| begin));
        process.push_plain_event(id, trace)
    }

    fn kind(&mut self, word: &[u8]) -> RowKind {
        if word.is_empty() {
            return RowKind::Plain;
        }
        if let Some(&known) = self.kinds.get(word) {
            return known;
        }
        let lower = word.to_ascii_lowercase();
        let kind = KINDS.iter().find(|(known, _)| known.as_bytes() == lower);
        let kind = kind.map_or(RowKind::Plain, |(_, kind)| *kind);
        self.kinds.insert(word, kind);
        kind
    }

    fn named(&mut self, word: &[u8], trace: &mut TraceBuilder) -> Result<Named, BuildError> {
        if let Some(&known) = self.names.get(word) {
            return Ok(known);
        }
        let text = String::from_utf8_lossy(unguarded(word));
        if self.own {
            let id = trace.name(&text)?;
            let named = Named { id, class: None, enter: None, leave: None };
            self.names.insert(word, named);
            return Ok(named);
        }
        let text = name_in_one_line(&text);
        let mut call = canonical(&text);
        if call.is_none() && self.has_peer {
            let with_prefix = format!("MPI_{text}");
            if Class::of(&with_prefix) != Class::Other {
                call = canonical(&with_prefix);
            }
        }
        let named = match call {
            Some(name) => Named { id: trace.name(&name)?, class: Some(Class::of(&name)), enter: None, leave: None },
            None => Named {
                id: trace.name(&text)?,
                class: None,
                enter: Some(trace.name(&format!("enter {text}"))?),
                leave: Some(trace.name(&format!("leave {text}"))?),
            },
        };
        self.names.insert(word, named);
        Ok(named)
    }

    /// The place of a process in `processes`.
    #[inline]
    fn member(&mut self, id: Option<ProcessId>, trace: &mut TraceBuilder) -> Result<usize, BuildError> {
        match (id, self.last) {
            (Some(id), Some((last, at))) if last == id.0 => return Ok(at),
            (None, _) => {
                if let Some(at) = self.unnumbered {
                    return Ok(at);
                }
            }
            _ => {}
        }
        let known = id.and_then(|id| self.ids.get(&id.0)).copied();
        let at = match known {
            Some(at) => at,
            None => {
                let slot = match id {
                    Some(id) => trace.process(id)?,
                    None => trace.unnumbered_process(),
                };
                let replay = CallReplay::new(slot, id.map_or(0, |id| id.0), None, trace)?;
                let at = self.processes.len();
                if self.time_columns.has_times {
                    replay.process.begin_times(Tick::NANOSECOND, trace);
                }
                self.processes.push(Member { replay, began: 0 });
                match id {
                    Some(id) => drop(self.ids.insert(id.0, at)),
                    None => self.unnumbered = Some(at),
                }
                at
            }
        };
        self.last = id.map(|id| (id.0, at));
        Ok(at)
    }

    /// All rows are read.
    fn end(&mut self, trace: &mut TraceBuilder, notes: &mut Notes) -> Result<(), BuildError> {
        let mut out = Output { trace, notes, program: &mut self.program };
        for member in &mut self.processes {
            member.replay.process.finish(&mut out)?;
        }
        if self.processes.len() > 1 {
            self.program.note(trace, notes);
        } else {
            // Other files hold the other ends of the messages.
            self.program.note_own(trace, notes);
        }
        self.time_columns.note(notes);
        if self.backwards > 0 {
            let (count, first) = (self.backwards, self.first_backwards);
            notes.add(Problem::OutOfOrder, |file| {
                Note::warning(file, "the rows of a process are not in order of time")
                    .at(Place::Line(first))
                    .found(format!(
                        "{} {} earlier than the row above",
                        counted(count, "row"),
                        verb(count, "that begins", "that begin")
                    ))
                    .remedy("kept in the order of the file; if that is wrong, sort the table by time")
            });
        }
        Ok(())
    }
}
