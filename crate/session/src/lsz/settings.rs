//! How a trace is compressed.

use loopscope_core::trace::Values;
use loopscope_formats::Field;

use crate::open::words::Words;

/// How a trace is compressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// K for streams of symbols: events, and keys of tuples.
    pub k_symbols: usize,
    /// K for streams of numbers.
    pub k_numbers: usize,
    /// The field whose number names the instruction, so that each has a stream of its own; `None` for one
    /// that is called `pc`, `ip` or `instruction`, if there is one beside others.
    pub split: Option<String>,
    /// Columns of tables by their titles, see [`Opening::choose_by_title`](crate::open::Opening::choose_by_title).
    pub columns: Vec<(Field, String)>,
    /// Which texts in no known format are lists of symbols.
    pub words: Words,
}

impl Default for Settings {
    /// Those of the paper: 1000 and 100.
    fn default() -> Settings {
        Settings {
            k_symbols: 1000,
            k_numbers: 100,
            split: None,
            columns: Vec::new(),
            words: Words::default(),
        }
    }
}

impl Settings {
    /// The field to split by.
    pub(super) fn split_field(&self, values: &Values) -> Option<usize> {
        const USUAL: [&str; 3] = ["pc", "ip", "instruction"];
        let wanted = |name: &str| match &self.split {
            Some(split) => name == split,
            None => USUAL.iter().any(|usual| name.eq_ignore_ascii_case(usual)),
        };
        let several = values.arity() > 1;
        values.columns().iter().position(|column| wanted(column.name())).filter(|_| several)
    }
}
