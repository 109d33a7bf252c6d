//! What `N.def` says of one location: how its ids map to the global ones, and how its clock ran.

use rustc_hash::FxHashMap;

use super::bytes::Values;
use super::stream::Sink;

/// Global ids by local id. A list is for ids from 0 on, pairs are for those that differ.
#[derive(Clone, Debug)]
enum Table {
    List(Vec<u64>),
    Pairs(FxHashMap<u64, u64>),
}

/// The definitions of a location.
#[derive(Debug, Default)]
pub(super) struct Local {
    regions: Option<Table>,
    comms: Option<Table>,
    pub(super) clock: Vec<ClockOffset>,
    /// Bytes that all of it takes, about.
    pub(super) kept: u64,
}

/// How far the clock of a location lagged the global one at some time of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClockOffset {
    pub(super) time: u64,
    pub(super) offset: i64,
}

const MAPPING: u8 = 5;
const CLOCK_OFFSET: u8 = 6;

/// What a table maps: ids of regions, of communicators.
const REGIONS: u8 = 3;
const COMMS: u8 = 6;

impl Sink for Local {
    fn wants(&self, kind: u8) -> bool {
        matches!(kind, MAPPING | CLOCK_OFFSET)
    }

    fn record(&mut self, kind: u8, _time: u64, mut values: Values<'_>) -> Option<()> {
        let values = &mut values;
        match kind {
            MAPPING => {
                let slot = match values.byte()? {
                    REGIONS => &mut self.regions,
                    COMMS => &mut self.comms,
                    _ => return Some(()),
                };
                let (count, sparse) = (values.number()?, values.byte()?);
                let table = if sparse == 0 {
                    let list = (0..count).map(|_| values.number());
                    Table::List(list.collect::<Option<_>>()?)
                } else {
                    let pairs = (0..count).map(|_| Some((values.number()?, values.number()?)));
                    Table::Pairs(pairs.collect::<Option<_>>()?)
                };
                *slot = Some(table);
                self.kept += 32 * count;
            }
            CLOCK_OFFSET => {
                let (time, offset) = (values.raw()?, values.signed()?);
                self.clock.push(ClockOffset { time, offset });
                self.kept += 16;
            }
            _ => {}
        }
        Some(())
    }
}

impl Local {
    /// The global id of a region.
    pub(super) fn region(&self, id: u32) -> u32 {
        global(self.regions.as_ref(), id)
    }

    /// The global id of a communicator.
    pub(super) fn comm(&self, id: u32) -> u32 {
        global(self.comms.as_ref(), id)
    }
}

/// An id that a table does not name is the same in both numberings.
fn global(table: Option<&Table>, id: u32) -> u32 {
    let mapped = match table {
        None => None,
        Some(Table::List(list)) => list.get(id as usize).copied(),
        Some(Table::Pairs(pairs)) => pairs.get(&u64::from(id)).copied(),
    };
    mapped.and_then(|id| u32::try_from(id).ok()).unwrap_or(id)
}
