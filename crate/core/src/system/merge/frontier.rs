//! The frontier of a sweep: what every member still has to get through, and who has to be looked at.

use std::collections::VecDeque;

use super::local_constructs::LocalId;
use crate::sparse_bit_set::SparseBitSet;

/// A process that takes part in a sweep, as its index among all that do, ascending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct MemberIndex(pub(super) u32);

impl MemberIndex {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A construct that a member still has to get through.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) id: LocalId,
    /// It came out of a loop that was taken apart.
    pub(super) from_loop: bool,
    /// How many constructs came out of this loop since something new asked for one.
    pub(super) rotations: u32,
}

/// What all members still have to get through.
///
/// Two invariants: a member whose front may have changed since [`take_moved`](Self::take_moved) was last called is
/// marked as moved, and the queue of awake members holds each of them once.
#[derive(Debug)]
pub(super) struct Frontier {
    /// For every member what is left, the next construct last.
    stacks: Vec<Vec<Entry>>,
    moved: SparseBitSet,
    awake: VecDeque<MemberIndex>,
    is_awake: Vec<bool>,
}

impl Frontier {
    /// Every member stands before its list, and all are awake.
    pub(super) fn new(lists: &[Vec<LocalId>]) -> Self {
        let entry = |&id| Entry { id, from_loop: false, rotations: 0 };
        let mut moved = SparseBitSet::below(lists.len());
        (0..lists.len()).for_each(|at| moved.add(at));
        Self {
            stacks: lists.iter().map(|list| list.iter().rev().map(entry).collect()).collect(),
            moved,
            awake: (0..lists.len() as u32).map(MemberIndex).collect(),
            is_awake: vec![true; lists.len()],
        }
    }

    /// Number of members.
    pub(super) fn len(&self) -> usize {
        self.stacks.len()
    }

    /// All members, ascending.
    pub(super) fn members(&self) -> impl Iterator<Item = MemberIndex> {
        (0..self.stacks.len() as u32).map(MemberIndex)
    }

    /// What comes next for a member; `None` when it has nothing left.
    pub(super) fn front(&self, at: MemberIndex) -> Option<Entry> {
        self.stacks.get(at.index()).and_then(|stack| stack.last()).copied()
    }

    /// All that a member has left, what comes next first.
    pub(super) fn left(&self, at: MemberIndex) -> impl Iterator<Item = LocalId> + '_ {
        let stack = self.stacks.get(at.index()).map_or(&[][..], Vec::as_slice);
        stack.iter().rev().map(|entry| entry.id)
    }

    /// Removes what comes next for a member.
    pub(super) fn pop(&mut self, at: MemberIndex) -> Option<Entry> {
        self.moved.add(at.index());
        self.stacks.get_mut(at.index())?.pop()
    }

    /// Puts constructs, the last one first, before everything that a member has left, and wakes the member.
    pub(super) fn put_back(&mut self, at: MemberIndex, backwards: impl Iterator<Item = Entry>) {
        if let Some(stack) = self.stacks.get_mut(at.index()) {
            stack.extend(backwards);
        }
        self.moved.add(at.index());
        self.wake(at);
    }

    /// Removes these constructs if they are exactly what comes next for a member.
    pub(super) fn pop_prefix(&mut self, at: MemberIndex, prefix: &[LocalId]) -> bool {
        let Some(stack) = self.stacks.get_mut(at.index()) else { return false };
        let Some(kept) = stack.len().checked_sub(prefix.len()) else { return false };
        let is_next = stack[kept..].iter().rev().map(|entry| entry.id).eq(prefix.iter().copied());
        if is_next {
            stack.truncate(kept);
            self.moved.add(at.index());
        }
        is_next
    }

    /// Queues a member whose events may go on.
    pub(super) fn wake(&mut self, at: MemberIndex) {
        if let Some(is_awake) = self.is_awake.get_mut(at.index()) {
            if !std::mem::replace(is_awake, true) {
                self.awake.push_back(at);
            }
        }
    }

    /// The next member whose events may go on.
    pub(super) fn next_awake(&mut self) -> Option<MemberIndex> {
        let at = self.awake.pop_front()?;
        self.is_awake[at.index()] = false;
        Some(at)
    }

    /// The members whose front may have changed since the last call, ascending.
    pub(super) fn take_moved(&mut self) -> Vec<MemberIndex> {
        self.moved.take().into_iter().map(MemberIndex).collect()
    }
}
