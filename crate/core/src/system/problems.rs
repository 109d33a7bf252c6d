//! What does not fit together in a trace: listed, never a reason to give up.

use super::model::{Channel, ChannelId, Construct, ConstructId, Model};
use crate::trace::ProcessId;

/// Something that does not fit together, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The process in whose events it shows.
    pub process: ProcessId,
    /// How many of its events stand before, at the first time.
    pub position: u64,
    /// What it is.
    pub kind: ProblemKind,
}

/// What does not fit together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// A loop that was left as it is: it and others wait for each other in a circle.
    Apart {
        /// The loop.
        construct: ConstructId,
    },
    /// An event that could not wait for its partner: processes wait for each other in a circle.
    Ahead {
        /// The event.
        construct: ConstructId,
    },
    /// A collective that others of its group name differently.
    Names {
        /// The part of those who name it so.
        construct: ConstructId,
    },
    /// Messages of a channel without a partner: the position is that of the first.
    Unmatched {
        /// The channel.
        channel: Channel,
        /// Messages sent.
        sent: u64,
        /// Messages received.
        received: u64,
    },
    /// Members of a group take part in different numbers of its collectives: the position is that of the
    /// first for which one of them has none left.
    Uneven {
        /// The first collective of the group.
        construct: ConstructId,
        /// How many the process has.
        own: u64,
        /// The one that has fewest.
        other: ProcessId,
        /// How many that has.
        others: u64,
    },
    /// A process that is named and not there: the position is that of the first event to name it.
    Missing {
        /// Which is not there.
        process: ProcessId,
    },
}

/// Adds what a model tells by itself: channels whose messages do not pair, processes that are not there.
pub(super) fn of_model(model: &Model, problems: &mut Vec<Problem>) {
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
    let is_there = |process: ProcessId| model.processes().binary_search(&process).is_ok();
    let mut missing: Vec<ProcessId> = Vec::new();
    for &process in model.processes() {
        let own = model.constructs_of(process);
        let mut named: Vec<ProcessId> = Vec::new();
        let mut channels: Vec<ChannelId> = Vec::new();
        for &id in own {
            match model.construct(id) {
                Construct::Send(channel) | Construct::Recv(channel) => {
                    let Channel { src, dst, .. } = model.channel(channel);
                    let (sent, received) = counts[channel.index()];
                    let is_send = matches!(model.construct(id), Construct::Send(_));
                    if !is_there(src) || !is_there(dst) {
                        named.push(if is_there(src) { dst } else { src });
                    } else if sent != received && is_send == (sent > received) {
                        channels.push(channel);
                    }
                }
                Construct::Sync { group, .. } => {
                    let group = model.group(group).iter().map(|&member| ProcessId(member));
                    named.extend(group.filter(|&member| !is_there(member)));
                }
                _ => {}
            }
        }
        named.sort_unstable();
        named.dedup();
        channels.sort_unstable();
        channels.dedup();
        for absent in named {
            let Err(at) = missing.binary_search(&absent) else { continue };
            missing.insert(at, absent);
            let names = |construct| match construct {
                Construct::Send(channel) => model.channel(channel).dst == absent,
                Construct::Recv(channel) => model.channel(channel).src == absent,
                Construct::Sync { group, .. } => {
                    model.group(group).binary_search(&absent.0).is_ok()
                }
                _ => false,
            };
            let position = position_of(model, process, 0, names);
            problems.push(Problem {
                process,
                position,
                kind: ProblemKind::Missing { process: absent },
            });
        }
        for id in channels {
            let ((sent, received), channel) = (counts[id.index()], model.channel(id));
            let is_one = |construct| match construct {
                Construct::Send(other) => other == id && sent > received,
                Construct::Recv(other) => other == id && received > sent,
                _ => false,
            };
            let position = position_of(model, process, sent.min(received), is_one);
            let kind = ProblemKind::Unmatched { channel, sent, received };
            problems.push(Problem { process, position, kind });
        }
    }
    uneven(model, &runs, problems);
}

/// The first collective of a group, and how many each of its processes has.
type Met = (ConstructId, Vec<(ProcessId, u64)>);

/// Adds groups whose members have different numbers of collectives. O(members of collectives).
fn uneven(model: &Model, runs: &[u64], problems: &mut Vec<Problem>) {
    let mut groups: Vec<Option<Met>> = vec![None; model.groups().len()];
    for id in model.ids() {
        let Construct::Sync { group, .. } = model.construct(id) else { continue };
        let there = |&member: &u32| {
            let process = ProcessId(member);
            model.processes().binary_search(&process).is_ok().then_some((process, 0))
        };
        let Some(place) = groups.get_mut(group.index()) else { continue };
        let (_, counts) = place
            .get_or_insert_with(|| (id, model.group(group).iter().filter_map(there).collect()));
        for member in model.members(id) {
            if let Ok(at) = counts.binary_search_by_key(member, |(process, _)| *process) {
                counts[at].1 = counts[at].1.saturating_add(runs[id.index()]);
            }
        }
    }
    for (construct, counts) in groups.into_iter().flatten() {
        let most = counts.iter().rev().max_by_key(|(_, count)| *count);
        let least = counts.iter().min_by_key(|(_, count)| *count);
        let (Some(&(process, own)), Some(&(other, others))) = (most, least) else { continue };
        let Construct::Sync { group, .. } = model.construct(construct) else { continue };
        if own == others {
            continue;
        }
        let is_one = |c| matches!(c, Construct::Sync { group: of, .. } if of == group);
        let position = position_of(model, process, others, is_one);
        let kind = ProblemKind::Uneven { construct, own, other, others };
        problems.push(Problem { process, position, kind });
    }
}

/// How many events of a process stand before the one of some kind that has `skip` of its kind before it.
/// O(constructs of the process), however often they run.
fn position_of(
    model: &Model,
    process: ProcessId,
    skip: u64,
    is_one: impl Fn(Construct) -> bool,
) -> u64 {
    let own = model.constructs_of(process);
    // Events, and such as are looked for, in one run of each construct and all its iterations.
    let mut sums = rustc_hash::FxHashMap::<ConstructId, (u64, u64)>::default();
    for &id in own {
        let one = match model.construct(id) {
            Construct::Loop(node) => {
                let (events, found) = sums.get(&id).copied().unwrap_or((0, 0));
                (events.saturating_mul(node.count), found.saturating_mul(node.count))
            }
            construct => (1, u64::from(is_one(construct))),
        };
        sums.insert(id, one);
        if let Some(parent) = model.parent(id) {
            let sum = sums.entry(parent).or_default();
            *sum = (sum.0.saturating_add(one.0), sum.1.saturating_add(one.1));
        }
    }
    let (mut position, mut left, mut inside) = (0u64, skip, None);
    // Outer constructs come later: down through the one that holds it, level by level.
    loop {
        let level = own.iter().filter(|&&id| model.parent(id) == inside);
        let mut next = None;
        for &id in level {
            let (events, found) = sums.get(&id).copied().unwrap_or((0, 0));
            if found > left {
                next = Some((id, events, found));
                break;
            }
            position = position.saturating_add(events);
            left -= found;
        }
        let Some((id, events, found)) = next else { return position };
        let Some(node) = model.as_loop(id) else { return position };
        let iterations = left / (found / node.count).max(1);
        position = position.saturating_add((events / node.count).saturating_mul(iterations));
        left %= (found / node.count).max(1);
        inside = Some(id);
    }
}
