//! From the bytes of a file, which come in chunks, to its events as whole objects.
//!
//! A file is `[event, ..]` or `{"traceEvents": [event, ..], other keys}`; both may end anywhere. What
//! other keys hold is skipped as it arrives, however large it is; only the object of an event is
//! kept while a chunk ends within it.

use crate::input::json::{is_space, Nesting};

/// Bytes an event may have; a longer one is reported and not kept.
pub(super) const MAX_EVENT: usize = 1 << 20;

/// The key whose value says which process of a distributed program wrote the file.
pub(super) const DISTRIBUTED: &[u8] = b"distributedInfo";

/// What is found in a file, with the byte of the file it begins at.
pub(super) enum Piece<'a> {
    /// An event.
    Event(&'a [u8]),
    /// An event with more bytes than [`MAX_EVENT`], or other things where an event should be.
    NoEvent(&'a [u8]),
    /// The value of [`DISTRIBUTED`].
    Distributed(&'a [u8]),
}

/// Where in the file the next byte is.
#[derive(Clone, Copy, Debug)]
enum State {
    /// Before the first bracket.
    Start,
    /// At a possible key of the outermost object.
    Keys,
    /// Within a key.
    Key(Nesting),
    /// Behind a key, before its value.
    Value,
    /// Within the value of another key.
    Other(Nesting),
    /// Within a number or word that is the value of another key.
    OtherBare,
    /// At a possible event.
    Events,
    /// Within an object or another value in brackets or quotation marks.
    Event(Nesting),
    /// Within a number or word in place of an event.
    EventBare,
    /// Behind the last bracket.
    End,
}

/// Cuts a file into events. Memory: at most one event.
#[derive(Debug)]
pub(super) struct Frame {
    state: State,
    /// Whether the list of events is inside an object.
    in_object: bool,
    /// Whether the file has a separate list of samples.
    pub(super) has_samples: bool,
    /// The beginning of an event, a key or a value that is kept; cut at [`MAX_EVENT`].
    open: Vec<u8>,
    open_at: u64,
    /// Whether the list of events was found in the object.
    listed: bool,
    /// Bytes of the chunks before.
    position: u64,
}

impl Default for Frame {
    fn default() -> Self {
        Self {
            state: State::Start,
            in_object: false,
            has_samples: false,
            open: Vec::new(),
            open_at: 0,
            listed: false,
            position: 0,
        }
    }
}

/// How the bytes of a file end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// With the last bracket.
    Whole,
    /// Between two events.
    Open,
    /// Within an event or a value, which is lost.
    Cut { at: u64 },
}

impl Frame {
    /// How the file ended, if these were all its bytes.
    pub(super) fn ending(&self) -> Ending {
        match self.state {
            State::End => Ending::Whole,
            State::Event(_) | State::Other(_) | State::Key(_) => Ending::Cut { at: self.open_at },
            _ => Ending::Open,
        }
    }

    /// Whether the list of events has begun.
    pub(super) fn has_list(&self) -> bool {
        !matches!(self.state, State::Start) && (!self.in_object || self.listed)
    }

    /// Bytes that are kept.
    pub(super) fn kept(&self) -> usize {
        self.open.capacity()
    }

    /// Takes a chunk and hands out what is complete with it.
    pub(super) fn read(&mut self, chunk: &[u8], mut each: impl FnMut(u64, Piece<'_>)) {
        let mut at = 0;
        while at < chunk.len() {
            at = self.step(chunk, at, &mut each);
        }
        self.position += chunk.len() as u64;
    }

    /// One step from that place: where the next one begins.
    #[inline]
    fn step(&mut self, chunk: &[u8], at: usize, each: &mut impl FnMut(u64, Piece<'_>)) -> usize {
        let rest = chunk.get(at..).unwrap_or_default();
        let Some(&byte) = rest.first() else { return chunk.len() };
        match self.state {
            State::Events => self.between_events(byte, rest, at, each),
            State::Event(nesting) => at + self.in_event(nesting, rest, each),
            State::EventBare => at + self.in_bare_event(rest, each),
            State::Start => {
                self.first_bracket(byte);
                at + 1
            }
            State::Keys => self.between_keys(byte, at),
            State::Key(nesting) => at + self.in_key(nesting, rest),
            State::Value if byte == b':' || is_space(byte) => at + 1,
            State::Value => self.value(byte, at),
            State::Other(nesting) => at + self.in_other(nesting, rest, each),
            State::OtherBare => {
                let end = rest.iter().position(|&byte| ends_bare(byte));
                if end.is_some() {
                    self.state = State::Keys;
                }
                at + end.unwrap_or(rest.len())
            }
            State::End => chunk.len(),
        }
    }

    /// At a possible event: where the next step begins.
    #[inline]
    fn between_events(&mut self, byte: u8, rest: &[u8], at: usize, each: &mut impl FnMut(u64, Piece<'_>)) -> usize {
        if byte == b',' || is_space(byte) {
            return at + 1;
        }
        self.open_at = self.position + at as u64;
        match byte {
            b'{' => {
                // Mostly the whole event is there.
                let mut nesting = Nesting::default();
                if let Some(end) = nesting.end(rest) {
                    let event = rest.get(..end).unwrap_or(rest);
                    each(self.open_at, piece(event));
                    return at + end;
                }
                self.begin(rest);
                self.state = State::Event(nesting);
                at + rest.len()
            }
            b'[' | b'"' => {
                self.state = State::Event(Nesting::default());
                at
            }
            b']' => {
                self.state = if self.in_object { State::Keys } else { State::End };
                at + 1
            }
            // A bracket that nothing has opened.
            b'}' => at + 1,
            _ => {
                self.open.clear();
                self.state = State::EventBare;
                at
            }
        }
    }

    /// Within an event that a chunk has cut; how many bytes of it are here. So do the next three.
    fn in_event(&mut self, mut nesting: Nesting, rest: &[u8], each: &mut impl FnMut(u64, Piece<'_>)) -> usize {
        let end = nesting.end(rest);
        let more = rest.get(..end.unwrap_or(rest.len())).unwrap_or(rest);
        self.append(more);
        self.state = State::Event(nesting);
        if end.is_some() {
            each(self.open_at, piece(&self.open));
            self.open.clear();
            self.state = State::Events;
        }
        more.len()
    }

    fn in_bare_event(&mut self, rest: &[u8], each: &mut impl FnMut(u64, Piece<'_>)) -> usize {
        let end = rest.iter().position(|&byte| ends_bare(byte));
        self.append(rest.get(..end.unwrap_or(rest.len())).unwrap_or(rest));
        if end.is_some() {
            each(self.open_at, Piece::NoEvent(&self.open));
            self.open.clear();
            self.state = State::Events;
        }
        end.unwrap_or(rest.len())
    }

    fn in_key(&mut self, mut nesting: Nesting, rest: &[u8]) -> usize {
        let end = nesting.end(rest);
        let more = rest.get(..end.unwrap_or(rest.len())).unwrap_or(rest);
        self.append(more);
        self.state = if end.is_some() { State::Value } else { State::Key(nesting) };
        more.len()
    }

    fn in_other(&mut self, mut nesting: Nesting, rest: &[u8], each: &mut impl FnMut(u64, Piece<'_>)) -> usize {
        let end = nesting.end(rest);
        let more = rest.get(..end.unwrap_or(rest.len())).unwrap_or(rest);
        let distributed = !self.open.is_empty();
        if distributed {
            self.append(more);
        }
        self.state = State::Other(nesting);
        if end.is_some() {
            if distributed {
                each(self.open_at, Piece::Distributed(&self.open));
                self.open.clear();
            }
            self.state = State::Keys;
        }
        more.len()
    }

    /// Before the first bracket there are white space and the mark that some editors put first.
    fn first_bracket(&mut self, byte: u8) {
        match byte {
            b'[' => self.state = State::Events,
            b'{' => {
                self.state = State::Keys;
                self.in_object = true;
            }
            _ => {}
        }
    }

    /// At a possible key: where the next step begins.
    fn between_keys(&mut self, byte: u8, at: usize) -> usize {
        match byte {
            b'"' => {
                self.open.clear();
                self.open_at = self.position + at as u64;
                self.state = State::Key(Nesting::default());
                return at;
            }
            b'}' => self.state = State::End,
            _ => {}
        }
        at + 1
    }

    /// A value begins there, whose key is in `open`.
    fn value(&mut self, byte: u8, at: usize) -> usize {
        let key = self.open.get(1..self.open.len().saturating_sub(1)).unwrap_or_default();
        let (is_list, distributed) = (key == EVENTS, key == DISTRIBUTED);
        self.has_samples |= key == b"samples";
        self.open.clear();
        self.open_at = self.position + at as u64;
        match byte {
            b'[' if is_list => {
                self.state = State::Events;
                self.listed = true;
                return at + 1;
            }
            b'{' if distributed => {
                // What is kept of a value begins with its first byte, so that it is not empty.
                self.open.push(byte);
                let mut nesting = Nesting::default();
                nesting.end(b"{");
                self.state = State::Other(nesting);
                return at + 1;
            }
            b'{' | b'[' | b'"' => self.state = State::Other(Nesting::default()),
            b'}' | b',' => self.state = State::Keys,
            _ => self.state = State::OtherBare,
        }
        at
    }

    fn begin(&mut self, bytes: &[u8]) {
        self.open.clear();
        self.append(bytes);
    }

    /// Adds to what is open, of which no more is kept than an event may have, and one byte.
    fn append(&mut self, bytes: &[u8]) {
        let room = (MAX_EVENT + 1).saturating_sub(self.open.len());
        self.open.extend_from_slice(bytes.get(..room).unwrap_or(bytes));
    }
}

/// The key of the list of events.
pub(super) const EVENTS: &[u8] = b"traceEvents";

fn piece(bytes: &[u8]) -> Piece<'_> {
    if bytes.first() == Some(&b'{') && bytes.len() <= MAX_EVENT {
        Piece::Event(bytes)
    } else {
        Piece::NoEvent(bytes)
    }
}

fn ends_bare(byte: u8) -> bool {
    is_space(byte) || matches!(byte, b',' | b'}' | b']' | b'{' | b'[' | b'"')
}
