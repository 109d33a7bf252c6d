//! Lists of constructs as the strings of events that they stand for: what two have in common, and cutting one.

use super::items::{ItemId, Items};

/// How many steps a comparison may take inside of loops, for every construct of the body and more, before it is
/// given up. Outside of loops it goes on as long as both agree: what agrees is taken.
const STEPS: u64 = 16;
const STEPS_MORE: u64 = 4_096;

/// From which end two strings are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Front,
    Back,
}

/// A list that is walked through, with so many runs of it still to go.
#[derive(Clone, Copy, Debug)]
struct Level<'a> {
    list: &'a [ItemId],
    at: usize,
    left: u64,
    /// The last one comes first.
    backwards: bool,
}

/// A place in the string of a list.
struct Cursor<'a> {
    items: &'a Items,
    side: Side,
    levels: Vec<Level<'a>>,
}

impl<'a> Cursor<'a> {
    /// The construct that comes next, whole; `None` at the end.
    fn peek(&mut self) -> Option<ItemId> {
        loop {
            let level = self.levels.last_mut()?;
            let place = match level.backwards {
                false => Some(level.at),
                true => level.list.len().checked_sub(level.at + 1),
            };
            if let Some(&item) = place.and_then(|place| level.list.get(place)) {
                return Some(item);
            }
            level.left -= 1;
            level.at = 0;
            if level.left == 0 || level.list.is_empty() {
                self.levels.pop();
            }
        }
    }

    fn step(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            level.at += 1;
        }
    }

    /// Goes into a loop that comes next, past some of its iterations.
    fn enter(&mut self, item: ItemId, passed: u64) {
        self.step();
        let left = self.items.count(item).saturating_sub(passed);
        if left > 0 {
            let (list, backwards) = (self.items.body(item), self.side == Side::Back);
            self.levels.push(Level { list, at: 0, left, backwards });
        }
    }
}

/// How many events the string of a list has in common with a body that is repeated for ever: from the front of both
/// or from the back. The end of the list that is next to the body's loop comes last in it. Loops of the
/// list that have more than `most` events are not touched, and only with `into_loops` is a loop compared with what is
/// another construct. 0 if it would take too long to find out.
///
/// What is the same construct on both sides is passed as a whole, so that counts do not matter.
pub(super) fn common(
    items: &Items,
    list: &[ItemId],
    body: &[ItemId],
    (side, most, into_loops): (Side, u64, bool),
) -> u64 {
    let cursor = |list, left, backwards| Cursor {
        items,
        side,
        levels: vec![Level { list, at: 0, left, backwards }],
    };
    let mut one = cursor(list, 1, true);
    let mut other = cursor(body, u64::MAX, side == Side::Back);
    let mut steps = body.len() as u64 * STEPS + STEPS_MORE;
    let mut events = 0u64;
    while let (Some(a), Some(b)) = (one.peek(), other.peek()) {
        let is_inside = one.levels.len() > 1;
        if is_inside {
            steps -= 1;
            if steps == 0 {
                return 0;
            }
        } else if items.is_loop(a) && items.span(a) > most {
            break;
        }
        // Another loop over the same body.
        let begins = other.levels.len() == 1 && other.levels.iter().all(|level| level.at == 0);
        if begins && items.is_loop(a) && items.body(a) == body {
            events = events.saturating_add(items.span(a));
            one.step();
            continue;
        }
        if a == b {
            events = events.saturating_add(items.span(a));
            one.step();
            other.step();
            continue;
        }
        match (items.is_loop(a), items.is_loop(b)) {
            (false, false) => break,
            _ if !into_loops => break,
            (true, true) if items.body(a) == items.body(b) => {
                let passed = items.count(a).min(items.count(b));
                events = events.saturating_add(passed.saturating_mul(items.period(a)));
                one.enter(a, passed);
                other.enter(b, passed);
            }
            // Of two loops the larger one may hold the other.
            (true, is_loop) if !is_loop || items.span(a) >= items.span(b) => one.enter(a, 0),
            _ => other.enter(b, 0),
        }
    }
    if events == u64::MAX {
        0
    } else {
        events
    }
}

/// So many iterations of a body: a loop, the body itself, or nothing.
pub(super) fn looped(items: &mut Items, process: u32, count: u64, body: &[ItemId]) -> Vec<ItemId> {
    match count {
        0 => Vec::new(),
        1 => body.to_vec(),
        _ => vec![items.repeat(process, count, body)],
    }
}

/// A list in two: the first so many events, and the rest. A loop in which the cut lies gives its whole iterations to both.
pub(super) fn split(
    items: &mut Items,
    process: u32,
    list: &[ItemId],
    mut events: u64,
) -> (Vec<ItemId>, Vec<ItemId>) {
    let mut first = Vec::new();
    let mut second = Vec::new();
    // As deep as loops are nested.
    for (place, &item) in list.iter().enumerate() {
        let span = items.span(item);
        if span <= events {
            events -= span;
            first.push(item);
            continue;
        }
        if events > 0 {
            let (count, period) = (items.count(item), items.period(item).max(1));
            let body = items.body(item).to_vec();
            let (whole, inside) = (events / period, events % period);
            first.extend(looped(items, process, whole, &body));
            let rest = if inside > 0 {
                let (head, tail) = split(items, process, &body, inside);
                first.extend(head);
                second.extend(tail);
                count - whole - 1
            } else {
                count - whole
            };
            second.extend(looped(items, process, rest, &body));
        } else {
            second.push(item);
        }
        second.extend_from_slice(&list[place + 1..]);
        break;
    }
    (first, second)
}
