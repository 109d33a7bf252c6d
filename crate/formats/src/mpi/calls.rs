//! The calls that a process has entered and not left, and what they did so far.
//!
//! What happens inside a call counts for every call around it: `mpi_send_`, the Fortran entry that
//! calls `MPI_Send`, has the same peer and tag.

use loopscope_core::trace::{GroupId, Kind, NameId, Record};

use crate::notes::Place;

/// Calls that may be open at once in a process; deeper ones are left out.
pub(crate) const MAX_DEPTH: usize = 1000;

/// The fields of a message, as far as they are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MessageFields {
    pub(crate) peer: Option<u32>,
    pub(crate) tag: Option<i64>,
    pub(crate) bytes: Option<u64>,
    /// The processes of its communicator.
    pub(crate) group: Option<GroupId>,
}

/// The fields of a collective operation, as far as they are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Collective {
    pub(crate) root: Option<u32>,
    /// What this process gives; takes, where it gives nothing.
    pub(crate) bytes: Option<u64>,
    pub(crate) group: Option<GroupId>,
    /// The operation of a reduction.
    pub(crate) op: Option<NameId>,
}

/// How often something happened, and what it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Inside<T> {
    Nothing,
    One(T),
    Several,
}

impl<T: Copy> Inside<T> {
    #[inline]
    fn is_nothing(&self) -> bool {
        matches!(self, Self::Nothing)
    }

    #[inline]
    fn add(&mut self, more: &Self) {
        match (&self, more) {
            (_, Self::Nothing) => {}
            (Self::Nothing, new) => *self = *new,
            _ => *self = Self::Several,
        }
    }
}

/// A receive, and the number under which it was posted: 0 if it was not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Received {
    fields: MessageFields,
    receive_id: u64,
}

/// What happened inside a call.
#[derive(Clone, Copy, Debug)]
struct CallEffects {
    sent: Inside<MessageFields>,
    received: Inside<Received>,
    collective: Inside<Collective>,
    /// Whether it sent to or received from the null process, which also completes it.
    null_peer: bool,
}

const NONE: CallEffects =
    CallEffects { sent: Inside::Nothing, received: Inside::Nothing, collective: Inside::Nothing, null_peer: false };

impl CallEffects {
    fn clear(&mut self) {
        (self.sent, self.received) = (Inside::Nothing, Inside::Nothing);
        (self.collective, self.null_peer) = (Inside::Nothing, false);
    }

    fn add(&mut self, more: &Self) {
        self.sent.add(&more.sent);
        self.received.add(&more.received);
        self.add_collective(&more.collective);
        self.null_peer |= more.null_peer;
    }

    /// Several operations of one communicator keep its processes, and all they say if it is the same.
    #[inline]
    fn add_collective(&mut self, more: &Inside<Collective>) {
        match (&mut self.collective, more) {
            (Inside::One(one), Inside::One(other)) if one.group == other.group => {
                if one != other {
                    *one = Collective { group: one.group, ..Collective::default() };
                }
            }
            (collective, more) => collective.add(more),
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct OpenCall {
    name: NameId,
    place: Place,
    /// When it began, if the trace says so.
    entered: Option<u64>,
    /// Where the program makes it, if the trace says so.
    site: Option<NameId>,
    effects: CallEffects,
}

/// A call that was left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CompletedCall {
    pub(crate) record: Record,
    /// When it began, if the trace says so.
    pub(crate) entered: Option<u64>,
    /// Whether something was sent, received, done together.
    pub(crate) sent: bool,
    pub(crate) received: bool,
    pub(crate) collective: bool,
    /// The number of the one posted receive whose fields are to be the call's; 0 if there is none.
    pub(crate) receive_id: u64,
    /// Calls inside it that were never left.
    pub(crate) unreturned: Option<Unreturned>,
}

/// Calls that were never left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unreturned {
    /// The outermost of them, and where it begins.
    pub(crate) name: NameId,
    pub(crate) place: Place,
    /// How many.
    pub(crate) count: u64,
}

/// What leaving a call led to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Left {
    Completed(CompletedCall),
    /// It was not entered.
    NotEntered,
    /// It stood deeper than is followed.
    TooDeep,
}

/// The calls of one process that were entered and not left, innermost last.
///
/// An open call takes more than a hundred bytes, and WebAssembly calls a function for each copy. So calls are changed in
/// place.
#[derive(Debug, Default)]
pub(crate) struct Calls {
    /// The first `depth` of them are open; the others are places for the next.
    places: Vec<OpenCall>,
    depth: usize,
    /// Calls above the deepest that is followed.
    beyond: u64,
}

impl Calls {
    fn open(&self) -> &[OpenCall] {
        self.places.get(..self.depth).unwrap_or_default()
    }

    fn open_mut(&mut self) -> &mut [OpenCall] {
        self.places.get_mut(..self.depth).unwrap_or_default()
    }

    #[inline]
    fn innermost_mut(&mut self) -> Option<&mut OpenCall> {
        self.places.get_mut(self.depth.checked_sub(1)?)
    }

    /// The calls that are open.
    pub(crate) fn unreturned(&self) -> Option<Unreturned> {
        let first = self.open().first()?;
        let count = self.depth as u64 + self.beyond;
        Some(Unreturned { name: first.name, place: first.place, count })
    }

    /// The innermost open call.
    pub(crate) fn innermost(&self) -> Option<NameId> {
        self.open().last().map(|call| call.name)
    }

    /// A call begins, at that time if the trace says so; whether it is followed.
    #[inline]
    pub(crate) fn enter(&mut self, name: NameId, place: Place, entered: Option<u64>) -> bool {
        let followed = self.depth < MAX_DEPTH;
        if !followed {
            self.beyond += 1;
            return false;
        }
        match self.places.get_mut(self.depth) {
            Some(call) => {
                (call.name, call.place, call.entered) = (name, place, entered);
                call.site = None;
                call.effects.clear();
            }
            None => self.places.push(OpenCall { name, place, entered, site: None, effects: NONE }),
        }
        self.depth += 1;
        true
    }

    /// Where the program makes the innermost open call.
    pub(crate) fn set_site(&mut self, site: NameId) {
        if let Some(call) = self.innermost_mut() {
            call.site = Some(site);
        }
    }

    /// A message was sent.
    #[inline]
    pub(crate) fn sent(&mut self, fields: MessageFields) {
        if let Some(call) = self.innermost_mut() {
            call.effects.sent.add(&Inside::One(fields));
        }
    }

    /// A message was received.
    #[inline]
    pub(crate) fn received(&mut self, fields: MessageFields) {
        self.posted(fields, 0);
    }

    /// A receive was posted under that number, which is not 0; what it received may be
    /// [told](Self::settle) while the call is open.
    pub(crate) fn posted(&mut self, fields: MessageFields, receive_id: u64) {
        if let Some(call) = self.innermost_mut() {
            call.effects.received.add(&Inside::One(Received { fields, receive_id }));
        }
    }

    /// What a receive that an open call posted received.
    pub(crate) fn settle(&mut self, receive_id: u64, fields: MessageFields) {
        for call in self.open_mut().iter_mut().rev() {
            match &mut call.effects.received {
                Inside::One(received) if received.receive_id == receive_id => {
                    *received = Received { fields, receive_id: 0 };
                    return;
                }
                _ => {}
            }
        }
    }

    /// A message to or from the null process.
    pub(crate) fn null_peer(&mut self) {
        if let Some(call) = self.innermost_mut() {
            call.effects.null_peer = true;
        }
    }

    /// A collective operation took place.
    #[inline]
    pub(crate) fn collective(&mut self, fields: Collective) {
        if let Some(call) = self.innermost_mut() {
            call.effects.add_collective(&Inside::One(fields));
        }
    }

    /// A call ends. Those inside it that are open never will.
    pub(crate) fn leave(&mut self, name: NameId) -> Left {
        if self.beyond > 0 {
            self.beyond -= 1;
            return Left::TooDeep;
        }
        let mut unreturned = None;
        // Nearly always it is the innermost.
        if self.innermost() != Some(name) {
            let Some(inner) = self.leave_inner(name) else { return Left::NotEntered };
            unreturned = Some(inner);
        }
        self.depth -= 1;
        let (open, rest) = self.places.split_at_mut(self.depth);
        let Some(OpenCall { effects, entered, site, .. }) = rest.first() else {
            return Left::NotEntered;
        };
        if let Some(around) = open.last_mut() {
            around.effects.add(effects);
        }
        let mut record = Record { site: *site, ..Record::new(Kind::Call, name) };
        if let Inside::One(it) = &effects.collective {
            (record.bytes, record.group, record.root, record.op) = (it.bytes, it.group, it.root, it.op);
        }
        let mut receive_id = 0;
        match (&effects.sent, &effects.received) {
            (Inside::One(message), _) => add_message(&mut record, message),
            (Inside::Nothing, Inside::One(received)) => {
                receive_id = received.receive_id;
                add_message(&mut record, &received.fields);
            }
            _ => {}
        }
        Left::Completed(CompletedCall {
            record,
            entered: *entered,
            sent: effects.null_peer || !effects.sent.is_nothing(),
            received: effects.null_peer || !effects.received.is_nothing(),
            collective: !effects.collective.is_nothing(),
            receive_id,
            unreturned,
        })
    }

    /// Ends the calls that are open inside of a call, and adds what they did to what it did; which they are.
    #[cold]
    fn leave_inner(&mut self, name: NameId) -> Option<Unreturned> {
        let at = self.open().iter().rposition(|call| call.name == name)?;
        let (outer, inner) = self.open_mut().split_at_mut(at + 1);
        let (call, first) = (outer.last_mut()?, inner.first()?);
        let unreturned = Unreturned { name: first.name, place: first.place, count: inner.len() as u64 };
        inner.iter().for_each(|inner| call.effects.add(&inner.effects));
        self.depth = at + 1;
        Some(unreturned)
    }
}

/// Adds the fields of its message to the record of a call.
pub(crate) fn add_message(record: &mut Record, message: &MessageFields) {
    (record.peer, record.tag, record.bytes) = (message.peer, message.tag, message.bytes);
    record.group = message.group.or(record.group);
}
