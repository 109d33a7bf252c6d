//! Removes changes of rows that nobody needs: before everything else, and after it.
//!
//! A body is planned with its rows ascending where it begins and where it ends. If nothing is drawn before the first
//! change of all rows, the lines begin in the new order right away, so that the numbers at the left edge belong to the
//! lines beside them. If nothing is drawn after the last change, the lines stay as they are.
//! O(what is drawn) for each change that is removed.

use super::body_plan::{BEFORE, CHANGE};
use super::layout::{Arrow, Layout};

/// Which end of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

/// Removes the changes of all rows that have nothing before them or nothing after them.
pub(super) fn drop_needless_changes(layout: &mut Layout) {
    for side in [Side::Left, Side::Right] {
        while let Some(start) = needless(layout, side) {
            remove(layout, start, side);
        }
    }
}

/// The first or the last change, if it is one of all rows and nothing is drawn on its outer side.
fn needless(layout: &Layout, side: Side) -> Option<f64> {
    let starts = layout.numbers.iter().map(|number| number.start);
    let start = match side {
        Side::Left => starts.min_by(f64::total_cmp)?,
        Side::Right => starts.max_by(f64::total_cmp)?,
    };
    let own = layout.numbers.iter().filter(|number| number.start == start).count();
    let outside = |x: f64| match side {
        Side::Left => x < start,
        Side::Right => x > start,
    };
    let ends = layout.arrows.iter().flat_map(|arrow: &Arrow| [arrow.from, arrow.to]).flatten();
    let mut events = layout.marks.iter().map(|mark| mark.x).chain(ends.map(|(x, _)| x));
    // A box that begins before the change and ends after it is around it.
    let mut boxes = layout.frames.iter().map(|frame| match side {
        Side::Left => frame.right < start,
        Side::Right => frame.left > start,
    });
    let is_outermost = own == layout.rows && !events.any(outside) && !boxes.any(|outer| outer);
    is_outermost.then_some(start)
}

/// Removes a change and the steps that it takes.
fn remove(layout: &mut Layout, start: f64, side: Side) {
    if side == Side::Left {
        for change in layout.changes.iter().filter(|change| change.start == start) {
            if let Some(row) = layout.starts.get_mut(change.line as usize) {
                *row = change.to;
            }
        }
    }
    layout.changes.retain(|change| change.start != start);
    layout.numbers.retain(|number| number.start != start);
    let gap = BEFORE + CHANGE + layout.room;
    let pull = |x: &mut f64| {
        if *x > start {
            *x -= gap;
        }
    };
    pull(&mut layout.length);
    for frame in &mut layout.frames {
        pull(&mut frame.left);
        pull(&mut frame.right);
    }
    layout.marks.iter_mut().for_each(|mark| pull(&mut mark.x));
    layout.changes.iter_mut().for_each(|change| pull(&mut change.start));
    for number in &mut layout.numbers {
        pull(&mut number.start);
        pull(&mut number.x);
    }
    for arrow in &mut layout.arrows {
        for (x, _) in [&mut arrow.from, &mut arrow.to].into_iter().flatten() {
            pull(x);
        }
        if let Some(crossing) = &mut arrow.crossing {
            pull(&mut crossing.from);
            pull(&mut crossing.to);
        }
    }
}
