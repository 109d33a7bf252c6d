//! What does not fit together in a trace. It is listed, and the merge goes on.

use super::model::{Channel, ChannelId, Construct, ConstructId, GroupId, Model};
use super::positions::ProcessPositions;
use crate::small_sort::SmallSort;
use crate::trace::ProcessId;
use rustc_hash::FxHashSet;

/// Something that does not fit together, and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The process in whose events it is seen.
    pub process: ProcessId,
    /// How many events of the process precede it.
    pub position: u64,
    /// What it is.
    pub kind: ProblemKind,
}

/// What does not fit together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// A loop that was not merged: loops of different processes exchange messages with it in another order.
    Conflict {
        /// The loop.
        construct: ConstructId,
    },
    /// An event placed before its partner, because no order of all events has each send before its receive.
    Ahead {
        /// The event.
        construct: ConstructId,
    },
    /// A collective that other members of its group name differently.
    NamesDiffer {
        /// The part of the members that use this name.
        construct: ConstructId,
    },
    /// Messages of a channel without a partner. The position is that of the first.
    Unmatched {
        /// The channel.
        channel: Channel,
        /// Messages sent.
        sent: u64,
        /// Messages received.
        received: u64,
    },
    /// Members of a group take part in different numbers of its collectives. The position is that of the first collective
    /// for which one of them has none left.
    Uneven {
        /// The first collective of the group.
        construct: ConstructId,
        /// How many the process has.
        own: u64,
        /// The member with the fewest.
        other: ProcessId,
        /// How many that member has.
        others: u64,
    },
    /// A process that events name and that is not in the trace. The position is that of the first such event.
    Missing {
        /// The missing process.
        process: ProcessId,
    },
}

/// Adds the problems that can be read off a model: channels whose messages do not pair, missing processes, and groups whose
/// members have different numbers of collectives.
pub(super) fn of_model(model: &Model, problems: &mut Vec<Problem>) {
    let (counts, runs) = totals(model);
    let is_there = |process: ProcessId| model.place(process).is_some();
    // Once for every group: otherwise each member would look at all members.
    let absent = |group: &[u32]| -> Vec<ProcessId> {
        group.iter().map(|&member| ProcessId(member)).filter(|&member| !is_there(member)).collect()
    };
    let absent: Vec<Vec<ProcessId>> = model.groups().iter().map(|group| absent(group)).collect();
    let mut missing: FxHashSet<ProcessId> = FxHashSet::default();
    // Groups whose absent members are known to be missing.
    let mut listed = vec![false; model.groups().len()];
    for &process in model.processes() {
        let Suspects { named, mut met, channels } = Suspects::of(model, process, &counts, &listed);
        met.retain(|(group, _)| !absent[group.index()].is_empty());
        if named.is_empty() && met.is_empty() && channels.is_empty() {
            continue;
        }
        let positions = ProcessPositions::new(model, process);
        let mut named: Vec<(ProcessId, u64)> =
            named.into_iter().map(|(absent, id)| (absent, positions.first(id))).collect();
        let mut met: Vec<(GroupId, u64)> = met.into_iter().map(|(group, id)| (group, positions.first(id))).collect();
        met.sort_small();
        met.dedup_by_key(|(group, _)| *group);
        for (group, position) in met {
            listed[group.index()] = true;
            named.extend(absent[group.index()].iter().map(|&process| (process, position)));
        }
        // The first event that names each of them.
        named.sort_small();
        named.dedup_by_key(|(absent, _)| *absent);
        for (absent, position) in named {
            if missing.insert(absent) {
                let kind = ProblemKind::Missing { process: absent };
                problems.push(Problem { process, position, kind });
            }
        }
        unmatched(model, &positions, (process, channels), &counts, problems);
    }
    uneven(model, &runs, problems);
}

/// The messages sent and received on every channel, and how often every construct runs.
fn totals(model: &Model) -> (Vec<(u64, u64)>, Vec<u64>) {
    let mut counts = vec![(0u64, 0u64); model.channels().len()];
    let mut runs = vec![1u64; model.len()];
    for id in model.ids().rev() {
        let times = runs[id.index()];
        match model.construct(id) {
            Construct::Send(channel) => counts[channel.index()].0 += times,
            Construct::Recv(channel) => counts[channel.index()].1 += times,
            Construct::Loop(node) => {
                for item in model.body(&node) {
                    runs[item.index()] = times.saturating_mul(node.count);
                }
            }
            Construct::Sync { .. } | Construct::Local { .. } => {}
        }
    }
    (counts, runs)
}

/// Constructs of one process that may show a problem.
#[derive(Default)]
struct Suspects {
    /// Messages to or from a process that is not in the trace.
    named: Vec<(ProcessId, ConstructId)>,
    /// Collectives of groups whose absent members are not listed yet.
    met: Vec<(GroupId, ConstructId)>,
    /// Sends (or receives) of channels with more of them than of the other half.
    channels: Vec<(ChannelId, ConstructId)>,
}

impl Suspects {
    fn of(model: &Model, process: ProcessId, counts: &[(u64, u64)], listed: &[bool]) -> Self {
        let is_there = |process: ProcessId| model.place(process).is_some();
        let mut suspects = Self::default();
        for &id in model.constructs_of(process) {
            match model.construct(id) {
                Construct::Send(channel) | Construct::Recv(channel) => {
                    let Channel { src, dst, .. } = model.channel(channel);
                    let (sent, received) = counts[channel.index()];
                    let is_send = matches!(model.construct(id), Construct::Send(_));
                    if !is_there(src) || !is_there(dst) {
                        suspects.named.push((if is_there(src) { dst } else { src }, id));
                    } else if sent != received && is_send == (sent > received) {
                        suspects.channels.push((channel, id));
                    }
                }
                Construct::Sync { group, .. } if !listed[group.index()] => {
                    suspects.met.push((group, id));
                }
                Construct::Sync { .. } | Construct::Local { .. } | Construct::Loop(_) => {}
            }
        }
        suspects
    }
}

/// Adds the channels of a process whose messages do not pair.
fn unmatched(
    model: &Model,
    positions: &ProcessPositions<'_>,
    (process, mut channels): (ProcessId, Vec<(ChannelId, ConstructId)>),
    counts: &[(u64, u64)],
    problems: &mut Vec<Problem>,
) {
    channels.sort_small();
    for events in channels.chunk_by(|a, b| a.0 == b.0) {
        let Some(&(id, _)) = events.first() else { continue };
        let ((sent, received), channel) = (counts[id.index()], model.channel(id));
        let events: Vec<ConstructId> = events.iter().map(|(_, event)| *event).collect();
        let position = positions.nth(&events, sent.min(received));
        let kind = ProblemKind::Unmatched { channel, sent, received };
        problems.push(Problem { process, position, kind });
    }
}

/// The collectives of a group, and how many each of its processes has.
type Met = (Vec<ConstructId>, Vec<(ProcessId, u64)>);

/// Adds groups whose members have different numbers of collectives. O(members of collectives), and the constructs of the
/// members that have too many.
fn uneven(model: &Model, runs: &[u64], problems: &mut Vec<Problem>) {
    let mut groups: Vec<Option<Met>> = vec![None; model.groups().len()];
    for id in model.ids() {
        let Construct::Sync { group, .. } = model.construct(id) else { continue };
        let there = |&member: &u32| {
            let process = ProcessId(member);
            model.place(process).map(|_| (process, 0))
        };
        let Some(place) = groups.get_mut(group.index()) else { continue };
        let (met, counts) =
            place.get_or_insert_with(|| (Vec::new(), model.group(group).iter().filter_map(there).collect()));
        met.push(id);
        for member in model.members(id) {
            if let Ok(at) = counts.binary_search_by_key(member, |(process, _)| *process) {
                counts[at].1 = counts[at].1.saturating_add(runs[id.index()]);
            }
        }
    }
    // Usually one process has too many collectives of several groups.
    let mut known: Option<(ProcessId, ProcessPositions<'_>)> = None;
    for (met, counts) in groups.into_iter().flatten() {
        let most = counts.iter().rev().max_by_key(|(_, count)| *count);
        let least = counts.iter().min_by_key(|(_, count)| *count);
        let (Some(&(process, own)), Some(&(other, others))) = (most, least) else { continue };
        let Some(&construct) = met.first() else { continue };
        if own == others {
            continue;
        }
        let events: Vec<ConstructId> =
            met.into_iter().filter(|&id| model.members(id).binary_search(&process).is_ok()).collect();
        let kept = known.take().filter(|(of, _)| *of == process);
        let (_, positions) = known.insert(kept.unwrap_or_else(|| (process, ProcessPositions::new(model, process))));
        let position = positions.nth(&events, others);
        let kind = ProblemKind::Uneven { construct, own, other, others };
        problems.push(Problem { process, position, kind });
    }
}
