//! What a surface must be able to do beyond plotters' drawing calls.

use plotters::prelude::DrawingBackend;
use plotters_backend::{BackendStyle, BackendTextStyle, FontStyle};

use crate::scene::{measure, Area, Font, Owner};

/// Plotters counts in whole pixels; the surfaces are this many times as large, so a unit is an eighth of a pixel.
pub(super) const UNITS: f64 = 8.0;

/// Beyond any screen; keeps coordinates well inside 32 bits.
const FAR: f64 = 1e6;

/// Pixels to units; 0 for what is not a number.
#[inline]
pub(super) fn unit(pixels: f64) -> i32 {
    let units = pixels * UNITS;
    // Half a unit is rounded away from 0, as `round` does it, which is a call in the page's engine; most of a picture is here.
    if (0.0..FAR * UNITS).contains(&units) {
        return (units + 0.5) as i32;
    }
    (pixels.clamp(-FAR, FAR) * UNITS).round() as i32
}

/// A point in units.
pub(super) fn point((x, y): (f64, f64)) -> (i32, i32) {
    (unit(x), unit(y))
}

/// The upper left and the lower right corner of an area, in units.
#[inline]
pub(super) fn corners(area: &Area) -> [(i32, i32); 2] {
    [point((area.x, area.y)), point((area.right(), area.bottom()))]
}

/// How far plotters' top of a text lies above its base line, in units. It puts the base line
/// 0.76 em below the top, and in no other position exactly.
pub(super) fn ascent(size: f64) -> i32 {
    unit(0.76 * size)
}

/// A plotters backend that can do more: all coordinates are in units.
pub(super) trait Surface: DrawingBackend {
    /// The next rectangle has round corners of that radius.
    fn round_next(&mut self, radius: i32);

    /// What is filled next is hatched in its colour.
    fn hatch_next(&mut self);

    /// Fills many upright rectangles, in pixels; whether it can.
    fn bars<S: BackendStyle>(&mut self, bars: &[Area], style: &S) -> bool;

    /// What follows belongs to the plot of a strip and is clipped to these corners.
    fn begin_layer(&mut self, strip: usize, corners: [(i32, i32); 2]);

    /// Ends the layer.
    fn end_layer(&mut self);

    /// Says to whom the following commands belong.
    fn owner(&mut self, owner: Owner);
}

/// The font that a plotters text style was made from.
pub(super) fn font_of<S: BackendTextStyle>(style: &S) -> Option<Font> {
    let strong = matches!(style.style(), FontStyle::Bold);
    let matches = |font: &Font| {
        font.family() == style.family().as_str()
            && (font.weight() >= 600) == strong
            && (font.size() * UNITS - style.size()).abs() < 1.0
    };
    Font::ALL.into_iter().find(matches)
}

/// The size of a text in units, for `estimate_text_size`: the default asks a window for it.
pub(super) fn text_size<S: BackendTextStyle>(text: &str, style: &S) -> (u32, u32) {
    let width = font_of(style).map_or(0.0, |font| measure::width(font, text));
    (unit(width).max(0) as u32, style.size().round() as u32)
}

/// `#RRGGBB`.
pub(super) fn hex<S: BackendStyle>(style: &S) -> String {
    rgb(style.color().rgb)
}

/// `#RRGGBB`.
pub(super) fn rgb((red, green, blue): (u8, u8, u8)) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}
