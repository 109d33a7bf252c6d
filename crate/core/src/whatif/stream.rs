//! A prediction as a stream of small operations, made once and run for each factor.
//!
//! What is computed is the *difference* `d` of each process: how much earlier it is than it was. A leave has the least of
//! (difference of the source + slack) over all that it needs, its own enter included; a changed time adds its gain. So the
//! state is a number for each process and for each message under way: 8 to 124 slots in real traces, which stay in the
//! first-level cache, while operations of 16 bytes stream by.
//!
//! | operation | does |
//! | --- | --- |
//! | `Gain` | d += amount |
//! | `Move` | d += what the moving factor makes of amount |
//! | `Put` | slot = d |
//! | `Join` | d = min(d + amount, slot), or min(d, slot - amount) where amount is negative |
//! | `Lift` | the spare slot = slot + what a factor makes of amount; `Join` takes it next |
//! | `Found`, `Meet` | slot = d + amount; slot = min(slot, d + amount): the members of a collective operation |
//! | `Hold`, `Choose` | keep d; go back to it and add amount, where a class is chosen |

use super::changes::{Change, Changes, Part};
use super::order::Order;
use super::predicted::first_memberships;
use super::program::{Hub, InputKind, Program};

/// Bits of a slot; those above say what an operation does.
const SLOT_BITS: u32 = 28;

/// The slot that holds a lifted value, and the one that keeps a difference.
pub(super) const SPARE: u32 = 0;
pub(super) const HELD: u32 = 1;
/// The slot that nobody reads, and the one that is later than everything.
pub(super) const UNREAD: u32 = 2;
pub(super) const NEVER: u32 = 3;
const FIRST_FREE: u32 = 4;

/// What an operation does. See the [module](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Kind {
    Join,
    Put,
    Gain,
    Found,
    Meet,
    Move,
    Lift,
    Hold,
    Choose,
}

impl Kind {
    const ALL: [Self; 9] =
        [Self::Join, Self::Put, Self::Gain, Self::Found, Self::Meet, Self::Move, Self::Lift, Self::Hold, Self::Choose];
}

/// An operation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operation {
    pub(super) amount: i64,
    pub(super) process: u32,
    /// The kind in the bits above, a slot or a class in those below.
    packed: u32,
}

impl Operation {
    fn new(kind: Kind, process: u32, slot: u32, amount: i64) -> Self {
        let packed = (kind as u32) << SLOT_BITS | slot & ((1 << SLOT_BITS) - 1);
        Self { amount, process, packed }
    }

    #[inline(always)]
    pub(super) fn kind(self) -> Kind {
        Kind::ALL.get((self.packed >> SLOT_BITS) as usize).copied().unwrap_or(Kind::Choose)
    }

    /// Whether it is a `Join`, or a `Put`, which is `Some(true)`; `None` of all others.
    #[inline(always)]
    pub(super) fn puts(self) -> Option<bool> {
        let kind = self.packed >> SLOT_BITS;
        (kind <= Kind::Put as u32).then_some(kind == Kind::Put as u32)
    }

    #[inline(always)]
    pub(super) fn slot(self) -> u32 {
        self.packed & ((1 << SLOT_BITS) - 1)
    }
}

/// What has no factor of its own in a stream: it is given when the stream is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moving {
    /// Nothing.
    Nothing,
    /// The change of that number, from 0.
    Change(usize),
    /// All computations; those of a context are a class.
    Computations,
    /// All waits; those of a context are a class.
    Waits,
    /// All calls, with what they wait for; those of a context are a class.
    Calls,
}

/// A prediction, made ready. See the [module](self).
#[derive(Clone, Debug)]
pub struct Stream {
    pub(super) operations: Vec<Operation>,
    pub(super) slots: usize,
    /// When the run of each process ends.
    pub(super) ends: Vec<i64>,
    pub(super) start: i64,
}

impl Stream {
    /// Makes the stream of a program under changes. O(calls + inputs).
    pub fn new(program: &Program, order: &Order, changes: &Changes, moving: Moving) -> Self {
        let mut building = Building {
            program,
            changes,
            moving,
            operations: Vec::with_capacity(program.calls().len() + program.inputs.len()),
            slots: Slots { next: FIRST_FREE, free: Vec::new() },
            of_calls: Source::list(&order.readers),
            of_hubs: Source::list(&order.readers_of_hubs),
            memberships: first_memberships(program),
        };
        for &stretch in &order.stretches {
            let process = stretch.process;
            for node in stretch.nodes() {
                if node & 1 == 0 {
                    building.enter(node / 2, process);
                } else {
                    building.leave(node / 2, process);
                }
            }
        }
        for (place, process) in program.processes().iter().enumerate() {
            let time = program.last_computation(process);
            building.gap(place as u32, time, changes.of_end(place as u32), 0);
        }
        Self {
            operations: building.operations,
            slots: building.slots.next as usize,
            ends: program.processes().iter().map(|process| process.last).collect(),
            start: program.span().0,
        }
    }

    /// How many operations it has.
    pub fn len(&self) -> usize {
        self.operations.len()
    }

    /// Whether it has none: nothing can change anything.
    pub fn is_empty(&self) -> bool {
        self.operations.is_empty()
    }

    /// The slots of messages and collective operations under way at once.
    pub fn slots(&self) -> usize {
        self.slots - FIRST_FREE as usize
    }

    /// Reads all operations and does nothing: what a pass is compared with. O(operations).
    pub fn checksum(&self) -> i64 {
        let add = |sum: i64, it: &Operation| sum.wrapping_add(it.amount ^ i64::from(it.packed) ^ i64::from(it.process));
        self.operations.iter().fold(0, add)
    }
}

/// Slots in use and free.
#[derive(Debug)]
struct Slots {
    next: u32,
    free: Vec<u32>,
}

impl Slots {
    fn take(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.next += 1;
            self.next - 1
        })
    }
}

/// A call or a hub that others need: its slot, and how many are still to read it.
#[derive(Clone, Copy, Debug)]
struct Source {
    slot: u32,
    readers: u32,
}

impl Source {
    fn list(readers: &[u32]) -> Vec<Self> {
        readers.iter().map(|&readers| Self { slot: 0, readers }).collect()
    }
}

/// A stream that is being made.
struct Building<'a> {
    program: &'a Program,
    changes: &'a Changes,
    moving: Moving,
    operations: Vec<Operation>,
    slots: Slots,
    of_calls: Vec<Source>,
    of_hubs: Vec<Source>,
    /// By process, the next of the memberships of its calls.
    memberships: Vec<usize>,
}

impl Building<'_> {
    fn push(&mut self, kind: Kind, process: u32, slot: u32, amount: i64) {
        self.operations.push(Operation::new(kind, process, slot, amount));
    }

    fn moves(&self, change: Change) -> bool {
        self.moving == Moving::Change(usize::from(change.number) - 1)
    }

    /// A time that a change makes shorter.
    fn shorten(&mut self, process: u32, time: i64, change: Change) {
        if time == 0 {
            return;
        }
        if self.moves(change) {
            self.push(Kind::Move, process, 0, time);
        } else {
            self.push(Kind::Gain, process, 0, change.factor.gain(time));
        }
    }

    fn gap(&mut self, process: u32, time: i64, change: Option<Change>, class: u32) {
        match change {
            Some(change) => self.shorten(process, time, change),
            None if self.moving == Moving::Computations && time > 0 => {
                self.push(Kind::Move, process, class, time);
            }
            None => {}
        }
    }

    fn enter(&mut self, call: u32, process: u32) {
        let program = self.program;
        let change = self.changes.of_gap(call);
        if change.is_some() || self.moving == Moving::Computations {
            let mut time = program.computation(&program.processes()[process as usize], call);
            if let Some(change) = change {
                time = self.changes.changing(change, call, time);
            }
            self.gap(process, time, change, program.calls()[call as usize].gap_context);
        }
        let own = &mut self.of_calls[call as usize];
        if own.readers > 0 {
            own.slot = self.slots.take();
            let slot = own.slot;
            self.push(Kind::Put, process, slot, 0);
        }
        let mut at = self.memberships[process as usize];
        while let Some(&(_, hub)) = program.memberships.get(at).filter(|it| it.0 == call) {
            at += 1;
            self.join_hub(call, process, hub, &program.hubs()[hub as usize]);
        }
        self.memberships[process as usize] = at;
    }

    fn join_hub(&mut self, call: u32, process: u32, index: u32, hub: &Hub) {
        let known = &mut self.of_hubs[index as usize];
        if known.readers == 0 {
            return;
        }
        let amount = hub.last - self.program.calls()[call as usize].enter;
        let kind = if known.slot == 0 { Kind::Found } else { Kind::Meet };
        if known.slot == 0 {
            known.slot = self.slots.take();
        }
        let slot = known.slot;
        self.push(kind, process, slot, amount);
    }

    fn leave(&mut self, call: u32, process: u32) {
        let program = self.program;
        let own = &program.calls()[call as usize];
        let change = self.changes.of_call(call);
        match change {
            Some(change) if change.part == Part::Wait => {
                self.shorten(process, program.wait(call), change);
            }
            Some(change) => self.shorten(process, own.leave - own.enter, change),
            None => self.joins(call, process),
        }
        for input in program.inputs(call) {
            let of = match input.kind {
                InputKind::Hub => &mut self.of_hubs,
                _ => &mut self.of_calls,
            };
            let source = &mut of[input.source as usize];
            source.readers -= 1;
            if source.readers == 0 {
                self.slots.free.push(source.slot);
            }
        }
    }

    fn joins(&mut self, call: u32, process: u32) {
        let program = self.program;
        let own = &program.calls()[call as usize];
        let inputs = program.inputs(call);
        let calls = self.moving == Moving::Calls;
        let chosen = calls || self.moving == Moving::Waits && !inputs.is_empty();
        if chosen {
            self.push(Kind::Hold, process, 0, 0);
        }
        let first = program.first_inputs[call as usize];
        let mut ready = own.enter;
        for (at, input) in inputs.iter().enumerate() {
            let of = if input.kind == InputKind::Hub { &self.of_hubs } else { &self.of_calls };
            let mut slot = of[input.source as usize].slot;
            if let Some(change) = self.changes.of_input(first + at as u32) {
                let moves = self.moves(change);
                let gain = if moves { input.delay } else { change.factor.gain(input.delay) };
                // A lift whose factor is known has no process.
                self.push(Kind::Lift, if moves { 0 } else { u32::MAX }, slot, gain);
                slot = SPARE;
            }
            let finish = program.finish(input);
            self.push(Kind::Join, process, slot, finish - ready);
            ready = ready.max(finish);
        }
        if chosen {
            let end = if calls { own.leave } else { ready };
            self.push(Kind::Choose, process, own.context, end - own.enter);
        }
    }
}
