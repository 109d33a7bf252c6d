//! All formats, and which of them a file is in.
//!
//! [`sniff`] shows the beginning of a file to the sniff of every format that could still win and takes the format that is
//! surest. The sniffs know nothing of each other; how their answers compare is the meaning of
//! [`Confidence`]. A file of another tool is refused by name before that (see [`foreign`]).
//!
//! A new format adds one line to [`FORMATS`].

use crate::content::{self, Content};
use crate::foreign::{self, Foreign};
use crate::format::{Confidence, Format, EXPECTED};
use crate::input::head::Head;
use crate::notes::{quote, ContextLine, Note, Place};
use crate::symbols::MAX_TOKEN;
use loopscope_core::numbers::thousands;

/// All formats that can be read, the surest first: by [`Format::highest`], so that most files ask few sniffs. Where two are
/// as sure, the first is taken; no fixture leaves it to that.
pub const FORMATS: &[&Format] = &[
    &crate::chrome::FORMAT,
    &crate::otf2::FORMAT,
    &crate::paraver::FORMAT,
    &crate::paje::FORMAT,
    &crate::dumpi::FORMAT,
    &crate::simgrid::FORMAT,
    &crate::native::FORMAT,
    &crate::tuples::din::FORMAT,
    &crate::tuples::lackey::FORMAT,
    &crate::csv_events::FORMAT,
    &crate::tuples::plain::FORMAT,
    &crate::tuples::csv::FORMAT,
    &crate::symbols::FORMAT,
];

/// Whether every line of a file's beginning is of one format.
type IsPure = fn(&Head<'_>) -> bool;

/// Formats that every line of a file can speak for, so that nobody else need be asked.
const PURE: [(&Format, IsPure); 2] =
    [(&crate::native::FORMAT, crate::native::is_pure), (&crate::tuples::din::FORMAT, crate::tuples::din::is_pure)];

/// The format of a file that begins with these bytes.
///
/// # Errors
/// The note that says what the file looks like instead. `name` is used for that note alone.
pub fn sniff(head: &[u8], name: &str) -> Result<&'static Format, Note> {
    let found = PURE.iter().find(|(_, is_pure)| is_pure(&Head::new(head)));
    found.map_or_else(|| judge(head, name), |(format, _)| Ok(format))
}

/// The same for a file that could be of another tool, or of several formats.
#[inline(never)]
fn judge(head: &[u8], name: &str) -> Result<&'static Format, Note> {
    if let Some(foreign) = foreign::recognize(head) {
        return Err(foreign_note(foreign, head, name));
    }
    let head = Head::new(head);
    match most_confident(&head) {
        Some(format) => Ok(format),
        None => Err(unknown_note(&head, name)),
    }
}

/// The format whose sniff is surest; `None` if all say no.
fn most_confident(head: &Head<'_>) -> Option<&'static Format> {
    let (mut best, mut found) = (Confidence::No, None);
    for format in FORMATS {
        if format.highest <= best {
            continue;
        }
        let confidence = (format.sniff)(head);
        if confidence > best {
            (best, found) = (confidence, Some(*format));
        }
    }
    found
}

/// The note on a file that is in no format.
fn unknown_note(head: &Head<'_>, name: &str) -> Note {
    match content::look(head.bytes) {
        Content::Empty => Note::error(name, "the file is empty").found("0 bytes").expected(EXPECTED),
        Content::Binary { at, kind } => {
            let found = kind
                .map_or_else(|| format!("the byte 0x{:02x}", head.bytes.get(at).copied().unwrap_or(0)), str::to_owned);
            let note = Note::error(name, "the file is binary, in no format that Loopscope reads")
                .at(if kind.is_some() { Place::Whole } else { Place::Byte(at as u64) })
                .found(found)
                .expected(EXPECTED);
            match foreign::by_ending(name) {
                Some(Foreign { what, way_out }) => {
                    note.remedy(format!("if it is {what}, as its name suggests, {way_out}"))
                }
                None => note,
            }
        }
        Content::OtherText(kind) => {
            let first = head.lines().enumerate().find(|(_, line)| !line.trim_ascii().is_empty());
            let (number, line) = first.unwrap_or((0, &[]));
            let mut note = Note::error(name, "the file is text, in no format that Loopscope reads")
                .at(Place::Line(number as u64 + 1))
                .found(format!("{kind}: {}", quote(line)))
                .expected(EXPECTED);
            note.context = (1..)
                .zip(head.lines().take(number + 3))
                .skip(number)
                .map(|(at, text)| {
                    let mark = (at == number as u64 + 1).then_some((0, text.len()));
                    ContextLine::new(at, text, mark)
                })
                .collect();
            note
        }
        Content::Text if head.bytes.trim_ascii().is_empty() => {
            Note::error(name, "the file contains only white space").found("white space").expected(EXPECTED)
        }
        // No sniff takes a text that begins with a word too long for a symbol.
        Content::Text => Note::error(name, "the file begins with a word that is too long for a symbol")
            .found(format!("more than {} bytes without white space", thousands(MAX_TOKEN as u64)))
            .expected(EXPECTED)
            .remedy("if each letter is an event, put spaces between the letters"),
    }
}

/// The note that a file is one of another tool.
fn foreign_note(foreign: Foreign, head: &[u8], name: &str) -> Note {
    let note = Note::error(name, format!("the file is {}, which cannot be read", foreign.what));
    let note = note.expected(EXPECTED).remedy(foreign.way_out);
    match content::binary(head) {
        Some(_) => note.found(first_bytes(head)),
        None => {
            let lines = Head::new(head);
            let first = lines.lines().find(|line| !line.trim_ascii().is_empty());
            note.found(quote(first.unwrap_or_default()))
        }
    }
}

/// The first bytes of a binary file, as its error note shows them.
fn first_bytes(head: &[u8]) -> String {
    /// Enough for the marks of most formats.
    const SHOWN: usize = 8;
    let bytes: Vec<String> = head.iter().take(SHOWN).map(|byte| format!("{byte:02x}")).collect();
    format!("binary data, which starts with the bytes {}", bytes.join(" "))
}
