//! The primitives: integers raw and compressed, texts, in either byte order.
//!
//! A compressed integer is a byte that says how many bytes follow (0 for the number 0, 0xFF for
//! *undefined*, which is all ones) and then those bytes. A negative number has all its bytes.

/// The byte order of numbers. Each file has its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Little,
    Big,
}

impl Order {
    /// The order that the second byte of every file names.
    pub(super) fn of(mark: u8) -> Option<Self> {
        match mark {
            0x42 => Some(Self::Little),
            0x23 => Some(Self::Big),
            _ => None,
        }
    }

    /// The number that up to eight bytes say.
    #[inline]
    pub(super) fn number(self, bytes: &[u8]) -> u64 {
        // The common sizes without a loop: this is where reading spends its time.
        match *bytes {
            [] => return 0,
            [a] => return u64::from(a),
            [a, b] => return u64::from(self.two([a, b])),
            [a, b, c, d, e, f, g, h] => {
                let eight = [a, b, c, d, e, f, g, h];
                return match self {
                    Self::Little => u64::from_le_bytes(eight),
                    Self::Big => u64::from_be_bytes(eight),
                };
            }
            _ => {}
        }
        let mut whole = [0; 8];
        match self {
            Self::Little => {
                for (to, from) in whole.iter_mut().zip(bytes) {
                    *to = *from;
                }
            }
            Self::Big => {
                for (to, from) in whole.iter_mut().zip(bytes.iter().rev()) {
                    *to = *from;
                }
            }
        }
        u64::from_le_bytes(whole)
    }

    #[inline]
    fn two(self, bytes: [u8; 2]) -> u16 {
        match self {
            Self::Little => u16::from_le_bytes(bytes),
            Self::Big => u16::from_be_bytes(bytes),
        }
    }
}

/// Takes values from the front of a record. Each is `None` if the record ends before it does, or
/// if it cannot be right.
#[derive(Clone, Copy, Debug)]
pub(super) struct Values<'a> {
    rest: &'a [u8],
    order: Order,
}

impl<'a> Values<'a> {
    pub(super) fn new(bytes: &'a [u8], order: Order) -> Self {
        Values { rest: bytes, order }
    }

    /// Whether nothing is left: fields that a later version added may be missing.
    pub(super) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    #[inline]
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(taken)
    }

    #[inline]
    pub(super) fn byte(&mut self) -> Option<u8> {
        self.take(1)?.first().copied()
    }

    /// Eight bytes as they are.
    pub(super) fn raw(&mut self) -> Option<u64> {
        self.take(8).map(|bytes| self.order.number(bytes))
    }

    /// A compressed integer of up to 64 bits; undefined is all ones.
    #[inline]
    pub(super) fn number(&mut self) -> Option<u64> {
        match self.byte()? {
            0xff => Some(u64::MAX),
            size @ 0..=8 => self.take(size.into()).map(|bytes| self.order.number(bytes)),
            _ => None,
        }
    }

    /// The same, signed.
    pub(super) fn signed(&mut self) -> Option<i64> {
        self.number().map(|number| number as i64)
    }

    /// A compressed integer of up to 32 bits, as ids, ranks and tags are; undefined is all ones.
    #[inline]
    pub(super) fn id(&mut self) -> Option<u32> {
        match self.byte()? {
            0xff => Some(u32::MAX),
            size @ 0..=4 => self.take(size.into()).map(|bytes| self.order.number(bytes) as u32),
            _ => None,
        }
    }

    /// A text, without the NUL that ends it.
    pub(super) fn text(&mut self) -> Option<&'a [u8]> {
        let end = memchr::memchr(0, self.rest)?;
        let text = self.take(end)?;
        self.take(1)?;
        Some(text)
    }
}

#[cfg(test)]
mod tests;
