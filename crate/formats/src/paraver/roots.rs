//! The roots of collective operations, learned from the processes that say they are.
//!
//! The operations of a communicator are made by all its members in one order (MPI standard, section
//! on the correctness of collective operations). So the n-th of one member is the n-th of the others,
//! if none of them lacks one: all have to have equally many, of the same names in the same order.

use rustc_hash::FxHashMap;

use super::objects::Thread;
use super::store::EventKind;
use crate::mpi::names::Class;

/// Stands for no root.
const NONE: u32 = u32::MAX;

/// The roots of the operations of each communicator, in order.
#[derive(Debug, Default)]
pub(super) struct Roots {
    by_comm: FxHashMap<(u64, u64), Vec<u32>>,
}

/// What the members of a communicator did.
#[derive(Debug)]
struct Common {
    roots: Vec<u32>,
    members: usize,
    /// Of the names of all operations of a member, in order, and how many.
    sum: (u64, usize),
    equal: bool,
}

impl Roots {
    /// Learns them from the threads that represent processes. `class` gives, for each distinct event,
    /// what a call of it does; `members`, how many there are of a communicator.
    pub(super) fn learn(
        threads: &[Thread],
        event_kind: &[EventKind],
        class: &[Class],
        members: impl Fn(u64, u64) -> Option<usize>,
    ) -> Self {
        let mut commons: FxHashMap<(u64, u64), Common> = FxHashMap::default();
        for thread in threads {
            let mut own: FxHashMap<(u64, u64), (u64, usize)> = FxHashMap::default();
            for &id in &thread.event_kinds {
                if class.get(id as usize) != Some(&Class::Collective) {
                    continue;
                }
                let Some(event_kind) = event_kind.get(id as usize) else { continue };
                let Some(comm) = event_kind.arguments.comm else { continue };
                let key = (event_kind.application, comm);
                let sum = own.entry(key).or_default();
                let common = commons.entry(key).or_insert_with(Common::new);
                if event_kind.arguments.root {
                    common.add(sum.1, thread.rank);
                }
                sum.0 = (sum.0 ^ event_kind.value).wrapping_mul(0x0100_0000_01b3);
                sum.1 += 1;
            }
            for (key, sum) in own {
                if let Some(common) = commons.get_mut(&key) {
                    common.equal &= common.members == 0 || common.sum == sum;
                    common.sum = sum;
                    common.members += 1;
                }
            }
        }
        let known = |key: &(u64, u64), common: &Common| common.equal && members(key.0, key.1) == Some(common.members);
        let commons = commons.into_iter().filter(|(key, common)| known(key, common));
        Self { by_comm: commons.map(|(key, common)| (key, common.roots)).collect() }
    }

    /// The root of the n-th operation of a communicator.
    pub(super) fn get(&self, application: u64, comm: u64, nth: usize) -> Option<u32> {
        let roots = self.by_comm.get(&(application, comm))?;
        roots.get(nth).copied().filter(|&root| root != NONE)
    }
}

impl Common {
    fn new() -> Self {
        Self { roots: Vec::new(), members: 0, sum: (0, 0), equal: true }
    }

    fn add(&mut self, nth: usize, root: u32) {
        if self.roots.len() <= nth {
            self.roots.resize(nth + 1, NONE);
        }
        if let Some(known) = self.roots.get_mut(nth) {
            self.equal &= *known == NONE || *known == root;
            *known = root;
        }
    }
}
