//! The order in which a prediction goes along: every enter and leave behind all that it needs.
//!
//! Each process goes along its own calls. Of those that lack nothing the one whose next time is least goes on, and ahead of the
//! others by some calls: asking who is next for each call costs more than all else, and a process that is far ahead has
//! messages under way that it had not in the run. Equal times decide nothing: who lacks an input waits until it is there,
//! and if all that are left wait for each other, the trace is refused.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::calls::NONE;
use super::program::{InputKind, Program};

/// How many calls a process may be ahead of the others, in the mean.
const AHEAD: i128 = 32;

/// Whether times of inputs are compared where they are at hand: a pass of its own reads all calls and inputs once more. What
/// the page loads of predictions has no room for it.
const COMPARES_ON_THE_WAY: bool = cfg!(not(target_arch = "wasm32"));

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

/// Enters and leaves of one process that follow each other: those from `first` to `end`, without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stretch {
    /// The process, by its place in the program.
    pub(super) process: u32,
    pub(super) first: NodeIndex,
    pub(super) end: NodeIndex,
}

impl Stretch {
    /// Its enters and leaves.
    pub(super) fn nodes(self) -> std::ops::Range<NodeIndex> {
        self.first..self.end
    }
}

/// The enters and leaves of all calls in an order that fits. It goes by times and sources alone, so both readings of a run have
/// the same. A process goes on for some calls at a time, so the order is kept as stretches. See the [module](self).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Order {
    pub(super) stretches: Vec<Stretch>,
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
    /// By call and by hub, the first process that waits for it; by process the next that waits for the same.
    waiting: Vec<u32>,
    waiting_for_hubs: Vec<u32>,
    next_waiting: Vec<u32>,
    ready: BinaryHeap<Reverse<(i64, u32)>>,
    /// How much later than the others a process may be.
    ahead: i64,
    /// Whether a call has ended before something that it needs was there, as far as that is compared on the way.
    inverted: bool,
}

impl Order {
    /// Finds an order. O(calls log processes + inputs).
    ///
    /// # Errors
    /// There is none, or times contradict each other.
    pub fn new(program: &Program) -> Result<Self, Defect> {
        let count = program.calls().len();
        let mut order =
            Self { stretches: Vec::new(), readers: vec![0; count], readers_of_hubs: vec![0; program.hubs().len()] };
        for input in &program.inputs {
            let readers = match input.kind {
                InputKind::Hub => &mut order.readers_of_hubs,
                _ => &mut order.readers,
            };
            readers[input.source as usize] += 1;
        }
        let mut progress = Progress::new(program);
        while let Some(Reverse((_, process))) = progress.ready.pop() {
            let first = progress.fronts[process as usize].next;
            progress.run(process);
            let end = progress.fronts[process as usize].next;
            match order.stretches.last_mut().filter(|last| last.process == process) {
                Some(last) => last.end = end,
                None if first < end => order.stretches.push(Stretch { process, first, end }),
                None => {}
            }
        }
        let complete = progress.fronts.iter().all(|front| front.next == front.end);
        if !(COMPARES_ON_THE_WAY && complete && !progress.inverted) {
            if let Some(call) = (0..count as u32).find(|&call| program.residual(call) < 0) {
                return Err(Defect::Inverted(call));
            }
        }
        if complete {
            return Ok(order);
        }
        let left = progress.fronts.iter().filter(|front| front.next < front.end);
        Err(Defect::Cycle(left.map(|front| front.next / 2).collect()))
    }
}

impl Order {
    /// All enters and leaves in this order, each with the place of its process.
    #[inline]
    pub(super) fn nodes(&self) -> impl DoubleEndedIterator<Item = (u32, NodeIndex)> + '_ {
        self.stretches.iter().flat_map(|it| it.nodes().map(|node| (it.process, node)))
    }

    /// How many enters and leaves there are.
    pub(super) fn len(&self) -> usize {
        2 * self.readers.len()
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
            waiting: vec![NONE; program.calls().len()],
            waiting_for_hubs: vec![NONE; program.hubs().len()],
            next_waiting: vec![NONE; program.processes().len()],
            ready: BinaryHeap::new(),
            ahead: 0,
            inverted: false,
        };
        let ahead = i128::from(program.length()) * AHEAD * program.processes().len() as i128
            / (program.calls().len() as i128).max(1);
        progress.ahead = i64::try_from(ahead).unwrap_or(i64::MAX);
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

    /// Goes along a process until it waits for something, or is too far ahead of the others.
    fn run(&mut self, process: u32) {
        let bound = match self.ready.peek() {
            Some(&Reverse((time, _))) => time.saturating_add(self.ahead),
            None => i64::MAX,
        };
        let Front { mut next, end, mut membership } = self.fronts[process as usize];
        while next < end {
            if self.time(next) > bound {
                self.ready.push(Reverse((self.time(next), process)));
                break;
            }
            let call = next / 2;
            if next & 1 == 0 {
                self.enter(call, &mut membership);
            } else if let Some((kind, source)) = self.missing_of(call) {
                let first = match kind {
                    InputKind::Hub => &mut self.waiting_for_hubs[source as usize],
                    _ => &mut self.waiting[source as usize],
                };
                self.next_waiting[process as usize] = std::mem::replace(first, process);
                break;
            }
            next += 1;
        }
        self.fronts[process as usize] = Front { next, end, membership };
    }

    /// The first input of a call whose source is not entered: its kind and source. Where there is none, times are compared.
    #[inline]
    fn missing_of(&mut self, call: u32) -> Option<(InputKind, u32)> {
        let program = self.program;
        let mut ready = i64::MIN;
        for input in program.inputs(call) {
            let is_missing = match input.kind {
                InputKind::Hub => self.missing[input.source as usize] > 0,
                _ => self.entered[input.source as usize / 64] >> (input.source % 64) & 1 == 0,
            };
            if is_missing {
                return Some((input.kind, input.source));
            }
            if COMPARES_ON_THE_WAY {
                ready = ready.max(program.finish(input));
            }
        }
        // No call is left before it is entered.
        self.inverted |= COMPARES_ON_THE_WAY && ready > program.calls()[call as usize].leave;
        None
    }

    #[inline]
    fn enter(&mut self, call: u32, membership: &mut usize) {
        self.entered[call as usize / 64] |= 1 << (call % 64);
        self.wake(self.waiting[call as usize]);
        while let Some(&(_, hub)) = self.program.memberships.get(*membership).filter(|it| it.0 == call) {
            *membership += 1;
            self.missing[hub as usize] -= 1;
            if self.missing[hub as usize] == 0 {
                self.wake(self.waiting_for_hubs[hub as usize]);
            }
        }
    }

    /// These may go on: a process, and all that wait for the same.
    #[inline]
    fn wake(&mut self, first: u32) {
        let mut process = first;
        while process != NONE {
            self.push(process);
            process = self.next_waiting[process as usize];
        }
    }
}
