//! How wide a text is, without access to a font.
//!
//! Pictures are made in a worker or in a terminal program, where there is no font to ask, and labels must be shortened
//! *before* they are drawn. So the widths of the bundled fonts are compiled in: one font, one table, the same picture
//! everywhere. `tools/font_widths.py` writes the table.
//!
//! Kerning is left out. It makes real texts up to one percent narrower in Chromium (rows of ones up to three) and none
//! noticeably wider, so labels err on the side of air. O(characters) for each text.

use super::widths::{INTER, INTER_MORE, MONO, MORE};
use super::Font;

/// Units of the table in one em.
const EM: f64 = 2048.0;

/// The width of a text in CSS pixels.
///
/// ```
/// use loopscope_draw::scene::{measure, Font};
/// assert_eq!(measure::width(Font::Label, ""), 0.0);
/// assert!(measure::width(Font::Strong, "×249") > measure::width(Font::Label, "×249"));
/// ```
pub fn width(font: Font, text: &str) -> f64 {
    let units: u64 = text.chars().map(|c| u64::from(units(font, c))).sum();
    units as f64 * font.size() / EM
}

fn units(font: Font, c: char) -> u16 {
    if matches!(font, Font::Mono | Font::Letter) {
        return MONO;
    }
    let weight = match font.weight() {
        600 => 2,
        500 => 1,
        _ => 0,
    };
    let known = match (c as u32).checked_sub(0x20) {
        Some(place) if place < 224 => INTER.get(weight).and_then(|row| row.get(place as usize)),
        _ => MORE.iter().position(|&more| more == c).and_then(|place| INTER_MORE.get(weight)?.get(place)),
    };
    // Characters of other scripts come from a system font: Chinese ones are square, nearly all others narrower.
    known.copied().unwrap_or(2048)
}

/// The text, or the start of it that fits with an ellipsis; empty if not even one character fits.
///
/// ```
/// use loopscope_draw::scene::{measure, Font};
/// assert_eq!(measure::fit(Font::Label, "Allreduce", 100.0), "Allreduce");
/// assert_eq!(measure::fit(Font::Label, "Allreduce", 40.0), "Allre…");
/// assert_eq!(measure::fit(Font::Label, "Allreduce", 5.0), "");
/// ```
pub fn fit(font: Font, text: &str, room: f64) -> String {
    if width(font, text) <= room {
        return text.to_owned();
    }
    let mut left = room - width(font, "…");
    let mut end = 0;
    for (place, c) in text.char_indices() {
        left -= f64::from(units(font, c)) * font.size() / EM;
        if left < 0.0 {
            break;
        }
        end = place + c.len_utf8();
    }
    match text.get(..end).map(str::trim_end) {
        None | Some("") => String::new(),
        Some(kept) => format!("{kept}…"),
    }
}

/// The text, or the end of it that fits into `room` pixels with an ellipsis before it; empty if not even one character
/// fits. The names in a program differ mostly at their end.
///
/// ```
/// use loopscope_draw::scene::{measure, Font};
/// assert_eq!(measure::fit_end(Font::Label, "Lock status", 200.0), "Lock status");
/// assert_eq!(measure::fit_end(Font::Label, "OpenMP named-Lock: Lock status", 70.0), "…ock status");
/// assert_eq!(measure::fit_end(Font::Label, "Lock status", 5.0), "");
/// ```
pub fn fit_end(font: Font, text: &str, room: f64) -> String {
    if width(font, text) <= room {
        return text.to_owned();
    }
    let mut left = room - width(font, "…");
    let mut begin = text.len();
    for (place, c) in text.char_indices().rev() {
        left -= f64::from(units(font, c)) * font.size() / EM;
        if left < 0.0 {
            break;
        }
        begin = place;
    }
    match text.get(begin..).map(str::trim_start) {
        None | Some("") => String::new(),
        Some(kept) => format!("…{kept}"),
    }
}

/// The first of the texts, widest first, that fits.
pub fn first_fitting(font: Font, texts: &[String], room: f64) -> Option<&str> {
    texts.iter().map(String::as_str).find(|text| width(font, text) <= room)
}
