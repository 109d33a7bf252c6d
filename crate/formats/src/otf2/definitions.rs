//! What `NAME.def` defines: names, processes, communicators.
//!
//! Definitions may come in any order and be repeated: EZTrace writes its groups out of order and the
//! group 0 twice, once as the list of all locations and once as a group. So the lists of locations
//! that communicate are stored separately from the groups; of two definitions with one id, the first counts.

use rustc_hash::FxHashMap;

use super::bytes::Values;
use super::stream::Sink;

/// Stands for no id.
pub(super) const UNDEFINED: u32 = u32::MAX;

/// The programming model that communicators of MPI belong to.
pub(super) const MPI: u8 = 4;

/// What a group's members are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Members {
    /// Ids of locations.
    Locations,
    /// Places in the list of the locations that communicate.
    Ranks,
    /// The process that asks.
    Itself,
}

#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) members: Members,
    pub(super) paradigm: u8,
    pub(super) list: Vec<u64>,
}

/// A communicator, or one between two groups.
#[derive(Clone, Copy, Debug)]
pub(super) enum Comm {
    Within(u32),
    Between(u32, u32),
}

#[derive(Clone, Debug)]
pub(super) struct Location {
    pub(super) id: u64,
    /// Id of its location group: the process it is a thread of.
    pub(super) group: u32,
    pub(super) kind: LocationKind,
}

/// What a location is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LocationKind {
    /// A thread of a process, or something that this version of the format does not know.
    Thread,
    /// A stream of an accelerator.
    Accelerator,
    /// A series of measurements: it holds metrics and executes nothing.
    Metric,
}

impl LocationKind {
    /// By the number that the format gives it (`OTF2_LocationType`).
    fn of(number: u8) -> Self {
        match number {
            2 => Self::Accelerator,
            3 => Self::Metric,
            _ => Self::Thread,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    pub(super) name: u32,
    pub(super) paradigm: u8,
}

/// Ticks a second, and the tick that counts as the beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClockProperties {
    pub(super) resolution: u64,
    pub(super) start: u64,
}

/// All of a file of global definitions that is of use.
#[derive(Debug, Default)]
pub(super) struct Definitions {
    strings: FxHashMap<u32, Box<str>>,
    regions: FxHashMap<u32, Region>,
    groups: FxHashMap<u32, Group>,
    comms: FxHashMap<u32, Comm>,
    /// Names of the location groups.
    processes: FxHashMap<u32, u32>,
    /// In order of definition.
    pub(super) locations: Vec<Location>,
    /// The lists of locations that communicate, by programming model.
    communicating: Vec<(u8, Vec<u64>)>,
    pub(super) clock: Option<ClockProperties>,
    /// Bytes that all of it takes, about.
    pub(super) kept: u64,
}

const CLOCK: u8 = 5;
const STRING: u8 = 10;
const LOCATION_GROUP: u8 = 13;
const LOCATION: u8 = 14;
const REGION: u8 = 15;
const GROUP: u8 = 18;
const COMM: u8 = 22;
const INTER_COMM: u8 = 43;

impl Sink for Definitions {
    fn wants(&self, kind: u8) -> bool {
        matches!(kind, CLOCK | STRING | LOCATION_GROUP | LOCATION | REGION | GROUP | COMM | INTER_COMM)
    }

    fn record(&mut self, kind: u8, _time: u64, mut values: Values<'_>) -> Option<()> {
        let values = &mut values;
        match kind {
            CLOCK => {
                let (resolution, start) = (values.number()?, values.number()?);
                self.clock = Some(ClockProperties { resolution, start });
            }
            STRING => {
                let id = values.id()?;
                let text = String::from_utf8_lossy(values.text()?).into_owned();
                self.kept += text.len() as u64 + 48;
                self.strings.entry(id).or_insert_with(|| text.into());
            }
            LOCATION_GROUP => {
                let (id, name) = (values.id()?, values.id()?);
                self.processes.entry(id).or_insert(name);
                self.kept += 16;
            }
            LOCATION => {
                let (id, _name, kind) = (values.number()?, values.id()?, values.byte()?);
                // The number of events is wrong in EZTrace archives, so it is not looked at.
                let (_events, group) = (values.number()?, values.id()?);
                self.locations.push(Location { id, group, kind: LocationKind::of(kind) });
                self.kept += 24;
            }
            REGION => self.region(values)?,
            GROUP => self.group(values)?,
            COMM => {
                let (id, _name, group) = (values.id()?, values.id()?, values.id()?);
                self.comms.entry(id).or_insert(Comm::Within(group));
                self.kept += 32;
            }
            INTER_COMM => {
                let (id, _name) = (values.id()?, values.id()?);
                let (one, other) = (values.id()?, values.id()?);
                self.comms.entry(id).or_insert(Comm::Between(one, other));
                self.kept += 32;
            }
            _ => {}
        }
        Some(())
    }
}

impl Definitions {
    fn region(&mut self, values: &mut Values<'_>) -> Option<()> {
        let (id, name) = (values.id()?, values.id()?);
        let _description = values.id()?;
        let old_kind = values.byte()?;
        let (_file, _first_line, _last_line) = (values.id()?, values.id()?, values.id()?);
        // Before version 1.1 a region had a kind alone: 21 to 26 were those of MPI.
        let paradigm = if values.is_empty() {
            if (21..=26).contains(&old_kind) {
                MPI
            } else {
                0
            }
        } else {
            let (_canonical, _role) = (values.id()?, values.byte()?);
            values.byte()?
        };
        self.regions.entry(id).or_insert(Region { name, paradigm });
        self.kept += 32;
        Some(())
    }

    fn group(&mut self, values: &mut Values<'_>) -> Option<()> {
        let (id, _name, old_kind) = (values.id()?, values.id()?, values.byte()?);
        let count = values.id()?;
        let list = (0..count).map(|_| values.number()).collect::<Option<Vec<u64>>>()?;
        // Before version 1.2 the kind included the programming model.
        let (kind, paradigm) = if values.is_empty() {
            match old_kind {
                4 => (5, MPI),
                5 => (6, MPI),
                6 => (4, MPI),
                other => (other, 0),
            }
        } else {
            (values.byte()?, values.byte()?)
        };
        self.kept += 8 * list.len() as u64 + 64;
        let members = match kind {
            1 => Members::Locations,
            4 => {
                if !self.communicating.iter().any(|known| known.0 == paradigm) {
                    self.communicating.push((paradigm, list.clone()));
                }
                Members::Locations
            }
            5 => Members::Ranks,
            6 => Members::Itself,
            // Regions and metrics.
            _ => return Some(()),
        };
        let group = Group { members, paradigm, list };
        match self.groups.entry(id) {
            std::collections::hash_map::Entry::Vacant(free) => {
                free.insert(group);
            }
            std::collections::hash_map::Entry::Occupied(mut known) => {
                // A list of all locations gives way to a group that took its id.
                if kind != 4 && known.get().members == Members::Locations {
                    known.insert(group);
                }
            }
        }
        Some(())
    }

    /// What each location is, by its id; of two definitions of one id the first counts.
    pub(super) fn kinds(&self) -> FxHashMap<u64, LocationKind> {
        self.locations.iter().rev().map(|location| (location.id, location.kind)).collect()
    }

    /// The name of a location group.
    pub(super) fn process_name(&self, id: u32) -> Option<&str> {
        self.string(*self.processes.get(&id)?)
    }

    /// A text, or nothing.
    pub(super) fn string(&self, id: u32) -> Option<&str> {
        self.strings.get(&id).map(|text| &**text)
    }

    pub(super) fn region_of(&self, id: u32) -> Option<Region> {
        self.regions.get(&id).copied()
    }

    pub(super) fn group_of(&self, id: u32) -> Option<&Group> {
        self.groups.get(&id)
    }

    pub(super) fn comm(&self, id: u32) -> Option<Comm> {
        self.comms.get(&id).copied()
    }

    /// The locations that communicate in a programming model, by rank.
    pub(super) fn communicating(&self, paradigm: u8) -> Option<&[u64]> {
        let known = self.communicating.iter().find(|known| known.0 == paradigm)?;
        Some(&known.1)
    }
}
