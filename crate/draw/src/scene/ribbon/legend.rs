//! What signs and colours of a ribbon mean: below a picture that leaves the page, which has a legend of its own.

use loopscope_core::symbols::{Shape, Symbol};

use crate::scene::source::Source;
use crate::scene::ticks::{Look, Ticks};
use crate::scene::{measure, Anchor, Font, Ink, Scene};

/// Height of a line of the legend.
const LINE: f64 = 20.0;
/// Length of the line of a tag's colour.
const SWATCH: f64 = 14.0;
const GAP: f64 = 6.0;
/// Between two entries.
const BETWEEN: f64 = 16.0;
/// Half the height of a sign.
const SIGN: f64 = 6.0;

const NAMES: [(Shape, &str); 4] = [
    (Shape::Send, "send"),
    (Shape::Receive, "receive"),
    (Shape::Collective, "collective"),
    (Shape::Other, "other"),
];

enum Sign {
    Words,
    Event(Shape),
    Colour(u8),
}

/// Adds the legend of a process below a picture of it: the kinds of events, if there are several, and the tags.
pub fn legend(scene: &mut Scene, source: &Source<'_>) {
    let mut seen = [false; NAMES.len()];
    let symbols = if source.tuples.is_some() { 0 } else { source.symbols.len() };
    for symbol in 0..symbols {
        let shape = source.appearance(Symbol(symbol as u32)).shape;
        NAMES
            .iter()
            .zip(&mut seen)
            .filter(|((of, _), _)| *of == shape)
            .for_each(|(_, it)| *it = true);
    }
    let mut entries: Vec<(Sign, String)> = Vec::new();
    // One kind alone tells nothing apart.
    if seen.iter().filter(|&&it| it).count() > 1 {
        let kinds = NAMES.iter().zip(seen).filter(|(_, seen)| *seen);
        entries.extend(kinds.map(|(&(shape, name), _)| (Sign::Event(shape), name.to_owned())));
    }
    let tags = source.tags.legend();
    if !tags.is_empty() {
        let word = if source.tuples.is_some() { "label" } else { "tag" };
        entries.push((Sign::Words, word.to_owned()));
        entries.extend(tags.into_iter().map(|(label, slot)| (Sign::Colour(slot), label)));
    }
    if entries.is_empty() {
        return;
    }
    let (mut x, mut y) = (0.0, scene.height + 8.0 + LINE / 2.0);
    for (sign, label) in entries {
        let before = match sign {
            Sign::Words => 0.0,
            Sign::Event(_) => 2.0 * SIGN,
            Sign::Colour(_) => SWATCH + GAP,
        };
        let label = measure::fit(Font::Caption, &label, (scene.width - before).max(0.0));
        let width = before + measure::width(Font::Caption, &label);
        if x > 0.0 && x + width > scene.width {
            (x, y) = (0.0, y + LINE);
        }
        let mut ink = Ink::Text2;
        match sign {
            Sign::Words => ink = Ink::Text3,
            Sign::Event(shape) => {
                let mut ticks = Ticks::new(y, SIGN);
                ticks.add(Look { shape, ink, nested: false }, x + 4.0, 1.5);
                ticks.draw(scene);
            }
            Sign::Colour(slot) => scene.line(&[(x, y), (x + SWATCH, y)], Ink::Tag(slot), 2.0),
        }
        scene.text((x + before, y + 4.0), Anchor::Start, (Font::Caption, ink), label);
        x += width + BETWEEN;
    }
    scene.height = (y + LINE / 2.0).ceil();
}
