//! A small run: a program of computations and messages, run once, and as the engine's [`Program`].

use crate::lab::frame::{ProgramItem, RunEvent, RunEventKind, SmallRun, Word};
use crate::lab::input::ProgramInput;
use crate::small_sort::sort_few_by_key;
use crate::whatif::{Changes, GivenCall, GivenInput, Order, Predicted, Program};

/// What a call of the engine's program stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CallOf {
    Send(u32),
    Receive(u32),
    /// No call: it parts two computations.
    Border,
}

/// A run with what the engine needs to predict it.
pub(super) struct Measured {
    pub(super) program: Program,
    pub(super) order: Order,
    pub(super) run: SmallRun,
    /// By call what it is.
    pub(super) calls: Vec<CallOf>,
    /// Computations with names: name, process, how long, and the call after it.
    pub(super) candidates: Vec<(Word, u32, i64, u32)>,
    items: Vec<Vec<ProgramItem>>,
    delay: i64,
}

impl Measured {
    /// Runs a program: each process goes on until it has to wait for a message. `None` if some wait for ever.
    pub(super) fn new(input: &ProgramInput) -> Option<Self> {
        let run = run(&input.processes, input.delay)?;
        let mut processes = Vec::new();
        let (mut calls, mut candidates) = (Vec::new(), Vec::new());
        // Of each message the process and the place of its send.
        let mut sends: Vec<(u32, (usize, usize))> = Vec::new();
        for (process, items) in input.processes.iter().enumerate() {
            for (place, item) in with_borders(items).iter().enumerate() {
                if let Some(ProgramItem::Send(message)) = item {
                    sends.push((*message, (process, place)));
                }
            }
        }
        let mut firsts = 0;
        for (process, items) in input.processes.iter().enumerate() {
            let mut own = Vec::new();
            let mut now = 0;
            let mut events = run.events.iter().filter(|event| event.process == process as u32);
            let mut name: Option<(Word, i64)> = None;
            for item in parted(items) {
                match item {
                    Parted::Border => {
                        own.push(GivenCall { enter: now, leave: now, inputs: Vec::new() });
                        calls.push(CallOf::Border);
                    }
                    Parted::Item(item) => {
                        let event = events.next()?;
                        now = event.to;
                        match item {
                            ProgramItem::Compute(time, label) => {
                                name = label.clone().map(|label| (label, *time));
                                continue;
                            }
                            ProgramItem::Send(message) => {
                                own.push(GivenCall { enter: event.from, leave: event.to, inputs: Vec::new() });
                                calls.push(CallOf::Send(*message));
                            }
                            ProgramItem::Receive(message) => {
                                let source = sends.iter().find(|(of, _)| of == message)?.1;
                                let input =
                                    GivenInput { is_message: true, source, message: *message, delay: input.delay };
                                own.push(GivenCall { enter: event.from, leave: event.to, inputs: vec![input] });
                                calls.push(CallOf::Receive(*message));
                            }
                        }
                    }
                }
                if let Some((label, time)) = name.take() {
                    candidates.push((label, process as u32, time, (firsts + own.len() - 1) as u32));
                }
            }
            firsts += own.len();
            processes.push((own, now));
        }
        sort_few_by_key(&mut candidates, |candidate| candidate.0.clone());
        let program = Program::given(0, &processes);
        let order = Order::new(&program).ok()?;
        let items = input.processes.clone();
        Some(Self { program, order, run, calls, candidates, items, delay: input.delay })
    }

    /// The run under changes, event by event. Computations of one gap keep their shares; what is changed is the last with a name, or
    /// all of the gap.
    pub(super) fn predicted(&self, changes: &Changes) -> SmallRun {
        let predicted = Predicted::new(&self.program, &self.order, changes);
        self.shown(&predicted)
    }

    /// A prediction as events.
    pub(super) fn shown(&self, predicted: &Predicted) -> SmallRun {
        let mut events = Vec::new();
        let mut call = 0;
        for (process, items) in self.items.iter().enumerate() {
            let mut now = 0;
            // Computations since the last call.
            let mut gap: Vec<(i64, Option<Word>)> = Vec::new();
            let compute =
                |gap: &mut Vec<(i64, Option<Word>)>, now: &mut i64, until: i64, events: &mut Vec<RunEvent>| {
                    let count = gap.len();
                    for (place, (time, name)) in gap.drain(..).enumerate() {
                        let to = if place + 1 == count { until } else { (*now + time).min(until) };
                        let kind = RunEventKind::Compute(name);
                        events.push(RunEvent { process: process as u32, kind, from: *now, to });
                        *now = to;
                    }
                };
            for item in parted(items) {
                let (enter, leave) = (
                    predicted.enters.get(call).copied().unwrap_or(now),
                    predicted.leaves.get(call).copied().unwrap_or(now),
                );
                let kind = match item {
                    Parted::Border => {
                        compute(&mut gap, &mut now, enter, &mut events);
                        call += 1;
                        continue;
                    }
                    Parted::Item(ProgramItem::Compute(time, name)) => {
                        gap.push((*time, name.clone()));
                        continue;
                    }
                    Parted::Item(ProgramItem::Send(message)) => RunEventKind::Send(*message),
                    Parted::Item(ProgramItem::Receive(message)) => {
                        RunEventKind::Receive(*message, self.there(predicted, call))
                    }
                };
                compute(&mut gap, &mut now, enter, &mut events);
                events.push(RunEvent { process: process as u32, kind, from: enter, to: leave });
                now = leave;
                call += 1;
            }
            let end = predicted.ends.get(process).copied().unwrap_or(now);
            compute(&mut gap, &mut now, end, &mut events);
        }
        SmallRun { processes: self.items.len() as u32, events }
    }

    /// When the message of a receive is there.
    fn there(&self, predicted: &Predicted, call: usize) -> i64 {
        let source = self.program.inputs(call as u32).first().map(|input| input.source as usize);
        source.and_then(|source| predicted.enters.get(source)).map_or(0, |sent| sent + self.delay)
    }

    /// The wait at each message, in the order of their numbers.
    pub(super) fn waits(run: &SmallRun) -> Vec<(u32, i64)> {
        let mut waits: Vec<(u32, i64)> = run
            .events
            .iter()
            .filter_map(|event| match event.kind {
                RunEventKind::Receive(message, _) => Some((message, event.wait())),
                RunEventKind::Compute(_) | RunEventKind::Send(_) => None,
            })
            .collect();
        sort_few_by_key(&mut waits, |wait| wait.0);
        waits
    }
}

/// An item, or a border between two computations of which one has a name.
enum Parted<'a> {
    Item(&'a ProgramItem),
    Border,
}

/// The items with borders around computations that may be shortened alone.
fn parted(items: &[ProgramItem]) -> Vec<Parted<'_>> {
    let mut all = Vec::new();
    let mut before: Option<&ProgramItem> = None;
    for item in items {
        if let (Some(ProgramItem::Compute(_, one)), ProgramItem::Compute(_, other)) = (before, item) {
            if one.is_some() || other.is_some() {
                all.push(Parted::Border);
            }
        }
        all.push(Parted::Item(item));
        before = Some(item);
    }
    if matches!(before, Some(ProgramItem::Compute(_, Some(_)))) {
        all.push(Parted::Border);
    }
    all
}

/// The calls of a process: an item each, or nothing at a border.
fn with_borders(items: &[ProgramItem]) -> Vec<Option<&ProgramItem>> {
    let mut calls = Vec::new();
    for part in parted(items) {
        match part {
            Parted::Border => calls.push(None),
            Parted::Item(ProgramItem::Compute(..)) => {}
            Parted::Item(item) => calls.push(Some(item)),
        }
    }
    calls
}

/// Runs a program; `None` if processes wait for ever.
fn run(processes: &[Vec<ProgramItem>], delay: i64) -> Option<SmallRun> {
    let mut events = Vec::new();
    let mut at = vec![(0usize, 0i64); processes.len()];
    let mut sent: Vec<(u32, i64)> = Vec::new();
    let left = |at: &[(usize, i64)]| at.iter().zip(processes).any(|(at, items)| at.0 < items.len());
    while left(&at) {
        let before = at.clone();
        for (process, items) in processes.iter().enumerate() {
            let Some((place, now)) = at.get_mut(process) else { continue };
            while let Some(item) = items.get(*place) {
                let (kind, to) = match item {
                    ProgramItem::Compute(time, name) => (RunEventKind::Compute(name.clone()), *now + time),
                    ProgramItem::Send(message) => {
                        sent.push((*message, *now));
                        (RunEventKind::Send(*message), *now)
                    }
                    ProgramItem::Receive(message) => {
                        let Some(&(_, time)) = sent.iter().find(|(of, _)| of == message) else {
                            break;
                        };
                        let there = time + delay;
                        (RunEventKind::Receive(*message, there), there.max(*now))
                    }
                };
                events.push(RunEvent { process: process as u32, kind, from: *now, to });
                (*place, *now) = (*place + 1, to);
            }
        }
        if before == at {
            return None;
        }
    }
    Some(SmallRun { processes: processes.len() as u32, events })
}
