//! Memory traces of valgrind's lackey: `valgrind --tool=lackey --trace-mem=yes`.
//!
//! Source: the valgrind manual, chapter "Lackey". An access is a line; the address is hexadecimal
//! without `0x`, the size decimal:
//!
//! | line | the manual | label |
//! | --- | --- | --- |
//! | `I  004014f0,2` | instruction read | `ifetch` |
//! | ` L 1fff000750,8` | data load | `read` |
//! | ` S 1fff000748,8` | data store | `write` |
//! | ` M 0421c7cc,4` | data modify: a load and a store of the same address | `modify` |
//!
//! Tuples are (address, size), and labels are those of [din](crate::tuples::din), so that the two forms of one
//! run can be compared. A modify is **one** tuple with its own label, not a read and a write: it is one
//! line of the file and one access of one instruction. The pair would never be separated, and after a split
//! it would look like an instruction that reads and one that writes.
//!
//! Valgrind's own lines (`==1234== ..`, `--1234-- ..`, `**1234** ..`) are skipped and counted.
//! Output of the traced program in between is skipped as bad lines; `--log-file` keeps it out.

use loopscope_core::trace::Notation;

use crate::content;
use crate::format::{Confidence, Format, Reading};
use crate::input::head::Head;
use crate::input::integer::{decimal, hexadecimal, leading_hexadecimal, short_decimal, UNSIGNED};
use crate::input::words::Words;
use crate::notes::Problem;
use crate::tuples::grammar::{Content, Fault, Grammar, Label, Numbers};
use crate::tuples::reader::TupleReader;

/// Memory traces of valgrind's lackey.
pub const FORMAT: Format = Format {
    name: "lackey",
    title: "valgrind lackey trace",
    extensions: &["lackey"],
    common: false,
    sniff,
    highest: Confidence::Lines,
    reading: Reading::Each(|file| Box::new(TupleReader::new(file, Lackey))),
};

const KIND: &str = "I, L, S or M, and an address and a size like 1fff000750,8";
const ADDRESS: &str = "an address in hexadecimal, a comma and a size in decimal";

fn sniff(head: &Head<'_>) -> Confidence {
    let (mut accesses, mut damaged, mut messages, mut others) = (0, 0, 0, 0);
    let mut numbers = Numbers::default();
    for line in head.whole_lines() {
        numbers.list.clear();
        match Lackey.read(line, 0, &mut numbers) {
            Ok(Content::Tuple(_)) => accesses += 1,
            Ok(Content::Message) => messages += 1,
            Ok(Content::Nothing) => {}
            // Even a damaged line shows what was intended.
            Err(fault) if fault.problem != Problem::UnknownAccess => damaged += 1,
            Err(_) => others += 1,
        }
    }
    let lackey = accesses > 0 && accesses + damaged + messages >= others && content::binary(head.bytes).is_none();
    Confidence::Lines.only_if(lackey)
}

struct Lackey;

/// The label of a kind of access, as an index.
#[inline]
fn label(kind: u8) -> Option<usize> {
    match kind {
        b'L' => Some(0),
        b'S' => Some(1),
        b'I' => Some(2),
        b'M' => Some(3),
        _ => None,
    }
}

impl Grammar for Lackey {
    const LABELS: &'static [&'static str] = &["read", "write", "ifetch", "modify"];
    const EXPECTED: &'static str = "lines like \" L 1fff000750,8\": kind, address, size";

    #[inline]
    fn read<'a>(&mut self, line: &'a [u8], _number: u64, numbers: &mut Numbers) -> Result<Content<'a>, Fault> {
        if let [b' ', kind, b' ', rest @ ..] | [kind @ b'I', b' ', b' ', rest @ ..] = line {
            let (address, digits) = leading_hexadecimal(rest);
            if let (Some(label), [b',', size @ ..], 1..) =
                (label(*kind), rest.get(digits..).unwrap_or_default(), digits)
            {
                if let Some(size) = short_decimal(size) {
                    numbers.push(address, false);
                    numbers.push(size, false);
                    return Ok(Content::Tuple(Label::Known(label)));
                }
            }
        }
        read_any(line, numbers)
    }

    fn field(&self, field: usize, _arity: usize) -> (String, Option<Notation>) {
        match field {
            0 => ("address".to_owned(), Some(Notation::Hexadecimal)),
            _ => ("size".to_owned(), Some(Notation::Decimal)),
        }
    }
}

fn read_any<'a>(line: &'a [u8], numbers: &mut Numbers) -> Result<Content<'a>, Fault> {
    let mut words = Words::new(line);
    let Some((kind, kind_at)) = words.next() else { return Ok(Content::Nothing) };
    if is_message(kind) {
        return Ok(Content::Message);
    }
    let label = match kind {
        [kind] => label(*kind),
        _ => None,
    };
    let label = label.ok_or_else(|| Fault::new(Problem::UnknownAccess, kind_at, KIND))?;
    let missing = || Fault::new(Problem::WordMissing, 0..line.len(), ADDRESS);
    let (operand, at) = words.next().ok_or_else(missing)?;
    let comma = memchr::memchr(b',', operand).ok_or_else(missing)?;
    let (address, size) = operand.split_at(comma);
    let fault = |problem, at| {
        let expected = if problem == Problem::NumberTooLarge { UNSIGNED } else { ADDRESS };
        Fault::new(problem, at, expected)
    };
    let middle = at.start + comma;
    numbers.push(hexadecimal(address).map_err(|problem| fault(problem, at.start..middle))?, false);
    let size = size.get(1..).unwrap_or_default();
    if size.is_empty() {
        return Err(missing());
    }
    numbers.push(decimal(size).map_err(|problem| fault(problem, middle + 1..at.end))?, false);
    match words.next() {
        None => Ok(Content::Tuple(Label::Known(label))),
        Some((_, at)) => {
            let end = line.trim_ascii_end().len();
            Err(Fault::new(Problem::WordTooMany, at.start..end, ADDRESS))
        }
    }
}

/// `==1234==`, `--1234--` or `**1234**`.
fn is_message(word: &[u8]) -> bool {
    let known = [b"==".as_slice(), b"--", b"**"].into_iter();
    let mut inner = known.filter_map(|mark| word.strip_prefix(mark)?.strip_suffix(mark));
    inner.any(|number| !number.is_empty() && number.iter().all(u8::is_ascii_digit))
}
