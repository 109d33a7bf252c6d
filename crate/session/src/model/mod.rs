//! The stage after nests: one loop model of the whole program.

pub mod document;
mod matrix;
mod pictures;
mod queries;
mod sentence;
mod sizes;

use loopscope_core::method::Method;
use std::collections::BTreeSet;
use std::sync::OnceLock;

use loopscope_core::numbers::{counted, percent, thousands};
use loopscope_core::small_sort::SmallSort;
use loopscope_core::system::{merge_as, Channel, ConstructId, Local, LoopForm, MergeError, Merged};
pub use loopscope_core::system::{text, Matrix, Model, Problem, ProblemKind, Volumes};
use loopscope_core::trace::{ProcessId, Trace, View};
use loopscope_formats::notes::{Note, Severity};

use crate::analyse::{Analysis, ProcessNest};
use crate::options::{Options, Wanted};
use crate::ranges::ranges;
use crate::refusal;

pub use matrix::{csv, json, table, Selection};
pub(crate) use queries::summary_of;
pub use sizes::Sizes;

/// Whoever asks for loop recognition wants to see what that makes of a program; all other methods are means to find
/// the program's own loops.
fn form(method: &str) -> LoopForm {
    let nlr = Method::Nlr { k: Method::DEFAULT_K };
    if method == nlr.name() {
        LoopForm::AsFound
    } else {
        LoopForm::Canonical
    }
}

/// A nest as it is merged.
fn local(process: &ProcessNest) -> Local<'_> {
    Local { process: process.process, nest: &process.nest, symbols: &process.symbols }
}

/// Ranges of processes that a note lists.
const RANGES: usize = 8;

/// Notes of a kind that are told one by one.
const NOTES: usize = 10;

/// The options of the nests that a model is made of: messages told in full.
///
/// # Errors
/// The trace has no messages; the note lists the views it has.
pub fn options(name: &str, trace: &Trace, wanted: &Wanted) -> Result<Options, Note> {
    let wanted = Wanted {
        method: wanted.method,
        k: wanted.k,
        view: Some(View::Communication),
        signature: None,
        locals: wanted.locals,
        only: None,
        lenient: wanted.lenient,
        words: false,
    };
    wanted.resolve(name, trace)
}

/// A model with the nests that it was made of.
#[derive(Clone, Debug)]
pub struct Program {
    /// The nests.
    pub analysis: Analysis,
    /// The model, and what does not fit together.
    pub merged: Merged,
    /// The sizes of the messages, of the processes that say them; ascending.
    pub sizes: Vec<Sizes>,
    volumes: OnceLock<Volumes>,
    lines: OnceLock<Vec<u64>>,
}

impl Program {
    /// Merges the nests of an analysis. Linear in their constructs.
    ///
    /// # Errors
    /// The nests are not of messages told in full, or repeat too little.
    pub fn new(name: &str, analysis: Analysis) -> Result<Program, Note> {
        if analysis.view != View::Communication {
            return Err(refusal(
                name,
                "a model is made of messages".to_owned(),
                format!("nests of the view {}", analysis.view.name()),
                "nests of the view communication".to_owned(),
                "analyse the trace in that view".to_owned(),
            ));
        }
        let locals: Vec<Local<'_>> =
            analysis.processes.iter().map(|process| local(process)).collect();
        let merged = merge_as(form(&analysis.method), &locals);
        let merged = merged.map_err(|error| refused(name, &error))?;
        let (volumes, lines) = (OnceLock::new(), OnceLock::new());
        Ok(Program { analysis, merged, sizes: Vec::new(), volumes, lines })
    }

    /// The same, with the sizes of the messages if the trace says them.
    ///
    /// # Errors
    /// As [`new`](Program::new).
    pub fn of_trace(name: &str, trace: &Trace, analysis: Analysis) -> Result<Program, Note> {
        let mut sizes = Sizes::of_trace(trace);
        sizes.retain(|sizes| analysis.process(sizes.process).is_some());
        Program::new(name, analysis).map(|program| program.with_sizes(sizes))
    }

    fn with_sizes(self, mut sizes: Vec<Sizes>) -> Program {
        sizes.sort_by_key(|sizes| sizes.process);
        Program { sizes, volumes: OnceLock::new(), ..self }
    }

    /// How many bytes each construct sends in all; `None` if no process says. Counted once, in O(events of the
    /// processes that say).
    pub fn volumes(&self) -> Option<&Volumes> {
        let of = |process: ProcessId| {
            let at = self.sizes.binary_search_by_key(&process, |sizes| sizes.process).ok()?;
            self.sizes.get(at).map(Sizes::iter)
        };
        let known = !self.sizes.is_empty();
        known.then(|| self.volumes.get_or_init(|| Volumes::new(self.model(), of)))
    }

    /// How many lines of the text some constructs take. All are counted once, in O(constructs).
    pub(crate) fn lines_of(&self, constructs: &[ConstructId]) -> u64 {
        let counts = self.lines.get_or_init(|| text::line_counts(self.model()));
        constructs.iter().filter_map(|id| counts.get(id.index())).sum()
    }

    /// The model as text, followed by what its loops hold.
    pub fn text(&self) -> String {
        let model = self.model();
        let messages = model.matrix().total();
        format!(
            "{}# loops by {}: {}; {} of {} in loops, {} in loops of several processes, and {} of {}\n",
            text::print(model),
            self.analysis.method_text(),
            counted(model.len() as u64, "construct"),
            percent(model.coverage()),
            counted(model.events(), "event"),
            percent(model.shared_coverage()),
            percent(model.shared_messages()),
            counted(messages, "message"),
        )
    }

    /// One program of several, which have different processes. The nests are merged, not the models, so any
    /// split of the processes gives the same.
    ///
    /// # Errors
    /// A process is in two of them; or as [`new`](Program::new).
    pub fn join(name: &str, programs: Vec<Program>) -> Result<Program, Note> {
        let mut sizes = Vec::new();
        let mut analyses = programs.into_iter().map(|program| {
            sizes.extend(program.sizes);
            program.analysis
        });
        let Some(mut whole) = analyses.next() else {
            return Err(refusal(
                name,
                "nothing to merge".to_owned(),
                "no model".to_owned(),
                "one at least".to_owned(),
                "name the files".to_owned(),
            ));
        };
        for analysis in analyses {
            let same = analysis.method_text() == whole.method_text();
            if !(same && analysis.signature == whole.signature) {
                return Err(refusal(
                    name,
                    "the models are of different methods or signatures".to_owned(),
                    format!("{} and {}", whole.method_text(), analysis.method_text()),
                    "the same for all processes".to_owned(),
                    "write the models again with one method".to_owned(),
                ));
            }
            whole.processes.extend(analysis.processes);
        }
        whole.processes.sort_small_by_key(|process| process.process);
        Program::new(name, whole).map(|program| program.with_sizes(sizes))
    }

    /// The model alone.
    pub fn model(&self) -> &Model {
        &self.merged.model
    }

    /// What does not fit together, as notes: ten of each kind, the last of them for the rest, too; one on all
    /// processes that are elsewhere.
    pub fn notes(&self, name: &str) -> Vec<Note> {
        let mut notes: Vec<Note> = Vec::new();
        let mut seen = [const { Vec::new() }; 5];
        let mut absent = BTreeSet::new();
        for problem in &self.merged.problems {
            let of_kind: &mut Vec<usize> = &mut seen[match problem.kind {
                ProblemKind::Conflict { .. } => 0,
                ProblemKind::Ahead { .. } => 1,
                ProblemKind::NamesDiffer { .. } => 2,
                ProblemKind::Unmatched { .. } => 3,
                ProblemKind::Uneven { .. } => 4,
                ProblemKind::Missing { process } => {
                    absent.insert(process.0);
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
            notes.push(absence(name, &absent));
        }
        notes
    }
}

/// One note on all processes that are elsewhere: whoever analyses a part of a trace knows that there are others.
fn absence(name: &str, absent: &BTreeSet<u32>) -> Note {
    let numbers: Vec<u32> = absent.iter().copied().collect();
    let count = numbers.len() as u64;
    let (processes, have) = if count == 1 { ("process", "is") } else { ("processes", "are") };
    let what = format!("{} {processes} {have} not in this part", thousands(count));
    Note::new(Severity::Info, name, what)
        .found(format!("messages or collectives with {processes} {}", ranges(&numbers, RANGES)))
        .remedy("they stay open until the models of all parts are merged")
}

fn refused(name: &str, error: &MergeError) -> Note {
    let (expected, remedy) = match error {
        MergeError::NoEvent { .. } => (
            "messages told in full: source, destination and tag, or the processes that meet",
            "write the nests again without --signature",
        ),
        MergeError::Twice(_) => ("each process once", "leave one of the files out"),
        MergeError::TooLarge { .. } => ("a trace that repeats more", "open a part of the trace"),
    };
    let what = "there is no model of these nests".to_owned();
    refusal(name, what, error.to_string(), expected.to_owned(), remedy.to_owned())
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
                .expected("as many")
                .remedy("the others are paired in their order; the trace may be cut")
        }
        ProblemKind::Uneven { construct, own, other, others } => {
            let what = format!("{place}: collectives wait for nobody");
            Note::new(Severity::Warning, name, what)
                .found(format!(
                    "{own} like {}, {others} of process {other}",
                    line(construct, process)
                ))
                .expected("as many of all processes of the group")
                .remedy("those who are left meet without it; the trace may be cut")
        }
        ProblemKind::Missing { process: absent } => absence(name, &BTreeSet::from([absent.0])),
        ProblemKind::NamesDiffer { construct } => {
            let what = format!("{place}: a collective has different names");
            Note::new(Severity::Warning, name, what)
                .found(line(construct, process))
                .expected("the same for all of its group")
                .remedy("those who name it alike are taken together")
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
                .found(format!(
                    "loop {} exchanges messages with loops in another order",
                    model.loop_id(construct)
                ))
                .expected("loops in one order, to be merged into one")
                .remedy("no event is lost, and the program need not be at fault")
        }
    }
}
