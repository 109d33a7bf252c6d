//! Dinero's `din` traces: memory accesses, one a line.
//!
//! Source: the manual of Dinero III and IV, cache simulators by Mark D. Hill and Jan Edler. A line is
//! `LABEL ADDRESS`, the address in hexadecimal without `0x`. The meaning of the label becomes the
//! tuple's label:
//!
//! | `LABEL` | the manual | here |
//! | --- | --- | --- |
//! | 0 | read data | `read` |
//! | 1 | write data | `write` |
//! | 2 | instruction fetch | `ifetch` |
//! | 3 | escape record, treated as an unknown access type | `escape` |
//! | 4 | escape record, causes a cache flush | `flush` |
//!
//! Escape records are tuples like the others: they are in the trace, so they belong to its loops.
//! Any other label is a bad line; so are the letters of Dinero IV's extended form.
//!
//! The manual has the simulator ignore the rest of a line. Tracers write the size of the access
//! there, in decimal: if the first valid line has a number after the address, all lines must, and tuples
//! are (address, size). Anything after it, and anything that is not a number where the first line
//! has none, is a comment. `0x` before an address is accepted.
//!
//! # How it differs from plain numbers
//!
//! `0 1000 8` could be three numbers in decimal as well. A file is in this form if at least half of
//! the first lines are a digit and a hexadecimal number, and at least one of these numbers has both
//! letters and digits and is four long or more: `4014f0`. A real trace has one among its first
//! thousand addresses. A file without any is read as [numbers](crate::tuples::plain).

use loopscope_core::trace::{Notation, Number};

use crate::content;
use crate::format::{Confidence, Format, Reading};
use crate::input::head::Head;
use crate::input::integer::{
    decimal, hexadecimal, is_written_like_integer, leading_hexadecimal, short_decimal, without_prefix, UNSIGNED,
};
use crate::input::words::Words;
use crate::notes::Problem;
use crate::tuples::grammar::{Content, Fault, Grammar, Label, Numbers};
use crate::tuples::reader::TupleReader;

/// Dinero's `din` traces.
pub const FORMAT: Format = Format {
    name: "din",
    title: "Dinero trace",
    extensions: &["din"],
    common: false,
    sniff,
    highest: Confidence::Lines,
    reading: Reading::Each(|file| Box::new(TupleReader::new(file, Din::default()))),
};

const LABEL: &str = "0 (read), 1 (write), 2 (instruction fetch), 3 (escape) or 4 (flush)";
const ADDRESS: &str = "an address in hexadecimal";
const SIZE: &str = "a size in decimal, as in the first line";

fn sniff(head: &Head<'_>) -> Confidence {
    let (accesses, others, sure) = count(head);
    let din = sure && accesses >= others && content::binary(head.bytes).is_none();
    Confidence::Lines.only_if(din)
}

/// Whether all first lines are accesses, blank lines and comments apart, and one of them surely: no other format begins a line with a
/// digit and an address.
pub(crate) fn is_pure(head: &Head<'_>) -> bool {
    let (_, others, sure) = count(head);
    sure && others == 0 && content::binary(head.bytes).is_none()
}

/// How many of the first lines are accesses, how many are not, and whether an address is surely one in hexadecimal.
fn count(head: &Head<'_>) -> (usize, usize, bool) {
    let (mut accesses, mut others, mut sure) = (0, 0, false);
    for line in head.whole_lines() {
        let mut words = Words::new(line);
        let Some((label, _)) = words.next() else { continue };
        if label.starts_with(b"#") {
            continue;
        }
        let address = words.next().map(|(word, _)| without_prefix(word).unwrap_or(word));
        match (label, address) {
            ([b'0'..=b'9'], Some(address)) if hexadecimal(address).is_ok() => {
                accesses += 1;
                let has = |kind: fn(&u8) -> bool| address.iter().any(kind);
                let mixed = has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic);
                sure |= mixed && address.len() >= 4;
            }
            _ => others += 1,
        }
    }
    (accesses, others, sure)
}

#[derive(Default)]
struct Din {
    /// Whether accesses have a size; unknown before the first.
    sized: Option<bool>,
}

impl Grammar for Din {
    const LABELS: &'static [&'static str] = &["read", "write", "ifetch", "escape", "flush"];
    const EXPECTED: &'static str = "lines like \"0 4014f0 8\": label, address, size";

    #[inline]
    fn read<'a>(&mut self, line: &'a [u8], _number: u64, numbers: &mut Numbers) -> Result<Content<'a>, Fault> {
        // Nearly all lines are of the plainest form.
        if let [label @ b'0'..=b'4', b' ', rest @ ..] = line {
            let (address, digits) = leading_hexadecimal(rest);
            if let ([b' ', size @ ..], Some(true), 1..) = (rest.get(digits..).unwrap_or_default(), self.sized, digits) {
                if let Some(size) = short_decimal(size) {
                    numbers.push(address, false);
                    numbers.push(size, false);
                    return Ok(Content::Tuple(Label::Known(usize::from(label - b'0'))));
                }
            }
        }
        self.read_any(line, numbers)
    }

    fn field(&self, field: usize, _arity: usize) -> (String, Option<Notation>) {
        match field {
            0 => ("address".to_owned(), Some(Notation::Hexadecimal)),
            _ => ("size".to_owned(), Some(Notation::Decimal)),
        }
    }
}

impl Din {
    fn read_any<'a>(&mut self, line: &'a [u8], numbers: &mut Numbers) -> Result<Content<'a>, Fault> {
        let mut words = Words::new(line);
        let Some((label, at)) = words.next() else { return Ok(Content::Nothing) };
        if label.starts_with(b"#") {
            return Ok(Content::Nothing);
        }
        let label = match label {
            [label @ b'0'..=b'4'] => usize::from(label - b'0'),
            _ => return Err(Fault::new(Problem::UnknownAccess, at, LABEL)),
        };
        let missing = |expected| Fault::new(Problem::WordMissing, 0..line.len(), expected);
        let (address, at) = words.next().ok_or_else(|| missing(ADDRESS))?;
        let address = hexadecimal(without_prefix(address).unwrap_or(address));
        numbers.push(address.map_err(|problem| fault(problem, at, ADDRESS))?, false);
        let third = words.next();
        let has_number = third.as_ref().is_some_and(|(word, _)| is_written_like_integer(word));
        match (self.sized.unwrap_or(has_number), third) {
            (true, Some((size, at))) => {
                let size = decimal(size).map_err(|problem| fault(problem, at, SIZE))?;
                numbers.push(Number::from(size), false);
            }
            // One number more or less than the first line is for the reader to notice.
            (false, Some(_)) if has_number => numbers.push(0u64, false),
            _ => {}
        }
        self.sized = self.sized.or(Some(has_number));
        Ok(Content::Tuple(Label::Known(label)))
    }
}

fn fault(problem: Problem, at: std::ops::Range<usize>, expected: &'static str) -> Fault {
    Fault::new(problem, at, if problem == Problem::NumberTooLarge { UNSIGNED } else { expected })
}
