//! What somebody typed: its bounds, and messages about what is beyond them.

mod error;
mod merge;
mod options;
mod whatif;

pub use error::LabError;
pub use merge::{MergeInput, Piece, MOST_CONSTRUCTS, MOST_COUNT, MOST_PROCESSES};
pub use options::Options;
pub use whatif::{DominoInput, MessageInput, ProgramInput, WhatIfInput, MOST_ITEMS};

use super::code;
use super::frame::Word;
use super::Station;
use crate::numbers;
use crate::recognize::FunctionModel;
use crate::symbols::Symbol;

/// The most letters or words of a string.
pub const MOST_LETTERS: usize = 200;
/// The most values.
pub const MOST_VALUES: usize = 1_000;
/// The most numbers of a value.
pub const MOST_FIELDS: usize = 4;
/// The largest K.
pub const MOST_K: usize = 20;
/// The most values that are foretold.
pub const MOST_AHEAD: usize = 8;
/// The most nodes of a flow graph.
pub const MOST_NODES: usize = 40;

/// An input of a station.
#[derive(Clone, Debug, PartialEq)]
pub enum LabInput {
    /// Letters or words: Repeats, Greedy and optimal.
    Symbols(Symbols),
    /// Values: NLR and Prediction.
    Values(Values),
    /// Letters or words whose flow graph is drawn.
    Flow(FlowInput),
    /// Programs of processes: Merge.
    Merge(MergeInput),
    /// A message or a small run: What if.
    WhatIf(WhatIfInput),
}

/// A string of letters or words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symbols {
    /// As they were typed.
    pub words: Vec<Word>,
    /// Numbered in order of first appearance.
    pub string: Vec<Symbol>,
    /// The word of each number.
    pub names: Vec<Word>,
}

/// A list of values and how loops are recognized in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    /// Numbers of each value.
    pub values: Vec<Vec<i64>>,
    /// The most terms in a body.
    pub k: usize,
    /// At this height terms are put out.
    pub smax: Option<usize>,
    /// How many are put out.
    pub nflush: usize,
    /// Which numbers may vary.
    pub model: FunctionModel,
    /// How many values are foretold.
    pub ahead: usize,
}

/// A string and what is done with a graph that is not reducible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlowInput {
    /// The string.
    pub symbols: Symbols,
    /// Whether visits of loops with several entries are told apart.
    pub split: bool,
}

impl LabInput {
    /// The pseudo-code of a station for this input: What if has one for each of its subjects.
    pub fn code(&self, station: Station) -> &'static [&'static str] {
        match self {
            Self::WhatIf(WhatIfInput::Aggregation(_)) => code::AGGREGATION,
            Self::WhatIf(WhatIfInput::Domino(_)) => code::DOMINO,
            _ => station.code(),
        }
    }

    /// Reads the text of an input for a station.
    ///
    /// # Errors
    /// The text is empty, too long or not of the form that the station needs; an option is beyond its bounds.
    pub fn parse(station: Station, text: &str, options: &Options) -> Result<Self, LabError> {
        Ok(match station {
            Station::Repeats | Station::GreedyOptimal => Self::Symbols(Symbols::parse(text)?),
            Station::Nlr | Station::Prediction => Self::Values(Values::parse(text, options)?),
            Station::Flow => Self::Flow(FlowInput::parse(text, options)?),
            Station::Merge => Self::Merge(MergeInput::parse(text)?),
            Station::WhatIf => Self::WhatIf(WhatIfInput::parse(text, options)?),
        })
    }
}

impl Symbols {
    /// Reads letters (`abaab`) or words (`send recv send`).
    ///
    /// # Errors
    /// There is nothing, or more than 200.
    pub fn parse(text: &str) -> Result<Self, LabError> {
        let text = text.trim();
        let words: Vec<Word> = match text.split_whitespace().nth(1) {
            Some(_) => text.split_whitespace().map(Word::from).collect(),
            None => text.chars().map(|letter| Word::from(letter.to_string())).collect(),
        };
        Self::new(words)
    }

    /// A string of these words.
    ///
    /// # Errors
    /// There is none, or more than 200.
    pub fn new(words: Vec<Word>) -> Result<Self, LabError> {
        if words.is_empty() {
            let what = "the text is empty".to_owned();
            return Err(LabError::new(what, "nothing", "letters such as abaab, or words with spaces between them"));
        }
        check_length(words.len(), MOST_LETTERS, "letters")?;
        let mut names: Vec<Word> = Vec::new();
        let string = words.iter().map(|word| {
            let known = names.iter().position(|name| name == word);
            Symbol(known.unwrap_or_else(|| {
                names.push(word.clone());
                names.len() - 1
            }) as u32)
        });
        let string = string.collect();
        Ok(Self { words, string, names })
    }
}

fn check_length(len: usize, most: usize, unit: &str) -> Result<(), LabError> {
    if len <= most {
        return Ok(());
    }
    let (len, most) = (numbers::thousands(len as u64), numbers::thousands(most as u64));
    Err(LabError {
        what: format!("this text has {len} {unit}; the lab steps through {most}"),
        found: format!("{len} {unit}"),
        expected: format!("{most} at most"),
        remedy: format!("take the first {most}, or open it as a trace"),
    })
}

fn bounded(
    name: &str,
    value: Option<u32>,
    range: std::ops::RangeInclusive<usize>,
    otherwise: usize,
) -> Result<usize, LabError> {
    let Some(value) = value else { return Ok(otherwise) };
    if range.contains(&(value as usize)) {
        return Ok(value as usize);
    }
    let expected = format!("a number from {} to {}", range.start(), range.end());
    Err(LabError::new(format!("{name} is out of its bounds"), value.to_string(), expected))
}

impl Values {
    /// Reads numbers with commas or spaces between them; those of a tuple are joined by colons, such as `1:2`.
    ///
    /// # Errors
    /// A number cannot be read, there are none or too many, or an option is beyond its bounds.
    pub fn parse(text: &str, options: &Options) -> Result<Self, LabError> {
        let items = text.split([',', ' ', '\n', '\t', '\r']).filter(|item| !item.is_empty());
        let mut values = Vec::new();
        for (index, item) in items.enumerate() {
            let numbers: Result<Vec<i64>, _> = item.split(':').map(str::parse).collect();
            let numbers = numbers.map_err(|_| {
                let what = format!("value {} is no number", index + 1);
                let found: String = item.chars().take(40).collect();
                LabError::new(what, found, "a whole number of at most 64 bits, or up to four of them with colons")
            })?;
            if numbers.len() > MOST_FIELDS {
                let what = format!("value {} has too many numbers", index + 1);
                return Err(LabError::new(what, numbers.len().to_string(), "four at most"));
            }
            values.push(numbers);
        }
        if values.is_empty() {
            let what = "there is no value".to_owned();
            return Err(LabError::new(what, "nothing", "numbers such as 3, 10, 17"));
        }
        check_length(values.len(), MOST_VALUES, "values")?;
        let model = match options.model.as_deref() {
            None => FunctionModel::Polynomial,
            Some(name) => FunctionModel::from_name(name).ok_or_else(|| {
                let what = "there is no such model".to_owned();
                LabError::new(what, name, "polynomial, linear or constant")
            })?,
        };
        let smax = options.smax.map(|_| bounded("SMAX", options.smax, 1..=MOST_VALUES, 1));
        Ok(Self {
            values,
            k: bounded("K", options.k, 1..=MOST_K, 3)?,
            smax: smax.transpose()?,
            nflush: bounded("NFLUSH", options.nflush, 1..=MOST_VALUES, 1)?,
            model,
            ahead: bounded("the number of values ahead", options.ahead, 1..=MOST_AHEAD, 4)?,
        })
    }
}

impl FlowInput {
    /// Reads letters or words, as [`Symbols::parse`].
    ///
    /// # Errors
    /// As that, and if there are more than 40 different ones, or the way to split is unknown.
    pub fn parse(text: &str, options: &Options) -> Result<Self, LabError> {
        let symbols = Symbols::parse(text)?;
        if symbols.names.len() > MOST_NODES {
            let what = "the graph has too many nodes".to_owned();
            let found = format!("{} different symbols", symbols.names.len());
            return Err(LabError::new(what, found, format!("{MOST_NODES} at most")));
        }
        let split = match options.split.as_deref() {
            None | Some("entries") => true,
            Some("none") => false,
            Some(other) => {
                let what = "there is no such way to split".to_owned();
                return Err(LabError::new(what, other, "entries or none"));
            }
        };
        Ok(Self { symbols, split })
    }
}

#[cfg(test)]
mod tests;
