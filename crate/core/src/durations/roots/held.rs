//! Which process holds up a long call: its receiver, or the last to come to its operation.

use super::wait::Wait;
use crate::small_sort::SmallSort;
use crate::waits::{is_long, kind_of_send, Held, Kinds, LongCall, Open, TimedCall, Waits, MOST_MEMBERS};

/// Long calls, and what may hold each up.
#[derive(Debug)]
pub(super) struct Holding {
    calls: Vec<(LongCall, Option<Held>)>,
    /// Those that send to each process: when they are ready, which of the long calls, and the bytes.
    sent: Vec<Vec<(i64, u32, u32)>>,
    /// The next of them, and the process that is walked.
    next: usize,
    place: u32,
    /// When its call before is left.
    before: i64,
}

impl Holding {
    /// Long calls of a trace. O(long calls log long calls, and the members of their operations).
    pub(super) fn new(waits: &Waits, long: &[LongCall]) -> Self {
        let mut sent = vec![Vec::new(); waits.matching().ends().len()];
        let mut calls = Vec::with_capacity(long.len());
        for (number, call) in (0..).zip(long) {
            let held = match call.open {
                Open::Operation(operation) => in_operation(waits, call, operation),
                Open::Send(channel, message) => {
                    let messages = waits.matching().channels().get(channel as usize);
                    let bytes = messages.and_then(|it| it.sends().get(message as usize)?.bytes());
                    let to = messages.and_then(|it| it.to).filter(|&to| to != call.place);
                    if let Some(sent) = to.and_then(|to| sent.get_mut(to as usize)) {
                        sent.push((call.ready, number, bytes.unwrap_or(0)));
                    }
                    None
                }
            };
            calls.push((*call, held));
        }
        sent.iter_mut().for_each(|sent| sent.sort_small());
        Self { calls, sent, next: 0, place: 0, before: i64::MIN }
    }

    /// Begins the process at the next place.
    pub(super) fn begin(&mut self, place: u32) {
        (self.place, self.before, self.next) = (place, i64::MIN, 0);
    }

    /// Its next call.
    pub(super) fn take(&mut self, call: &TimedCall) {
        self.until(call.enter, Some((call.enter, self.place)));
        self.before = call.leave;
    }

    /// It is at its end.
    pub(super) fn end(&mut self) {
        self.until(i64::MAX, None);
    }

    /// Of the calls to this process that are ready before a time: what happens then is the next that it does.
    fn until(&mut self, time: i64, come: Option<(i64, u32)>) {
        let Some(sent) = self.sent.get(self.place as usize) else { return };
        while let Some(&(ready, number, bytes)) = sent.get(self.next).filter(|it| it.0 < time) {
            if let Some((call, held)) = self.calls.get_mut(number as usize) {
                let free = self.before.max(ready);
                let new = Held::new(kind_of_send(bytes), (free, call.leave), come);
                *held = Some(new).filter(|new| is_long(new.lasts, bytes));
            }
            self.next += 1;
        }
    }

    /// The calls that are held up. O(long calls).
    pub(super) fn waiting(&self) -> Vec<Wait> {
        let mut kinds = Kinds::new();
        // What a call is in stands together.
        let calls = self.calls.chunk_by(|(one, _), (other, _)| {
            (one.place, one.ready, one.leave) == (other.place, other.ready, other.leave)
        });
        let calls = calls.filter_map(|all| {
            let held = all.iter().filter_map(|&(_, held)| held).min()?;
            Some((all.first()?.0, held))
        });
        let calls: Vec<(LongCall, Held)> = calls.collect();
        calls.iter().for_each(|&(_, held)| kinds.count(held));
        let waits = calls.iter().filter(|(_, held)| kinds.waits(*held));
        let waits = waits.map(|(call, held)| {
            let span = (call.leave - held.lasts, call.leave - held.rest);
            Wait::new((call.place, held.source), false, span)
        });
        waits.collect()
    }
}

/// A call that needs nobody in an operation with a root: the last of the members that enter before it is left may hold it up.
fn in_operation(waits: &Waits, call: &LongCall, operation: u32) -> Option<Held> {
    let kind = waits.kind_in_operation(operation, call.place)?;
    let members = &waits.matching().operations().get(operation as usize)?.members;
    let at = |&(place, span): &(u32, crate::trace::Span)| (waits.clocks().at(place as usize, span.enter), place);
    let enters = members.iter().take(MOST_MEMBERS).map(at);
    let last = enters.filter(|it| it.0 < call.leave).max_by_key(|it| it.0);
    Some(Held::new(kind, (call.ready, call.leave), last)).filter(|held| is_long(held.lasts, 0))
}
