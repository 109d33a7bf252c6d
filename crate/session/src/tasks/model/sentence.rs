//! The sentence that says what a program does. It says only what the model holds.

use loopscope_core::numbers::{counted, in_words, percent, plural, thousands, times, verb};
use loopscope_core::system::{Construct, ConstructId, Loop, Model};

use crate::view::sentence::{runs, Sentence};
use crate::wire::SentencePart;

/// One to three sentences.
///
/// "All 16 processes run one loop **249 times**. Inside it, two loops run **62 times** each, and 48 single messages are
/// sent. It holds **99.2 %** of 1,518,760 events."
pub(super) fn about(model: &Model) -> Vec<SentencePart> {
    let mut sentence = Sentence::default();
    let processes = model.processes().len() as u64;
    let main = model.main_loop();
    let node = main.as_ref().and_then(|main| model.as_loop(main.construct));
    let Some((main, node)) = main.zip(node) else {
        let all = counted(processes, "process");
        sentence.say(match processes {
            1 => format!("{all} and no loop."),
            _ => format!("{all} and no loop that they run together."),
        });
        return sentence.parts;
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
    sentence.say(format!("{who} {which} "));
    sentence.stress(match main.count {
        Some(count) => runs(main.runs, count),
        None => times(main.iterations),
    });
    sentence.say(". ");
    inside(model, &node, members, &mut sentence);
    sentence.say("It holds ");
    sentence.stress(percent(share));
    sentence.say(format!(" of {}.", counted(model.events(), "event")));
    sentence.parts
}

/// What the body of a loop holds: inner loops, and single messages. `members` processes run it.
fn inside(model: &Model, node: &Loop, members: u64, sentence: &mut Sentence) {
    let items = model.body(node);
    let loops: Vec<(ConstructId, Loop)> = items.iter().filter_map(|&id| Some((id, model.as_loop(id)?))).collect();
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
        sentence.say(format!("Each time, {done}. "));
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
    sentence.say(format!("Inside it, {what} {} ", verb(number, "runs", "run")));
    if alike {
        sentence.stress(times(inner.count));
    } else {
        let counts = loops.iter().map(|(_, node)| node.count);
        let (least, most) = (counts.clone().min().unwrap_or(0), counts.max().unwrap_or(0));
        let between = if number == 2 { " and " } else { " to " };
        sentence.stress(thousands(least) + between + &times(most));
    }
    let beside = format!(", and {} {} sent. ", counted(sends, "single message"), verb(sends, "is", "are"));
    sentence.say(if sends > 0 { beside } else { ". ".to_owned() });
}
