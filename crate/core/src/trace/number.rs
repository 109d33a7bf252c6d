//! Integers of 64 bits, signed or unsigned, and how they are written.

use std::fmt::{self, Write};

/// A number as it was read: -2^63 to 2^64 - 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// The low 64 bits of its two's complement.
    pub(super) bits: u64,
    /// Whether the number is below 0.
    pub(super) negative: bool,
}

impl Number {
    /// The number of this magnitude and sign; `None` if it is below -2^63. `-0` is 0.
    #[inline]
    pub fn new(magnitude: u64, minus: bool) -> Option<Self> {
        if !minus || magnitude == 0 {
            return Some(Self { bits: magnitude, negative: false });
        }
        let fits = magnitude <= 1 << 63;
        fits.then_some(Self { bits: magnitude.wrapping_neg(), negative: true })
    }

    /// Whether it needs an unsigned integer of 64 bits.
    #[inline]
    pub(super) fn is_large(self) -> bool {
        !self.negative && self.bits >> 63 == 1
    }

    /// Its value.
    pub fn value(self) -> i128 {
        if self.negative {
            i128::from(self.bits as i64)
        } else {
            i128::from(self.bits)
        }
    }
}

impl From<u64> for Number {
    fn from(number: u64) -> Self {
        Self { bits: number, negative: false }
    }
}

impl From<i64> for Number {
    fn from(number: i64) -> Self {
        Self { bits: number as u64, negative: number < 0 }
    }
}

/// How the 64 bits of a column are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    /// As two's complement: -2^63 to 2^63 - 1.
    Signed,
    /// 0 to 2^64 - 1.
    Unsigned,
}

impl Sign {
    /// The number that these bits stand for.
    #[inline]
    pub fn value(self, bits: u64) -> i128 {
        match self {
            Self::Signed => i128::from(bits as i64),
            Self::Unsigned => i128::from(bits),
        }
    }

    /// The bits of a number; `None` if it is outside of this type.
    #[inline]
    pub fn bits(self, value: i128) -> Option<u64> {
        match self {
            Self::Signed => i64::try_from(value).ok().map(|value| value as u64),
            Self::Unsigned => u64::try_from(value).ok(),
        }
    }

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Signed => "signed",
            Self::Unsigned => "unsigned",
        }
    }
}

/// How the numbers of a column are best written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Notation {
    /// `8`, `-8`
    #[default]
    Decimal,
    /// `0x2da50`, `-0x8`: addresses.
    Hexadecimal,
}

impl Notation {
    /// Writes a number.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(self, value: i128, out: &mut impl Write) -> fmt::Result {
        match self {
            Self::Decimal => write!(out, "{value}"),
            Self::Hexadecimal => {
                let sign = if value < 0 { "-" } else { "" };
                write!(out, "{sign}{:#x}", value.unsigned_abs())
            }
        }
    }

    /// A number as text.
    ///
    /// ```
    /// use loopscope_core::trace::Notation;
    /// assert_eq!(Notation::Hexadecimal.text(0x2da50), "0x2da50");
    /// assert_eq!((Notation::Decimal.text(-8), Notation::Hexadecimal.text(-8)), ("-8".into(), "-0x8".into()));
    /// ```
    pub fn text(self, value: i128) -> String {
        let mut text = String::new();
        let _ = self.write(value, &mut text);
        text
    }

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Decimal => "decimal",
            Self::Hexadecimal => "hexadecimal",
        }
    }
}
