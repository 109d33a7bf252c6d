//! One line of the native form: its words, or what is wrong with it.

use loopscope_core::small_sort::SmallSort;
use std::borrow::Cow;
use std::ops::Range;

use loopscope_core::trace::ProcessId;

use crate::input::words::{is_blank, Words};
use crate::notes::{quote, ContextLine, Note, Place, Problem};
use loopscope_core::numbers::thousands;

/// What a good line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Line<'a> {
    /// `src send dst tag`.
    Send { src: u32, dst: u32, tag: i64 },
    /// `src recv dst tag`.
    Recv { src: u32, dst: u32, tag: i64 },
    /// `proc sync name group`, the group as ascending stretches, first to last.
    Sync { process: u32, name: &'a str, group: Vec<(u32, u32)> },
    /// `proc local words...`, with one space between words.
    Local { process: u32, words: Cow<'a, str> },
}

/// What is wrong with a line. Made for every bad line, so it allocates nothing; the note is made
/// from it for the first only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bad {
    /// The kind of fault.
    pub(crate) problem: Problem,
    /// The bytes of the line that are at fault.
    at: Range<usize>,
    /// What was expected there.
    expected: &'static str,
}

const SEND: &str = "\"src send dst tag\"";
const RECV: &str = "\"src recv dst tag\"";
const SYNC: &str = "\"proc sync name group\"";
const LOCAL: &str = "\"proc local words\"";
const ANY: &str = "send, recv, sync or local";
const NUMBER: &str = "a process number";
const TAG: &str = "a tag, which is a whole number";
const GROUP: &str = "a group of processes like 0-15 or 0,4,8";
const NAME: &str = "a name in UTF-8";

/// The first two words of a line: for the sniff, which looks at lines that may be cut or damaged.
pub(crate) fn first_words(line: &[u8]) -> (Option<&[u8]>, Option<&[u8]>) {
    let mut words = Words::new(line);
    (words.next().map(|(word, _)| word), words.next().map(|(word, _)| word))
}

/// Reads a line; `None` if it is blank or a comment.
pub(crate) fn parse(line: &[u8]) -> Result<Option<Line<'_>>, Bad> {
    let mut words = Words::new(line);
    let Some((first, first_at)) = words.next() else { return Ok(None) };
    if first.starts_with(b"#") {
        return Ok(None);
    }
    let missing = |expected| Bad { problem: Problem::WordMissing, at: 0..line.len(), expected };
    let Some((verb, verb_at)) = words.next() else {
        // A number alone lacks a word; anything else is not an event at all.
        rank(first, first_at)?;
        return Err(missing(ANY));
    };
    match verb {
        b"send" | b"recv" => {
            let form = if verb == b"send" { SEND } else { RECV };
            let src = rank(first, first_at)?;
            let (dst, dst_at) = words.next().ok_or(missing(form))?;
            let (tag, tag_at) = words.next().ok_or(missing(form))?;
            let dst = rank(dst, dst_at)?;
            let bad_tag = Bad { problem: Problem::NotANumber, at: tag_at, expected: TAG };
            let tag = whole_number(tag.strip_prefix(b"tag").unwrap_or(tag)).ok_or(bad_tag)?;
            end(&mut words, form)?;
            Ok(Some(if verb == b"send" { Line::Send { src, dst, tag } } else { Line::Recv { src, dst, tag } }))
        }
        b"sync" => {
            let process = rank(first, first_at)?;
            let (name, name_at) = words.next().ok_or(missing(SYNC))?;
            let (members, at) = words.next().ok_or(missing(SYNC))?;
            let name = text(name, name_at)?;
            let group = group(members).map_err(|problem| {
                let expected = if problem == Problem::RankTooLarge { NUMBER } else { GROUP };
                Bad { problem, at, expected }
            })?;
            end(&mut words, SYNC)?;
            Ok(Some(Line::Sync { process, name, group }))
        }
        b"local" => {
            let process = rank(first, first_at)?;
            words.skip_blanks();
            let start = words.at;
            let rest = line.get(start..).unwrap_or_default().trim_ascii_end();
            if rest.is_empty() {
                return Err(missing(LOCAL));
            }
            let rest = text(rest, start..start + rest.len())?;
            Ok(Some(Line::Local { process, words: single_spaces(rest) }))
        }
        // Other: an unknown event, which is reported.
        _ => Err(Bad { problem: Problem::UnknownEvent, at: verb_at, expected: ANY }),
    }
}

/// No word may follow.
fn end(words: &mut Words<'_>, expected: &'static str) -> Result<(), Bad> {
    match words.next() {
        None => Ok(()),
        Some((_, at)) => {
            let at = at.start..words.line.trim_ascii_end().len();
            Err(Bad { problem: Problem::WordTooMany, at, expected })
        }
    }
}

fn text(bytes: &[u8], at: Range<usize>) -> Result<&str, Bad> {
    std::str::from_utf8(bytes).map_err(|_| Bad { problem: Problem::NotText, at, expected: NAME })
}

/// The words with one space between them, so that equal events are equal however they are spaced.
fn single_spaces(words: &str) -> Cow<'_, str> {
    let blank = |c: char| u8::try_from(c).is_ok_and(is_blank);
    let mut before = ' ';
    let double = words.chars().any(|c| {
        let bad = blank(c) && (c != ' ' || before == ' ');
        before = c;
        bad
    });
    if double {
        Cow::Owned(words.split(blank).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "))
    } else {
        Cow::Borrowed(words)
    }
}

/// A process number.
fn rank(word: &[u8], at: Range<usize>) -> Result<u32, Bad> {
    rank_value(word).map_err(|problem| Bad { problem, at, expected: NUMBER })
}

fn rank_value(word: &[u8]) -> Result<u32, Problem> {
    if word.is_empty() || !word.iter().all(u8::is_ascii_digit) {
        return Err(Problem::NotANumber);
    }
    let number = word.iter().try_fold(0u32, |number, &digit| {
        Some(number * 10 + u32::from(digit - b'0')).filter(|&number| number <= ProcessId::MAX)
    });
    number.ok_or(Problem::RankTooLarge)
}

/// A whole number in decimal, with a sign or without; `None` if it is none or does not fit.
fn whole_number(word: &[u8]) -> Option<i64> {
    let digits = word.strip_prefix(b"-").unwrap_or(word);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    // Downwards, because the smallest number has no positive counterpart.
    let number =
        digits.iter().try_fold(0i64, |number, &digit| number.checked_mul(10)?.checked_sub(i64::from(digit - b'0')))?;
    if digits.len() < word.len() {
        Some(number)
    } else {
        number.checked_neg()
    }
}

/// A group, as ascending stretches that neither overlap nor touch: a hostile line of `0-9999999`
/// over and over takes no more memory than one of it.
fn group(word: &[u8]) -> Result<Vec<(u32, u32)>, Problem> {
    let member = |word: &[u8]| match rank_value(word) {
        Err(Problem::NotANumber) => Err(Problem::BadGroup),
        other => other,
    };
    let mut stretches = Vec::new();
    for part in word.split(|&byte| byte == b',') {
        let (first, last) = match memchr::memchr(b'-', part) {
            Some(dash) => {
                let (first, last) = part.split_at(dash);
                (member(first)?, member(last.get(1..).unwrap_or_default())?)
            }
            None => {
                let only = member(part)?;
                (only, only)
            }
        };
        if first > last {
            return Err(Problem::BadGroup);
        }
        stretches.push((first, last));
    }
    stretches.sort_small();
    stretches.dedup_by(|next, kept| {
        let joins = next.0 <= kept.1.saturating_add(1);
        if joins {
            kept.1 = kept.1.max(next.1);
        }
        joins
    });
    Ok(stretches)
}

impl Bad {
    /// A line that is longer than a line may be.
    pub(crate) fn too_long(start: &[u8]) -> Self {
        let expected = "";
        Self { problem: Problem::LineTooLong, at: 0..start.len(), expected }
    }

    /// The note on the line with that number.
    pub(crate) fn note(&self, file: &str, number: u64, line: &[u8], before: Option<&[u8]>) -> Note {
        let what = match self.problem {
            Problem::LineTooLong => "a line is too long",
            Problem::WordMissing => "a word is missing",
            Problem::WordTooMany => "a line has too many words",
            Problem::UnknownEvent => "the event name is unknown",
            Problem::NotANumber => "a word is not a number",
            Problem::RankTooLarge => "a process number is out of range",
            Problem::BadGroup => "a group of processes is malformed",
            _ => "a word is not UTF-8 text",
        };
        let found = quote(line.get(self.at.clone()).unwrap_or_default().trim_ascii());
        let expected = match self.problem {
            Problem::LineTooLong => {
                format!("at most {} bytes in a line", thousands(crate::MAX_LINE as u64))
            }
            Problem::RankTooLarge => {
                format!("{} from 0 to {}", self.expected, thousands(ProcessId::MAX.into()))
            }
            Problem::BadGroup if backwards(line.get(self.at.clone()).unwrap_or_default()) => {
                format!("{}, the smaller number first", self.expected)
            }
            _ => self.expected.to_owned(),
        };
        let mut context = Vec::with_capacity(3);
        if let Some(before) = before {
            context.push(ContextLine::new(number - 1, before, None));
        }
        context.push(ContextLine::new(number, line, Some((self.at.start, self.at.end))));
        Note {
            place: Place::Line(number),
            found,
            expected,
            remedy: "skipped".to_owned(),
            context,
            ..Note::warning(file, what)
        }
    }
}

/// Whether a group is well written but for a range whose end is before its start.
fn backwards(word: &[u8]) -> bool {
    word.split(|&byte| byte == b',').all(|part| {
        let mut ends = part.splitn(2, |&byte| byte == b'-');
        ends.all(|end| rank_value(end).is_ok())
    })
}
