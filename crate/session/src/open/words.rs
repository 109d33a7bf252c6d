//! Texts that are words in no known format: when they are read, who is asked, and when another file is the one that matters.
//!
//! Nearly any text is words between blanks. One that no other format accepts is read as a list of symbols if its words
//! [repeat as events do](loopscope_formats::symbols::repeats), if it is called like such a list, if another file of its family is read as one, or if
//! its user [says so](super::Opening::read_as_words). Otherwise the opening ends with a [question](super::Opening::words), unless other files are a
//! trace: then it is left out.

use loopscope_core::numbers::thousands;
use loopscope_formats::notes::{some_of, Note, ALSO};
use loopscope_formats::symbols;

use super::side_file::ending;

/// Which texts in no known format are lists of symbols.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Words {
    /// Those whose words repeat, and those that are called so.
    #[default]
    ByRule,
    /// All of them: the answer to a [question](super::Opening::words).
    Unsure,
    /// Every file, also one that another format would accept. Only what is no text is refused.
    All,
}

/// A file that may be a list of symbols, or anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordsQuestion {
    /// The first of them.
    pub file: String,
    /// How many there are.
    pub files: u32,
    /// The first lines of the first.
    pub excerpt: String,
}

/// Why such a file was left out.
pub(super) const HARDLY_REPEAT: &str = "the file is words in no known format that hardly repeat";

/// Says which files were read as words although nobody said so; `name` stands for all files.
pub(super) fn read_as_words(files: &[String], name: &str) -> Option<Note> {
    match files {
        [] => None,
        [file] => Some(Note::info(file, "read as words: no known format")),
        files => {
            let named: Vec<String> = files.iter().take(ALSO).cloned().collect();
            let count = files.len() as u64;
            let what = format!("{} files are read as words: no known format", thousands(count));
            Some(Note::info(name, what).found(some_of(&named, count, "file")))
        }
    }
}

/// Whether a file is called like lists of symbols are.
pub(super) fn is_called_so(path: &str) -> bool {
    ending(path).is_some_and(|ending| symbols::is_called_so(&ending))
}

/// The first lines of a file, to be shown.
pub(super) fn excerpt(head: &[u8]) -> String {
    const LINES: usize = 6;
    const CHARS: usize = 120;
    let text = String::from_utf8_lossy(head.get(..8 * LINES * CHARS).unwrap_or(head));
    let lines = text.lines().filter(|line| !line.trim().is_empty()).take(LINES);
    let cut = |line: &str| line.chars().take(CHARS).collect::<String>();
    lines.map(cut).collect::<Vec<String>>().join("\n")
}
