//! The legend of a ribbon, for pictures that leave the page: on the page, HTML does this.

use loopscope_core::symbols::{Shape, Symbol};

use crate::scene::legend::{self, Entry};
use crate::scene::source::Source;
use crate::scene::ticks::{TickStyle, Ticks};
use crate::scene::{Ink, Scene};

/// Length of the line in a tag's colour, and the gap after it.
const SWATCH: f64 = 14.0;
const GAP: f64 = 6.0;
/// Half the height of an event's sign.
const HALF: f64 = 6.0;

const NAMES: [(Shape, &str); 4] =
    [(Shape::Send, "send"), (Shape::Receive, "receive"), (Shape::Collective, "collective"), (Shape::Other, "other")];

enum Sign {
    Event(Shape),
    /// A tag or a label, by its slot.
    Colour(u8),
}

impl legend::Sign for Sign {
    fn width(&self) -> f64 {
        match self {
            Self::Event(_) => 2.0 * HALF,
            Self::Colour(_) => SWATCH + GAP,
        }
    }

    fn draw(&self, scene: &mut Scene, x: f64, y: f64) {
        match *self {
            Self::Event(shape) => {
                let mut ticks = Ticks::new(y, HALF);
                ticks.add(TickStyle { shape, ink: Ink::Text2, nested: false }, x + 4.0, 1.5);
                ticks.draw(scene);
            }
            Self::Colour(slot) => scene.line(&[(x, y), (x + SWATCH, y)], Ink::Tag(slot), 2.0),
        }
    }
}

/// Adds the legend of a process below a picture of it: the kinds of events if there are several, and the tags.
pub fn legend(scene: &mut Scene, source: &Source<'_>) {
    let mut seen = [false; NAMES.len()];
    let symbols = if source.tuples.is_some() { 0 } else { source.symbols.len() };
    for symbol in 0..symbols {
        let shape = source.appearance(Symbol(symbol as u32)).shape;
        for ((of, _), seen) in NAMES.iter().zip(&mut seen) {
            *seen |= *of == shape;
        }
    }
    let mut entries: Vec<Entry<Sign>> = Vec::new();
    // A single kind needs no explanation.
    if seen.iter().filter(|&&seen| seen).count() > 1 {
        let kinds = NAMES.iter().zip(seen).filter(|(_, seen)| *seen);
        let entry = |(&(shape, name), _): (&(Shape, &str), bool)| Entry::Sign(Sign::Event(shape), name.to_owned());
        entries.extend(kinds.map(entry));
    }
    let tags = source.tags.legend();
    if !tags.is_empty() {
        entries.push(Entry::Heading(if source.tuples.is_some() { "label" } else { "tag" }));
        entries.extend(tags.into_iter().map(|(label, slot)| Entry::Sign(Sign::Colour(slot), label)));
    }
    legend::draw(scene, &entries);
}
