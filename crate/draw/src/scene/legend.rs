//! Legends: signs with a few words each, in lines below a picture.
//!
//! The pictures differ in their signs alone, so each of them implements [`Sign`] for its own.

use super::{measure, Anchor, Font, Ink, Scene};

/// Height of a line.
const LINE: f64 = 20.0;
/// Between the picture and the first line.
const ABOVE: f64 = 8.0;
/// Between two entries.
const BETWEEN: f64 = 16.0;

/// What is drawn before the words of an entry.
pub(super) trait Sign {
    /// Its width in CSS pixels, with the gap to the words.
    fn width(&self) -> f64;

    /// Draws it with its left edge at `x` and its middle at `y`.
    fn draw(&self, scene: &mut Scene, x: f64, y: f64);
}

/// An entry of a legend.
pub(super) enum Entry<S> {
    /// A word that introduces the entries after it.
    Heading(&'static str),
    /// A sign and what it means.
    Sign(S, String),
}

/// Adds a legend below the picture and makes the scene as much higher; nothing without entries. O(entries).
pub(super) fn draw<S: Sign>(scene: &mut Scene, entries: &[Entry<S>]) {
    if entries.is_empty() {
        return;
    }
    let (mut x, mut y) = (0.0, scene.height + ABOVE + LINE / 2.0);
    for entry in entries {
        let (sign, words, ink) = match entry {
            Entry::Heading(word) => (None, *word, Ink::Text3),
            Entry::Sign(sign, words) => (Some(sign), words.as_str(), Ink::Text2),
        };
        let before = sign.map_or(0.0, Sign::width);
        let words = measure::fit(Font::Caption, words, (scene.width - before).max(0.0));
        let width = before + measure::width(Font::Caption, &words);
        if x > 0.0 && x + width > scene.width {
            (x, y) = (0.0, y + LINE);
        }
        if let Some(sign) = sign {
            sign.draw(scene, x, y);
        }
        scene.text((x + before, y + 4.0), Anchor::Start, (Font::Caption, ink), words);
        x += width + BETWEEN;
    }
    scene.height = (y + LINE / 2.0).ceil();
}
