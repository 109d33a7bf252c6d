//! The settings of compressing.

use loopscope_core::trace::Values;
use loopscope_formats::Field;

use crate::open::words::Words;

/// The settings of compressing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// K for streams of symbols: events, and keys of tuples.
    pub k_symbols: usize,
    /// K for streams of numbers.
    pub k_numbers: usize,
    /// The field whose number names the instruction, so that each instruction has a stream of its own. `None` means the
    /// field called `pc`, `ip` or `instruction`, if there is one and it is not the only field.
    pub split: Option<String>,
    /// Whether times are kept.
    pub times: bool,
    /// The columns of tables by their titles, see [`Opening::choose_by_title`](crate::open::Opening::choose_by_title).
    pub columns: Vec<(Field, String)>,
    /// Which texts in no known format are lists of symbols.
    pub words: Words,
}

impl Default for Settings {
    /// The K of the paper: 1000 and 100.
    fn default() -> Self {
        Self { k_symbols: 1000, k_numbers: 100, split: None, times: true, columns: Vec::new(), words: Words::default() }
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
