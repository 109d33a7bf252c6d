//! Scenes: what a picture consists of, before it has colours and pixels.
//!
//! Every picture has a file or a folder: [`ribbon`] is the trace of one process as a vernier, [`thumb`] the body of one
//! loop on a card, [`model`] all processes of a program at once, [`matrix`] who sends how much to whom, [`timeline`] all
//! processes over time, [`flow`] what follows what in a process, [`lab`] one step of an algorithm. They share little: [`source`] is one process to draw, [`measure`] knows how wide a text is, [`tags`] which tag has which colour.

pub mod flow;
mod heads;
pub mod lab;
mod legend;
pub mod matrix;
pub mod measure;
pub mod model;
mod pieces;
pub mod ribbon;
pub mod source;
pub mod tags;
pub mod thumb;
mod ticks;
pub mod timeline;
pub mod tuples;
mod widths;
mod words;

/// The widest picture in CSS pixels, whatever is asked for: browsers have no wider canvas, and the cost of a picture grows
/// with its width.
pub(crate) const WIDEST: f64 = 16_384.0;

/// The iteration, from 0, that is shown of so many where none is selected.
fn middle(count: u64) -> u64 {
    count.saturating_sub(1) / 2
}

/// The width of a picture: what is asked for, between `narrowest` and [`WIDEST`].
fn picture_width(asked: f64, narrowest: f64) -> f64 {
    if asked.is_finite() {
        asked.clamp(narrowest, WIDEST)
    } else {
        narrowest
    }
}

/// The name of a loop in pictures: `L3`.
fn loop_name(id: u32) -> String {
    format!("L{id}")
}

/// Draws the trapezoid from the mark of a strip, whose bottom edge is `top`, to the strip below it that the mark opens.
fn guides(scene: &mut Scene, (left, right): (f64, f64), (top, bottom): (f64, f64), ground: Ink) {
    let width = scene.width;
    scene.polygon(&[(left, top), (right, top), (width, bottom), (0.0, bottom)], ground);
    scene.line(&[(left + 0.5, top), (0.5, bottom)], Ink::Line, 1.0);
    scene.line(&[(right - 0.5, top), (width - 0.5, bottom)], Ink::Line, 1.0);
}

/// A rectangle: left, top, width and height in CSS pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Area {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width, not negative.
    pub w: f64,
    /// Height, not negative.
    pub h: f64,
}

impl Area {
    /// The rectangle from its left, top, right and bottom edges.
    pub fn between(left: f64, top: f64, right: f64, bottom: f64) -> Self {
        Self { x: left, y: top, w: (right - left).max(0.0), h: (bottom - top).max(0.0) }
    }

    /// Right edge.
    pub fn right(&self) -> f64 {
        self.x + self.w
    }

    /// Bottom edge.
    pub fn bottom(&self) -> f64 {
        self.y + self.h
    }

    /// The part between two vertical lines.
    pub fn clipped(&self, left: f64, right: f64) -> Self {
        Self::between(self.x.max(left), self.y, self.right().min(right), self.bottom())
    }
}

/// A colour by its meaning; a [`Theme`](crate::paint::Theme) gives it a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ink {
    /// The window behind the pictures.
    Paper,
    /// The ground of pictures and cards.
    Canvas,
    /// Text.
    Text,
    /// Secondary text; not darker than on depth 3.
    Text2,
    /// Captions; only on paper and canvas.
    Text3,
    /// Hairlines.
    Rule,
    /// Lines of processes, base lines and hatches.
    Line,
    /// Edges of boxes.
    Edge,
    /// The inside of a loop, 1 = outermost; 5 for everything deeper.
    Depth(u8),
    /// A tag, by its slot: 1 to 6, 0 for all others.
    Tag(u8),
    /// The highlighter.
    Highlight,
    /// The highlighter behind text.
    Wash,
    /// The outline of what is selected.
    Selected,
    /// Time outside of calls.
    Work,
    /// Time in calls, beyond their waits.
    Call,
    /// Time in which a process waits: lines on what is behind them.
    Wait,
    /// The edge of such time.
    WaitLine,
}

impl Ink {
    /// The inside of a loop at that depth, 1 = outermost.
    pub fn depth(depth: usize) -> Self {
        Self::Depth(depth.clamp(1, 5) as u8)
    }

    /// The ink for secondary text on this ground, by contrast (WCAG 4.5 : 1 and better).
    pub fn secondary_on(ground: Self) -> Self {
        match ground {
            Self::Paper | Self::Canvas | Self::Depth(1..=3) => Self::Text2,
            _ => Self::Text,
        }
    }

    /// The ink for captions on this ground.
    pub fn caption_on(ground: Self) -> Self {
        match ground {
            Self::Paper | Self::Canvas => Self::Text3,
            _ => Self::secondary_on(ground),
        }
    }
}

/// A font by its role in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Font {
    /// Titles, names and counts: Inter 600 at 12 px.
    Strong,
    /// Labels: Inter 400 at 12 px.
    Label,
    /// Captions and ranges: Inter 400 at 11 px.
    Caption,
    /// Counts in small boxes: Inter 600 at 11 px.
    SmallStrong,
    /// Counts in thumbnails: Inter 600 at 9 px.
    Tiny,
    /// Tick labels in thumbnails: Inter 400 at 10 px.
    TinyLabel,
    /// Text of symbols as it is in the trace: IBM Plex Mono 400 at 12 px.
    Mono,
    /// Letters of a string on the stage of the lab: IBM Plex Mono 400 at 17 px.
    Letter,
}

impl Font {
    /// All fonts.
    pub const ALL: [Self; 8] = [
        Self::Strong,
        Self::Label,
        Self::Caption,
        Self::SmallStrong,
        Self::Tiny,
        Self::TinyLabel,
        Self::Mono,
        Self::Letter,
    ];

    /// Size in CSS pixels.
    pub fn size(self) -> f64 {
        match self {
            Self::Strong | Self::Label | Self::Mono => 12.0,
            Self::Letter => 17.0,
            Self::Caption | Self::SmallStrong => 11.0,
            Self::TinyLabel => 10.0,
            Self::Tiny => 9.0,
        }
    }

    /// Weight as in CSS.
    pub fn weight(self) -> u32 {
        match self {
            Self::Strong | Self::SmallStrong | Self::Tiny => 600,
            Self::Label | Self::Caption | Self::TinyLabel | Self::Mono | Self::Letter => 400,
        }
    }

    /// The CSS font family, bundled font first.
    pub fn family(self) -> &'static str {
        match self {
            Self::Mono | Self::Letter => "'IBM Plex Mono', ui-monospace, monospace",
            _ => "'Inter Variable', Inter, system-ui, sans-serif",
        }
    }
}

/// Which point of a text is at its x-coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

/// Ink and width of a line in CSS pixels.
pub type Line = (Ink, f64);

/// One thing to draw.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A rectangle with or without round corners; filled first, then outlined.
    Box {
        /// Where.
        area: Area,
        /// Radius of the corners.
        radius: f64,
        /// What it is filled with.
        fill: Option<Ink>,
        /// How it is outlined; half of the line lies outside.
        line: Option<Line>,
    },
    /// Straight lines through points; filled first, then outlined.
    Path {
        /// The corners.
        points: Vec<(f64, f64)>,
        /// Whether the last corner is joined to the first.
        closed: bool,
        /// What it is filled with.
        fill: Option<Ink>,
        /// How it is outlined.
        line: Option<Line>,
    },
    /// Many vertical bars of one ink: ticks, the iteration starts of a hatch. Drawn at once; in files as one path.
    Bars {
        /// The height at which a line without width joins all of them.
        base: f64,
        /// The bars.
        bars: Vec<Area>,
        /// What they are filled with.
        fill: Ink,
    },
    /// A filled circle.
    Disc {
        /// Middle.
        x: f64,
        /// Middle.
        y: f64,
        /// Radius.
        r: f64,
        /// What it is filled with.
        fill: Ink,
    },
    /// One line of text.
    Text {
        /// Where, as the anchor says.
        x: f64,
        /// The base line.
        y: f64,
        /// Which point of the text is at `x`.
        anchor: Anchor,
        /// In which font.
        font: Font,
        /// In which ink.
        ink: Ink,
        /// The text, without control characters.
        text: String,
    },
    /// The start of a layer: what follows belongs to the plot of a strip and is clipped to an area, until
    /// [`Shape::EndLayer`]. Layers do not nest.
    Layer {
        /// Index of the strip.
        strip: usize,
        /// Its visible area.
        area: Area,
    },
    /// The end of a layer.
    EndLayer,
    /// What follows belongs to this owner, until the next one, so that the page can dim what belongs to others. Files
    /// leave it out.
    OwnedBy(Owner),
}

/// What a shape belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The whole picture.
    Picture,
    /// A message, by its index among those of the picture.
    Message(u32),
    /// The line of one or more processes, by its number.
    Line(u32),
}

impl Owner {
    /// As a number: -1 for the picture, messages from 0 up, lines from -2 down.
    pub fn code(self) -> f32 {
        match self {
            Self::Picture => -1.0,
            Self::Message(at) => at as f32,
            Self::Line(line) => -2.0 - line as f32,
        }
    }
}

/// What kind of thing lies under the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HitKind {
    /// The box of a loop.
    Loop,
    /// One event.
    Event,
    /// The mark on the iteration that the next strip shows.
    Mark,
    /// The words that say on which side that iteration is while it is out of sight.
    MarkOutOfSight,
    /// Many things that are too small to be told apart.
    Hatch,
    /// A line between two things.
    Line,
}

/// Something that the pointer can hit.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// Where.
    pub area: Area,
    /// What kind of thing.
    pub kind: HitKind,
    /// Index of the strip it is in.
    pub strip: usize,
    /// Its index among the items of the strip's body, if it is one of them.
    pub item: Option<usize>,
    /// The number of the loop (its name without the `L`), 0 for anything else.
    pub loop_id: u32,
    /// First line of its tooltip.
    pub title: String,
    /// Second line.
    pub detail: String,
}

/// A picture before it has colours: shapes from back to front.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// Width in CSS pixels.
    pub width: f64,
    /// Height in CSS pixels.
    pub height: f64,
    /// What to draw, from back to front.
    pub shapes: Vec<Shape>,
    /// What the pointer can hit, from back to front.
    pub hits: Vec<Hit>,
}

impl Scene {
    /// An empty scene of that size.
    pub fn new(width: f64, height: f64) -> Self {
        Self { width, height, ..Self::default() }
    }

    /// Adds a box.
    pub fn rect(&mut self, area: Area, radius: f64, fill: Option<Ink>, line: Option<Line>) {
        self.shapes.push(Shape::Box { area, radius, fill, line });
    }

    /// Adds an open line.
    pub fn line(&mut self, points: &[(f64, f64)], ink: Ink, width: f64) {
        let points = points.to_vec();
        self.shapes.push(Shape::Path { points, closed: false, fill: None, line: Some((ink, width)) });
    }

    /// Adds a filled polygon.
    pub fn polygon(&mut self, points: &[(f64, f64)], fill: Ink) {
        let points = points.to_vec();
        self.shapes.push(Shape::Path { points, closed: true, fill: Some(fill), line: None });
    }

    /// Adds bars of one ink; nothing without bars.
    pub fn bars(&mut self, base: f64, bars: Vec<Area>, fill: Ink) {
        if !bars.is_empty() {
            self.shapes.push(Shape::Bars { base, bars, fill });
        }
    }

    /// Adds a line of text; control characters become spaces.
    pub fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, (font, ink): (Font, Ink), text: impl Into<String>) {
        let mut text: String = text.into();
        if text.contains(char::is_control) {
            text = text.replace(char::is_control, " ");
        }
        if !text.is_empty() {
            self.shapes.push(Shape::Text { x, y, anchor, font, ink, text });
        }
    }
}
