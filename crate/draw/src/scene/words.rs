//! Events in words: the label beside a tick, and its tooltip.

use loopscope_core::symbols::{Appearance, Shape, Symbol};

use super::source::Source;
use super::{measure, Anchor, Font, Ink, Scene};
use loopscope_core::numbers::bytes;

/// How much of an event's words is written. All ticks of a row use the same wording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Wording {
    /// `receive from 4 640 B, tag 2`
    Full,
    /// `from 4`, and `640 B` below it
    TwoLines,
    /// `from 4`
    Short,
    /// `← 4`
    Arrow,
    /// `←4`, smaller
    Tight,
}

impl Wording {
    /// The font of a label beside its tick.
    pub(super) fn font(self) -> Font {
        match self {
            Self::Tight => Font::Caption,
            _ => Font::Label,
        }
    }

    /// The next shorter one.
    pub(super) fn shorter(self) -> Option<Self> {
        match self {
            Self::Full | Self::TwoLines => Some(Self::Short),
            Self::Short => Some(Self::Arrow),
            Self::Arrow => Some(Self::Tight),
            Self::Tight => None,
        }
    }
}

/// Gap between the parts of a label.
const GAP: f64 = 4.0;
/// Length of a drawn arrow; neither bundled font has one.
const ARROW: f64 = 9.0;
/// The same sizes where there is little room.
const TIGHT_GAP: f64 = 2.0;
const TIGHT_ARROW: f64 = 6.5;
/// No label is longer than this; the tooltip has the whole text.
const LONGEST: f64 = 220.0;

/// An event's words in parts.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Label {
    /// An arrow in front: `Some(true)` to the right.
    arrow: Option<bool>,
    /// The words in ink.
    main: String,
    /// The words in the secondary ink, after or below them.
    more: String,
    /// Whether `more` is below.
    below: bool,
    /// Whether the arrow is a short one.
    tight: bool,
}

impl Label {
    /// The label of an event; empty if the event has no words in that wording.
    pub(super) fn new(event: &Appearance<'_>, wording: Wording) -> Self {
        let name = short_name(event.name);
        let sized = event.bytes.map(bytes);
        let (main, arrow, more) = match (event.shape, wording) {
            (Shape::Send, Wording::Arrow | Wording::Tight) => (peer(event), Some(true), None),
            (Shape::Receive, Wording::Arrow | Wording::Tight) => (peer(event), Some(false), None),
            (_, Wording::Arrow | Wording::Tight) => (String::new(), None, None),
            (Shape::Send | Shape::Receive, Wording::Full) => {
                let tag = event.tag.map(|tag| format!("tag {tag}"));
                let more: Vec<String> = [sized, tag].into_iter().flatten().collect();
                (sentence(event), None, Some(more.join(", ")))
            }
            (Shape::Send, _) => (format!("to {}", peer(event)), None, sized),
            (Shape::Receive, _) => (format!("from {}", peer(event)), None, sized),
            (Shape::Collective, Wording::Full) => {
                let group = event.group.map(|group| format!("among {group}"));
                (name.to_owned(), None, sized.or(group))
            }
            (Shape::Collective | Shape::Other, _) => (name.to_owned(), None, sized),
        };
        let below = wording == Wording::TwoLines;
        let more = more.filter(|_| below || wording == Wording::Full).unwrap_or_default();
        let main = measure::fit(Font::Label, &main, LONGEST);
        let more = measure::fit(Font::Label, &more, LONGEST);
        let tight = wording == Wording::Tight;
        Self { arrow: arrow.filter(|_| !main.is_empty()), main, more, below, tight }
    }

    /// The end of the name of an event that is no communication, as much as fits into `room` pixels; empty if too little
    /// of it is left.
    pub(super) fn end_of_name(event: &Appearance<'_>, font: Font, room: f64) -> Self {
        let cut = match event.shape {
            Shape::Other => measure::fit_end(font, event.name, room),
            _ => String::new(),
        };
        let main = if is_telling(&cut) { cut } else { String::new() };
        Self { main, ..Self::default() }
    }

    /// The name alone, as much of it as fits into `room` pixels; empty if too little of it is left.
    pub(super) fn name(event: &Appearance<'_>, font: Font, room: f64) -> Self {
        // The telling part is the last word of `call MPI_Waitall`, the first number of `read 0x2da50, 8`,
        let name = event.name;
        let first = name.split_once(", ").map_or(name, |(first, _)| first);
        // and the label of `read: 0x2da50 + 8*i0, 8`.
        let label = name.split_once(": ").map(|(label, _)| label).filter(|_| first.contains('*'));
        let last = label.unwrap_or_else(|| short_name(first.rsplit(' ').next().unwrap_or(first)));
        let fits = |text: &str| measure::width(font, text) <= room;
        let cut = measure::fit(font, last, room);
        let main = match [name, short_name(name), first, last].into_iter().find(|text| fits(text)) {
            Some(text) => text.to_owned(),
            None if is_telling(&cut) => cut,
            None => String::new(),
        };
        Self { main, ..Self::default() }
    }

    /// Whether the label has no words.
    pub(super) fn is_empty(&self) -> bool {
        self.main.is_empty()
    }

    /// Whether it has a second line.
    pub(super) fn has_second_line(&self) -> bool {
        self.below && !self.more.is_empty()
    }

    fn arrow_width(&self) -> f64 {
        if self.tight {
            TIGHT_ARROW + TIGHT_GAP
        } else {
            ARROW + GAP
        }
    }

    /// Its width in a font.
    pub(super) fn width(&self, font: Font) -> f64 {
        let arrow = if self.arrow.is_some() { self.arrow_width() } else { 0.0 };
        let (main, more) = (measure::width(font, &self.main), measure::width(font, &self.more));
        match (self.below, self.more.is_empty()) {
            (true, _) => (arrow + main).max(more),
            (false, true) => arrow + main,
            (false, false) => arrow + main + GAP + more,
        }
    }

    /// Writes it with its left end at `x` and its base line at `y`.
    pub(super) fn write(&self, scene: &mut Scene, (x, y): (f64, f64), font: Font, ground: Ink) {
        let mut left = x;
        let second = Ink::secondary_on(ground);
        if let Some(right) = self.arrow {
            let length = if self.tight { TIGHT_ARROW } else { ARROW };
            arrow(scene, (x, y - font.size() * 0.36), right, length, second);
            left += self.arrow_width();
        }
        let main = if self.arrow.is_some() { second } else { Ink::Text };
        scene.text((left, y), Anchor::Start, (font, main), self.main.as_str());
        let (more_x, more_y) = match self.below {
            true => (x, y + font.size() + 2.0),
            false => (left + measure::width(font, &self.main) + GAP, y),
        };
        scene.text((more_x, more_y), Anchor::Start, (font, second), self.more.as_str());
    }
}

fn arrow(scene: &mut Scene, (x, y): (f64, f64), right: bool, length: f64, ink: Ink) {
    let (tail, tip) = if right { (x, x + length) } else { (x + length, x) };
    let back = if right { tip - 3.0 } else { tip + 3.0 };
    scene.line(&[(tail, y), (tip, y)], ink, 1.0);
    scene.line(&[(back, y - 3.0), (tip, y), (back, y + 3.0)], ink, 1.0);
}

/// The partner of a nest without partners that stands for the one of the last receive.
const LAST: &str = "<";

fn peer(event: &Appearance<'_>) -> String {
    if event.peer == Some(LAST) {
        return "the one it took from last".to_owned();
    }
    event.peer.unwrap_or("some process").to_owned()
}

/// `send to 6`; a call by another name than the plain one keeps it: `Isend to 6`.
fn sentence(event: &Appearance<'_>) -> String {
    let name = short_name(event.name);
    let plain = |word: &str| name.eq_ignore_ascii_case(word);
    match event.shape {
        Shape::Send if plain("send") => format!("send to {}", peer(event)),
        Shape::Send => format!("{name} to {}", peer(event)),
        Shape::Receive if plain("recv") => format!("receive from {}", peer(event)),
        _ => format!("{name} from {}", peer(event)),
    }
}

/// Whether enough is left of a shortened name to recognise it.
fn is_telling(cut: &str) -> bool {
    cut.chars().count() > 6
}

/// The name of a call without the prefix that all of them share.
fn short_name(name: &str) -> &str {
    name.strip_prefix("MPI_").unwrap_or(name)
}

impl Source<'_> {
    /// The title of an event's tooltip: `receive from 4, 640 B, tag 2`.
    pub(super) fn event_title(&self, symbol: Symbol) -> String {
        let event = self.appearance(symbol);
        let label = Label::new(&event, Wording::Full);
        let main = match event.shape {
            Shape::Send | Shape::Receive => sentence(&event),
            Shape::Collective | Shape::Other => short_name(event.name).to_owned(),
        };
        if label.more.is_empty() {
            main
        } else {
            format!("{main}, {}", label.more)
        }
    }
}

#[cfg(test)]
mod tests;
