//! One line of a trace: a record.

use std::ops::Range;

use crate::input::integer::leading_decimal;
use crate::notes::Problem;

/// The object of a record, as recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Object {
    pub(super) application: u64,
    pub(super) task: u64,
    pub(super) thread: u64,
}

/// A message, from one end to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Message {
    pub(super) from: Object,
    /// When the call began that sent it.
    pub(super) sent: u64,
    pub(super) to: Object,
    /// When the call began that asked for it, and when it had been received.
    pub(super) asked: u64,
    pub(super) received: u64,
    pub(super) size: u64,
    pub(super) tag: i64,
}

/// A problem with a line, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bad {
    pub(super) problem: Problem,
    pub(super) at: Range<usize>,
    pub(super) expected: &'static str,
}

/// Numbers between colons.
#[derive(Clone, Debug)]
pub(super) struct Numbers<'a> {
    line: &'a [u8],
    at: usize,
}

const NUMBER: &str = "a whole number";

impl<'a> Numbers<'a> {
    /// The numbers of a line from that byte on.
    pub(super) fn new(line: &'a [u8], at: usize) -> Self {
        Numbers { line, at }
    }

    /// Whether there is no more.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.at >= self.line.len()
    }

    /// The next number and the colon after it. A minus sign is allowed: the number is the one of 64
    /// bits that it represents.
    #[inline]
    pub(super) fn next(&mut self) -> Result<u64, Bad> {
        let rest = self.line.get(self.at..).unwrap_or_default();
        let (number, digits) = leading_decimal(rest);
        match rest.get(digits) {
            None | Some(b':') if digits > 0 => {
                self.at += digits + 1;
                Ok(number)
            }
            _ => self.odd(),
        }
    }

    #[cold]
    fn odd(&mut self) -> Result<u64, Bad> {
        let rest = self.line.get(self.at..).unwrap_or_default();
        let end = memchr::memchr(b':', rest).unwrap_or(rest.len());
        let word = rest.get(..end).unwrap_or_default();
        let at = self.at.min(self.line.len())..(self.at + end).min(self.line.len());
        if word.is_empty() {
            return Err(Bad { problem: Problem::WordMissing, at, expected: NUMBER });
        }
        match crate::input::integer::integer(word) {
            Ok((number, false)) => {
                self.at += end + 1;
                Ok(number.value() as u64)
            }
            Ok(_) => Err(Bad { problem: Problem::NotANumber, at, expected: NUMBER }),
            Err(problem) => Err(Bad { problem, at, expected: NUMBER }),
        }
    }

    /// The processor, which is of no use, and the object.
    #[inline]
    pub(super) fn object(&mut self) -> Result<Object, Bad> {
        self.next()?;
        Ok(Object { application: self.next()?, task: self.next()?, thread: self.next()? })
    }

    /// A message.
    pub(super) fn message(&mut self) -> Result<Message, Bad> {
        let from = self.object()?;
        let (sent, _) = (self.next()?, self.next()?);
        let to = self.object()?;
        let (asked, received) = (self.next()?, self.next()?);
        let (size, tag) = (self.next()?, self.next()? as i64);
        Ok(Message { from, sent, to, asked, received, size, tag })
    }
}

#[cfg(test)]
mod tests;
