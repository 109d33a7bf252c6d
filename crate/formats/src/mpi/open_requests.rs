//! Which requests a call completes, where a trace gives whole calls: the arguments that records do not hold.
//!
//! A request is known by its age: how many of the requests that are open before the call are younger. So a loop that posts and waits
//! has the same arguments in each iteration, whatever the numbers of its requests are.
//!
//! | what the trace says | completed |
//! | --- | --- |
//! | the numbers of the requests | these; for one that is not open, the oldest open send to the same peer and tag: MPI may give all sends that are complete the same handle |
//! | how many there are, and what was received | for each message the oldest open receive that fits; of the rest as many of the youngest sends as are missing, if there are so many |
//!
//! Cost: O(open requests) for each call that completes some.

use loopscope_core::trace::CallArguments;

use super::call_args::{CallArgs, Flag};
use super::completed::complete_of;
use super::names::{Class, Finds};
use crate::mpi::Peer;

/// Open requests that are remembered: more belong to a damaged trace.
const MAX_OPEN: usize = 1 << 16;

#[derive(Clone, Copy, Debug)]
struct OpenRequest {
    /// Its number, if the trace gives one.
    number: Option<u64>,
    receives: bool,
    peer: Peer,
    tag: Option<i64>,
}

/// The requests of a process that are open, oldest first.
#[derive(Debug, Default)]
pub(super) struct OpenRequests {
    open: Vec<OpenRequest>,
}

impl OpenRequests {
    /// The arguments of a call, which is then over.
    pub(super) fn arguments(&mut self, name: &str, class: Class, args: &CallArgs) -> CallArguments {
        let mut arguments = CallArguments { comm: comm_number(args.comm()), ..CallArguments::default() };
        match class {
            Class::Isend => arguments.opens = self.open(false, args),
            Class::Ireceive => {
                arguments.opens = self.open(true, args);
                arguments.room = args.bytes;
            }
            Class::Receive => arguments.room = args.bytes,
            Class::SendReceive => {
                arguments.to_null = args.sent(None).peer == Peer::Null;
                let message = match args.matched.first() {
                    Some(matched) => matched.message(None),
                    None => args.received(true, None),
                };
                arguments.room = args.second_bytes().max(message.bytes);
                if let Peer::Process(source) = message.peer {
                    arguments.source = Some((source, message.tag.unwrap_or(0)));
                }
            }
            Class::Complete => arguments.completes = self.complete(Finds::of(name), args),
            _ => {}
        }
        arguments
    }

    fn open(&mut self, receives: bool, args: &CallArgs) -> bool {
        if self.open.len() >= MAX_OPEN {
            self.open.remove(0);
        }
        let message = if receives { args.received(false, None) } else { args.sent(None) };
        let number = args.requests.first().copied();
        self.open.push(OpenRequest { number, receives, peer: message.peer, tag: message.tag });
        true
    }

    /// Closes what a call completes; the ages, ascending.
    fn complete(&mut self, finds: Finds, args: &CallArgs) -> Vec<u32> {
        let mut closed: Vec<usize> = Vec::new();
        if args.requests.is_empty() {
            self.by_count(finds, args, &mut closed);
        } else {
            let all = args.requests.len() == 1 && args.flag.is_none();
            let found = if all { &*args.requests } else { complete_of(&args.requests, args.flag, finds) };
            for &number in found {
                let known = self.position(&closed, true, |it| it.number == Some(number));
                let at = known.or_else(|| self.instead(args, &closed));
                closed.extend(at);
            }
        }
        closed.sort_unstable_by(|a, b| b.cmp(a));
        let last = self.open.len();
        let ages = closed.iter().map(|at| (last - 1 - at) as u32).collect();
        for at in closed {
            self.open.remove(at);
        }
        ages
    }

    /// The oldest or youngest open request that is not closed yet and fits.
    fn position(&self, closed: &[usize], youngest: bool, fits: impl Fn(&OpenRequest) -> bool) -> Option<usize> {
        let mut open = (0..self.open.len()).filter(|at| !closed.contains(at) && self.open.get(*at).is_some_and(&fits));
        if youngest {
            open.next_back()
        } else {
            open.next()
        }
    }

    /// What a number that is not open stands for: what the call received, or else a send.
    fn instead(&self, args: &CallArgs, closed: &[usize]) -> Option<usize> {
        if args.requests.len() > 1 {
            return None;
        }
        if let Some(matched) = args.matched.first() {
            let message = matched.message(None);
            return self.position(closed, false, |it| it.receives && it.fits(message.peer, message.tag));
        }
        let sent = args.sent(None);
        let Peer::Process(_) = sent.peer else { return None };
        self.position(closed, false, |it| !it.receives && it.peer == sent.peer && it.tag == sent.tag)
    }

    /// What a call completes that only says how many requests it names.
    fn by_count(&self, finds: Finds, args: &CallArgs, closed: &mut Vec<usize>) {
        for matched in &args.matched {
            let message = matched.message(None);
            let at = self.position(closed, false, |it| it.receives && it.fits(message.peer, message.tag));
            closed.extend(at);
        }
        let named = args.request_count.unwrap_or(0);
        let count = match (finds, args.flag) {
            // A call for one request names it, unless it is null.
            _ if named <= 1 => 0,
            (Finds::AllIfTrue | Finds::AnyIfTrue | Finds::SomeIfTrue, Some(flag)) if flag.is_false() => 0,
            (Finds::All | Finds::AllIfTrue, _) => named,
            (Finds::Any | Finds::AnyIfTrue, flag) => u64::from(flag.and_then(Flag::index).is_some()),
            (Finds::Some | Finds::SomeIfTrue, flag) => flag.and_then(Flag::index).unwrap_or(0) as u64,
        };
        for _ in args.matched.len() as u64..count {
            match self.position(closed, true, |it| !it.receives) {
                Some(at) => closed.push(at),
                None => return,
            }
        }
    }
}

impl OpenRequest {
    fn fits(&self, peer: Peer, tag: Option<i64>) -> bool {
        (self.peer == Peer::Any || self.peer == peer) && (self.tag.is_none() || self.tag == tag)
    }
}

/// The number of a communicator: `0`, `MPI_COMM_WORLD` and the like are 0, `3` and `0-15#3` are 3. Processes alone have none.
fn comm_number(text: &str) -> Option<u32> {
    if text.contains("WORLD") {
        return Some(0);
    }
    text.rsplit('#').next().unwrap_or(text).parse().ok()
}

#[cfg(test)]
mod tests;
