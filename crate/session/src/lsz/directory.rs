//! The directory at the end of a file: what the trace is, and where its streams are.
//!
//! Each part has a pair of functions, to write and to read it, so that the two agree.

#[cfg(feature = "compress")]
use loopscope_core::recognize::compress::{put_signed, put_unsigned};
use loopscope_core::recognize::compress::{Bytes, Malformed};
use loopscope_core::trace::{Kind, Notation, ProcessId, Sign, Tick, MAX_FIELDS};

use super::VERSION_WITH_OWN_TIMES;

/// Units of time are at most 2 to this power ticks.
pub(super) const MAX_SHIFT: u8 = 30;

/// The directory: everything except the streams.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Directory {
    /// Name of the format that the trace was read from.
    pub(super) format: String,
    /// K for streams of symbols, and for streams of numbers; for information only.
    pub(super) k: (u64, u64),
    pub(super) names: Vec<String>,
    /// The groups, each as ranges of first and last.
    pub(super) groups: Vec<Vec<(u32, u32)>>,
    pub(super) records: Vec<Entry>,
    /// Ascending by number.
    pub(super) processes: Vec<ProcessEntry>,
    pub(super) streams: Vec<StreamEntry>,
    pub(super) blocks: Vec<BlockEntry>,
}

/// A record; names and groups by index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) kind: Kind,
    pub(super) name: u32,
    pub(super) peer: Option<u32>,
    pub(super) tag: Option<i64>,
    pub(super) group: Option<u32>,
    pub(super) bytes: Option<u64>,
    pub(super) root: Option<u32>,
    pub(super) op: Option<u32>,
    pub(super) site: Option<u32>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ProcessEntry {
    pub(super) number: u32,
    pub(super) source: String,
    pub(super) calls: Option<Flow>,
    pub(super) communication: Option<Flow>,
    pub(super) values: Option<ValuesEntry>,
    pub(super) times: Option<TimesEntry>,
}

/// Times of a process: their unit, and the streams of packed rows as far as there are any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimesEntry {
    pub(super) tick: Tick,
    /// Enter and leave of each call.
    pub(super) calls: Option<u32>,
    /// The call of each event of communication.
    pub(super) events: Option<u32>,
    /// The positions of the events that are in no call, and their moments.
    pub(super) moments: [Option<u32>; 2],
    /// In [`VERSION_WITH_OWN_TIMES`]: twice the time of each of the last events.
    pub(super) own: Option<u32>,
}

impl TimesEntry {
    /// No times yet, in that unit.
    #[cfg(feature = "compress")]
    pub(super) fn new(tick: Tick) -> Self {
        Self { tick, calls: None, events: None, moments: [None; 2], own: None }
    }

    /// Its streams.
    pub(super) fn streams(&self) -> impl Iterator<Item = u32> {
        let [positions, times] = self.moments;
        [self.calls, self.events, positions, times, self.own].into_iter().flatten()
    }
}

/// A stream of symbols and the record that each stands for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Flow {
    pub(super) stream: u32,
    pub(super) records: Vec<u32>,
}

/// Tuples.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ValuesEntry {
    pub(super) columns: Vec<ColumnEntry>,
    /// The field that is part of the key.
    pub(super) split: Option<usize>,
    pub(super) keys: Vec<Key>,
    /// The stream of keys.
    pub(super) flow: u32,
    /// The stream of each key; all further keys share the last one.
    pub(super) numbers: Vec<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ColumnEntry {
    pub(super) name: String,
    pub(super) notation: Notation,
    pub(super) sign: Sign,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Key {
    /// The index of the name that is the label.
    pub(super) label: Option<u32>,
    /// The number in the split field; 0 if there is none.
    pub(super) number: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct StreamEntry {
    pub(super) fields: usize,
    pub(super) values: u64,
}

/// A block of the file and the pieces of streams that it consists of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct BlockEntry {
    /// Bytes in the file.
    pub(super) length: u64,
    /// Ascending by stream.
    pub(super) pieces: Vec<Piece>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) stream: u32,
    pub(super) bytes: u64,
    pub(super) values: u64,
}

impl Directory {
    /// As bytes.
    #[cfg(feature = "compress")]
    pub(super) fn write(&self) -> Vec<u8> {
        let out = &mut Vec::new();
        put_text(out, &self.format);
        put(out, self.k.0);
        put(out, self.k.1);
        put_list(out, &self.names, |out, name| put_text(out, name));
        put_list(out, &self.groups, |out, ranges| {
            let mut free = 0;
            put_list(out, ranges, |out, &(first, last)| {
                put(out, first.wrapping_sub(free));
                put(out, last - first);
                free = last.wrapping_add(1);
            });
        });
        put_list(out, &self.records, |out, entry| {
            put(out, Kind::ALL.iter().position(|kind| *kind == entry.kind).unwrap_or(0) as u64);
            put(out, entry.name);
            let flags = u8::from(entry.peer.is_some())
                | u8::from(entry.tag.is_some()) << 1
                | u8::from(entry.group.is_some()) << 2
                | u8::from(entry.bytes.is_some()) << 3
                | u8::from(entry.root.is_some()) << 4
                | u8::from(entry.op.is_some()) << 5
                | u8::from(entry.site.is_some()) << 6;
            put(out, flags);
            entry.peer.into_iter().for_each(|peer| put(out, peer));
            entry.tag.into_iter().for_each(|tag| put_signed(out, tag.into()));
            entry.group.into_iter().for_each(|group| put(out, group));
            entry.bytes.into_iter().for_each(|bytes| put(out, bytes));
            entry.root.into_iter().for_each(|root| put(out, root));
            entry.op.into_iter().for_each(|op| put(out, op));
            entry.site.into_iter().for_each(|site| put(out, site));
        });
        let mut free = 0;
        put_list(out, &self.processes, |out, process| {
            put(out, process.number.wrapping_sub(free));
            free = process.number.wrapping_add(1);
            write_process(out, process);
        });
        put_list(out, &self.streams, |out, stream| {
            put(out, stream.fields as u64);
            put(out, stream.values);
        });
        put_list(out, &self.blocks, |out, block| {
            put(out, block.length);
            let mut free = 0;
            put_list(out, &block.pieces, |out, piece| {
                put(out, piece.stream.wrapping_sub(free));
                put(out, piece.bytes);
                put(out, piece.values);
                free = piece.stream.wrapping_add(1);
            });
        });
        std::mem::take(out)
    }

    /// From bytes of a file of that version.
    pub(super) fn read(bytes: &[u8], version: u8) -> Result<Self, Malformed> {
        let from = &mut Bytes::new(bytes);
        let directory = Self {
            format: text(from)?,
            k: (from.number()?, from.number()?),
            names: list(from, 1, text)?,
            groups: list(from, 1, |from| {
                let mut free = 0;
                list(from, 2, |from| {
                    let first = from.number::<u32>()?.checked_add(free);
                    let first = first.filter(|&first| first <= ProcessId::MAX);
                    let last = first.ok_or_else(|| from.malformed("a process number is too large"))?;
                    let last = from.number::<u32>()?.checked_add(last);
                    let last = last.filter(|&last| last <= ProcessId::MAX);
                    let last = last.ok_or_else(|| from.malformed("a process number is too large"))?;
                    free = last + 1;
                    Ok((first.unwrap_or_default(), last))
                })
            })?,
            records: list(from, 3, entry)?,
            processes: {
                let mut free = 0;
                list(from, 3, |from| {
                    let number = from.number::<u32>()?.checked_add(free);
                    let number = number.filter(|&number| number <= ProcessId::MAX);
                    let number = number.ok_or_else(|| from.malformed("a process number is too large"))?;
                    free = number + 1;
                    process(from, number, version)
                })?
            },
            streams: list(from, 2, |from| {
                let fields = from.number()?;
                if fields > MAX_FIELDS {
                    return Err(from.malformed("a tuple has too many fields"));
                }
                Ok(StreamEntry { fields, values: from.number()? })
            })?,
            blocks: list(from, 2, |from| {
                let length = from.number()?;
                let mut free = 0u32;
                let pieces = list(from, 3, |from| {
                    let stream = from.number::<u32>()?.checked_add(free);
                    let stream = stream.ok_or_else(|| from.malformed("a stream does not exist"))?;
                    free = stream.saturating_add(1);
                    Ok(Piece { stream, bytes: from.number()?, values: from.number()? })
                })?;
                Ok(BlockEntry { length, pieces })
            })?,
        };
        if !from.is_empty() {
            return Err(from.malformed("there is something behind the directory"));
        }
        Ok(directory)
    }
}

#[cfg(feature = "compress")]
fn write_process(out: &mut Vec<u8>, process: &ProcessEntry) {
    put_text(out, &process.source);
    let views = u8::from(process.calls.is_some())
        | u8::from(process.communication.is_some()) << 1
        | u8::from(process.values.is_some()) << 2
        | u8::from(process.times.is_some()) << 3;
    put(out, views);
    for flow in [&process.calls, &process.communication].into_iter().flatten() {
        put(out, flow.stream);
        let mut before = 0i128;
        put_list(out, &flow.records, |out, &record| {
            put_signed(out, i128::from(record) - before);
            before = record.into();
        });
    }
    if let Some(values) = &process.values {
        write_values(out, values);
    }
    if let Some(times) = &process.times {
        put(out, times.tick.per_second);
        put(out, times.tick.shift);
        let [positions, moments] = times.moments;
        for stream in [times.calls, times.events, positions, moments] {
            put_option(out, stream);
        }
    }
}

#[cfg(feature = "compress")]
fn write_values(out: &mut Vec<u8>, values: &ValuesEntry) {
    put_list(out, &values.columns, |out, column| {
        put_text(out, &column.name);
        let notation = u8::from(column.notation == Notation::Hexadecimal);
        put(out, notation | u8::from(column.sign == Sign::Signed) << 1);
    });
    put_option(out, values.split.map(|field| field as u32));
    put_list(out, &values.keys, |out, key| {
        put_option(out, key.label);
        if values.split.is_some() {
            put(out, key.number);
        }
    });
    put(out, values.flow);
    put_list(out, &values.numbers, |out, &stream| put(out, stream));
}

fn process(from: &mut Bytes<'_>, number: u32, version: u8) -> Result<ProcessEntry, Malformed> {
    let source = text(from)?;
    let views: u8 = from.number()?;
    if views > 15 {
        return Err(from.malformed("a view is unknown"));
    }
    let has = |view: u8| views >> view & 1 == 1;
    let calls = if has(0) { Some(flow(from)?) } else { None };
    let communication = if has(1) { Some(flow(from)?) } else { None };
    let values = if has(2) { Some(values(from)?) } else { None };
    let times = if has(3) { Some(times(from, version)?) } else { None };
    Ok(ProcessEntry { number, source, calls, communication, values, times })
}

fn times(from: &mut Bytes<'_>, version: u8) -> Result<TimesEntry, Malformed> {
    let tick = Tick { per_second: from.number::<u64>()?.max(1), shift: from.number()? };
    if tick.shift > MAX_SHIFT {
        return Err(from.malformed("a unit of time is too long"));
    }
    let (calls, events) = (option(from)?, option(from)?);
    let (moments, own) = match version {
        ..=VERSION_WITH_OWN_TIMES => ([None; 2], option(from)?),
        _ => ([option(from)?, option(from)?], None),
    };
    Ok(TimesEntry { tick, calls, events, moments, own })
}

fn flow(from: &mut Bytes<'_>) -> Result<Flow, Malformed> {
    let stream = from.number()?;
    let mut before = 0i128;
    let records = list(from, 1, |from| {
        let record = from.signed()?.checked_add(before).and_then(|record| u32::try_from(record).ok());
        let record = record.ok_or_else(|| from.malformed("a record does not exist"))?;
        before = record.into();
        Ok(record)
    })?;
    Ok(Flow { stream, records })
}

fn values(from: &mut Bytes<'_>) -> Result<ValuesEntry, Malformed> {
    let columns = list(from, 2, |from| {
        let name = text(from)?;
        let bits: u8 = from.number()?;
        let notation = if bits & 1 == 1 { Notation::Hexadecimal } else { Notation::Decimal };
        let sign = if bits & 2 == 2 { Sign::Signed } else { Sign::Unsigned };
        Ok(ColumnEntry { name, notation, sign })
    })?;
    if !(1..=MAX_FIELDS).contains(&columns.len()) {
        return Err(from.malformed("a tuple has no field, or too many"));
    }
    let split = option(from)?.map(|field| field as usize);
    if split.is_some_and(|field| field >= columns.len()) {
        return Err(from.malformed("a field does not exist"));
    }
    let keys = list(from, 1, |from| {
        let label = option(from)?;
        Ok(Key { label, number: if split.is_some() { from.number()? } else { 0 } })
    })?;
    Ok(ValuesEntry { columns, split, keys, flow: from.number()?, numbers: list(from, 1, Bytes::number)? })
}

fn entry(from: &mut Bytes<'_>) -> Result<Entry, Malformed> {
    let kind = Kind::ALL.get(from.number::<usize>()?).copied();
    let kind = kind.ok_or_else(|| from.malformed("a kind of event is unknown"))?;
    let name = from.number()?;
    let flags: u32 = from.number()?;
    if flags > 127 {
        return Err(from.malformed("an event says what this version does not know"));
    }
    let has = |flag: u32| flags >> flag & 1 == 1;
    let peer = if has(0) { Some(from.number()?) } else { None };
    let tag = match has(1) {
        true => Some(i64::try_from(from.signed()?).map_err(|_| from.malformed("a tag is too large"))?),
        false => None,
    };
    let group = if has(2) { Some(from.number()?) } else { None };
    let bytes = if has(3) { Some(from.number()?) } else { None };
    let root = if has(4) { Some(from.number()?) } else { None };
    let op = if has(5) { Some(from.number()?) } else { None };
    let site = if has(6) { Some(from.number()?) } else { None };
    Ok(Entry { kind, name, peer, tag, group, bytes, root, op, site })
}

#[cfg(feature = "compress")]
fn put(out: &mut Vec<u8>, value: impl Into<u64>) {
    put_unsigned(out, u128::from(value.into()));
}

/// 0 for nothing, else one more.
#[cfg(feature = "compress")]
fn put_option(out: &mut Vec<u8>, value: Option<u32>) {
    put(out, value.map_or(0, |value| u64::from(value) + 1));
}

#[cfg(feature = "compress")]
fn put_text(out: &mut Vec<u8>, text: &str) {
    put(out, text.len() as u64);
    out.extend_from_slice(text.as_bytes());
}

#[cfg(feature = "compress")]
fn put_list<T>(out: &mut Vec<u8>, list: &[T], mut each: impl FnMut(&mut Vec<u8>, &T)) {
    put(out, list.len() as u64);
    list.iter().for_each(|item| each(out, item));
}

fn option(from: &mut Bytes<'_>) -> Result<Option<u32>, Malformed> {
    let value: u64 = from.number()?;
    let one_less = value.checked_sub(1).map(u32::try_from).transpose();
    one_less.map_err(|_| from.malformed("a number is too large"))
}

fn text(from: &mut Bytes<'_>) -> Result<String, Malformed> {
    let length = from.count(1)?;
    let bytes = from.take(length)?;
    let text = std::str::from_utf8(bytes).map_err(|_| from.malformed("a text is no UTF-8"))?;
    Ok(text.to_owned())
}

/// A list whose items take that many bytes at least.
fn list<'a, T>(
    from: &mut Bytes<'a>,
    least: usize,
    mut each: impl FnMut(&mut Bytes<'a>) -> Result<T, Malformed>,
) -> Result<Vec<T>, Malformed> {
    let count = from.count(least)?;
    (0..count).map(|_| each(from)).collect()
}
