//! Plain numbers: one tuple a line, its numbers separated by blanks or tabs.
//!
//! A number is an integer in decimal or, with `0x`, in hexadecimal, perhaps with `-` before it:
//! `8 -8 0x2da50`. Blank lines are skipped, and what begins with `#` is a comment up to the end of its
//! line. Every line must have as many numbers as the first. Numbers from -2^63 to 2^64 - 1 are exact. The
//! numbers of a field are shown in the notation that most of them use.
//!
//! # How they differ from a list of symbols
//!
//! A token may be any word, also `7`. A file is one of numbers if **every** line of its beginning (the
//! first 16 KiB, a last line that may be cut left aside) holds numbers and nothing else, at most
//! [`MAX_FIELDS`] of them; otherwise it may be a list of [symbols](crate::symbols).
//! A single line of several numbers is also a list of symbols, because one tuple is not a sequence. Lines of
//! the [native form](crate::native) and of [din](crate::tuples::din) hold more than numbers.

use loopscope_core::trace::{Notation, MAX_FIELDS};

use crate::content;
use crate::format::{Confidence, Format, Reading};
use crate::input::head::Head;
use crate::input::integer::{integer, is_written_like_integer, FITTING, NUMBER};
use crate::input::words::Words;
use crate::notes::Problem;
use crate::tuples::grammar::{plain_name, Content, Fault, Grammar, Label, Numbers, MOST};
use crate::tuples::reader::TupleReader;

/// Plain numbers.
pub const FORMAT: Format = Format {
    name: "numbers",
    title: "plain numbers",
    extensions: &["numbers"],
    common: true,
    sniff,
    highest: Confidence::Shape,
    reading: Reading::Each(|file| Box::new(TupleReader::new(file, Plain))),
};

fn sniff(head: &Head<'_>) -> Confidence {
    let (mut lines, mut most) = (0, 0);
    for line in head.whole_lines() {
        let mut count = 0;
        for (word, _) in Words::new(line).take_while(|(word, _)| !word.starts_with(b"#")) {
            count += 1;
            if count > MAX_FIELDS || !is_written_like_integer(word) {
                return Confidence::No;
            }
        }
        lines += usize::from(count > 0);
        most = most.max(count);
    }
    let numbers = lines > 1 || (lines == 1 && most == 1);
    Confidence::Shape.only_if(numbers && content::binary(head.bytes).is_none())
}

struct Plain;

impl Grammar for Plain {
    const EXPECTED: &'static str = "lines of whole numbers separated by spaces";

    fn read<'a>(&mut self, line: &'a [u8], _number: u64, numbers: &mut Numbers) -> Result<Content<'a>, Fault> {
        for (word, at) in Words::new(line).take_while(|(word, _)| !word.starts_with(b"#")) {
            if numbers.list.len() == MAX_FIELDS {
                let at = at.start..line.len();
                return Err(Fault::new(Problem::WordTooMany, at, MOST));
            }
            match integer(word) {
                Ok((number, hexadecimal)) => numbers.push(number, hexadecimal),
                Err(problem) => {
                    let too_large = problem == Problem::NumberTooLarge;
                    return Err(Fault::new(problem, at, if too_large { FITTING } else { NUMBER }));
                }
            }
        }
        if numbers.list.is_empty() {
            return Ok(Content::Nothing);
        }
        Ok(Content::Tuple(Label::None))
    }

    fn field(&self, field: usize, arity: usize) -> (String, Option<Notation>) {
        (plain_name(field, arity), None)
    }
}
