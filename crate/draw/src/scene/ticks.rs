//! Events as ticks on a base line, in the colour of their tag: a send goes up, a receive down, a collective both ways
//! and dashed, anything else is a dot.
//!
//! All ticks of one ink are one shape, so a row of a thousand events is a handful of shapes.

use std::collections::BTreeMap;

use loopscope_core::symbols::{Shape, Symbol};
use rustc_hash::FxHashMap;

use super::source::{List, Source};
use super::{Area, Ink, Scene};

/// Length of a dash and of the gap after it.
const DASH: f64 = 3.0;
/// Width of a collective's line.
const DASHED_WIDTH: f64 = 1.25;
/// Side of the dot of an event that is no message.
const DOT: f64 = 3.0;

/// What an event looks like: its shape, its ink, and whether it is inside a loop of the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct TickStyle {
    pub(super) shape: Shape,
    pub(super) ink: Ink,
    pub(super) nested: bool,
}

/// The styles of symbols, each looked up once.
pub(super) struct TickStyles<'a> {
    source: &'a Source<'a>,
    known: FxHashMap<Symbol, (Shape, Ink)>,
}

impl<'a> TickStyles<'a> {
    pub(super) fn new(source: &'a Source<'a>) -> Self {
        TickStyles { source, known: FxHashMap::default() }
    }

    /// The style of an event that is inside so many loops of its row.
    pub(super) fn of(&mut self, symbol: Symbol, depth: usize) -> TickStyle {
        let source = self.source;
        let &mut (shape, ink) = self.known.entry(symbol).or_insert_with(|| {
            let appearance = source.appearance(symbol);
            let ink = match (appearance.tag, source.tuples) {
                (Some(tag), _) => Ink::Tag(source.tags.slot(tag)),
                (None, Some(tuples)) => source.tags.ink_of(tuples.label(symbol)),
                (None, None) => Ink::Text2,
            };
            (appearance.shape, ink)
        });
        TickStyle { shape, ink, nested: depth > 0 }
    }
}

/// Ticks on one base line.
pub(super) struct Ticks {
    base: f64,
    /// Length of a tick; a nested one has three quarters of it.
    length: f64,
    bars: BTreeMap<Ink, Vec<Area>>,
}

impl Ticks {
    pub(super) fn new(base: f64, length: f64) -> Self {
        Self { base, length, bars: BTreeMap::new() }
    }

    /// Adds a tick around `x`.
    pub(super) fn add(&mut self, style: TickStyle, x: f64, width: f64) {
        let (base, length) = (self.base, if style.nested { self.length * 0.75 } else { self.length });
        let bars = self.bars.entry(style.ink).or_default();
        let bar = |width: f64, top: f64, bottom: f64| {
            Area::between(x - width / 2.0, base + top, x + width / 2.0, base + bottom)
        };
        match style.shape {
            Shape::Send => bars.push(bar(width, -length, 0.0)),
            Shape::Receive => bars.push(bar(width, 0.0, length)),
            Shape::Collective => {
                let width = width.min(DASHED_WIDTH);
                let mut top = -length;
                while top < length {
                    bars.push(bar(width, top, (top + DASH).min(length)));
                    top += 2.0 * DASH;
                }
            }
            Shape::Other => {
                let width = if width >= 1.5 { DOT } else { width };
                bars.push(bar(width, -DOT / 2.0, DOT / 2.0));
            }
        }
    }

    /// Draws all of them.
    pub(super) fn draw(self, scene: &mut Scene) {
        for (ink, bars) in self.bars {
            scene.bars(self.base, bars, ink);
        }
    }
}

/// Chooses one event to represent many, so that over a stretch every style is chosen in proportion to its share.
///
/// With less than a pixel for an event, a row cannot show all of them, and showing every hundredth would show receives
/// only where a loop of four calls meets a stride of four. So each place counts the events in it and draws the style
/// with the largest debt (error diffusion, as in halftone printing): neighbours then alternate in the true proportion.
#[derive(Default)]
pub(super) struct Halftone {
    owed: BTreeMap<TickStyle, f64>,
    samples: u32,
}

/// Up to this many events of a place are counted one by one; of more events, as many samples.
const SAMPLES: u64 = 8;

impl Halftone {
    /// The style that represents the events of a list from position `start` to `end`.
    ///
    /// O(depth x log items): the eight samples are spread by the golden ratio, which resonates with no period.
    pub(super) fn choose(
        &mut self,
        list: &List<'_>,
        styles: &mut TickStyles<'_>,
        (start, end): (u64, u64),
    ) -> Option<TickStyle> {
        const GOLDEN: f64 = 0.618_033_988_749_894_9;
        let (start, end) = (start, end.max(start + 1).min(list.len));
        let count = end.checked_sub(start).filter(|&count| count > 0)?;
        let looked = count.min(SAMPLES);
        for k in 0..looked {
            let place = if count <= SAMPLES {
                k
            } else {
                self.samples = self.samples.wrapping_add(1);
                let part = (f64::from(self.samples) * GOLDEN).fract();
                ((part * count as f64) as u64).min(count - 1)
            };
            if let Some(found) = list.event_at(start + place) {
                *self.owed.entry(styles.of(found.symbol, found.depth)).or_default() += 1.0 / looked as f64;
            }
        }
        let (&style, _) = self.owed.iter().reduce(|best, next| {
            // The first of equal ones, so that rounding errors do not decide.
            if *next.1 > *best.1 + 1e-9 {
                next
            } else {
                best
            }
        })?;
        *self.owed.entry(style).or_default() -= 1.0;
        Some(style)
    }
}
