//! Calls that a process has begun and not ended, and what happened inside them.
//!
//! What happened inside counts for all the calls it is inside of: `mpi_send_`, the Fortran entry that
//! calls `MPI_Send`, has the same peer and tag.

use loopscope_core::trace::{GroupId, Kind, NameId, Record};

use crate::notes::Place;

/// Calls that may be open at once in a process; deeper ones are left out.
pub(crate) const MAX_DEPTH: usize = 1000;

/// The fields of a message, as far as they are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fields {
    pub(crate) peer: Option<u32>,
    pub(crate) tag: Option<i64>,
    pub(crate) bytes: Option<u64>,
    /// The processes of its communicator.
    pub(crate) group: Option<GroupId>,
}

/// The fields of a collective operation, as far as they are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Together {
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
    fn one(self) -> Option<T> {
        match self {
            Inside::One(it) => Some(it),
            _ => None,
        }
    }

    #[inline]
    fn add(&mut self, more: &Inside<T>) {
        match (&self, more) {
            (_, Inside::Nothing) => {}
            (Inside::Nothing, new) => *self = *new,
            _ => *self = Inside::Several,
        }
    }
}

/// A receive, and the number under which it was posted: 0 if it was not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Received {
    fields: Fields,
    ticket: u64,
}

/// What happened inside a call.
#[derive(Clone, Copy, Debug)]
struct Deeds {
    sent: Inside<Fields>,
    received: Inside<Received>,
    together: Inside<Together>,
    /// Whether it sent or received what goes to nobody: that is done, too.
    nobody: bool,
}

const NONE: Deeds = Deeds {
    sent: Inside::Nothing,
    received: Inside::Nothing,
    together: Inside::Nothing,
    nobody: false,
};

impl Deeds {
    fn add(&mut self, more: &Deeds) {
        self.sent.add(&more.sent);
        self.received.add(&more.received);
        self.add_together(&more.together);
        self.nobody |= more.nobody;
    }

    /// Several operations of one communicator keep its processes, and all they say if it is the same.
    #[inline]
    fn add_together(&mut self, more: &Inside<Together>) {
        match (&mut self.together, more) {
            (Inside::One(one), Inside::One(other)) if one.group == other.group => {
                if one != other {
                    *one = Together { group: one.group, ..Together::default() };
                }
            }
            (together, more) => together.add(more),
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Open {
    name: NameId,
    place: Place,
    deeds: Deeds,
}

/// A call that was left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Done {
    pub(crate) record: Record,
    /// Whether something was sent, received, done together.
    pub(crate) sent: bool,
    pub(crate) received: bool,
    pub(crate) together: bool,
    /// The number of the one posted receive whose fields are to be the call's; 0 if there is none.
    pub(crate) ticket: u64,
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
    Done(Done),
    /// It was not entered.
    NotEntered,
    /// It stood deeper than is followed.
    TooDeep,
}

/// The calls of one process that were entered and not left, innermost last.
#[derive(Debug, Default)]
pub(crate) struct Calls {
    stack: Vec<Open>,
    /// Calls above the deepest that is followed.
    beyond: u64,
}

impl Calls {
    /// The calls that are open.
    pub(crate) fn unreturned(&self) -> Option<Unreturned> {
        let first = self.stack.first()?;
        let count = self.stack.len() as u64 + self.beyond;
        Some(Unreturned { name: first.name, place: first.place, count })
    }

    /// The innermost open call.
    pub(crate) fn innermost(&self) -> Option<NameId> {
        self.stack.last().map(|call| call.name)
    }

    /// A call begins; whether it is followed.
    #[inline]
    pub(crate) fn enter(&mut self, name: NameId, place: Place) -> bool {
        let followed = self.stack.len() < MAX_DEPTH;
        if followed {
            self.stack.push(Open { name, place, deeds: NONE });
        } else {
            self.beyond += 1;
        }
        followed
    }

    /// A message was sent.
    #[inline]
    pub(crate) fn sent(&mut self, fields: Fields) {
        if let Some(call) = self.stack.last_mut() {
            call.deeds.sent.add(&Inside::One(fields));
        }
    }

    /// A message was received.
    #[inline]
    pub(crate) fn received(&mut self, fields: Fields) {
        self.posted(fields, 0);
    }

    /// A receive was posted under that number, which is not 0; what it received may be
    /// [told](Self::settle) while the call is open.
    pub(crate) fn posted(&mut self, fields: Fields, ticket: u64) {
        if let Some(call) = self.stack.last_mut() {
            call.deeds.received.add(&Inside::One(Received { fields, ticket }));
        }
    }

    /// What a receive that an open call posted received.
    pub(crate) fn settle(&mut self, ticket: u64, fields: Fields) {
        for call in self.stack.iter_mut().rev() {
            match &mut call.deeds.received {
                Inside::One(received) if received.ticket == ticket => {
                    *received = Received { fields, ticket: 0 };
                    return;
                }
                _ => {}
            }
        }
    }

    /// A message went to nobody, or came from nobody.
    pub(crate) fn nobody(&mut self) {
        if let Some(call) = self.stack.last_mut() {
            call.deeds.nobody = true;
        }
    }

    /// A collective operation took place.
    #[inline]
    pub(crate) fn together(&mut self, fields: Together) {
        if let Some(call) = self.stack.last_mut() {
            call.deeds.add_together(&Inside::One(fields));
        }
    }

    /// A call ends. Those inside it that are open never will.
    pub(crate) fn leave(&mut self, name: NameId) -> Left {
        if self.beyond > 0 {
            self.beyond -= 1;
            return Left::TooDeep;
        }
        // Nearly always it is the innermost.
        let innermost = self.stack.last().filter(|call| call.name == name);
        let left = match innermost.map(|call| call.deeds) {
            Some(deeds) => {
                self.stack.pop();
                Some((deeds, None))
            }
            None => self.leave_outer(name),
        };
        let Some((deeds, unreturned)) = left else { return Left::NotEntered };
        if let Some(around) = self.stack.last_mut() {
            around.deeds.add(&deeds);
        }
        let (message, ticket) = match (deeds.sent, deeds.received.one()) {
            (Inside::Nothing, Some(received)) => (Some(received.fields), received.ticket),
            (sent, _) => (sent.one(), 0),
        };
        let mut record = Record::new(Kind::Call, name);
        if let Some(it) = deeds.together.one() {
            let (bytes, group) = (it.bytes, it.group);
            record = Record { bytes, group, root: it.root, op: it.op, ..record };
        }
        if let Some(message) = message {
            record = with_message(record, message);
        }
        Left::Done(Done {
            record,
            sent: deeds.nobody || deeds.sent != Inside::Nothing,
            received: deeds.nobody || deeds.received != Inside::Nothing,
            together: deeds.together != Inside::Nothing,
            ticket,
            unreturned,
        })
    }

    /// Ends a call inside of which others are open: what was done in all of them, and which they are.
    #[cold]
    fn leave_outer(&mut self, name: NameId) -> Option<(Deeds, Option<Unreturned>)> {
        let at = self.stack.iter().rposition(|call| call.name == name)?;
        let inner = self.stack.get(at + 1..).unwrap_or_default();
        let unreturned = inner.first().map(|call| Unreturned {
            name: call.name,
            place: call.place,
            count: inner.len() as u64,
        });
        let mut deeds = NONE;
        for call in self.stack.drain(at..) {
            deeds.add(&call.deeds);
        }
        Some((deeds, unreturned))
    }
}

/// A call's record with the fields of its message.
pub(crate) fn with_message(record: Record, message: Fields) -> Record {
    let group = message.group.or(record.group);
    Record { peer: message.peer, tag: message.tag, bytes: message.bytes, group, ..record }
}
