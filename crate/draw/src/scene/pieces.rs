//! A body as a schematic: inner loops as boxes with one iteration each, the events between them
//! side by side, everything as wide as it needs to be told apart and not as long as it lasts.
//!
//! Thumbnails are drawn like this: on their few pixels a loop of 248 events beside
//! twelve single ones would leave those invisible.

use loopscope_core::nest::Loop;

use super::source::List;
use super::{measure, Font};
use loopscope_core::numbers::thousands;

/// A part of a body.
#[derive(Clone, Copy, Debug)]
pub(super) enum Piece {
    /// An inner loop.
    Loop(Loop),
    /// Single events: first position and the one behind the last.
    Singles(u64, u64),
}

/// The narrowest box of a loop.
const LEAST_LOOP: f64 = 7.0;
/// The widest that a loop asks for.
const MOST_LOOP: f64 = 72.0;
/// What one event asks for, outside and inside an inner loop.
const SINGLE: f64 = 8.5;
const INNER_SINGLE: f64 = 6.0;
/// What many events can be pressed into: a halftone of that width, whatever their number.
const LEAST_SINGLES: f64 = 24.0;
/// Fewer pixels an event than this are a halftone.
pub(super) const LEAST_SINGLE: f64 = 1.5;
/// Left and right inside a box.
pub(super) const INSET: f64 = 4.0;
/// A body of more pieces is shown from its begin.
const MOST_PIECES: usize = 200;
/// Nor are more items than this read.
const MOST_ITEMS: usize = 4_000;

impl Piece {
    /// The width at which it is comfortable.
    fn wanted(&self) -> f64 {
        match self {
            Piece::Loop(node) => {
                let inside = node.period.min(12) as f64 * INNER_SINGLE + 2.0 * INSET;
                inside.max(label_width(node) + 7.0).min(MOST_LOOP)
            }
            Piece::Singles(start, end) => (end - start) as f64 * SINGLE,
        }
    }

    /// The width below which it says nothing any more.
    fn least(&self) -> f64 {
        match self {
            Piece::Loop(..) => LEAST_LOOP,
            Piece::Singles(start, end) => ((end - start) as f64 * LEAST_SINGLE).min(LEAST_SINGLES),
        }
    }
}

/// Width of a loop's count as it stands in a schematic.
pub(super) fn label_width(node: &Loop) -> f64 {
    measure::width(Font::Tiny, &format!("×{}", thousands(node.count)))
}

/// The pieces of a list in order, and whether all of it is in them. O(items), bounded.
pub(super) fn pieces(list: &List<'_>) -> (Vec<Piece>, bool) {
    let mut pieces = Vec::new();
    let mut seen = 0;
    for placed in list.iter().take(MOST_ITEMS) {
        seen = placed.item + 1;
        match placed.as_loop() {
            // Of it only body, period and count are looked at.
            Some(mut node) => {
                node.count = placed.times();
                pieces.push(Piece::Loop(node));
            }
            None => match pieces.last_mut() {
                Some(Piece::Singles(_, end)) => *end += 1,
                _ => pieces.push(Piece::Singles(placed.start, placed.start + 1)),
            },
        }
        if pieces.len() > MOST_PIECES {
            pieces.pop();
            seen = placed.item;
            break;
        }
    }
    let complete = list.get(seen).is_none();
    (pieces, complete)
}

/// Shares a width out among weights: `(wanted, least)` of each. More room than wanted is shared
/// in proportion up to `stretch` times; less is taken from what each has above its least. Returns
/// the widths of as many as fit at all.
pub(super) fn share_out(needs: &[(f64, f64)], room: f64, stretch: f64) -> Vec<f64> {
    let wanted: f64 = needs.iter().map(|need| need.0).sum();
    let least: f64 = needs.iter().map(|need| need.1).sum();
    if wanted <= room {
        let factor = if wanted > 0.0 { (room / wanted).min(stretch) } else { 1.0 };
        return needs.iter().map(|need| need.0 * factor).collect();
    }
    if least <= room {
        let part = (room - least) / (wanted - least);
        return needs.iter().map(|need| need.1 + (need.0 - need.1) * part).collect();
    }
    let mut left = room;
    needs
        .iter()
        .map(|need| need.1)
        .take_while(|width| {
            left -= width;
            left >= 0.0
        })
        .collect()
}

/// The widths of pieces in that room.
pub(super) fn widths(pieces: &[Piece], room: f64, stretch: f64) -> Vec<f64> {
    let needs: Vec<(f64, f64)> =
        pieces.iter().map(|piece| (piece.wanted().max(piece.least()), piece.least())).collect();
    share_out(&needs, room, stretch)
}

#[cfg(test)]
mod tests {
    use super::share_out;

    #[test]
    fn room_is_shared_out() {
        // Twice the room, but only half as much again is taken.
        assert_eq!(share_out(&[(10.0, 1.0), (20.0, 1.0)], 60.0, 1.5), [15.0, 30.0]);
        // Less room: what is above the least gives way in proportion.
        assert_eq!(share_out(&[(10.0, 0.0), (20.0, 20.0)], 25.0, 1.5), [5.0, 20.0]);
        // Too little for all: the first ones have their least.
        assert_eq!(share_out(&[(9.0, 7.0), (9.0, 7.0), (9.0, 7.0)], 15.0, 1.5), [7.0, 7.0]);
        assert!(share_out(&[], 15.0, 1.5).is_empty());
    }
}
