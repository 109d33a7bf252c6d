//! Which strips a timeline has, and what stretch of time each shows.

use loopscope_core::timeline::{iteration_span, largest_loop, LoopPlace};

use super::state::{OpenedTime, TimeSource, TimelineState};
use crate::scene::middle;

/// No timeline has more strips than this: the whole run, an iteration, single calls.
const MOST: usize = 3;

/// A strip: what it shows, and what it opens.
#[derive(Clone, Debug)]
pub(super) struct Window {
    /// The whole stretch, in nanoseconds.
    pub(super) range: (i64, i64),
    /// The visible part.
    pub(super) visible: (i64, i64),
    /// The loop and iteration that it shows; `None` for the whole run.
    pub(super) shows: Option<(OpenedTime, u64)>,
    /// The iteration that the next strip shows.
    pub(super) opened: Option<OpenedTime>,
}

/// The strips, from the top.
pub(super) fn windows(source: &TimeSource<'_>, state: &TimelineState) -> Vec<Window> {
    let mut windows: Vec<Window> = Vec::new();
    let mut path: Vec<LoopPlace> = Vec::new();
    let mut shows = None;
    let mut range = source.run;
    while windows.len() < MOST {
        let depth = windows.len();
        let visible = zoomed(range, state.zoom.get(depth).copied().flatten(), source.run.0);
        let next = (depth + 1 < MOST).then(|| opened(source, state, depth, &path)).flatten();
        let opened = next.map(|(opened, _, _)| opened);
        windows.push(Window { range, visible, shows, opened });
        let Some((opened, count, span)) = next else { break };
        path.push(LoopPlace { row: opened.row, iteration: opened.iteration });
        shows = Some((opened, count));
        range = span;
    }
    windows
}

/// What the strip at that depth opens: the loop and iteration that is asked for, or the largest loop in its middle
/// iteration; how many iterations it has, and when that one is.
fn opened(
    source: &TimeSource<'_>,
    state: &TimelineState,
    depth: usize,
    path: &[LoopPlace],
) -> Option<(OpenedTime, u64, (i64, i64))> {
    let at = |row: u32, iteration: u64| {
        let mut inner = path.to_vec();
        inner.push(LoopPlace { row, iteration });
        let (count, from, to) =
            iteration_span((source.trace, source.clocks()), (source.trees, source.counted()), &inner)?;
        Some((OpenedTime { row, iteration }, count, (from, to)))
    };
    let asked = state.path.get(depth).and_then(|opened| at(opened.row, opened.iteration));
    asked.or_else(|| {
        let (row, count) = largest_loop(source.trees, path)?;
        at(row, middle(count))
    })
}

/// The visible part of a stretch: what is asked for, inside it and at least 20 ns long.
fn zoomed((from, to): (i64, i64), zoom: Option<(f64, f64)>, zero: i64) -> (i64, i64) {
    let asked = zoom.filter(|(left, right)| left.is_finite() && right.is_finite() && left < right);
    let Some((left, right)) = asked else { return (from, to.max(from.saturating_add(1))) };
    let length = to.saturating_sub(from).max(1);
    let time = |nanoseconds: f64| zero.saturating_add(nanoseconds.round() as i64);
    let width = time(right).saturating_sub(time(left)).clamp(20.min(length), length);
    let left = time(left).clamp(from, to.saturating_sub(width).max(from));
    (left, left.saturating_add(width))
}
