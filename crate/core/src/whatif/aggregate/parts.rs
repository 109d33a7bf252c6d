//! A program as plain lists, to be written down and read again.

use crate::durations::Contexts;
use crate::whatif::calls::{Call, ProcessCalls, NONE};
use crate::whatif::order::NodeIndex;
use crate::whatif::program::{Input, InputKind, Program};

/// Times are below this in absolute value, so that no sum of them overflows.
const LATEST: i64 = 1 << 60;

/// A process in lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProcessParts {
    /// When its run begins.
    pub start: i64,
    /// When its run ends.
    pub last: i64,
    /// When its calls are entered and left.
    pub calls: Vec<(i64, i64)>,
}

/// A program in lists: times, and what needs what. Loops and functions are not in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// The processes.
    pub processes: Vec<ProcessParts>,
    /// The members of the collective operations: calls, numbered over all processes, ascending.
    pub hubs: Vec<Vec<u32>>,
    /// What each call needs, by ascending call: the call, the kind, the source, the delay.
    pub inputs: Vec<(u32, InputKind, u32, i64)>,
}

impl Program {
    /// The program in lists.
    pub fn parts(&self) -> Parts {
        let process = |process: &ProcessCalls| {
            let calls = self.calls.get(process.first as usize..process.end as usize);
            let times = calls.unwrap_or_default().iter().map(|call| (call.enter, call.leave));
            ProcessParts { start: process.start, last: process.last, calls: times.collect() }
        };
        let calls = 0..self.calls.len() as u32;
        let inputs =
            calls.flat_map(|call| self.inputs(call).iter().map(move |it| (call, it.kind, it.source, it.delay)));
        Parts {
            processes: self.processes.iter().map(process).collect(),
            hubs: self.hubs.iter().map(|hub| self.members(hub).to_vec()).collect(),
            inputs: inputs.collect(),
        }
    }

    /// The program that these lists are of; `None` if they are not those of a program. Whether all calls have what they need in
    /// time is told by [`Order::new`](crate::whatif::Order::new).
    pub fn of_parts(parts: &Parts) -> Option<Self> {
        let mut program = Self { contexts: Contexts::default(), ..Self::default() };
        let start = parts.processes.first().map_or(0, |process| process.start);
        for (place, process) in parts.processes.iter().enumerate() {
            let first = u32::try_from(program.calls.len()).ok()?;
            let mut now = process.start;
            for &(enter, leave) in &process.calls {
                (now <= enter && enter <= leave).then_some(())?;
                now = leave;
                program.calls.push(Call {
                    enter,
                    leave,
                    record: NONE,
                    number: NONE,
                    gap_context: 0,
                    context: 0,
                    iteration: 0,
                    first_need: 0,
                });
            }
            let within = process.start > -LATEST && now <= process.last && process.last < LATEST;
            (within && process.start == start).then_some(())?;
            let (place, end) = (u32::try_from(place).ok()?, u32::try_from(program.calls.len()).ok()?);
            (end < NodeIndex::MAX / 2).then_some(())?;
            let (start, last) = (process.start, process.last);
            program.processes.push(ProcessCalls { place, first, end, start, last });
        }
        let calls = program.calls.len() as u32;
        for members in &parts.hubs {
            let ascends = members.windows(2).all(|pair| pair.first() < pair.last());
            (ascends && members.last().is_some_and(|&last| last < calls)).then_some(())?;
            program.push_hub(members);
        }
        let mut inputs = parts.inputs.iter().peekable();
        let mut own = Vec::new();
        for call in 0..calls {
            own.clear();
            while let Some(&(_, kind, source, delay)) = inputs.next_if(|input| input.0 == call) {
                let sources = if kind == InputKind::Hub { parts.hubs.len() as u32 } else { calls };
                let fits = source < sources && (0..LATEST).contains(&delay);
                (fits && (kind == InputKind::Message || delay == 0)).then_some(())?;
                own.push(Input { kind, source, channel: NONE, bytes: 0, delay });
            }
            program.push_inputs(&own);
        }
        inputs.next().is_none().then_some(())?;
        program.close();
        Some(program)
    }
}

#[cfg(test)]
mod tests;
