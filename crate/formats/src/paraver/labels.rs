//! The `.pcf`: names of types and values of events.
//!
//! Sections begin with a word of their own on a line. `EVENT_TYPE` is followed by lines of a colour,
//! a type and its name; then perhaps `VALUES`, followed by lines of a value and its name, for all those
//! types. Everything else is about drawing.

use rustc_hash::FxHashMap;

use crate::input::integer::{decimal, leading_decimal};
use crate::input::words::name_in_one_line;

/// The words that sections begin with.
pub(super) const SECTIONS: &[&[u8]] = &[
    b"DEFAULT_OPTIONS",
    b"DEFAULT_SEMANTIC",
    b"STATES",
    b"STATES_COLOR",
    b"EVENT_TYPE",
    b"VALUES",
    b"GRADIENT_COLOR",
    b"GRADIENT_NAMES",
];

/// What a type of events is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Type {
    pub(super) name: String,
    /// Which list of names of values, if its values have names.
    values: Option<u32>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Section {
    #[default]
    Other,
    Types,
    Values,
}

/// The names of types and values.
#[derive(Clone, Debug, Default)]
pub(super) struct Labels {
    types: FxHashMap<u32, Type>,
    /// Lists of names of values.
    values: Vec<FxHashMap<u64, String>>,
    section: Section,
    /// The types that the current section is about.
    current: Vec<u32>,
    bytes: u64,
}

impl Labels {
    /// Reads a line.
    pub(super) fn line(&mut self, line: &[u8]) {
        let line = line.trim_ascii();
        if line.is_empty() {
            return;
        }
        if SECTIONS.contains(&line) {
            self.begin(line);
            return;
        }
        match self.section {
            Section::Types => {
                let Some((_, rest)) = split_number(line) else { return };
                let Some((id, name)) = split_number(rest) else { return };
                let Ok(id) = u32::try_from(id) else { return };
                let name = text(name);
                self.bytes += 64 + name.len() as u64;
                self.types.entry(id).or_insert(Type { name, values: None });
                self.current.push(id);
            }
            Section::Values => {
                let Some((value, name)) = split_number(line) else { return };
                let Some(list) = self.values.last_mut() else { return };
                let name = text(name);
                self.bytes += 64 + name.len() as u64;
                list.entry(value).or_insert(name);
            }
            Section::Other => {}
        }
    }

    fn begin(&mut self, word: &[u8]) {
        self.section = match word {
            b"EVENT_TYPE" => {
                self.current.clear();
                Section::Types
            }
            b"VALUES" if self.section == Section::Types => {
                let list = self.values.len() as u32;
                self.values.push(FxHashMap::default());
                self.bytes += 64;
                for id in &self.current {
                    if let Some(named) = self.types.get_mut(id) {
                        named.values.get_or_insert(list);
                    }
                }
                Section::Values
            }
            // Other: a section about drawing.
            _ => Section::Other,
        };
    }

    /// What a type is called.
    pub(super) fn type_name(&self, id: u32) -> Option<&str> {
        self.types.get(&id).map(|named| named.name.as_str())
    }

    /// The names of the values of a type.
    pub(super) fn values(&self, id: u32) -> Option<&FxHashMap<u64, String>> {
        let list = self.types.get(&id)?.values?;
        self.values.get(list as usize)
    }

    /// Whether there is no name.
    pub(super) fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    /// Bytes that are kept.
    pub(super) fn kept_bytes(&self) -> u64 {
        self.bytes
    }
}

/// A number, and what follows it after blanks.
fn split_number(line: &[u8]) -> Option<(u64, &[u8])> {
    let (_, digits) = leading_decimal(line);
    let (word, rest) = line.split_at_checked(digits)?;
    let number = decimal(word).ok()?;
    let blank = rest.first().is_none_or(u8::is_ascii_whitespace);
    blank.then_some((number, rest.trim_ascii_start()))
}

/// A name in one line; where a long one is cut, the whole name follows in brackets: `__mpi_ro..al_init
/// [__mpi_routines_MOD_mpi_minimal_init]`.
fn text(name: &[u8]) -> String {
    let name = String::from_utf8_lossy(name);
    let whole = name.strip_suffix(']').and_then(|name| name.rsplit_once(" ["));
    match whole {
        Some((cut, whole)) if cut.contains("..") => name_in_one_line(whole),
        _ => name_in_one_line(&name),
    }
}

#[cfg(test)]
mod tests;
