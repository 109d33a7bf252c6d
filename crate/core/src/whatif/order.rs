//! The order in which a prediction goes along: every enter and leave behind all that it needs.
//!
//! Each process goes along its own calls. Of those that lack nothing the one whose next time is least goes on, so the messages
//! that are under way at once are about as many as they were in the run. Equal times decide nothing: who lacks an input waits
//! until it is there, and if all that are left wait for each other, the trace is refused.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use super::program::{Input, InputKind, Program};

/// The enter or the leave of a call: twice its index, plus one for the leave.
pub(super) type NodeIndex = u32;

/// Why a run cannot be predicted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Defect {
    /// These calls, one of each process that is left, wait for each other in a circle.
    Cycle(Vec<u32>),
    /// A call ends before something that it needs is there.
    Inverted(u32),
}

/// The enters and leaves of all calls in an order that fits. It goes by times and sources alone, so both readings of a run have
/// the same. See the [module](self).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Order {
    pub(super) nodes: Vec<NodeIndex>,
    /// The process of each call, by its place in the program.
    pub(super) owners: Vec<u32>,
    /// How many inputs have a call or a hub as their source.
    pub(super) readers: Vec<u32>,
    pub(super) readers_of_hubs: Vec<u32>,
}

/// A process on its way.
#[derive(Clone, Copy, Debug)]
struct Front {
    next: NodeIndex,
    end: NodeIndex,
    /// The next of the memberships of its calls.
    membership: usize,
}

/// What has happened so far.
struct Progress<'a> {
    program: &'a Program,
    fronts: Vec<Front>,
    entered: Vec<u64>,
    /// Members of each hub that have not entered.
    missing: Vec<u32>,
    waiting: FxHashMap<(bool, u32), Vec<u32>>,
    ready: BinaryHeap<Reverse<(i64, u32)>>,
}

impl Order {
    /// Finds an order. O(calls log processes + inputs).
    ///
    /// # Errors
    /// There is none, or times contradict each other.
    pub fn new(program: &Program) -> Result<Order, Defect> {
        let count = program.calls().len();
        if let Some(call) = (0..count as u32).find(|&call| program.residual(call) < 0) {
            return Err(Defect::Inverted(call));
        }
        let mut order = Order {
            nodes: Vec::with_capacity(2 * count),
            owners: Vec::with_capacity(count),
            readers: vec![0; count],
            readers_of_hubs: vec![0; program.hubs().len()],
        };
        for input in &program.inputs {
            let readers = match input.kind {
                InputKind::Hub => &mut order.readers_of_hubs,
                _ => &mut order.readers,
            };
            readers[input.source as usize] += 1;
        }
        for (place, process) in program.processes().iter().enumerate() {
            order.owners.resize(process.end as usize, place as u32);
        }
        let mut progress = Progress::new(program);
        while let Some(Reverse((_, process))) = progress.ready.pop() {
            progress.run(process, &mut order.nodes);
        }
        if order.nodes.len() == 2 * count {
            return Ok(order);
        }
        let left = progress.fronts.iter().filter(|front| front.next < front.end);
        Err(Defect::Cycle(left.map(|front| front.next / 2).collect()))
    }
}

impl Progress<'_> {
    fn new(program: &Program) -> Progress<'_> {
        let first = |process: &super::ProcessCalls| Front {
            next: 2 * process.first,
            end: 2 * process.end,
            membership: program.memberships.partition_point(|&(call, _)| call < process.first),
        };
        let mut progress = Progress {
            program,
            fronts: program.processes().iter().map(first).collect(),
            entered: vec![0; program.calls().len().div_ceil(64)],
            missing: program.hubs().iter().map(|hub| program.members(hub).len() as u32).collect(),
            waiting: FxHashMap::default(),
            ready: BinaryHeap::new(),
        };
        for process in 0..progress.fronts.len() as u32 {
            progress.push(process);
        }
        progress
    }

    fn time(&self, node: NodeIndex) -> i64 {
        let call = &self.program.calls()[node as usize / 2];
        if node & 1 == 0 {
            call.enter
        } else {
            call.leave
        }
    }

    /// The process may go on.
    fn push(&mut self, process: u32) {
        let front = self.fronts[process as usize];
        if front.next < front.end {
            self.ready.push(Reverse((self.time(front.next), process)));
        }
    }

    /// Goes along a process until it waits for something, or another is before it.
    fn run(&mut self, process: u32, nodes: &mut Vec<NodeIndex>) {
        let bound = self.ready.peek().map_or(i64::MAX, |&Reverse((time, _))| time);
        loop {
            let front = self.fronts[process as usize];
            if front.next >= front.end {
                return;
            }
            if self.time(front.next) > bound {
                return self.push(process);
            }
            let call = front.next / 2;
            if front.next & 1 == 0 {
                self.enter(process, call);
            } else if let Some(missing) = self.missing_of(call) {
                self.waiting.entry(missing).or_default().push(process);
                return;
            }
            nodes.push(front.next);
            self.fronts[process as usize].next += 1;
        }
    }

    /// The first input of a call whose source is not entered, and whether it is a hub.
    fn missing_of(&self, call: u32) -> Option<(bool, u32)> {
        let is_missing = |input: &&Input| match input.kind {
            InputKind::Hub => self.missing[input.source as usize] > 0,
            _ => self.entered[input.source as usize / 64] >> (input.source % 64) & 1 == 0,
        };
        let input = self.program.inputs(call).iter().find(is_missing)?;
        Some((input.kind == InputKind::Hub, input.source))
    }

    fn enter(&mut self, process: u32, call: u32) {
        self.entered[call as usize / 64] |= 1 << (call % 64);
        self.wake((false, call));
        let mut at = self.fronts[process as usize].membership;
        while let Some(&(_, hub)) = self.program.memberships.get(at).filter(|it| it.0 == call) {
            at += 1;
            self.missing[hub as usize] -= 1;
            if self.missing[hub as usize] == 0 {
                self.wake((true, hub));
            }
        }
        self.fronts[process as usize].membership = at;
    }

    fn wake(&mut self, source: (bool, u32)) {
        if self.waiting.is_empty() {
            return;
        }
        for process in self.waiting.remove(&source).unwrap_or_default() {
            self.push(process);
        }
    }
}
