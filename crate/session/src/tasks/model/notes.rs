//! The problems of a model as notes.

use loopscope_core::numbers::thousands;
use loopscope_core::small_sort::SmallSort;
use loopscope_core::system::{Channel, Model, Problem, ProblemKind};
use loopscope_core::trace::ProcessId;
use loopscope_formats::notes::{Note, Severity};

use super::Program;
use crate::ranges::ranges;

/// The most ranges of processes that a note lists.
const RANGES: usize = 8;

/// The most notes of one kind.
const NOTES: usize = 10;

impl Program {
    /// The problems as notes: ten of each kind, of which the last also stands for the rest, and one note on all processes
    /// that are not in this part of the trace.
    pub fn notes(&self, name: &str) -> Vec<Note> {
        let mut notes: Vec<Note> = Vec::new();
        let mut seen = [const { Vec::new() }; 5];
        let mut absent: Vec<u32> = Vec::new();
        for problem in &self.merged.problems {
            let of_kind: &mut Vec<usize> = &mut seen[match problem.kind {
                ProblemKind::Conflict { .. } => 0,
                ProblemKind::Ahead { .. } => 1,
                ProblemKind::NamesDiffer { .. } => 2,
                ProblemKind::Unmatched { .. } => 3,
                ProblemKind::Uneven { .. } => 4,
                ProblemKind::Missing { process } => {
                    absent.push(process.0);
                    continue;
                }
            }];
            if of_kind.len() < NOTES {
                of_kind.push(notes.len());
                notes.push(note_of(name, self.model(), problem));
            } else if let Some(note) = of_kind.last().and_then(|&last| notes.get_mut(last)) {
                note.count += 1;
            }
        }
        if !absent.is_empty() {
            absent.sort_small();
            absent.dedup();
            notes.push(absence(name, &absent));
        }
        notes
    }
}

/// One note on all processes that are not in this part of the trace: a user who analyses a part knows that there are
/// others.
fn absence(name: &str, numbers: &[u32]) -> Note {
    let count = numbers.len() as u64;
    let (processes, have) = if count == 1 { ("process", "is") } else { ("processes", "are") };
    let what = format!("{} {processes} {have} not in this part", thousands(count));
    Note::new(Severity::Info, name, what)
        .found(format!("messages or collectives with {processes} {}", ranges(numbers, RANGES)))
        .remedy("they stay open until the models of all parts are merged")
}

fn note_of(name: &str, model: &Model, problem: &Problem) -> Note {
    let Problem { process, position, kind } = *problem;
    let place = format!("process {process}, event {position}");
    let line = |id, member: ProcessId| model.line(id, member);
    let message = |Channel { src, dst, tag }: Channel| format!("{src} to {dst} with tag {tag}");
    match kind {
        ProblemKind::Unmatched { channel, sent, received } => {
            let what = format!("{place}: messages from {} have no partner", message(channel));
            Note::new(Severity::Warning, name, what)
                .found(format!("{sent} sent, {received} received"))
                .expected("the same number")
                .remedy("all others are matched in order; the trace may be cut")
        }
        ProblemKind::Uneven { construct, own, other, others } => {
            let what = format!("{place}: some members of a group take part in fewer collectives");
            Note::new(Severity::Warning, name, what)
                .found(format!("{own} like {}, {others} of process {other}", line(construct, process)))
                .expected("the same number in every process of the group")
                .remedy("the other processes are matched without it; the trace may be cut")
        }
        ProblemKind::Missing { process: absent } => absence(name, &[absent.0]),
        ProblemKind::NamesDiffer { construct } => {
            let what = format!("{place}: a collective has different names");
            Note::new(Severity::Warning, name, what)
                .found(line(construct, process))
                .expected("one name in all processes of its group")
                .remedy("processes that use the same name are matched")
        }
        ProblemKind::Ahead { construct } => {
            let what = format!("{place}: no order of all events has each send before its receive");
            Note::new(Severity::Warning, name, what)
                .found(line(construct, process))
                .expected("its partner at an earlier place in the other process")
                .remedy("the model shows this event before its partner; the trace may be cut")
        }
        ProblemKind::Conflict { construct } => {
            let what = format!("{place}: loops of different processes are shown one by one");
            Note::new(Severity::Info, name, what)
                .found(format!("loop {} exchanges messages with loops in another order", model.loop_id(construct)))
                .expected("loops in one order, to be merged into one")
                .remedy("no event is lost, and the program need not be at fault")
        }
    }
}
