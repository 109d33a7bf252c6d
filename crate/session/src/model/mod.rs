//! The stage after nests: one loop model of the whole program.

pub mod document;
mod job;
mod sentence;

use loopscope_core::method::Method;
use loopscope_core::order::InOrder;
use loopscope_core::system::{merge_as, Channel, Form, Local, MergeError, Merged};
pub use loopscope_core::system::{text, Matrix, Model, Problem, ProblemKind};
use loopscope_core::trace::{ProcessId, Trace, View};
use loopscope_formats::report::{Note, Severity};

use crate::analyse::Analysis;
use crate::options::{Options, Wanted};
use crate::refusal;

pub(crate) use job::{Job, Modelled};

/// How loops of a process are chosen for a model unless something else is asked for: whole outer loops are
/// what different processes have in common.
pub const METHOD: Method = Method::Optimal;

/// Whoever asks for loop recognition wants to see what that makes of a program; all other methods are means to find
/// the program's own loops.
fn form(method: &str) -> Form {
    let nlr = Method::Nlr { k: Method::DEFAULT_K };
    if method == nlr.name() {
        Form::Found
    } else {
        Form::Settled
    }
}

/// Notes of a kind that are told one by one.
const NOTES: usize = 10;

/// The options of the nests that a model is made of: messages told in full.
///
/// # Errors
/// The trace has no messages; the note lists the views it has.
pub fn options(name: &str, trace: &Trace, wanted: &Wanted) -> Result<Options, Note> {
    let wanted = Wanted {
        method: wanted.method.or(Some(METHOD)),
        k: wanted.k,
        view: Some(View::Communication),
        signature: None,
        locals: wanted.locals,
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
        let locals: Vec<Local<'_>> = analysis
            .processes
            .iter()
            .map(|process| Local {
                process: process.process,
                nest: &process.nest,
                symbols: &process.symbols,
            })
            .collect();
        let merged = merge_as(form(&analysis.method), &locals);
        let merged = merged.map_err(|error| refused(name, &error))?;
        Ok(Program { analysis, merged })
    }

    /// One program of several, which have different processes. The nests are merged, not the models, so any
    /// split of the processes gives the same.
    ///
    /// # Errors
    /// A process is in two of them; or as [`new`](Program::new).
    pub fn join(name: &str, programs: Vec<Program>) -> Result<Program, Note> {
        let mut analyses = programs.into_iter().map(|program| program.analysis);
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
            let same = analysis.method == whole.method && analysis.signature == whole.signature;
            if !same {
                return Err(refusal(
                    name,
                    "the models are of different methods or signatures".to_owned(),
                    format!("{} and {}", whole.method, analysis.method),
                    "the same for all processes".to_owned(),
                    "write the models again with one method".to_owned(),
                ));
            }
            whole.processes.extend(analysis.processes);
        }
        whole.processes.order_by_key(|process| process.process);
        Program::new(name, whole)
    }

    /// The model alone.
    pub fn model(&self) -> &Model {
        &self.merged.model
    }

    /// What does not fit together, as notes: ten of each kind, the last of them for the rest, too.
    pub fn notes(&self, name: &str) -> Vec<Note> {
        let mut notes: Vec<Note> = Vec::new();
        let mut seen = [const { Vec::new() }; 5];
        for problem in &self.merged.problems {
            let of_kind: &mut Vec<usize> = &mut seen[match problem.kind {
                ProblemKind::Apart { .. } => 0,
                ProblemKind::Ahead { .. } => 1,
                ProblemKind::Names { .. } => 2,
                ProblemKind::Unmatched { .. } => 3,
                ProblemKind::Missing { .. } => 4,
            }];
            if of_kind.len() < NOTES {
                of_kind.push(notes.len());
                notes.push(note_of(name, self.model(), problem));
            } else if let Some(note) = of_kind.last().and_then(|&last| notes.get_mut(last)) {
                note.count += 1;
            }
        }
        notes
    }
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
        ProblemKind::Missing { process: absent } => {
            Note::new(Severity::Warning, name, format!("{place}: process {absent} is not there"))
                .found("messages or collectives with it")
                .expected("its trace, too")
                .remedy("its messages hang loose, and nobody waits for it")
        }
        ProblemKind::Names { construct } => {
            let what = format!("{place}: a collective has different names");
            Note::new(Severity::Warning, name, what)
                .found(line(construct, process))
                .expected("the same for all of its group")
                .remedy("those who name it alike are taken together")
        }
        ProblemKind::Ahead { construct } => {
            let what = format!("{place}: processes wait for each other in a circle");
            Note::new(Severity::Warning, name, what)
                .found(line(construct, process))
                .expected("an order in which all can happen")
                .remedy("this event goes ahead of its partner")
        }
        ProblemKind::Apart { construct } => {
            let what = format!("{place}: loops wait for each other in a circle");
            Note::new(Severity::Info, name, what)
                .found(format!("loop {}", model.loop_id(construct)))
                .expected("an order in which whole loops can happen")
                .remedy("they are left as they are")
        }
    }
}

/// A matrix as comma-separated values: a line for each pair of processes with messages.
///
/// ```
/// use loopscope_session::model::{csv, text};
/// let model = text::parse("processes 0,1\n0 send 1 7\n0 send 1 8\n").unwrap();
/// assert_eq!(csv(&model.matrix()), "source,destination,messages\n0,1,2\n");
/// ```
pub fn csv(matrix: &Matrix) -> String {
    let mut out = "source,destination,messages\n".to_owned();
    for cell in matrix.cells() {
        out.push_str(&format!("{},{},{}\n", cell.src, cell.dst, cell.messages));
    }
    out
}
