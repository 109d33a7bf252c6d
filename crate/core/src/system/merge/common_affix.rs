//! Lists of constructs as the strings of events that they stand for: what two strings have in common, and where to
//! cut one.

use super::local_constructs::{LocalConstructs, LocalId, ProcessIndex};

/// How many steps a comparison may take inside of loops before it is given up: this many for every construct of the
/// body, and [`MORE_STEPS`]. Outside of loops it goes on as long as both strings agree, because the events
/// that agree are taken.
const STEPS_PER_CONSTRUCT: u64 = 16;
const MORE_STEPS: u64 = 4_096;

/// The side of a loop on which a list stands. The construct next to the loop is the last one of the list on both
/// sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// The list ends where the loop begins: both strings are read backwards.
    Before,
    /// The list, which is stored backwards, begins where the loop ends: both strings are read forwards.
    After,
}

/// What [`common_affix_len`] may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct AffixLimits {
    /// Loops of the list with more events than this are left alone.
    pub(super) largest_loop: u64,
    /// Whether a loop may be compared with a construct other than itself, event by event.
    pub(super) into_loops: bool,
}

/// A list that is being read, and how many more times it is to be read.
#[derive(Clone, Copy, Debug)]
struct Level<'a> {
    list: &'a [LocalId],
    at: usize,
    left: u64,
    /// The last construct comes first.
    backwards: bool,
}

/// A position in the string of a list.
struct Cursor<'a> {
    constructs: &'a LocalConstructs,
    side: Side,
    levels: Vec<Level<'a>>,
}

impl Cursor<'_> {
    /// The construct that comes next, whole; `None` at the end.
    fn peek(&mut self) -> Option<LocalId> {
        loop {
            let level = self.levels.last_mut()?;
            let place = match level.backwards {
                false => Some(level.at),
                true => level.list.len().checked_sub(level.at + 1),
            };
            if let Some(&id) = place.and_then(|place| level.list.get(place)) {
                return Some(id);
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

    /// Enters the loop that comes next, after the first `passed` of its iterations.
    fn enter(&mut self, id: LocalId, passed: u64) {
        self.step();
        let left = self.constructs.count(id).saturating_sub(passed);
        if left > 0 {
            let (list, backwards) = (self.constructs.body(id), self.side == Side::Before);
            self.levels.push(Level { list, at: 0, left, backwards });
        }
    }
}

/// How many events the list on one side of a loop has in common with the loop's body, repeated without end, counted
/// from the loop. 0 if the comparison takes too many steps.
///
/// A construct that comes next in both strings is passed as a whole, so the cost does not depend on loop counts.
pub(super) fn common_affix_len(
    constructs: &LocalConstructs,
    list: &[LocalId],
    body: &[LocalId],
    side: Side,
    limits: AffixLimits,
) -> u64 {
    let cursor =
        |list, left, backwards| Cursor { constructs, side, levels: vec![Level { list, at: 0, left, backwards }] };
    let mut outer = cursor(list, 1, true);
    let mut repeated = cursor(body, u64::MAX, side == Side::Before);
    let mut steps = body.len() as u64 * STEPS_PER_CONSTRUCT + MORE_STEPS;
    let mut events = 0u64;
    while let (Some(a), Some(b)) = (outer.peek(), repeated.peek()) {
        let is_inside = outer.levels.len() > 1;
        if is_inside {
            steps -= 1;
            if steps == 0 {
                return 0;
            }
        } else if constructs.is_loop(a) && constructs.span(a) > limits.largest_loop {
            break;
        }
        // Another loop over the same body.
        let begins = repeated.levels.len() == 1 && repeated.levels.iter().all(|level| level.at == 0);
        if begins && constructs.is_loop(a) && constructs.body(a) == body {
            events = events.saturating_add(constructs.span(a));
            outer.step();
            continue;
        }
        if a == b {
            events = events.saturating_add(constructs.span(a));
            outer.step();
            repeated.step();
            continue;
        }
        match (constructs.is_loop(a), constructs.is_loop(b)) {
            (false, false) => break,
            _ if !limits.into_loops => break,
            (true, true) if constructs.body(a) == constructs.body(b) => {
                let passed = constructs.count(a).min(constructs.count(b));
                events = events.saturating_add(passed.saturating_mul(constructs.period(a)));
                outer.enter(a, passed);
                repeated.enter(b, passed);
            }
            // Of two loops the larger one may hold the other.
            (true, is_loop) if !is_loop || constructs.span(a) >= constructs.span(b) => {
                outer.enter(a, 0);
            }
            _ => repeated.enter(b, 0),
        }
    }
    if events == u64::MAX {
        0
    } else {
        events
    }
}

/// Cuts a list after its first `events` events. If the cut lies in a loop, the whole iterations on each side of
/// it stay loops.
pub(super) fn split(
    constructs: &mut LocalConstructs,
    process: ProcessIndex,
    list: &[LocalId],
    mut events: u64,
) -> (Vec<LocalId>, Vec<LocalId>) {
    let mut first = Vec::new();
    let mut second = Vec::new();
    // Recursion is as deep as loops are nested.
    for (place, &id) in list.iter().enumerate() {
        let span = constructs.span(id);
        if span <= events {
            events -= span;
            first.push(id);
            continue;
        }
        if events > 0 {
            let (count, period) = (constructs.count(id), constructs.period(id).max(1));
            let body = constructs.body(id).to_vec();
            let (whole, inside) = (events / period, events % period);
            first.extend(constructs.iterations(process, whole, &body));
            let rest = if inside > 0 {
                let (head, tail) = split(constructs, process, &body, inside);
                first.extend(head);
                second.extend(tail);
                count - whole - 1
            } else {
                count - whole
            };
            second.extend(constructs.iterations(process, rest, &body));
        } else {
            second.push(id);
        }
        second.extend_from_slice(&list[place + 1..]);
        break;
    }
    (first, second)
}
