//! The compact protocol of Thrift, as far as Parquet needs it: structures whose fields are numbers, texts, lists and structures.
//!
//! A field begins with a byte: the distance from the number of the field before in the high four bits, the type in the low four.
//! Source: "Thrift Compact protocol encoding", `thrift-compact-protocol.md` of Apache Thrift.

use loopscope_core::bytes::{put_signed, put_unsigned};
use loopscope_core::bytes::{Bytes, Malformed};

/// Types of fields.
pub(super) mod kind {
    pub(crate) const TRUE: u8 = 1;
    pub(crate) const FALSE: u8 = 2;
    pub(crate) const BYTE: u8 = 3;
    pub(crate) const I16: u8 = 4;
    pub(crate) const I32: u8 = 5;
    pub(crate) const I64: u8 = 6;
    pub(crate) const DOUBLE: u8 = 7;
    pub(crate) const BINARY: u8 = 8;
    pub(crate) const LIST: u8 = 9;
    pub(crate) const SET: u8 = 10;
    pub(crate) const MAP: u8 = 11;
    pub(crate) const STRUCTURE: u8 = 12;
}

/// Structures in structures that are followed; Parquet has six.
const MOST_LEVELS: u32 = 24;

/// Appends structures to bytes.
#[derive(Default)]
pub(super) struct Writer {
    pub(super) bytes: Vec<u8>,
    /// The number of the last field of each open structure.
    open: Vec<i16>,
}

impl Writer {
    /// Begins a structure: the outermost, an element of a list, or after [`field`](Self::field).
    pub(super) fn begin(&mut self) {
        self.open.push(0);
    }

    /// Ends the structure.
    pub(super) fn end(&mut self) {
        self.open.pop();
        self.bytes.push(0);
    }

    /// Begins a field of the structure; its numbers ascend.
    fn field(&mut self, number: i16, kind: u8) {
        let Some(last) = self.open.last_mut() else { return };
        let step = number - *last;
        *last = number;
        if (1..=15).contains(&step) {
            self.bytes.push((step as u8) << 4 | kind);
        } else {
            self.bytes.push(kind);
            put_signed(&mut self.bytes, number.into());
        }
    }

    pub(super) fn i32(&mut self, number: i16, value: i64) {
        self.field(number, kind::I32);
        put_signed(&mut self.bytes, value.into());
    }

    pub(super) fn i64(&mut self, number: i16, value: i64) {
        self.field(number, kind::I64);
        put_signed(&mut self.bytes, value.into());
    }

    pub(super) fn binary(&mut self, number: i16, value: &[u8]) {
        self.field(number, kind::BINARY);
        self.text(value);
    }

    /// A text in a list.
    pub(super) fn text(&mut self, value: &[u8]) {
        put_unsigned(&mut self.bytes, value.len() as u128);
        self.bytes.extend_from_slice(value);
    }

    /// A number in a list.
    pub(super) fn number(&mut self, value: i64) {
        put_signed(&mut self.bytes, value.into());
    }

    /// A structure in a field: [`end`](Self::end) ends it.
    pub(super) fn structure(&mut self, number: i16) {
        self.field(number, kind::STRUCTURE);
        self.begin();
    }

    /// A list in a field: so many elements follow.
    pub(super) fn list(&mut self, number: i16, element: u8, count: usize) {
        self.field(number, kind::LIST);
        if count < 15 {
            self.bytes.push((count as u8) << 4 | element);
        } else {
            self.bytes.push(0xf0 | element);
            put_unsigned(&mut self.bytes, count as u128);
        }
    }
}

/// Reads structures from bytes that may be damaged.
pub(super) struct Reader<'a> {
    pub(super) bytes: Bytes<'a>,
    depth: u32,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Reader { bytes: Bytes::new(bytes), depth: 0 }
    }

    /// Reads a structure; `each` gets the number and the type of every field, and reads or [skips](Self::skip) its value.
    pub(super) fn structure(
        &mut self,
        mut each: impl FnMut(&mut Self, i16, u8) -> Result<(), Malformed>,
    ) -> Result<(), Malformed> {
        self.depth += 1;
        if self.depth > MOST_LEVELS {
            return Err(self.bytes.malformed("too many structures in each other"));
        }
        let mut last = 0i16;
        loop {
            let head: u8 = self.byte()?;
            if head == 0 {
                self.depth -= 1;
                return Ok(());
            }
            let number = match head >> 4 {
                0 => i16::try_from(self.bytes.signed()?).ok(),
                step => last.checked_add(step.into()),
            };
            last = number.ok_or_else(|| self.bytes.malformed("a field has no number"))?;
            each(self, last, head & 15)?;
        }
    }

    fn byte(&mut self) -> Result<u8, Malformed> {
        self.bytes.take(1).map(|byte| byte.first().copied().unwrap_or_default())
    }

    /// A whole number of any size.
    pub(super) fn number(&mut self, kind: u8) -> Result<i64, Malformed> {
        let wrong = self.bytes.malformed("a field is no number");
        match kind {
            kind::BYTE => Ok(i64::from(self.byte()? as i8)),
            kind::I16 | kind::I32 | kind::I64 => i64::try_from(self.bytes.signed()?).map_err(|_| wrong),
            _ => Err(wrong),
        }
    }

    pub(super) fn binary(&mut self, kind: u8) -> Result<&'a [u8], Malformed> {
        if kind != kind::BINARY {
            return Err(self.bytes.malformed("a field is no text"));
        }
        let length = self.bytes.count(1)?;
        self.bytes.take(length)
    }

    /// The type and number of the elements of a list.
    pub(super) fn list(&mut self, kind: u8) -> Result<(u8, usize), Malformed> {
        if kind != kind::LIST && kind != kind::SET {
            return Err(self.bytes.malformed("a field is no list"));
        }
        let head = self.byte()?;
        let count = match head >> 4 {
            // Every element takes a byte at least.
            15 => self.bytes.count(1)?,
            count => count.into(),
        };
        Ok((head & 15, count))
    }

    /// Passes over a value.
    pub(super) fn skip(&mut self, kind: u8) -> Result<(), Malformed> {
        match kind {
            kind::TRUE | kind::FALSE => Ok(()),
            kind::BYTE => self.byte().map(|_| ()),
            kind::I16 | kind::I32 | kind::I64 => self.bytes.unsigned().map(|_| ()),
            kind::DOUBLE => self.bytes.take(8).map(|_| ()),
            kind::BINARY => self.binary(kind).map(|_| ()),
            kind::LIST | kind::SET => {
                let (element, count) = self.list(kind)?;
                (0..count).try_for_each(|_| self.skip_element(element))
            }
            kind::MAP => {
                let count = self.bytes.count(1)?;
                if count == 0 {
                    return Ok(());
                }
                let kinds = self.byte()?;
                (0..count).try_for_each(|_| {
                    self.skip_element(kinds >> 4)?;
                    self.skip_element(kinds & 15)
                })
            }
            kind::STRUCTURE => self.structure(|reader, _, kind| reader.skip(kind)),
            _ => Err(self.bytes.malformed("a field has an unknown type")),
        }
    }

    /// Passes over an element: there, truth values take a byte.
    fn skip_element(&mut self, kind: u8) -> Result<(), Malformed> {
        self.depth += 1;
        if self.depth > MOST_LEVELS {
            return Err(self.bytes.malformed("too many lists in each other"));
        }
        let skipped = match kind {
            kind::TRUE | kind::FALSE => self.byte().map(|_| ()),
            _ => self.skip(kind),
        };
        self.depth -= 1;
        skipped
    }
}
