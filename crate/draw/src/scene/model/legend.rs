//! The legend of the model graph: tags, collectives and loops.

use std::collections::BTreeSet;

use loopscope_core::system::Construct;

use super::drawn::Drawn;
use crate::scene::heads::{head, TAG_LINE};
use crate::scene::legend::{self, Entry};
use crate::scene::{Area, Ink, Scene};

/// Length of the arrow of a tag.
const ARROW: f64 = 20.0;
/// Between a sign and its words.
const GAP: f64 = 5.0;

enum Sign {
    /// The arrow of a tag, by its slot.
    Arrow(u8),
    Boxes,
    Dashes,
}

impl legend::Sign for Sign {
    fn width(&self) -> f64 {
        match self {
            Self::Arrow(_) => ARROW + GAP,
            Self::Boxes => 20.0 + GAP,
            Self::Dashes => 4.0 + GAP,
        }
    }

    fn draw(&self, scene: &mut Scene, x: f64, y: f64) {
        match *self {
            Self::Arrow(slot) => {
                let ink = Ink::Tag(slot);
                let (from, to) = ((x + 1.0, y), (x + ARROW - 2.0, y));
                scene.line(&[from, to], ink, TAG_LINE);
                head(scene, slot, ink, from, to);
            }
            Self::Boxes => {
                for (left, depth) in [(0.0, 1), (9.0, 2)] {
                    let area = Area { x: x + left + 0.5, y: y - 5.5, w: 10.0, h: 11.0 };
                    scene.rect(area, 2.0, Some(Ink::depth(depth)), Some((Ink::Edge, 0.75)));
                }
            }
            Self::Dashes => {
                let dash = |k: f64| Area { x: x + 1.4, y: y - 7.0 + 6.0 * k, w: 1.25, h: 3.0 };
                scene.bars(y - 7.0, [0.0, 1.0, 2.0].map(dash).to_vec(), Ink::Text2);
            }
        }
    }
}

/// Adds the legend below the picture.
pub(super) fn draw(scene: &mut Scene, drawn: &Drawn<'_>) {
    let (layout, tags, model) = (drawn.layout, drawn.source.tags, drawn.source.model);
    let mut entries: Vec<Entry<Sign>> = Vec::new();
    if !layout.arrows.is_empty() {
        let families = tags.families().iter().any(|family| family.first != family.last);
        entries.push(Entry::Heading(if families { "tag family" } else { "tag" }));
        let slots = layout.arrows.iter().map(|arrow| tags.slot(model.channel(arrow.channel).tag));
        let shown: BTreeSet<u8> = slots.collect();
        let known = tags.legend().into_iter().filter(|(_, slot)| shown.contains(slot));
        entries.extend(known.map(|(label, slot)| Entry::Sign(Sign::Arrow(slot), label)));
    }
    let is_sync = |id| matches!(model.construct(id), Construct::Sync { .. });
    if layout.marks.iter().any(|mark| is_sync(mark.id)) {
        entries.push(Entry::Sign(Sign::Dashes, "collective".to_owned()));
    }
    if !layout.frames.is_empty() {
        entries.push(Entry::Sign(Sign::Boxes, "loop, one iteration of it".to_owned()));
    }
    legend::draw(scene, &entries);
}
