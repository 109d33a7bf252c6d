//! Opening a loop of which one iteration holds its whole partner.

use super::frontier::MemberIndex;
use super::local_constructs::End;
use super::shift::open;
use super::status::{front_status, FrontStatus};
use super::sweep::Sweep;

/// Opens loops of which one iteration holds all that their partner has: loops of different levels.
pub(super) fn open_large(sweep: &mut Sweep<'_>) -> bool {
    let mut touched = vec![false; sweep.frontier().len()];
    let mut any = false;
    let members: Vec<MemberIndex> = sweep.frontier().members().collect();
    for at in members {
        let Some(partner) = smaller_partner(sweep, at, &touched) else { continue };
        if open(sweep, at) {
            (touched[at.index()], touched[partner.index()]) = (true, true);
            any = true;
        }
    }
    any
}

/// A member whose whole loop exchanges no more with the loop of `at`, on some channel, than that does in one
/// iteration. Neither may have been touched.
fn smaller_partner(sweep: &Sweep<'_>, at: MemberIndex, touched: &[bool]) -> Option<MemberIndex> {
    let constructs = sweep.constructs();
    let id = sweep.front_loop(at)?;
    constructs.flow(id).iter().find_map(|&(end, per_iteration)| {
        let FrontStatus::Linked { partner } = front_status(sweep, at, end, per_iteration) else {
            return None;
        };
        let other = sweep.front_loop(partner).filter(|_| partner != at)?;
        let other_end = match end {
            End::Send(channel) => End::Recv(channel),
            End::Recv(channel) => End::Send(channel),
            End::Sync(_) => return None,
        };
        let all = constructs.through(other, other_end).saturating_mul(constructs.count(other));
        let free = !touched[at.index()] && !touched[partner.index()];
        (free && per_iteration >= all).then_some(partner)
    })
}
