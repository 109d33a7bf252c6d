//! The events of one process, with its own ids, until all processes are read.

use super::functions::{ENTER, EXIT};
use super::record::{Arguments, Call, Status};
use super::tail::Tail;
use super::times::RecordTimes;
use crate::input::interner::Interner;

/// A message as a call asks for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct RawMessage {
    pub(super) peer: i32,
    pub(super) tag: i32,
    pub(super) count: i32,
    pub(super) kind: u16,
    pub(super) comm: u16,
}

/// A collective operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct RawCollective {
    pub(super) comm: u16,
    /// Elements, and of what.
    pub(super) count: Option<(i64, u16)>,
    pub(super) root: Option<i32>,
    pub(super) op: Option<u8>,
}

/// The kind of a record. Some kinds are followed by further numbers in the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum EventKind {
    /// A call that is only its name.
    Call(u16),
    Send(u16, RawMessage),
    /// Its request follows; so it does for the next three.
    Isend(u16, RawMessage),
    Irecv(u16, RawMessage),
    SendInit(u16, RawMessage),
    RecvInit(u16, RawMessage),
    /// The number of a status, plus 1, follows; 0 if there is none.
    Recv(u16, RawMessage),
    SendRecv(u16, RawMessage, RawMessage),
    /// How many, and as many requests.
    Start(u16),
    /// How many, and as many requests each with the number of a status, plus 1.
    Complete(u16),
    /// A request.
    Free(u16),
    Collective(u16, RawCollective),
    /// A communicator or group is made: which of [`Rank::made`], and the communicator that makes it.
    Make(u16, u32, u16),
    Enter(u64),
    Leave(u64),
}

impl EventKind {
    /// The number of the function of MPI that is called; `None` for a function of the program.
    pub(super) fn function(self) -> Option<u16> {
        match self {
            Self::Call(number)
            | Self::Send(number, _)
            | Self::Isend(number, _)
            | Self::Irecv(number, _)
            | Self::SendInit(number, _)
            | Self::RecvInit(number, _)
            | Self::Recv(number, _)
            | Self::SendRecv(number, ..)
            | Self::Start(number)
            | Self::Complete(number)
            | Self::Free(number)
            | Self::Collective(number, _)
            | Self::Make(number, ..) => Some(number),
            Self::Enter(_) | Self::Leave(_) => None,
        }
    }
}

/// A call that makes a communicator or a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Make {
    /// All of the old one. Communicators: old, new.
    Dup(u16, u16),
    /// Those of one colour, by key.
    Split {
        old: u16,
        new: u16,
        color: i32,
        key: i32,
    },
    /// Those of a group.
    Create {
        old: u16,
        new: u16,
        group: u16,
    },
    Cart {
        old: u16,
        new: u16,
        dims: Vec<i32>,
    },
    /// Those that agree in the dimensions that do not remain.
    CartSub {
        old: u16,
        new: u16,
        remain: Vec<i32>,
    },
    /// Nobody knows of whom.
    Unknown {
        old: u16,
        new: u16,
    },
    /// The group of a communicator.
    GroupOf(u16, u16),
    /// Groups: of which, and the new one.
    Union(u16, u16, u16),
    Intersection(u16, u16, u16),
    Difference(u16, u16, u16),
    Include(u16, Vec<i32>, u16),
    Exclude(u16, Vec<i32>, u16),
    /// The same by ranges: first, last and stride of each.
    IncludeRanges(u16, Vec<[i32; 3]>, u16),
    ExcludeRanges(u16, Vec<[i32; 3]>, u16),
}

/// The records of one process.
#[derive(Debug, Default)]
pub(super) struct Rank {
    pub(super) event_kinds: Interner<EventKind>,
    pub(super) statuses: Interner<Status>,
    pub(super) stream: Vec<u32>,
    pub(super) times: RecordTimes,
    pub(super) made: Vec<Make>,
    pub(super) tail: Tail,
    /// The results of `MPI_Comm_rank` and `MPI_Comm_size` for `MPI_COMM_WORLD`.
    pub(super) own: Option<u32>,
    pub(super) size: Option<u32>,
    pub(super) events: u64,
    made_bytes: u64,
    /// The largest number of a thread.
    pub(super) threads: u16,
}

/// `MPI_COMM_WORLD`, `MPI_COMM_SELF`.
pub(super) const WORLD: u16 = 2;
pub(super) const SELF: u16 = 3;
/// Requests up to this are none.
const NO_REQUEST: u32 = 1;

impl Rank {
    /// Bytes that are kept.
    pub(super) fn kept_bytes(&self) -> u64 {
        let once = self.event_kinds.kept_bytes() + self.statuses.kept_bytes();
        let columns = 4 * self.stream.len() as u64 + self.times.kept_bytes();
        columns + once + self.made_bytes + 4 * self.tail.sizes.len() as u64
    }

    fn push(&mut self, event_kind: EventKind) {
        self.events += 1;
        let id = self.event_kinds.id(event_kind);
        self.stream.push(id);
    }

    fn status(&mut self, status: Option<Status>) -> u32 {
        status.map_or(0, |status| self.statuses.id(status) + 1)
    }

    /// A call took place.
    pub(super) fn call(&mut self, Call { function, thread, times }: Call, arguments: &Arguments) {
        self.threads = self.threads.max(thread);
        self.times.push(times);
        let comm = arguments.comms.first().copied();
        match function {
            // Send, Bsend, Ssend, Rsend.
            0 | 3..=5 => self.push(EventKind::Send(function, raw(arguments, 0))),
            1 => {
                let status = self.status(arguments.statuses.first().copied());
                self.push(EventKind::Recv(function, raw(arguments, 0)));
                self.stream.push(status);
            }
            // Isend and its kin, Irecv, Send_init and its kin, Recv_init.
            8..=12 | 26..=30 => {
                let raw = raw(arguments, 0);
                self.push(match function {
                    8..=11 => EventKind::Isend(function, raw),
                    12 => EventKind::Irecv(function, raw),
                    30 => EventKind::RecvInit(function, raw),
                    _ => EventKind::SendInit(function, raw),
                });
                self.stream.push(arguments.requests.first().copied().unwrap_or(0));
            }
            13..=14 | 16..=21 => self.complete(function, arguments),
            15 => {
                self.push(EventKind::Free(function));
                self.stream.push(arguments.requests.first().copied().unwrap_or(0));
            }
            31 | 32 => {
                self.push(EventKind::Start(function));
                self.stream.push(arguments.requests.len() as u32);
                self.stream.extend(&arguments.requests);
            }
            33 | 34 => {
                let status = self.status(arguments.statuses.first().copied());
                let (sent, mut received) = (raw(arguments, 0), raw(arguments, 1));
                if function == 34 {
                    (received.count, received.kind) = (sent.count, sent.kind);
                }
                self.push(EventKind::SendRecv(function, sent, received));
                self.stream.push(status);
            }
            // Collective operations, Alltoallw, Exscan.
            52..=62 | 65..=67 | 155 | 156 => {
                let collective = collective(arguments);
                self.push(EventKind::Collective(function, collective));
            }
            ENTER => self.push(EventKind::Enter(arguments.address)),
            EXIT => self.push(EventKind::Leave(arguments.address)),
            _ => {
                if comm == Some(WORLD) {
                    let told = arguments.numbers.first().and_then(|&told| u32::try_from(told).ok());
                    match function {
                        81 => self.size = told.or(self.size),
                        82 => self.own = told.or(self.own),
                        _ => {}
                    }
                }
                self.other(function, arguments);
            }
        }
    }

    /// Requests that a call found complete.
    fn complete(&mut self, function: u16, arguments: &Arguments) {
        let done = arguments.flag != Some(0);
        let mut found: Vec<(u32, Option<Status>)> = Vec::new();
        let status = |at: usize| arguments.statuses.get(at).copied();
        match function {
            // One of them.
            16 | 17 => {
                let at = arguments.index.and_then(|at| usize::try_from(at).ok()).filter(|_| done);
                let request = at.and_then(|at| arguments.requests.get(at));
                found.extend(request.map(|&request| (request, status(0))));
            }
            // Some of them.
            20 | 21 => {
                for (nth, &index) in arguments.indices.iter().enumerate() {
                    let index = usize::try_from(index).ok();
                    let request = index.and_then(|index| arguments.requests.get(index));
                    found.extend(request.map(|&request| (request, status(nth))));
                }
            }
            _ if done => {
                let all = arguments.requests.iter().enumerate();
                found.extend(all.map(|(at, &request)| (request, status(at))));
            }
            _ => {}
        }
        found.retain(|(request, _)| *request > NO_REQUEST);
        self.push(EventKind::Complete(function));
        self.stream.push(found.len() as u32);
        for (request, status) in found {
            let status = self.status(status);
            self.stream.extend([request, status]);
        }
    }

    /// Calls that make communicators and groups, and those that do nothing of use.
    fn other(&mut self, function: u16, arguments: &Arguments) {
        let comms = (arguments.comms.first().copied(), arguments.comms.last().copied());
        let group = |nth: usize| arguments.groups.get(nth).copied().unwrap_or(0);
        let list = || arguments.lists.first().cloned().unwrap_or_default();
        let number = |nth: usize| arguments.numbers.get(nth).copied().unwrap_or(0);
        let (old, new) = (comms.0.unwrap_or(0), comms.1.unwrap_or(0));
        let make = match function {
            72 => Make::GroupOf(old, group(0)),
            73 => Make::Union(group(0), group(1), group(2)),
            74 => Make::Intersection(group(0), group(1), group(2)),
            75 => Make::Difference(group(0), group(1), group(2)),
            76 => Make::Include(group(0), list(), group(1)),
            77 => Make::Exclude(group(0), list(), group(1)),
            78 => Make::IncludeRanges(group(0), ranges(&arguments.lists), group(1)),
            79 => Make::ExcludeRanges(group(0), ranges(&arguments.lists), group(1)),
            84 => Make::Dup(old, new),
            85 => Make::Create { old, new, group: group(0) },
            86 => Make::Split { old, new, color: number(0), key: number(1) },
            99 => Make::Cart { old, new, dims: list() },
            111 => Make::CartSub { old, new, remain: list() },
            91 | 92 | 101 | 130 | 131 | 133..=136 => Make::Unknown { old, new },
            87 => {
                let (count, root, op) = (None, None, None);
                let collective = RawCollective { comm: old, count, root, op };
                return self.push(EventKind::Collective(function, collective));
            }
            _ => return self.push(EventKind::Call(function)),
        };
        self.made_bytes += 64
            + match &make {
                Make::Cart { dims: list, .. }
                | Make::CartSub { remain: list, .. }
                | Make::Include(_, list, _)
                | Make::Exclude(_, list, _) => 4 * list.len() as u64,
                Make::IncludeRanges(_, list, _) | Make::ExcludeRanges(_, list, _) => 12 * list.len() as u64,
                _ => 0,
            };
        let at = self.made.len() as u32;
        self.made.push(make);
        self.push(EventKind::Make(function, at, old));
    }
}

/// The nth message of a call.
fn raw(arguments: &Arguments, nth: usize) -> RawMessage {
    RawMessage {
        peer: arguments.peers.get(nth).copied().unwrap_or(-1),
        tag: arguments.tags.get(nth).copied().unwrap_or(-1),
        count: arguments.counts.get(nth).copied().unwrap_or(0),
        kind: arguments.types.get(nth).copied().unwrap_or(0),
        comm: arguments.comms.first().copied().unwrap_or(0),
    }
}

fn collective(arguments: &Arguments) -> RawCollective {
    let kind = arguments.types.first().copied();
    let sum = arguments.sums.first().copied();
    let count = arguments.counts.first().map(|&count| i64::from(count)).or(sum);
    RawCollective {
        comm: arguments.comms.first().copied().unwrap_or(0),
        count: count.zip(kind),
        root: arguments.root,
        op: arguments.op,
    }
}

/// Lists of three.
fn ranges(lists: &[Vec<i32>]) -> Vec<[i32; 3]> {
    lists.iter().filter_map(|list| list.first_chunk().copied()).collect()
}
