//! From shapes to pixels, through plotters.
//!
//! This is the only place that names plotters. A scene is drawn as plotters elements on a surface: either the recorder
//! (a flat display list that the page replays on its canvas) or plotters' SVG backend. Plotters lacks four things, which
//! the `Surface` trait adds: fractions of a pixel (everything is drawn eight times as large and divided again), round
//! corners, hatches, and clipped layers.
//!
//! Text widths come from [`measure`](crate::scene::measure) and never from a window, so a worker can draw, and the bytes
//! are the same everywhere. O(shapes) time and space.

mod record;
mod surface;
mod svg;
mod theme;

pub use record::{Picture, Style};
pub use theme::Theme;

use std::borrow::Borrow;

use plotters::element::{Circle, Drawable, PathElement, PointCollection, Polygon, Rectangle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontDesc, FontFamily, FontStyle, RGBColor, ShapeStyle, TextStyle};

use plotters_backend::BackendCoord;

use crate::scene::{Anchor, Area, Font, Ink, Scene, Shape};
use record::Recorder;
use surface::{ascent, corners, point, unit, Surface, UNITS};
use svg::SvgPainter;

/// The scene as a display list, in the colours of a theme.
pub fn picture(scene: &Scene, theme: Theme) -> Picture {
    let mut recorder = Recorder::new(size(scene));
    paint(scene, theme, &mut recorder);
    let picture = recorder.finish();
    Picture { width: scene.width as f32, height: scene.height as f32, ..picture }
}

/// The scene as an SVG file that stands alone, in the colours of a theme.
///
/// `title` is for screen readers; it may be empty. With [`Theme::Variables`] the colours are CSS variables, which a page
/// that shows the file inline sets, and there is no ground.
pub fn svg(scene: &Scene, theme: Theme, title: &str) -> String {
    let mut drawn = String::new();
    let mut painter = SvgPainter::new(&mut drawn, size(scene));
    if theme != Theme::Variables {
        // A viewer may have any ground; light text on white would be invisible.
        let area = Area { x: 0.0, y: 0.0, w: scene.width, h: scene.height };
        let ground = Shape::Box { area, radius: 0.0, fill: Some(Ink::Canvas), line: None };
        Brush { surface: &mut painter, theme }.draw(&ground);
    }
    paint(scene, theme, &mut painter);
    let more = painter.finish();
    drop(painter);
    svg::document(scene, theme, title, &drawn, &more)
}

fn size(scene: &Scene) -> (u32, u32) {
    (unit(scene.width).max(0) as u32, unit(scene.height).max(0) as u32)
}

/// Draws all shapes on a surface.
fn paint<S: Surface>(scene: &Scene, theme: Theme, surface: &mut S) {
    let mut brush = Brush { surface, theme };
    for shape in &scene.shapes {
        brush.draw(shape);
    }
}

struct Brush<'a, S> {
    surface: &'a mut S,
    theme: Theme,
}

impl<S: Surface> Brush<'_, S> {
    /// Draws an element on the surface. A plotters drawing area would move every point outside the picture to its edge,
    /// and a box that is cut off would seem to end there.
    fn put<E>(&mut self, element: &E)
    where
        for<'b> &'b E: PointCollection<'b, BackendCoord>,
        E: Drawable<S>,
    {
        let points: Vec<BackendCoord> = element.point_iter().into_iter().map(|point| *point.borrow()).collect();
        let size = self.surface.get_size();
        // Neither surface can fail: both write to memory.
        let _ = element.draw(points.into_iter(), self.surface, size);
    }

    fn draw(&mut self, shape: &Shape) {
        match shape {
            Shape::Box { area, radius, fill, line } => {
                let corners = corners(area);
                let radius = unit(radius.min(area.w / 2.0).min(area.h / 2.0));
                let styles = [fill.map(|ink| self.filled(ink)), line.map(|line| self.lined(line))];
                for style in styles.into_iter().flatten() {
                    self.hatch(style.filled.then_some(*fill).flatten());
                    self.surface.round_next(radius);
                    self.put(&Rectangle::new(corners, style));
                }
            }
            Shape::Path { points, closed, fill, line } => {
                let mut points: Vec<(i32, i32)> = points.iter().copied().map(point).collect();
                if let Some(ink) = *fill {
                    self.hatch(Some(ink));
                    self.put(&Polygon::new(points.clone(), self.filled(ink)));
                }
                if let Some(line) = *line {
                    points.extend(points.first().copied().filter(|_| *closed));
                    self.put(&PathElement::new(points, self.lined(line)));
                }
            }
            Shape::Bars { base, bars, fill } => {
                self.hatch(Some(*fill));
                let style = self.filled(*fill);
                if !self.surface.bars(bars, &style) {
                    self.put(&Polygon::new(outline(*base, bars), style));
                }
            }
            Shape::Disc { x, y, r, fill } => {
                let circle = Circle::new(point((*x, *y)), unit(*r), self.filled(*fill));
                self.put(&circle);
            }
            Shape::Text { x, y, anchor, font, ink, text } => {
                let style = self.lettered(*font, *ink, *anchor);
                let at = (unit(*x), unit(*y) - ascent(font.size()));
                self.put(&Text::new(text.clone(), at, style));
            }
            Shape::Layer { strip, area } => {
                self.surface.begin_layer(*strip, corners(area));
            }
            Shape::EndLayer => self.surface.end_layer(),
            Shape::OwnedBy(owner) => self.surface.owner(*owner),
        }
    }

    /// What is filled next is hatched, if its ink is.
    fn hatch(&mut self, fill: Option<Ink>) {
        if fill == Some(Ink::Wait) {
            self.surface.hatch_next();
        }
    }

    fn colour(&self, ink: Ink) -> RGBColor {
        let [red, green, blue] = self.theme.colour(ink);
        RGBColor(red, green, blue)
    }

    fn filled(&self, ink: Ink) -> ShapeStyle {
        ShapeStyle::from(self.colour(ink)).filled()
    }

    fn lined(&self, (ink, width): (Ink, f64)) -> ShapeStyle {
        ShapeStyle::from(self.colour(ink)).stroke_width(unit(width).max(1) as u32)
    }

    fn lettered(&self, font: Font, ink: Ink, anchor: Anchor) -> TextStyle<'static> {
        // Plotters knows normal and bold only; its bold is our weight 600.
        let weight = if font.weight() >= 600 { FontStyle::Bold } else { FontStyle::Normal };
        let family = FontFamily::Name(font.family());
        let side = match anchor {
            Anchor::Start => HPos::Left,
            Anchor::Middle => HPos::Center,
            Anchor::End => HPos::Right,
        };
        TextStyle {
            font: FontDesc::new(family, font.size() * UNITS, weight),
            color: self.colour(ink).to_backend_color(),
            pos: Pos::new(side, VPos::Top),
        }
    }
}

/// One outline around many vertical bars. Between bars it follows the base line there and back again, which encloses
/// nothing. So a thousand ticks are one element.
fn outline(base: f64, bars: &[Area]) -> Vec<(i32, i32)> {
    let base = unit(base);
    let mut points = Vec::with_capacity(bars.len() * 6);
    for bar in bars {
        let [(left, top), (right, bottom)] = corners(bar);
        // From the base up, across, down and back to it, in the same direction for every bar.
        points.extend([(left, base), (left, top), (right, top), (right, bottom)]);
        if bottom != base {
            points.extend([(left, bottom), (left, base)]);
        }
    }
    points.dedup();
    points
}
