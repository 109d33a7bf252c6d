//! Terms as bytes, and back: the content of compressed traces (section 3 of the paper).
//!
//! A stream of values is stored as the terms that loop recognition makes of it. This module writes terms
//! as bytes ([`TermWriter`]), reads them ([`TermReader`]) and runs them ([`Player`]). Splitting a trace
//! into streams, files, checksums and a general-purpose compressor on top of this are left to the caller.
//!
//! # The bytes
//!
//! A number is a varint: seven bits a byte, the lowest first, the highest bit set where more follow. One that
//! may be negative is zigzag-coded before: 0, -1, 1, -2, .. become 0, 1, 2, 3, ... All values of a stream
//! have the same number of fields. With d loops around it,
//!
//! ```text
//! term     = 2*label                 and a function for each field
//!          | 2*(terms inside - 1)+1  and the bound, a function; then the terms inside, with d + 1
//! function = constant                                              where d = 0
//!          | slopes, constant, then for each slope gap, coefficient  where d > 0
//! ```
//!
//! - `slopes` is the number of (mask, coefficient) pairs beside the constant. They ascend by mask, and `gap`
//!   is the difference to the previous mask (for the first mask, to 0). Masks are below 2^d, coefficients
//!   are not zero.
//! - `constant` is the difference to the constant last written in that field, as neighbouring accesses have
//!   close addresses; for bounds to the bound last written. Before the first it is 0. Differences
//!   wrap around at 128 bits.
//! - `coefficient` and `constant` are zigzag-coded.
//!
//! A term depends only on the terms before it, so terms can be read one by one as they arrive.
//!
//! ```
//! use loopscope_core::recognize::compress::{Bytes, Player, TermReader, TermWriter};
//! use loopscope_core::recognize::{Options, Recognizer};
//!
//! let mut recognizer = Recognizer::new(Options::default());
//! (0..1000).for_each(|k| recognizer.push(0, &[0x2da50 + 8 * k]));
//! let (mut writer, mut bytes) = (TermWriter::new(1), Vec::new());
//! for term in recognizer.finish() {
//!     assert!(writer.write(&term, &mut bytes));
//! }
//! assert_eq!(bytes.len(), 10); // for 8,000 bytes of addresses
//!
//! let (mut reader, mut player) = (TermReader::new(1), Player::new());
//! let mut rest = Bytes::new(&bytes);
//! let mut sum = 0;
//! while !rest.is_empty() {
//!     player.load(&reader.read(&mut rest).unwrap());
//!     while player.advance().unwrap() {
//!         sum += player.fields()[0];
//!     }
//! }
//! assert_eq!(sum, 1000 * 0x2da50 + 8 * 999 * 1000 / 2);
//! ```
//!
//! # Damaged bytes
//!
//! Whatever the bytes are, a reader gives terms or says where they are [`Malformed`]. It never allocates more than the bytes
//! that are left can fill, and recurses 64 levels at most. A player refuses a loop that does not run at all: recognized
//! loops have at least three iterations wherever they run. So every step gives a value, and a short file cannot make a
//! player run idly for ever.

mod play;
mod read;
mod write;

#[cfg(test)]
mod tests;

pub use crate::bytes::{put_signed, put_unsigned, Bytes, Malformed};
pub use play::Player;
pub use read::TermReader;
pub use write::TermWriter;
