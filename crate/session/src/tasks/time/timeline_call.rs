//! A call of the timeline: what it is, where it stands, and why it waits.

use loopscope_core::numbers::duration;
use loopscope_core::timeline::{places_at, Call, LoopPlace};
use loopscope_core::waits::Reason;
use loopscope_draw::scene::timeline::{called, range_in_words, why, TimeSource};

use super::kept_timeline::KeptTimeline;
use crate::wire::{TimelineCall, TimelineCause};

/// Loops around a call that are told.
const MOST_LEVELS: usize = 16;
/// Processes in the chain of a wait.
const MOST_CAUSES: usize = 3;
/// Calls of a process that are looked at for the longest wait.
const MOST_CALLS: usize = 20_000;

/// The call of a process by its number, or the one at a time; and the loops around its begin, or around that time. O(log of the
/// calls + size of the bodies on the way).
pub(crate) fn timeline_call(
    kept: &KeptTimeline,
    source: &TimeSource<'_>,
    process: u32,
    (number, time): (Option<u64>, f64),
) -> (Option<TimelineCall>, Vec<LoopPlace>) {
    let Some(place) = kept.place_of(process) else { return (None, Vec::new()) };
    let of = (source.trace, source.waits.clocks());
    let zero = source.run.0;
    let time = zero.saturating_add(if time.is_finite() { time as i64 } else { 0 });
    let number = number.or_else(|| source.timeline.call_at(of, place, time));
    let call = number.and_then(|number| source.timeline.call(of, place, number));
    // A call is where its last event is.
    let at = match (&call, number.is_some()) {
        (Some(call), true) if call.enter <= time && time <= call.leave => call.leave.min(time),
        (Some(call), _) if time == zero => call.enter,
        _ => time,
    };
    let Some(tree) = source.trees.get(place) else { return (None, Vec::new()) };
    let path = places_at(of, (place, tree, source.counted()), at, MOST_LEVELS);
    (call.map(|call| described(kept, source, place, &call)), path)
}

fn described(kept: &KeptTimeline, source: &TimeSource<'_>, place: usize, call: &Call) -> TimelineCall {
    let zero = source.run.0;
    let since = |time: i64| time.saturating_sub(zero);
    let record = call.record.map(|record| source.trace.table().record(record));
    TimelineCall {
        process: kept.number_of(place),
        number: call.number as f64,
        count: source.timeline.call_count(place) as f64,
        name: called(source, call),
        enter: since(call.enter) as f64,
        waited: since(call.waited) as f64,
        leave: since(call.leave) as f64,
        span: range_in_words((since(call.enter), since(call.leave))),
        bytes: record.and_then(|record| record.bytes).map(|bytes| bytes as f64),
        tag: record.and_then(|record| record.tag).map(|tag| tag as f64),
        partner: record.and_then(|record| record.peer),
        why: call.cause.map(|cause| why(source, cause)).unwrap_or_default(),
        reason: call.cause.map(|cause| cause.reason.into()),
        chain: chain(kept, source, call),
    }
}

/// What the other processes do meanwhile: the one that is waited for, the one that it waits for itself, and so on.
fn chain(kept: &KeptTimeline, source: &TimeSource<'_>, call: &Call) -> Vec<TimelineCause> {
    let of = (source.trace, source.waits.clocks());
    let mut causes = Vec::new();
    let (mut from, mut to, mut cause) = (call.enter, call.waited, call.cause);
    while let Some(next) = cause.filter(|_| causes.len() < MOST_CAUSES && from < to) {
        let place = next.partner as usize;
        let share = source.timeline.share(of, place, (from, to));
        let calls = source.timeline.calls(of, place, (from, to), MOST_CALLS);
        let within = |it: &Call| it.waited.min(to).saturating_sub(it.enter.max(from)).max(0);
        let longest = calls.iter().filter(|it| it.cause.is_some()).max_by_key(|it| within(it));
        let waits = share.wait > share.compute && share.wait > share.calls;
        let (text, at, then) = match longest.filter(|_| waits) {
            Some(wait) => {
                let text = format!("waits {} itself in {}", duration(share.wait), called(source, wait));
                (text, Some(wait), wait.cause)
            }
            None if share.compute >= share.calls => {
                let text = format!("computes {} of that time", duration(share.compute));
                (text, calls.last(), None)
            }
            None => {
                let busy = calls.iter().max_by_key(|it| it.leave.min(to) - it.waited.max(from));
                let what = busy.map_or_else(String::new, |it| format!(", in {}", called(source, it)));
                (format!("is in calls for {}{what}", duration(share.calls)), busy, None)
            }
        };
        let number = at.map(|it| it.number).or_else(|| source.timeline.call_at(of, place, to));
        let Some(number) = number else { break };
        let late = if next.reason == Reason::LateReceiver { "not ready to receive: " } else { "" };
        let process = kept.number_of(place);
        causes.push(TimelineCause { process, call: number as f64, text: late.to_owned() + &text });
        (from, to) = at.map_or((from, to), |it| (it.enter.max(from), it.waited.min(to)));
        cause = then;
    }
    causes
}
