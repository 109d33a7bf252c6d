//! How long each call waits for another process, and for which.
//!
//! A call that is complete only after something else has begun elsewhere waits until then: a receive until its send begins
//! (late sender), a send above the [eager limit](EagerLimit) until its receive is posted (late receiver), a collective
//! operation until the last process that it [needs](crate::clocks::Needs) enters. Of several such reasons the last one
//! counts. What a call lasts beyond its wait is transport, copying, or the machine doing something else.
//!
//! A wait lies at the beginning of its call and is never longer. Times are those of the clocks after their correction, in
//! nanoseconds; a wait of clocks that cannot be compared is 0.

mod found;
mod held;
mod limit;
mod sizes;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use found::{Ahead, Finding, FoundLine};
pub use found::{CallKind, FoundWaits, FoundWalk};
pub(crate) use held::{is_long, kind_of_send, Held, Kinds, LongCall, Open, MOST_MEMBERS, OF_ROOT, TO_ROOT};
pub use limit::EagerLimit;
pub(crate) use sizes::{Size, Sizes};

use crate::clocks::{Clocks, Collective, Needs};
use crate::matching::{Effect, Matching, Role, SendEnd, Tracker, Walk, UNKNOWN};
use crate::trace::{Kind, Process, RecordId, Trace};

/// Why a call waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// A message that it receives is not sent yet.
    LateSender,
    /// The receive of a message that it sends is not posted yet.
    LateReceiver,
    /// A process that its collective operation needs has not entered yet.
    Collective,
}

/// For whom a call waits, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cause {
    /// Why.
    pub reason: Reason,
    /// The place of the other process in [`Trace::processes`].
    pub partner: u32,
}

/// A call, or an event in no call, with corrected times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimedCall {
    /// The number of the call among those of its process; `None` for an event in no call.
    pub call: Option<u64>,
    /// Its record.
    pub record: Option<RecordId>,
    /// The position of its first event of communication, or of the next one.
    pub position: u64,
    /// Its events of communication.
    pub events: u64,
    /// When it begins.
    pub enter: i64,
    /// When it ends.
    pub leave: i64,
    /// How long it waits, from its beginning on.
    pub wait: i64,
    /// For whom, if it waits.
    pub cause: Option<Cause>,
    /// Bytes that it gives others.
    pub carried: Carried,
}

/// Bytes that a process gives others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Carried {
    /// In messages that it sends.
    pub sent: u64,
    /// In collective operations, as their calls say it.
    pub collective: u64,
}

impl Carried {
    /// Both together.
    pub fn plus(self, more: Self) -> Self {
        Self { sent: self.sent.saturating_add(more.sent), collective: self.collective.saturating_add(more.collective) }
    }

    /// What is left without those.
    pub fn minus(self, less: Self) -> Self {
        Self { sent: self.sent.saturating_sub(less.sent), collective: self.collective.saturating_sub(less.collective) }
    }

    /// Of a call of that record, if any, with these events.
    fn of(call: Option<RecordId>, events: &[RecordId], trace: &Trace) -> Self {
        let mut carried = Self::default();
        let mut operations = 0;
        for record in events.iter().map(|&id| trace.table().record(id)) {
            let sum = match record.kind {
                Kind::Send => &mut carried.sent,
                Kind::Sync => &mut carried.collective,
                _ => continue,
            };
            *sum = sum.saturating_add(record.bytes.unwrap_or(0));
            operations += u32::from(record.kind == Kind::Sync);
        }
        // Where the call says a size, that counts: its table has the same.
        let said = || call.and_then(|call| trace.table().record(call).bytes);
        if operations == 1 {
            carried.collective = said().unwrap_or(carried.collective);
        }
        carried
    }
}

/// What is needed of a collective operation: when its last member and its root enter it.
#[derive(Clone, Copy, Debug)]
struct Enters {
    needs: Needs,
    last: (i64, u32),
    root: Option<(i64, u32)>,
}

/// The waits of a trace. See the [module](self).
#[derive(Debug)]
pub struct Waits {
    matching: Matching,
    clocks: Clocks,
    limit: EagerLimit,
    /// By channel: whether a send on it waits for its receive. Where none does, which is most often, no message is looked at.
    has_synchronous: Vec<bool>,
    /// By operation; `None` where nobody is known to need anybody.
    enters: Vec<Option<Enters>>,
    comparable: bool,
}

impl Waits {
    /// Prepares the waits of a trace whose messages are matched and whose clocks are set right. O(messages and parts in
    /// operations).
    pub fn new(trace: &Trace, matching: Matching, clocks: Clocks) -> Self {
        let limit = EagerLimit::new(&matching, &clocks);
        let enters = matching.operations().iter().map(|operation| {
            let collective = Collective::of(operation, trace)?;
            let at = |&(place, span): &(u32, crate::trace::Span)| (clocks.at(place as usize, span.enter), place);
            let enters = collective.members.iter().map(at);
            // Of several at once the first process.
            let last = enters.max_by_key(|&(time, place)| (time, std::cmp::Reverse(place)))?;
            let root = collective.root().map(at);
            Some(Enters { needs: collective.needs, last, root })
        });
        let enters = enters.collect();
        let waits = |send: &SendEnd| send.bytes().is_some_and(|bytes| limit.is_synchronous(bytes));
        let channels = matching.channels().iter().filter(|_| limit.synchronous.is_some());
        let has_synchronous = channels.map(|channel| channel.sends().iter().any(waits)).collect();
        let comparable = clocks.comparable();
        Self { matching, clocks, limit, has_synchronous, enters, comparable }
    }

    /// The messages and operations.
    pub fn matching(&self) -> &Matching {
        &self.matching
    }

    /// The clocks.
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// From which size on sends wait for their receives.
    pub fn limit(&self) -> &EagerLimit {
        &self.limit
    }

    /// Whether times of different processes can be compared; else all waits are 0.
    pub fn comparable(&self) -> bool {
        self.comparable
    }

    /// When a collective operation lets all its members go on; `None` if it does not hold up all.
    pub(crate) fn holds_up_all(&self, operation: usize) -> Option<i64> {
        let enters = (*self.enters.get(operation)?)?;
        (enters.needs == Needs::All).then_some(enters.last.0)
    }

    /// The kind of a call that needs nobody in an operation with a root: its root's, where others need that; another's, where the root needs all.
    pub(crate) fn kind_in_operation(&self, operation: u32, place: u32) -> Option<usize> {
        let Enters { needs, root, .. } = (*self.enters.get(operation as usize)?)?;
        let is_root = root?.1 == place;
        match needs {
            Needs::Root(_) if is_root => Some(OF_ROOT),
            Needs::ByRoot(_) if !is_root => Some(TO_ROOT),
            _ => None,
        }
    }

    /// What an effect leaves open that may hold up its call.
    fn open(&self, effect: &Effect) -> Option<Open> {
        match *effect {
            Effect::SendDone { channel, message, .. } => Some(Open::Send(channel, message)),
            Effect::Joined { group, number, .. } => {
                let at = self.matching.operation(group, number)?;
                let enters = (*self.enters.get(at as usize)?)?;
                (enters.needs != Needs::All).then_some(Open::Operation(at))
            }
            _ => None,
        }
    }

    /// When an effect of a call of process `own` can be complete: when it has to wait for another process to begin.
    #[inline(always)]
    fn needed(&self, effect: &Effect, own: u32) -> Option<(i64, Cause)> {
        match *effect {
            Effect::Received { channel, message } => {
                let messages = self.matching.channels().get(channel as usize)?;
                let send = messages.sends().get(message as usize)?;
                let partner = messages.from?;
                let time = self.clocks.at(partner as usize, send.enter);
                Some((time, Cause { reason: Reason::LateSender, partner }))
            }
            Effect::SendDone { channel, message, .. } => {
                if !self.has_synchronous.get(channel as usize).is_some_and(|&some| some) {
                    return None;
                }
                let messages = self.matching.channels().get(channel as usize)?;
                let send = messages.sends().get(message as usize)?;
                if !send.bytes().is_some_and(|bytes| self.limit.is_synchronous(bytes)) {
                    return None;
                }
                let receive = messages.receives().get(message as usize)?;
                let partner = messages.to.filter(|_| receive.posted != UNKNOWN)?;
                let time = self.clocks.at(partner as usize, receive.posted);
                Some((time, Cause { reason: Reason::LateReceiver, partner }))
            }
            Effect::Joined { group, number, .. } => {
                let at = self.matching.operation(group, number)?;
                let Enters { needs, last, root } = (*self.enters.get(at as usize)?)?;
                let (time, partner) = match (needs, root) {
                    (Needs::Root(_), Some(root)) => root,
                    (Needs::ByRoot(_), Some(root)) if root.1 != own => return None,
                    _ => last,
                };
                Some((time, Cause { reason: Reason::Collective, partner }))
            }
            Effect::Sent { .. } | Effect::Posted { .. } => None,
        }
    }
}

/// A walk along the calls of all processes, one process after the other, with their waits.
#[derive(Debug, Default)]
pub struct WaitWalk {
    walk: Walk,
    tracker: Tracker,
    /// What a call that lasts long is in.
    open: Vec<Open>,
    /// What the last call is in, if it lasts long after what it waits for has begun.
    long: Vec<LongCall>,
}

impl WaitWalk {
    /// A walk that has not begun.
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins the next process. Processes must come in the order of the trace, all of them and each to its end.
    pub fn begin(&mut self) {
        self.walk.restart();
        self.tracker.begin();
    }

    /// The events of the last call.
    pub fn events(&self) -> &[RecordId] {
        self.walk.events()
    }

    /// What the last call is in, if it lasts long after all that it waits for has begun.
    pub(crate) fn long(&self) -> &[LongCall] {
        &self.long
    }

    /// The role of a call.
    pub fn role(&mut self, call: &TimedCall, trace: &Trace) -> Role {
        self.tracker.role_of(call.record, trace.table())
    }

    /// The next call of a process, which stands at that place; `None` at its end.
    #[inline(never)] // One copy for all who walk.
    pub fn next(&mut self, (trace, waits): (&Trace, &Waits), (place, process): (u32, &Process)) -> Option<TimedCall> {
        let step = self.walk.next(trace, process)?;
        let Self { walk, tracker, open, long } = self;
        open.clear();
        long.clear();
        let is_long_at_all = waits.comparable && is_long((step.leave as i64).saturating_sub(step.enter as i64), 0);
        let index = |channel| waits.matching.channel(channel);
        let own = (process.id.0, trace.table());
        let mut last: Option<(i64, Cause)> = None;
        tracker.follow(&step, walk.events(), own, index, |effect| {
            if is_long_at_all {
                open.extend(waits.open(&effect));
            }
            if waits.comparable {
                let needed = waits.needed(&effect, place);
                // Of several at once the first counts.
                if needed.is_some_and(|(time, _)| last.is_none_or(|(latest, _)| time > latest)) {
                    last = needed;
                }
            }
        });
        let corrected = waits.clocks.of_process(place as usize);
        let enter = corrected(step.enter);
        let leave = corrected(step.leave).max(enter);
        let wait = last.map_or(0, |(time, _)| time.min(leave).saturating_sub(enter).max(0));
        let ready = enter.saturating_add(wait);
        if !open.is_empty() && is_long(leave.saturating_sub(ready), 0) {
            long.extend(open.iter().map(|&open| LongCall { place, open, ready, leave }));
        }
        Some(TimedCall {
            call: step.call,
            record: step.record,
            position: step.position,
            events: walk.events().len() as u64,
            enter,
            leave,
            wait,
            cause: last.map(|(_, cause)| cause).filter(|_| wait > 0),
            carried: Carried::of(step.record, walk.events(), trace),
        })
    }
}
