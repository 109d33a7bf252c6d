//! A program: the nests of its processes, and the one model that they merge into.

use std::sync::{Arc, OnceLock};

use loopscope_core::extract::positions::{self, Shown};
use loopscope_core::method::Method;
use loopscope_core::numbers::{counted, percent};
use loopscope_core::partners::{Split, ENOUGH};
use loopscope_core::small_sort::SmallSort;
use loopscope_core::system::{merge_as, text, ConstructId, Local, LoopForm, MergeError, Merged, Model, Volumes};
use loopscope_core::trace::{ProcessId, Trace, View};
use loopscope_formats::notes::Note;

use super::Sizes;
use crate::analysis::{Analysis, ProcessNest};
use crate::error_note;
use crate::options::{OptionChoices, Options, Partners};
use crate::view::sentence::order_of;

/// The form of the loops that are merged. A user who chooses loop recognition wants to see the loops that it finds; the
/// other methods serve to find the loops of the program itself.
pub(super) fn form(method: &str) -> LoopForm {
    let nlr = Method::Nlr { k: Method::DEFAULT_K };
    if method == nlr.name() {
        LoopForm::AsFound
    } else {
        LoopForm::Canonical
    }
}

/// The nest of a process as input of the merge.
pub(crate) fn local(process: &ProcessNest) -> Local<'_> {
    Local { process: process.process, nest: &process.nest, symbols: &process.symbols }
}

/// The options of the nests that a model is made from: the communication view with all fields.
///
/// # Errors
/// The trace has no messages; the note lists the views it has.
pub fn options(name: &str, trace: &Trace, wanted: &OptionChoices) -> Result<Options, Note> {
    let wanted = OptionChoices {
        method: wanted.method,
        k: wanted.k,
        view: Some(View::Communication),
        signature: None,
        locals: wanted.locals,
        order: wanted.order,
        // A model is made of exact nests; its hubs are split afterwards.
        partners: Some(Partners::Off),
        details: None,
        only: None,
        lenient: wanted.lenient,
        words: false,
    };
    wanted.resolve(name, trace)
}

/// A model with the nests that it was made from.
#[derive(Clone, Debug)]
pub struct Program {
    /// The nests.
    pub analysis: Analysis,
    /// The model and its problems.
    pub merged: Merged,
    /// The sizes of the messages, for the processes that have them; ascending by process.
    pub sizes: Vec<Sizes>,
    /// Which processes are shown partner by partner; set before that is asked for.
    pub partners: Partners,
    pub(super) split: OnceLock<Option<Arc<Split>>>,
    volumes: OnceLock<Volumes>,
    lines: OnceLock<Vec<u64>>,
}

impl Program {
    /// Merges the nests of an analysis. Linear in their constructs.
    ///
    /// # Errors
    /// The nests are not of the communication view with all fields, or repeat too little.
    pub fn new(name: &str, analysis: Analysis) -> Result<Self, Note> {
        if analysis.view != View::Communication {
            return Err(error_note(
                name,
                "a model is made of messages",
                format!("nests of the view {}", analysis.view.name()),
                "nests of the view communication",
                "analyse the trace in that view",
            ));
        }
        let analysis = match analysis.leaves_partners_out() {
            true => analysis.with_all_partners(),
            false => analysis,
        };
        let locals: Vec<Local<'_>> = analysis.processes.iter().map(|process| local(process)).collect();
        let merged = merge_as(form(&analysis.method), &locals);
        let merged = merged.map_err(|error| refused(name, &error))?;
        Ok(Self::from_parts(analysis, merged, Vec::new()))
    }

    /// A program from its parts, as a document has them.
    pub(crate) fn from_parts(analysis: Analysis, merged: Merged, sizes: Vec<Sizes>) -> Self {
        let (volumes, lines, split) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        let (partners, none) = (Partners::default(), Vec::new());
        Self { analysis, merged, sizes: none, partners, split, volumes, lines }.with_sizes(sizes)
    }

    /// Whether a process may be a hub: what is asked of every program.
    pub(super) fn may_split(&self) -> bool {
        let is_scattered = |process: &Arc<ProcessNest>| process.stats.coverage < ENOUGH;
        match self.partners {
            Partners::Off => false,
            Partners::Auto => self.analysis.processes.iter().any(is_scattered),
            Partners::All => true,
        }
    }

    /// Merges the nests of a trace, and adds the sizes of its messages if it has them.
    ///
    /// # Errors
    /// Those of [`new`](Program::new).
    pub fn of_trace(name: &str, trace: &Trace, analysis: Analysis) -> Result<Self, Note> {
        let mut sizes = Sizes::of_trace(trace);
        sizes.retain(|sizes| analysis.process(sizes.process).is_some());
        Self::new(name, analysis).map(|program| program.with_sizes(sizes))
    }

    fn with_sizes(self, mut sizes: Vec<Sizes>) -> Self {
        sizes.sort_by_key(|sizes| sizes.process);
        Self { sizes, volumes: OnceLock::new(), ..self }
    }

    /// The bytes that each construct sends in total; `None` if the trace has no sizes. Computed once, in O(events of the
    /// processes with sizes).
    pub fn volumes(&self) -> Option<&Volumes> {
        let of = |process: ProcessId| {
            let at = self.sizes.binary_search_by_key(&process, |sizes| sizes.process).ok()?;
            self.sizes.get(at).map(Sizes::iter)
        };
        let known = !self.sizes.is_empty();
        known.then(|| self.volumes.get_or_init(|| Volumes::new(self.model(), of)))
    }

    /// The number of lines that some constructs take in the text. Computed once for all, in O(constructs).
    pub(crate) fn lines_of(&self, constructs: &[ConstructId]) -> u64 {
        let counts = self.lines.get_or_init(|| text::line_counts(self.model()));
        constructs.iter().filter_map(|id| counts.get(id.index())).sum()
    }

    /// The same with the positions of events and loops among the events of their processes.
    pub fn text_with_positions(&self, shown: Shown) -> String {
        let text = self.exact_text();
        let about = text.lines().next_back().unwrap_or("");
        format!("{}{about}\n", positions::print(self.model(), shown))
    }

    /// In how many places receives came in another order than the model has, a sentence; empty where they did not.
    pub(crate) fn order(&self) -> String {
        if !self.has_orders() {
            return String::new();
        }
        self.order_of_some()
    }

    /// Whether receives of some process are written in another order than the recorded one.
    fn has_orders(&self) -> bool {
        self.analysis.processes.iter().any(|process| !process.orders.is_empty())
    }

    #[inline(never)] // of a part that most traces do not need
    fn order_of_some(&self) -> String {
        let moved = self.analysis.processes.iter().map(|process| process.orders.moved());
        // Most programs have the same calls in all processes.
        let calls = self.analysis.processes.iter().filter_map(|it| it.completed_by.as_deref());
        let calls = calls.max_by_key(|calls| calls.len());
        order_of(moved.fold((0, 0), |sum, own| (sum.0 + own.0, sum.1 + own.1)), calls)
    }

    /// A comment about the order of receives; nothing if it is the recorded one.
    pub(super) fn order_line(&self) -> String {
        match self.order() {
            order if order.is_empty() => order,
            order => format!("# {order} --order recorded shows the recorded one.\n"),
        }
    }

    /// The exact model as text, followed by a line about its coverage.
    pub(super) fn exact_text(&self) -> String {
        let model = self.model();
        let messages = model.matrix().total();
        let order = self.order_line();
        format!(
            "{}{order}# loops by {}: {}; {} of {} in loops, {} in loops of several processes, and {} of {}\n",
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

    /// Joins programs with different processes. The nests are merged and not the models, so the result does not depend on
    /// how the processes were split.
    ///
    /// # Errors
    /// A process is in two of them, they are of different methods or signatures, or those of [`new`](Program::new).
    pub fn join(name: &str, programs: Vec<Self>) -> Result<Self, Note> {
        let mut sizes = Vec::new();
        let mut analyses = programs.into_iter().map(|program| {
            sizes.extend(program.sizes);
            program.analysis
        });
        let Some(mut whole) = analyses.next() else {
            return Err(error_note(name, "nothing to merge", "no model", "one at least", "name the files"));
        };
        for analysis in analyses {
            let same = analysis.method_text() == whole.method_text();
            if !(same && analysis.signature == whole.signature) {
                return Err(error_note(
                    name,
                    "the models are of different methods or signatures",
                    format!("{} and {}", whole.method_text(), analysis.method_text()),
                    "the same for all processes",
                    "write the models again with one method",
                ));
            }
            whole.processes.extend(analysis.processes);
        }
        whole.processes.sort_small_by_key(|process| process.process);
        Self::new(name, whole).map(|program| program.with_sizes(sizes))
    }

    /// The model alone.
    pub fn model(&self) -> &Model {
        &self.merged.model
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
    error_note(name, what, error.to_string(), expected.to_owned(), remedy.to_owned())
}
