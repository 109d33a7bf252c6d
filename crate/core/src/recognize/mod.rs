//! Nested loop recognition: from a stream of values to loops whose bounds and values may move.
//!
//! # What it computes
//!
//! A stream of values, each a label and a tuple of 64-bit numbers, becomes a sequence of [`Term`]s: values,
//! and loops over terms whose bounds and numbers are [`Function`]s of the loop indices. Run one
//! after the other ([`values`]) they give the stream again, exactly.
//!
//! The source is Ketterlin and Clauss 2008 (Prediction and trace compression of data access addresses through
//! nested loop recognition), section 2. A stack holds terms; every value is pushed and the top is reduced
//! as long as that goes:
//!
//! - TRIPLET: three blocks of terms on top that are isomorphic and whose numbers are in arithmetic
//!   progression, place by place, become a loop `for i = 0 to 2`;
//! - FOLLOWS: terms that are the next iteration of the loop below them are taken into it.
//!
//! Always with as few terms as possible, i = 2, 3, .., 3K, at equal i TRIPLET first; then again from 2.
//! Only labels and the number of fields must be equal: `f(2480, 0)`, `f(2481, 100)`, `f(2482, 200)` are
//! `for i0 = 0 to 2: f(2480 + i0, 100*i0)`.
//!
//! ```
//! use loopscope_core::recognize::{len, values, Options, Recognizer};
//!
//! // The first example of the paper.
//! let mut recognizer = Recognizer::new(Options::default());
//! for value in [3, 10, 17, 24, 31, 38, 45] {
//!     recognizer.push(0, &[value]);
//! }
//! let terms = recognizer.finish();
//! assert_eq!(terms[0].to_string(), "for i0 = 0 to 6\n  val 3 + 7*i0\ndone\n");
//! assert_eq!(len(&terms), 7);
//! assert!(values(&terms).map(|(_, fields)| fields[0]).eq([3, 10, 17, 24, 31, 38, 45]));
//! ```
//!
//! # What is where
//!
//! - [`Recognizer`] takes values one by one and holds the stack; [`Options`] say which loops are looked for.
//! - [`symbols()`] is the same for a string without numbers, and gives a [`Nest`](crate::nest::Nest).
//! - [`Term`], [`Loop`], [`Value`] and [`Function`] are the result; [`values`] runs it, [`len`] counts, [`Stats`]
//!   says how well it went.
//! - [`compress`] writes terms as bytes and reads them.
//! - [`predict`] says what comes next, and counts how often that is right.
//! - [`Literal`] is the paper's pseudo-code letter by letter, to compare with.
//!
//! # Why nothing overflows
//!
//! Every iteration of every loop was once on the stack: TRIPLET makes a loop of three iterations, which its
//! functions give back exactly, and FOLLOWS adds one that is there and equal. So a loop never runs
//! to a value outside of its field's type, an inner bound is never negative (all are 2 at least, wherever
//! they run), and what would be such a loop is refused, because no terms are its next iteration. Coefficients
//! are differences of differences of 64-bit numbers, one difference a level. A level multiplies the
//! length by three or more, so a stream of 2^64 values has at most 40, and 128 bits hold them.

pub mod compress;
mod count;
mod follow;
mod function;
mod key;
mod literal;
mod nlr;
mod options;
pub mod predict;
mod run;
mod runs;
mod schedule;
mod stack;
mod symbols;
mod term;
mod triplet;
mod watch;

#[cfg(test)]
mod tests;

pub use count::{len, Stats};
pub use function::Function;
pub use literal::Literal;
pub(crate) use literal::{Mismatch, MismatchKind, WatchLiteral};
pub use nlr::Recognizer;
pub use options::{FunctionModel, Kind, Options};
pub use run::{values, values_inside, Values};
pub use symbols::{symbols, SymbolRecognizer};
pub use term::{Loop, Term, Value};
