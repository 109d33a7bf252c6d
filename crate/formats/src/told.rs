//! A call of MPI that is told in one piece, by the cells of a row or the arguments of a slice, and
//! what it does to its process.
//!
//! | call | what is done |
//! | --- | --- |
//! | sends | a message to the peer |
//! | receives | the message that `matched` names, else one from the peer |
//! | posts a receive | it waits, under its request or under a number of its own |
//! | waits or tests | what `matched` names is complete, else the requests that are named |
//! | collective | an operation of the communicator |
//!
//! Where a call names what it received but not by which requests, messages go to posted receives as
//! MPI matches them: each to the first that was posted for such a source and tag.
//!
//! Messages without a tag have the tag 0. A peer below 0 is nobody to send to, and anybody to receive from: the constants differ between
//! implementations of MPI. Peers are ranks in the whole program.

mod arguments;

use std::collections::VecDeque;

use loopscope_core::trace::{
    BuildError, GroupId, Kind, NameId, ProcessId, ProcessSlot, TraceBuilder,
};
use rustc_hash::FxHashMap;

use crate::fields::Field;
use crate::integer::short_decimal;
use crate::mpi::names::Class;
use crate::mpi::{Message, Output, Peer, Process, Together};
use crate::report::{Note, Place, Problem, Severity};

/// What is told of a call. Empty texts and lists are not told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Told {
    peer: Option<i64>,
    source: Option<i64>,
    destination: Option<i64>,
    tag: Option<i64>,
    bytes: Option<u64>,
    comm: String,
    comm_size: Option<u32>,
    op: String,
    root: Option<i64>,
    requests: Vec<u64>,
    flag: Option<bool>,
    peer2: Option<i64>,
    tag2: Option<i64>,
    bytes2: Option<u64>,
    /// Whether it is told at all what was received.
    knows_matched: bool,
    matched: Vec<Matched>,
}

/// What an event says that stands for itself.
pub(crate) struct EventFields<'a> {
    pub(crate) peer: Option<u32>,
    pub(crate) tag: Option<i64>,
    pub(crate) bytes: Option<u64>,
    pub(crate) root: Option<u32>,
    pub(crate) comm: &'a str,
    pub(crate) op: &'a str,
}

/// A message that a call received.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Matched {
    source: i64,
    tag: Option<i64>,
    bytes: Option<u64>,
}

/// The tag of messages of which none is told: all have the same.
pub(crate) const UNTOLD: Option<i64> = Some(0);

/// Texts and lists longer than that are cut: a row of a damaged file.
const MAX_LIST: usize = 1 << 16;

impl Told {
    /// Nothing is told any more.
    pub(crate) fn clear(&mut self) {
        let mut old = std::mem::take(self);
        for text in [&mut old.comm, &mut old.op] {
            text.clear();
        }
        old.requests.clear();
        old.matched.clear();
        (self.comm, self.op) = (old.comm, old.op);
        (self.requests, self.matched) = (old.requests, old.matched);
    }

    /// Bytes that it takes.
    pub(crate) fn kept_bytes(&self) -> u64 {
        let lists = self.comm.len() + self.op.len() + 8 * self.requests.len();
        (std::mem::size_of::<Told>() + lists + 40 * self.matched.len()) as u64
    }

    /// Takes the text of a field. Whether it can be read as one; other fields are nothing here.
    pub(crate) fn set(&mut self, field: Field, text: &[u8]) -> bool {
        if field == Field::Matched {
            self.knows_matched = true;
            return self.set_matched(text);
        }
        if text.is_empty() {
            return true;
        }
        // A tag that is no number is the wildcard by its name.
        let number = || whole(text);
        match field {
            Field::Peer => self.peer = rank(text),
            Field::Source => self.source = rank(text),
            Field::Destination => self.destination = rank(text),
            Field::Peer2 => self.peer2 = rank(text),
            Field::Root => self.root = rank(text),
            Field::Tag => self.tag = number().or(Some(-1)),
            Field::Tag2 => self.tag2 = number().or(Some(-1)),
            Field::Bytes => self.bytes = unsigned(text),
            Field::Bytes2 => self.bytes2 = unsigned(text),
            Field::Comm => push_text(&mut self.comm, text),
            Field::CommSize => {
                self.comm_size = unsigned(text).and_then(|size| u32::try_from(size).ok());
            }
            Field::Op => push_text(&mut self.op, text),
            Field::Flag => {
                self.flag = Some(!matches!(text, b"0" | b"false" | b"False" | b"FALSE" | b"no"));
            }
            Field::Request => {
                for word in words(text).take(MAX_LIST) {
                    match request(word) {
                        Some(request) => self.requests.push(request),
                        None => return false,
                    }
                }
            }
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

    /// What a later event says of the same call, as far as this one does not.
    pub(crate) fn add(&mut self, later: &Told) {
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
        for (own, later) in [(&mut self.comm, &later.comm), (&mut self.op, &later.op)] {
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

    /// The fields of an event of that kind, which stands for itself.
    pub(crate) fn as_fields(&self, kind: Kind) -> EventFields<'_> {
        let peer = match kind {
            Kind::Send => self.destination.or(self.peer),
            Kind::Recv => self.source.or(self.peer),
            _ => self.peer.or(self.destination).or(self.source),
        };
        EventFields {
            peer: peer.and_then(process),
            tag: self.tag,
            bytes: self.bytes,
            root: self.root.and_then(process),
            comm: &self.comm,
            op: &self.op,
        }
    }

    fn sent(&self, group: Option<GroupId>) -> Message {
        let peer = match self.destination.or(self.peer) {
            Some(peer) => process(peer).map_or(Peer::Nobody, Peer::Process),
            None => Peer::Any,
        };
        Message { peer, tag: self.tag.or(UNTOLD), bytes: self.bytes, group }
    }

    /// What it receives or posts a receive for; of two messages the second.
    fn received(&self, both: bool, group: Option<GroupId>) -> Message {
        let untold = if self.knows_matched { None } else { UNTOLD };
        let of = |source: Option<i64>, tag: Option<i64>, bytes| Message {
            peer: source.and_then(process).map_or(Peer::Any, Peer::Process),
            tag: tag.or(untold).filter(|&tag| tag >= 0),
            bytes,
            group,
        };
        if both {
            // Whoever does not say otherwise exchanges messages of one kind.
            let source = self.peer2.or(self.source).or(self.peer);
            return of(source, self.tag2.or(self.tag), self.bytes2);
        }
        of(self.source.or(self.peer), self.tag, self.bytes)
    }
}

impl Matched {
    fn message(self, group: Option<GroupId>) -> Message {
        let peer = process(self.source).map_or(Peer::Nobody, Peer::Process);
        Message { peer, tag: self.tag, bytes: self.bytes, group }
    }
}

fn push_text(to: &mut String, text: &[u8]) {
    to.clear();
    to.push_str(&String::from_utf8_lossy(text.get(..MAX_LIST).unwrap_or(text)));
}

fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let apart = |byte: &u8| matches!(byte, b';' | b'|' | b' ' | b',' | b'[' | b']');
    text.split(apart).filter(|word| !word.is_empty())
}

fn whole(text: &[u8]) -> Option<i64> {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    let number = i64::try_from(short_decimal(digits)?).ok()?;
    Some(if digits.len() < text.len() { -number } else { number })
}

/// A number without a sign; a fraction of nothing is accepted, because tables of numbers often come
/// from programs that know no integers: `8.0`.
fn unsigned(text: &[u8]) -> Option<u64> {
    let end = text.iter().position(|&byte| byte == b'.').unwrap_or(text.len());
    let (number, fraction) = text.split_at_checked(end)?;
    let nothing = fraction.iter().skip(1).all(|&byte| byte == b'0');
    short_decimal(number).filter(|_| nothing)
}

/// A rank, or -1 where a name stands for somebody or nobody.
fn rank(text: &[u8]) -> Option<i64> {
    let is_name = |name: &[u8]| text.len() >= name.len() && text.ends_with(name);
    if is_name(b"ANY_SOURCE") || is_name(b"PROC_NULL") || text == b"any" {
        return Some(-1);
    }
    whole(text).or_else(|| i64::try_from(unsigned(text)?).ok())
}

/// A request: a number, or an address.
fn request(word: &[u8]) -> Option<u64> {
    match crate::integer::without_prefix(word) {
        Some(digits) => crate::integer::hexadecimal(digits).ok(),
        None => short_decimal(word).or_else(|| whole(word).map(|number| number as u64)),
    }
}

fn process(number: i64) -> Option<u32> {
    u32::try_from(number).ok().filter(|&number| number <= ProcessId::MAX)
}

/// Posted receives that are remembered to find the one a message belongs to.
const MAX_POSTED: usize = 1 << 12;

/// Requests that have no number of their own are numbered from here on.
const OWN_NUMBERS: u64 = 1 << 63;

/// A communicator: what it is called, and how many processes it has.
type Comm = (String, Option<u32>);

/// A process whose calls are told in one piece.
#[derive(Debug)]
pub(crate) struct Caller {
    pub(crate) process: Process,
    own: u32,
    /// Processes of the whole program, as soon as that is known.
    world: Option<u32>,
    posted: VecDeque<(u64, Peer, Option<i64>)>,
    unnamed: u64,
    groups: FxHashMap<Comm, Option<GroupId>>,
    /// The communicator of the call before.
    last: (Comm, Option<GroupId>),
    ops: FxHashMap<String, NameId>,
}

impl Caller {
    /// A process of that rank; how many the program has, if that is known.
    ///
    /// # Errors
    /// The trace is larger than it may be. So are those of all that follows.
    pub(crate) fn new(
        slot: ProcessSlot,
        own: u32,
        world: Option<u32>,
        trace: &mut TraceBuilder,
    ) -> Result<Caller, BuildError> {
        Ok(Caller {
            process: Process::new(slot, own, trace)?,
            own,
            world,
            posted: VecDeque::new(),
            unnamed: OWN_NUMBERS,
            groups: FxHashMap::default(),
            last: Default::default(),
            ops: FxHashMap::default(),
        })
    }

    /// A call from its beginning to its end.
    pub(crate) fn call(
        &mut self,
        (name, class): (NameId, Class),
        told: &Told,
        place: Place,
        out: &mut Output<'_>,
    ) -> Result<(), BuildError> {
        self.process.enter_call(name, place, out);
        self.act((name, class), told, out)?;
        self.process.leave_call(name, place, out)
    }

    /// What a call does, which is open.
    pub(crate) fn act(
        &mut self,
        (name, class): (NameId, Class),
        told: &Told,
        out: &mut Output<'_>,
    ) -> Result<(), BuildError> {
        if class == Class::Other {
            return Ok(());
        }
        let group = self.group(told, out)?;
        match class {
            Class::Other => {}
            Class::Send | Class::Isend => self.process.send(told.sent(group), out)?,
            Class::Receive => {
                let message = self.arriving(told, false, group);
                self.process.receive(message, out)?;
            }
            Class::SendReceive => {
                self.process.send(told.sent(group), out)?;
                let message = self.arriving(told, true, group);
                self.process.receive(message, out)?;
            }
            Class::Ireceive => self.post(told, group, out)?,
            Class::SendInit => {
                for &request in told.requests.iter().take(1) {
                    self.process.prepare_send(request, told.sent(group));
                }
            }
            Class::ReceiveInit => {
                for &request in told.requests.iter().take(1) {
                    self.process.prepare_receive(request, told.received(false, group));
                }
            }
            Class::Start => {
                for &request in &told.requests {
                    self.process.start(request, out)?;
                }
            }
            Class::Complete => self.complete(told, out)?,
            Class::Together | Class::Communicator => {
                let together = self.together(told, group, out)?;
                self.process.together(name, together, out)?;
            }
            Class::Itogether => {
                let together = self.together(told, group, out)?;
                let request = self.request(told);
                self.process.post_together(request, name, together, out)?;
            }
        }
        Ok(())
    }

    /// The message that a call received.
    fn arriving(&self, told: &Told, both: bool, group: Option<GroupId>) -> Message {
        match told.matched.first() {
            Some(matched) => matched.message(group),
            // It is told that there was none.
            None if told.knows_matched => Message { peer: Peer::Nobody, ..Message::default() },
            None => told.received(both, group),
        }
    }

    fn request(&mut self, told: &Told) -> u64 {
        match told.requests.first() {
            Some(&request) => request,
            None => {
                self.unnamed += 1;
                self.unnamed
            }
        }
    }

    fn post(
        &mut self,
        told: &Told,
        group: Option<GroupId>,
        out: &mut Output<'_>,
    ) -> Result<(), BuildError> {
        let (request, message) = (self.request(told), told.received(false, group));
        if self.posted.len() >= MAX_POSTED {
            self.posted.pop_front();
        }
        self.posted.push_back((request, message.peer, message.tag));
        self.process.post_receive(request, message, out)
    }

    fn complete(&mut self, told: &Told, out: &mut Output<'_>) -> Result<(), BuildError> {
        if told.flag == Some(false) {
            return Ok(());
        }
        if !told.knows_matched {
            for &request in &told.requests {
                let message = match told.requests.len() {
                    1 => told.received(false, None),
                    _ => Message::default(),
                };
                self.found(request, message, out)?;
            }
            return Ok(());
        }
        if let ([request], [] | [_]) = (&*told.requests, &*told.matched) {
            let nobody = Message { peer: Peer::Nobody, ..Message::default() };
            let message = told.matched.first().map_or(nobody, |matched| matched.message(None));
            if self.found(*request, message, out)? {
                return Ok(());
            }
        }
        for matched in &told.matched {
            let message = matched.message(None);
            let fits = |(_, peer, tag): &(u64, Peer, Option<i64>)| {
                (*peer == Peer::Any || *peer == message.peer)
                    && (tag.is_none() || *tag == message.tag)
            };
            let request = self.posted.iter().find(|it| fits(it)).map(|(request, _, _)| *request);
            let known = match request {
                Some(request) => self.found(request, message, out)?,
                None => false,
            };
            if !known {
                self.process.receive(message, out)?;
            }
        }
        Ok(())
    }

    /// A request was found complete. Whether it waited.
    fn found(
        &mut self,
        request: u64,
        message: Message,
        out: &mut Output<'_>,
    ) -> Result<bool, BuildError> {
        if let Some(at) = self.posted.iter().position(|(posted, _, _)| *posted == request) {
            self.posted.remove(at);
        }
        self.process.complete(request, message, out)
    }

    fn together(
        &mut self,
        told: &Told,
        group: Option<GroupId>,
        out: &mut Output<'_>,
    ) -> Result<Together, BuildError> {
        let op = if told.op.is_empty() { None } else { Some(self.op(&told.op, out)?) };
        // A barrier moves nothing.
        let bytes = told.bytes.filter(|&bytes| bytes > 0);
        Ok(Together { root: told.root.and_then(process), bytes, group, op })
    }

    fn op(&mut self, op: &str, out: &mut Output<'_>) -> Result<NameId, BuildError> {
        if let Some(&known) = self.ops.get(op) {
            return Ok(known);
        }
        let capitals = op.bytes().all(|byte| byte.is_ascii_uppercase());
        let name =
            if capitals { out.trace.name(&format!("MPI_{op}"))? } else { out.trace.name(op)? };
        self.ops.insert(op.to_owned(), name);
        Ok(name)
    }

    /// The processes of the communicator, if it is told which.
    fn group(&mut self, told: &Told, out: &mut Output<'_>) -> Result<Option<GroupId>, BuildError> {
        if told.comm.is_empty() && told.comm_size.is_none() {
            return Ok(None);
        }
        let is_world = told.comm == "0" || told.comm.contains("WORLD");
        if is_world && told.comm_size.is_some() && self.world.is_none() {
            self.world = told.comm_size;
        }
        // Most calls name the same one as the call before.
        if self.last.0 .0 == told.comm && self.last.0 .1 == told.comm_size {
            return Ok(self.last.1);
        }
        let key = (told.comm.clone(), told.comm_size);
        if let Some(&known) = self.groups.get(&key) {
            self.last = (key, known);
            return Ok(known);
        }
        let members = match (members(&told.comm, false), told.comm_size, self.world) {
            (Some(members), _, _) => Some(members),
            (None, Some(1), _) => Some(vec![self.own]),
            (None, Some(size), Some(world)) if size == world => all(world),
            (None, None, Some(world)) if is_world => all(world),
            _ if told.comm.contains("SELF") => Some(vec![self.own]),
            _ => None,
        };
        if members.is_none() {
            out.notes.add(Problem::BadGroup, |file| {
                Note::new(
                    Severity::Info,
                    file,
                    "the file does not say which processes a communicator has",
                )
                .found(match told.comm_size {
                    Some(size) => format!("communicator {:?} of {size}", told.comm),
                    None => format!("communicator {:?}", told.comm),
                })
                .remedy("collective operations on it name no processes")
            });
        }
        let group = members.map(|members| out.trace.group(members)).transpose()?;
        self.groups.insert(key.clone(), group);
        self.last = (key, group);
        Ok(group)
    }
}

fn all(world: u32) -> Option<Vec<u32>> {
    (world <= ProcessId::MAX + 1).then(|| (0..world).collect())
}

/// A list of processes: `0-15`, `0,4,8`, `[0 4 8]`. Whether one number alone is such a list, or the
/// number of a communicator, says `one`.
pub(crate) fn members(text: &str, one: bool) -> Option<Vec<u32>> {
    if !one && !text.contains(['-', ',', ' ', ';']) {
        return None;
    }
    let mut members = Vec::new();
    for word in words(text.as_bytes()) {
        let dash = word.iter().position(|&byte| byte == b'-');
        let (first, last) = match dash {
            Some(dash) => (word.get(..dash)?, word.get(dash + 1..)?),
            None => (word, word),
        };
        let (first, last) = (process(whole(first)?)?, process(whole(last)?)?);
        if first > last || (last - first) as usize >= ProcessId::MAX as usize - members.len() {
            return None;
        }
        members.extend(first..=last);
    }
    Some(members)
}
