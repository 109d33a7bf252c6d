//! The heads of arrows: shape and colour show the tag of a message.

use super::{Ink, Scene, Shape};

/// Width of a message's line.
pub(super) const TAG_LINE: f64 = 1.4;
/// Length of a head.
const HEAD: f64 = 7.0;

/// How far two points are from each other.
pub(super) fn distance((x, y): (f64, f64), (to_x, to_y): (f64, f64)) -> f64 {
    (to_x - x).hypot(to_y - y)
}

/// Draws the arrow head of a tag's slot at the end of a line that comes from a point.
pub(super) fn head(scene: &mut Scene, slot: u8, ink: Ink, (from_x, from_y): (f64, f64), (x, y): (f64, f64)) {
    let length = distance((from_x, from_y), (x, y)).max(1e-6);
    let (dx, dy) = ((x - from_x) / length, (y - from_y) / length);
    // The point that lies so far back along the line and so far to its side.
    let point = |back: f64, side: f64| (x - dx * back - dy * side, y - dy * back + dx * side);
    let square = |r: f64| {
        let back = r;
        vec![point(back - r, r), point(back - r, -r), point(back + r, -r), point(back + r, r)]
    };
    let disc = |r: f64, fill: Ink| Shape::Disc { x, y, r, fill };
    match slot {
        1 => scene.polygon(&[(x, y), point(HEAD, 2.9), point(HEAD, -2.9)], ink),
        2 => scene.line(&[point(HEAD, 3.6), (x, y), point(HEAD, -3.6)], ink, TAG_LINE),
        3 => scene.shapes.push(disc(2.9, ink)),
        4 => {
            scene.shapes.push(disc(3.3, ink));
            scene.shapes.push(disc(2.0, Ink::Canvas));
        }
        5 => scene.polygon(&square(2.7), ink),
        6 => scene.line(&[point(0.0, 3.8), point(0.0, -3.8)], ink, 1.8),
        _ => scene.shapes.push(Shape::Path {
            points: square(2.9),
            closed: true,
            fill: Some(Ink::Canvas),
            line: Some((ink, 1.2)),
        }),
    }
}
