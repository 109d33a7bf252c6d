//! From actions to the events of processes.

use std::collections::{BTreeMap, VecDeque};

use loopscope_core::trace::{BuildError, GroupId, NameId, ProcessId, TraceBuilder};

use super::action::{Action, Verb, VERBS};
use crate::collection::{ProcessSource, SLICE};
use crate::mpi::{Collective, Message, Output, Peer, Process, Program};
use crate::notes::{Note, Notes, Place};

/// The actions of a process.
#[derive(Debug, Default)]
pub(super) struct Rank {
    pub(super) stream: Vec<u32>,
    pub(super) source: String,
}

/// The processes of a trace on their way into it.
#[derive(Debug)]
pub(super) struct Replay {
    actions: Vec<Action>,
    ranks: BTreeMap<u32, Rank>,
    world: u32,
    /// Processes that the trace is large enough to have.
    most: u32,
    group: Option<GroupId>,
    /// Names of calls, in the order of [`VERBS`].
    names: Vec<NameId>,
    program: Program,
    first: String,
}

/// The process that is being replayed.
#[derive(Debug)]
pub(super) struct RankReplay {
    own: u32,
    rank: Rank,
    next: usize,
    process: Process,
    /// Requests without a wait so far, oldest first.
    open: VecDeque<OpenRequest>,
    requests: u64,
    /// Bytes of an element whose type is not named.
    element: u64,
}

/// A request.
#[derive(Clone, Copy, Debug)]
struct OpenRequest {
    /// The number of the request, if it is a receive.
    receive: Option<u64>,
    source: i64,
    destination: i64,
    tag: Option<i64>,
}

/// Requests that are looked through for the one that is waited for.
const MAX_OPEN: usize = 1 << 12;

impl Replay {
    /// Of these processes; `listed` is how many files a list names.
    pub(super) fn new(actions: Vec<Action>, ranks: BTreeMap<u32, Rank>, listed: u32) -> Self {
        let events: usize = ranks.values().map(|rank| rank.stream.len()).sum();
        // A damaged line may name any process; a program has not many more than it has actions.
        let most = i64::try_from(8 * events).unwrap_or(i64::MAX).min(ProcessId::MAX.into());
        let peers = actions.iter().flat_map(|action| [action.peer, action.destination]);
        let last_peer = peers.filter(|&peer| peer < most).max().unwrap_or(0).max(0) as u32;
        let last = ranks.keys().last().copied().unwrap_or(0);
        let world = last.max(last_peer) + 1;
        let first = ranks.values().next().map(|rank| rank.source.clone()).unwrap_or_default();
        Self {
            actions,
            ranks,
            world: world.max(listed),
            most: (most as u32).max(1 << 15),
            group: None,
            names: Vec::new(),
            program: Program::default(),
            first,
        }
    }

    /// The names of all calls, and the group of all processes, if that is believable.
    fn name_calls(&mut self, trace: &mut TraceBuilder) -> Result<(), BuildError> {
        for (.., name) in VERBS {
            self.names.push(trace.name(name)?);
        }
        if self.world <= self.most {
            self.group = Some(trace.group((0..self.world).collect())?);
        }
        Ok(())
    }

    fn begin(
        &mut self,
        own: u32,
        rank: Rank,
        trace: &mut TraceBuilder,
        notes: &mut Notes,
    ) -> Result<RankReplay, BuildError> {
        if self.names.is_empty() {
            self.name_calls(trace)?;
        }
        trace.begin_source(&rank.source);
        if notes.file() != rank.source {
            notes.begin_file(&rank.source);
        }
        let slot = trace.process(ProcessId(own))?;
        let process = Process::new(slot, own, trace)?;
        Ok(RankReplay { own, rank, next: 0, process, open: VecDeque::new(), requests: 0, element: 1 })
    }

    /// Replays up to [`SLICE`] actions of a process; whether those were the last.
    fn step(
        &mut self,
        replay: &mut RankReplay,
        trace: &mut TraceBuilder,
        notes: &mut Notes,
    ) -> Result<bool, BuildError> {
        let mut out = Output { trace, notes, program: &mut self.program };
        let end = (replay.next + SLICE).min(replay.rank.stream.len());
        for at in replay.next..end {
            let id = replay.rank.stream.get(at).copied().unwrap_or(u32::MAX);
            let Some(&action) = self.actions.get(id as usize) else { continue };
            let Some(&name) = self.names.get(usize::from(action.verb)) else { continue };
            replay.action(action, name, self.group, &mut out)?;
        }
        replay.next = end;
        let done = end == replay.rank.stream.len();
        if done {
            replay.process.finish(&mut out)?;
        }
        Ok(done)
    }
}

impl ProcessSource for Replay {
    type Converter = RankReplay;

    fn next_process(&mut self, trace: &mut TraceBuilder, notes: &mut Notes) -> Result<Option<RankReplay>, Note> {
        let Some((own, rank)) = self.ranks.pop_first() else { return Ok(None) };
        let path = rank.source.clone();
        let begun = self.begin(own, rank, trace, notes);
        begun.map(Some).map_err(|error| Note::from_build(&error, &path))
    }

    fn convert(&mut self, replay: &mut RankReplay, trace: &mut TraceBuilder, notes: &mut Notes) -> Result<bool, Note> {
        let done = self.step(replay, trace, notes);
        done.map_err(|error| Note::from_build(&error, &replay.rank.source))
    }

    fn finish(&mut self, trace: &TraceBuilder, notes: &mut Notes) {
        notes.begin_file(&self.first);
        self.program.note(trace, notes);
    }
}

impl RankReplay {
    fn action(
        &mut self,
        action: Action,
        name: NameId,
        group: Option<GroupId>,
        out: &mut Output<'_>,
    ) -> Result<(), BuildError> {
        let kind = action.kind();
        match kind {
            Verb::Local => return self.process.local(name, out),
            Verb::Nothing => return Ok(()),
            _ => {}
        }
        let bytes = action.count.filter(|_| !action.typed);
        let bytes = bytes.map(|count| count.saturating_mul(self.element));
        let place = Place::Whole;
        self.process.enter_call(name, place, out);
        let peer = u32::try_from(action.peer).map_or(Peer::Any, Peer::Process);
        // Messages of old traces have no tags; what a receive asks for may be any.
        let tag = if action.old { Some(0) } else { action.tag };
        let message = Message { peer, tag, bytes, group };
        let own = i64::from(self.own);
        match kind {
            Verb::Send => self.process.send(message, out)?,
            Verb::Isend => {
                self.process.send(message, out)?;
                self.posted(OpenRequest { receive: None, source: own, destination: action.peer, tag });
            }
            Verb::Receive => self.process.receive(message, out)?,
            Verb::Ireceive => {
                self.requests += 1;
                let receive = Some(self.requests);
                self.process.post_receive(self.requests, message, out)?;
                self.posted(OpenRequest { receive, source: action.peer, destination: own, tag });
            }
            Verb::Wait => {
                let open = if action.old {
                    self.open.pop_back()
                } else {
                    let fits = |open: &OpenRequest| {
                        open.source == action.peer
                            && open.destination == action.destination
                            && open.tag == action.tag.filter(|&tag| tag >= 0)
                    };
                    let at = self.open.iter().position(fits);
                    at.and_then(|at| self.open.remove(at))
                };
                if let Some(request) = open.and_then(|open| open.receive) {
                    self.process.complete(request, Message::default(), out)?;
                }
            }
            Verb::WaitAll => {
                while let Some(open) = self.open.pop_front() {
                    if let Some(request) = open.receive {
                        self.process.complete(request, Message::default(), out)?;
                    }
                }
            }
            Verb::Collective { .. } => {
                let bytes = bytes.filter(|&bytes| bytes > 0);
                let collective = Collective { root: action.root, bytes, group, op: None };
                self.process.collective(name, collective, out)?;
            }
            Verb::Init => self.element = if action.typed { 8 } else { 1 },
            Verb::Test | Verb::Call | Verb::Local | Verb::Nothing => {}
        }
        self.process.leave_call(name, place, out)
    }

    fn posted(&mut self, open: OpenRequest) {
        if self.open.len() >= MAX_OPEN {
            self.open.pop_front();
        }
        self.open.push_back(open);
    }
}
