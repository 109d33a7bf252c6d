//! What the parts of a picture cover, and how two of them lie to each other. `touch` is how far edges may reach over.

use loopscope_draw::scene::{measure, Anchor, Area, Font, Shape};

/// A text: where it begins, how wide it is, and its base line.
pub(crate) fn text_line(shape: &Shape) -> Option<(f64, f64, f64, Font, &str)> {
    let Shape::Text { x, y, anchor, font, text, .. } = shape else { return None };
    let width = measure::width(*font, text);
    let left = match anchor {
        Anchor::Start => *x,
        Anchor::Middle => x - width / 2.0,
        Anchor::End => x - width,
    };
    Some((left, width, *y, *font, text))
}

/// What a text covers: from the height of its capitals to below its base line.
pub(crate) fn text_area(shape: &Shape) -> Option<(Area, &str)> {
    let (x, w, y, font, text) = text_line(shape)?;
    Some((Area { x, y: y - 0.73 * font.size(), w, h: 0.9 * font.size() }, text))
}

pub(crate) fn overlap(a: &Area, b: &Area, touch: f64) -> bool {
    a.x + touch < b.right() && b.x + touch < a.right() && a.y + touch < b.bottom() && b.y + touch < a.bottom()
}

pub(crate) fn inside(a: &Area, b: &Area, touch: f64) -> bool {
    a.x >= b.x - touch && a.y >= b.y - touch && a.right() <= b.right() + touch && a.bottom() <= b.bottom() + touch
}
