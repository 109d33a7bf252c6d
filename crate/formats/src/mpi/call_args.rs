//! The arguments of a call of MPI, where a trace gives the whole call at once: the cells of a row of a table, or the
//! arguments of a slice of trace-event JSON.
//!
//! [`CallArgs`] only holds what the trace says. [`CallReplay`](super::call_replay::CallReplay) does what the call did.
//!
//! A message without a tag has the tag 0. A peer below 0 is `MPI_PROC_NULL` to a send and any process to a receive, because
//! the values of these constants differ between implementations of MPI. Peers are ranks in the whole program.

use loopscope_core::trace::{GroupId, Kind, NameId, ProcessId, Record};

use crate::input::fields::Field;
use crate::input::integer::short_decimal;
use crate::mpi::{Message, Peer};

/// The arguments of a call. An empty text or list is an argument that the trace does not give.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct CallArgs {
    peer: Option<i64>,
    source: Option<i64>,
    destination: Option<i64>,
    pub(super) tag: Option<i64>,
    pub(super) bytes: Option<u64>,
    pub(super) comm: String,
    pub(super) comm_size: Option<u32>,
    pub(super) op: String,
    pub(super) site: String,
    pub(super) root: Option<i64>,
    pub(super) requests: Vec<u64>,
    /// How many requests it names, those that are null included.
    #[cfg(feature = "arguments")]
    pub(super) request_count: Option<u64>,
    /// The outcome for its requests: see [`Flag`].
    pub(super) flag: Option<Flag>,
    peer2: Option<i64>,
    tag2: Option<i64>,
    bytes2: Option<u64>,
    /// Whether the call says what it received.
    pub(super) knows_matched: bool,
    pub(super) matched: Vec<Matched>,
}

/// The recorded outcome for the requests of a call, as a number. Tracers share one column among several calls:
/// for a test it says whether the requests are complete, for `MPI_Waitany` which of them is, for `MPI_Waitsome` how many are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Flag(i64);

impl Flag {
    /// A number, or a word for true or false. Any other non-empty text is true.
    fn read(text: &[u8]) -> Self {
        let no = text.eq_ignore_ascii_case(b"false") || text.eq_ignore_ascii_case(b"no");
        let number = || i64::try_from(unsigned(text)?).ok();
        Self(whole(text).or_else(number).unwrap_or(i64::from(!no)))
    }

    pub(super) fn is_false(self) -> bool {
        self.0 == 0
    }

    /// The place of a request in a list; `None` for `MPI_UNDEFINED`, which is below 0.
    pub(super) fn index(self) -> Option<usize> {
        usize::try_from(self.0).ok()
    }
}

/// A message that a call received.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Matched {
    source: i64,
    tag: Option<i64>,
    bytes: Option<u64>,
}

/// The tag of messages for which the trace gives none.
pub(crate) const DEFAULT_TAG: Option<i64> = Some(0);

/// Texts and lists longer than that are cut: a row of a damaged file.
const MAX_LIST: usize = 1 << 16;

impl CallArgs {
    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        let mut old = std::mem::take(self);
        for text in [&mut old.comm, &mut old.op, &mut old.site] {
            text.clear();
        }
        old.requests.clear();
        old.matched.clear();
        (self.comm, self.op, self.site) = (old.comm, old.op, old.site);
        (self.requests, self.matched) = (old.requests, old.matched);
    }

    /// Bytes that it takes.
    pub(crate) fn kept_bytes(&self) -> u64 {
        let texts = self.comm.len() + self.op.len() + self.site.len();
        let lists = texts + 8 * self.requests.len();
        (std::mem::size_of::<Self>() + lists + 40 * self.matched.len()) as u64
    }

    /// Takes the text of a field. Whether it can be read as one; other fields are nothing here.
    pub(crate) fn set(&mut self, field: Field, text: &[u8]) -> bool {
        if field == Field::Matched {
            self.knows_matched = true;
            return self.set_matched(text);
        }
        // An operation or a communicator may well be called "na".
        let is_name = matches!(field, Field::Op | Field::Comm);
        if text.is_empty() || (!is_name && is_missing(text)) {
            return true;
        }
        // A tag that is not a number is the name of the wildcard.
        let number = || whole(text);
        match field {
            Field::Peer => self.peer = rank(text),
            Field::Source => self.source = rank(text),
            Field::Destination => self.destination = rank(text),
            Field::Peer2 => self.peer2 = rank(text),
            Field::Root => self.root = rank(text),
            Field::Tag => self.tag = number().or(Some(-1)),
            Field::Tag2 => self.tag2 = number().or(Some(-1)),
            // A size below 0 means unknown, or `MPI_UNDEFINED`.
            Field::Bytes | Field::Bytes2 | Field::CommSize if whole(text).is_some_and(|number| number < 0) => {
                return true;
            }
            Field::Bytes => self.bytes = unsigned(text),
            Field::Bytes2 => self.bytes2 = unsigned(text),
            Field::Comm => push_text(&mut self.comm, text),
            Field::CommSize => {
                self.comm_size = unsigned(text).and_then(|size| u32::try_from(size).ok());
            }
            Field::Op => push_text(&mut self.op, text),
            Field::Site => push_text(&mut self.site, text),
            #[cfg(feature = "arguments")]
            Field::RequestCount => self.request_count = unsigned(text),
            Field::Flag => self.flag = Some(Flag::read(text)),
            Field::Request => {
                for word in words(text).take(MAX_LIST) {
                    match request(word) {
                        Some(request) => self.requests.push(request),
                        None => return false,
                    }
                }
            }
            // Other: fields of messages, which are read below, and those that no argument needs.
            _ => {}
        }
        match field {
            Field::Peer => self.peer.is_some(),
            Field::Source => self.source.is_some(),
            Field::Destination => self.destination.is_some(),
            Field::Peer2 => self.peer2.is_some(),
            Field::Bytes => self.bytes.is_some(),
            Field::CommSize => self.comm_size.is_some(),
            _ => true,
        }
    }

    /// `source:tag:bytes;..`
    fn set_matched(&mut self, text: &[u8]) -> bool {
        for word in words(text).take(MAX_LIST) {
            let mut parts = word.split(|&byte| byte == b':');
            let Some(source) = parts.next().and_then(whole) else { return false };
            let tag = parts.next().and_then(whole);
            let bytes = parts.next().and_then(short_decimal);
            self.matched.push(Matched { source, tag, bytes });
        }
        true
    }

    /// Adds what a later event says about the same call; what this one says stays.
    pub(crate) fn add(&mut self, later: &Self) {
        self.peer = self.peer.or(later.peer);
        self.source = self.source.or(later.source);
        self.destination = self.destination.or(later.destination);
        self.tag = self.tag.or(later.tag);
        self.bytes = self.bytes.or(later.bytes);
        self.comm_size = self.comm_size.or(later.comm_size);
        self.root = self.root.or(later.root);
        self.flag = self.flag.or(later.flag);
        self.peer2 = self.peer2.or(later.peer2);
        self.tag2 = self.tag2.or(later.tag2);
        self.bytes2 = self.bytes2.or(later.bytes2);
        for (own, later) in [(&mut self.comm, &later.comm), (&mut self.op, &later.op), (&mut self.site, &later.site)] {
            if own.is_empty() {
                own.clone_from(later);
            }
        }
        if self.requests.is_empty() {
            self.requests.clone_from(&later.requests);
        }
        if !self.knows_matched {
            self.knows_matched = later.knows_matched;
            self.matched.clone_from(&later.matched);
        }
    }

    /// The record of a plain event of that kind; its communicator, its operation and its site are
    /// [`comm`](CallArgs::comm), [`op`](CallArgs::op) and [`site`](CallArgs::site).
    pub(crate) fn record(&self, kind: Kind, name: NameId, group: Option<GroupId>, op: Option<NameId>) -> Record {
        let peer = match kind {
            Kind::Send => self.destination.or(self.peer),
            Kind::Recv => self.source.or(self.peer),
            _ => self.peer.or(self.destination).or(self.source),
        };
        Record {
            peer: peer.and_then(process),
            tag: self.tag,
            group,
            bytes: self.bytes,
            root: self.root.and_then(process),
            op,
            ..Record::new(kind, name)
        }
    }

    /// The communicator as it is written.
    pub(crate) fn comm(&self) -> &str {
        &self.comm
    }

    /// The operation as it is written.
    pub(crate) fn op(&self) -> &str {
        &self.op
    }

    /// Where the program makes the call, as it is written.
    pub(crate) fn site(&self) -> &str {
        &self.site
    }

    /// Bytes that the second message of a call has room for: those of the first unless the call says so.
    #[cfg(feature = "arguments")]
    pub(super) fn second_bytes(&self) -> Option<u64> {
        self.bytes2.or(self.bytes)
    }

    pub(super) fn sent(&self, group: Option<GroupId>) -> Message {
        let peer = match self.destination.or(self.peer) {
            Some(peer) => process(peer).map_or(Peer::Null, Peer::Process),
            None => Peer::Any,
        };
        Message { peer, tag: self.tag.or(DEFAULT_TAG), bytes: self.bytes, group }
    }

    /// What it receives or posts a receive for; of two messages the second.
    pub(super) fn received(&self, both: bool, group: Option<GroupId>) -> Message {
        let untold = if self.knows_matched { None } else { DEFAULT_TAG };
        let of = |source: Option<i64>, tag: Option<i64>, bytes| Message {
            peer: source.and_then(process).map_or(Peer::Any, Peer::Process),
            tag: tag.or(untold).filter(|&tag| tag >= 0),
            bytes,
            group,
        };
        if both {
            // Unless the call says otherwise, both messages are alike.
            let source = self.peer2.or(self.source).or(self.peer);
            return of(source, self.tag2.or(self.tag), self.bytes2);
        }
        of(self.source.or(self.peer), self.tag, self.bytes)
    }
}

impl Matched {
    pub(super) fn message(self, group: Option<GroupId>) -> Message {
        let peer = process(self.source).map_or(Peer::Null, Peer::Process);
        Message { peer, tag: self.tag, bytes: self.bytes, group }
    }
}

fn push_text(to: &mut String, text: &[u8]) {
    to.clear();
    to.push_str(&String::from_utf8_lossy(text.get(..MAX_LIST).unwrap_or(text)));
}

pub(super) fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let apart = |byte: &u8| matches!(byte, b';' | b'|' | b' ' | b',' | b'[' | b']');
    text.split(apart).filter(|word| !word.is_empty())
}

pub(super) fn whole(text: &[u8]) -> Option<i64> {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    let number = i64::try_from(short_decimal(digits)?).ok()?;
    Some(if digits.len() < text.len() { -number } else { number })
}

/// Whether a cell says that there is nothing to say.
fn is_missing(text: &[u8]) -> bool {
    const WORDS: [&[u8]; 6] = [b"na", b"n/a", b"nan", b"none", b"null", b"-"];
    text.is_empty() || WORDS.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// A number without a sign; a fraction of nothing is accepted, because tables of numbers often come
/// from programs that know no integers: `8.0`.
fn unsigned(text: &[u8]) -> Option<u64> {
    let end = text.iter().position(|&byte| byte == b'.').unwrap_or(text.len());
    let (number, fraction) = text.split_at_checked(end)?;
    let nothing = fraction.iter().skip(1).all(|&byte| byte == b'0');
    short_decimal(number).filter(|_| nothing)
}

/// A rank, or -1 for the name of a wildcard or of the null process.
fn rank(text: &[u8]) -> Option<i64> {
    let is_name = |name: &[u8]| text.len() >= name.len() && text.ends_with(name);
    if is_name(b"ANY_SOURCE") || is_name(b"PROC_NULL") || text == b"any" {
        return Some(-1);
    }
    whole(text).or_else(|| i64::try_from(unsigned(text)?).ok())
}

/// A request: a number, or an address.
fn request(word: &[u8]) -> Option<u64> {
    match crate::input::integer::without_prefix(word) {
        Some(digits) => crate::input::integer::hexadecimal(digits).ok(),
        None => short_decimal(word).or_else(|| whole(word).map(|number| number as u64)),
    }
}

pub(super) fn process(number: i64) -> Option<u32> {
    u32::try_from(number).ok().filter(|&number| number <= ProcessId::MAX)
}

impl CallArgs {
    /// The arguments of a slice, which may be one object deeper (`{"mpi": {"tag": 1}}`). Names
    /// that are not fields, and values of other types, are ignored.
    pub(crate) fn from_json(object: &[u8]) -> Self {
        use crate::input::json::{Pairs, Value};
        let mut args = Self::default();
        let mut pairs = Pairs::new(object);
        while let Ok(Some((key, value))) = pairs.next() {
            let field = Field::of(key);
            match (field, value) {
                (Some(field), Value::Text(text) | Value::Bare(text)) => {
                    args.set(field, text);
                }
                (Some(field @ (Field::Request | Field::Matched)), Value::Nested(list)) => {
                    args.set(field, list);
                }
                (_, Value::Nested(inner)) if inner.first() == Some(&b'{') => {
                    let mut pairs = Pairs::new(inner);
                    while let Ok(Some((key, value))) = pairs.next() {
                        if let (Some(field), Some(text)) = (Field::of(key), value.plain()) {
                            args.set(field, text);
                        }
                    }
                }
                _ => {}
            }
        }
        args
    }
}
