//! The boxes of loops behind the rows.

use loopscope_core::numbers::{duration, percent, thousands};
use loopscope_core::timeline::{boxes as loops, LoopBox};

use super::frame::{Frame, BOX_HEADER};
use crate::scene::{loop_name, measure, Anchor, Area, Font, Hit, HitKind, Ink, Scene};

/// A narrower loop has no box.
const NARROWEST: f64 = 6.0;
/// From this distance of rows on, each row has boxes of its own.
const OWN: f64 = 34.0;

/// Draws the loops of a strip: where rows are far enough apart one box for each, else one behind all rows.
pub(super) fn draw(scene: &mut Scene, frame: &Frame<'_>, rows_top: f64) {
    let own = frame.pitch >= OWN && frame.index > 0;
    let depth = frame.index;
    let least = frame.time_of(NARROWEST);
    let mut behind: Vec<LoopBox> = Vec::new();
    for (row, &place) in frame.places.iter().enumerate() {
        let Some(tree) = frame.source.trees.get(place) else { continue };
        let source = (frame.source.trace, frame.source.clocks());
        let tree = (place, tree, frame.source.view());
        let found = loops(source, tree, frame.window.visible, (least, depth));
        let found = found.into_iter().filter(|found| found.depth == depth);
        if own {
            let top = frame.bar_top(rows_top, row);
            for found in found {
                let area = Area::between(
                    frame.x(found.from),
                    top - BOX_HEADER,
                    frame.x(found.to),
                    top + frame.bar + 3.0,
                );
                one(scene, frame, &found, area);
            }
        } else {
            join(&mut behind, found);
        }
    }
    let bottom = rows_top + frame.places.len() as f64 * frame.pitch + 2.0;
    for found in behind {
        let (left, right) = (frame.x(found.from), frame.x(found.to));
        one(scene, frame, &found, Area::between(left, rows_top - BOX_HEADER, right, bottom));
    }
}

/// Joins the boxes of a process with those of the others: a loop lasts from the first process in it to the last.
fn join(behind: &mut Vec<LoopBox>, found: impl Iterator<Item = LoopBox>) {
    for new in found {
        let same = |known: &&mut LoopBox| {
            known.row == new.row && known.from <= new.to && new.from <= known.to
        };
        match behind.iter_mut().find(same) {
            Some(known) => {
                known.from = known.from.min(new.from);
                known.to = known.to.max(new.to);
            }
            None => behind.push(new),
        }
    }
}

fn one(scene: &mut Scene, frame: &Frame<'_>, found: &LoopBox, area: Area) {
    let visible = area.clipped(frame.left - 4.0, frame.right + 4.0);
    let fill = Ink::depth(found.depth + 1);
    scene.rect(visible, 4.0, Some(fill), Some((Ink::Edge, 0.75)));
    let (count, name) = (format!("×{}", thousands(found.count)), loop_name(found.row));
    let length = found.to.abs_diff(found.from);
    let run = frame.source.run.1.abs_diff(frame.source.run.0).max(1);
    let share = percent(length as f64 / run as f64);
    let each = duration(length / found.count.max(1));
    let left = visible.x.max(frame.left) + 4.0;
    let room = visible.right().min(frame.right) - left - 4.0;
    let strong = measure::width(Font::SmallStrong, &count);
    if strong <= room {
        let y = area.y + 11.0;
        scene.text((left, y), Anchor::Start, (Font::SmallStrong, Ink::Text), count.clone());
        let more = [
            format!("{name} · {each} each · {share} of the time"),
            format!("{name} · {each} each"),
            name.clone(),
        ];
        let rest = room - strong - 5.0;
        if let Some(text) = measure::first_fitting(Font::Caption, &more, rest) {
            let at = (left + strong + 5.0, y);
            scene.text(at, Anchor::Start, (Font::Caption, Ink::secondary_on(fill)), text);
        }
    }
    scene.hits.push(Hit {
        area: Area { h: BOX_HEADER, ..visible },
        kind: HitKind::Loop,
        strip: frame.index,
        item: None,
        loop_id: found.row,
        title: format!("{name} {count}"),
        detail: format!("{}, about {each} an iteration", duration(length)),
    });
}
