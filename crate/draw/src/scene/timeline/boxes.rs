//! The boxes of loops behind the rows.

use loopscope_core::numbers::{duration, thousands};
use loopscope_core::small_sort::SmallSort;
use loopscope_core::timeline::{boxes as loops, LoopBox};

use super::bars::Label;
use super::frame::{Frame, BOX_HEADER};
use crate::scene::{loop_name, measure, Area, Font, Hit, HitKind, Ink, Scene};

/// A narrower loop has no box.
const NARROWEST: f64 = 6.0;

/// Draws the loops of a strip: where rows are far enough apart one box for each, else one behind all rows. Returns their labels.
///
/// `mark`: where the mark of the strip will be, which no text crosses.
pub(super) fn draw(scene: &mut Scene, frame: &Frame<'_>, rows_top: f64, mark: Option<(f64, f64)>) -> Vec<Label> {
    let mut labels = Vec::new();
    let own = frame.has_own_boxes();
    let depth = frame.index;
    let least = frame.time_of(NARROWEST);
    let mut behind: Vec<LoopBox> = Vec::new();
    for (row, &place) in frame.places.iter().enumerate() {
        let Some(tree) = frame.source.trees.get(place) else { continue };
        let source = (frame.source.trace, frame.source.clocks());
        let tree = (place, tree, frame.source.counted());
        let found = loops(source, tree, frame.window.visible, (least, depth));
        let found = found.into_iter().filter(|found| found.depth == depth);
        if own {
            let top = frame.bar_top(rows_top, row);
            for found in found {
                let area =
                    Area::between(frame.x(found.from), top - BOX_HEADER, frame.x(found.to), top + frame.bar + 3.0);
                one(scene, frame, &found, (area, mark, f64::INFINITY), &mut labels);
            }
        } else {
            join(&mut behind, found);
        }
    }
    // Where processes are not in step, the strip of an iteration also shows the ends of its neighbours: one frame is enough.
    let own_round = frame.window.shows.map_or(0, |(shown, _)| shown.iteration + 1);
    if behind.iter().any(|found| found.round == own_round) {
        behind.retain(|found| found.round == own_round);
    }
    let bottom = rows_top + frame.places.len() as f64 * frame.pitch + 2.0;
    // The label of a box ends where the next box begins.
    behind.sort_small_by_key(|found| found.from);
    for (at, found) in behind.iter().enumerate() {
        let next = behind.get(at + 1..).unwrap_or_default().iter();
        let next = next.map(|next| frame.x(next.from)).find(|&next| next > frame.x(found.from));
        let (left, right) = (frame.x(found.from), frame.x(found.to));
        let area = Area::between(left, rows_top - BOX_HEADER, right, bottom);
        let next = next.unwrap_or(f64::INFINITY);
        one(scene, frame, found, (area, mark, next), &mut labels);
    }
    labels
}

/// Joins the boxes of a process with those of the others: a loop lasts from the first process in it to the last.
fn join(behind: &mut Vec<LoopBox>, found: impl Iterator<Item = LoopBox>) {
    for new in found {
        let same = |known: &&mut LoopBox| {
            (known.row, known.round) == (new.row, new.round) && known.from <= new.to && new.from <= known.to
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

fn one(
    scene: &mut Scene,
    frame: &Frame<'_>,
    found: &LoopBox,
    (area, mark, next): (Area, Option<(f64, f64)>, f64),
    labels: &mut Vec<Label>,
) {
    let visible = area.clipped(frame.left - 4.0, frame.right + 4.0);
    let fill = Ink::depth(found.depth + 1);
    scene.rect(visible, 4.0, Some(fill), Some((Ink::Edge, 0.75)));
    let chosen = found.row == frame.state.selected;
    if chosen {
        scene.rect(Area { h: BOX_HEADER, ..visible }, 4.0, Some(Ink::Wash), None);
        scene.rect(visible, 4.0, None, Some((Ink::Selected, 1.5)));
    }
    let (count, name) = (format!("×{}", thousands(found.count)), loop_name(found.row));
    // How long an iteration is on each process is said beside the picture: a box goes from the first process in it to the last.
    let length = duration(found.to.abs_diff(found.from));
    let (left, right) = (visible.x.max(frame.left) + 4.0, visible.right().min(frame.right).min(next) - 4.0);
    let ink = if chosen { Ink::Text } else { Ink::secondary_on(fill) };
    let strong = measure::width(Font::SmallStrong, &count);
    // Before the mark, if that is in the way; where there is no room, after it.
    let sides = match mark.filter(|&(from, to)| from < right && left < to) {
        Some((from, to)) => vec![(left, from - 4.0), (to + 4.0, right)],
        None => vec![(left, right)],
    };
    let wanted = strong + 5.0 + measure::width(Font::Caption, &name);
    let side = sides.iter().find(|(from, to)| to - from >= wanted);
    let side = side.or_else(|| sides.iter().find(|(from, to)| to - from >= strong));
    if let Some(&(from, to)) = side {
        let (y, ground) = (area.y + 11.0, if chosen { Ink::Wash } else { fill });
        let letters = (Font::SmallStrong, Ink::Text);
        labels.push(Label { at: (from, y), ground, letters, text: count.clone() });
        if measure::width(Font::Caption, &name) <= to - from - strong - 5.0 {
            let (at, letters) = ((from + strong + 5.0, y), (Font::Caption, ink));
            labels.push(Label { at, ground, letters, text: name.clone() });
        }
    }
    scene.hits.push(Hit {
        area: Area { h: BOX_HEADER, ..visible },
        kind: HitKind::Loop,
        strip: frame.index,
        item: None,
        loop_id: found.row,
        title: format!("{name} {count}"),
        detail: format!("{length} from the first process in it to the last"),
    });
}
