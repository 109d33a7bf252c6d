//! Files of records: chunks, and the records in them.
//!
//! A file begins with 18 bytes: 3, the byte order, the numbers of the first and the last event of
//! the chunk. Records follow. A chunk that is full ends in a byte 0 and zeros; the next begins like
//! the first. The last ends in a byte 2. Its own bytes say where a chunk ends, not the
//! chunk size of the anchor, because files may arrive in any order.
//!
//! Nearly every record stores its length, so an unknown or unwanted record is skipped.
//! Ten kinds of events are one compressed integer and have none.

use super::bytes::{Order, Values};

/// What a file of records holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    Events,
    Definitions,
}

/// Takes the records of a file.
pub(super) trait Sink {
    /// Whether records of that kind are wanted; others are not even kept until they are whole.
    fn wants(&self, kind: u8) -> bool;

    /// A record of a kind that is not wanted is jumped over.
    #[inline]
    fn passed_over(&mut self, _kind: u8) {}

    /// A record: its kind, the time it carries (of events), what it says. `None` if it makes no
    /// sense, which ends the reading: what follows cannot be trusted either.
    fn record(&mut self, kind: u8, time: u64, values: Values<'_>) -> Option<()>;
}

/// Where and why reading stopped before the end of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) at: u64,
    pub(super) what: &'static str,
    pub(super) found: String,
    pub(super) expected: &'static str,
}

/// Bytes that a record may have: more than the largest chunk that the format allows.
const MAX_RECORD: u64 = 32 << 20;

/// Bytes before the first record of a chunk.
const HEADER: usize = 18;

const END_OF_CHUNK: u8 = 0;
const END_OF_BUFFER: u8 = 1;
const END_OF_FILE: u8 = 2;
const TIMESTAMP: u8 = 5;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// At the beginning of a chunk.
    Header,
    Records,
    /// Behind the last record of a chunk that is not the last.
    Padding,
    /// Behind the mark of the end.
    Ended,
    Broken,
}

/// Cuts a file of records, which comes piece by piece, into its records.
#[derive(Debug)]
pub(super) struct Stream {
    holds: Holds,
    order: Order,
    state: State,
    /// The beginning of a record that is not whole yet.
    held: Vec<u8>,
    /// Bytes that it takes before looking at `held` makes sense again.
    needed: usize,
    /// Bytes to jump over.
    skip: u64,
    /// Bytes of the file before `held`.
    position: u64,
    time: u64,
    fault: Option<Fault>,
}

/// What looking at the front of the bytes came to.
enum Step {
    /// This many bytes were used.
    Used(usize),
    /// Too few bytes are there; this many are needed.
    Needs(usize),
    /// The record used the first number of bytes, and the second number of bytes is skipped.
    Jump(usize, u64),
}

impl Stream {
    pub(super) fn new(holds: Holds) -> Self {
        Self {
            holds,
            order: Order::Little,
            state: State::Header,
            held: Vec::new(),
            needed: 0,
            skip: 0,
            position: 0,
            time: 0,
            fault: None,
        }
    }

    /// Takes the next bytes of the file.
    pub(super) fn read(&mut self, chunk: &[u8], sink: &mut (impl Sink + ?Sized)) {
        let mut chunk = chunk;
        while !chunk.is_empty() {
            if self.skip > 0 {
                let jump = usize::try_from(self.skip).unwrap_or(usize::MAX).min(chunk.len());
                self.skip -= jump as u64;
                self.position += jump as u64;
                chunk = chunk.get(jump..).unwrap_or_default();
            } else if matches!(self.state, State::Ended | State::Broken) {
                self.position += chunk.len() as u64;
                return;
            } else if self.held.is_empty() {
                let used = self.cut(chunk, sink);
                self.held.extend_from_slice(chunk.get(used..).unwrap_or_default());
                return;
            } else {
                chunk = self.join(chunk, sink);
            }
        }
    }

    /// Completes the held record with the first of the next bytes, and returns the bytes
    /// after those it used. Only these few are copied.
    fn join<'a>(&mut self, chunk: &'a [u8], sink: &mut (impl Sink + ?Sized)) -> &'a [u8] {
        let before = self.held.len();
        let missing = self.needed.saturating_sub(before).max(1);
        let Some((added, rest)) = chunk.split_at_checked(missing) else {
            self.held.extend_from_slice(chunk);
            return &[];
        };
        self.held.extend_from_slice(added);
        let mut held = std::mem::take(&mut self.held);
        let used = self.cut(&held, sink);
        held.drain(..used.min(held.len()));
        self.held = held;
        rest
    }

    /// The file is at its end: why it was not read to there, if it was not.
    pub(super) fn finish(mut self) -> Option<Fault> {
        if self.state != State::Ended && self.fault.is_none() {
            self.fault = Some(Fault {
                at: self.position,
                what: "the file is truncated",
                found: "the end of the file".to_owned(),
                expected: "more records or an end-of-file record",
            });
        }
        self.fault
    }

    /// Works off whole records; says how many bytes that took.
    fn cut(&mut self, bytes: &[u8], sink: &mut (impl Sink + ?Sized)) -> usize {
        let mut at = 0;
        self.needed = 0;
        while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
            let step = match self.state {
                State::Records => self.one_record(rest, sink),
                State::Header => self.header(rest),
                State::Padding => {
                    let zeros = rest.iter().position(|&byte| byte != 0);
                    if zeros.is_some() {
                        self.state = State::Header;
                    }
                    Step::Used(zeros.unwrap_or(rest.len()))
                }
                State::Ended | State::Broken => Step::Used(rest.len()),
            };
            match step {
                Step::Used(used) => {
                    at += used;
                    self.position += used as u64;
                }
                Step::Needs(needed) => {
                    self.needed = needed;
                    break;
                }
                Step::Jump(used, jump) => {
                    at += used;
                    let here = bytes.len().saturating_sub(at);
                    let now = usize::try_from(jump).unwrap_or(usize::MAX).min(here);
                    at += now;
                    self.position += (used + now) as u64;
                    self.skip = jump - now as u64;
                }
            }
        }
        at
    }

    fn header(&mut self, rest: &[u8]) -> Step {
        let Some(header) = rest.get(..HEADER) else { return Step::Needs(HEADER) };
        let order = header.get(1).copied().and_then(Order::of);
        match (header.first(), order) {
            (Some(3), Some(order)) => {
                self.order = order;
                self.state = State::Records;
                Step::Used(HEADER)
            }
            _ => self.broken(
                "a chunk has an invalid header",
                format!("the bytes {:02x} {:02x}", header.first().unwrap_or(&0), header.get(1).unwrap_or(&0)),
                "03 42 or 03 23",
            ),
        }
    }

    #[inline]
    fn one_record(&mut self, rest: &[u8], sink: &mut (impl Sink + ?Sized)) -> Step {
        let Some(&kind) = rest.first() else { return Step::Needs(1) };
        match (kind, self.holds) {
            (TIMESTAMP, Holds::Events) => {
                let Some(time) = rest.get(1..9) else { return Step::Needs(9) };
                self.time = self.order.number(time);
                Step::Used(9)
            }
            (12 | 13 | 16 | 17 | 20 | 21 | 24 | 28..=30, Holds::Events) => {
                let Some(&size) = rest.get(1) else { return Step::Needs(2) };
                let length = if size == 0xff { 1 } else { 1 + usize::from(size) };
                let Some(number) = rest.get(1..1 + length) else { return Step::Needs(1 + length) };
                self.give(kind, number, 1 + length, sink)
            }
            (END_OF_CHUNK, _) => {
                self.state = State::Padding;
                Step::Used(1)
            }
            (END_OF_BUFFER | END_OF_FILE, _) => {
                self.state = State::Ended;
                Step::Used(1)
            }
            (3 | 4 | 7 | 8 | 9, Holds::Events) | (3 | 4, Holds::Definitions) => {
                let found = format!("type {kind}");
                self.broken("a record has an unknown type", found, "a record type of OTF2")
            }
            _ => self.with_length(kind, rest, sink),
        }
    }

    /// A record that says its length.
    #[inline]
    fn with_length(&mut self, kind: u8, rest: &[u8], sink: &mut (impl Sink + ?Sized)) -> Step {
        let (start, length) = match rest.get(1) {
            None => return Step::Needs(2),
            Some(0xff) => match rest.get(2..10) {
                None => return Step::Needs(10),
                Some(bytes) => (10, self.order.number(bytes)),
            },
            Some(&length) => (2, u64::from(length)),
        };
        if !sink.wants(kind) {
            sink.passed_over(kind);
            return Step::Jump(start, length);
        }
        if length > MAX_RECORD {
            let found = format!("a record of {length} bytes");
            return self.broken("a record is too long", found, "at most 32 MiB");
        }
        let end = start + length as usize;
        match rest.get(start..end) {
            None => Step::Needs(end),
            Some(payload) => self.give(kind, payload, end, sink),
        }
    }

    #[inline]
    fn give(&mut self, kind: u8, payload: &[u8], used: usize, sink: &mut (impl Sink + ?Sized)) -> Step {
        match sink.record(kind, self.time, Values::new(payload, self.order)) {
            Some(()) => Step::Used(used),
            None => {
                let found = format!("a record of type {kind} that ends in the middle of a value");
                self.broken("a record is damaged", found, "complete values")
            }
        }
    }

    #[cold]
    fn broken(&mut self, what: &'static str, found: String, expected: &'static str) -> Step {
        self.state = State::Broken;
        self.fault = Some(Fault { at: self.position, what, found, expected });
        Step::Used(0)
    }
}
