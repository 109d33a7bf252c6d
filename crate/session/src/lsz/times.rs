//! Reads the times of one process from a compressed file, and puts them into a trace with its items.

use std::rc::Rc;

use loopscope_core::bytes::Bytes;
use loopscope_core::trace::{Ascending, BuildError, Cursor, ProcessSlot, RecordId, Span, TraceBuilder, View};
use loopscope_formats::notes::Note;

use super::directory::{TimesEntry, MAX_SHIFT};
use super::file::{Compressed, Where};

/// Why an item cannot be put into the trace.
pub(super) enum Failed {
    /// The file is damaged.
    File(Note),
    /// The trace is too large.
    Build(BuildError),
}

impl From<BuildError> for Failed {
    fn from(error: BuildError) -> Self {
        Self::Build(error)
    }
}

/// A stream of packed rows that is being read.
struct RowReader<const K: usize> {
    pieces: Vec<Where>,
    /// The piece that comes next.
    next: usize,
    /// The piece that is being read, and the position in it.
    bytes: Vec<u8>,
    at: usize,
    /// Rows that were written together, and how far they are read.
    list: Ascending<K>,
    cursor: Cursor<K>,
    shift: u8,
}

impl<const K: usize> RowReader<K> {
    fn new(file: &Compressed, stream: u32) -> Self {
        Self {
            pieces: file.pieces(stream).to_vec(),
            next: 0,
            bytes: Vec::new(),
            at: 0,
            list: Ascending::default(),
            cursor: Cursor::default(),
            shift: 0,
        }
    }

    /// The next row, in ticks; `None` after the last.
    fn next(&mut self, file: &Compressed) -> Result<Option<[u64; K]>, Note> {
        loop {
            if let Some(row) = self.cursor.next(&self.list) {
                return Ok(Some(row.map(|time| time << (self.shift & 63))));
            }
            if self.at >= self.bytes.len() {
                let Some(&piece) = self.pieces.get(self.next) else { return Ok(None) };
                self.next += 1;
                let block = file.block(piece.block)?;
                let bytes = block.get(piece.start..).and_then(|rest| rest.get(..piece.bytes));
                self.bytes = bytes.unwrap_or_default().to_vec();
                self.at = 0;
                continue;
            }
            let mut bytes = Bytes::new(self.bytes.get(self.at..).unwrap_or_default());
            let shift = bytes.number::<u8>();
            let list = shift.and_then(|shift| Ok((shift, Ascending::read(&mut bytes)?)));
            match list {
                Ok((shift, list)) if shift <= MAX_SHIFT => {
                    self.at += bytes.position();
                    (self.shift, self.list, self.cursor) = (shift, list, Cursor::default());
                }
                _ => {
                    let block = self.pieces.get(self.next.saturating_sub(1));
                    let block = block.map_or(0, |piece| piece.block as usize);
                    return Err(file.bad_in_block(block, 0, "times cannot be read"));
                }
            }
        }
    }
}

/// The times that events have of their own.
enum OwnTimes {
    /// Of those that are in no call: their positions, the next of them, and their moments.
    Moments(RowReader<1>, Option<u64>, RowReader<1>),
    /// Of all from a position on, each twice.
    From(u64, RowReader<2>),
}

impl OwnTimes {
    fn new(file: &Compressed, times: &TimesEntry) -> Option<Self> {
        if let [Some(positions), Some(moments)] = times.moments {
            let (positions, moments) = (RowReader::new(file, positions), RowReader::new(file, moments));
            return Some(Self::Moments(positions, None, moments));
        }
        let values = |stream: Option<u32>| {
            let entry = stream.and_then(|it| file.directory.streams.get(it as usize));
            entry.map_or(0, |entry| entry.values)
        };
        let first = values(times.events).saturating_sub(values(times.own));
        Some(Self::From(first, RowReader::new(file, times.own?)))
    }

    /// That of the event at a position, which follows the one asked for before; `None` if it has none.
    fn at(&mut self, position: u64, file: &Compressed) -> Result<Option<u64>, Note> {
        match self {
            Self::Moments(positions, next, moments) => {
                if next.is_none_or(|next| next < position) {
                    *next = Some(positions.next(file)?.map_or(u64::MAX, |[next]| next));
                }
                if *next != Some(position) {
                    return Ok(None);
                }
                Ok(moments.next(file)?.map(|[time]| time))
            }
            Self::From(first, _) if position < *first => Ok(None),
            Self::From(_, times) => Ok(times.next(file)?.map(|[time, _]| time)),
        }
    }
}

/// The times of a view of a process.
pub(super) struct TimesReader {
    file: Rc<Compressed>,
    slot: ProcessSlot,
    calls: Option<RowReader<2>>,
    events: Option<RowReader<1>>,
    own: Option<OwnTimes>,
    /// Events that were read.
    position: u64,
    /// Calls that the trace does not have were read up to this, with these times.
    passed: u64,
    span: Span,
}

impl TimesReader {
    /// The times of a view of the process with that index; `None` if the file has none of it.
    pub(super) fn new(file: &Rc<Compressed>, process: usize, view: View, slot: ProcessSlot) -> Option<Self> {
        let entry = file.process(process)?;
        let times = entry.times.as_ref()?;
        let mut reader = Self {
            file: file.clone(),
            slot,
            calls: None,
            events: None,
            own: None,
            position: 0,
            passed: 0,
            span: Span { enter: 0, leave: 0 },
        };
        let is_hidden = entry.calls.is_none();
        if view == View::Calls || (view == View::Communication && is_hidden) {
            reader.calls = times.calls.map(|stream| RowReader::new(file, stream));
        }
        if view == View::Communication {
            reader.events = times.events.map(|stream| RowReader::new(file, stream));
            reader.own = OwnTimes::new(file, times);
        }
        Some(reader)
    }

    /// Appends an item with its times. An item beyond the last times has none.
    pub(super) fn push(&mut self, view: View, record: RecordId, trace: &mut TraceBuilder) -> Result<(), Failed> {
        match view {
            View::Calls => self.push_call(record, trace),
            View::Communication => self.push_event(record, trace),
            View::Values => Ok(()),
        }
    }

    fn push_call(&mut self, record: RecordId, trace: &mut TraceBuilder) -> Result<(), Failed> {
        let times = match &mut self.calls {
            Some(calls) => calls.next(&self.file).map_err(Failed::File)?,
            None => None,
        };
        match times {
            Some([enter, leave]) => trace.push_timed_call(self.slot, record, enter, leave)?,
            None => trace.push(self.slot, View::Calls, record)?,
        }
        Ok(())
    }

    fn push_event(&mut self, record: RecordId, trace: &mut TraceBuilder) -> Result<(), Failed> {
        let call = match &mut self.events {
            Some(events) => events.next(&self.file).map_err(Failed::File)?,
            None => None,
        };
        let Some([call]) = call else {
            trace.push(self.slot, View::Communication, record)?;
            return Ok(());
        };
        let position = self.position;
        self.position += 1;
        let time = match &mut self.own {
            Some(own) => own.at(position, &self.file).map_err(Failed::File)?,
            None => None,
        };
        if let Some(time) = time {
            trace.push_timed_event(self.slot, record, call, time)?;
        } else if let Some(calls) = &mut self.calls {
            // As many as the file has, at most.
            while self.passed <= call {
                let next = calls.next(&self.file).map_err(Failed::File)?;
                let Some([enter, leave]) = next else { break };
                (self.span, self.passed) = (Span { enter, leave }, self.passed + 1);
            }
            trace.push_event_at(self.slot, record, self.span)?;
        } else {
            trace.push_event_of_call(self.slot, record, call)?;
        }
        Ok(())
    }
}
