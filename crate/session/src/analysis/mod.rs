//! From a trace to the nests of its processes.
//!
//! [`ProcessNest`] is the nest of one process with everything that pictures, texts and files are made from;
//! [`Analysis`] holds those of all processes, made under the same options; [`AnalysisBuilder`] makes them one by one.
//! Methods and nests are defined in `loopscope_core`; what is shown of an analysis is in [`view`](crate::view).

mod build;
mod builder;
mod counts;
mod fingerprints;
mod other_main;
mod process;
mod with_partners;
mod without_details;
mod without_partners;

pub use builder::AnalysisBuilder;
pub(crate) use counts::{label_counts, occurrences, share};
pub(crate) use other_main::OtherMain;
pub(crate) use process::noted_string_of;
pub use process::{string_of, ProcessNest, TupleNest};

use std::collections::BTreeMap;
use std::sync::Arc;

use loopscope_core::numbers::counted;
use loopscope_core::symbols::{Appearance, Shape};
use loopscope_core::trace::{ProcessId, View};
use loopscope_formats::notes::Note;

use crate::options::Options;
use crate::wire::Noun;

/// All processes, analysed under the same options.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// Name of the method. A file may name one that this program does not have.
    pub method: String,
    /// Its parameters by name: `k` of loop recognition.
    pub parameters: BTreeMap<String, serde_json::Value>,
    /// The view: which items the nests consist of.
    pub view: View,
    /// Names of the fields in which equal items agree; empty if items have none.
    pub signature: Vec<String>,
    /// The processes, ascending by number.
    pub processes: Vec<Arc<ProcessNest>>,
}

impl Analysis {
    /// An analysis of these processes under the options.
    pub fn new(options: &Options, processes: Vec<Arc<ProcessNest>>) -> Self {
        Self {
            method: options.method.name().to_owned(),
            parameters: options.method.k().map(|k| ("k".to_owned(), k.into())).into_iter().collect(),
            view: options.view,
            signature: options.signature.names().into_iter().map(str::to_owned).collect(),
            processes,
        }
    }

    /// The same, each process with a loop of several variants where that is worth it.
    #[cfg(feature = "variants")]
    pub fn with_variants(self) -> Self {
        self.each(ProcessNest::with_variants)
    }

    /// The same with exact nests alone.
    #[cfg(feature = "variants")]
    pub fn without_variants(self) -> Self {
        self.each(|process| process.written_as(None))
    }

    #[cfg(feature = "variants")]
    fn each(mut self, change: impl Fn(ProcessNest) -> ProcessNest) -> Self {
        for process in &mut self.processes {
            *process = Arc::new(change(ProcessNest::clone(process)));
        }
        self
    }

    /// The method with its parameters: `nlr, k = 1000`.
    pub fn method_text(&self) -> String {
        let parameters = self.parameters.iter().map(|(name, value)| format!(", {name} = {value}"));
        self.method.clone() + &parameters.collect::<String>()
    }

    /// The K of loop recognition, if it made the nests.
    pub(crate) fn k(&self) -> Option<u32> {
        let k = self.parameters.get("k").and_then(serde_json::Value::as_u64)?;
        u32::try_from(k).ok()
    }

    /// What one item is called.
    pub(crate) fn noun(&self) -> Noun {
        match (self.view, self.signature.is_empty()) {
            (View::Communication, _) => Noun::Event,
            (View::Calls, false) => Noun::Call,
            (View::Calls, true) if self.has_calls_as_symbols() => Noun::Call,
            (View::Calls, true) => Noun::Symbol,
            (View::Values, _) => Noun::Tuple,
        }
    }

    /// Whether most symbols of a list are names of message-passing calls.
    fn has_calls_as_symbols(&self) -> bool {
        let Some(process) = self.processes.first() else { return false };
        let texts = process.symbols.texts();
        let is_call = |text: &str| Appearance::of(View::Calls, text).shape != Shape::Other;
        2 * texts.iter().filter(|text| is_call(text)).count() > texts.len()
    }

    /// A note if the method gave up its search for some processes.
    pub fn remarks(&self) -> Vec<Note> {
        let given_up: Vec<&Arc<ProcessNest>> = self.processes.iter().filter(|process| !process.complete).collect();
        let Some(first) = given_up.first() else { return Vec::new() };
        let what = format!("the search for the {} nest was given up", self.method);
        let note = Note::info(&first.source, what)
            .found(format!("{} in process {}", counted(first.nest.len(), "symbol"), first.process))
            .expected("fewer, or shorter bodies")
            .remedy("the better nest of greedy and optimal stands in");
        vec![Note { count: given_up.len() as u64, ..note }]
    }

    /// The process of that number, in O(log processes).
    pub fn process(&self, id: ProcessId) -> Option<&Arc<ProcessNest>> {
        let at = self.processes.binary_search_by_key(&id, |process| process.process).ok()?;
        self.processes.get(at)
    }
}
