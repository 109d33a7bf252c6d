//! How often a process sends, receives and takes part in collectives, part by part.

use rustc_hash::FxHashMap;

use crate::symbols::Symbol;
use crate::system::line::{parse_set, Line, LineKind};
use crate::system::merge::{Local, MOST_MEMBERS};

/// What two processes must agree on: messages from one to the other with a tag, or the collectives of a group.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Meeting {
    Channel(u32, u32, i64),
    Group(Box<str>),
}

/// How often a process sends, receives or takes part before the loop and in each variant. Of a channel to itself it has two.
pub(super) struct Ends(pub(super) Vec<(Meeting, bool, Vec<u64>)>);

impl Ends {
    /// Counts. O(events of the parts).
    pub(super) fn of(local: &Local<'_>, (before, bodies, _): &(Vec<Symbol>, Vec<&[Symbol]>, Vec<Symbol>)) -> Self {
        let mut ends: Vec<(Meeting, bool, Vec<u64>)> = Vec::new();
        let mut known: FxHashMap<Symbol, Option<usize>> = FxHashMap::default();
        let mut by_end: FxHashMap<(Meeting, bool), usize> = FxHashMap::default();
        let parts = std::iter::once(before.as_slice()).chain(bodies.iter().copied());
        for (part, symbols) in parts.enumerate() {
            for &symbol in symbols {
                let place = *known.entry(symbol).or_insert_with(|| {
                    let end = end_of(local, symbol)?;
                    Some(*by_end.entry(end).or_insert_with_key(|(meeting, sends)| {
                        ends.push((meeting.clone(), *sends, vec![0; bodies.len() + 1]));
                        ends.len() - 1
                    }))
                });
                let end = place.and_then(|place| ends.get_mut(place)?.2.get_mut(part));
                if let Some(count) = end {
                    *count += 1;
                }
            }
        }
        Self(ends)
    }
}

/// What a symbol is an end of, and whether it sends.
fn end_of(local: &Local<'_>, symbol: Symbol) -> Option<(Meeting, bool)> {
    let own = local.process.0;
    match Line::parse(local.symbols.text(symbol))?.kind {
        LineKind::Send { peer, tag } => Some((Meeting::Channel(own, peer, tag), true)),
        LineKind::Recv { peer, tag } => Some((Meeting::Channel(peer, own, tag), false)),
        LineKind::Sync { group, .. } => Some((Meeting::Group(group.into()), true)),
        LineKind::Local { .. } => None,
    }
}

/// The processes at the ends of a meeting: a process that sends to itself is there twice.
pub(super) fn members(meeting: &Meeting) -> Option<Vec<u32>> {
    match meeting {
        Meeting::Channel(src, dst, _) => Some(vec![*src, *dst]),
        Meeting::Group(group) => parse_set(group, MOST_MEMBERS),
    }
}
