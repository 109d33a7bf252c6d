//! Texts that are words in no known format: when they are read, who is asked, and when another file is the one that matters.
//!
//! Nearly any text is words between blanks. One that no other format accepts is read as a list of symbols if its words
//! [repeat as events do](loopscope_formats::symbols::repeats), if it is called like such a list, if another file of its family is read as one, or if
//! its user [says so](Opening::read_as_words). Otherwise the opening ends with a [question](Opening::words), unless other files are a
//! trace: then it is left out.

use loopscope_core::numbers::thousands;
use loopscope_core::trace::natural_order;
use loopscope_formats::notes::{quote, some_of, Note, Notes, Problem, Severity, ALSO};
use loopscope_formats::{symbols, Format};

use super::companion::{doubt, ending, family};
use super::opening::Opening;

/// Which texts in no known format are lists of symbols.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Words {
    /// Those whose words repeat, and those that are called so.
    #[default]
    ByRule,
    /// All of them: the answer to a [question](Opening::words).
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

/// The doubt about a file whose words do not repeat: more than about any [name](doubt).
pub(super) const WORDS: u8 = 3;

/// Why such a file was left out.
pub(super) const HARDLY_REPEAT: &str = "the file is words in no known format that hardly repeat";

/// A file that is not read, unless nothing better is there.
pub(super) struct Companion {
    pub(super) path: String,
    /// See [`doubt`] and [`WORDS`].
    pub(super) doubt: u8,
    /// Name of its format.
    pub(super) format: &'static str,
    /// Its first lines, if they are what somebody must be asked about.
    pub(super) excerpt: String,
}

/// A file that no format accepts.
pub(super) struct Unknown {
    pub(super) note: Note,
    pub(super) what: Unreadable,
}

/// What it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unreadable {
    /// A trace or profile of another tool.
    OfATool,
    Binary,
    Text,
}

impl Opening {
    /// Says which texts in no known format are lists of symbols. To be called before the first [`step`](Self::step).
    pub fn read_as_words(&mut self, words: Words) {
        self.words = words;
    }

    /// The files of which somebody must say whether they are lists of symbols, if the opening failed for want of that.
    pub fn words(&self) -> Option<&WordsQuestion> {
        self.words_question.as_ref()
    }

    /// How likely a file is none that its user means: see [`doubt`]. `repeats` is what its words do, if it is a list of symbols.
    pub(super) fn doubt_of(&self, path: &str, format: &Format, repeats: bool) -> u8 {
        let of_a_family =
            family(path).is_some_and(|family| self.families.contains(&(format.name, family)));
        let is_symbols = format.name == symbols::FORMAT.name;
        if of_a_family || (is_symbols && self.words == Words::All) {
            0
        } else if is_symbols && !repeats && !is_called_so(path) && self.words == Words::ByRule {
            WORDS
        } else {
            doubt(path)
        }
    }

    /// A file is being read: others of its family are meant, too.
    pub(super) fn meant(&mut self, path: &str, format: &'static Format, doubt: u8) {
        self.families.extend(family(path).map(|family| (format.name, family)));
        let by_rule = format.name == symbols::FORMAT.name
            && !is_called_so(path)
            && self.words == Words::ByRule;
        if by_rule {
            self.by_rule.push(path.to_owned());
        }
        self.guessed += usize::from(by_rule || doubt > 0);
    }

    /// Files that were passed over before another of their family was read. They are no companions any more.
    pub(super) fn take_late(&mut self) -> Vec<String> {
        let of_a_family = |it: &Companion| {
            family(&it.path).is_some_and(|family| self.families.contains(&(it.format, family)))
        };
        let (late, others): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.companions).into_iter().partition(of_a_family);
        self.companions = others;
        late.into_iter().map(|it| it.path).collect()
    }

    /// Whether other files are more likely meant than the `read` ones, which are read for what they look like: any of another tool, or
    /// more binary files than there are of them. Then those are the errors.
    pub(super) fn outweighed(&mut self, read: usize) -> bool {
        let count = |wanted| self.unknown.iter().filter(|it| it.what == wanted).count();
        let outweighed = count(Unreadable::OfATool) > 0 || count(Unreadable::Binary) > read;
        if outweighed {
            let unknown = std::mem::take(&mut self.unknown);
            let unread = unknown.into_iter().filter(|it| it.what != Unreadable::Text);
            self.errors.extend(unread.map(|it| it.note));
        }
        outweighed
    }

    /// The opening ends with the question whether these files are lists of symbols.
    pub(super) fn ask_words(&mut self) -> Note {
        let mut asked: Vec<Companion> = std::mem::take(&mut self.companions);
        asked.retain(|it| it.doubt == WORDS);
        let first = asked.iter().min_by(|a, b| natural_order(&a.path, &b.path));
        let (file, excerpt) =
            first.map_or_else(Default::default, |it| (it.path.clone(), it.excerpt.clone()));
        let line = excerpt.lines().next().unwrap_or_default();
        let what = "the file is words in no known format, and they do not repeat as events do";
        let mut note = Note::error(&file, what)
            .found(quote(line.as_bytes()))
            .expected(loopscope_formats::format::EXPECTED);
        note.count = asked.len() as u64;
        self.words_question = Some(WordsQuestion { file, files: asked.len() as u32, excerpt });
        note
    }

    /// Says which files were read as words without anybody having said so.
    pub(super) fn note_words(&mut self) {
        let by_rule = std::mem::take(&mut self.by_rule);
        let note = match by_rule.as_slice() {
            [] => return,
            [file] => Note::new(Severity::Info, file, "read as words: no known format"),
            files => {
                let named: Vec<String> = files.iter().take(ALSO).cloned().collect();
                let count = files.len() as u64;
                let what = format!("{} files are read as words: no known format", thousands(count));
                Note::new(Severity::Info, &self.name, what).found(some_of(&named, count, "file"))
            }
        };
        let notes: &mut Notes = &mut self.notes;
        notes.begin_file(&note.file);
        notes.add(Problem::ReadAsWords, |_| note);
    }
}

/// Whether a file is called like lists of symbols are.
fn is_called_so(path: &str) -> bool {
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
