//! When a message crosses from row to row: the tangles of large exchanges, combed.
//!
//! Where every process sends to six others before it receives anything, straight lines from send to receive all
//! lie in one place, and nobody can follow one. A message may be drawn on its way at any time between the two, so
//! those that are sent at one step (a volley) cross together in a stretch of their own, one volley after the
//! other; before that a message waits beside the line of its sender, after that beside its receiver's. What
//! crosses little, or has one colour, stays straight. O(arrows²) for at most [`MOST_COMPARED`] arrows of a body.

use super::layout::Arrow;
use loopscope_core::small_sort::SmallSort;

/// An arrow that crosses this many others is in a tangle.
const TANGLED: usize = 24;
/// One that takes no longer than this is as steep as it can be.
const SHORT: f64 = 1.6;
/// The longest stretch that a volley needs,
const WIDEST: f64 = 2.4;
/// and the shortest; with less, volleys overlap.
const NARROWEST: f64 = 0.6;
/// Of more arrows, so many are looked at.
const MOST_COMPARED: usize = 600;
/// Lanes beside a line.
const MOST_LANES: u32 = 5;

/// When a message crosses, and where it waits before and after.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Flight {
    /// Steps between which it goes from row to row.
    pub(super) from: f64,
    pub(super) to: f64,
    /// Lane beside the sender's line and beside the receiver's, 0 nearest.
    pub(super) lanes: (u32, u32),
}

/// One end and the other: step and row.
type Ends = ((f64, u32), (f64, u32));

fn ends(arrow: &Arrow) -> Option<Ends> {
    arrow.from.zip(arrow.to).filter(|(from, to)| from.1 != to.1 && from.0 < to.0)
}

/// Gives those arrows of a body a flight that would lie in a tangle.
pub(super) fn comb(arrows: &mut [Arrow]) {
    let all: Vec<(usize, Ends)> =
        arrows.iter().enumerate().filter_map(|(at, arrow)| Some((at, ends(arrow)?))).collect();
    let every = all.len().div_ceil(MOST_COMPARED).max(1);
    let compared: Vec<Ends> = all.iter().step_by(every).map(|(_, ends)| *ends).collect();
    let is_tangled = |own: &Ends| {
        let long = own.1 .0 - own.0 .0 > SHORT;
        long && compared.iter().filter(|other| cross(own, other)).count() * every >= TANGLED
    };
    let mut sent: Vec<(usize, Ends)> =
        all.into_iter().filter(|(_, (from, to))| to.0 - from.0 > SHORT).collect();
    sent.sort_small_by(|a, b| a.1 .0 .0.total_cmp(&b.1 .0 .0).then(a.0.cmp(&b.0)));
    let mut volleys: Vec<Volley> = Vec::new();
    for group in sent.chunk_by(|a, b| (a.1 .0 .0 - b.1 .0 .0).abs() < 0.01) {
        let tangled = group.iter().filter(|(_, ends)| is_tangled(ends)).count();
        let sent = group.first().map_or(0.0, |(_, (from, _))| from.0);
        let due = group.iter().map(|(_, (_, to))| to.0).fold(f64::INFINITY, f64::min);
        volleys.push(Volley { sent, due, tangled, members: group.to_vec() });
    }
    let mut first = 0;
    while first < volleys.len() {
        // Those that are in the air together, and share the time.
        let mut end = volleys.get(first).map_or(0.0, |volley| volley.due);
        let mut next = first + 1;
        while let Some(volley) = volleys.get(next).filter(|volley| volley.sent < end) {
            end = end.max(volley.due);
            next += 1;
        }
        let together = volleys.get(first..next).unwrap_or_default();
        first = next;
        let tangled: usize = together.iter().map(|volley| volley.tangled).sum();
        let members: usize = together.iter().map(|volley| volley.members.len()).sum();
        if tangled * 2 < members || !told_apart(arrows, together) {
            continue;
        }
        for (volley, from, to) in slots(together) {
            for &(at, (_, received)) in &volley.members {
                if let Some(arrow) = arrows.get_mut(at) {
                    let to = to.min(received.0);
                    arrow.flight = Some(Flight { from: from.min(to), to, lanes: (0, 0) });
                }
            }
        }
    }
    lanes(arrows);
}

/// Whether the volleys are of several tags; in one colour they are followed better straight.
fn told_apart(arrows: &[Arrow], volleys: &[Volley]) -> bool {
    let mut tags = volleys.iter().flat_map(|volley| &volley.members);
    let tag = |&(at, _): &(usize, Ends)| arrows.get(at).map(|arrow| arrow.tag);
    let first = tags.next().and_then(tag);
    tags.any(|member| tag(member) != first)
}

/// Messages that are sent at one step.
struct Volley {
    sent: f64,
    /// When the first of them is received.
    due: f64,
    /// How many of them are in a tangle.
    tangled: usize,
    members: Vec<(usize, Ends)>,
}

/// A stretch for each volley, one after the other, as wide as they all can be.
fn slots(volleys: &[Volley]) -> Vec<(&Volley, f64, f64)> {
    let mut order: Vec<&Volley> = volleys.iter().collect();
    order.sort_small_by(|a, b| a.due.total_cmp(&b.due).then(a.sent.total_cmp(&b.sent)));
    let fits = |width: f64| {
        let mut free = f64::NEG_INFINITY;
        order.iter().all(|volley| {
            free = free.max(volley.sent) + width;
            free <= volley.due + 1e-9
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
    let slot = |volley: &&'_ Volley| {
        let width = least.max(NARROWEST.min(volley.due - volley.sent));
        let from = free.max(volley.sent).min(volley.due - width);
        free = from + least;
        (from, from + width)
    };
    let slots: Vec<(f64, f64)> = order.iter().map(slot).collect();
    order.into_iter().zip(slots).map(|(volley, (from, to))| (volley, from, to)).collect()
}

/// Lanes for all that wait, so that no two beside one line lie on each other.
fn lanes(arrows: &mut [Arrow]) {
    // Row, side (below or above), from, to, arrow, whether at its sender.
    let mut waits: Vec<(u32, bool, f64, f64, usize, bool)> = Vec::new();
    for (at, arrow) in arrows.iter().enumerate() {
        let Some((flight, (from, to))) = arrow.flight.zip(ends(arrow)) else { continue };
        let down = from.1 < to.1;
        waits.push((from.1, down, from.0, flight.from, at, true));
        waits.push((to.1, !down, flight.to, to.0, at, false));
    }
    waits.retain(|wait| wait.3 - wait.2 > 0.05);
    waits.sort_small_by(|a, b| {
        (a.0, a.1).cmp(&(b.0, b.1)).then(a.2.total_cmp(&b.2)).then(a.4.cmp(&b.4))
    });
    for beside in waits.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        let mut ends: Vec<f64> = Vec::new();
        for &(_, _, from, to, at, sends) in beside {
            let free = ends.iter().position(|&end| end <= from + 1e-9).unwrap_or(ends.len());
            match ends.get_mut(free) {
                Some(end) => *end = to,
                None => ends.push(to),
            }
            let Some(flight) = arrows.get_mut(at).and_then(|arrow| arrow.flight.as_mut()) else {
                continue;
            };
            let lane = (free as u32).min(MOST_LANES - 1);
            if sends {
                flight.lanes.0 = lane;
            } else {
                flight.lanes.1 = lane;
            }
        }
    }
}

/// Whether two straight lines cross, ends aside.
fn cross(a: &Ends, b: &Ends) -> bool {
    let point = |(x, row): (f64, u32)| (x, f64::from(row));
    let side = |from: (f64, u32), to: (f64, u32), of: (f64, u32)| {
        let ((ax, ay), (bx, by), (x, y)) = (point(from), point(to), point(of));
        (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    };
    side(a.0, a.1, b.0) * side(a.0, a.1, b.1) < 0.0
        && side(b.0, b.1, a.0) * side(b.0, b.1, a.1) < 0.0
}

#[cfg(test)]
mod tests {
    use loopscope_core::system::text;

    use super::super::cast::Cast;
    use super::super::layout::{lay_out, Layout};
    use super::super::plan::NUMBERS;

    /// Every process sends to so many others, then receives as many.
    fn exchange(processes: usize, messages: usize) -> Layout {
        let mut lines = vec![format!("processes 0-{}", processes - 1), "for i0 = 0 to 9".into()];
        for word in ["send", "recv"] {
            for k in 1..=messages {
                for p in 0..processes {
                    lines.push(format!("{p} {word} {} {k}", (p + k * 5) % processes));
                }
            }
        }
        lines.push("done".into());
        let model = text::parse(&lines.join("\n")).expect("a model");
        lay_out(&model, &Cast::new(&model, false, &[]), (true, &[]), NUMBERS)
    }

    #[test]
    fn an_exchange_is_combed() {
        let layout = exchange(16, 6);
        assert_eq!(layout.arrows.len(), 96);
        let mut slots: Vec<(f64, f64)> = Vec::new();
        for arrow in &layout.arrows {
            let flight = arrow.flight.expect("a flight");
            let (from, to) = (arrow.from.expect("a send"), arrow.to.expect("a receive"));
            assert!(from.0 <= flight.from && flight.from < flight.to && flight.to <= to.0);
            slots.push((flight.from, flight.to));
        }
        slots.sort_by(|a, b| a.0.total_cmp(&b.0));
        slots.dedup();
        // A stretch for each of the six, one behind the other.
        assert_eq!(slots.len(), 6);
        assert!(slots.windows(2).all(|pair| pair[0].1 <= pair[1].0 + 1e-6), "{slots:?}");
        assert!(slots.iter().all(|(from, to)| to - from > 1.5), "{slots:?}");
    }

    #[test]
    fn what_crosses_little_stays_straight() {
        assert!(exchange(16, 1).arrows.iter().all(|arrow| arrow.flight.is_none()));
        assert!(exchange(4, 2).arrows.iter().all(|arrow| arrow.flight.is_none()));
    }

    #[test]
    fn nothing_waits_on_something_else() {
        let layout = exchange(16, 6);
        let mut waits = Vec::new();
        for arrow in &layout.arrows {
            let (Some(from), Some(to), Some(flight)) = (arrow.from, arrow.to, arrow.flight) else {
                continue;
            };
            let down = from.1 < to.1;
            waits.push((from.1, down, flight.lanes.0, from.0, flight.from));
            waits.push((to.1, !down, flight.lanes.1, flight.to, to.0));
        }
        waits.retain(|wait| wait.4 - wait.3 > 0.05);
        for (at, a) in waits.iter().enumerate() {
            for b in waits.iter().skip(at + 1) {
                let same = (a.0, a.1, a.2) == (b.0, b.1, b.2) && a.2 + 1 < super::MOST_LANES;
                assert!(!same || a.4 <= b.3 + 1e-9 || b.4 <= a.3 + 1e-9, "{a:?} {b:?}");
            }
        }
    }
}
