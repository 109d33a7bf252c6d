//! Turns the items of a process into terms, stream by stream.

use std::io::{self, Write};
use std::sync::Arc;

use loopscope_core::recognize::compress::TermWriter;
use loopscope_core::recognize::{len, FunctionModel, Kind, Options, Recognizer, Term};
use loopscope_core::symbols::Symbol;
use loopscope_core::trace::{Ascending, DrainedColumns, ProcessId, RecordId, Sign, Timing, Values, View};
use rustc_hash::FxHashMap;

use super::directory::{ColumnEntry, Flow, Key, ProcessEntry, TimesEntry, ValuesEntry};
use super::pack::Packer;
use super::settings::Settings;
use super::OWN_STREAMS;

/// The number of values between two checks for flushed terms.
const CHUNK: usize = 4096;

/// A stream that is being encoded.
struct Stream {
    number: u32,
    options: Options,
    recognizer: Recognizer,
    writer: TermWriter,
    /// Values since the last check for flushed terms.
    waiting: usize,
}

impl Stream {
    fn new(options: Options, fields: usize, packer: &mut Packer<impl Write>) -> Self {
        Self {
            number: packer.stream(fields),
            recognizer: Recognizer::new(options.clone()),
            options,
            writer: TermWriter::new(fields),
            waiting: 0,
        }
    }

    fn symbols(&mut self, symbols: &[Symbol], packer: &mut Packer<impl Write>) -> io::Result<()> {
        for chunk in symbols.chunks(CHUNK) {
            self.recognizer.push_symbols(chunk);
            self.flush(packer)?;
        }
        Ok(())
    }

    fn push(&mut self, fields: &[u64], packer: &mut Packer<impl Write>) -> io::Result<()> {
        self.recognizer.push(0, fields);
        self.waiting += 1;
        if self.waiting >= CHUNK {
            self.waiting = 0;
            self.flush(packer)?;
        }
        Ok(())
    }

    /// Writes the terms that have left the stack.
    fn flush(&mut self, packer: &mut Packer<impl Write>) -> io::Result<()> {
        for term in self.recognizer.take_flushed() {
            write(self.number, &mut self.writer, &term, packer)?;
        }
        Ok(())
    }

    /// Writes all terms and begins with an empty stack.
    fn restart(&mut self, packer: &mut Packer<impl Write>) -> io::Result<()> {
        let next = Recognizer::new(self.options.clone());
        for term in std::mem::replace(&mut self.recognizer, next).finish() {
            write(self.number, &mut self.writer, &term, packer)?;
        }
        Ok(())
    }
}

fn write(stream: u32, writer: &mut TermWriter, term: &Term, packer: &mut Packer<impl Write>) -> io::Result<()> {
    let values = if term.depth() == 0 { 1 } else { len(std::slice::from_ref(term)) };
    packer.add(stream, values, |bytes| writer.write(term, bytes))
}

/// A process that is being encoded.
pub(super) struct ProcessEncoder {
    pub(super) serial: u32,
    pub(super) id: Option<ProcessId>,
    pub(super) source: Arc<str>,
    calls: Option<FlowEncoder>,
    communication: Option<FlowEncoder>,
    values: Option<ValuesEncoder>,
    times: Option<TimesEntry>,
}

impl ProcessEncoder {
    pub(super) fn new(taken: &DrainedColumns) -> Self {
        Self {
            serial: taken.serial,
            id: taken.id,
            source: taken.source.clone(),
            calls: None,
            communication: None,
            values: None,
            times: None,
        }
    }

    /// Encodes items; returns their number.
    pub(super) fn push(
        &mut self,
        taken: &DrainedColumns,
        settings: &Settings,
        packer: &mut Packer<impl Write>,
    ) -> io::Result<u64> {
        let mut count = 0;
        for (view, flow) in [(View::Calls, &mut self.calls), (View::Communication, &mut self.communication)] {
            if let Some(events) = taken.events(view) {
                let flow = flow.get_or_insert_with(|| FlowEncoder::new(settings, packer));
                let mut buffer = Vec::new();
                for index in 0..events.blocks() {
                    flow.push(events.block(index, &mut buffer), packer)?;
                }
                count += events.len() as u64;
            }
        }
        if let Some(values) = taken.values() {
            let encoder = self.values.get_or_insert_with(|| ValuesEncoder::new(values, settings, packer));
            encoder.push(values, settings, packer)?;
            count += values.len() as u64;
        }
        if let Some(times) = taken.times().filter(|_| settings.times) {
            let tick = times.calls().tick();
            let entry = self.times.get_or_insert_with(|| TimesEntry::new(tick));
            write_times(times, entry, packer)?;
        }
        if taken.ended {
            for flow in [&mut self.calls, &mut self.communication].into_iter().flatten() {
                flow.stream.restart(packer)?;
                flow.known = FxHashMap::default();
            }
            if let Some(values) = &mut self.values {
                values.end(packer)?;
            }
        }
        Ok(count)
    }

    /// Its entry in the directory.
    pub(super) fn entry(self, number: ProcessId) -> ProcessEntry {
        let flow = |flow: FlowEncoder| Flow { stream: flow.stream.number, records: flow.records };
        ProcessEntry {
            number: number.0,
            source: self.source.to_string(),
            calls: self.calls.map(flow),
            communication: self.communication.map(flow),
            values: self.values.map(|values| values.entry),
            times: self.times,
        }
    }
}

/// Appends times to their streams, packed as they are.
fn write_times(times: &Timing, entry: &mut TimesEntry, packer: &mut Packer<impl Write>) -> io::Result<()> {
    // The unit may have become longer.
    entry.tick = times.calls().tick();
    write_rows(times.calls().rows(), entry.tick.shift, &mut entry.calls, packer)?;
    write_rows(times.call_of_event(), 0, &mut entry.events, packer)?;
    let Some(moments) = times.moments() else { return Ok(()) };
    let [positions, times] = &mut entry.moments;
    write_rows(moments.positions(), 0, positions, packer)?;
    write_rows(moments.times(), entry.tick.shift, times, packer)
}

fn write_rows<const K: usize>(
    rows: &Ascending<K>,
    shift: u8,
    stream: &mut Option<u32>,
    packer: &mut Packer<impl Write>,
) -> io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let stream = *stream.get_or_insert_with(|| packer.stream(0));
    packer.add(stream, rows.len() as u64, |out| {
        out.push(shift);
        rows.write(out);
        true
    })
}

/// SMAX and NFLUSH for a K.
fn streaming(k: usize, model: FunctionModel, fields: Vec<Kind>) -> Options {
    Options { k, model, smax: Some(k.saturating_mul(8)), nflush: k, fields }
}

/// Events as symbols, numbered in order of first appearance.
struct FlowEncoder {
    stream: Stream,
    known: FxHashMap<RecordId, u32>,
    records: Vec<u32>,
}

impl FlowEncoder {
    fn new(settings: &Settings, packer: &mut Packer<impl Write>) -> Self {
        let options = streaming(settings.k_symbols, FunctionModel::Constant, Vec::new());
        let stream = Stream::new(options, 0, packer);
        Self { stream, known: FxHashMap::default(), records: Vec::new() }
    }

    fn push(&mut self, events: &[RecordId], packer: &mut Packer<impl Write>) -> io::Result<()> {
        let (known, records) = (&mut self.known, &mut self.records);
        let mut symbol = |event: &RecordId| {
            Symbol(*known.entry(*event).or_insert_with(|| {
                records.push(event.index() as u32);
                records.len() as u32 - 1
            }))
        };
        for events in events.chunks(1 << 16) {
            let symbols: Vec<Symbol> = events.iter().map(&mut symbol).collect();
            self.stream.symbols(&symbols, packer)?;
        }
        Ok(())
    }
}

/// Tuples: their keys, and for each key the rest of the numbers.
struct ValuesEncoder {
    flow: Stream,
    numbers: Vec<Stream>,
    known: FxHashMap<Key, u32>,
    entry: ValuesEntry,
    /// The kinds of the numbers in the streams.
    kinds: Vec<Kind>,
}

impl ValuesEncoder {
    fn new(values: &Values, settings: &Settings, packer: &mut Packer<impl Write>) -> Self {
        let flow = Stream::new(streaming(settings.k_symbols, FunctionModel::Constant, Vec::new()), 0, packer);
        let split = settings.split_field(values);
        let entry = ValuesEntry { split, flow: flow.number, ..ValuesEntry::default() };
        let (numbers, known, kinds) = (Vec::new(), FxHashMap::default(), Vec::new());
        Self { flow, numbers, known, entry, kinds }
    }

    fn push(&mut self, values: &Values, settings: &Settings, packer: &mut Packer<impl Write>) -> io::Result<()> {
        let column = |column: &loopscope_core::trace::Column| {
            let (name, notation) = (column.name().to_owned(), column.notation());
            ColumnEntry { name, notation, sign: column.sign() }
        };
        self.entry.columns = values.columns().iter().map(column).collect();
        let split = self.entry.split;
        let kept = |&(field, _): &(usize, _)| Some(field) != split;
        let columns: Vec<_> = values.columns().iter().enumerate().filter(kept).collect();
        let kind = |sign| if sign == Sign::Signed { Kind::Signed } else { Kind::Unsigned };
        let kinds: Vec<Kind> = columns.iter().map(|(_, column)| kind(column.sign())).collect();
        if kinds != self.kinds {
            // The first number below 0. Up to here signed and unsigned numbers are the same; no loop may contain both.
            for stream in &mut self.numbers {
                stream.options.fields.clone_from(&kinds);
                stream.restart(packer)?;
            }
            self.kinds = kinds;
        }
        let columns: Vec<&[u64]> = columns.iter().map(|(_, column)| column.bits()).collect();
        let split = split.and_then(|field| values.columns().get(field)).map(|column| column.bits());
        let mut fields = vec![0; columns.len()];
        let mut keys = Vec::with_capacity(CHUNK);
        for at in 0..values.len() {
            let label = values.label(at).map(loopscope_core::trace::NameId::index);
            let number = split.and_then(|bits| bits.get(at)).copied().unwrap_or(0);
            let key = self.key(Key { label, number }, settings, packer);
            keys.push(Symbol(key));
            for (field, bits) in fields.iter_mut().zip(&columns) {
                *field = bits.get(at).copied().unwrap_or_default();
            }
            if let Some(stream) = self.numbers.get_mut((key as usize).min(OWN_STREAMS - 1)) {
                stream.push(&fields, packer)?;
            }
            if keys.len() == CHUNK {
                self.flow.symbols(&keys, packer)?;
                keys.clear();
            }
        }
        self.flow.symbols(&keys, packer)
    }

    /// The number of a key, with a stream for it if it is new.
    fn key(&mut self, key: Key, settings: &Settings, packer: &mut Packer<impl Write>) -> u32 {
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        if self.numbers.len() < OWN_STREAMS {
            let options = streaming(settings.k_numbers, FunctionModel::Polynomial, self.kinds.clone());
            self.numbers.push(Stream::new(options, self.kinds.len(), packer));
        }
        let number = self.entry.keys.len() as u32;
        self.entry.keys.push(key);
        self.known.insert(key, number);
        number
    }

    fn end(&mut self, packer: &mut Packer<impl Write>) -> io::Result<()> {
        self.flow.restart(packer)?;
        for stream in &mut self.numbers {
            stream.restart(packer)?;
        }
        self.entry.numbers = self.numbers.iter().map(|stream| stream.number).collect();
        (self.numbers, self.known) = (Vec::new(), FxHashMap::default());
        Ok(())
    }
}
