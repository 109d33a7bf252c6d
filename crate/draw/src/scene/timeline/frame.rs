//! The frame of a strip: its axis of time, and where its rows are.

use loopscope_core::timeline::{Edges, Share};

use super::state::{TimeSource, TimelineState};
use super::windows::Window;
use crate::scene::Ink;

/// Between a strip and the one that it opens.
pub(super) const BETWEEN: f64 = 22.0;
/// Room for the numbers of processes, left of the plot.
pub(super) const GUTTER: f64 = 22.0;
/// Above the rows, for the title.
pub(super) const TITLE: f64 = 20.0;
/// A strip of single calls has its loops in the strip above.
pub(super) const BOX_HEADER: f64 = 14.0;
/// Rows of the strips share the height as these numbers, by what the strip is for.
const SHARES: [f64; 3] = [1.0, 1.3, 2.0];
/// The least and the largest distance of two rows, by what the strip is for.
const LEAST_PITCH: f64 = 5.0;
const LARGEST_PITCH: [f64; 3] = [29.0, 40.0, 58.0];
/// From this width of the picture on, rows may be further apart.
const WIDE: f64 = 1_000.0;
/// From this distance of rows on, each row has boxes of loops of its own.
const OWN: f64 = 34.0;
/// From this distance on a row has room for words above its bar.
const WORDS: f64 = 28.0;

/// What a strip is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The whole run.
    Run,
    /// An iteration with loops inside.
    Iteration,
    /// The innermost iteration, call by call.
    Calls,
}

impl Role {
    /// That of the strip with this number, of so many strips.
    fn of(index: usize, of: usize) -> Self {
        match index {
            0 => Self::Run,
            index if index + 1 >= of => Self::Calls,
            _ => Self::Iteration,
        }
    }
}

/// A strip about to be drawn, with its axis and its rows.
pub(super) struct Frame<'a> {
    pub(super) source: &'a TimeSource<'a>,
    pub(super) state: &'a TimelineState,
    /// The places of the processes that have a row.
    pub(super) places: &'a [usize],
    pub(super) window: &'a Window,
    pub(super) index: usize,
    pub(super) role: Role,
    pub(super) width: f64,
    pub(super) left: f64,
    pub(super) right: f64,
    /// Pixels a nanosecond.
    scale: f64,
    pub(super) pitch: f64,
    /// Height of a bar.
    pub(super) bar: f64,
}

impl<'a> Frame<'a> {
    pub(super) fn new(
        (source, state, places): (&'a TimeSource<'a>, &'a TimelineState, &'a [usize]),
        window: &'a Window,
        (index, of): (usize, usize),
        width: f64,
    ) -> Self {
        let rows = places.len().max(1) as f64;
        let role = Role::of(index, of);
        let roles = (0..of).map(|index| SHARES[Role::of(index, of) as usize]);
        let around = of as f64 * (TITLE + BOX_HEADER) + of.saturating_sub(1) as f64 * BETWEEN;
        let room = (state.height - around).max(0.0);
        let share = SHARES[role as usize] / roles.sum::<f64>().max(1.0);
        let largest = LARGEST_PITCH[role as usize] * if width >= WIDE { 1.45 } else { 1.0 };
        let pitch = (room * share / rows).clamp(LEAST_PITCH, largest).floor();
        let bar = match (role, pitch) {
            // Columns of shares are read by their heights.
            (Role::Run, pitch) => (pitch - 6.0).max(pitch * 0.8).min(pitch - 1.0),
            (Role::Iteration, pitch) if pitch >= OWN => (pitch - BOX_HEADER - 8.0).min(20.0),
            (Role::Calls, pitch) if pitch >= WORDS => (pitch * 0.45).clamp(12.0, 17.0),
            // Messages are seen between the bars.
            (Role::Calls, pitch) => (pitch * 0.72).max(3.0),
            (_, pitch) => (pitch - 2.0).max(pitch * 0.7),
        };
        let padding = if index == 0 { 0.5 } else { 8.0 };
        let (left, right) = (GUTTER + padding, width - padding);
        let (from, to) = window.visible;
        let scale = (right - left) / to.saturating_sub(from).max(1) as f64;
        Frame { source, state, places, window, index, role, width, left, right, scale, pitch, bar }
    }

    /// The ground of the strip.
    pub(super) fn ground(&self) -> Ink {
        match self.index {
            0 => Ink::Canvas,
            index => Ink::depth(index),
        }
    }

    /// What the process at a place does between two times. Of the run, what is before its first call and after its last counts
    /// as computing, as where times are added up.
    pub(super) fn shares(&self, place: usize, (from, to): (i64, i64), count: usize) -> Vec<Share> {
        let source = (self.source.trace, self.source.clocks());
        let timeline = self.source.timeline;
        let mut shares = match count {
            1 => vec![timeline.share(source, place, (from, to))],
            _ => timeline.columns(source, place, (from, to), count),
        };
        let Some((first, last)) = timeline.span(place) else { return shares };
        let edges = Edges::new((from, to.max(from)), count);
        let (begin, end) = self.source.run;
        for (column, share) in shares.iter_mut().enumerate() {
            let (left, right) = (edges.at(column).max(begin), edges.at(column + 1).min(end));
            let before = right.min(first).saturating_sub(left).max(0);
            let after = right.saturating_sub(left.max(last)).max(0);
            share.compute += (before + after).unsigned_abs();
        }
        shares
    }

    /// The visible part of the run.
    pub(super) fn in_run(&self) -> (i64, i64) {
        let ((from, to), (begin, end)) = (self.window.visible, self.source.run);
        (from.max(begin), to.min(end))
    }

    /// The place of a time on the axis.
    pub(super) fn x(&self, time: i64) -> f64 {
        self.left + time.saturating_sub(self.window.visible.0) as f64 * self.scale
    }

    /// The shortest time that is so many pixels wide.
    pub(super) fn time_of(&self, pixels: f64) -> i64 {
        (pixels / self.scale).ceil().clamp(1.0, 9e18) as i64
    }

    /// The place of a time on the axis, inside the plot.
    pub(super) fn clipped_x(&self, time: i64) -> f64 {
        self.x(time).clamp(self.left, self.right)
    }

    /// The first row's upper edge, for a strip at `top`.
    pub(super) fn rows_top(&self, top: f64) -> f64 {
        let header = self.has_boxes() && !self.has_own_boxes();
        top + TITLE + if header { BOX_HEADER } else { 0.0 }
    }

    /// Whether the strip shows the boxes of loops.
    pub(super) fn has_boxes(&self) -> bool {
        self.role != Role::Calls
    }

    /// The upper edge of the bar of a row.
    pub(super) fn bar_top(&self, rows_top: f64, row: usize) -> f64 {
        let above = match self.role {
            Role::Iteration if self.has_own_boxes() => BOX_HEADER,
            Role::Calls if self.has_words() => self.pitch - self.bar - 3.0,
            _ => (self.pitch - self.bar) / 2.0,
        };
        rows_top + row as f64 * self.pitch + above.max(0.0)
    }

    /// Whether there is room for words above bars.
    pub(super) fn has_words(&self) -> bool {
        self.role == Role::Calls && self.pitch >= WORDS
    }

    /// Whether each row has boxes of loops of its own; else one is behind all rows.
    pub(super) fn has_own_boxes(&self) -> bool {
        self.role == Role::Iteration && self.pitch >= OWN
    }
}
