//! What is loaded: a trace, or the nests of a file, with its analysis.

use loopscope_core::symbols::Locals;
use loopscope_core::trace::{ProcessId, Trace, ViewTimes};
use loopscope_draw::scene::source::Source;
use loopscope_draw::scene::tags::TagSlots;
use loopscope_draw::scene::tuples::Tuples;
use loopscope_formats::notes::Note;

use crate::analysis::{Analysis, ProcessNest};
use crate::error::missing;
use crate::options::{Options, ReceiveOrder};
use crate::view::tags::tag_slots;
use crate::wire::TableColumns;

/// The number by which a caller knows a trace. The caller chooses it when it opens the trace, and queries name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TraceHandle(pub u32);

/// A trace, or nests from a file, with its analysis.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The number that its caller knows it by.
    pub handle: TraceHandle,
    /// The name it was opened under.
    pub name: String,
    /// Title of the format.
    pub format: &'static str,
    /// The trace; `None` for a file of nests. Where the options want it as recorded, so are its tags.
    pub trace: Option<Trace>,
    /// The same as it was opened, with tags that count steps read as one.
    pub opened: Option<Trace>,
    /// The options of the analysis; `None` for a file of nests.
    pub options: Option<Options>,
    /// Its nests.
    pub analysis: Analysis,
    /// What readers noted.
    pub notes: Vec<Note>,
    /// The colours of its tags.
    pub tags: TagSlots,
    /// The tables among its files.
    pub tables: Vec<TableColumns>,
}

impl Loaded {
    /// An analysis without a trace; whoever has one fills it in.
    pub(crate) fn new(handle: TraceHandle, name: &str, format: &'static str, analysis: Analysis) -> Self {
        Self {
            handle,
            name: name.to_owned(),
            format,
            trace: None,
            opened: None,
            options: None,
            tags: tag_slots(&analysis),
            analysis,
            notes: Vec::new(),
            tables: Vec::new(),
        }
    }

    /// What happens to local events; a file of nests has them all.
    pub(crate) fn locals(&self) -> Locals {
        self.options.as_ref().map_or(Locals::Keep, |options| options.locals)
    }

    /// In which order receives are written that take whatever comes first; in a file of nests it is the file's.
    pub(crate) fn order(&self) -> ReceiveOrder {
        self.options.as_ref().map_or(ReceiveOrder::Auto, |options| options.order)
    }

    /// The process of that number. O(log processes).
    ///
    /// # Errors
    /// There is no such process.
    pub(crate) fn process(&self, process: u32) -> Result<&ProcessNest, Note> {
        let found = self.analysis.process(ProcessId(process));
        found
            .map(|process| &**process)
            .ok_or_else(|| missing("there is no such process", process, "the number of a process in the trace"))
    }

    /// The times of the events of a process, of which its nest is, in their order; `None` where there are none, or where the nest is
    /// not one of all events.
    pub(crate) fn times_of(&self, process: &ProcessNest) -> Option<ViewTimes<'_>> {
        let own = self.trace.as_ref()?.process(process.process)?;
        let view = self.analysis.view;
        own.times(view).filter(|_| process.is_of_all(own, view))
    }

    /// What pictures of one of its processes are made from.
    pub fn source<'a>(&'a self, process: &'a ProcessNest) -> Source<'a> {
        Source {
            process: process.process.0,
            nest: &process.nest,
            symbols: &process.symbols,
            view: self.analysis.view,
            names: &process.names,
            tags: &self.tags,
            orders: Some(&process.orders),
            noun: self.analysis.noun().word(),
            tuples: process.tuples.as_ref().map(|tuples| Tuples { nest: &tuples.nest, drawing: &tuples.drawing }),
        }
    }
}

/// The loaded traces, each under its handle.
///
/// A session holds one trace at a time: [`replace`](Self::replace) is the only place that says so. Everything else asks
/// by handle, so that a second trace, to compare two runs, needs another way in and nothing more.
#[derive(Debug, Default)]
pub(crate) struct LoadedTraces {
    /// Few, so that a search looks at each.
    traces: Vec<Loaded>,
}

impl LoadedTraces {
    /// The trace of that handle.
    pub(crate) fn get(&self, handle: TraceHandle) -> Option<&Loaded> {
        self.traces.iter().find(|loaded| loaded.handle == handle)
    }

    /// The trace that was loaded last.
    pub(crate) fn last(&self) -> Option<&Loaded> {
        self.traces.last()
    }

    /// Puts a trace in the place of all others.
    pub(crate) fn replace(&mut self, loaded: Loaded) {
        self.traces.clear();
        self.traces.push(loaded);
    }
}

/// The note for a handle that names no trace.
pub(crate) fn no_such_trace(handle: TraceHandle) -> Note {
    missing("there is no such trace", handle.0, "a trace that is open")
}

/// A trace's name without what says how it was packed or written: `lu.A.16` of `lu.A.16.tar.zst`.
pub(crate) fn without_endings(name: &str) -> &str {
    const PACKED: [&str; 10] = [".json", ".nests", ".zst", ".gz", ".tar", ".zip", ".trace", ".sym", ".csv", ".lsz"];
    let mut base = name;
    while let Some(shorter) = PACKED.iter().find_map(|ending| base.strip_suffix(ending)) {
        base = shorter;
    }
    if base.is_empty() {
        "trace"
    } else {
        base
    }
}
