//! Themes: the values of the colour tokens.

use crate::scene::Ink;

/// A set of colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Theme {
    /// Dark on white.
    Light,
    /// Light on near-black.
    Dark,
    /// CSS variables (`--d2`, `--t4`), with the light colours as fallback. Only in SVG.
    Variables,
}

/// Every token with its variable, its light and its dark colour.
const TOKENS: [(Ink, &str, [u8; 3], [u8; 3]); 27] = [
    (Ink::Paper, "paper", [0xF6, 0xF6, 0xF3], [0x0E, 0x10, 0x13]),
    (Ink::Canvas, "canvas", [0xFF, 0xFF, 0xFF], [0x14, 0x17, 0x1B]),
    (Ink::Text, "ink", [0x16, 0x19, 0x1D], [0xE9, 0xEC, 0xEF]),
    (Ink::Text2, "ink2", [0x48, 0x4F, 0x58], [0xB0, 0xB8, 0xC1]),
    (Ink::Text3, "ink3", [0x66, 0x6E, 0x78], [0x8B, 0x94, 0x9E]),
    (Ink::Rule, "rule", [0xDE, 0xDF, 0xDC], [0x26, 0x2B, 0x31]),
    (Ink::Line, "line", [0xB4, 0xBB, 0xC2], [0x4A, 0x54, 0x5E]),
    (Ink::Edge, "edge", [0x8A, 0x93, 0x9D], [0x6B, 0x75, 0x7F]),
    (Ink::Depth(1), "d1", [0xEF, 0xF1, 0xF3], [0x1D, 0x22, 0x27]),
    (Ink::Depth(2), "d2", [0xE1, 0xE5, 0xE9], [0x28, 0x30, 0x37]),
    (Ink::Depth(3), "d3", [0xD1, 0xD7, 0xDD], [0x34, 0x3D, 0x46]),
    (Ink::Depth(4), "d4", [0xC0, 0xC8, 0xD0], [0x42, 0x4C, 0x57]),
    (Ink::Depth(5), "d5", [0xAF, 0xB9, 0xC3], [0x51, 0x5C, 0x69]),
    (Ink::Tag(1), "t1", [0x1B, 0x4F, 0xD0], [0x5F, 0x8B, 0xFF]),
    (Ink::Tag(2), "t2", [0xC3, 0x4A, 0x0B], [0xE0, 0x7B, 0x4B]),
    (Ink::Tag(3), "t3", [0x00, 0x52, 0x3A], [0x3A, 0xDB, 0x80]),
    (Ink::Tag(4), "t4", [0x86, 0x14, 0x7F], [0xC7, 0x9A, 0xD6]),
    (Ink::Tag(5), "t5", [0x1A, 0x1B, 0x2E], [0xE6, 0xF5, 0xD5]),
    (Ink::Tag(6), "t6", [0x14, 0x85, 0x7A], [0xA9, 0xD6, 0xFF]),
    (Ink::Tag(0), "t0", [0x5C, 0x64, 0x6E], [0xA7, 0xB0, 0xBA]),
    (Ink::Highlight, "hl", [0xFF, 0xD8, 0x4A], [0xFF, 0xD8, 0x4A]),
    (Ink::Wash, "wash", [0xFF, 0xEF, 0xAE], [0x57, 0x49, 0x0F]),
    (Ink::Selected, "hlline", [0x16, 0x19, 0x1D], [0xFF, 0xD8, 0x4A]),
    (Ink::Work, "work", [0x2C, 0x32, 0x39], [0xD5, 0xDB, 0xE1]),
    (Ink::Call, "call", [0x7A, 0x85, 0x91], [0x71, 0x7C, 0x88]),
    (Ink::Wait, "wl", [0x62, 0x6B, 0x76], [0x98, 0xA2, 0xAD]),
    (Ink::WaitLine, "wl", [0x62, 0x6B, 0x76], [0x98, 0xA2, 0xAD]),
];

impl Theme {
    /// The colour of a token: red, green and blue. For [`Theme::Variables`], a number of the token from 1 on, which the SVG
    /// painter replaces by the variable.
    pub(super) fn colour(self, ink: Ink) -> [u8; 3] {
        // Everything beyond the last depth or slot has its colour.
        let ink = match ink {
            Ink::Depth(depth) => Ink::Depth(depth.clamp(1, 5)),
            Ink::Tag(slot) if slot > 6 => Ink::Tag(0),
            ink => ink,
        };
        let place = TOKENS.iter().position(|&(token, ..)| token == ink).unwrap_or(0);
        match (self, TOKENS.get(place)) {
            (Self::Light, Some(&(_, _, light, _))) => light,
            (Self::Dark, Some(&(_, _, _, dark))) => dark,
            (Self::Variables, _) | (_, None) => [0, 0, place as u8 + 1],
        }
    }

    /// The variable behind a number that [`Theme::colour`] gave: its name and light colour.
    pub(super) fn variable(number: u8) -> Option<(&'static str, [u8; 3])> {
        let place = usize::from(number).checked_sub(1)?;
        TOKENS.get(place).map(|&(_, name, light, _)| (name, light))
    }

    /// A colour as CSS: `#1B4FD0`, or `var(--t1,#1B4FD0)`.
    ///
    /// ```
    /// use loopscope_draw::{paint::Theme, scene::Ink};
    /// assert_eq!(Theme::Dark.css(Ink::Depth(2)), "#283037");
    /// assert_eq!(Theme::Variables.css(Ink::Tag(1)), "var(--t1,#1B4FD0)");
    /// ```
    pub fn css(self, ink: Ink) -> String {
        let [red, green, blue] = self.colour(ink);
        match Self::variable(blue).filter(|_| self == Self::Variables) {
            Some((name, [r, g, b])) => format!("var(--{name},#{r:02X}{g:02X}{b:02X})"),
            None => format!("#{red:02X}{green:02X}{blue:02X}"),
        }
    }
}
