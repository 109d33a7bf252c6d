//! What colours, marks, dashes and greys mean.

use loopscope_core::system::Construct;

use super::arrows::head;
use super::Drawn;
use crate::scene::{measure, Anchor, Area, Font, Ink, Scene};

/// Height of a line of the legend.
const LINE: f64 = 20.0;
/// Length of the arrow of a tag.
const ARROW: f64 = 20.0;
const GAP: f64 = 5.0;
/// Between two entries.
const BETWEEN: f64 = 16.0;

enum Sign {
    Words,
    Arrow(u8),
    Boxes,
    Dashes,
}

/// Adds the legend below the picture.
pub(super) fn legend(scene: &mut Scene, drawn: &Drawn<'_>) {
    let layout = drawn.layout;
    let mut entries: Vec<(Sign, String)> = Vec::new();
    if !layout.arrows.is_empty() {
        let tags = drawn.source.tags;
        let families = tags.families().iter().any(|family| family.first != family.last);
        let word = if families { "tag family" } else { "tag" };
        entries.push((Sign::Words, word.to_owned()));
        let shown: std::collections::BTreeSet<u8> = layout
            .arrows
            .iter()
            .map(|arrow| tags.slot(drawn.source.model.channel(arrow.channel).tag))
            .collect();
        let known = tags.legend().into_iter().filter(|(_, slot)| shown.contains(slot));
        entries.extend(known.map(|(label, slot)| (Sign::Arrow(slot), label)));
    }
    let model = drawn.source.model;
    let is_sync = |id| matches!(model.construct(id), Construct::Sync { .. });
    if layout.spots.iter().any(|spot| is_sync(spot.id)) {
        entries.push((Sign::Dashes, "collective".to_owned()));
    }
    if !layout.frames.is_empty() {
        entries.push((Sign::Boxes, "loop, one iteration of it".to_owned()));
    }
    if entries.is_empty() {
        return;
    }
    let (mut x, mut y) = (0.0, scene.height + 8.0 + LINE / 2.0);
    for (sign, label) in entries {
        let before = match sign {
            Sign::Words => 0.0,
            Sign::Arrow(_) => ARROW + GAP,
            Sign::Boxes => 20.0 + GAP,
            Sign::Dashes => 4.0 + GAP,
        };
        let label = measure::fit(Font::Caption, &label, (scene.width - before).max(0.0));
        let width = before + measure::width(Font::Caption, &label);
        if x > 0.0 && x + width > scene.width {
            (x, y) = (0.0, y + LINE);
        }
        match sign {
            Sign::Words => {}
            Sign::Arrow(slot) => {
                let ink = Ink::Tag(slot);
                let (from, to) = ((x + 1.0, y), (x + ARROW - 2.0, y));
                scene.line(&[from, to], ink, 1.4);
                head(scene, slot, ink, from, to);
            }
            Sign::Boxes => {
                for (left, depth) in [(0.0, 1), (9.0, 2)] {
                    let area = Area { x: x + left + 0.5, y: y - 5.5, w: 10.0, h: 11.0 };
                    scene.rect(area, 2.0, Some(Ink::depth(depth)), Some((Ink::Edge, 0.75)));
                }
            }
            Sign::Dashes => {
                let dash = |k: f64| Area { x: x + 1.4, y: y - 7.0 + 6.0 * k, w: 1.25, h: 3.0 };
                scene.comb(y - 7.0, [0.0, 1.0, 2.0].map(dash).to_vec(), Ink::Text2);
            }
        }
        let ink = if matches!(sign, Sign::Words) { Ink::Text3 } else { Ink::Text2 };
        scene.text((x + before, y + 4.0), Anchor::Start, (Font::Caption, ink), label);
        x += width + BETWEEN;
    }
    scene.height = (y + LINE / 2.0).ceil();
}
