//! Replays calls of MPI that a trace gives whole, with their [arguments](CallArgs): what each does to its process.
//!
//! | call | effect |
//! | --- | --- |
//! | sends | sends a message to the peer |
//! | receives | receives the message that `matched` names, else one from the peer |
//! | posts a receive | opens a request, under its own number or a new one |
//! | waits or tests | completes what `matched` names, else the requests that the call names (see below) |
//! | collective | is an operation of the communicator |
//!
//! If a call names the messages it received but not their requests, each message completes the first posted receive
//! with a fitting source and tag, as MPI matches messages.
//!
//! `matched` takes precedence over `flag`. Without `matched`, `flag` means what it means in the call: for a test, whether
//! its requests are complete; for `MPI_Waitany`, which request is; for `MPI_Waitsome` and `MPI_Testsome`, how many are. If a
//! call names several requests and nothing says which of them are complete, none is: what they received is counted as
//! missing and never guessed.

use std::collections::VecDeque;

use loopscope_core::numbers::counted;
use loopscope_core::trace::{BuildError, GroupId, NameId, ProcessSlot, TraceBuilder};
use rustc_hash::FxHashMap;

use super::call_args::{process, whole, words, CallArgs};
use super::completed::complete_of;
use crate::input::words::name_in_one_line;
use crate::mpi::names::{Class, Finds};
use crate::mpi::{Collective, Message, Output, Peer, Process};
use crate::notes::{Note, Place, Problem};

/// Posted receives that are remembered to find the one a message belongs to.
const MAX_POSTED: usize = 1 << 12;

/// Requests that have no number of their own are numbered from here on.
const OWN_NUMBERS: u64 = 1 << 63;

/// A communicator: what it is called, and how many processes it has.
type Comm = (String, Option<u32>);

/// A process whose calls come whole, with their arguments.
#[derive(Debug)]
pub(crate) struct CallReplay {
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
    sites: FxHashMap<String, NameId>,
    #[cfg(feature = "arguments")]
    open: super::open_requests::OpenRequests,
}

impl CallReplay {
    /// A process of that rank; how many the program has, if that is known.
    ///
    /// # Errors
    /// The trace is larger than it may be. So are those of all that follows.
    pub(crate) fn new(
        slot: ProcessSlot,
        own: u32,
        world: Option<u32>,
        trace: &mut TraceBuilder,
    ) -> Result<Self, BuildError> {
        Ok(Self {
            process: Process::new(slot, own, trace)?,
            own,
            world,
            posted: VecDeque::new(),
            unnamed: OWN_NUMBERS,
            groups: FxHashMap::default(),
            last: Default::default(),
            ops: FxHashMap::default(),
            sites: FxHashMap::default(),
            #[cfg(feature = "arguments")]
            open: Default::default(),
        })
    }

    /// A call from its beginning to its end, at these times if they are known.
    pub(crate) fn call(
        &mut self,
        (name, class): (NameId, Class),
        args: &CallArgs,
        times: Option<(u64, u64)>,
        place: Place,
        out: &mut Output<'_>,
    ) -> Result<(), BuildError> {
        self.process.set_time(times.map(|(enter, _)| enter));
        self.process.enter_call(name, place, out);
        self.act((name, class), args, out)?;
        #[cfg(feature = "arguments")]
        self.keep_arguments((name, class), args, out)?;
        self.process.set_time(times.map(|(_, leave)| leave));
        self.process.leave_call(name, place, out)
    }

    /// Writes what the record of the open call does not hold as its site, if that is asked for.
    #[cfg(feature = "arguments")]
    fn keep_arguments(
        &mut self,
        (name, class): (NameId, Class),
        args: &CallArgs,
        out: &mut Output<'_>,
    ) -> Result<(), BuildError> {
        if !out.trace.keeps_arguments() {
            return Ok(());
        }
        let arguments = self.open.arguments(out.trace.table().name(name), class, args);
        let site = self.site(&arguments.to_text(), out)?;
        self.process.set_site(site);
        Ok(())
    }

    /// What a call does, which is open.
    pub(crate) fn act(
        &mut self,
        (name, class): (NameId, Class),
        args: &CallArgs,
        out: &mut Output<'_>,
    ) -> Result<(), BuildError> {
        self.set_site(args, out)?;
        if class == Class::Other {
            return Ok(());
        }
        let group = self.group(args, out)?;
        match class {
            Class::Other => {}
            Class::Send | Class::Isend => self.process.send(args.sent(group), out)?,
            Class::Receive => {
                let message = self.arriving(args, false, group);
                self.process.receive(message, out)?;
            }
            Class::SendReceive => {
                self.process.send(args.sent(group), out)?;
                let message = self.arriving(args, true, group);
                self.process.receive(message, out)?;
            }
            Class::Ireceive => self.post(args, group, out)?,
            Class::SendInit => {
                for &request in args.requests.iter().take(1) {
                    self.process.init_send(request, args.sent(group));
                }
            }
            Class::ReceiveInit => {
                for &request in args.requests.iter().take(1) {
                    self.process.init_receive(request, args.received(false, group));
                }
            }
            Class::Start => {
                for &request in &args.requests {
                    self.process.start(request, out)?;
                }
            }
            Class::Complete => self.complete(name, args, out)?,
            Class::Collective | Class::Communicator => {
                let collective = self.collective(args, group, out)?;
                self.process.collective(name, collective, out)?;
            }
            Class::Icollective => {
                let collective = self.collective(args, group, out)?;
                let request = self.request(args);
                self.process.post_collective(request, name, collective, out)?;
            }
        }
        Ok(())
    }

    /// The message that a call received.
    fn arriving(&self, args: &CallArgs, both: bool, group: Option<GroupId>) -> Message {
        match args.matched.first() {
            Some(matched) => matched.message(group),
            // The call says that there was none.
            None if args.knows_matched => Message { peer: Peer::Null, ..Message::default() },
            None => args.received(both, group),
        }
    }

    fn request(&mut self, args: &CallArgs) -> u64 {
        match args.requests.first() {
            Some(&request) => request,
            None => {
                self.unnamed += 1;
                self.unnamed
            }
        }
    }

    fn post(&mut self, args: &CallArgs, group: Option<GroupId>, out: &mut Output<'_>) -> Result<(), BuildError> {
        let (request, message) = (self.request(args), args.received(false, group));
        if self.posted.len() >= MAX_POSTED {
            self.posted.pop_front();
        }
        self.posted.push_back((request, message.peer, message.tag));
        self.process.post_receive(request, message, out)
    }

    fn complete(&mut self, name: NameId, args: &CallArgs, out: &mut Output<'_>) -> Result<(), BuildError> {
        if !args.matched.is_empty() {
            return self.complete_matched(args, out);
        }
        // Nothing was received, as far as the call says: requests may be complete all the same.
        let found = match (&*args.requests, args.flag) {
            ([], _) => return Ok(()),
            (all @ [_], None) => all,
            (all, flag) => complete_of(all, flag, Finds::of(out.trace.table().name(name))),
        };
        if args.knows_matched && found.len() > 1 {
            // The table does not say which of them were lost receives and which had the null process as peer.
            return Ok(());
        }
        for &request in found {
            let message = match (args.knows_matched, &*args.requests) {
                // The call says that there was none.
                (true, _) => Message { peer: Peer::Null, ..Message::default() },
                (false, [_]) => args.received(false, None),
                (false, _) => Message::default(),
            };
            self.found(request, message, out)?;
        }
        Ok(())
    }

    /// What a call received is complete, whatever else it says.
    fn complete_matched(&mut self, args: &CallArgs, out: &mut Output<'_>) -> Result<(), BuildError> {
        if let ([request], [matched]) = (&*args.requests, &*args.matched) {
            if self.found(*request, matched.message(None), out)? {
                return Ok(());
            }
        }
        for matched in &args.matched {
            let message = matched.message(None);
            let fits = |(_, peer, tag): &(u64, Peer, Option<i64>)| {
                (*peer == Peer::Any || *peer == message.peer) && (tag.is_none() || *tag == message.tag)
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
    fn found(&mut self, request: u64, message: Message, out: &mut Output<'_>) -> Result<bool, BuildError> {
        if let Some(at) = self.posted.iter().position(|(posted, _, _)| *posted == request) {
            self.posted.remove(at);
        }
        self.process.complete(request, message, out)
    }

    fn collective(
        &mut self,
        args: &CallArgs,
        group: Option<GroupId>,
        out: &mut Output<'_>,
    ) -> Result<Collective, BuildError> {
        let op = if args.op.is_empty() { None } else { Some(self.op(&args.op, out)?) };
        // A barrier moves nothing.
        let bytes = args.bytes.filter(|&bytes| bytes > 0);
        Ok(Collective { root: args.root.and_then(process), bytes, group, op })
    }

    fn op(&mut self, op: &str, out: &mut Output<'_>) -> Result<NameId, BuildError> {
        if let Some(&known) = self.ops.get(op) {
            return Ok(known);
        }
        let capitals = op.bytes().all(|byte| byte.is_ascii_uppercase());
        let name = if capitals { out.trace.name(&format!("MPI_{op}"))? } else { out.trace.name(op)? };
        self.ops.insert(op.to_owned(), name);
        Ok(name)
    }

    fn site(&mut self, site: &str, out: &mut Output<'_>) -> Result<NameId, BuildError> {
        if let Some(&known) = self.sites.get(site) {
            return Ok(known);
        }
        let name = out.trace.name(&name_in_one_line(site))?;
        self.sites.insert(site.to_owned(), name);
        Ok(name)
    }

    /// Where the program makes the open call, if the trace says so.
    pub(crate) fn set_site(&mut self, args: &CallArgs, out: &mut Output<'_>) -> Result<(), BuildError> {
        if !args.site.is_empty() {
            let site = self.site(&args.site, out)?;
            self.process.set_site(site);
        }
        Ok(())
    }

    /// The processes of the communicator, if the call names it.
    fn group(&mut self, args: &CallArgs, out: &mut Output<'_>) -> Result<Option<GroupId>, BuildError> {
        if args.comm.is_empty() && args.comm_size.is_none() {
            return Ok(None);
        }
        let is_world = args.comm == "0" || args.comm.contains("WORLD");
        if is_world && args.comm_size.is_some() && self.world.is_none() {
            self.world = args.comm_size;
        }
        // Most calls name the same one as the call before.
        if self.last.0 .0 == args.comm && self.last.0 .1 == args.comm_size {
            return Ok(self.last.1);
        }
        let key = (args.comm.clone(), args.comm_size);
        if let Some(&known) = self.groups.get(&key) {
            self.last = (key, known);
            return Ok(known);
        }
        let members = match (members(&args.comm, false), args.comm_size, self.world) {
            (Some(members), _, _) => Some(members),
            (None, Some(1), _) => Some(vec![(self.own, self.own)]),
            (None, Some(size), Some(world)) if size == world => all(world),
            (None, None, Some(world)) if is_world => all(world),
            _ if args.comm.contains("SELF") => Some(vec![(self.own, self.own)]),
            _ => None,
        };
        if members.is_none() {
            out.notes.add(Problem::BadGroup, |file| {
                Note::info(file, "the file does not list the members of a communicator")
                    .found(match args.comm_size {
                        Some(size) => {
                            format!("communicator {:?} of {}", args.comm, counted(u64::from(size), "process"))
                        }
                        None => format!("communicator {:?}", args.comm),
                    })
                    .remedy("the members of its collective operations are unknown")
            });
        }
        let group = members.map(|members| out.trace.group_of_ranges(&members)).transpose()?;
        self.groups.insert(key.clone(), group);
        self.last = (key, group);
        Ok(group)
    }
}

/// Processes of a communicator that are followed: a few damaged bytes may name any number of them.
const MAX_MEMBERS: usize = 1 << 15;

fn all(world: u32) -> Option<Vec<(u32, u32)>> {
    let last = world.checked_sub(1).map(|last| (0, last));
    (world as usize <= MAX_MEMBERS).then(|| last.into_iter().collect())
}

/// A list of processes: `0-15`, `0,4,8`, `[0 4 8]`, `0-15#2` for another communicator of the same processes. Whether one number alone is such a list, or the
/// number of a communicator, says `one`. The result has a range, from first to last, for each number or range of the
/// text: every process of a program reads it, so it must not cost their number.
pub(crate) fn members(text: &str, one: bool) -> Option<Vec<(u32, u32)>> {
    // Which of several communicators of these processes.
    let text = text.split('#').next().unwrap_or(text);
    if !one && !text.contains(['-', ',', ' ', ';']) {
        return None;
    }
    let (mut members, mut count) = (Vec::new(), 0);
    for word in words(text.as_bytes()) {
        let dash = word.iter().position(|&byte| byte == b'-');
        let (first, last) = match dash {
            Some(dash) => (word.get(..dash)?, word.get(dash + 1..)?),
            None => (word, word),
        };
        let (first, last) = (process(whole(first)?)?, process(whole(last)?)?);
        if first > last || (last - first) as usize >= MAX_MEMBERS - count {
            return None;
        }
        count += (last - first) as usize + 1;
        members.push((first, last));
    }
    Some(members)
}
