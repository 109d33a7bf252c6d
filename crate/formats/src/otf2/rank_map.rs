//! Which process a location belongs to, and which process a rank of a communicator is.
//!
//! The rank of a process is its place in the list of MPI's locations; all other locations of its
//! location group are its threads. Ids say nothing: EZTrace numbers locations in strides of about
//! 2^31 divided by the number of processes.

use loopscope_core::small_sort::SmallSort;
use rustc_hash::{FxHashMap, FxHashSet};

use super::definitions::{Comm, Definitions, Group, Members, MPI};
use super::local::Local;
use loopscope_core::trace::ProcessId;

/// The processes of an archive.
#[derive(Debug, Default)]
pub(super) struct RankMap {
    /// The location that represents each process, by process.
    main: FxHashMap<u64, u32>,
    /// The process of each location, threads included.
    process: FxHashMap<u64, u32>,
    /// Whether a list of MPI's locations says so.
    pub(super) has_ranks: bool,
}

impl RankMap {
    /// The world that definitions describe; `with_events` are the locations that have an event
    /// file.
    pub(super) fn new(definitions: &Definitions, with_events: &FxHashSet<u64>) -> Self {
        let Some(listed) = definitions.communicating(MPI) else {
            return Self::without_ranks(definitions, with_events);
        };
        let group_of: FxHashMap<u64, u32> =
            definitions.locations.iter().rev().map(|location| (location.id, location.group)).collect();
        let mut ranks = Self { has_ranks: true, ..Self::default() };
        let mut process_of_group = FxHashMap::default();
        for (rank, &location) in (0..=ProcessId::MAX).zip(listed) {
            ranks.main.entry(location).or_insert(rank);
            ranks.process.entry(location).or_insert(rank);
            if let Some(&group) = group_of.get(&location) {
                process_of_group.entry(group).or_insert(rank);
            }
        }
        for location in &definitions.locations {
            if let Some(&rank) = process_of_group.get(&location.group) {
                ranks.process.entry(location.id).or_insert(rank);
            }
        }
        ranks
    }

    /// Without MPI: every location with events counts as a process. Its number is the last one in
    /// the name of its location group where those are all different, else its place.
    fn without_ranks(definitions: &Definitions, with_events: &FxHashSet<u64>) -> Self {
        let mut seen = FxHashSet::default();
        let locations: Vec<(u64, u32)> = definitions
            .locations
            .iter()
            .filter(|location| with_events.contains(&location.id) && seen.insert(location.id))
            .map(|location| (location.id, location.group))
            .take(ProcessId::MAX as usize + 1)
            .collect();
        let named: Option<Vec<u32>> = locations
            .iter()
            .map(|(_, group)| Some(crate::process_number(definitions.process_name(*group)?)?.0))
            .collect();
        let different = |numbers: &Vec<u32>| numbers.iter().collect::<FxHashSet<_>>().len() == numbers.len();
        let numbers = named.filter(different).unwrap_or_else(|| (0..locations.len() as u32).collect());
        let main: FxHashMap<u64, u32> = locations.iter().map(|location| location.0).zip(numbers).collect();
        Self { process: main.clone(), main, has_ranks: false }
    }

    /// The process that a location is, or is a thread of.
    pub(super) fn process_of(&self, location: u64) -> Option<u32> {
        self.process.get(&location).copied()
    }

    /// Whether a location represents its process.
    pub(super) fn is_main(&self, location: u64) -> bool {
        self.main.contains_key(&location)
    }

    /// All processes, ascending.
    pub(super) fn processes(&self) -> Vec<u32> {
        let mut processes: Vec<u32> = self.main.values().copied().collect();
        processes.sort_small();
        processes
    }
}

/// A location's way of looking at communicators.
pub(super) struct CommunicatorView<'a> {
    pub(super) definitions: &'a Definitions,
    pub(super) ranks: &'a RankMap,
    pub(super) local: &'a Local,
    /// The process that looks.
    pub(super) own: u32,
}

impl CommunicatorView<'_> {
    /// The process that has a rank in a communicator; in one between two groups, in the other one.
    pub(super) fn process(&self, comm: u32, rank: u32) -> Option<u32> {
        match self.definitions.comm(self.local.comm(comm))? {
            Comm::Within(group) => self.member(self.definitions.group_of(group)?, rank),
            Comm::Between(one, other) => {
                let one = self.definitions.group_of(one)?;
                let other = self.definitions.group_of(other)?;
                let remote = if self.members(one).contains(&self.own) { other } else { one };
                self.member(remote, rank)
            }
        }
    }

    /// All processes of a communicator.
    pub(super) fn members_of(&self, comm: u32) -> Option<Vec<u32>> {
        match self.definitions.comm(self.local.comm(comm))? {
            Comm::Within(group) => Some(self.members(self.definitions.group_of(group)?)),
            Comm::Between(one, other) => {
                let mut all = self.members(self.definitions.group_of(one)?);
                all.extend(self.members(self.definitions.group_of(other)?));
                Some(all)
            }
        }
    }

    /// Whether the processes of a communicator are others for other locations: each has one of its own.
    pub(super) fn depends_on_own(&self, comm: u32) -> bool {
        let own = |group| {
            let group = self.definitions.group_of(group);
            group.is_some_and(|group| matches!(group.members, Members::Itself))
        };
        match self.definitions.comm(self.local.comm(comm)) {
            Some(Comm::Within(group)) => own(group),
            Some(Comm::Between(one, other)) => own(one) || own(other),
            None => false,
        }
    }

    fn members(&self, group: &Group) -> Vec<u32> {
        match group.members {
            Members::Itself => vec![self.own],
            _ => group.list.iter().filter_map(|&member| self.who(group, member)).collect(),
        }
    }

    fn member(&self, group: &Group, rank: u32) -> Option<u32> {
        match group.members {
            Members::Itself => (rank == 0).then_some(self.own),
            _ => self.who(group, *group.list.get(rank as usize)?),
        }
    }

    /// The process that a member of a group is.
    fn who(&self, group: &Group, member: u64) -> Option<u32> {
        let location = match group.members {
            Members::Ranks => {
                let list = self.definitions.communicating(group.paradigm)?;
                *list.get(usize::try_from(member).ok()?)?
            }
            _ => member,
        };
        self.ranks.process_of(location)
    }
}
