//! Varints: writing them, and reading them from bytes that may be damaged.

use std::fmt;

/// Why bytes cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The position of the byte, from the beginning of the bytes given.
    pub at: usize,
    /// What is wrong with it.
    pub what: &'static str,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.at, self.what)
    }
}

impl std::error::Error for Malformed {}

/// Appends a number: seven bits a byte, the lowest first, 1 to 19 bytes.
#[inline]
pub fn put_unsigned(out: &mut Vec<u8>, mut value: u128) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Appends a number that may be negative: 0, -1, 1, -2, .. as 0, 1, 2, 3, ...
#[inline]
pub fn put_signed(out: &mut Vec<u8>, value: i128) {
    put_unsigned(out, ((value << 1) ^ (value >> 127)) as u128);
}

/// Reads numbers from bytes.
#[derive(Clone, Debug)]
pub struct Bytes<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Bytes<'a> {
    /// Reads from the first byte on.
    pub fn new(bytes: &'a [u8]) -> Self {
        Bytes { bytes, at: 0 }
    }

    /// Reads from a later byte on.
    pub fn from(bytes: &'a [u8], at: usize) -> Self {
        Bytes { bytes, at: at.min(bytes.len()) }
    }

    /// The position of the next byte.
    pub fn position(&self) -> usize {
        self.at
    }

    /// The number of bytes left.
    #[inline]
    pub fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// Whether no byte is left.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.at == self.bytes.len()
    }

    /// An error at the next byte.
    pub fn malformed(&self, what: &'static str) -> Malformed {
        Malformed { at: self.at, what }
    }

    /// The next bytes.
    ///
    /// # Errors
    /// There are fewer bytes.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], Malformed> {
        let end = self.at.checked_add(count);
        let taken = end.and_then(|end| self.bytes.get(self.at..end));
        let taken = taken.ok_or_else(|| self.malformed("bytes are missing"))?;
        self.at += count;
        Ok(taken)
    }

    /// Reads what [`put_unsigned`] wrote.
    ///
    /// # Errors
    /// The bytes end, or the number has more than 128 bits.
    #[inline]
    pub fn unsigned(&mut self) -> Result<u128, Malformed> {
        match self.bytes.get(self.at) {
            Some(&byte) if byte < 0x80 => {
                self.at += 1;
                Ok(u128::from(byte))
            }
            _ => self.long(),
        }
    }

    fn long(&mut self) -> Result<u128, Malformed> {
        let start = self.at;
        let (mut value, mut shift) = (0u128, 0u32);
        loop {
            let byte = *self.bytes.get(self.at).ok_or_else(|| self.malformed("bytes are missing"))?;
            let bits = u128::from(byte & 0x7f);
            if shift > 126 || (shift == 126 && bits > 3) {
                return Err(Malformed { at: start, what: "a number is too large" });
            }
            self.at += 1;
            value |= bits << shift;
            if byte < 0x80 {
                return Ok(value);
            }
            shift += 7;
        }
    }

    /// Reads what [`put_signed`] wrote.
    ///
    /// # Errors
    /// As [`unsigned`](Self::unsigned).
    #[inline]
    pub fn signed(&mut self) -> Result<i128, Malformed> {
        let value = self.unsigned()?;
        Ok((value >> 1) as i128 ^ -((value & 1) as i128))
    }

    /// A number of a smaller type.
    ///
    /// # Errors
    /// As [`unsigned`](Self::unsigned), and if it does not fit.
    #[inline]
    pub fn number<T: TryFrom<u128>>(&mut self) -> Result<T, Malformed> {
        let at = self.at;
        let value = self.unsigned()?;
        T::try_from(value).map_err(|_| Malformed { at, what: "a number is too large" })
    }

    /// Reads how many items follow, if each takes at least so many bytes.
    ///
    /// # Errors
    /// The bytes that are left cannot hold that many.
    #[inline]
    pub fn count(&mut self, least: usize) -> Result<usize, Malformed> {
        let at = self.at;
        let count: usize = self.number()?;
        if count.checked_mul(least).is_none_or(|bytes| bytes > self.left()) {
            return Err(Malformed { at, what: "more is announced than there are bytes" });
        }
        Ok(count)
    }
}
