//! A literal simulator: recursion over absolute times, remembered; no differences, no slack, no order of its own.

use std::collections::HashMap;

use loopscope_testing::Random;

use crate::durations::Contexts;
use crate::whatif::calls::{Call, NONE};
use crate::whatif::{Changes, Factor, Input, InputKind, Order, Part, Predicted, ProcessCalls, Program, Stream};

/// Something that a call needs: the last of these calls to be entered, and so long after it.
#[derive(Clone, Debug)]
pub(in crate::whatif) struct LiteralNeed {
    pub(in crate::whatif) sources: Vec<usize>,
    pub(in crate::whatif) delay: i64,
    /// The number of its channel, if it is a message.
    pub(in crate::whatif) channel: Option<usize>,
    pub(in crate::whatif) is_hub: bool,
}

#[derive(Clone, Debug)]
pub(in crate::whatif) struct LiteralCall {
    pub(in crate::whatif) process: usize,
    pub(in crate::whatif) enter: i64,
    pub(in crate::whatif) leave: i64,
    pub(in crate::whatif) needs: Vec<LiteralNeed>,
}

/// A program: its calls, for each process their indices, and when its run ends.
#[derive(Clone, Debug, Default)]
pub(in crate::whatif) struct Literal {
    pub(in crate::whatif) calls: Vec<LiteralCall>,
    pub(in crate::whatif) of: Vec<Vec<usize>>,
    pub(in crate::whatif) last: Vec<i64>,
    pub(in crate::whatif) start: i64,
}

/// What is changed: by call its computation, or so much of it, and itself; by process the last computation; by channel its messages.
#[derive(Clone, Debug, Default)]
pub(in crate::whatif) struct LiteralChanges {
    pub(in crate::whatif) gaps: HashMap<usize, (Option<i64>, Factor)>,
    pub(in crate::whatif) calls: HashMap<usize, (Part, Factor)>,
    pub(in crate::whatif) ends: HashMap<usize, Factor>,
    pub(in crate::whatif) channels: HashMap<usize, Factor>,
    /// By call, by how much less it lasts beyond its wait.
    pub(in crate::whatif) shorter: HashMap<usize, i64>,
}

/// So many times as long: the gain is rounded, halves away from zero.
fn scaled(time: i64, factor: Factor) -> i64 {
    let gain = i128::from(time) * (1_000_000 - i128::from(factor.in_millionths()));
    let half = if gain < 0 { -500_000 } else { 500_000 };
    time - ((gain + half) / 1_000_000) as i64
}

struct Simulation<'a> {
    literal: &'a Literal,
    changes: &'a LiteralChanges,
    known: HashMap<(usize, bool), i64>,
}

impl Simulation<'_> {
    fn before(&mut self, process: usize, at: usize) -> (i64, i64) {
        match at.checked_sub(1) {
            None => (self.literal.start, self.literal.start),
            Some(before) => {
                let before = self.literal.of[process][before];
                (self.literal.calls[before].leave, self.leave(before))
            }
        }
    }

    fn enter(&mut self, call: usize) -> i64 {
        if let Some(&known) = self.known.get(&(call, false)) {
            return known;
        }
        let own = &self.literal.calls[call];
        let at = self.literal.of[own.process].iter().position(|&it| it == call).unwrap();
        let (measured, now) = self.before(own.process, at);
        let change = self.changes.gaps.get(&call).copied();
        let computation = own.enter - measured;
        let (part, factor) = change.unwrap_or((None, Factor::SAME));
        let part = part.unwrap_or(computation);
        let time = now + computation - part + scaled(part, factor);
        self.known.insert((call, false), time);
        time
    }

    fn leave(&mut self, call: usize) -> i64 {
        if let Some(&known) = self.known.get(&(call, true)) {
            return known;
        }
        let own = self.literal.calls[call].clone();
        let ready = self.literal.ready(call);
        let (wait, rest) = (ready - own.enter, own.leave - ready);
        assert!(wait >= 0 && rest >= 0, "{own:?} {ready}");
        let change = self.changes.calls.get(&call).filter(|it| it.1 != Factor::SAME);
        let time = match change {
            Some(&(Part::Wait, factor)) => self.enter(call) + scaled(wait, factor) + rest,
            Some(&(_, factor)) => self.enter(call) + scaled(wait + rest, factor),
            None => {
                let mut now = self.enter(call);
                for need in &own.needs {
                    let factor = need.channel.and_then(|it| self.changes.channels.get(&it));
                    let factor = factor.copied().unwrap_or(Factor::SAME);
                    for &source in &need.sources {
                        now = now.max(self.enter(source) + scaled(need.delay, factor));
                    }
                }
                now + rest - self.changes.shorter.get(&call).copied().unwrap_or(0)
            }
        };
        self.known.insert((call, true), time);
        time
    }
}

impl Literal {
    /// When all that a call needs was there.
    pub(in crate::whatif) fn ready(&self, call: usize) -> i64 {
        let own = &self.calls[call];
        let of = |need: &LiteralNeed| need.sources.iter().map(|&it| self.calls[it].enter + need.delay).max().unwrap();
        own.needs.iter().map(of).max().unwrap_or(own.enter).max(own.enter)
    }

    /// How long the run lasts under changes.
    pub(in crate::whatif) fn simulate(&self, changes: &LiteralChanges) -> i64 {
        let mut simulation = Simulation { literal: self, changes, known: HashMap::new() };
        let mut end = i64::MIN;
        for (process, calls) in self.of.iter().enumerate() {
            let (measured, now) = simulation.before(process, calls.len());
            let factor = changes.ends.get(&process).copied().unwrap_or(Factor::SAME);
            end = end.max(now + scaled(self.last[process] - measured, factor));
        }
        end - self.start
    }

    /// The same program, for the engine. The calls of a process must follow each other.
    pub(in crate::whatif) fn program(&self) -> Program {
        let mut program = Program::default();
        let mut numbers = vec![0u32; self.calls.len()];
        for (place, calls) in self.of.iter().enumerate() {
            let first = program.calls.len() as u32;
            for &call in calls {
                numbers[call] = program.calls.len() as u32;
                let LiteralCall { enter, leave, .. } = self.calls[call];
                program.calls.push(Call {
                    enter,
                    leave,
                    record: NONE,
                    number: NONE,
                    gap_context: 1 + place as u32,
                    context: 1 + place as u32,
                    iteration: 0,
                    first_need: 0,
                });
            }
            let (end, place) = (program.calls.len() as u32, place as u32);
            let (start, last) = (self.start, self.last[place as usize]);
            program.processes.push(ProcessCalls { place, first, end, start, last });
        }
        program.contexts = Contexts::default();
        let mut hubs: HashMap<Vec<usize>, u32> = HashMap::new();
        for &call in self.of.iter().flatten() {
            let mut inputs = Vec::new();
            for need in &self.calls[call].needs {
                if need.is_hub {
                    let mut members: Vec<u32> = need.sources.iter().map(|&it| numbers[it]).collect();
                    members.sort_unstable();
                    let known = hubs.get(&need.sources).copied();
                    let source = known.unwrap_or_else(|| program.push_hub(&members));
                    hubs.insert(need.sources.clone(), source);
                    let (channel, bytes) = (NONE, 0);
                    inputs.push(Input { kind: InputKind::Hub, source, channel, bytes, delay: 0 });
                    continue;
                }
                let kind = need.channel.map_or(InputKind::Posting, |_| InputKind::Message);
                let channel = need.channel.map_or(NONE, |channel| channel as u32);
                let source = numbers[need.sources[0]];
                inputs.push(Input { kind, source, channel, bytes: 0, delay: need.delay });
            }
            program.push_inputs(&inputs);
        }
        program.close();
        program
    }

    /// Programs of random calls: messages, pairs that wait for each other, collective operations, calls of no time.
    pub(in crate::whatif) fn random(random: &mut Random) -> Self {
        let count = 1 + random.index(6);
        let start = random.below(50) as i64;
        let mut literal = Self { of: vec![Vec::new(); count], last: vec![start; count], start, ..Self::default() };
        let scale = *random.one_of(&[1, 7, 1000]);
        let steps = random.index(60);
        while literal.calls.len() < steps {
            let process = random.index(count);
            let with = random.index(count);
            match random.below(8) {
                0 | 1 => {
                    let call = literal.enter(process, scale, random);
                    literal.complete(call, Vec::new(), scale, random);
                }
                2..=4 => {
                    let call = literal.enter(process, scale, random);
                    let mut needs = Vec::new();
                    for _ in 0..=random.below(3) {
                        let source = random.index(literal.calls.len());
                        let (delay, channel) = (random.below(9) as i64 * scale, random.index(4));
                        needs.push(LiteralNeed { sources: vec![source], delay, channel: Some(channel), is_hub: false });
                    }
                    literal.complete(call, needs, scale, random);
                }
                5 if process != with => {
                    let (one, other) = (literal.enter(process, scale, random), literal.enter(with, scale, random));
                    let need = |source| LiteralNeed { sources: vec![source], delay: 0, channel: None, is_hub: false };
                    literal.complete(one, vec![need(other)], scale, random);
                    literal.complete(other, vec![need(one)], scale, random);
                }
                _ => {
                    let of: Vec<usize> = (0..count).filter(|&it| it == process || random.below(2) == 0).collect();
                    let calls: Vec<usize> = of.iter().map(|&it| literal.enter(it, scale, random)).collect();
                    let root = random.index(3 * calls.len());
                    for (at, &call) in calls.iter().enumerate() {
                        let (sources, delay) = (calls.clone(), 0);
                        let need = LiteralNeed { sources, delay, channel: None, is_hub: true };
                        // Of some only the root needs the others.
                        let needs = match root < calls.len() && at != root {
                            true => Vec::new(),
                            false => vec![need],
                        };
                        literal.complete(call, needs, scale, random);
                    }
                }
            }
        }
        for last in &mut literal.last {
            *last += random.below(4) as i64 * scale;
        }
        literal
    }

    fn enter(&mut self, process: usize, scale: i64, random: &mut Random) -> usize {
        let enter = self.last[process] + random.below(6) as i64 * scale;
        let call = self.calls.len();
        self.of[process].push(call);
        self.calls.push(LiteralCall { process, enter, leave: enter, needs: Vec::new() });
        call
    }

    fn complete(&mut self, call: usize, needs: Vec<LiteralNeed>, scale: i64, random: &mut Random) {
        self.calls[call].needs = needs;
        let leave = self.ready(call) + random.below(4) as i64 * scale;
        self.calls[call].leave = leave;
        self.last[self.calls[call].process] = leave;
    }

    /// Random changes, for both.
    pub(in crate::whatif) fn random_changes(
        &self,
        program: &Program,
        random: &mut Random,
    ) -> (LiteralChanges, Changes) {
        let (mut own, mut changes) = (LiteralChanges::default(), Changes::none());
        let factors = [0, 0, 250_000, 500_000, 333_333, 1_000_000, 1_500_000, 2_000_000];
        let order: Vec<usize> = self.of.iter().flatten().copied().collect();
        for _ in 0..random.below(5) {
            let factor = Factor::millionths(*random.one_of(&factors)).unwrap();
            let parts = [Part::Computation, Part::Wait, Part::Call, Part::Message, Part::Imbalance];
            let part = *random.one_of(&parts);
            assert!(changes.begin(part, factor, program));
            if part == Part::Message {
                let channel = random.index(4);
                own.channels.insert(channel, factor);
                for (at, input) in program.inputs.iter().enumerate() {
                    if input.channel == channel as u32 {
                        changes.add_message(at as u32, program);
                    }
                }
                continue;
            }
            let one_in = *random.one_of(&[1, 3, 10]);
            for (number, &call) in order.iter().enumerate() {
                if random.below(one_in) == 0 {
                    let process = &program.processes()[self.calls[call].process];
                    let most = program.computation(process, number as u32);
                    let beyond = random.below(2 * most as u64 + 1) as i64 - most;
                    match part {
                        Part::Imbalance => changes.add_imbalance(number as u32, beyond),
                        _ => changes.add_call(number as u32),
                    }
                    match part {
                        Part::Computation => drop(own.gaps.insert(call, (None, factor))),
                        Part::Imbalance => drop(own.gaps.insert(call, (Some(beyond), factor))),
                        _ => drop(own.calls.insert(call, (part, factor))),
                    }
                }
            }
            let process = random.index(self.of.len());
            if part == Part::Computation {
                changes.add_end(process as u32);
                own.ends.insert(process, factor);
            }
        }
        (own, changes)
    }
}

/// The length of a run under changes, by both ways of the engine.
pub(in crate::whatif) fn predicted(program: &Program, order: &Order, changes: &Changes) -> i64 {
    let length = Predicted::new(program, order, changes).length();
    let stream = Stream::new(program, order, changes, super::super::Moving::Nothing);
    assert_eq!(stream.predict(Factor::SAME), length);
    length
}
