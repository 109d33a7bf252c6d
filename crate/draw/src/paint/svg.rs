//! SVG through plotters' backend, with what it leaves out added afterwards.
//!
//! Plotters writes one element a line. What it cannot express (round corners, widths of outlines, weight 600, the measured
//! width of a text, clipped groups) is noted with the number of the element and added when the document is assembled. A
//! clipped group is an inner `svg`, which needs no id, so several such files can be shown inline on one page.

use plotters::prelude::{DrawingBackend, SVGBackend};
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingErrorKind};

use super::surface::{font_of, hex, rgb, text_size, unit, Surface, UNITS};
use super::Theme;
use crate::scene::{measure, Area, Owner, Scene};

/// What to add to which element, ascending by element.
#[derive(Debug, Default)]
pub(super) struct More {
    /// Attributes of the element of that number.
    attributes: Vec<(usize, String)>,
    /// Text in front of the element of that number.
    before: Vec<(usize, String)>,
    /// The colour of hatches, if there are some.
    hatch: Option<String>,
}

/// Plotters' SVG backend, and notes on what it cannot express.
pub(super) struct SvgPainter<'a> {
    inner: SVGBackend<'a>,
    elements: usize,
    radius: i32,
    hatched: bool,
    more: More,
}

impl<'a> SvgPainter<'a> {
    pub(super) fn new(target: &'a mut String, size: (u32, u32)) -> Self {
        let inner = SVGBackend::with_string(target, size);
        SvgPainter { inner, elements: 0, radius: 0, hatched: false, more: More::default() }
    }

    pub(super) fn finish(&mut self) -> More {
        // Writing to a string cannot fail.
        let _ = self.inner.present();
        std::mem::take(&mut self.more)
    }

    fn note(&mut self, attributes: String) {
        self.more.attributes.push((self.elements, attributes));
    }

    /// What is filled next with that style gets the hatch instead, if it was asked for.
    fn hatch<S: BackendStyle>(&mut self, style: &S) -> &'static str {
        if !std::mem::take(&mut self.hatched) {
            return "";
        }
        self.more.hatch = Some(hex(style));
        HATCHED
    }

    fn count(&mut self, drawn: Drawn) -> Drawn {
        self.elements += 1;
        drawn
    }
}

type Drawn = Result<(), DrawingErrorKind<std::io::Error>>;

impl DrawingBackend for SvgPainter<'_> {
    type ErrorType = std::io::Error;

    fn get_size(&self) -> (u32, u32) {
        self.inner.get_size()
    }

    fn ensure_prepared(&mut self) -> Drawn {
        self.inner.ensure_prepared()
    }

    fn present(&mut self) -> Drawn {
        self.inner.present()
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Drawn {
        let drawn = self.inner.draw_pixel(point, color);
        self.count(drawn)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        let drawn = self.inner.draw_line(from, to, style);
        self.count(drawn)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        lower_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let mut more = String::new();
        let radius = std::mem::take(&mut self.radius);
        if radius > 0 {
            more = format!(r#" rx="{radius}""#);
        }
        if fill {
            more += self.hatch(style);
        } else {
            more += &format!(r#" stroke-width="{}""#, style.stroke_width());
        }
        self.note(more);
        let drawn = self.inner.draw_rect(upper_left, lower_right, style, fill);
        self.count(drawn)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        let drawn = self.inner.draw_path(path, style);
        self.count(drawn)
    }

    fn draw_circle<S: BackendStyle>(&mut self, center: BackendCoord, radius: u32, style: &S, fill: bool) -> Drawn {
        let drawn = self.inner.draw_circle(center, radius, style, fill);
        self.count(drawn)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        let hatched = self.hatch(style);
        if !hatched.is_empty() {
            self.note(hatched.to_owned());
        }
        let drawn = self.inner.fill_polygon(path, style);
        self.count(drawn)
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, position: BackendCoord) -> Drawn {
        if let Some(font) = font_of(style) {
            // With a fallback font the text might be wider; the length keeps it in place.
            let (size, length) = (font.size() * UNITS, unit(measure::width(font, text)));
            let weight = if font.weight() == 400 { "" } else { r#" font-weight="600""# };
            self.note(format!(r#" font-size="{size}"{weight} textLength="{length}" lengthAdjust="spacingAndGlyphs""#));
        }
        let drawn = self.inner.draw_text(text, style, position);
        self.count(drawn)
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<std::io::Error>> {
        Ok(text_size(text, style))
    }
}

impl Surface for SvgPainter<'_> {
    fn round_next(&mut self, radius: i32) {
        self.radius = radius;
    }

    fn hatch_next(&mut self) {
        self.hatched = true;
    }

    fn bars<S: BackendStyle>(&mut self, _: &[Area], _: &S) -> bool {
        false
    }

    fn begin_layer(&mut self, _: usize, [(x, y), (right, bottom)]: [BackendCoord; 2]) {
        let (w, h) = (right - x, bottom - y);
        let group = format!(r#"<svg x="{x}" y="{y}" width="{w}" height="{h}" viewBox="{x} {y} {w} {h}">"#);
        self.more.before.push((self.elements, group));
    }

    fn end_layer(&mut self) {
        self.more.before.push((self.elements, "</svg>".to_owned()));
    }

    fn owner(&mut self, _: Owner) {}
}

/// What fills hatches: a pattern that each document defines alike, so several of them can be on one page.
const HATCHED: &str = r#" fill="url(#loopscope-hatch)""#;

/// Between two lines of a hatch, and the width of one, in CSS pixels.
const HATCH: (f64, f64) = (4.0, 1.15);

/// The pattern of hatches in a colour.
fn hatch_pattern(theme: Theme, colour: &str) -> String {
    let (size, width) = (unit(HATCH.0), unit(HATCH.1));
    let attribute = format!("fill=\"{colour}\"");
    let fill = variable(theme, &attribute).unwrap_or(attribute);
    format!(
        "<defs><pattern id=\"loopscope-hatch\" width=\"{size}\" height=\"{size}\" \
         patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
         <rect width=\"{width}\" height=\"{size}\" {fill}/></pattern></defs>\n"
    )
}

/// Attributes that say nothing, or that a note replaces.
const DROPPED: [&str; 4] = ["opacity", "font-size", "font-weight", "text-anchor=\"start"];

/// Assembles the document from plotters' lines and the notes.
pub(super) fn document(scene: &Scene, theme: Theme, title: &str, drawn: &str, more: &More) -> String {
    let (width, height) = (unit(scene.width), unit(scene.height));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n",
        scene.width, scene.height
    );
    if !title.is_empty() {
        text += &format!("<title>{}</title>\n", escaped(title));
    }
    if let Some(colour) = &more.hatch {
        text += &hatch_pattern(theme, colour);
    }
    let mut before = more.before.iter().peekable();
    let mut attributes = more.attributes.iter().peekable();
    let mut elements = 0;
    // Plotters puts line breaks around text; a browser would draw them as spaces.
    let mut inside_text = false;
    for line in drawn.lines() {
        if line.starts_with("<svg") || line == "</svg>" {
            continue;
        }
        if !line.starts_with('<') || line.starts_with("</") {
            text += line;
            if line.starts_with("</") {
                text.push('\n');
                inside_text = false;
            }
            continue;
        }
        while let Some((_, group)) = before.next_if(|&&(at, _)| at <= elements) {
            text += group;
            text.push('\n');
        }
        let added = attributes.next_if(|&&(at, _)| at <= elements).map_or("", |(_, text)| text);
        element(&mut text, theme, line, added);
        inside_text = !line.ends_with("/>");
        if !inside_text {
            text.push('\n');
        }
        elements += 1;
    }
    if inside_text {
        text += "</text>\n";
    }
    for (_, group) in before {
        text += group;
        text.push('\n');
    }
    text + "</svg>\n"
}

/// One start tag as plotters wrote it, without the dropped attributes, with the added ones, and in the colours of the
/// theme.
fn element(text: &mut String, theme: Theme, line: &str, added: &str) {
    let end = if line.ends_with("/>") { "/>" } else { ">" };
    let inside = line.strip_suffix(end).unwrap_or(line);
    // Values are quoted and hold no quotes, so this splits the tag into attributes.
    let mut parts = inside.split_inclusive("\" ");
    let first = parts.next().unwrap_or("");
    let (name, first) = first.split_once(' ').unwrap_or((first, ""));
    text.push_str(name);
    text.push_str(added);
    for attribute in std::iter::once(first).chain(parts) {
        let attribute = attribute.trim_end();
        if attribute.is_empty() || DROPPED.iter().any(|&dropped| attribute.starts_with(dropped)) {
            continue;
        }
        if attribute.starts_with("fill=") && added.contains(HATCHED) {
            continue;
        }
        text.push(' ');
        match variable(theme, attribute) {
            Some(named) => text.push_str(&named),
            None => text.push_str(attribute),
        }
    }
    text.push_str(end);
}

/// `fill="#00000E"` as `fill="var(--t1,#1B4FD0)"`.
fn variable(theme: Theme, attribute: &str) -> Option<String> {
    if theme != Theme::Variables {
        return None;
    }
    let (key, value) = attribute.split_once("=\"#0000")?;
    let number = u8::from_str_radix(value.trim_end_matches('"'), 16).ok()?;
    let (name, [r, g, b]) = Theme::variable(number)?;
    Some(format!("{key}=\"var(--{name},{})\"", rgb((r, g, b))))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
