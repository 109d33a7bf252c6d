//! Changes of rows that nobody needs: before everything else, and after it.
//!
//! A body is planned with its rows ascending where it begins and where it ends. Where nothing stands before its first
//! change of all rows, the lines may as well begin in the order that comes, so that the numbers at the left edge are
//! those of the lines beside them; and where nothing comes after the last change, they stay as they are.
//! O(what is drawn) for each change that goes.

use super::layout::{Arrow, Layout};
use super::plan::{BEFORE, CHANGE};

/// Which end of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Left,
    Right,
}

/// Leaves out the changes of all rows that have nothing before them, or nothing after them.
pub(super) fn settle(layout: &mut Layout) {
    for end in [End::Left, End::Right] {
        while let Some(start) = needless(layout, end) {
            leave_out(layout, start, end);
        }
    }
}

/// The first or the last change, if it is one of all rows and nothing stands on its outer side.
fn needless(layout: &Layout, end: End) -> Option<f64> {
    let starts = layout.numbers.iter().map(|number| number.start);
    let start = match end {
        End::Left => starts.min_by(f64::total_cmp)?,
        End::Right => starts.max_by(f64::total_cmp)?,
    };
    let own = layout.numbers.iter().filter(|number| number.start == start).count();
    let outside = |x: f64| match end {
        End::Left => x < start,
        End::Right => x > start,
    };
    let (from, to) = (|arrow: &Arrow| arrow.from, |arrow: &Arrow| arrow.to);
    let ends = layout.arrows.iter().flat_map(|arrow| [from(arrow), to(arrow)]).flatten();
    let events = layout.spots.iter().map(|spot| spot.x).chain(ends.map(|(x, _)| x));
    // Boxes that begin before it and end after it are around it.
    let boxes = layout.frames.iter().filter(|frame| match end {
        End::Left => frame.right < start,
        End::Right => frame.left > start,
    });
    let stands_alone = own == layout.rows && !events.into_iter().any(outside) && boxes.count() == 0;
    stands_alone.then_some(start)
}

/// Leaves out a change, and the steps that it takes.
fn leave_out(layout: &mut Layout, start: f64, end: End) {
    if end == End::Left {
        for step in layout.moves.iter().filter(|step| step.start == start) {
            if let Some(row) = layout.starts.get_mut(step.line as usize) {
                *row = step.to;
            }
        }
    }
    layout.moves.retain(|step| step.start != start);
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
    layout.spots.iter_mut().for_each(|spot| pull(&mut spot.x));
    layout.moves.iter_mut().for_each(|step| pull(&mut step.start));
    for number in &mut layout.numbers {
        pull(&mut number.start);
        pull(&mut number.x);
    }
    for arrow in &mut layout.arrows {
        for (x, _) in [&mut arrow.from, &mut arrow.to].into_iter().flatten() {
            pull(x);
        }
        if let Some(flight) = &mut arrow.flight {
            pull(&mut flight.from);
            pull(&mut flight.to);
        }
    }
}
