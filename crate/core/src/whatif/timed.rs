//! A run whose times are given, not read from a trace: for small examples.

use super::calls::{Call, ProcessCalls, NONE};
use super::program::{Input, InputKind, Program};
use crate::durations::Contexts;

/// A call of such a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GivenCall {
    pub(crate) enter: i64,
    pub(crate) leave: i64,
    pub(crate) inputs: Vec<GivenInput>,
}

/// What the completion of a call needs: another call, and a time after its enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GivenInput {
    /// A message, or else the posting of a receive.
    pub(crate) is_message: bool,
    /// The process and the place of the call in it.
    pub(crate) source: (usize, usize),
    /// The number of the message.
    pub(crate) message: u32,
    pub(crate) delay: i64,
}

impl Program {
    /// The run of these calls, by process, each with the time at which its run ends. O(calls + inputs).
    pub(crate) fn given(start: i64, processes: &[(Vec<GivenCall>, i64)]) -> Self {
        let mut program = Self { contexts: Contexts::default(), ..Self::default() };
        let mut firsts = Vec::with_capacity(processes.len());
        for (place, (calls, last)) in processes.iter().enumerate() {
            let first = program.calls.len() as u32;
            firsts.push(first);
            program.calls.extend(calls.iter().map(|call| Call {
                enter: call.enter,
                leave: call.leave,
                record: NONE,
                number: NONE,
                gap_context: 0,
                context: 0,
                iteration: 0,
                first_need: 0,
            }));
            let (place, end) = (place as u32, program.calls.len() as u32);
            program.processes.push(ProcessCalls { place, first, end, start, last: *last });
        }
        for call in processes.iter().flat_map(|(calls, _)| calls) {
            let input = |known: &GivenInput| {
                let kind = if known.is_message { InputKind::Message } else { InputKind::Posting };
                let source = firsts.get(known.source.0)? + known.source.1 as u32;
                let channel = known.message;
                Some(Input { kind, source, channel, bytes: 0, delay: known.delay })
            };
            let inputs: Vec<Input> = call.inputs.iter().filter_map(input).collect();
            program.push_inputs(&inputs);
        }
        program.close();
        program
    }
}
