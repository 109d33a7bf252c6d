//! Why a run is not predicted: which part of the trace would be needed.

use loopscope_core::clocks::Clocks;
use loopscope_core::matching::{ProcessEnds, UNKNOWN};
use loopscope_core::numbers::{set_text, thousands};
use loopscope_core::whatif::{Defect, Program, MOST_CALLS};
use loopscope_formats::notes::Note;

use super::select::function;
use crate::error_note;
use crate::partners::without_partners;
use crate::tasks::time::{Prepared, RunEnds};
use crate::view::clock;

/// Calls of a circle that a message names.
const IN_CIRCLE: usize = 4;

fn not_predicted(name: &str, found: String, expected: &str, remedy: &str) -> Note {
    let what = "this run cannot be predicted".to_owned();
    error_note(name, what, found, expected.to_owned(), remedy.to_owned())
}

/// Whether the run can be predicted as far as messages and clocks say.
pub(super) fn check(name: &str, prepared: &Prepared) -> Result<(), Note> {
    if !prepared.is_timed() {
        return Err(clock::no_times(name));
    }
    let (waits, trace) = (&prepared.waits, &prepared.trace);
    let untimed = numbers(prepared, |ends| !ends.timed || ends.steps == 0);
    if !untimed.is_empty() {
        return Err(not_predicted(
            name,
            format!("no timed calls of processes {}", set_text(untimed)),
            "the calls of all processes, with their times",
            "record these processes, too, or leave their files out",
        ));
    }
    if let Some((events, calls)) = without_partners(trace) {
        let (events, calls) = (thousands(events), thousands(calls));
        return Err(not_predicted(
            name,
            format!("records of {events} messages and collective operations in {calls} calls that send or receive"),
            "for each of these calls the records of its messages",
            "record the run with a tracer that says who sends to whom",
        ));
    }
    cut(name, prepared)?;
    unmatched(name, prepared)?;
    match waits.comparable() {
        true => Ok(()),
        false => Err(not_aligned(name, waits.clocks())),
    }
}

fn not_aligned(name: &str, clocks: &Clocks) -> Note {
    let found = match clocks.alone.as_slice() {
        [] => clock::sentence_of(clocks).trim_end_matches('.').to_owned(),
        alone => {
            let alone = set_text(alone.iter().map(|process| process.0));
            format!("processes {alone} exchange nothing with others")
        }
    };
    not_predicted(
        name,
        found,
        "clocks that agree, or messages that set them right",
        "have the clocks set right: by the switch on the page, in the terminal without --as-recorded",
    )
}

/// The processes of which this holds, by their numbers.
fn numbers(prepared: &Prepared, is: impl Fn(&ProcessEnds) -> bool) -> Vec<u32> {
    let ends = prepared.waits.matching().ends();
    let processes = prepared.trace.processes().iter().zip(ends);
    processes.filter(|(_, ends)| is(ends)).map(|(process, _)| process.id.0).collect()
}

/// Some processes have a beginning or an end that others lack.
fn cut(name: &str, prepared: &Prepared) -> Result<(), Note> {
    let processes = prepared.trace.processes().len();
    let lacks: [(&str, Vec<u32>); 2] = [
        ("MPI_Init", numbers(prepared, |ends| ends.init.is_none())),
        ("MPI_Finalize", numbers(prepared, |ends| ends.finalize.is_none())),
    ];
    for (call, lacking) in lacks {
        let some = !lacking.is_empty() && lacking.len() < processes;
        if some && prepared.choices.ends == RunEnds::Main {
            return Err(not_predicted(
                name,
                format!("no {call} of processes {}: the trace is cut", set_text(lacking)),
                "the calls of all processes from MPI_Init to MPI_Finalize",
                "record the whole run; --whole takes what is there as the run",
            ));
        }
    }
    Ok(())
}

/// Messages without their other half.
fn unmatched(name: &str, prepared: &Prepared) -> Result<(), Note> {
    let matching = prepared.waits.matching();
    if matching.unmatched == 0 {
        return Ok(());
    }
    let mut first = String::new();
    for messages in matching.channels() {
        let received = messages.receives().iter().filter(|it| it.leave != UNKNOWN).count();
        if received != messages.sends().len() {
            let (from, to, tag) = messages.channel;
            first = format!(", the first from {from} to {to} with tag {tag}");
            break;
        }
    }
    let found = thousands(matching.unmatched);
    Err(not_predicted(
        name,
        format!("messages of which one end is missing: {found}{first}"),
        "both ends of every message",
        "record sends and receives of all processes over the whole run",
    ))
}

/// The note for too many calls.
pub(super) fn too_many(name: &str) -> Note {
    not_predicted(
        name,
        format!("more than {} calls", thousands(MOST_CALLS as u64)),
        "fewer",
        "`loopscope reduce` cuts a trace to some iterations",
    )
}

/// The note for a run whose calls contradict each other.
pub(super) fn defect(name: &str, prepared: &Prepared, program: &Program, defect: &Defect) -> Note {
    let call = |&call: &u32| {
        let own = program.calls().get(call as usize);
        let function = own.and_then(|own| function(&prepared.trace, own.record)).unwrap_or("event");
        let process = program.processes().get(program.process_of(call) as usize);
        let process = process.and_then(|it| prepared.trace.processes().get(it.place as usize));
        let number = own.map_or(0, |own| own.number);
        format!("{function} (call {number} of process {})", process.map_or(0, |it| it.id.0))
    };
    match defect {
        Defect::Cycle(calls) => {
            let named: Vec<String> = calls.iter().take(IN_CIRCLE).map(call).collect();
            not_predicted(
                name,
                format!("calls that wait for each other in a circle: {}", named.join(", ")),
                "an order in which each call follows what it needs",
                "messages may be matched wrongly: tags or communicators may be missing",
            )
        }
        Defect::Inverted(inverted) => not_predicted(
            name,
            format!("{} ends before what it needs is there", call(inverted)),
            "clocks that agree",
            "`loopscope clock` says whether they do",
        ),
    }
}

/// The note for a selection that nothing fits.
pub(super) fn empty_selection(text: &str) -> Note {
    error_note(
        "",
        format!("the selection {text:?} is empty"),
        "no call or message that fits".to_owned(),
        "a loop, process or function of this run".to_owned(),
        "`loopscope time` lists loops, `loopscope time --by call` functions".to_owned(),
    )
}
