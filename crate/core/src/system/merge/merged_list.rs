//! What a sweep produces: the constructs of one level, in topological order.

use super::local_constructs::{LocalId, ProcessIndex};
use crate::system::model::{GroupId, NameId};

/// What one process contributes to a merged construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) process: ProcessIndex,
    pub(super) id: LocalId,
}

/// The kind of a merged construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MergedKind {
    Event,
    Sync(NameId, GroupId),
    Loop {
        count: u64,
    },
    /// It has become iterations of another loop.
    Absorbed,
}

/// What is wrong with a merged construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Defect {
    /// A loop that was kept as it is, because it and others wait for each other.
    Conflict,
    /// An event that went ahead of its partner.
    Ahead,
    /// A collective that other members of its group name differently.
    NamesDiffer,
}

/// A construct of the result; [`MergedList::parts`] gives its parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct MergedConstruct {
    pub(super) kind: MergedKind,
    pub(super) defect: Option<Defect>,
    parts: (u32, u32),
}

impl MergedConstruct {
    /// How many processes take part.
    pub(super) fn width(&self) -> usize {
        (self.parts.1 - self.parts.0) as usize
    }
}

/// The constructs of one level, and the parts of each.
#[derive(Debug, Default)]
pub(super) struct MergedList {
    list: Vec<MergedConstruct>,
    parts: Vec<Part>,
}

impl MergedList {
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &MergedConstruct> {
        self.list.iter()
    }

    pub(super) fn get(&self, at: usize) -> MergedConstruct {
        self.list[at]
    }

    /// The parts of a construct, one for each process that takes part.
    pub(super) fn parts(&self, construct: &MergedConstruct) -> &[Part] {
        &self.parts[construct.parts.0 as usize..construct.parts.1 as usize]
    }

    /// Appends a construct of these parts.
    pub(super) fn push(&mut self, kind: MergedKind, defect: Option<Defect>, parts: impl IntoIterator<Item = Part>) {
        let start = self.parts.len() as u32;
        self.parts.extend(parts);
        let parts = (start, self.parts.len() as u32);
        self.list.push(MergedConstruct { kind, defect, parts });
    }

    /// Says that a construct has become part of another.
    pub(super) fn absorb(&mut self, at: usize) {
        self.list[at].kind = MergedKind::Absorbed;
    }

    /// Replaces a loop by one over the same processes.
    pub(super) fn replace_loop(&mut self, at: usize, count: u64, ids: &[LocalId]) {
        let start = self.list[at].parts.0 as usize;
        for (part, &id) in self.parts[start..].iter_mut().zip(ids) {
            part.id = id;
        }
        self.list[at].kind = MergedKind::Loop { count };
    }

    /// Removes what has become part of other constructs.
    pub(super) fn remove_absorbed(&mut self) {
        self.list.retain(|construct| construct.kind != MergedKind::Absorbed);
    }
}
