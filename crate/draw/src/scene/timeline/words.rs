//! Calls, messages and times in words.

use loopscope_core::numbers::{bytes, duration};
use loopscope_core::timeline::{Call, Message};
use loopscope_core::waits::{Cause, Reason};

use super::state::TimeSource;

/// `process 3`.
pub(super) fn process(number: u32) -> String {
    format!("process {number}")
}

/// `89.76 to 90.16 s`: with as many digits as tell both ends apart.
pub fn range((from, to): (i64, i64)) -> String {
    let length = to.abs_diff(from).max(1);
    let (unit, name) = match from.unsigned_abs().max(to.unsigned_abs()) {
        1_000_000_000.. => (1e9, "s"),
        1_000_000.. => (1e6, "ms"),
        1_000.. => (1e3, "µs"),
        _ => (1.0, "ns"),
    };
    // A hundredth of the length must be seen.
    let digits = (unit / length as f64 * 100.0).log10().ceil().clamp(0.0, 9.0) as usize;
    format!("{:.digits$} to {:.digits$} {name}", from as f64 / unit, to as f64 / unit)
}

/// What is called: `Send to 3`, `Allreduce`.
pub fn called(source: &TimeSource<'_>, call: &Call) -> String {
    let table = source.trace.table();
    let Some(record) = call.record.map(|record| table.record(record)) else {
        return "call".to_owned();
    };
    let name = table.name(record.name);
    let short = name.strip_prefix("MPI_").unwrap_or(name);
    match (record.peer, receives(short)) {
        (Some(peer), true) => format!("{short} from {peer}"),
        (Some(peer), false) => format!("{short} to {peer}"),
        (None, _) => short.to_owned(),
    }
}

/// Whether a call with a partner receives from it.
fn receives(name: &str) -> bool {
    name.to_ascii_lowercase().contains("recv") && !name.to_ascii_lowercase().contains("send")
}

/// What stands above a call, in fewer and fewer words: for whom it waits if it mostly waits, else what is called.
pub(super) fn labels(source: &TimeSource<'_>, call: &Call, width: f64, waiting: f64) -> Vec<String> {
    let what = called(source, call);
    let short = what.split(' ').next().unwrap_or_default().to_owned();
    match call.cause {
        Some(cause) if waiting > width / 2.0 => {
            let partner = source.number(cause.partner as usize);
            vec![format!("waits for {partner}"), format!("for {partner}"), what, short]
        }
        _ => vec![what, short],
    }
}

/// The two lines of a call's tooltip.
pub(super) fn call(source: &TimeSource<'_>, place: usize, call: &Call) -> (String, String) {
    let title = format!("process {}: {}", source.number(place), called(source, call));
    let table = source.trace.table();
    let size = call.record.and_then(|record| table.record(record).bytes).map(bytes);
    let zero = source.run.0;
    let span = (call.enter.saturating_sub(zero), call.leave.saturating_sub(zero));
    let mut parts: Vec<String> = size.into_iter().collect();
    parts.push(format!("{}, {}", range(span), duration(call.leave.abs_diff(call.enter))));
    if let Some(cause) = call.cause {
        let wait = duration(call.waited.abs_diff(call.enter));
        parts.push(format!("waits {wait} {}", why(source, cause)));
    }
    if let Some(site) = call.record.and_then(|record| table.record(record).site) {
        parts.push(format!("called at {}", table.name(site)));
    }
    (title, parts.join("; "))
}

/// For whom a call waits: `for process 3, which has not sent yet`.
pub fn why(source: &TimeSource<'_>, cause: Cause) -> String {
    let partner = source.number(cause.partner as usize);
    let reason = match cause.reason {
        Reason::LateSender => "which has not sent yet",
        Reason::LateReceiver => "which is not ready to receive yet",
        Reason::Collective => "the last to enter",
    };
    format!("for process {partner}, {reason}")
}

/// The two lines of a message's tooltip.
pub(super) fn message(source: &TimeSource<'_>, message: &Message) -> (String, String) {
    let (from, to) = (source.number(message.from as usize), source.number(message.to as usize));
    let title = format!("{from} to {to}, tag {}", message.tag);
    let size = message.bytes.map(|size| bytes(size.into()));
    let mut parts: Vec<String> = size.into_iter().collect();
    parts.push(format!("{} under way", duration(message.received.abs_diff(message.sent))));
    if message.late > 0 {
        let late = duration(message.late.unsigned_abs());
        parts.push(format!("process {to} was ready {late} before it was sent"));
    }
    (title, parts.join("; "))
}
