//! Whether a model and a source of data are of the same trace: the number of events of a process, and a hash of them.
//!
//! The hash of a sequence is a polynomial over its events modulo 2^61 - 1, so that of a concatenation follows from those of its
//! parts, and that of a loop from its body in O(log count): a model has its hash without being run out. An event counts with
//! its kind, and a message with peer and tag, a collective with its group, a local event with its text. The name of a collective
//! does not count, since processes may call one operation by different names.

use crate::numbers::set_text;
use crate::system::{Construct, ConstructId, Model};
use crate::trace::{Kind, ProcessId, RecordId, Table};

/// 2^61 - 1, a prime.
const PRIME: u64 = (1 << 61) - 1;

/// The point at which the polynomial is evaluated.
const POINT: u64 = 0x0bad_5eed_cafe_f00d % PRIME;

fn times(a: u64, b: u64) -> u64 {
    // Of a number with 122 digits the upper half counts as much as the lower one, since 2^61 is 1.
    let product = u128::from(a) * u128::from(b);
    plus(product as u64 & PRIME, (product >> 61) as u64)
}

fn plus(a: u64, b: u64) -> u64 {
    let sum = a + b;
    if sum >= PRIME {
        sum - PRIME
    } else {
        sum
    }
}

/// How many events there are, and their hash. See the [module](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The number of events.
    pub events: u64,
    /// The hash of all of them, below 2^61.
    pub hash: u64,
    /// The point to the power of `events`.
    power: u64,
}

impl Default for Identity {
    fn default() -> Self {
        Self { events: 0, hash: 0, power: 1 }
    }
}

impl Identity {
    /// As a file says it.
    pub fn of(events: u64, hash: u64) -> Self {
        let one = Self { events: 1, hash: 0, power: POINT };
        Self { events, hash, power: one.repeated(events).power }
    }

    /// An event follows. O(1).
    pub fn push(&mut self, item: u64) {
        self.events += 1;
        self.hash = plus(times(self.hash, POINT), item % PRIME);
        self.power = times(self.power, POINT);
    }

    /// These, and then those. O(1).
    pub fn then(self, next: Self) -> Self {
        Self {
            events: self.events.saturating_add(next.events),
            hash: plus(times(self.hash, next.power), next.hash),
            power: times(self.power, next.power),
        }
    }

    /// These, so often. O(log count).
    pub fn repeated(self, mut count: u64) -> Self {
        let (mut all, mut doubled) = (Self::default(), self);
        while count > 0 {
            if count & 1 == 1 {
                all = all.then(doubled);
            }
            doubled = doubled.then(doubled);
            count >>= 1;
        }
        all
    }

    /// Those of a process in a model, without running its loops out. O(constructs of the process log counts).
    pub fn of_model(model: &Model, process: ProcessId) -> Self {
        let own = model.constructs_of(process);
        let mut parts = vec![Self::default(); own.len()];
        let mut all = Self::default();
        // The body of a loop comes before the loop, in the order of the process.
        for (at, &id) in own.iter().enumerate() {
            let Some(part) = parts.get_mut(at) else { continue };
            match model.as_loop(id) {
                Some(node) => *part = part.repeated(node.count),
                None => part.push(item_of_model(model, id, process)),
            }
            let part = *part;
            let around = model.parent(id).and_then(|parent| own.binary_search(&parent).ok());
            let whole = around.and_then(|around| parts.get_mut(around)).unwrap_or(&mut all);
            *whole = whole.then(part);
        }
        all
    }
}

/// The number of a kind in the column `kind`: 0 send, 1 receive, 2 collective, 3 local.
pub fn kind_number(kind: Kind) -> i64 {
    Kind::ALL.iter().position(|&known| known == kind).map_or(-1, |at| at as i64)
}

/// FNV-1a of 64 bits, over what an event counts with.
fn item(kind: Kind, (peer, tag): (u32, i64), text: &str) -> u64 {
    let head = [kind_number(kind) as u8].into_iter();
    let numbers = peer.to_le_bytes().into_iter().chain(tag.to_le_bytes());
    let bytes = head.chain(numbers).chain(text.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn item_of_model(model: &Model, id: ConstructId, process: ProcessId) -> u64 {
    match model.construct(id) {
        Construct::Send(channel) => {
            let channel = model.channel(channel);
            item(Kind::Send, (channel.dst.0, channel.tag), "")
        }
        Construct::Recv(channel) => {
            let channel = model.channel(channel);
            item(Kind::Recv, (channel.src.0, channel.tag), "")
        }
        Construct::Sync { group, .. } => item(Kind::Sync, (0, 0), &set_text(model.group(group).iter().copied())),
        Construct::Local { words } => item(Kind::Local, (0, 0), model.name(words)),
        // No event: never asked for.
        Construct::Loop(_) => u64::from(process.0),
    }
}

/// What events of a trace count with, each record once.
pub struct Items<'a> {
    table: &'a Table,
    /// By record.
    known: Vec<Option<u64>>,
}

impl<'a> Items<'a> {
    /// Nothing computed yet.
    pub fn new(table: &'a Table) -> Self {
        Items { table, known: vec![None; table.records().len()] }
    }

    /// What an event of that record counts with: for [`Identity::push`]. O(1), but for the first of a record.
    pub fn of(&mut self, id: RecordId) -> u64 {
        let table = self.table;
        if let Some(&Some(known)) = self.known.get(id.index()) {
            return known;
        }
        let made = {
            let record = table.record(id);
            match record.kind {
                Kind::Send | Kind::Recv => {
                    let peer = record.peer.unwrap_or(u32::MAX);
                    item(record.kind, (peer, record.tag.unwrap_or(-1)), "")
                }
                Kind::Sync => item(Kind::Sync, (0, 0), record.group.map_or("", |id| table.group_text(id))),
                Kind::Local | Kind::Call => item(record.kind, (0, 0), table.name(record.name)),
            }
        };
        if let Some(known) = self.known.get_mut(id.index()) {
            *known = Some(made);
        }
        made
    }
}

#[cfg(test)]
mod tests;
