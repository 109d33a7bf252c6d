//! The sentence about a strip of the timeline: how long it lasts, what processes do in it, and who waits longest.

use loopscope_core::numbers::{counted, duration, percent, thousands, verb};
use loopscope_core::small_sort::SmallSort;
use loopscope_core::timeline::Share;
use loopscope_draw::scene::timeline::{TimeRow, TimeSource, TimeStrip};

use super::kept_timeline::KeptTimeline;
use crate::view::sentence::Sentence;
use crate::wire::SentencePart;

/// Calls that are looked at for whom a process waits.
const MOST_CALLS: usize = 20_000;
/// A shorter wait, as a share of the stretch, is not worth a word.
const LEAST: f64 = 0.01;

/// "Iteration 121 of L1 takes **408 ms** from the first process in it to the last. In it processes compute 9.1 % of the time, are in calls 57.3 %, and **wait 33.6 %**.
/// Process 3 waits longest, **101 ms**, mostly for process 2."
pub(crate) fn timeline_sentence(
    kept: &KeptTimeline,
    source: &TimeSource<'_>,
    strip: &TimeStrip,
    shows: Option<(u32, u64)>,
) -> Vec<SentencePart> {
    let mut sentence = Sentence::default();
    let (from, to) = strip.visible;
    let length = duration((to - from).max(0.0) as u64);
    let part = strip.visible != strip.range;
    match shows {
        Some((row, iteration)) if !part => {
            sentence.say(format!("Iteration {} of L{row} takes ", thousands(iteration + 1)));
            sentence.stress(length);
            if strip.rows.len() > 1 {
                // On each of them it is shorter: that is its duration everywhere else.
                sentence.say(" from the first process in it to the last");
            }
        }
        None if !part => {
            sentence.say("The run takes ").stress(length);
        }
        _ => {
            sentence.say("This part of ");
            sentence.say(match shows {
                Some((row, iteration)) => {
                    format!("iteration {} of L{row}", thousands(iteration + 1))
                }
                None => "the run".to_owned(),
            });
            sentence.say(" takes ").stress(length);
        }
    }
    let mut all = Share::default();
    for TimeRow { share, .. } in &strip.rows {
        all.compute = all.compute.saturating_add(share.compute);
        all.calls = all.calls.saturating_add(share.calls);
        all.wait = all.wait.saturating_add(share.wait);
    }
    let time = all.time();
    if time == 0 {
        sentence.say(": no process does anything that was recorded.");
        return sentence.parts;
    }
    let of = |part: u64| percent(part as f64 / time as f64);
    let rows = strip.rows.len() as u64;
    sentence.say(". In it ");
    sentence.say(match rows {
        1 => "the process computes ".to_owned(),
        rows if rows < kept.process_count() => {
            format!("these {} compute ", counted(rows, "process"))
        }
        _ => "processes compute ".to_owned(),
    });
    let are = verb(rows, "is", "are");
    sentence.say(format!("{} of the time", of(all.compute)));
    if !source.waits.comparable() || all.wait == 0 {
        sentence.say(format!(" and {are} in calls ")).stress(of(all.calls)).say(".");
        if kept.draft {
            sentence.say(" Who waits for whom is being found.");
        }
        return sentence.parts;
    }
    sentence.say(format!(", {are} in calls {}, and ", of(all.calls)));
    sentence.stress(format!("{} {}", verb(rows, "waits", "wait"), of(all.wait))).say(".");
    let longest = strip.rows.iter().max_by_key(|row| (row.share.wait, std::cmp::Reverse(row.place)));
    if let Some(row) = longest.filter(|row| row.share.wait as f64 >= LEAST * (to - from)) {
        let number = kept.number_of(row.place);
        sentence.say(format!(" Process {number} waits longest, "));
        sentence.stress(duration(row.share.wait));
        if let Some(partner) = mostly_for(source, row.place, (from, to)) {
            sentence.say(format!(", mostly for process {}", kept.number_of(partner)));
        }
        sentence.say(".");
    }
    sentence.parts
}

/// For which process one waits more than half of its waits, if there are not too many calls to say.
fn mostly_for(source: &TimeSource<'_>, place: usize, (from, to): (f64, f64)) -> Option<usize> {
    let zero = source.run.0;
    let time = |nanoseconds: f64| zero.saturating_add(nanoseconds as i64);
    let (from, to) = (time(from), time(to));
    if source.timeline.calls_at_most(place, (from, to)) > MOST_CALLS as u64 {
        return None;
    }
    let of = (source.trace, source.waits.clocks());
    let calls = source.timeline.calls(of, place, (from, to), MOST_CALLS).into_iter();
    let waits = calls.filter_map(|call| {
        let wait = call.waited.min(to).saturating_sub(call.enter.max(from)).max(0).unsigned_abs();
        call.cause.map(|cause| (cause.partner, wait))
    });
    let mut sums: Vec<(u32, u64)> = waits.collect();
    let all: u64 = sums.iter().map(|&(_, wait)| wait).sum();
    sums.sort_small();
    sums.dedup_by(|(partner, wait), (first, sum)| {
        *sum += if partner == first { *wait } else { 0 };
        partner == first
    });
    let most = sums.into_iter().max_by_key(|&(partner, wait)| (wait, std::cmp::Reverse(partner)));
    most.filter(|&(_, wait)| wait > all / 2).map(|(partner, _)| partner as usize)
}
