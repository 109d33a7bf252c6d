//! The binary file of a process, cut into records.

use loopscope_core::numbers::thousands;

use super::functions::END;
use super::record::{self, Arguments, Bytes, Call, Failed, MAX_RECORD};
use super::tail::{Tail, MAX_TAIL};
use crate::notes::Place;

/// Bytes before the first record: the mark, and the seconds from which processor and wall times count.
const BEFORE: usize = 16;

/// Why a file was not read to its end.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    pub(super) at: Place,
    pub(super) what: &'static str,
    pub(super) found: String,
    pub(super) expected: &'static str,
}

/// The binary file of a process.
#[derive(Debug, Default)]
pub(super) struct Binary {
    /// What is not read yet, and where in the file it begins.
    pending: Vec<u8>,
    start: u64,
    /// Nothing can be read before there are so many.
    wanted: usize,
    /// The second from which wall times count.
    second: u32,
    arguments: Arguments,
    /// What follows the records, once they are over.
    tail: Option<Vec<u8>>,
    pub(super) fault: Option<Fault>,
}

impl Binary {
    /// Takes the next bytes; gives every call to `each`.
    pub(super) fn read(&mut self, chunk: &[u8], each: &mut dyn FnMut(Call, &Arguments)) {
        if self.fault.is_some() {
            return;
        }
        if let Some(tail) = &mut self.tail {
            let room = MAX_TAIL.saturating_sub(tail.len());
            tail.extend_from_slice(chunk.get(..room).unwrap_or(chunk));
            return;
        }
        self.pending.extend_from_slice(chunk);
        if self.pending.len() < self.wanted.max(BEFORE) {
            return;
        }
        let mut at = 0;
        if self.start == 0 {
            self.second = Bytes::new(&self.pending, BEFORE - 4).number().unwrap_or(0);
            at = BEFORE;
        }
        let over = loop {
            let mut bytes = Bytes::new(&self.pending, at);
            match record::read(&mut bytes, (END, self.second), &mut self.arguments) {
                Ok(Some(call)) => {
                    at = bytes.at;
                    each(call, &self.arguments);
                }
                Ok(None) => {
                    at = bytes.at;
                    break true;
                }
                Err(Failed::Short) => {
                    self.wanted = bytes.at - at;
                    break false;
                }
                Err(failed) => {
                    self.fault = Some(self.damage(at, failed));
                    break false;
                }
            }
        };
        self.pending.drain(..at);
        self.start += at as u64;
        if self.fault.is_some() || self.wanted > 8 * MAX_RECORD {
            let damage = || self.damage(0, Failed::Length(u32::MAX));
            self.fault = Some(self.fault.clone().unwrap_or_else(damage));
            self.pending = Vec::new();
        } else if over {
            self.tail = Some(std::mem::take(&mut self.pending));
        }
    }

    #[cold]
    fn damage(&self, at: usize, failed: Failed) -> Fault {
        let (found, expected) = match failed {
            Failed::Function(number) => (format!("function {number}"), "a function from 0 to 289, or 293 at the end"),
            Failed::Length(length) => {
                (format!("a list of {} entries", thousands(length.into())), "a list of at most a few million entries")
            }
            Failed::Short => ("the end of the file".to_owned(), "a whole record"),
        };
        let at = Place::Byte(self.start + at as u64);
        Fault { at, what: "a record cannot be read", found, expected }
    }

    /// The file is at its end.
    pub(super) fn finish(&mut self) -> Tail {
        match self.tail.take() {
            Some(tail) => Tail::read(&tail, self.start),
            None => {
                self.fault.get_or_insert(Fault {
                    at: Place::Byte(self.start + self.pending.len() as u64),
                    what: "the file is truncated",
                    found: "the end of the file".to_owned(),
                    expected: "the mark after the last record",
                });
                Tail::default()
            }
        }
    }

    /// Bytes that are kept.
    pub(super) fn kept_bytes(&self) -> u64 {
        (self.pending.len() + self.tail.as_ref().map_or(0, Vec::len)) as u64
    }
}
