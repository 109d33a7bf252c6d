//! Untangles large exchanges: decides when a message crosses from row to row.
//!
//! Where every process sends to six others before it receives anything, straight lines from send to receive all lie in
//! one place, and the eye cannot follow any of them. A message may be drawn on its way at any time between its send and
//! its receive. So the messages that are sent at one step (a send group) cross together in a stretch of their own, one
//! group after the other; before that a message waits beside the line of its sender, after that beside the line of its
//! receiver. Arrows that cross few others, or that all have one colour, stay straight.
//! O(arrows²) for at most [`MOST_COMPARED`] arrows of a body.

use loopscope_core::small_sort::SmallSort;

use super::layout::{Arrow, Crossing, End};

/// An arrow that crosses this many others is tangled.
const TANGLED: usize = 24;
/// An arrow that takes no more steps than this is as steep as it can be.
const SHORT: f64 = 1.6;
/// The longest stretch that a send group needs, in steps,
const WIDEST: f64 = 2.4;
/// and the shortest; where there is less room, groups overlap.
const NARROWEST: f64 = 0.6;
/// Of more arrows than this, a sample of this many is compared.
const MOST_COMPARED: usize = 600;
/// Lanes beside a line.
const MOST_LANES: u32 = 5;

/// Both ends of a drawn message: send and receive.
type Ends = (End, End);

fn ends(arrow: &Arrow) -> Option<Ends> {
    arrow.from.zip(arrow.to).filter(|(from, to)| from.1 != to.1 && from.0 < to.0)
}

/// Gives a [`Crossing`] to the arrows of a body that would be tangled as straight lines.
pub(super) fn untangle(arrows: &mut [Arrow]) {
    let groups = send_groups(arrows);
    let mut first = 0;
    while first < groups.len() {
        // Groups that are under way at the same time share that time.
        let mut end = groups.get(first).map_or(0.0, |group| group.due);
        let mut next = first + 1;
        while let Some(group) = groups.get(next).filter(|group| group.sent < end) {
            end = end.max(group.due);
            next += 1;
        }
        let together = groups.get(first..next).unwrap_or_default();
        first = next;
        let tangled: usize = together.iter().map(|group| group.tangled).sum();
        let members: usize = together.iter().map(|group| group.members.len()).sum();
        if tangled * 2 < members || !have_several_tags(arrows, together) {
            continue;
        }
        for (group, from, to) in slots(together) {
            for &(at, (_, received)) in &group.members {
                if let Some(arrow) = arrows.get_mut(at) {
                    let to = to.min(received.0);
                    arrow.crossing = Some(Crossing { from: from.min(to), to, lanes: (0, 0) });
                }
            }
        }
    }
    assign_lanes(arrows);
}

/// Messages that are sent at one step.
struct SendGroup {
    sent: f64,
    /// When the first of them is received.
    due: f64,
    /// How many of them are tangled.
    tangled: usize,
    members: Vec<(usize, Ends)>,
}

/// The messages that are long enough to be moved, by the step at which they are sent.
fn send_groups(arrows: &[Arrow]) -> Vec<SendGroup> {
    let all: Vec<(usize, Ends)> =
        arrows.iter().enumerate().filter_map(|(at, arrow)| Some((at, ends(arrow)?))).collect();
    let every = all.len().div_ceil(MOST_COMPARED).max(1);
    let compared: Vec<Ends> = all.iter().step_by(every).map(|(_, ends)| *ends).collect();
    let is_tangled = |own: &Ends| compared.iter().filter(|other| cross(own, other)).count() * every >= TANGLED;
    let mut sent: Vec<(usize, Ends)> = all.into_iter().filter(|(_, (from, to))| to.0 - from.0 > SHORT).collect();
    sent.sort_small_by(|a, b| a.1 .0 .0.total_cmp(&b.1 .0 .0).then(a.0.cmp(&b.0)));
    let same_step = |a: &(usize, Ends), b: &(usize, Ends)| (a.1 .0 .0 - b.1 .0 .0).abs() < 0.01;
    let groups = sent.chunk_by(same_step).map(|group| SendGroup {
        sent: group.first().map_or(0.0, |(_, (from, _))| from.0),
        due: group.iter().map(|(_, (_, to))| to.0).fold(f64::INFINITY, f64::min),
        tangled: group.iter().filter(|(_, ends)| is_tangled(ends)).count(),
        members: group.to_vec(),
    });
    groups.collect()
}

/// Whether the messages of these groups have several tags; arrows of one colour are easier to follow when straight.
fn have_several_tags(arrows: &[Arrow], groups: &[SendGroup]) -> bool {
    let mut members = groups.iter().flat_map(|group| &group.members);
    let tag = |&(at, _): &(usize, Ends)| arrows.get(at).map(|arrow| arrow.tag);
    let first = members.next().and_then(tag);
    members.any(|member| tag(member) != first)
}

/// A stretch for each group, one after the other, as wide as all of them can be.
fn slots(groups: &[SendGroup]) -> Vec<(&SendGroup, f64, f64)> {
    let mut order: Vec<&SendGroup> = groups.iter().collect();
    order.sort_small_by(|a, b| a.due.total_cmp(&b.due).then(a.sent.total_cmp(&b.sent)));
    let fits = |width: f64| {
        let mut free = f64::NEG_INFINITY;
        order.iter().all(|group| {
            free = free.max(group.sent) + width;
            free <= group.due + 1e-9
        })
    };
    let (mut least, mut most) = (0.0, WIDEST);
    if fits(WIDEST) {
        least = WIDEST;
    }
    for _ in 0..24 {
        let middle = (least + most) / 2.0;
        if fits(middle) {
            least = middle;
        } else {
            most = middle;
        }
    }
    let mut free = f64::NEG_INFINITY;
    let slot = |group: &&'_ SendGroup| {
        let width = least.max(NARROWEST.min(group.due - group.sent));
        let from = free.max(group.sent).min(group.due - width);
        free = from + least;
        (from, from + width)
    };
    let slots: Vec<(f64, f64)> = order.iter().map(slot).collect();
    order.into_iter().zip(slots).map(|(group, (from, to))| (group, from, to)).collect()
}

/// A message that waits beside a line.
struct Wait {
    row: u32,
    /// Whether it waits below the line.
    below: bool,
    from: f64,
    to: f64,
    arrow: usize,
    /// Whether the line is the sender's.
    at_sender: bool,
}

/// Gives lanes to all messages that wait, so that no two beside one line lie on each other.
fn assign_lanes(arrows: &mut [Arrow]) {
    let mut waits: Vec<Wait> = Vec::new();
    for (arrow, own) in arrows.iter().enumerate() {
        let Some((crossing, (sent, received))) = own.crossing.zip(ends(own)) else { continue };
        let below = sent.1 < received.1;
        let (from, to) = (sent.0, crossing.from);
        waits.push(Wait { row: sent.1, below, from, to, arrow, at_sender: true });
        let (from, to) = (crossing.to, received.0);
        waits.push(Wait { row: received.1, below: !below, from, to, arrow, at_sender: false });
    }
    waits.retain(|wait| wait.to - wait.from > 0.05);
    waits.sort_small_by(|a, b| {
        let side = (a.row, a.below).cmp(&(b.row, b.below));
        side.then(a.from.total_cmp(&b.from)).then(a.arrow.cmp(&b.arrow))
    });
    for beside in waits.chunk_by(|a, b| (a.row, a.below) == (b.row, b.below)) {
        let mut ends: Vec<f64> = Vec::new();
        for wait in beside {
            let free = ends.iter().position(|&end| end <= wait.from + 1e-9).unwrap_or(ends.len());
            match ends.get_mut(free) {
                Some(end) => *end = wait.to,
                None => ends.push(wait.to),
            }
            let arrow = arrows.get_mut(wait.arrow);
            let Some(crossing) = arrow.and_then(|arrow| arrow.crossing.as_mut()) else { continue };
            let lane = (free as u32).min(MOST_LANES - 1);
            if wait.at_sender {
                crossing.lanes.0 = lane;
            } else {
                crossing.lanes.1 = lane;
            }
        }
    }
}

/// Whether two straight lines cross between their ends.
fn cross(a: &Ends, b: &Ends) -> bool {
    let point = |(x, row): End| (x, f64::from(row));
    let side = |from: End, to: End, of: End| {
        let ((ax, ay), (bx, by), (x, y)) = (point(from), point(to), point(of));
        (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    };
    side(a.0, a.1, b.0) * side(a.0, a.1, b.1) < 0.0 && side(b.0, b.1, a.0) * side(b.0, b.1, a.1) < 0.0
}

#[cfg(test)]
mod tests;
