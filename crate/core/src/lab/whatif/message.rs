//! One message: the four cases of Figure 3.

use std::sync::Arc;

use super::recorder::Recorder;
use crate::lab::frame::{Difference, MeasuredMessage, RunEvent, RunEventKind, SmallRun, WhatIfStep};
use crate::lab::input::MessageInput;
use crate::lab::recording::{Head, Recording};
use crate::whatif::{Changes, Factor, GivenCall, GivenInput, Order, Part, Predicted, Program};

/// Runs begin so long before time 0: a process may be earlier than it computed.
const BEFORE: i64 = 200_000;

/// The message in the engine: the send is call 0, the receive call 1.
struct Message {
    program: Program,
    order: Order,
    synchronous: bool,
}

impl Message {
    fn new(input: &MessageInput) -> Option<Self> {
        let arrives = input.t_p + input.delay;
        let m = arrives.max(input.t_q);
        let message = GivenInput { is_message: true, source: (0, 0), message: 1, delay: input.delay };
        let posting = GivenInput { is_message: false, source: (1, 0), message: 1, delay: 0 };
        // A synchronous send ends as the receive does: when the message and the receive are both there.
        let (leave, inputs) = match input.synchronous {
            true => (m + input.residual, vec![message, posting]),
            false => (input.t_p + input.residual, Vec::new()),
        };
        let send = GivenCall { enter: input.t_p, leave, inputs };
        let u_q = m + input.residual;
        let receive = GivenCall { enter: input.t_q, leave: u_q, inputs: vec![message] };
        let program = Program::given(-BEFORE, &[(vec![send], leave), (vec![receive], u_q)]);
        let order = Order::new(&program).ok()?;
        Some(Self { program, order, synchronous: input.synchronous })
    }

    /// The run where both processes begin their call so much earlier.
    fn earlier(&self, by: (i64, i64)) -> Predicted {
        let mut changes = Changes::none();
        for (call, by) in [(0, by.0), (1, by.1)] {
            let time = self.program.calls().get(call as usize).map_or(1, |it| it.enter + BEFORE);
            let left = (i128::from(time - by) * 1_000_000 + i128::from(time) / 2) / i128::from(time);
            // Inputs are bounded so that a factor of less than 2 reaches them.
            let factor = u32::try_from(left).ok().and_then(Factor::millionths);
            changes.begin(Part::Computation, factor.unwrap_or(Factor::SAME), &self.program);
            changes.add_call(call);
        }
        Predicted::new(&self.program, &self.order, &changes)
    }

    fn measured(&self) -> Predicted {
        Predicted::new(&self.program, &self.order, &Changes::none())
    }

    fn run(&self, predicted: &Predicted, delay: i64) -> SmallRun {
        let at = |list: &[i64], call: usize| list.get(call).copied().unwrap_or(0);
        let (t_p, t_q) = (at(&predicted.enters, 0), at(&predicted.enters, 1));
        let arrives = t_p + delay;
        let mut events = Vec::new();
        for (process, enter) in [(0u32, t_p), (1, t_q)] {
            let kind = RunEventKind::Compute(None);
            events.push(RunEvent { process, kind, from: enter.min(0), to: enter });
            // A synchronous send waits, too.
            let kind = match (process, self.synchronous) {
                (0, false) => RunEventKind::Send(1),
                (0, true) => RunEventKind::Receive(0, arrives.max(t_q)),
                _ => RunEventKind::Receive(1, arrives),
            };
            let to = at(&predicted.leaves, process as usize);
            events.push(RunEvent { process, kind, from: enter, to });
        }
        SmallRun { processes: 2, events }
    }
}

/// `5 earlier`, `3 later`.
fn moved(by: i64) -> String {
    if by < 0 {
        format!("{} later", -by)
    } else {
        format!("{by} earlier")
    }
}

/// Measures the message, then moves both ends by each pair.
pub(super) fn record(input: &MessageInput) -> Recording {
    let Some(message) = Message::new(input) else { return Recording::default() };
    let before = message.measured();
    let leaves = |predicted: &Predicted, call: usize| predicted.leaves.get(call).copied().unwrap_or(0);
    let measured = MeasuredMessage {
        t_p: input.t_p,
        delay: input.delay,
        t_q: input.t_q,
        m: message.program.ready(1),
        residual: input.residual,
        u_p: leaves(&before, 0),
        u_q: leaves(&before, 1),
    };
    let arrives = measured.arrives();
    let slack = (measured.m - arrives, measured.m - measured.t_q);
    let mut recorder = Recorder::new(message.run(&before, input.delay));
    let late = arrives >= measured.t_q;
    let case = match (input.synchronous, late) {
        (false, true) => "(a), asynchronous",
        (false, false) => "(b), asynchronous",
        (true, true) => "(c), synchronous",
        (true, false) => "(d), synchronous",
    };
    let waited = match (input.synchronous, late) {
        (_, true) => format!("the receiver waited {}", slack.1),
        (false, false) => format!("the message had been there for {}", slack.0),
        (true, false) => format!("the sender waited {}", slack.0),
    };
    let said = format!(
        "Case {case}: sent at {}, there at {arrives}, receive called at {}: {waited}.",
        measured.t_p, measured.t_q
    );
    recorder.push(Head::stop_if(true, 1), said, WhatIfStep::Measured(measured));
    for (place, &by) in input.assumptions.iter().enumerate() {
        let after = message.earlier(by);
        let gain = |call: usize| leaves(&before, call) - leaves(&after, call);
        let terms = (by.0 + slack.0, by.1 + slack.1);
        let enter = |call: usize| after.enters.get(call).copied().unwrap_or(0);
        let apart = enter(0) + input.delay - enter(1);
        let difference = Difference {
            before: by,
            slack,
            after: (gain(0), gain(1)),
            by_sender: terms.0 <= terms.1,
            new_wait: apart.abs(),
            new_wait_at_sender: (apart != 0).then_some(apart < 0),
        };
        let who = if input.synchronous { "both ends leave" } else { "q leaves" };
        let said = format!(
            "p is {} and q {}: min({} + {}, {} + {}) = {}; {who} at {} in place of {}.",
            moved(by.0),
            moved(by.1),
            by.0,
            slack.0,
            by.1,
            slack.1,
            gain(1),
            leaves(&after, 1),
            measured.u_q
        );
        recorder.predicted = Some(Arc::new(message.run(&after, input.delay)));
        let line = if input.synchronous { 4 } else { 2 };
        let is_last = place + 1 == input.assumptions.len();
        recorder.push(Head { coarse: true, line, is_last }, said, WhatIfStep::Difference(difference));
    }
    recorder.frames
}
