//! How a loop at the front of a member stands to the other side of each channel and group that it uses.

use super::frontier::MemberIndex;
use super::local_constructs::{Action, End};
use super::sweep::Sweep;
use crate::system::model::{ChannelId, GroupId};

/// How one end of a loop at a front stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FrontStatus {
    /// The loop need not wait: the other side has nothing left, or everything that the loop takes is in flight.
    Free,
    /// The other side stands at a loop that holds the counterpart.
    Linked { partner: MemberIndex },
    /// All other members of the group with collectives left should stand at such loops, too.
    Hub { group: GroupId },
    /// The loop must deliver this much before anything else can happen. It is fresh if something asks for it that
    /// did not itself come out of a loop.
    MustDeliver { amount: u64, is_fresh: bool },
    /// The other side has not got there yet.
    WaitsFor { partner: MemberIndex },
    /// Other members of the group have passed fewer collectives, or more.
    Uneven { group: GroupId },
}

/// What the loop at the front of a member must deliver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Demand {
    pub(super) at: MemberIndex,
    pub(super) end: End,
    pub(super) amount: u64,
    pub(super) is_fresh: bool,
}

/// How an end of the loop at the front of a member stands; `per_iteration` is what goes through it in an iteration.
pub(super) fn front_status(sweep: &Sweep<'_>, at: MemberIndex, end: End, per_iteration: u64) -> FrontStatus {
    let Some(id) = sweep.front_loop(at) else { return FrontStatus::Free };
    let volume = per_iteration.saturating_mul(sweep.constructs().count(id));
    match end {
        End::Send(channel) => send_status(sweep, channel, volume),
        End::Recv(channel) => recv_status(sweep, channel, volume),
        End::Sync(group) => group_status(sweep, at, group, volume),
    }
}

/// How a loop that sends `volume` messages on a channel stands to the receiver.
fn send_status(sweep: &Sweep<'_>, channel: ChannelId, volume: u64) -> FrontStatus {
    let state = sweep.channel(channel);
    if state.in_flight < 0 {
        return owed(sweep, channel, volume);
    }
    let (_, Some(partner)) = sweep.ends(channel) else { return FrontStatus::Free };
    if state.recvs_left == 0 {
        return FrontStatus::Free;
    }
    if state.in_flight > 0 {
        return FrontStatus::WaitsFor { partner };
    }
    if let Some((Action::Recv(waits_for), from_loop)) = sweep.front_event(partner) {
        if waits_for == channel {
            return FrontStatus::MustDeliver { amount: 1, is_fresh: !from_loop };
        }
    }
    linked_if(sweep, partner, End::Recv(channel))
}

/// How a loop that receives `volume` messages on a channel stands to the sender.
fn recv_status(sweep: &Sweep<'_>, channel: ChannelId, volume: u64) -> FrontStatus {
    let state = sweep.channel(channel);
    if state.in_flight > 0 {
        return owed(sweep, channel, volume);
    }
    let (Some(partner), _) = sweep.ends(channel) else { return FrontStatus::Free };
    if state.sends_left == 0 {
        return FrontStatus::Free;
    }
    if state.in_flight < 0 {
        return FrontStatus::WaitsFor { partner };
    }
    linked_if(sweep, partner, End::Send(channel))
}

/// The loop must take part of what is in flight, or replace part of what receives took ahead.
fn owed(sweep: &Sweep<'_>, channel: ChannelId, volume: u64) -> FrontStatus {
    let state = sweep.channel(channel);
    let amount = state.in_flight.unsigned_abs();
    if state.from_conflict && amount >= volume {
        return FrontStatus::Free;
    }
    FrontStatus::MustDeliver { amount: amount.min(volume), is_fresh: state.is_fresh }
}

/// Linked if the partner stands at a loop with this end, else waiting for it.
fn linked_if(sweep: &Sweep<'_>, partner: MemberIndex, end: End) -> FrontStatus {
    match sweep.front_loop(partner) {
        Some(id) if sweep.constructs().through(id, end) > 0 => FrontStatus::Linked { partner },
        _ => FrontStatus::WaitsFor { partner },
    }
}

/// How a loop with `volume` collectives of a group stands to the other members.
fn group_status(sweep: &Sweep<'_>, at: MemberIndex, group: GroupId, volume: u64) -> FrontStatus {
    let state = sweep.group(group);
    if state.unfinished <= 1 {
        return FrontStatus::Free;
    }
    if state.is_skewed {
        let own = sweep.progress_of(at, group).map_or(0, |p| p.passed);
        let others = state.members.iter().filter(|&&other| other != at);
        let passed =
            others.filter_map(|&other| sweep.progress_of(other, group)).filter(|p| p.left > 0).map(|p| p.passed);
        let (least, most) = (passed.clone().min(), passed.max());
        let (Some(least), Some(most)) = (least, most) else { return FrontStatus::Free };
        if least >= own.saturating_add(volume) {
            return FrontStatus::Free;
        }
        if least > own {
            return FrontStatus::MustDeliver { amount: least - own, is_fresh: false };
        }
        if least < own || most > own {
            return FrontStatus::Uneven { group };
        }
    }
    if state.arrived.is_empty() {
        FrontStatus::Hub { group }
    } else {
        FrontStatus::MustDeliver { amount: 1, is_fresh: state.arrived_fresh > 0 }
    }
}
