//! Whose turn it was: the order of a hub between its partners.
//!
//! An event that always comes right after the event before it of the same partner needs no entry, such as the work that a
//! master sends to whoever brought a result.

use rustc_hash::FxHashMap;

use crate::nest::{optimal, Nest};
use crate::small_sort::SmallSort;
use crate::symbols::Symbol;
use crate::trace::ProcessId;

/// The order of a hub between its partners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turns {
    /// The hub.
    pub hub: ProcessId,
    /// Its partners, ascending.
    pub partners: Vec<ProcessId>,
    /// For each turn the place of its partner in `partners`.
    pub which: Nest,
    /// Two events of one partner, without their partner, of which the second always comes right after the first: it belongs to the
    /// same turn.
    pub joined: Vec<(Box<str>, Box<str>)>,
}

/// An event of a hub.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HubEvent {
    /// With the partner at that place; the key is what it is without its partner.
    With { partner: u32, key: u32 },
    /// A collective, which ends turns.
    Sync,
}

/// The turns of a hub's events: for each its partner, and the pairs of keys that are joined. O(events).
pub(super) fn turns(events: &[HubEvent], partners: usize) -> (Vec<Symbol>, Vec<(u32, u32)>) {
    // Whether each pair of keys that follow each other at one partner follow each other always.
    let mut pairs: FxHashMap<(u32, u32), bool> = FxHashMap::default();
    each_pair(events, partners, |_, pair, is_next| {
        if let Some(pair) = pair {
            *pairs.entry(pair).or_insert(true) &= is_next;
        }
    });
    let mut list = Vec::new();
    each_pair(events, partners, |partner, pair, _| {
        let is_joined = pair.and_then(|pair| pairs.get(&pair)).copied();
        if is_joined != Some(true) {
            list.push(Symbol(partner));
        }
    });
    let mut joined: Vec<(u32, u32)> =
        pairs.into_iter().filter_map(|(pair, is_joined)| is_joined.then_some(pair)).collect();
    joined.sort_small();
    (list, joined)
}

/// Calls `take` for each event with a partner: with that, with its key and the one before it of the same partner, and with whether
/// that one stands right before it.
fn each_pair(events: &[HubEvent], partners: usize, mut take: impl FnMut(u32, Option<(u32, u32)>, bool)) {
    // Of each partner the key of its last event, and after how many collectives it came.
    let mut last: Vec<Option<(u32, u32)>> = vec![None; partners];
    let mut syncs = 0;
    let mut before = None;
    for &event in events {
        let HubEvent::With { partner, key } = event else {
            syncs += 1;
            before = None;
            continue;
        };
        let Some(known) = last.get_mut(partner as usize) else { continue };
        let pair = known.filter(|(_, at)| *at == syncs).map(|(first, _)| (first, key));
        take(partner, pair, before == Some(partner));
        *known = Some((key, syncs));
        before = Some(partner);
    }
}

impl Turns {
    /// The same with the texts of keys.
    pub(super) fn of(hub: ProcessId, partners: &[u32], events: &[HubEvent], keys: &[String]) -> Option<Self> {
        let (list, joined) = turns(events, partners.len());
        let text = |key: u32| keys.get(key as usize).map_or("", String::as_str).into();
        Some(Self {
            hub,
            partners: partners.iter().copied().map(ProcessId).collect(),
            which: optimal(&list).ok()?,
            joined: joined.into_iter().map(|(first, second)| (text(first), text(second))).collect(),
        })
    }

    /// Whether an event belongs to the turn of the one before it.
    pub(super) fn is_joined(&self, first: &str, second: &str) -> bool {
        self.joined.iter().any(|(one, other)| **one == *first && **other == *second)
    }
}
