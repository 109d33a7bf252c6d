//! Calls of MPI from the regions that a process enters and leaves.
//!
//! A call becomes an item when it is left: only then is it known what it did. Its fields are those
//! of **its own** message or collective operation: what it sends, else what it receives; for a
//! posted receive that is what the request received in the end. A call that waits has none, whatever
//! it finds complete: those are the fields of the calls that posted it.

use loopscope_core::trace::{GroupId, Kind, NameId, Record};

/// Calls that may be open at once in a process; deeper ones are left out.
const MAX_DEPTH: usize = 1000;

/// The fields of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fields {
    pub(super) peer: Option<u32>,
    pub(super) tag: i64,
    pub(super) bytes: u64,
    pub(super) group: Option<GroupId>,
}

/// The fields of a collective operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Together {
    pub(super) root: Option<u32>,
    pub(super) bytes: Option<u64>,
    pub(super) group: Option<GroupId>,
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

    fn add(&mut self, more: Inside<T>) {
        *self = match (*self, more) {
            (kept, Inside::Nothing) => kept,
            (Inside::Nothing, new) => new,
            _ => Inside::Several,
        };
    }
}

/// What happened inside a call.
#[derive(Clone, Copy, Debug)]
struct Deeds {
    sent: Inside<Fields>,
    received: Inside<Fields>,
    together: Inside<Together>,
}

const NONE: Deeds =
    Deeds { sent: Inside::Nothing, received: Inside::Nothing, together: Inside::Nothing };

impl Deeds {
    fn add(&mut self, more: Deeds) {
        self.sent.add(more.sent);
        self.received.add(more.received);
        self.together.add(more.together);
    }
}

/// A call that was left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Done {
    pub(super) record: Record,
    /// Whether there was a record of something sent, received, done together.
    pub(super) sent: bool,
    pub(super) received: bool,
    pub(super) together: bool,
    /// Calls inside it that were never left.
    pub(super) unreturned: u64,
}

/// What leaving a region led to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Left {
    Done(Done),
    /// It was not entered.
    NotEntered,
    /// It stood deeper than is followed.
    TooDeep,
}

/// The calls of one process that were entered and not left, innermost last.
#[derive(Debug, Default)]
pub(super) struct Calls {
    stack: Vec<(NameId, Deeds)>,
    /// Calls above the deepest that is followed.
    beyond: u64,
}

impl Calls {
    /// Calls that are open.
    pub(super) fn open(&self) -> u64 {
        self.stack.len() as u64 + self.beyond
    }

    /// The innermost open call, or the outermost.
    pub(super) fn innermost(&self) -> Option<NameId> {
        self.stack.last().map(|call| call.0)
    }

    pub(super) fn enter(&mut self, name: NameId) {
        if self.stack.len() < MAX_DEPTH {
            self.stack.push((name, NONE));
        } else {
            self.beyond += 1;
        }
    }

    pub(super) fn sent(&mut self, fields: Fields) {
        if let Some((_, deeds)) = self.stack.last_mut() {
            deeds.sent.add(Inside::One(fields));
        }
    }

    pub(super) fn received(&mut self, fields: Fields) {
        if let Some((_, deeds)) = self.stack.last_mut() {
            deeds.received.add(Inside::One(fields));
        }
    }

    pub(super) fn together(&mut self, fields: Together) {
        if let Some((_, deeds)) = self.stack.last_mut() {
            deeds.together.add(Inside::One(fields));
        }
    }

    pub(super) fn leave(&mut self, name: NameId) -> Left {
        if self.beyond > 0 {
            self.beyond -= 1;
            return Left::TooDeep;
        }
        let Some(at) = self.stack.iter().rposition(|call| call.0 == name) else {
            return Left::NotEntered;
        };
        let unreturned = (self.stack.len() - at - 1) as u64;
        let mut deeds = NONE;
        for (_, inner) in self.stack.drain(at..) {
            deeds.add(inner);
        }
        if let Some((_, around)) = self.stack.last_mut() {
            around.add(deeds);
        }
        let message = match deeds.sent {
            Inside::Nothing => deeds.received.one(),
            sent => sent.one(),
        };
        let together = deeds.together.one();
        let record = Record {
            peer: message.and_then(|message| message.peer),
            tag: message.map(|message| message.tag),
            bytes: message.map_or(together.and_then(|it| it.bytes), |message| Some(message.bytes)),
            group: message.map_or(together.and_then(|it| it.group), |message| message.group),
            root: together.and_then(|it| it.root),
            ..Record::new(Kind::Call, name)
        };
        Left::Done(Done {
            record,
            sent: deeds.sent != Inside::Nothing,
            received: deeds.received != Inside::Nothing,
            together: deeds.together != Inside::Nothing,
            unreturned,
        })
    }
}

/// What a call must have left a record of, by its name in C or Fortran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    Nothing,
    Send,
    Receive,
    Both,
    Together,
}

impl Expected {
    pub(super) fn of(name: &str) -> Expected {
        let lower = name.to_ascii_lowercase();
        let base = lower.trim_start_matches('p');
        let Some(base) = base.strip_prefix("mpi_") else { return Expected::Nothing };
        let base = base.trim_end_matches('_');
        const SENDS: [&str; 8] =
            ["send", "bsend", "ssend", "rsend", "isend", "ibsend", "issend", "irsend"];
        const TOGETHER: [&str; 24] = [
            "barrier",
            "bcast",
            "gather",
            "gatherv",
            "scatter",
            "scatterv",
            "allgather",
            "allgatherv",
            "alltoall",
            "alltoallv",
            "alltoallw",
            "allreduce",
            "reduce",
            "reduce_scatter",
            "reduce_scatter_block",
            "scan",
            "exscan",
            "comm_split",
            "comm_dup",
            "comm_create",
            "comm_free",
            "cart_create",
            "cart_sub",
            "comm_split_type",
        ];
        match base {
            "recv" | "mrecv" => Expected::Receive,
            "sendrecv" | "sendrecv_replace" => Expected::Both,
            _ if SENDS.contains(&base) => Expected::Send,
            _ if TOGETHER.contains(&base) => Expected::Together,
            _ => Expected::Nothing,
        }
    }

    /// Whether a call did what it must have done.
    pub(super) fn is_met(self, done: &Done) -> bool {
        match self {
            Expected::Nothing => true,
            Expected::Send => done.sent,
            Expected::Receive => done.received,
            Expected::Both => done.sent && done.received,
            Expected::Together => done.together,
        }
    }
}
