//! The recorded string from the written one.

use crate::small_sort::SmallSort;
use rustc_hash::FxHashMap;

use super::orders::{Order, Orders};
use super::runs::{Role, Roles};
use crate::nest::Symbols;
use crate::symbols::Symbol;

/// The symbols of a process in the order in which they were recorded. It holds one run at a time, and O(1) work a symbol
/// besides sorting each run.
pub struct Recorded<'a, I> {
    written: I,
    roles: Roles,
    /// What was kept of each bag, by its sorted receives.
    kept: FxHashMap<Box<[Symbol]>, Remaining<'a>>,
    /// The most receives of a run that was kept.
    longest: usize,
    /// What is read and not yet given, first last.
    ready: Vec<Symbol>,
    /// The run that is being read, with what stands between its receives.
    run: Vec<Symbol>,
    receives: Vec<Symbol>,
}

/// The runs of a bag that are still to come.
struct Remaining<'a> {
    order: &'a Order,
    which: Symbols<'a>,
}

/// A run with more symbols than this was not written by [`arrange`](super::arrange); documents from elsewhere may have some.
const MOST_HELD: usize = 1 << 24;

impl<'a, I: Iterator<Item = Symbol>> Recorded<'a, I> {
    /// Reads `written`, the symbols of a nest or a model.
    pub fn new(written: I, roles: Roles, orders: &'a Orders) -> Self {
        let remaining = orders.orders.iter().map(|order| {
            let mut bag: Box<[Symbol]> = order.written.as_slice().into();
            bag.sort_small();
            (bag, Remaining { order, which: order.which.symbols() })
        });
        Recorded {
            written,
            roles,
            kept: remaining.collect(),
            longest: orders.orders.iter().map(|order| order.written.len()).max().unwrap_or(0),
            ready: Vec::new(),
            run: Vec::new(),
            receives: Vec::new(),
        }
    }

    /// Makes the run that was read ready, in its recorded order.
    fn end_run(&mut self) {
        let mut bag = self.receives.clone();
        bag.sort_small();
        let remaining = self.kept.get_mut(bag.as_slice());
        if let Some((order, number)) = remaining.and_then(|it| Some((it.order, it.which.next()?))) {
            // Else 0: as it is written, which is not always as it stands in a nest.
            let permutation = number.0.checked_sub(1).and_then(|at| order.permutations.get(at as usize));
            let receive = |at: usize| match permutation {
                Some(permutation) => order.written.get(*permutation.get(at)? as usize).copied(),
                None => order.written.get(at).copied(),
            };
            let slots = self.run.iter_mut().filter(|symbol| self.roles.is_receive(**symbol));
            for (at, slot) in slots.enumerate() {
                *slot = receive(at).unwrap_or(*slot);
            }
        }
        self.receives.clear();
        self.ready.extend(self.run.drain(..).rev());
    }
}

impl<I: Iterator<Item = Symbol>> Iterator for Recorded<'_, I> {
    type Item = Symbol;

    fn next(&mut self) -> Option<Symbol> {
        while self.ready.is_empty() {
            let Some(symbol) = self.written.next() else {
                if self.run.is_empty() {
                    return None;
                }
                self.end_run();
                break;
            };
            match self.roles.of(symbol) {
                Role::Ends => {
                    if self.run.is_empty() {
                        return Some(symbol);
                    }
                    self.end_run();
                    self.ready.insert(0, symbol);
                }
                Role::Between if self.run.is_empty() => return Some(symbol),
                role => {
                    self.run.push(symbol);
                    if matches!(role, Role::Receive { .. }) && self.receives.len() <= self.longest {
                        self.receives.push(symbol);
                    }
                    if self.run.len() > MOST_HELD {
                        self.receives.clear();
                        self.ready.extend(self.run.drain(..).rev());
                    }
                }
            }
        }
        self.ready.pop()
    }
}
