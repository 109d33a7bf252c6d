//! A body as a schematic: inner loops as boxes with one iteration each, and the events between them side by side.
//! Everything is as wide as it needs to be to be told apart, not as long as it lasts.
//!
//! Thumbnails are drawn like this: to scale, a loop of 248 events beside twelve single ones would make those invisible
//! on so few pixels.

use loopscope_core::nest::Loop;

use super::source::List;
use super::{measure, Font};
use loopscope_core::numbers::thousands;

/// A part of a body.
#[derive(Clone, Copy, Debug)]
pub(super) enum Piece {
    /// An inner loop.
    Loop(Loop),
    /// Single events: the first position, and the one after the last.
    Singles(u64, u64),
}

/// The narrowest box of a loop.
const LEAST_LOOP: f64 = 7.0;
/// The widest box that a loop asks for.
const MOST_LOOP: f64 = 72.0;
/// The width that one event asks for, outside and inside an inner loop.
const SINGLE: f64 = 8.5;
const INNER_SINGLE: f64 = 6.0;
/// The narrowest halftone, for any number of events.
const LEAST_SINGLES: f64 = 24.0;
/// With fewer pixels an event than this, events become a halftone.
pub(super) const LEAST_SINGLE: f64 = 1.5;
/// Left and right inside a box.
pub(super) const INSET: f64 = 4.0;
/// Of a body with more pieces than this, the first ones are shown.
const MOST_PIECES: usize = 200;
/// No more items than this are read.
const MOST_ITEMS: usize = 4_000;

impl Piece {
    /// The width that it asks for.
    fn wanted(&self) -> f64 {
        match self {
            Self::Loop(node) => {
                let inside = node.period.min(12) as f64 * INNER_SINGLE + 2.0 * INSET;
                inside.max(label_width(node) + 7.0).min(MOST_LOOP)
            }
            Self::Singles(start, end) => (end - start) as f64 * SINGLE,
        }
    }

    /// The width below which it cannot be read.
    fn least(&self) -> f64 {
        match self {
            Self::Loop(..) => LEAST_LOOP,
            Self::Singles(start, end) => ((end - start) as f64 * LEAST_SINGLE).min(LEAST_SINGLES),
        }
    }
}

/// Width of a loop's count in a schematic.
pub(super) fn label_width(node: &Loop) -> f64 {
    measure::width(Font::Tiny, &format!("×{}", thousands(node.count)))
}

/// The pieces of a list in order, and whether they cover all of it. O(items), bounded.
pub(super) fn pieces(list: &List<'_>) -> (Vec<Piece>, bool) {
    let mut pieces = Vec::new();
    let mut seen = 0;
    for placed in list.iter().take(MOST_ITEMS) {
        seen = placed.item + 1;
        match placed.as_loop() {
            // Only its body, period and count are used.
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

/// Divides a width among needs, `(wanted, least)` each. If there is more room than wanted, all grow in proportion, at
/// most `stretch` times; if there is less, each gives up part of what it wants above its least. Returns the widths of as
/// many as fit.
pub(super) fn divide(needs: &[(f64, f64)], room: f64, stretch: f64) -> Vec<f64> {
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
    divide(&needs, room, stretch)
}

#[cfg(test)]
mod tests {
    use super::divide;

    #[test]
    fn room_is_divided() {
        // There is twice the room, but each grows by half only.
        assert_eq!(divide(&[(10.0, 1.0), (20.0, 1.0)], 60.0, 1.5), [15.0, 30.0]);
        // Less room: each gives up in proportion to what it wants above its least.
        assert_eq!(divide(&[(10.0, 0.0), (20.0, 20.0)], 25.0, 1.5), [5.0, 20.0]);
        // Too little for all: the first ones get their least.
        assert_eq!(divide(&[(9.0, 7.0), (9.0, 7.0), (9.0, 7.0)], 15.0, 1.5), [7.0, 7.0]);
        assert!(divide(&[], 15.0, 1.5).is_empty());
    }
}
