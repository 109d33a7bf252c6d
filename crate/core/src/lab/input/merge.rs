//! Programs of processes that send and receive, for Merge: `12(s1.0) | 4(r0.0 x r0.0)`.

use super::error::LabError;
use crate::lab::frame::Word;
use crate::nest::{Nest, NestBuilder, NodeId};
use crate::symbols::{Symbol, SymbolTable};

/// The most processes.
pub const MOST_PROCESSES: usize = 4;
/// The most constructs of all processes.
pub const MOST_CONSTRUCTS: usize = 60;
/// The largest count of a loop.
pub const MOST_COUNT: u64 = 10_000;
/// The most events of a process.
const MOST_EVENTS: u64 = 1_000_000_000;

/// A construct as it was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// An event: a line of the native format.
    Event(Word),
    /// A loop.
    Loop(u64, Vec<Self>),
}

/// The programs of some processes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MergeInput {
    /// Of each process its constructs.
    pub processes: Vec<Vec<Piece>>,
}

impl MergeInput {
    /// Reads programs with `|` between processes. `s1.0` sends to process 1 with tag 0, `r0.0` receives from process 0, `12( .. )` is a
    /// loop, any other word a local event.
    ///
    /// # Errors
    /// There are not 2 to 4 processes, more than 60 constructs, a bracket without partner, a process that is not there, or a count
    /// beyond its bounds.
    pub fn parse(text: &str) -> Result<Self, LabError> {
        let parts: Vec<&str> = text.split('|').collect();
        if !(2..=MOST_PROCESSES).contains(&parts.len()) || text.trim().is_empty() {
            return Err(LabError::new(
                "the lab merges 2 to 4 processes".to_owned(),
                if text.trim().is_empty() { "none".to_owned() } else { parts.len().to_string() },
                "the programs of 2 to 4 processes with | between them, such as 12(s1.0) | 4(r0.0 x r0.0)",
            ));
        }
        let mut constructs = 0;
        let mut processes = Vec::with_capacity(parts.len());
        for (process, part) in parts.iter().enumerate() {
            let mut reader = Reader { process, count: parts.len(), constructs: 0, open: Vec::new() };
            processes.push(reader.read(part)?);
            constructs += reader.constructs;
        }
        if constructs > MOST_CONSTRUCTS {
            let what = format!("these programs have {constructs} constructs; the lab steps through {MOST_CONSTRUCTS}");
            let expected = format!("{MOST_CONSTRUCTS} at most");
            return Err(LabError::new(what, format!("{constructs} constructs"), expected));
        }
        Ok(Self { processes })
    }

    /// The nest of a process.
    pub(in crate::lab) fn nest(&self, process: usize) -> (Nest, SymbolTable) {
        let mut making = Making { builder: NestBuilder::new(), texts: Vec::new() };
        let root = making.nodes(self.processes.get(process).map_or(&[], Vec::as_slice));
        (making.builder.finish(&root), SymbolTable::new(making.texts))
    }

    /// The constructs of a process, in a line each.
    pub(in crate::lab) fn texts(&self, process: usize) -> Vec<Word> {
        self.processes.get(process).map_or(&[][..], Vec::as_slice).iter().map(text_of).collect()
    }
}

fn text_of(piece: &Piece) -> Word {
    match piece {
        Piece::Event(text) => text.clone(),
        Piece::Loop(count, body) => {
            let body: Vec<Word> = body.iter().map(text_of).collect();
            format!("for {count} {{ {} }}", body.join("; ")).into()
        }
    }
}

struct Making {
    builder: NestBuilder,
    texts: Vec<Box<str>>,
}

impl Making {
    fn nodes(&mut self, pieces: &[Piece]) -> Vec<NodeId> {
        let mut nodes = Vec::with_capacity(pieces.len());
        for piece in pieces {
            match piece {
                Piece::Event(text) => {
                    let known = self.texts.iter().position(|known| **known == **text);
                    let at = known.unwrap_or_else(|| {
                        self.texts.push((**text).into());
                        self.texts.len() - 1
                    });
                    nodes.push(self.builder.symbol(Symbol(at as u32)));
                }
                Piece::Loop(count, body) => {
                    let body = self.nodes(body);
                    nodes.push(self.builder.repeat(*count, &body));
                }
            }
        }
        nodes
    }
}

/// A loop that is open: its count, what stood before it, and the events so far.
type Open = (u64, Vec<Piece>, u64);

struct Reader {
    process: usize,
    count: usize,
    constructs: usize,
    open: Vec<Open>,
}

impl Reader {
    fn fail(&self, found: &str, expected: impl Into<String>) -> LabError {
        let what = format!("process {}, construct {} cannot be read", self.process, self.constructs + 1);
        let found: String = found.chars().take(40).collect();
        LabError::new(what, found, expected)
    }

    fn read(&mut self, text: &str) -> Result<Vec<Piece>, LabError> {
        let spaced = text.replace('(', "( ").replace(')', " ) ");
        let (mut pieces, mut events) = (Vec::new(), 0u64);
        for word in spaced.split_whitespace() {
            if let Some(count) = word.strip_suffix('(') {
                let range = format!("a count from 2 to {MOST_COUNT} before the bracket");
                let known = count.parse::<u64>().ok().filter(|count| (2..=MOST_COUNT).contains(count));
                let count = known.ok_or_else(|| self.fail(word, range))?;
                self.constructs += 1;
                self.open.push((count, std::mem::take(&mut pieces), std::mem::take(&mut events)));
            } else if word == ")" {
                let Some((count, before, outside)) = self.open.pop() else {
                    return Err(self.fail(")", "an opening bracket before it"));
                };
                if pieces.is_empty() {
                    return Err(self.fail("()", "at least one event in a loop"));
                }
                events = outside.saturating_add(events.saturating_mul(count));
                let body = std::mem::replace(&mut pieces, before);
                pieces.push(Piece::Loop(count, body));
            } else {
                pieces.push(Piece::Event(self.event(word)?));
                self.constructs += 1;
                events += 1;
            }
            if events > MOST_EVENTS {
                return Err(self.fail(word, "fewer than 1,000,000,000 events in a process"));
            }
        }
        if !self.open.is_empty() {
            return Err(self.fail("the end", "a closing bracket for each opening one"));
        }
        Ok(pieces)
    }

    /// A line of the native format.
    fn event(&self, word: &str) -> Result<Word, LabError> {
        let own = self.process;
        let message = |rest: &str| -> Option<(usize, i64)> {
            let (peer, tag) = rest.split_once('.').unwrap_or((rest, "0"));
            Some((peer.parse().ok()?, tag.parse().ok()?))
        };
        let peer = |(peer, tag): (usize, i64)| match peer < self.count {
            true => Ok((peer, tag)),
            false => {
                let expected = format!("a process from 0 to {}", self.count - 1);
                Err(self.fail(word, expected))
            }
        };
        if let Some(known) = word.strip_prefix('s').and_then(message) {
            let (peer, tag) = peer(known)?;
            return Ok(format!("{own} send {peer} {tag}").into());
        }
        if let Some(known) = word.strip_prefix('r').and_then(message) {
            let (peer, tag) = peer(known)?;
            return Ok(format!("{peer} recv {own} {tag}").into());
        }
        match word.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-') {
            true => Ok(format!("{own} local {word}").into()),
            false => Err(self.fail(word, "s1.0 (send to 1, tag 0), r0.0 (receive from 0), 12( .. ), or a word")),
        }
    }
}

#[cfg(test)]
mod tests;
