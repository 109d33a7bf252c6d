//! Messages as arrows between rows: the colour and the head show the tag.

use loopscope_core::numbers::{counted, thousands};
use loopscope_core::timeline::{messages, Message};

use super::frame::Frame;
use super::words;
use crate::scene::heads::{head, TAG_LINE};
use crate::scene::{Area, Hit, HitKind, Ink, Scene, Shape};

/// Calls that are narrower on average have no arrows.
pub(super) const LEAST_CALL: f64 = 12.0;
/// No picture has more messages.
const MOST: usize = 2_000;
/// An arrow of which less is seen is not drawn.
const EDGE: f64 = 3.0;
/// A shorter arrow has no head.
const LEAST_HEAD: f64 = 12.0;
/// The line around an arrow that sets it off from bars.
const CASING: f64 = 4.0;

/// Draws the messages between rows, those that are waited for longest. Returns a sentence on what is left out; empty if
/// nothing is.
pub(super) fn draw(scene: &mut Scene, frame: &Frame<'_>, rows_top: f64) -> String {
    let row = |place: u32| frame.places.iter().position(|&shown| shown == place as usize);
    let wanted = |from: u32, to: u32| row(from).is_some() && row(to).is_some();
    let source = frame.source;
    let (mut list, count) = messages(source.timeline, source.waits, frame.window.visible, wanted, MOST);
    let middle = |place: u32| row(place).map_or(0.0, |row| frame.bar_top(rows_top, row) + frame.bar / 2.0);
    let found = list.len();
    // Of some only the head or the beginning would be seen at an edge.
    list.retain(|message| frame.x(message.received) > frame.left + EDGE && frame.x(message.sent) < frame.right - EDGE);
    let count = count - (found - list.len());
    let lines: Vec<[(f64, f64); 2]> = list
        .iter()
        .map(|message| {
            // From the edge of a bar to the edge of the other.
            let (start, end) = (middle(message.from), middle(message.to));
            let half = frame.bar / 2.0 * (end - start).signum();
            [(frame.x(message.sent), start + half), (frame.x(message.received), end - half)]
        })
        .collect();
    for points in &lines {
        scene.line(points, frame.ground(), CASING);
    }
    for (message, &[start, end]) in list.iter().zip(&lines) {
        let slot = source.tags.slot(message.tag);
        let ink = Ink::Tag(slot);
        scene.line(&[start, end], ink, TAG_LINE);
        scene.shapes.push(Shape::Disc { x: start.0, y: start.1, r: 1.6, fill: ink });
        if (end.0 - start.0).hypot(end.1 - start.1) >= LEAST_HEAD {
            head(scene, slot, ink, start, end);
        }
        hit(scene, frame, message, end);
    }
    match count - list.len() {
        0 => String::new(),
        more => format!(
            "{} of {} are drawn, those that are waited for longest; {} are not",
            thousands(list.len() as u64),
            counted(count as u64, "message"),
            thousands(more as u64)
        ),
    }
}

/// The head of an arrow answers to the pointer.
fn hit(scene: &mut Scene, frame: &Frame<'_>, message: &Message, (x, y): (f64, f64)) {
    if x < frame.left || x > frame.right {
        return;
    }
    let (title, detail) = words::message(frame.source, message);
    scene.hits.push(Hit {
        area: Area { x: x - 5.0, y: y - 5.0, w: 10.0, h: 10.0 },
        kind: HitKind::Event,
        strip: frame.index,
        item: Some(message.to as usize),
        loop_id: 0,
        title,
        detail,
    });
}
