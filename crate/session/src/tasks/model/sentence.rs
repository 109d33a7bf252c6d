//! The sentence that says what a program does, made only of what its model holds.

use loopscope_core::numbers::{counted, in_words, percent, plural, thousands, times, verb};
use loopscope_core::system::{Construct, ConstructId, Loop, Model};

use crate::view::sentence::runs;
use crate::wire::SentencePart;

/// One to three sentences.
///
/// "All 16 processes run one loop **249 times**. Inside it, two loops run **62 times** each, and 48 single messages are
/// sent. It holds **99.2 %** of 1,518,760 events."
pub(super) fn about(model: &Model) -> Vec<SentencePart> {
    let mut parts = Vec::new();
    let mut say = |text: String, strong: bool| parts.push(SentencePart { text, strong });
    let processes = model.processes().len() as u64;
    let main = model.main_loop();
    let Some((main, node)) = main.and_then(|main| Some((main, model.as_loop(main.construct)?)))
    else {
        let all = counted(processes, "process");
        say(
            match processes {
                1 => format!("{all} and no loop."),
                _ => format!("{all} and no loop that they run together."),
            },
            false,
        );
        return parts;
    };
    let members = model.members(main.construct).len() as u64;
    let who = match (members, processes) {
        (1, 1) => "The only process runs".to_owned(),
        (1, _) => format!("One of {} processes runs", thousands(processes)),
        (2, 2) => "Both processes run".to_owned(),
        (some, all) if some == all => format!("All {} processes run", thousands(all)),
        (some, all) => format!("{} of {} processes run", thousands(some), thousands(all)),
    };
    let share = main.events as f64 / model.events().max(1) as f64;
    let which = if share >= 0.5 { "one loop" } else { "the largest loop" };
    say(format!("{who} {which} "), false);
    say(runs(main.runs, main.count), true);
    say(". ".to_owned(), false);
    inside(model, &node, members, &mut say);
    say("It holds ".to_owned(), false);
    say(percent(share), true);
    say(format!(" of {}.", counted(model.events(), "event")), false);
    parts
}

/// What a body that `members` processes run holds: loops, all alike or not, and single messages.
fn inside(model: &Model, node: &Loop, members: u64, say: &mut impl FnMut(String, bool)) {
    let items = model.body(node);
    let loops: Vec<(ConstructId, Loop)> =
        items.iter().filter_map(|&id| Some((id, model.as_loop(id)?))).collect();
    let is_send = |id: &&ConstructId| matches!(model.construct(**id), Construct::Send(_));
    let sends = items.iter().filter(is_send).count() as u64;
    let size = |id: ConstructId| model.members(id).len() as u64;
    let first = loops.first().copied();
    let messages = counted(sends, "message");
    let Some((id, inner)) = first else {
        let is_sync = |id: &&ConstructId| matches!(model.construct(**id), Construct::Sync { .. });
        let syncs = items.iter().filter(is_sync).count() as u64;
        let collectives = format!("{} {}", in_words(syncs), plural(syncs, "collective"));
        let run = verb(syncs, "is run", "are run");
        let sent = format!("{messages} {} sent", verb(sends, "is", "are"));
        let done = match (sends, syncs) {
            (0, 0) => return,
            (0, _) => format!("{collectives} {run}"),
            (_, 0) => sent,
            _ => format!("{sent} and {collectives} {run}"),
        };
        say(format!("Each time, {done}. "), false);
        return;
    };
    let number = loops.len() as u64;
    let alike = loops.iter().all(|(_, other)| other.count == inner.count);
    let mut what = format!("{} {}", in_words(number), plural(number, "loop"));
    let own = size(id);
    if loops.iter().all(|&(other, _)| size(other) == own) && own < members {
        what.push_str(&format!(" of {} {}", in_words(own), plural(own, "process")));
        if number > 1 {
            what.push_str(" each");
        }
    }
    say(format!("Inside it, {what} {} ", verb(number, "runs", "run")), false);
    if alike {
        say(times(inner.count), true);
    } else {
        let counts = loops.iter().map(|(_, node)| node.count);
        let (least, most) = (counts.clone().min().unwrap_or(0), counts.max().unwrap_or(0));
        say(format!("{} to {}", thousands(least), times(most)), true);
    }
    let beside =
        format!(", and {} {} sent. ", counted(sends, "single message"), verb(sends, "is", "are"));
    say(if sends > 0 { beside } else { ". ".to_owned() }, false);
}
