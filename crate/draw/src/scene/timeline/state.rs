//! What a timeline is made from, what it is asked to show, and what drawing it returns.

use loopscope_core::clocks::Clocks;
use loopscope_core::durations::LoopTree;
use loopscope_core::small_sort::SmallSort;
use loopscope_core::timeline::{Share, Timeline};
use loopscope_core::trace::{Trace, View};
use loopscope_core::waits::Waits;

use crate::scene::tags::TagSlots;
use crate::scene::Scene;

/// The narrowest timeline in CSS pixels.
pub(super) const NARROWEST: f64 = 160.0;

/// A picture has no more rows than this.
pub const MOST_ROWS: usize = 64;

/// The calls, waits and loops of a trace.
#[derive(Clone, Copy, Debug)]
pub struct TimeSource<'a> {
    /// The trace.
    pub trace: &'a Trace,
    /// Its waits.
    pub waits: &'a Waits,
    /// Where they are.
    pub timeline: &'a Timeline,
    /// The loops of each process, by place.
    pub trees: &'a [LoopTree],
    /// Whether positions in the trees count calls; else events of communication.
    pub by_calls: bool,
    /// The colours of tags.
    pub tags: &'a TagSlots,
    /// When the run begins and ends.
    pub run: (i64, i64),
}

impl TimeSource<'_> {
    pub(super) fn clocks(&self) -> &Clocks {
        self.waits.clocks()
    }

    /// What positions in the trees count.
    pub fn counted(&self) -> View {
        if self.by_calls {
            View::Calls
        } else {
            View::Communication
        }
    }

    /// How many processes there are.
    pub(super) fn processes(&self) -> usize {
        self.trace.processes().len()
    }

    /// The number of the process at a place.
    pub(super) fn number(&self, place: usize) -> u32 {
        self.trace.processes().get(place).map_or(0, |process| process.id.0)
    }
}

/// The places of the processes that have a row, ascending: all that have times, or those of them that wait longest.
pub fn rows(trace: &Trace, timeline: &Timeline) -> Vec<usize> {
    let all = 0..trace.processes().len();
    let mut places: Vec<usize> = all.filter(|&place| timeline.span(place).is_some()).collect();
    if places.len() > MOST_ROWS {
        places.sort_small_by_key(|&place| (std::cmp::Reverse(timeline.waited(place)), place));
        places.truncate(MOST_ROWS);
        places.sort_small();
    }
    places
}

/// A loop and one of its iterations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenedTime {
    /// The name of the loop without the L.
    pub row: u32,
    /// The iteration, from 0, over all times that the loop runs where it is looked for.
    pub iteration: u64,
}

/// What to show.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimelineState {
    /// Width of the picture in CSS pixels.
    pub width: f64,
    /// Height that the picture should have; it may need more.
    pub height: f64,
    /// Whether to use shorter texts, for a phone.
    pub compact: bool,
    /// Which loop and iteration each strip opens, from the top. Where the path ends or does not exist, the timeline goes on
    /// with the largest loop, in its middle iteration.
    pub path: Vec<OpenedTime>,
    /// The visible range of each strip in nanoseconds from the beginning of the run; a strip without one shows everything.
    pub zoom: Vec<Option<(f64, f64)>>,
    /// The number of a process whose row is highlighted.
    pub process: Option<u32>,
    /// The row of the selected loop, whose boxes are highlighted; 0 for none.
    pub selected: u32,
    /// The number of the selected call of that process, if one is selected.
    pub call: Option<u64>,
    /// Whether messages are drawn where single calls can be told apart.
    pub messages: bool,
    /// Whether the picture goes into a file, where hints on dragging make no sense.
    pub for_export: bool,
}

/// One strip of the timeline: what the page needs for gestures and for the text beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeStrip {
    /// A number of all that it is drawn from: a strip of the same source that has it in another picture, too, is the same there.
    pub drawing: f64,
    /// What it is: `One iteration of L1: number 121 of 249`.
    pub title: String,
    /// Its visible range: `89.76 to 90.16 s, 408 ms`.
    pub note: String,
    /// A sentence on what is not drawn, such as messages; empty without.
    pub left_out: String,
    /// Number of the loop of which it shows an iteration, 0 for the whole run.
    pub loop_id: u32,
    /// Its top edge in the picture.
    pub top: f64,
    /// Its height.
    pub height: f64,
    /// Where the visible range begins in the picture.
    pub plot_left: f64,
    /// Where it ends.
    pub plot_right: f64,
    /// The whole range, in nanoseconds from the beginning of the run.
    pub range: (f64, f64),
    /// The visible range.
    pub visible: (f64, f64),
    /// The iteration that the next strip shows, and how many there are.
    pub opened: Option<(OpenedTime, u64)>,
    /// When that iteration begins and ends.
    pub mark: Option<(f64, f64)>,
    /// Its rows, from the top.
    pub rows: Vec<TimeRow>,
}

/// A row of a strip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeRow {
    /// The place of its process in [`Trace::processes`].
    pub place: usize,
    /// Its upper edge.
    pub top: f64,
    /// Its height.
    pub height: f64,
    /// What the process does in the visible range.
    pub share: Share,
}

/// A drawn timeline.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawn {
    /// What to draw.
    pub scene: Scene,
    /// The strips, from the top.
    pub strips: Vec<TimeStrip>,
    /// The path that is shown: the one asked for as far as it exists, then the one that the timeline chose.
    pub path: Vec<OpenedTime>,
}
