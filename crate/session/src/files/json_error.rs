//! Errors of the JSON parser as notes: line, found, expected.
//!
//! The parser's messages name the types of the program (`invalid type: string "x", expected u32`). The user knows the
//! file and not the program, so the messages are translated here.

use loopscope_formats::notes::{Note, Place};
use serde_json::error::{Category, Error};

/// The most characters of the file that a note shows.
const SHOWN: usize = 40;

/// The note on a document that cannot be read. `what` says what it is not.
pub(crate) fn note(name: &str, what: &str, text: &str, error: &Error) -> Note {
    let (found, expected) = told(text, error);
    let column = match error.column() {
        0 => String::new(),
        column => format!(" (column {column})"),
    };
    Note::error(name, what)
        .at(Place::Line(error.line() as u64))
        .found(found + &column)
        .expected(expected)
        .remedy("write the file again")
}

/// What was found, and what was expected.
fn told(text: &str, error: &Error) -> (String, String) {
    if error.classify() == Category::Eof {
        return ("the end of the file".to_owned(), "the rest of the document".to_owned());
    }
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(&*message, |(message, _)| message);
    if let Some(field) = message.strip_prefix("missing field ") {
        return ("an object without it".to_owned(), format!("the field {}", quoted(field)));
    }
    if let Some(field) = message.strip_prefix("duplicate field ") {
        return (format!("the field {} twice", quoted(field)), "it once".to_owned());
    }
    if let Some(rest) = message.strip_prefix("unknown field ") {
        let (found, expected) = rest.split_once(", expected ").unwrap_or((rest, "a known one"));
        return (format!("the field {}", quoted(found)), quoted(expected));
    }
    if let Some(rest) = message.strip_prefix("unknown variant ") {
        let (found, expected) = rest.split_once(", expected ").unwrap_or((rest, "a known one"));
        return (quoted(found), quoted(expected));
    }
    if message == "recursion limit exceeded" {
        return ("lists and objects 128 deep".to_owned(), "fewer in each other".to_owned());
    }
    let mismatch = ["invalid type: ", "invalid value: ", "invalid length "];
    if let Some(rest) = mismatch.iter().find_map(|start| message.strip_prefix(start)) {
        let (found, expected) = rest.rsplit_once(", expected ").unwrap_or((rest, "another one"));
        let found = match message.starts_with("invalid length") {
            true => format!("a list of {found}"),
            false => value(found),
        };
        return (found, wanted(expected));
    }
    if message.starts_with("no variant of enum") {
        return ("an object of no known kind".to_owned(), "one that this program writes".to_owned());
    }
    let expected = match message.strip_prefix("expected ") {
        Some("value") => "a value of another kind".to_owned(),
        Some(expected) => quoted(expected),
        None => "JSON".to_owned(),
    };
    (at_place(text, error), expected)
}

/// The text at the place of an error.
fn at_place(text: &str, error: &Error) -> String {
    let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
    let mut from = error.column().saturating_sub(1).min(line.len());
    while !line.is_char_boundary(from) {
        from -= 1;
    }
    let rest: String = line.get(from..).unwrap_or_default().chars().take(SHOWN).collect();
    if rest.is_empty() {
        "the end of the line".to_owned()
    } else {
        format!("{rest:?}")
    }
}

/// A value that was found.
fn value(found: &str) -> String {
    let kinds = [
        ("string ", ""),
        ("integer ", ""),
        ("floating point ", ""),
        ("boolean ", ""),
        ("character ", ""),
        ("map", "an object"),
        ("sequence", "a list"),
        ("unit", "null"),
        ("null", "null"),
    ];
    let known = kinds.iter().find_map(|(start, name)| Some((found.strip_prefix(start)?, name)));
    let Some((rest, name)) = known else { return quoted(found) };
    if !name.is_empty() {
        return (*name).to_owned();
    }
    let short: String = rest.chars().take(SHOWN).collect();
    let cut = if short.len() < rest.len() { "…" } else { "" };
    short.replace('`', "") + cut
}

/// What was expected, for the types that documents are read into.
fn wanted(expected: &str) -> String {
    match expected {
        "u32" => "a whole number from 0 to 2^32 - 1".to_owned(),
        "u64" | "usize" => "a whole number from 0 to 2^64 - 1".to_owned(),
        "i64" => "a whole number from -2^63 to 2^63 - 1".to_owned(),
        "f64" => "a number".to_owned(),
        "a sequence" => "a list".to_owned(),
        "a map" | "map" => "an object".to_owned(),
        "a borrowed string" | "str" => "a string".to_owned(),
        "variant identifier" | "string or map" => "a word for its kind".to_owned(),
        _ if expected.starts_with("struct ") || expected.starts_with("enum ") => "an object".to_owned(),
        // Other: serde words it, and what it says is shown as it stands.
        _ => match expected.strip_prefix("a tuple of size ") {
            Some(size) => format!("a list of {size}"),
            None => quoted(expected.split(" with ").next().unwrap_or(expected)),
        },
    }
}

/// A text with its names in the quotation marks that all messages use.
fn quoted(text: &str) -> String {
    text.replace('`', "\"")
}

#[cfg(test)]
mod tests;
