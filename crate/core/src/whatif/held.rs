//! Which process may have [held up](crate::waits) a call of a run.

use super::calls::{Requirement, NONE};
use super::lookup::{OperationInput, Reconstruction};
use super::program::Program;
use crate::waits::{kind_of_send, Held, MOST_MEMBERS, OF_ROOT, TO_ROOT};

/// A call is long if it lasts so many times as long as a message takes, beyond what it waits for.
const LONG: i64 = 10;

/// A kind, the size of a message, from when on nothing else holds up, and which call may let go on.
type Possible = (usize, u32, i64, u32);

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
                Requirement::SendDone { channel, message } => self.held_send(program, (channel, message), ready),
                Requirement::Joined { operation } => self.held_member(program, call, operation, ready),
                Requirement::Received { .. } => None,
            };
            let Some((kind, bytes, free, source)) = possible else { continue };
            let come = program.calls.get(source as usize).map(|it| (it.enter, source));
            let held = Held::new(kind, (free, leave), come);
            if held.lasts > LONG * self.parameters.delay(bytes) {
                found = Some(found.map_or(held, |other| other.min(held)));
            }
        }
        found
    }

    /// Of a send: its kind and size, since when its receiver is not in MPI, and the next call of the receiver. It may wait for its receive
    /// and be done only when the receiver is in MPI again.
    fn held_send(&self, program: &Program, (channel, message): (u32, u32), ready: i64) -> Option<Possible> {
        let messages = self.waits.matching().channels().get(channel as usize)?;
        let to = messages.to.filter(|_| messages.from != messages.to)?;
        let bytes = messages.sends().get(message as usize)?.bytes().unwrap_or(0);
        let process = program.processes.get(to as usize)?;
        let calls = program.calls.get(process.first as usize..process.end as usize)?;
        let at = calls.partition_point(|call| call.enter <= ready);
        let free = at.checked_sub(1).map_or(ready, |before| calls[before].leave.max(ready));
        let next = if at < calls.len() { process.first + at as u32 } else { NONE };
        Some((kind_of_send(bytes), bytes, free, next))
    }

    /// Of a call that needs nobody in an operation with a root: its kind, and the last of the members that enter before it is left.
    fn held_member(&self, program: &Program, call: u32, operation: u32, ready: i64) -> Option<Possible> {
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
