//! Symbol lists: the tokens of one process, one for each event, separated by white space.
//!
//! A token is any UTF-8 text without ASCII white space, such as `Isend(1,640,c3)` or `a`. Line ends
//! mean no more than spaces, and nothing is a comment. One file is one process, whose number is the
//! last one in the file's name, or else given by the order of the files. Lines of nothing but
//! numbers are [tuples](crate::tuples::plain), not symbols. Each token becomes a call
//! whose name is the token itself; the view is [`View::Calls`].
//!
//! # When words are a list of symbols
//!
//! Nearly any text consists of words. A text that no other format accepts is therefore read as a list of symbols only if
//! [its words repeat as events do](repeats), if its name has an ending of such lists, or if the user says so.
//!
//! This is the form in which Xu and Subhlok (2008) look at a trace.

use loopscope_core::trace::{Kind, NameId, ProcessId, ProcessSlot, Record, RecordId, TraceBuilder, View};
use rustc_hash::FxHashSet;

use crate::content::{look, Content};
use crate::format::{Confidence, FileInfo, Format, Reader, Reading};
use crate::input::byte_map::ByteMap;
use crate::input::head::{Head, BOM};
use crate::notes::{quote, Note, Notes, Place, Problem};
use loopscope_core::numbers::thousands;

/// Symbol lists.
pub const FORMAT: Format = Format {
    name: "symbols",
    title: "symbol list",
    extensions: &["sym", "syms", "symbols", "tokens"],
    common: true,
    sniff,
    highest: Confidence::Possible,
    reading: Reading::Each(|file| Box::new(SymbolsReader::new(file))),
};

/// Bytes a token may have; a longer one is left out.
pub const MAX_TOKEN: usize = 4 << 10;

/// Tokens that are appended together: enough that what a call costs does not matter.
const MOST_WAITING: usize = 1024;

/// Any text without the marks of something else: every other format is surer of its files.
fn sniff(head: &Head<'_>) -> Confidence {
    Confidence::Possible.only_if(begins_with_a_token(head.bytes) && look(head.bytes) == Content::Text)
}

/// Whether the first word of a file, if there is one, is short enough for a symbol.
fn begins_with_a_token(head: &[u8]) -> bool {
    let word = head.trim_ascii_start();
    let end = word.iter().position(u8::is_ascii_whitespace).unwrap_or(word.len());
    (1..=MAX_TOKEN).contains(&end)
}

/// Whether the words at the beginning of a file repeat as the events of a program do.
///
/// They do if at least one in four pairs of neighbours stood there before, and at most one word in twenty has the marks of prose or source
/// code: no letter or digit, a quotation mark or operator in front, punctuation at the end, or brackets that do not match. A
/// program that loops repeats what follows what, while prose and source code repeat words alone.
///
/// Measured on the first 16 KiB: of 302 real lists of symbols (NAS Parallel Benchmarks and mini-apps) the one that repeats least, FT with 26
/// events, repeats 46 % of its pairs, and none has a marked word; of 12,469 files of source code, documentation and settings four pass, three
/// of them assembly. O(bytes of the head).
pub fn repeats(head: &[u8]) -> bool {
    let head = Head::new(head);
    let text = head.bytes.strip_prefix(BOM).unwrap_or(head.bytes);
    let mut words: Vec<&[u8]> = text.split(u8::is_ascii_whitespace).collect();
    if !head.is_whole() {
        // The last one may be cut.
        words.pop();
    }
    words.retain(|word| !word.is_empty());
    let pairs = words.windows(2).filter_map(|pair| <[&[u8]; 2]>::try_from(pair).ok());
    let different = pairs.collect::<FxHashSet<[&[u8]; 2]>>().len();
    let all = words.len().saturating_sub(1);
    let marked = words.iter().filter(|word| is_marked(word)).count();
    all > 0 && (all - different) * 4 >= all && marked * 20 <= words.len()
}

/// Whether a word has the marks of prose or source code.
fn is_marked(word: &[u8]) -> bool {
    let mut depth = 0i32;
    let closed = word.iter().all(|byte| {
        depth += i32::from(matches!(byte, b'(' | b'[' | b'{'));
        depth -= i32::from(matches!(byte, b')' | b']' | b'}'));
        depth >= 0
    });
    let telling = word.iter().any(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii());
    let front = word.first().is_some_and(|byte| b"#\"'`<@*-%\\&=".contains(byte));
    let behind = word.last().is_some_and(|byte| b",;:.!?{=\"'`".contains(byte));
    !telling || front || behind || !closed || depth != 0
}

/// Whether a file is called like lists of symbols are.
pub fn is_called_so(ending: &str) -> bool {
    FORMAT.extensions.contains(&ending)
}

struct SymbolsReader {
    number: Option<ProcessId>,
    path: String,
    slot: Option<ProcessSlot>,
    /// Tokens that were read.
    known: ByteMap<RecordId>,
    first: Vec<u8>,
    /// The token that the last chunk ended in, and whether it is too long already.
    open: Vec<u8>,
    too_long: bool,
    /// Bytes of the file before the current chunk.
    position: u64,
    /// Bytes of the file before the open token.
    open_at: u64,
    tokens: u64,
    /// Tokens that are read and not appended yet; none between two chunks.
    waiting: Vec<RecordId>,
    first_too_long: Option<u64>,
}

impl SymbolsReader {
    fn new(file: &FileInfo) -> Self {
        Self {
            number: file.number,
            path: file.path.clone(),
            slot: None,
            known: ByteMap::default(),
            first: Vec::new(),
            open: Vec::new(),
            too_long: false,
            position: 0,
            open_at: 0,
            tokens: 0,
            waiting: Vec::new(),
            first_too_long: None,
        }
    }

    /// A whole token that starts at byte `at`.
    fn token(&mut self, token: &[u8], at: u64, trace: &mut TraceBuilder) -> Result<(), Note> {
        let token = if at == 0 { token.strip_prefix(BOM).unwrap_or(token) } else { token };
        if token.is_empty() {
            return Ok(());
        }
        let slot = match self.slot {
            Some(slot) => slot,
            None => {
                let slot = match self.number {
                    Some(number) => trace.process(number).map_err(|e| self.refused(&e))?,
                    None => trace.unnumbered_process(),
                };
                *self.slot.insert(slot)
            }
        };
        let record = match self.known.get(token) {
            Some(&record) => record,
            None => {
                let text = std::str::from_utf8(token).map_err(|error| {
                    let bad = error.valid_up_to();
                    Note::error(&self.path, "the file is not UTF-8 text")
                        .at(Place::Byte(at + bad as u64))
                        .found(format!("the byte 0x{:02x} in {}", token.get(bad).copied().unwrap_or(0), quote(token)))
                        .expected("tokens in UTF-8")
                })?;
                let name: NameId = trace.name(text).map_err(|e| self.refused(&e))?;
                let call = Record::new(Kind::Call, name);
                let record = trace.record(call).map_err(|e| self.refused(&e))?;
                self.known.insert(token, record);
                if self.tokens == 0 {
                    self.first = token.to_vec();
                }
                record
            }
        };
        self.tokens += 1;
        trace.push(slot, View::Calls, record).map_err(|e| self.refused(&e))
    }

    /// Appends the tokens that wait.
    fn append(&mut self, slot: ProcessSlot, trace: &mut TraceBuilder) -> Result<(), Note> {
        self.tokens += self.waiting.len() as u64;
        let appended = trace.push_all(slot, View::Calls, &self.waiting);
        self.waiting.clear();
        appended.map_err(|e| self.refused(&e))
    }

    fn refused(&self, error: &loopscope_core::trace::BuildError) -> Note {
        Note::from_build(error, &self.path)
    }

    /// The open token is complete.
    fn finish_open(&mut self, trace: &mut TraceBuilder, notes: &mut Notes) -> Result<(), Note> {
        if self.too_long {
            let (at, start) = (self.open_at, std::mem::take(&mut self.open));
            self.first_too_long.get_or_insert(at);
            notes.add(Problem::TokenTooLong, |file| {
                Note::warning(file, "a token is too long and was left out")
                    .at(Place::Byte(at))
                    .found(quote(&start))
                    .expected(format!("at most {} bytes", thousands(MAX_TOKEN as u64)))
            });
            self.too_long = false;
        } else if !self.open.is_empty() {
            let open = std::mem::take(&mut self.open);
            self.token(&open, self.open_at, trace)?;
            self.open = open;
        }
        self.open.clear();
        Ok(())
    }

    /// Says what to do if the only word of a file is meant as a string of letters.
    fn ask_for_blanks(&self, notes: &mut Notes) {
        let word = self.first.as_slice();
        let different: FxHashSet<&u8> = word.iter().collect();
        if different.len() < word.len() {
            notes.add(Problem::OneWord, |file| {
                Note::warning(file, "the file is a single word, so it is one symbol")
                    .found(quote(word))
                    .expected("symbols separated by spaces")
                    .remedy("if each letter is a symbol, put spaces between the letters")
            });
        }
    }

    /// Adds to the open token, of which no more is kept than a token may have.
    fn keep(&mut self, bytes: &[u8], at: u64) {
        if self.open.is_empty() && !self.too_long {
            self.open_at = at;
        }
        let room = MAX_TOKEN.saturating_sub(self.open.len());
        self.open.extend_from_slice(bytes.get(..room).unwrap_or(bytes));
        self.too_long |= bytes.len() > room;
    }
}

impl Reader for SymbolsReader {
    fn read(&mut self, chunk: &[u8], trace: &mut TraceBuilder, notes: &mut Notes) -> Result<(), Note> {
        let mut rest = chunk;
        let mut at = self.position;
        self.position += chunk.len() as u64;
        while !rest.is_empty() {
            let length = rest.iter().position(u8::is_ascii_whitespace);
            let (token, after) = rest.split_at(length.unwrap_or(rest.len()));
            let whole = length.is_some();
            if !whole || token.len() > MAX_TOKEN || !self.open.is_empty() || self.too_long {
                if !token.is_empty() {
                    self.keep(token, at);
                }
                if whole {
                    self.finish_open(trace, notes)?;
                }
            } else if !token.is_empty() {
                self.token(token, at, trace)?;
            }
            at += token.len() as u64 + 1;
            rest = after.get(1..).unwrap_or_default();
            // A loop goes on as it did before: then no end of a token need be searched for.
            let Some(slot) = self.slot else { continue };
            while let Some((&record, length)) = self.known.following(rest, |byte| byte.is_ascii_whitespace()) {
                at += length as u64 + 1;
                rest = rest.get(length + 1..).unwrap_or_default();
                self.waiting.push(record);
                if self.waiting.len() == MOST_WAITING {
                    self.append(slot, trace)?;
                }
            }
            self.append(slot, trace)?;
        }
        Ok(())
    }

    fn finish(&mut self, trace: &mut TraceBuilder, notes: &mut Notes) -> Result<(), Note> {
        self.finish_open(trace, notes)?;
        if self.tokens == 1 {
            self.ask_for_blanks(notes);
        }
        if self.tokens > 0 {
            return Ok(());
        }
        let note = Note::error(&self.path, "the file contains no usable symbol");
        Err(match self.first_too_long {
            Some(at) => note
                .at(Place::Byte(at))
                .found("a token that is too long")
                .expected(format!("tokens of at most {} bytes", thousands(MAX_TOKEN as u64))),
            None => note.found("white space").expected("tokens separated by white space"),
        })
    }
}
