//! Calls that last until another process is in MPI, though neither size nor kind says that they wait for that.
//!
//! Some libraries hand over a message, or go on in a collective operation with a root, only when the other process calls
//! them, too. The trace tells by when such calls end: soon after the other process enters one. Elsewhere calls last long for
//! reasons of their own, such as a processor that is taken away, and end whenever they like. So the calls of a kind decide
//! together: if the other process came in the last quarter of long ones that make at least half of their time, then each in whose last
//! half it came waits for it. Their time counts, not their number: many calls last a little longer for reasons of their own.
//!
//! In real runs with a processor for each process nearly all long calls of such a kind do so; where processes share
//! processors, less than one in a hundred does.

use super::calls::{Requirement, NONE};
use super::lookup::{OperationInput, Reconstruction};
use super::program::Program;

/// A call is long if it lasts so many times as long as a message takes, beyond what it waits for.
const LONG: i64 = 10;

/// So many calls of a kind must be long before they tell anything.
const ENOUGH: u32 = 10;

/// Of larger operations only so many members are looked at: each long call looks at all.
const MOST_MEMBERS: usize = 1024;

/// Kinds of calls: sends by the logarithm of their size, then by their part in an operation with a root.
const OF_ROOT: usize = 32;
const TO_ROOT: usize = 33;
const KINDS: usize = 34;

/// A long call that a process may have held up by not being in MPI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Held {
    /// From when the process entered its call until this one is left.
    rest: i64,
    kind: usize,
    /// That call of the process, or none.
    pub(super) source: u32,
    /// From when on nothing else held it up until it is left.
    lasts: i64,
}

/// A kind, the size of a message, from when on nothing else holds up, and which call may let go on.
type Possible = (usize, u32, i64, u32);

/// Of each kind, how many calls are long, how long these last together, and those of them that end soon after the other process came.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kinds([(u32, i64, i64); KINDS]);

impl Kinds {
    pub(super) fn new() -> Kinds {
        Kinds([(0, 0, 0); KINDS])
    }

    pub(super) fn count(&mut self, held: Held) {
        let (long, all, soon) = &mut self.0[held.kind];
        *long += 1;
        *all += held.lasts;
        *soon += if 4 * held.rest <= held.lasts { held.lasts } else { 0 };
    }

    /// Whether calls of a kind wait for what may have held them up.
    fn tells(&(long, all, soon): &(u32, i64, i64)) -> bool {
        long >= ENOUGH && 2 * soon >= all
    }

    /// The same of any kind.
    pub(super) fn any_tells(&self) -> bool {
        self.0.iter().any(Kinds::tells)
    }

    /// Whether a call waits for what may have held it up.
    pub(super) fn waits(&self, held: Held) -> bool {
        Kinds::tells(&self.0[held.kind]) && 2 * held.rest <= held.lasts
    }
}

impl Reconstruction<'_> {
    /// A call as one that may be held up, if all that it needs is there at `ready`. O(log calls) for each need, and O(members) of
    /// its operation.
    pub(super) fn held(&self, program: &Program, call: u32, ready: i64) -> Option<Held> {
        let leave = program.calls[call as usize].leave;
        let mut found: Option<Held> = None;
        for &need in self.needs(program, call) {
            if leave - ready <= LONG * self.parameters.delay(0) {
                break;
            }
            let possible = match need {
                Requirement::SendDone { channel, message } => {
                    self.held_send(program, (channel, message), ready)
                }
                Requirement::Joined { operation } => {
                    self.held_member(program, call, operation, ready)
                }
                Requirement::Received { .. } => None,
            };
            let Some((kind, bytes, free, source)) = possible else { continue };
            let lasts = leave - free;
            let come = program.calls.get(source as usize).map_or(free, |it| it.enter);
            let held = match come > free && come < leave {
                true => Held { rest: leave - come, kind, source, lasts },
                false => Held { rest: lasts, kind, source: NONE, lasts },
            };
            if lasts > LONG * self.parameters.delay(bytes) {
                found = Some(found.map_or(held, |other| other.min(held)));
            }
        }
        found
    }

    /// Of a send: its kind and size, since when its receiver is not in MPI, and the next call of the receiver. It may wait for its receive
    /// and be done only when the receiver is in MPI again.
    fn held_send(
        &self,
        program: &Program,
        (channel, message): (u32, u32),
        ready: i64,
    ) -> Option<Possible> {
        let messages = self.waits.matching().channels().get(channel as usize)?;
        let to = messages.to.filter(|_| messages.from != messages.to)?;
        let bytes = messages.sends().get(message as usize)?.bytes().unwrap_or(0);
        let process = program.processes.get(to as usize)?;
        let calls = program.calls.get(process.first as usize..process.end as usize)?;
        let at = calls.partition_point(|call| call.enter <= ready);
        let free = at.checked_sub(1).map_or(ready, |before| calls[before].leave.max(ready));
        let next = if at < calls.len() { process.first + at as u32 } else { NONE };
        Some((bytes.max(1).ilog2() as usize, bytes, free, next))
    }

    /// Of a call that needs nobody in an operation with a root: its kind, and the last of the members that enter before it is left.
    fn held_member(
        &self,
        program: &Program,
        call: u32,
        operation: u32,
        ready: i64,
    ) -> Option<Possible> {
        let kind = match *self.operations.get(operation as usize)? {
            OperationInput::Root(root) if root == call => OF_ROOT,
            OperationInput::ByRoot(_, root) if root != call => TO_ROOT,
            _ => return None,
        };
        let members = self.calls.joined.get(operation as usize)?;
        let leave = program.calls[call as usize].leave;
        let mut last = (i64::MIN, NONE);
        for &member in members.iter().take(MOST_MEMBERS) {
            let enter = program.calls[member as usize].enter;
            if enter < leave && enter >= last.0 {
                last = (enter, member);
            }
        }
        Some((kind, 0, ready, last.1))
    }
}
