//! An event file, packed to be transferred from one worker to another.
//!
//! Reading the events is nearly all of the work, and each location is read independently. So any worker can read a
//! file; the result is transferred in the packed form in which it is kept.

use loopscope_core::bytes::{put_unsigned, Bytes, Malformed};
use loopscope_core::trace::Sequence;

use super::event::{CollectiveRecord, Message};
use super::location::{EventKind, Location, Passed};
use crate::input::interner::Interner;
use crate::input::moments::Moments;
use crate::mpi::requests::{Counts, Requests};

/// Writes what was read of a location, once [finished](Location::finish).
pub(super) fn write(location: &Location, out: &mut Vec<u8>) {
    let kinds = location.event_kinds();
    put_unsigned(out, kinds.len() as u128);
    kinds.iter().for_each(|&kind| write_kind(kind, out));
    location.stream().write(out);
    location.times.write(out);
    put_unsigned(out, location.backward.into());
    put_unsigned(out, location.messages.into());
    put_unsigned(out, location.passed.metrics.into());
    put_unsigned(out, location.passed.others.into());
    let Counts { receives, receives_done, sends, sends_done, collectives, collectives_done } = location.requests();
    for count in [receives, receives_done, sends, sends_done, collectives, collectives_done] {
        put_unsigned(out, count.into());
    }
}

/// Reads what [`write()`] wrote.
pub(super) fn read(bytes: &mut Bytes<'_>) -> Result<Location, Malformed> {
    let mut kinds = Vec::new();
    for _ in 0..bytes.count(1)? {
        kinds.push(read_kind(bytes)?);
    }
    let stream = Sequence::read(bytes)?;
    let times = Moments::read(bytes)?;
    let backward = bytes.number()?;
    let messages = bytes.number()?;
    let passed = Passed { metrics: bytes.number()?, others: bytes.number()? };
    let counts = Counts {
        receives: bytes.number()?,
        receives_done: bytes.number()?,
        sends: bytes.number()?,
        sends_done: bytes.number()?,
        collectives: bytes.number()?,
        collectives_done: bytes.number()?,
    };
    let requests = Requests::counted(counts);
    Ok(Location {
        event_kinds: Interner::ended(kinds),
        stream,
        times,
        backward,
        requests,
        messages,
        passed,
        ..Location::default()
    })
}

/// An event as the number of its kind, followed by its fields.
fn write_kind(event_kind: EventKind, out: &mut Vec<u8>) {
    let mut numbers = |kind: u8, numbers: &[u64]| {
        out.push(kind);
        numbers.iter().for_each(|&number| put_unsigned(out, number.into()));
    };
    let mut message = |kind: u8, it: Message| {
        numbers(kind, &[it.peer.into(), it.comm.into(), it.tag.into(), it.bytes]);
    };
    match event_kind {
        EventKind::Send(it) => return message(2, it),
        EventKind::Receive(it) => return message(3, it),
        EventKind::PostedFor(it) => return message(5, it),
        EventKind::Completed(it) => return message(6, it),
        _ => {}
    }
    let mut collective = |kind: u8, it: CollectiveRecord| {
        numbers(kind, &[it.op.into(), it.comm.into(), it.root.into(), it.sent, it.received]);
    };
    match event_kind {
        EventKind::Collective(it) => collective(7, it),
        EventKind::PostedForCollective(it) => collective(9, it),
        EventKind::CompletedCollective(it) => collective(10, it),
        EventKind::Enter(region) => numbers(0, &[region.into()]),
        EventKind::Leave(region) => numbers(1, &[region.into()]),
        EventKind::Posted => numbers(4, &[]),
        EventKind::PostedCollective => numbers(8, &[]),
        EventKind::Send(_) | EventKind::Receive(_) | EventKind::PostedFor(_) | EventKind::Completed(_) => {}
    }
}

fn read_kind(bytes: &mut Bytes<'_>) -> Result<EventKind, Malformed> {
    fn message(bytes: &mut Bytes<'_>) -> Result<Message, Malformed> {
        let (peer, comm, tag) = (bytes.number()?, bytes.number()?, bytes.number()?);
        Ok(Message { peer, comm, tag, bytes: bytes.number()? })
    }
    fn collective(bytes: &mut Bytes<'_>) -> Result<CollectiveRecord, Malformed> {
        let (op, comm, root) = (bytes.number()?, bytes.number()?, bytes.number()?);
        Ok(CollectiveRecord { op, comm, root, sent: bytes.number()?, received: bytes.number()? })
    }
    Ok(match bytes.number::<u8>()? {
        0 => EventKind::Enter(bytes.number()?),
        1 => EventKind::Leave(bytes.number()?),
        2 => EventKind::Send(message(bytes)?),
        3 => EventKind::Receive(message(bytes)?),
        4 => EventKind::Posted,
        5 => EventKind::PostedFor(message(bytes)?),
        6 => EventKind::Completed(message(bytes)?),
        7 => EventKind::Collective(collective(bytes)?),
        8 => EventKind::PostedCollective,
        9 => EventKind::PostedForCollective(collective(bytes)?),
        10 => EventKind::CompletedCollective(collective(bytes)?),
        _ => return Err(bytes.malformed("nothing that a location says")),
    })
}

#[cfg(test)]
mod tests;
