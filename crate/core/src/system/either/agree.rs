//! Ways to cut all processes in which every channel is closed between two cuts.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::candidates::{Candidate, Process};
use super::{line_of, Parts};
use crate::nest::{optimal, Nest};
use crate::symbols::Symbol;
use crate::system::line::{parse_set, LineKind};
use crate::system::merge::{Local, MOST_MEMBERS};

/// What two processes must agree on: messages from one to the other with a tag, or the collectives of a group.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Meeting {
    Channel(u32, u32, i64),
    Group(Box<str>),
}

/// How often a process sends, receives or takes part before the loop and in each variant. Of a channel to itself it has two.
pub(super) struct Ends(Vec<(Meeting, bool, Vec<u64>)>);

impl Ends {
    /// Counts. O(events of the parts).
    pub(super) fn of(
        local: &Local<'_>,
        (before, bodies, _): &(Vec<Symbol>, Vec<&[Symbol]>, Vec<Symbol>),
    ) -> Ends {
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
        Ends(ends)
    }
}

/// What a symbol is an end of, and whether it sends.
fn end_of(local: &Local<'_>, symbol: Symbol) -> Option<(Meeting, bool)> {
    let own = local.process.0;
    match line_of(local.symbols, symbol)?.kind {
        LineKind::Send { peer, tag } => Some((Meeting::Channel(own, peer, tag), true)),
        LineKind::Recv { peer, tag } => Some((Meeting::Channel(peer, own, tag), false)),
        LineKind::Sync { group, .. } => Some((Meeting::Group(group.into()), true)),
        LineKind::Local { .. } => None,
    }
}

/// The ways in which all processes are cut together, by those of the first; each with the order of its variants.
pub(super) fn fitting<'a>(
    locals: &'a [Local<'a>],
    processes: &'a [Process],
) -> impl Iterator<Item = (Vec<Parts>, Nest)> + 'a {
    let first = processes.first().map_or(&[][..], |process| &process.candidates);
    first.iter().filter_map(move |candidate| {
        let chosen = fit(locals, processes, candidate)?;
        let order = processes.first()?.order(candidate)?;
        let each = chosen.iter().zip(processes);
        let mut parts = Vec::with_capacity(processes.len());
        for (candidate, process) in each {
            if process.order(candidate)? != order {
                return None;
            }
            parts.push(process.parts(candidate)?);
        }
        let which: Vec<Symbol> = order.into_iter().map(Symbol).collect();
        Some((parts, optimal(&which).ok()?))
    })
}

/// The counts at a meeting, and at how many ends they are known.
struct Known<'a> {
    counts: &'a [u64],
    ends: usize,
}

/// For each process a way that agrees with those of the processes before it, which are taken as they meet.
fn fit<'a>(
    locals: &[Local<'_>],
    processes: &'a [Process],
    first: &'a Candidate,
) -> Option<Vec<&'a Candidate>> {
    let places: FxHashMap<u32, usize> =
        locals.iter().enumerate().map(|(at, local)| (local.process.0, at)).collect();
    let mut chosen: Vec<Option<&Candidate>> = vec![None; processes.len()];
    let mut known: FxHashMap<&Meeting, Known<'_>> = FxHashMap::default();
    // Processes in the order in which they meet; those that meet none come at the end.
    let mut queue: VecDeque<usize> = (0..1).collect();
    let mut others = 1..processes.len();
    while let Some(at) = queue.pop_front().or_else(|| others.next()) {
        if chosen.get(at)?.is_some() {
            continue;
        }
        let process = processes.get(at)?;
        let mut ways = process.candidates.iter().filter(|candidate| candidate.order == first.order);
        let way = match at {
            0 => first,
            _ => ways.find(|candidate| agrees(&candidate.ends, &known))?,
        };
        *chosen.get_mut(at)? = Some(way);
        for (meeting, _, counts) in &way.ends.0 {
            match known.get_mut(meeting) {
                // A process that sends to itself.
                Some(known) if known.counts != counts => return None,
                Some(known) => known.ends += 1,
                None => {
                    known.insert(meeting, Known { counts, ends: 1 });
                    let met = members(meeting)?;
                    queue.extend(met.iter().filter_map(|process| places.get(process)));
                }
            }
        }
    }
    // What is sent to a process must be received by it, and collectives are of all members.
    let is_complete = known.iter().all(|(meeting, known)| {
        let members = members(meeting).unwrap_or_default();
        let covered = members.iter().filter(|process| places.contains_key(process)).count();
        known.ends == covered || known.counts.iter().all(|&count| count == 0)
    });
    is_complete.then(|| chosen.into_iter().collect())?
}

fn agrees(ends: &Ends, known: &FxHashMap<&Meeting, Known<'_>>) -> bool {
    ends.0.iter().all(|(meeting, _, counts)| {
        known.get(meeting).is_none_or(|known| known.counts == counts.as_slice())
    })
}

/// The processes at the ends of a meeting: a process that sends to itself is there twice.
fn members(meeting: &Meeting) -> Option<Vec<u32>> {
    match meeting {
        Meeting::Channel(src, dst, _) => Some(vec![*src, *dst]),
        Meeting::Group(group) => parse_set(group, MOST_MEMBERS),
    }
}
