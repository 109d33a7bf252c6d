//! The recorder: a plotters backend that writes a flat display list.
//!
//! The list is one array of numbers: every command is an operation, a style and its coordinates in CSS pixels. Texts and
//! styles are in two lists beside it, each once. An array of numbers passes from a worker to the page without copying,
//! and replaying it takes one `switch`:
//!
//! | operation | what follows the operation and the style |
//! | --- | --- |
//! | 1 rectangle | x, y, width, height, radius |
//! | 2 path | closed (0 or 1), number of points, x and y of each |
//! | 3 text | index of the text, x, y of the base line, anchor (0 start, 1 middle, 2 end) |
//! | 4 circle | x, y, radius |
//! | 5 begin of a layer | strip, x, y, width, height to clip to |
//! | 6 end of a layer | nothing |
//! | 7 owner of what follows | -1 the picture, 0.. a message, -2.. the line of a process |
//! | 8 bars | their number; x, y, width, height of each |

use std::convert::Infallible;

use plotters::prelude::DrawingBackend;
use plotters::style::text_anchor::HPos;
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingErrorKind};
use rustc_hash::FxHashMap;

use crate::scene::{Area, Owner};

use super::surface::{ascent, corners, font_of, hex, text_size, Surface, UNITS};

/// How a command is drawn. An empty text means that this part is not drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Style {
    /// CSS colour of the inside, and of text; of a hatch `hatch` and its colour.
    pub fill: String,
    /// CSS colour of the line.
    pub stroke: String,
    /// Width of the line in eighths of a CSS pixel.
    pub line_eighths: u32,
    /// CSS font, for text.
    pub font: String,
}

impl Style {
    /// Width of the line in CSS pixels.
    pub fn line_width(&self) -> f32 {
        self.line_eighths as f32 / UNITS as f32
    }
}

/// A flat display list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// Width in CSS pixels.
    pub width: f32,
    /// Height in CSS pixels.
    pub height: f32,
    /// The commands, one after the other.
    pub numbers: Vec<f32>,
    /// The texts that commands point to, each once, in order of first use.
    pub strings: Vec<String>,
    /// The styles that commands point to, each once, in order of first use.
    pub styles: Vec<Style>,
}

/// Writes what plotters draws into a [`Picture`].
#[derive(Default)]
pub(super) struct Recorder {
    size: (u32, u32),
    radius: i32,
    hatched: bool,
    picture: Picture,
    string_ids: FxHashMap<String, usize>,
    style_ids: FxHashMap<Style, usize>,
    /// Where the last command begins and its coordinates, if it is a filled rectangle.
    last_rect: Option<(usize, [i32; 5])>,
}

impl Recorder {
    pub(super) fn new(size: (u32, u32)) -> Self {
        Self { size, ..Self::default() }
    }

    pub(super) fn finish(&mut self) -> Picture {
        std::mem::take(&mut self.picture)
    }

    fn style(&mut self, style: Style) -> f32 {
        let styles = &mut self.picture.styles;
        let id = *self.style_ids.entry(style).or_insert_with_key(|style| {
            styles.push(style.clone());
            styles.len() - 1
        });
        id as f32
    }

    fn string(&mut self, text: &str) -> f32 {
        if let Some(&id) = self.string_ids.get(text) {
            return id as f32;
        }
        let id = self.picture.strings.len();
        self.picture.strings.push(text.to_owned());
        self.string_ids.insert(text.to_owned(), id);
        id as f32
    }

    fn command(&mut self, head: &[f32], units: impl IntoIterator<Item = i32>) {
        self.last_rect = None;
        self.picture.numbers.extend_from_slice(head);
        let pixels = units.into_iter().map(|unit| unit as f32 / UNITS as f32);
        self.picture.numbers.extend(pixels);
    }

    fn path<I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, closed: bool, style: Style) {
        let style = self.style(style);
        let points: Vec<BackendCoord> = path.into_iter().collect();
        let closed = if closed { 1.0 } else { 0.0 };
        let head = [2.0, style, closed, points.len() as f32];
        self.command(&head, points.into_iter().flat_map(|(x, y)| [x, y]));
    }
}

fn fill<S: BackendStyle>(style: &S, hatched: bool) -> Style {
    let colour = hex(style);
    let fill = if hatched { format!("hatch {colour}") } else { colour };
    Style { fill, ..Style::default() }
}

fn stroke<S: BackendStyle>(style: &S) -> Style {
    Style { stroke: hex(style), line_eighths: style.stroke_width(), ..Style::default() }
}

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

impl DrawingBackend for Recorder {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, color: BackendColor) -> Drawn {
        self.draw_rect((x, y), (x + 1, y + 1), &color, true)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        self.path([from, to], false, stroke(style));
        Ok(())
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        (left, top): BackendCoord,
        (right, bottom): BackendCoord,
        style: &S,
        filled: bool,
    ) -> Drawn {
        let shape = [left, top, right - left, bottom - top, std::mem::take(&mut self.radius)];
        if filled {
            let at = self.picture.numbers.len();
            let hatched = std::mem::take(&mut self.hatched);
            let style = self.style(fill(style, hatched));
            self.command(&[1.0, style], shape);
            self.last_rect = Some((at, shape));
            return Ok(());
        }
        // The outline of the rectangle that was just filled is joined with it into one command.
        let before = self.last_rect.filter(|&(_, drawn)| drawn == shape).map(|(at, _)| at + 1);
        let filled = before
            .and_then(|at| self.picture.styles.get(*self.picture.numbers.get(at)? as usize))
            .map_or(String::new(), |style| style.fill.clone());
        let style = self.style(Style { fill: filled, ..stroke(style) });
        match before.and_then(|at| self.picture.numbers.get_mut(at)) {
            Some(known) => *known = style,
            None => self.command(&[1.0, style], shape),
        }
        self.last_rect = None;
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        self.path(path, false, stroke(style));
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        let hatched = std::mem::take(&mut self.hatched);
        self.path(path, true, fill(style, hatched));
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(&mut self, (x, y): BackendCoord, radius: u32, style: &S, filled: bool) -> Drawn {
        let style = self.style(if filled { fill(style, false) } else { stroke(style) });
        self.command(&[4.0, style], [x, y, radius as i32]);
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, (x, y): BackendCoord) -> Drawn {
        let Some(font) = font_of(style) else { return Ok(()) };
        let css = format!("{} {}px {}", font.weight(), font.size(), font.family());
        let (red, green, blue) = style.color().rgb;
        let fill = super::surface::rgb((red, green, blue));
        let anchor = match style.anchor().h_pos {
            HPos::Left => 0.0,
            HPos::Center => 1.0,
            HPos::Right => 2.0,
        };
        let style = self.style(Style { fill, font: css, ..Style::default() });
        let text = self.string(text);
        self.command(&[3.0, style, text], [x, y + ascent(font.size())]);
        self.picture.numbers.push(anchor);
        Ok(())
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        Ok(text_size(text, style))
    }
}

impl Surface for Recorder {
    fn round_next(&mut self, radius: i32) {
        self.radius = radius;
    }

    fn hatch_next(&mut self) {
        self.hatched = true;
    }

    fn bars<S: BackendStyle>(&mut self, bars: &[Area], style: &S) -> bool {
        let hatched = std::mem::take(&mut self.hatched);
        let style = self.style(fill(style, hatched));
        self.command(&[8.0, style, bars.len() as f32], []);
        // Most of a timeline is here: room is made once, and filled without asking for more.
        let start = self.picture.numbers.len();
        self.picture.numbers.resize(start + 4 * bars.len(), 0.0);
        let room = self.picture.numbers.get_mut(start..).unwrap_or_default();
        for (bar, place) in bars.iter().zip(room.chunks_exact_mut(4)) {
            let [(left, top), (right, bottom)] = corners(bar);
            // Neighbours that touch have the same edge.
            for (number, unit) in place.iter_mut().zip([left, top, right - left, bottom - top]) {
                *number = unit as f32 * (1.0 / UNITS as f32);
            }
        }
        true
    }

    fn begin_layer(&mut self, strip: usize, [(left, top), (right, bottom)]: [BackendCoord; 2]) {
        let head = [5.0, 0.0, strip as f32];
        self.command(&head, [left, top, right - left, bottom - top]);
    }

    fn end_layer(&mut self) {
        self.command(&[6.0, 0.0], []);
    }

    fn owner(&mut self, owner: Owner) {
        self.command(&[7.0, 0.0, owner.code()], []);
    }
}
