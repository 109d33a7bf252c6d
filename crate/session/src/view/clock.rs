//! How the clocks of a trace were set right, as text and as JSON (`loopscope-clock/1`).
//!
//! | field of the JSON | meaning |
//! | --- | --- |
//! | `format` | `loopscope-clock/1` |
//! | `name` | what was opened |
//! | `method` | `as-recorded`, `offsets`, `drift` or `logical`: just enough, as far as was allowed |
//! | `before`, `after` | messages and collective operations, those that are violated, and by how many nanoseconds at most; `pairs` are pairs of processes of which one needs the other |
//! | `margin_ns` | the least time between a send and its receive that offsets leave |
//! | `clocks` | for each process: what is added to its times in nanoseconds (`offset_ns`, `rate_ppm`), and how far the offset may be off (`uncertain_ns`) |
//! | `alone` | processes that exchange nothing with others |
//! | `unmatched` | sends and receives without their other half |
//! | `mismatched` | collective operations that not all processes of the group call alike |
//! | `untimed` | processes without times |

use std::fmt::Write;

use loopscope_core::clocks::{Clock, Violations};
pub use loopscope_core::clocks::{Clocks, Method};
use loopscope_core::numbers::{counted, duration, listed, set_text, thousands};
use loopscope_core::trace::Tick;
use loopscope_formats::notes::Note;
use serde_json::{json, Value};

use super::columns::Table;
use crate::error_note;

/// Processes whose offsets stand in the sentence; the table has all.
const IN_SENTENCE: usize = 4;

/// The error note for a trace without times.
pub fn no_times(name: &str) -> Note {
    error_note(
        name,
        "the trace has no times",
        "events in order, without when they happen",
        "an OTF2 archive, or a table with the columns start_ns and end_ns",
        "the loops are shown by `loopscope nest`",
    )
}

/// The largest constant that was added to a clock, in nanoseconds.
pub(crate) fn largest_shift(clocks: &Clocks) -> u64 {
    let tick = clocks.tick.unwrap_or(Tick::NANOSECOND);
    let shifts = clocks.clocks.iter().map(|clock| nanoseconds(tick, clock.line.offset));
    shifts.map(i64::unsigned_abs).max().unwrap_or(0)
}

/// Nanoseconds of so many units, with their sign.
fn nanoseconds(tick: Tick, units: i64) -> i64 {
    let size = i64::try_from(tick.nanoseconds(units.unsigned_abs())).unwrap_or(i64::MAX);
    if units < 0 {
        -size
    } else {
        size
    }
}

/// A duration with its sign, whatever it is: `+50.2 ms`.
fn signed_duration(nanoseconds: i64) -> String {
    let sign = match nanoseconds {
        0 => "",
        ..0 => "-",
        _ => "+",
    };
    format!("{sign}{}", duration(nanoseconds.unsigned_abs()))
}

/// How much later the worst of the violations is, or how far a clock may be off.
fn size_of(tick: Tick, units: i64) -> String {
    duration(nanoseconds(tick, units).unsigned_abs())
}

/// What was done, and why, as a sentence.
pub(crate) fn sentence_of(clocks: &Clocks) -> String {
    match clocks.tick {
        Some(tick) => sentence(clocks, tick),
        None => "The trace has no times.".to_owned(),
    }
}

fn sentence(clocks: &Clocks, tick: Tick) -> String {
    let Violations { messages, messages_violated, pairs, pairs_violated, .. } = clocks.before;
    let before = if messages > 0 {
        format!("{} of {} messages did", thousands(messages_violated), thousands(messages))
    } else {
        let of = format!("{} of {}", thousands(pairs_violated), thousands(pairs));
        format!("in {of} pairs of processes that meet, one left before the other came")
    };
    let so_that = match messages {
        0 => "nobody leaves a collective operation before those it needs have come",
        _ => "no message arrives before it is sent",
    };
    if messages == 0 && pairs == 0 {
        return "The clocks cannot be compared: the trace has no matched messages or collective operations.".to_owned();
    }
    if clocks.before.none() {
        return format!("The clocks agree: as recorded, {so_that}.");
    }
    let moved: Vec<&Clock> = clocks.clocks.iter().filter(|clock| clock.line != Default::default()).collect();
    let offsets = moved.iter().map(|clock| nanoseconds(tick, clock.line.offset));
    let uncertain = moved.iter().filter_map(|clock| clock.uncertainty).max();
    let uncertain = uncertain.map(|units| format!(" (uncertain by {})", size_of(tick, units))).unwrap_or_default();
    let count = counted(moved.len() as u64, "process");
    let left = clocks.after.messages_violated;
    if clocks.method != Method::AsRecorded && (left > 0 || moved.is_empty()) {
        return match messages {
            0 => format!(
                "No clocks set this right: at best in {} of {} pairs of processes that meet, one leaves before the other comes.",
                thousands(clocks.after.pairs_violated),
                thousands(pairs)
            ),
            _ => format!(
                "No clocks set this right: at best {} of {} messages arrive before they are sent.",
                thousands(left),
                thousands(messages)
            ),
        };
    }
    let how = match clocks.method {
        Method::AsRecorded => {
            let early = match messages {
                0 => before,
                _ => before.replace("did", "arrive before they are sent"),
            };
            return format!("Times are as recorded, and their clocks disagree: {early}.");
        }
        Method::Offsets => "",
        Method::Drift => ", with a rate for each,",
        Method::Logical => ", with a rate for each and a logical clock,",
    };
    let offsets = match (offsets.clone().min(), offsets.clone().max()) {
        (Some(least), Some(most)) if moved.len() > IN_SENTENCE => {
            format!("{} to {}", signed_duration(least), signed_duration(most))
        }
        _ => listed(&offsets.map(signed_duration).collect::<Vec<_>>()),
    };
    format!("The clocks of {count} were set right by {offsets}{uncertain}{how} so that {so_that}; before, {before}.")
}

/// The clocks of a trace as text, in UTF-8 with a line end at the end.
pub fn text(clocks: &Clocks) -> String {
    let tick = clocks.tick.unwrap_or(Tick::NANOSECOND);
    let mut out = sentence(clocks, tick) + "\n\n";
    let of = |violated: u64, all: u64, worst: i64| match violated {
        0 => format!("0 of {}", thousands(all)),
        _ => {
            let worst = size_of(tick, worst);
            format!("{} of {}, by {worst} at most", thousands(violated), thousands(all))
        }
    };
    let row = |name: &str, it: &Violations| {
        let messages = of(it.messages_violated, it.messages, it.worst_message);
        let pairs = of(it.pairs_violated, it.pairs, it.worst_collective);
        [name.to_owned(), messages, pairs].to_vec()
    };
    let head = ["violated", "messages", "pairs in collective operations"].map(str::to_owned);
    let mut rows = vec![head.to_vec(), row("as recorded", &clocks.before)];
    if clocks.method != Method::AsRecorded {
        rows.push(row("corrected", &clocks.after));
    }
    Table { rows }.print(&mut out);
    out.push('\n');
    let head = ["process", "added", "rate", "uncertain by"].map(str::to_owned);
    let mut rows = vec![head.to_vec()];
    for clock in &clocks.clocks {
        let uncertain = clock.uncertainty.map(|units| size_of(tick, units));
        rows.push(vec![
            clock.process.to_string(),
            signed_duration(nanoseconds(tick, clock.line.offset)),
            match clock.line.rate {
                0 => "-".to_owned(),
                _ => format!("{:+.3} ppm", clock.line.parts_per_million()),
            },
            uncertain.unwrap_or_else(|| "not known".to_owned()),
        ]);
    }
    Table { rows }.print(&mut out);
    for line in remarks(clocks) {
        let _ = writeln!(out, "{line}");
    }
    out
}

/// What could not be compared.
fn remarks(clocks: &Clocks) -> Vec<String> {
    let mut remarks = Vec::new();
    if !clocks.after.none() {
        let left = clocks.after.messages_violated + clocks.after.pairs_violated;
        remarks.push(format!("{} are still violated", thousands(left)));
    }
    if !clocks.alone.is_empty() {
        let alone = set_text(clocks.alone.iter().map(|process| process.0));
        remarks.push(format!("clocks as recorded, since nothing is exchanged: processes {alone}"));
    }
    let found = clocks.orders;
    for (count, what) in [
        (found.unmatched, "sends and receives without their other half are left out"),
        (found.mismatched, "collective operations that not all of their processes call alike"),
        (found.untimed, "processes without times"),
    ] {
        if count > 0 {
            remarks.push(format!("{} {what}", thousands(count)));
        }
    }
    if found.converted {
        remarks.push("clocks tick differently: all times were converted to nanoseconds".to_owned());
    }
    remarks
}

/// The clocks of a trace as JSON.
pub fn document(name: &str, clocks: &Clocks) -> String {
    let tick = clocks.tick.unwrap_or(Tick::NANOSECOND);
    let in_ns = |units: i64| nanoseconds(tick, units);
    let violations = |it: &Violations| -> Value {
        json!({
            "messages": it.messages,
            "messages_violated": it.messages_violated,
            "worst_message_ns": in_ns(it.worst_message),
            "collectives": it.collectives,
            "collectives_violated": it.collectives_violated,
            "worst_collective_ns": in_ns(it.worst_collective),
            "pairs": it.pairs,
            "pairs_violated": it.pairs_violated,
        })
    };
    let clock = |clock: &Clock| {
        json!({
            "process": clock.process.0,
            "offset_ns": in_ns(clock.line.offset),
            "rate_ppm": clock.line.parts_per_million(),
            "uncertain_ns": clock.uncertainty.map(in_ns),
        })
    };
    let value = json!({
        "format": "loopscope-clock/1",
        "name": name,
        "method": clocks.method.name(),
        "before": violations(&clocks.before),
        "after": violations(&clocks.after),
        "margin_ns": clocks.margin.map(in_ns),
        "clocks": clocks.clocks.iter().map(clock).collect::<Vec<Value>>(),
        "alone": clocks.alone.iter().map(|process| process.0).collect::<Vec<u32>>(),
        "unmatched": clocks.orders.unmatched,
        "mismatched": clocks.orders.mismatched,
        "untimed": clocks.orders.untimed,
    });
    let mut text = serde_json::to_string_pretty(&value).unwrap_or_default();
    text.push('\n');
    text
}

#[cfg(test)]
mod tests;
