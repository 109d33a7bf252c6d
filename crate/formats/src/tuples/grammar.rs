//! What a format of numbers supplies: the grammar of one line, and its faults.

use std::borrow::Cow;
use std::ops::Range;

use loopscope_core::numbers::{counted, thousands};
use loopscope_core::trace::{Notation, Number, MAX_FIELDS};

use crate::input::lines::Line;
use crate::notes::{quote, Note, Place, Problem};

/// What the lines of a format say.
pub(crate) trait Grammar {
    /// The labels that [`Label::Known`] refers to.
    const LABELS: &'static [&'static str] = &[];
    /// What a file of the format holds, for messages.
    const EXPECTED: &'static str;

    /// Reads a line, whose numbers go to `numbers`, which is empty.
    fn read<'a>(&mut self, line: &'a [u8], number: u64, numbers: &mut Numbers) -> Result<Content<'a>, Fault>;

    /// What field `field` of `arity` is called, and how its numbers are written; `None` if that is
    /// to be derived from most of them.
    fn field(&self, field: usize, arity: usize) -> (String, Option<Notation>);
}

/// The numbers of a line.
#[derive(Default)]
pub(crate) struct Numbers {
    pub(crate) list: Vec<Number>,
    /// Bit k if number k was written in hexadecimal.
    pub(super) hexadecimal: u64,
}

impl Numbers {
    #[inline]
    pub(crate) fn push(&mut self, number: impl Into<Number>, hexadecimal: bool) {
        self.hexadecimal |= u64::from(hexadecimal) << (self.list.len() % MAX_FIELDS);
        self.list.push(number.into());
    }
}

/// What a good line holds.
pub(crate) enum Content<'a> {
    /// Nothing that counts: a blank line, a comment, a header.
    Nothing,
    /// A message of the tool that wrote the trace.
    Message,
    /// A tuple with that label.
    Tuple(Label<'a>),
}

/// The label of a tuple.
pub(crate) enum Label<'a> {
    None,
    /// One of [`Grammar::LABELS`].
    Known(usize),
    /// Any text.
    Text(Cow<'a, str>),
}

/// What was expected at a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    Text(&'static str),
    /// So many of these, as in that line.
    Count {
        count: usize,
        noun: &'static str,
        line: u64,
    },
}

/// What is wrong with a line. Made for every bad line, so it allocates nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) problem: Problem,
    /// The bytes of the line that are at fault.
    pub(crate) at: Range<usize>,
    pub(crate) expected: Expected,
}

impl Fault {
    pub(crate) fn new(problem: Problem, at: Range<usize>, expected: &'static str) -> Self {
        Self { problem, at, expected: Expected::Text(expected) }
    }

    /// The note on the line with that number.
    #[cold]
    pub(crate) fn note(&self, file: &str, line: &Line<'_>, bytes: &[u8]) -> Note {
        let what = match self.problem {
            Problem::LineTooLong => "a line is too long",
            Problem::WordMissing => "a number is missing",
            Problem::WordTooMany => "a line has too many numbers",
            Problem::NumberTooLarge => "a number does not fit 64 bits",
            Problem::RaggedTuple => "a line has more or fewer numbers than the others",
            Problem::UnknownAccess => "the kind of access is unknown",
            Problem::OpenQuote => "a quotation mark is not closed",
            Problem::NotText => "a label is not UTF-8 text",
            _ => "a word is not a whole number",
        };
        let expected = match &self.expected {
            Expected::Text(text) => (*text).to_owned(),
            Expected::Count { count, noun, line } => {
                format!("{}, as in line {}", counted(*count as u64, noun), thousands(*line))
            }
        };
        Note {
            place: Place::Line(line.number),
            found: quote(bytes.get(self.at.clone()).unwrap_or_default().trim_ascii()),
            expected,
            remedy: "skipped".to_owned(),
            context: line.context(bytes, Some((self.at.start, self.at.end))),
            ..Note::warning(file, what)
        }
    }
}

/// What is expected of a line that is too long.
pub(super) const SHORT_LINE: &str = "at most 65,536 bytes in a line";

/// What is expected where there are more numbers than a tuple may have.
pub(crate) const MOST: &str = "at most 64 numbers in a line";

/// What a field without a name is called.
pub(crate) fn plain_name(field: usize, arity: usize) -> String {
    if arity == 1 {
        "value".to_owned()
    } else {
        format!("value {}", field + 1)
    }
}
