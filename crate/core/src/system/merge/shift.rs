//! Shifting: a loop that something waits for gives out the smallest part of its body that delivers it.
//!
//! The paper unwraps whole iterations where the volume of a link allows it; two loops out of phase then unwrap each
//! other to the end. So the least consistent cut is always taken: the shortest prefix of the body that holds what is
//! asked for and leaves nothing in flight on channels that the process has to itself. The loop continues with
//! the rest of its body first: `for n {X Y}` becomes `X for n-1 {Y X} Y`, or, where a copy of X follows the loop,
//! `X for n {Y X}`.

use super::frontier::MemberIndex;
use super::local_constructs::{End, LocalConstructs, LocalId};
use super::status::Demand;
use super::sweep::Sweep;
use crate::system::model::ChannelId;

/// A loop may rotate by this many times the constructs of its body, and [`MORE_ROTATIONS`], without anything new
/// asking for it; after that the phase is not what is wrong.
const ROTATIONS_PER_BODY: usize = 3;
const MORE_ROTATIONS: usize = 10;

/// How a loop gave out a part of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShiftKind {
    /// A part of an iteration, after whole ones: the loop goes on turned round, and the rest of an iteration follows it.
    Turned,
    /// The same, and a copy of the part followed the loop, which so keeps its iterations.
    CountKept,
    /// Whole iterations.
    Peeled,
    /// It became two loops.
    Split,
}

/// A part that a loop has given out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GivenOut {
    pub(super) kind: ShiftKind,
    /// The constructs before what is left of the loop.
    pub(super) constructs: usize,
    /// The iterations that are left.
    pub(super) left: u64,
}

/// A loop that was shifted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shifted {
    pub(super) given: GivenOut,
    /// The demand that was met.
    pub(super) demand: Demand,
}

/// A body in two parts: what the loop gives out, and what stays.
struct Cut {
    prefix: Vec<LocalId>,
    suffix: Vec<LocalId>,
}

/// Shifts every loop that must deliver, each for the demand that takes the least of it. `demands` are in the order of
/// members. Returns the loops that could be shifted.
pub(super) fn deliver(sweep: &mut Sweep<'_>, demands: &[Demand]) -> Vec<Shifted> {
    let of_members = demands.chunk_by(|a, b| a.at == b.at);
    of_members.filter_map(|demands| shift(sweep, demands)).collect()
}

/// Opens the loop at the front of a member: one iteration comes out of it.
pub(super) fn open(sweep: &mut Sweep<'_>, at: MemberIndex) -> bool {
    let Some(id) = sweep.front_loop(at) else { return false };
    let cut = Cut { prefix: sweep.constructs().body(id).to_vec(), suffix: Vec::new() };
    give_out(sweep, at, 0, cut, 0).is_some()
}

/// Shifts one loop for the smallest of its demands.
fn shift(sweep: &mut Sweep<'_>, demands: &[Demand]) -> Option<Shifted> {
    let at = demands.first()?.at;
    let entry = sweep.frontier().front(at)?;
    let is_fresh = demands.iter().any(|demand| demand.is_fresh);
    let limit = ROTATIONS_PER_BODY * sweep.constructs().body(entry.id).len() + MORE_ROTATIONS;
    if (!is_fresh && entry.rotations as usize > limit) || sweep.growth_left() == 0 {
        return None;
    }
    if let Some(demand) = split_for_conflict(sweep, at, demands) {
        let given = GivenOut { kind: ShiftKind::Split, constructs: 0, left: 0 };
        return Some(Shifted { given, demand });
    }
    let mut best: Option<(u64, Cut, Demand)> = None;
    for demand in demands {
        let per_iteration = sweep.constructs().through(entry.id, demand.end).max(1);
        let whole = (demand.amount.max(1) - 1) / per_iteration;
        let rest = demand.amount - whole * per_iteration;
        let cut = least_cut(sweep, at, entry.id, demand.end, rest);
        let is_shorter = best
            .as_ref()
            .is_none_or(|(other_whole, other, _)| (whole, cut.prefix.len()) < (*other_whole, other.prefix.len()));
        if is_shorter {
            best = Some((whole, cut, *demand));
        }
    }
    let (whole, cut, demand) = best?;
    for demand in demands {
        if let End::Send(channel) | End::Recv(channel) = demand.end {
            sweep.clear_fresh(channel);
        }
    }
    let rotations = if is_fresh { 0 } else { entry.rotations };
    let given = give_out(sweep, at, whole, cut, rotations)?;
    Some(Shifted { given, demand })
}

/// Splits a loop that takes several iterations' worth of what a loop in conflict has sent: both parts stay loops. Returns the
/// demand that is met by that.
fn split_for_conflict(sweep: &mut Sweep<'_>, at: MemberIndex, demands: &[Demand]) -> Option<Demand> {
    let entry = sweep.frontier().front(at)?;
    let count = sweep.constructs().count(entry.id);
    for demand in demands {
        let per_iteration = sweep.constructs().through(entry.id, demand.end).max(1);
        let from_conflict = match demand.end {
            End::Send(channel) | End::Recv(channel) => sweep.channel(channel).from_conflict,
            End::Sync(group) => sweep.group(group).is_skewed,
        };
        let whole = demand.amount / per_iteration;
        if from_conflict && whole >= 2 && whole < count {
            let (process, body) = (sweep.process(at), sweep.constructs().body(entry.id).to_vec());
            let first = sweep.constructs_mut().repeat(process, whole, &body);
            let rest = sweep.constructs_mut().iterations(process, count - whole, &body);
            sweep.pop(at);
            sweep.put_back(at, &rest, true, entry.rotations);
            sweep.put_back(at, &[first], true, entry.rotations);
            return Some(*demand);
        }
    }
    None
}

/// Takes whole iterations and then a prefix out of the loop at the front of a member. `None` if the model may not grow by
/// that.
fn give_out(sweep: &mut Sweep<'_>, at: MemberIndex, whole: u64, cut: Cut, rotations: u32) -> Option<GivenOut> {
    let entry = sweep.frontier().front(at)?;
    let (process, body) = (sweep.process(at), sweep.constructs().body(entry.id).to_vec());
    let count = sweep.constructs().count(entry.id);
    let growth = match whole < count {
        true => sweep.constructs().size(entry.id).saturating_mul(whole + 1),
        false => u64::MAX,
    };
    if !sweep.grow(growth) {
        return None;
    }
    sweep.pop(at);
    let constructs = cut.prefix.len() + (whole as usize).saturating_mul(body.len());
    let mut left = count - whole - 1;
    let mut kind = if cut.suffix.is_empty() { ShiftKind::Peeled } else { ShiftKind::Turned };
    let rotated: Vec<LocalId> = [cut.suffix.as_slice(), cut.prefix.as_slice()].concat();
    let rotations = rotations
        .saturating_add(cut.prefix.len() as u32)
        .saturating_add((whole as u32).saturating_mul(body.len() as u32));
    if sweep.pop_prefix(at, &cut.prefix) {
        // `for n {X Y} X` keeps its iterations.
        (kind, left) = (ShiftKind::CountKept, left + 1);
        let rest = sweep.constructs_mut().iterations(process, count - whole, &rotated);
        sweep.put_back(at, &rest, true, rotations);
    } else {
        sweep.put_back(at, &cut.suffix, true, 0);
        let rest = sweep.constructs_mut().iterations(process, count - whole - 1, &rotated);
        sweep.put_back(at, &rest, true, rotations);
    }
    sweep.put_back(at, &cut.prefix, true, 0);
    for _ in 0..whole {
        sweep.put_back(at, &body, true, 0);
    }
    Some(GivenOut { kind, constructs, left })
}

/// What is in flight on the channels that a process has to itself.
type OwnChannels = Vec<(ChannelId, i64)>;

/// The least consistent cut of a loop's body that holds this much of an end.
fn least_cut(sweep: &mut Sweep<'_>, at: MemberIndex, id: LocalId, end: End, amount: u64) -> Cut {
    let constructs = sweep.constructs();
    let body = constructs.body(id).to_vec();
    let own = own_channels(sweep, at, id);
    let (mut seen, mut in_flight) = (0u64, own.clone());
    let mut ends_in_loop = false;
    for (place, &part) in body.iter().enumerate() {
        let times = constructs.count(part);
        seen = seen.saturating_add(constructs.through(part, end).saturating_mul(times));
        pass(constructs, &mut in_flight, part, times);
        if seen >= amount {
            if in_flight.iter().all(|(_, in_flight)| *in_flight == 0) {
                let (prefix, suffix) = body.split_at(place + 1);
                return Cut { prefix: prefix.to_vec(), suffix: suffix.to_vec() };
            }
            ends_in_loop |= constructs.is_loop(part);
        }
    }
    // No cut between constructs is closed. Perhaps one inside an inner loop is, which is then rotated first.
    let inner = ends_in_loop.then(|| cut_inside(sweep, at, &body, end, amount, own)).flatten();
    inner.unwrap_or_else(|| Cut { prefix: body, suffix: Vec::new() })
}

/// The channels that a process has to itself in a loop, with what is in flight on them.
fn own_channels(sweep: &Sweep<'_>, at: MemberIndex, id: LocalId) -> OwnChannels {
    let flow = sweep.constructs().flow(id).iter();
    let own = flow.filter_map(|&(end, _)| match end {
        End::Send(channel) if sweep.ends(channel) == (Some(at), Some(at)) => Some(channel),
        _ => None,
    });
    own.map(|channel| (channel, sweep.channel(channel).in_flight)).collect()
}

/// Counts what so many runs of a construct leave in flight.
fn pass(constructs: &LocalConstructs, in_flight: &mut [(ChannelId, i64)], id: LocalId, times: u64) {
    for (channel, in_flight) in in_flight {
        let through = |end| constructs.through(id, end).saturating_mul(times);
        *in_flight = in_flight
            .saturating_add_unsigned(through(End::Send(*channel)))
            .saturating_sub_unsigned(through(End::Recv(*channel)));
    }
}

/// The least closed cut of a list, inside loops if need be: a loop that is cut gives out whole iterations and the first
/// part of one, and continues with the second part first. Recursion is as deep as loops are nested.
fn cut_inside(
    sweep: &mut Sweep<'_>,
    at: MemberIndex,
    list: &[LocalId],
    end: End,
    amount: u64,
    mut in_flight: OwnChannels,
) -> Option<Cut> {
    let process = sweep.process(at);
    let mut seen = 0u64;
    for (place, &part) in list.iter().enumerate() {
        let constructs = sweep.constructs();
        let times = constructs.count(part);
        let per_iteration = constructs.through(part, end);
        let missing = amount.saturating_sub(seen);
        if constructs.is_loop(part) && per_iteration.saturating_mul(times) >= missing {
            let whole = (missing.max(1) - 1).checked_div(per_iteration).unwrap_or(0).min(times - 1);
            let body = constructs.body(part).to_vec();
            let mut at_entry = in_flight.clone();
            pass(constructs, &mut at_entry, part, whole);
            let rest = missing.saturating_sub(whole.saturating_mul(per_iteration));
            let inner = cut_inside(sweep, at, &body, end, rest, at_entry);
            if let Some(inner) = inner.filter(|cut| !cut.suffix.is_empty()) {
                let constructs = sweep.constructs_mut();
                let mut prefix = list[..place].to_vec();
                prefix.extend(constructs.iterations(process, whole, &body));
                prefix.extend_from_slice(&inner.prefix);
                let rotated = [inner.suffix.as_slice(), inner.prefix.as_slice()].concat();
                let mut suffix = constructs.iterations(process, times - whole - 1, &rotated);
                suffix.extend_from_slice(&inner.suffix);
                suffix.extend_from_slice(&list[place + 1..]);
                return Some(Cut { prefix, suffix });
            }
        }
        seen = seen.saturating_add(per_iteration.saturating_mul(times));
        pass(sweep.constructs(), &mut in_flight, part, times);
        if seen >= amount && in_flight.iter().all(|(_, in_flight)| *in_flight == 0) {
            let (prefix, suffix) = list.split_at(place + 1);
            return Some(Cut { prefix: prefix.to_vec(), suffix: suffix.to_vec() });
        }
    }
    None
}
