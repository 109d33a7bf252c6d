//! The events of a thread in order, and the nesting of its slices.

use super::file::{Entry, BEGIN, END, INSTANT, NAMELESS};
use loopscope_core::small_sort::SmallSort;

/// Puts events in order of time; of those at one time the order of the file stays, but of slices whose
/// length is known (`X`) that follow each other the longer comes first, unless none contains another (`is_flat`). O(n) if
/// they are in order.
pub(super) fn sort(entries: &mut [Entry], in_order: bool, is_flat: bool) {
    if !in_order {
        entries.sort_small_by_key(|entry| entry.at);
    }
    if is_flat {
        return;
    }
    let mut rest = entries;
    while let Some(first) = rest.first() {
        let at = first.at;
        let complete = |entry: &Entry| entry.at == at && entry.duration >= 0;
        let run = rest.iter().take_while(|entry| complete(entry)).count();
        let (group, after) = rest.split_at_mut(run.max(1));
        if run > 1 {
            group.sort_small_by_key(|entry| std::cmp::Reverse(entry.duration));
        }
        rest = after;
    }
}

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SliceStep {
    /// A slice begins.
    Enter(u32),
    /// A slice ends; with the fields of its end event, if it has one.
    Leave(u32, u32),
    /// An instant.
    Instant(u32),
}

/// What did not fit together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct NestingErrors {
    /// Ends without a beginning, and the first one's name.
    pub(super) ends: u64,
    pub(super) first_end: Option<u32>,
    /// Beginnings without an end.
    pub(super) begins: u64,
    pub(super) first_begin: Option<u32>,
    /// How many of those were open when the trace ended, as always where recording is stopped.
    pub(super) open_at_end: u64,
    /// Slices that would outlast the one around them.
    pub(super) overlaps: u64,
    pub(super) first_overlap: Option<u32>,
}

impl NestingErrors {
    /// Adds those of another thread.
    pub(super) fn add(&mut self, more: &Self) {
        self.ends += more.ends;
        self.begins += more.begins;
        self.open_at_end += more.open_at_end;
        self.overlaps += more.overlaps;
        self.first_end = self.first_end.or(more.first_end);
        self.first_begin = self.first_begin.or(more.first_begin);
        self.first_overlap = self.first_overlap.or(more.first_overlap);
    }
}

#[derive(Clone, Copy, Debug)]
struct OpenSlice {
    what: u32,
    /// When it ends; `None` if an event of its own says so.
    end: Option<i64>,
}

/// Goes through the events of a thread, which are in order.
#[derive(Debug, Default)]
pub(super) struct SliceNesting {
    entries: Vec<Entry>,
    next: usize,
    stack: Vec<OpenSlice>,
    /// Of each name, how many slices are open that were begun with an event of their own.
    open: Vec<u32>,
    /// How many that are in all.
    begun: u32,
    /// The latest time so far.
    latest: i64,
    pub(super) errors: NestingErrors,
}

const MICROSECOND: i64 = 1000;

/// Events at one time that are looked at to find the end that fits.
const LOOK_AHEAD: usize = 16;

impl SliceNesting {
    pub(super) fn new(entries: Vec<Entry>) -> Self {
        Self { entries, latest: i64::MIN, ..Self::default() }
    }

    /// Takes the next event as it stands, of a file whose slices are not nested. `None` at the end.
    pub(super) fn next_entry(&mut self) -> Option<Entry> {
        let entry = self.entries.get(self.next).copied()?;
        self.next += 1;
        Some(entry)
    }

    /// Takes the next event: calls `step` for all that happens, with the time at which it does. `false` at the end, when all
    /// that is open has been left. `name_of` gives the name of what an event says. Amortised O(1).
    pub(super) fn advance(&mut self, name_of: impl Fn(u32) -> u32, mut step: impl FnMut(SliceStep, i64)) -> bool {
        let Some(&entry) = self.entries.get(self.next) else {
            let outermost = self.stack.iter().find(|open| open.end.is_none());
            self.errors.first_begin = self.errors.first_begin.or(outermost.map(|it| it.what));
            let before = self.errors.begins;
            while let Some(open) = self.stack.pop() {
                self.closed(open, &name_of);
                self.latest = self.latest.max(open.end.unwrap_or(i64::MIN));
                step(SliceStep::Leave(open.what, NAMELESS), self.latest);
            }
            self.errors.open_at_end += self.errors.begins - before;
            return false;
        };
        while let Some(top) = self.stack.last().copied() {
            let Some(end) = top.end.filter(|&end| end <= entry.at) else { break };
            self.stack.pop();
            step(SliceStep::Leave(top.what, NAMELESS), end);
        }
        self.latest = entry.at;
        match entry.duration {
            INSTANT => step(SliceStep::Instant(entry.what), entry.at),
            END => {
                if self.reorder(entry, &name_of) {
                    return true;
                }
                self.end(entry, &name_of, &mut step);
            }
            BEGIN => {
                self.count(name_of(entry.what), 1);
                self.stack.push(OpenSlice { what: entry.what, end: None });
                step(SliceStep::Enter(entry.what), entry.at);
            }
            duration => {
                let mut end = entry.at.saturating_add(duration);
                if let Some(around) = self.stack.last().and_then(|open| open.end) {
                    // A microsecond is what writers lose that round begin and length.
                    if end.saturating_sub(around) > MICROSECOND {
                        self.errors.overlaps += 1;
                        self.errors.first_overlap.get_or_insert(entry.what);
                    }
                    end = end.min(around);
                }
                self.stack.push(OpenSlice { what: entry.what, end: Some(end) });
                step(SliceStep::Enter(entry.what), entry.at);
            }
        }
        self.next += 1;
        true
    }

    fn count(&mut self, name: u32, by: i32) {
        let at = name as usize;
        if at >= self.open.len() {
            self.open.resize(at + 1, 0);
        }
        if let Some(open) = self.open.get_mut(at) {
            *open = open.saturating_add_signed(by);
            self.begun = self.begun.saturating_add_signed(by);
        }
    }

    /// A slice is taken from the stack that no event of its own has ended.
    fn closed(&mut self, open: OpenSlice, name_of: &impl Fn(u32) -> u32) {
        if open.end.is_none() {
            self.count(name_of(open.what), -1);
            self.errors.begins += 1;
            self.errors.first_begin.get_or_insert(open.what);
        }
    }

    /// Among events at one time the order of the file may be wrong: lets the one come first with which
    /// this end fits. Whether there was one.
    fn reorder(&mut self, end: Entry, name_of: &impl Fn(u32) -> u32) -> bool {
        if end.what == NAMELESS {
            return false;
        }
        let top = self.stack.iter().rev().take(LOOK_AHEAD).find(|open| open.end.is_none());
        let top = top.map(|open| name_of(open.what));
        let own = name_of(end.what);
        if top == Some(own) {
            return false;
        }
        let begun = self.open.get(own as usize).is_some_and(|&count| count > 0);
        let last = (self.next + LOOK_AHEAD).min(self.entries.len());
        let Some(group) = self.entries.get(self.next..last) else { return false };
        let fits = |other: &Entry| {
            other.what != NAMELESS
                && if begun {
                    other.duration == END && Some(name_of(other.what)) == top
                } else {
                    other.duration == BEGIN && name_of(other.what) == own
                }
        };
        let same = group.iter().take_while(|other| other.at == end.at);
        let Some(found) = same.skip(1).position(fits) else { return false };
        if let Some(part) = self.entries.get_mut(self.next..self.next + found + 2) {
            part.rotate_right(1);
        }
        true
    }

    fn end(&mut self, end: Entry, name_of: &impl Fn(u32) -> u32, step: &mut impl FnMut(SliceStep, i64)) {
        let begun = if end.what == NAMELESS {
            self.begun > 0
        } else {
            self.open.get(name_of(end.what) as usize).is_some_and(|&count| count > 0)
        };
        if !begun {
            self.errors.ends += 1;
            self.errors.first_end.get_or_insert(end.what);
            return;
        }
        while let Some(open) = self.stack.pop() {
            let fits = open.end.is_none() && (end.what == NAMELESS || name_of(open.what) == name_of(end.what));
            if fits {
                self.count(name_of(open.what), -1);
                step(SliceStep::Leave(open.what, end.what), end.at);
                return;
            }
            if open.end.is_some() {
                self.errors.overlaps += 1;
                self.errors.first_overlap.get_or_insert(open.what);
            }
            self.closed(open, name_of);
            step(SliceStep::Leave(open.what, NAMELESS), end.at);
        }
    }
}
