//! Ways to cut all processes in which every channel is closed between two cuts.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::candidates::{Candidate, Process};
use super::ends::{members, Ends, Meeting};
use super::parts::Parts;
use crate::nest::{optimal, Nest};
use crate::system::merge::Local;
use crate::variants::{as_listed, in_order};

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
        let variants = parts.first()?.bodies.len();
        let (listed, which) = as_listed(&order, variants);
        for own in &mut parts {
            own.bodies = in_order(std::mem::take(&mut own.bodies), &listed)?;
        }
        Some((parts, optimal(&which).ok()?))
    })
}

/// The counts at a meeting, and at how many ends they are known.
struct Known<'a> {
    counts: &'a [u64],
    ends: usize,
}

/// For each process a way that agrees with those of the processes before it, which are taken as they meet.
fn fit<'a>(locals: &[Local<'_>], processes: &'a [Process], first: &'a Candidate) -> Option<Vec<&'a Candidate>> {
    let places: FxHashMap<u32, usize> = locals.iter().enumerate().map(|(at, local)| (local.process.0, at)).collect();
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
    ends.0.iter().all(|(meeting, _, counts)| known.get(meeting).is_none_or(|known| known.counts == counts.as_slice()))
}
