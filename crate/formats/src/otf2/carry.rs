//! An event file as it goes from one worker to another.
//!
//! Reading the events is nearly all of the work, and each location is read for itself. So a file can be read
//! wherever there is a processor; what it says goes over as it is kept, packed.

use loopscope_core::bytes::{put_unsigned, Bytes, Malformed};
use loopscope_core::trace::Sequence;
use rustc_hash::FxHashMap;

use super::event::{Collective, Message};
use super::location::{Location, Passed, Said};
use crate::mpi::requests::{Counts, Requests};

/// Writes what was read of a location, once [finished](Location::finish).
pub(super) fn write(location: &Location, out: &mut Vec<u8>) {
    let said = location.said();
    put_unsigned(out, said.len() as u128);
    said.iter().for_each(|&said| write_said(said, out));
    location.stream().write(out);
    put_unsigned(out, location.messages.into());
    put_unsigned(out, location.passed.metrics.into());
    put_unsigned(out, location.passed.others.into());
    let Counts { receives, receives_done, sends, sends_done, together, together_done } =
        location.requests();
    for count in [receives, receives_done, sends, sends_done, together, together_done] {
        put_unsigned(out, count.into());
    }
}

/// Reads what [`write`] wrote.
pub(super) fn read(bytes: &mut Bytes<'_>) -> Result<Location, Malformed> {
    let mut said = Vec::new();
    for _ in 0..bytes.count(1)? {
        said.push(read_said(bytes)?);
    }
    let stream = Sequence::read(bytes)?;
    let messages = bytes.number()?;
    let passed = Passed { metrics: bytes.number()?, others: bytes.number()? };
    let counts = Counts {
        receives: bytes.number()?,
        receives_done: bytes.number()?,
        sends: bytes.number()?,
        sends_done: bytes.number()?,
        together: bytes.number()?,
        together_done: bytes.number()?,
    };
    Ok(Location::from_parts(said, stream, Requests::counted(counts), messages, passed))
}

/// What is said as a number and the numbers that belong to it.
fn write_said(said: Said, out: &mut Vec<u8>) {
    let mut numbers = |kind: u8, numbers: &[u64]| {
        out.push(kind);
        numbers.iter().for_each(|&number| put_unsigned(out, number.into()));
    };
    let mut message = |kind: u8, it: Message| {
        numbers(kind, &[it.peer.into(), it.comm.into(), it.tag.into(), it.bytes]);
    };
    match said {
        Said::Send(it) => return message(2, it),
        Said::Receive(it) => return message(3, it),
        Said::PostedFor(it) => return message(5, it),
        Said::Completed(it) => return message(6, it),
        _ => {}
    }
    let mut collective = |kind: u8, it: Collective| {
        numbers(kind, &[it.op.into(), it.comm.into(), it.root.into(), it.sent, it.received]);
    };
    match said {
        Said::Collective(it) => collective(7, it),
        Said::PostedForCollective(it) => collective(9, it),
        Said::CompletedCollective(it) => collective(10, it),
        Said::Enter(region) => numbers(0, &[region.into()]),
        Said::Leave(region) => numbers(1, &[region.into()]),
        Said::Posted => numbers(4, &[]),
        Said::PostedCollective => numbers(8, &[]),
        Said::Send(_) | Said::Receive(_) | Said::PostedFor(_) | Said::Completed(_) => {}
    }
}

fn read_said(bytes: &mut Bytes<'_>) -> Result<Said, Malformed> {
    fn message(bytes: &mut Bytes<'_>) -> Result<Message, Malformed> {
        let (peer, comm, tag) = (bytes.number()?, bytes.number()?, bytes.number()?);
        Ok(Message { peer, comm, tag, bytes: bytes.number()? })
    }
    fn collective(bytes: &mut Bytes<'_>) -> Result<Collective, Malformed> {
        let (op, comm, root) = (bytes.number()?, bytes.number()?, bytes.number()?);
        Ok(Collective { op, comm, root, sent: bytes.number()?, received: bytes.number()? })
    }
    Ok(match bytes.number::<u8>()? {
        0 => Said::Enter(bytes.number()?),
        1 => Said::Leave(bytes.number()?),
        2 => Said::Send(message(bytes)?),
        3 => Said::Receive(message(bytes)?),
        4 => Said::Posted,
        5 => Said::PostedFor(message(bytes)?),
        6 => Said::Completed(message(bytes)?),
        7 => Said::Collective(collective(bytes)?),
        8 => Said::PostedCollective,
        9 => Said::PostedForCollective(collective(bytes)?),
        10 => Said::CompletedCollective(collective(bytes)?),
        _ => return Err(bytes.malformed("nothing that a location says")),
    })
}

impl Location {
    /// A location that was read elsewhere.
    fn from_parts(
        said: Vec<Said>,
        stream: Sequence<u32>,
        requests: Requests<usize>,
        messages: u64,
        passed: Passed,
    ) -> Location {
        Location {
            said,
            ids: FxHashMap::default(),
            regions: Vec::new(),
            stream,
            requests,
            messages,
            passed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_can_be_said_goes_over() {
        let message = Message { peer: 3, comm: u32::MAX, tag: 7, bytes: u64::MAX };
        let collective =
            Collective { op: 255, comm: 1, root: u32::MAX, sent: 1 << 40, received: 0 };
        let said = vec![
            Said::Enter(1),
            Said::Leave(u32::MAX),
            Said::Send(message),
            Said::Receive(message),
            Said::Posted,
            Said::PostedFor(message),
            Said::Completed(message),
            Said::Collective(collective),
            Said::PostedCollective,
            Said::PostedForCollective(collective),
            Said::CompletedCollective(collective),
        ];
        let counts = Counts {
            receives: 6,
            receives_done: 5,
            sends: 4,
            sends_done: 3,
            together: 2,
            together_done: 1,
        };
        let stream: Sequence<u32> = (0..200_000).map(|at| at % 11).collect();
        let passed = Passed { metrics: 72_584, others: 3 };
        let location = Location::from_parts(said, stream, Requests::counted(counts), 9, passed);
        let mut bytes = Vec::new();
        write(&location, &mut bytes);
        let read_back = read(&mut Bytes::new(&bytes)).unwrap();
        assert_eq!(read_back.said(), location.said());
        assert_eq!(read_back.stream(), location.stream());
        assert_eq!((read_back.requests(), read_back.messages), (counts, 9));
        assert_eq!(read_back.passed, passed);
        for cut in (0..bytes.len()).step_by(7) {
            assert!(read(&mut Bytes::new(&bytes[..cut])).is_err());
        }
    }
}
