//! Processes as rows: events on their lines, loops as boxes around them, messages as arrows; and channels as lines with counts at
//! their ends.

use super::pen::{ink_of, line_of, Pen};
use super::stage::{LabChannel, LabItem, LabItemKind, LabLanes, LabLook};
use crate::scene::{heads, measure, Anchor, Area, Font, Ink, Line};

/// The widest column where the stage has many, where it has few, and the narrowest in which an event has an arrow.
const WIDE: f64 = 118.0;
const WIDEST: f64 = 236.0;
const LEAST_ARROW: f64 = 5.0;
/// The height of a row, and of what a loop around others adds.
const ROW: f64 = 40.0;
const AROUND: f64 = 15.0;
/// The names of rows.
const NAMES: f64 = 20.0;
/// The height of an event's arrow, and of a channel.
const ARROW: f64 = 14.0;
const CHANNEL: f64 = 30.0;

/// The ink of messages.
fn message(look: LabLook) -> Line {
    match look {
        LabLook::Next => (Ink::Line, 1.2),
        LabLook::Gone => (Ink::Rule, 1.2),
        _ => (Ink::Tag(1), 1.6),
    }
}

/// Rows of processes; returns where the band ends.
pub(super) fn lanes(pen: &mut Pen<'_>, lanes: &LabLanes, top: f64) -> f64 {
    let left = pen.left + NAMES;
    // Columns of all bands are as wide as the most of them at any step allow.
    let widest = ((pen.right - left) / pen.columns.max(1) as f64).clamp(WIDE, WIDEST);
    let column = ((pen.right - left) / lanes.columns.max(1) as f64).min(widest);
    let deepest = lanes.items.iter().filter(|item| item.kind == LabItemKind::Loop);
    let deepest = deepest.map(|item| item.depth + 1).max().unwrap_or(0);
    let high = ROW + AROUND * deepest as f64;
    let x = |at: usize| left + column * at as f64;
    let line_y = |row: usize| top + high * (row as f64 + 1.0) - 16.0;
    let area_of = |item: &LabItem| {
        let inset = 1.5 + 3.0 * item.depth.min(4) as f64;
        let begin = top + high * item.row as f64 + 2.0 + AROUND * item.depth as f64;
        let end = top + high * (item.row + item.rows.max(1)) as f64 - 3.0 - 2.0 * item.depth.min(4) as f64;
        Area::between(x(item.from) + inset, begin, (x(item.to) - inset).max(x(item.from) + 2.0), end)
    };
    // Loops lie below lines and events, the outer ones below the inner ones.
    for depth in 0..deepest {
        let of_depth = |it: &&LabItem| it.kind == LabItemKind::Loop && it.depth == depth;
        for item in lanes.items.iter().filter(of_depth) {
            around(pen, item, area_of(item));
        }
    }
    for (row, name) in lanes.rows.iter().enumerate() {
        let y = line_y(row);
        pen.scene.line(&[(left, y), (pen.right, y)], Ink::Line, 1.0);
        pen.scene.text((pen.left, y + 4.0), Anchor::Start, (Font::Strong, Ink::Text), name.clone());
    }
    let middle = |at: usize| x(at) + (column / 2.0).min(14.0);
    for link in &lanes.links {
        let (from, to) = ((middle(link.from.1), line_y(link.from.0)), (middle(link.to.1), line_y(link.to.0)));
        let (ink, width) = message(link.look);
        pen.scene.line(&[from, to], ink, width);
        if column >= LEAST_ARROW {
            heads::head(pen.scene, 1, ink, from, to);
        }
    }
    let linked = |item: &LabItem| lanes.links.iter().any(|link| [link.from, link.to].contains(&(item.row, item.from)));
    for item in lanes.items.iter().filter(|item| item.kind != LabItemKind::Loop) {
        event(pen, item, (x(item.from), line_y(item.row), column), linked(item));
    }
    // What is pointed at is the topmost: events over loops.
    for (place, item) in lanes.items.iter().enumerate() {
        if item.kind == LabItemKind::Loop {
            pen.hit(area_of(item), place, &item.says, "");
        }
    }
    for (place, item) in lanes.items.iter().enumerate() {
        if item.kind != LabItemKind::Loop {
            let area = Area { x: x(item.from), y: line_y(item.row) - 20.0, w: column, h: 30.0 };
            pen.hit(area, place, &item.says, "");
        }
    }
    top + high * lanes.rows.len() as f64
}

/// The box of a loop, with its name if there is room.
fn around(pen: &mut Pen<'_>, item: &LabItem, area: Area) {
    let look = match item.look {
        LabLook::Plain => LabLook::Deep(item.depth as u8 + 1),
        look => look,
    };
    pen.boxed(area, look, false);
    if measure::width(Font::SmallStrong, &item.text) <= area.w - 6.0 {
        let ink = (Font::SmallStrong, ink_of(item.look));
        pen.scene.text((area.x + 6.0, area.y + 12.0), Anchor::Start, ink, item.text.clone());
    }
}

/// An event on the line of its process: an arrow up where it sends, down where it receives.
fn event(pen: &mut Pen<'_>, item: &LabItem, (begin, y, column): (f64, f64, f64), linked: bool) {
    let x = begin + (column / 2.0).min(14.0);
    let (ink, width) = message(item.look);
    if item.look == LabLook::Now {
        let area = Area { x: begin + 2.0, y: y - 19.0, w: (column - 4.0).max(2.0), h: 27.0 };
        pen.boxed(area, LabLook::Now, false);
    }
    match item.kind {
        LabItemKind::Local | LabItemKind::Loop => {
            let r = (column / 3.0).clamp(1.0, 3.0);
            let ink = if item.look == LabLook::Next { Ink::Line } else { Ink::Edge };
            pen.scene.rect(Area { x: x - r, y: y - r, w: 2.0 * r, h: 2.0 * r }, 0.0, Some(ink), None);
        }
        // The arrow of the message shows what it does.
        _ if linked => {
            pen.scene.rect(Area { x: x - 2.0, y: y - 2.0, w: 4.0, h: 4.0 }, 2.0, Some(ink), None);
        }
        LabItemKind::Send => {
            pen.scene.line(&[(x, y), (x, y - ARROW + 3.0)], ink, width);
            if column >= LEAST_ARROW {
                heads::head(pen.scene, 1, ink, (x, y), (x, y - ARROW));
            }
        }
        LabItemKind::Receive => {
            pen.scene.line(&[(x, y - ARROW), (x, y - 3.0)], ink, width);
            if column >= LEAST_ARROW {
                heads::head(pen.scene, 1, ink, (x, y - ARROW), (x, y));
            }
        }
    }
    // Above the line: messages go below it from one row to the next.
    let room = column - 22.0;
    for text in [&item.text, &item.short] {
        if !text.is_empty() && measure::width(Font::Caption, text) <= room {
            let ink = (Font::Caption, ink_of(item.look));
            return pen.scene.text((x + 8.0, y - 5.0), Anchor::Start, ink, text.clone());
        }
    }
}

/// Channels, one below the other; returns where the band ends.
pub(super) fn channels(pen: &mut Pen<'_>, channels: &[LabChannel], top: f64) -> f64 {
    let widest = |texts: &mut dyn Iterator<Item = &String>| {
        texts.map(|text| measure::width(Font::Strong, text)).fold(0.0, f64::max)
    };
    let left = widest(&mut channels.iter().map(|it| &it.left)) + 14.0;
    let right = widest(&mut channels.iter().map(|it| &it.right)) + 14.0;
    let room = pen.right - pen.left;
    // On a narrow stage the counts stand above the line.
    let stacked = left + right + 60.0 > room;
    let high = if stacked { CHANNEL + 14.0 } else { CHANNEL };
    for (place, channel) in channels.iter().enumerate() {
        let y = top + high * place as f64;
        let area = Area { x: pen.left, y, w: room, h: high - 2.0 };
        if channel.look == LabLook::Now {
            pen.scene.rect(area, 3.0, Some(Ink::Wash), None);
        }
        let (from, to, line) = match stacked {
            true => (pen.left, pen.right - 1.0, y + high - 12.0),
            false => (pen.left + left, pen.right - right, y + high - 12.0),
        };
        let (ink, width) = match channel.look {
            LabLook::Now => line_of(LabLook::Now),
            look => message(look),
        };
        pen.scene.line(&[(from, line), (to, line)], ink, width);
        heads::head(pen.scene, 1, ink, (from, line), (to, line));
        let base = if stacked { y + 14.0 } else { line + 4.0 };
        let strong = (Font::Strong, ink_of(channel.look));
        pen.scene.text((pen.left + 4.0, base), Anchor::Start, strong, channel.left.clone());
        pen.scene.text((pen.right - 4.0, base), Anchor::End, strong, channel.right.clone());
        let name = measure::fit(Font::Caption, &channel.name, to - from);
        let at = ((from + to) / 2.0, line - 5.0);
        pen.scene.text(at, Anchor::Middle, (Font::Caption, Ink::Text2), name);
        pen.hit(area, place, &channel.says, "");
    }
    top + high * channels.len() as f64
}
