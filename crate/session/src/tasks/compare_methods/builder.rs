//! Runs all methods on one process and compares their nests.
//!
//! One method per slice, so that the caller can show progress, measure and cancel in between. Times are no part of the
//! result.

use std::sync::Arc;

use loopscope_core::method::Method;
use loopscope_core::nest::{Differences, Nest};
use loopscope_core::symbols::SymbolString;
use loopscope_core::trace::{Process, ProcessId, Table, Trace, View};
use loopscope_formats::notes::Note;

use super::figures::{self, MethodNest};
use super::places::Places;
use crate::analysis::{noted_string_of, ProcessNest};
use crate::error_note;
use crate::options::Options;
use crate::wire::Comparison;

/// Says why loop recognition of tuples is compared by its figures only.
const APART: &str = "nlr sees numbers that change from one iteration to the next, the other methods \
    equal tuples only: it is compared by its figures.";

/// Builds the nests of one process by all methods, and compares them.
#[derive(Debug)]
pub struct ComparisonBuilder {
    process: ProcessId,
    options: Options,
    string: Option<SymbolString>,
    source: Arc<str>,
    built: Vec<MethodNest>,
}

/// A finished comparison: the figures, and the nests that they are about.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The figures and the differences.
    pub comparison: Comparison,
    /// The nests, each with its method, of those methods that built one.
    pub nests: Vec<(Method, Arc<ProcessNest>)>,
    /// The ranges of positions in which the nests differ, each from its first position to the one after its last.
    /// Ascending; ranges that touch are joined.
    pub differing: Vec<(u64, u64)>,
}

impl ComparisonBuilder {
    /// A comparison with nothing built. All methods are compared, whichever the options name.
    pub fn new(process: ProcessId, options: &Options) -> Self {
        let options = options.clone();
        Self { process, options, string: None, source: "".into(), built: Vec::new() }
    }

    /// The process that is compared.
    pub fn process(&self) -> ProcessId {
        self.process
    }

    /// The options under which it is compared.
    pub(crate) fn options(&self) -> &Options {
        &self.options
    }

    /// The number of methods that are done.
    pub fn done(&self) -> usize {
        self.built.len()
    }

    /// The method that the next slice runs; `None` while the string is not read, and after the last method.
    pub fn next_method(&self) -> Option<Method> {
        self.string.as_ref().and(Method::ALL.get(self.built.len()).copied())
    }

    /// The number of events of the process, once it is read as a string.
    pub fn symbols(&self) -> Option<usize> {
        self.string.as_ref().map(|string| string.symbols.len())
    }

    /// Does one slice: the first reads the process as a string, the others build a nest each. Returns `false` if nothing
    /// is left, or if the trace has no such process.
    pub fn step(&mut self, trace: &Trace) -> bool {
        if self.built.len() == Method::ALL.len() {
            return false;
        }
        let Some(string) = &self.string else {
            let Some(process) = trace.process(self.process) else { return false };
            self.begin(process, trace.table());
            return true;
        };
        let Some(&method) = Method::ALL.get(self.built.len()) else { return false };
        let values = trace.process(self.process).filter(|_| self.options.view == View::Values);
        let nest = match (values, values.and_then(|process| process.values()), method.k()) {
            (Some(process), Some(values), Some(k)) => {
                let nest = ProcessNest::recognize(process, values, trace.table(), k);
                nest.map_err(|note| note.what)
            }
            _ => ProcessNest::of_string(self.process, &self.source, string, method).map_err(|error| error.to_string()),
        };
        let nest = nest.map(Arc::new);
        self.built.push(MethodNest { method, nest });
        true
    }

    fn begin(&mut self, process: &Process, table: &Table) {
        self.source = process.source.clone();
        match noted_string_of(process, table, &self.options) {
            Ok(string) => self.string = Some(string),
            Err(note) => {
                let failed = |method| MethodNest { method, nest: Err(note.what.clone()) };
                self.built = Method::ALL.map(failed).into();
            }
        }
    }

    /// Compares the nests. `noun` is the word for one item of the process.
    pub fn finish(self, noun: &str) -> Outcome {
        let events = self.symbols().unwrap_or(0) as u64;
        let made = self.built.iter().filter_map(|built| {
            let nest = built.nest.as_ref().ok()?;
            Some((built.method, nest.clone()))
        });
        let made: Vec<(Method, Arc<ProcessNest>)> = made.collect();
        // Functions and tuples are different items, so such nests cannot be compared place by place.
        let alike: Vec<(Method, Arc<ProcessNest>)> =
            made.iter().filter(|(_, process)| process.tuples.is_none()).cloned().collect();
        let nests: Vec<&Nest> = alike.iter().map(|(_, process)| &process.nest).collect();
        let mut places = Places::new(&alike, noun);
        for segment in Differences::new(&nests) {
            places.add(&segment);
        }
        let mut comparison = Comparison {
            process: self.process.0,
            events: events as f64,
            methods: figures::of(&self.built),
            apart: if alike.len() < made.len() { APART.to_owned() } else { String::new() },
            ..Comparison::default()
        };
        let differing = places.finish(&mut comparison);
        Outcome { comparison, nests: made, differing }
    }
}

/// The note that a file of nests is not enough: comparing needs the trace.
pub fn without_trace(name: &str) -> Note {
    error_note(
        name,
        "the methods cannot be compared",
        "nests that one method made",
        "a trace",
        "open the trace that the nests were made from",
    )
}
