//! From a trace to the nest of every process, one process a step.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use loopscope_core::affine::{Affine, Drawing};
use loopscope_core::method::{self, Built, Method};
use loopscope_core::nest::{LoopNames, Nest, Stats, TooLong};
use loopscope_core::numbers::{counted, thousands};
#[cfg(feature = "fold")]
use loopscope_core::symbols::each_block;
use loopscope_core::symbols::{Field, Signature, Symbol, SymbolString, SymbolTable, TooManyTuples};
use loopscope_core::trace::{Process, ProcessId, Table, Values, View};
use loopscope_formats::notes::{Note, Severity};

use crate::compare::others::{self, OtherMain};
use crate::options::Options;
use crate::refusal;
use crate::view::cards::fingerprints;

/// A nest of tuples, and how its loops and values stand in the nest of symbols that is drawn of it.
#[derive(Clone, Debug)]
pub struct TupleNest {
    /// Its loops and values.
    pub nest: Affine,
    /// Where they are drawn; nest, symbols and names of it are in the [`ProcessNest`].
    pub drawing: Drawing,
}

/// One process, analysed: everything that pictures, texts and files are made from.
#[derive(Clone, Debug)]
pub struct ProcessNest {
    /// Its number.
    pub process: ProcessId,
    /// The file it came from.
    pub source: Arc<str>,
    /// What its symbols say.
    pub symbols: SymbolTable,
    /// Its loops.
    pub nest: Nest,
    /// The names of its loops, by the share of the trace inside them.
    pub names: LoopNames,
    /// Its figures.
    pub stats: Stats,
    /// Whether the method searched to its end; if not, the best of the others stands in.
    pub complete: bool,
    /// What the nest is a drawing of, where numbers are functions of loop indices.
    pub tuples: Option<Arc<TupleNest>>,
    fingerprints: OnceLock<Vec<u64>>,
    others: OnceLock<Vec<OtherMain>>,
}

impl ProcessNest {
    /// Puts together what belongs to a nest.
    pub fn new(
        process: ProcessId,
        source: Arc<str>,
        symbols: SymbolTable,
        nest: Nest,
    ) -> ProcessNest {
        let names = LoopNames::new(&nest);
        let stats = Stats::named(&nest, &names);
        ProcessNest {
            process,
            source,
            symbols,
            nest,
            names,
            stats,
            complete: true,
            tuples: None,
            fingerprints: OnceLock::new(),
            others: OnceLock::new(),
        }
    }

    /// Puts together what belongs to a nest of tuples.
    pub fn of_tuples(process: ProcessId, source: Arc<str>, affine: Affine) -> ProcessNest {
        let mut drawing = affine.drawing();
        let stats = affine.stats(&drawing);
        let nest = std::mem::take(&mut drawing.nest);
        let symbols = std::mem::take(&mut drawing.symbols);
        let names = std::mem::take(&mut drawing.names);
        let tuples = Some(Arc::new(TupleNest { nest: affine, drawing }));
        ProcessNest { stats, names, tuples, ..ProcessNest::new(process, source, symbols, nest) }
    }

    /// Levels, bounds and strides are functions: loop recognition on tuples.
    ///
    /// # Errors
    /// More different values than can be kept.
    pub(crate) fn recognize(
        process: &Process,
        values: &Values,
        table: &Table,
        k: usize,
    ) -> Result<ProcessNest, Note> {
        let affine = Affine::recognize(values, table, k, MAX_TUPLES).map_err(|error| {
            refusal(
                &process.source,
                format!("process {} has too many different tuples", process.id),
                error.found,
                format!("at most {} that no loop explains", thousands(MAX_TUPLES as u64)),
                "open a shorter part of the trace".to_owned(),
            )
        })?;
        Ok(ProcessNest::of_tuples(process.id, process.source.clone(), affine))
    }

    /// A number per node that is equal for nodes of the same shape; computed once.
    pub(crate) fn fingerprints(&self, view: View) -> &[u64] {
        self.fingerprints.get_or_init(|| fingerprints(&self.symbols, &self.nest, view))
    }

    /// What other methods than `method`, that of this nest, make of its main loop; looked for once, in some
    /// milliseconds at most.
    pub(crate) fn others(&self, method: &str) -> &[OtherMain] {
        self.others.get_or_init(|| others::look(self, method))
    }

    /// Builds the nest of one process.
    ///
    /// # Errors
    /// If the process is too long for the method, or has too many different tuples; the note names
    /// the limit and the way out.
    pub fn build(process: &Process, table: &Table, options: &Options) -> Result<ProcessNest, Note> {
        if let (View::Values, Some(k), Some(values)) =
            (options.view, options.method.k(), process.values())
        {
            return ProcessNest::recognize(process, values, table, k);
        }
        let too_long = |error: TooLong| {
            refusal(
                &process.source,
                format!(
                    "process {} is too long for the method {}",
                    process.id,
                    options.method.name()
                ),
                counted(error.len as u64, "symbol"),
                format!("at most {}", thousands(error.limit as u64)),
                match options.method {
                    Method::Greedy => "leave events out".to_owned(),
                    _ => "use greedy, or leave events out".to_owned(),
                },
            )
        };
        #[cfg(feature = "fold")]
        if process.events(options.view).is_some_and(|events| events.len() > FOLD_FROM) {
            return ProcessNest::of_events(process, table, options).map_err(too_long);
        }
        let string = noted_string_of(process, table, options)?;
        ProcessNest::of_string(process.id, &process.source, &string, options.method)
            .map_err(too_long)
    }

    /// Builds the nest of a long process without holding it as a string.
    #[cfg(feature = "fold")]
    fn of_events(
        process: &Process,
        table: &Table,
        options: &Options,
    ) -> Result<ProcessNest, TooLong> {
        let mut builder = method::StreamBuilder::new(options.method);
        let whole = whole_names();
        let reading = (options.view, signature(options, &whole), options.locals);
        let symbols = each_block(process, table, reading, |block| builder.push(block));
        let Built { nest, complete } = builder.finish()?;
        let built = ProcessNest::new(process.id, process.source.clone(), symbols, nest);
        Ok(ProcessNest { complete, ..built })
    }

    /// Builds the nest of a process that was read as a string, by one method.
    ///
    /// # Errors
    /// If it is too long for the method.
    pub(crate) fn of_string(
        process: ProcessId,
        source: &Arc<str>,
        string: &SymbolString,
        method: Method,
    ) -> Result<ProcessNest, TooLong> {
        let Built { nest, complete } = build(method, &string.symbols)?;
        let built = ProcessNest::new(process, source.clone(), string.table.clone(), nest);
        Ok(ProcessNest { complete, ..built })
    }
}

/// [`method::build`], once: every caller that the compiler puts it into would have a copy of every method.
///
/// # Errors
/// As there.
#[inline(never)]
pub(crate) fn build(method: Method, string: &[Symbol]) -> Result<Built, TooLong> {
    method::build(method, string)
}

/// Different tuples that a process may have where tuples are symbols. Each has a text, so this
/// many take some 200 MB.
const MAX_TUPLES: usize = 1 << 21;

/// The same as [`string_of`], what stands against it as a note.
pub(crate) fn noted_string_of(
    process: &Process,
    table: &Table,
    options: &Options,
) -> Result<SymbolString, Note> {
    string_of(process, table, options).map_err(|error| {
        refusal(
            &process.source,
            format!("process {} has too many different tuples", process.id),
            format!("more than {}", thousands(error.limit as u64)),
            format!("at most {} to be compared whole", thousands(error.limit as u64)),
            "open a shorter part of the trace".to_owned(),
        )
    })
}

/// A process as a string under the options. Items without fields, the words of a symbol list and
/// tuples, are compared whole.
///
/// # Errors
/// If the process has more different tuples than can be symbols.
pub fn string_of(
    process: &Process,
    table: &Table,
    options: &Options,
) -> Result<SymbolString, TooManyTuples> {
    if let (View::Values, Some(values)) = (options.view, process.values()) {
        return SymbolString::of_values(values, table, MAX_TUPLES);
    }
    let whole = whole_names();
    let signature = signature(options, &whole);
    Ok(SymbolString::new(process, table, options.view, signature, options.locals))
}

fn whole_names() -> Signature {
    Signature::new([Field::Name])
}

/// The signature under which events are equal; `whole` where they have no fields.
fn signature<'a>(options: &'a Options, whole: &'a Signature) -> &'a Signature {
    match options.signature.fields() {
        [] => whole,
        _ => &options.signature,
    }
}

/// Events of a process from which on it is not held as a string while its loops are looked for: up to there that takes
/// 32 MB.
#[cfg(feature = "fold")]
const FOLD_FROM: usize = 1 << 23;

/// All processes, analysed under the same options.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// Name of the method, also of one that this program does not have (from a file).
    pub method: String,
    /// Its parameters by name: `k` of loop recognition.
    pub parameters: BTreeMap<String, serde_json::Value>,
    /// Which items the nests are made of.
    pub view: View,
    /// Names of the fields in which equal items agree; empty if items have none.
    pub signature: Vec<String>,
    /// Ascending by number.
    pub processes: Vec<Arc<ProcessNest>>,
}

impl Analysis {
    /// An analysis under options.
    pub fn new(options: &Options, processes: Vec<Arc<ProcessNest>>) -> Analysis {
        Analysis {
            method: options.method.name().to_owned(),
            parameters: options
                .method
                .k()
                .map(|k| ("k".to_owned(), k.into()))
                .into_iter()
                .collect(),
            view: options.view,
            signature: options.signature.names().into_iter().map(str::to_owned).collect(),
            processes,
        }
    }

    /// The method with its parameters: `nlr, k = 1000`.
    pub fn method_text(&self) -> String {
        let parameters = self.parameters.iter().map(|(name, value)| format!(", {name} = {value}"));
        self.method.clone() + &parameters.collect::<String>()
    }

    /// What is to be said of the method's search: for how many processes it was given up.
    pub fn remarks(&self) -> Vec<Note> {
        let given_up: Vec<&Arc<ProcessNest>> =
            self.processes.iter().filter(|process| !process.complete).collect();
        let Some(first) = given_up.first() else { return Vec::new() };
        let what = format!("the search for the {} nest was given up", self.method);
        let note = Note::new(Severity::Info, &first.source, what)
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

/// The nests of a trace while they are being built.
///
/// Processes can be given as soon as their file is read: what is built stays built when the
/// trace grows, as long as the options stay the same.
#[derive(Debug)]
pub struct Building {
    options: Options,
    built: BTreeMap<ProcessId, Arc<ProcessNest>>,
    /// Processes that are known and not built, the next one last.
    waiting: Vec<Arc<Process>>,
}

impl Building {
    /// Nothing built yet.
    pub fn new(options: Options) -> Building {
        Building { options, built: BTreeMap::new(), waiting: Vec::new() }
    }

    /// The options under which it builds.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Number of processes built so far.
    pub fn done(&self) -> usize {
        self.built.len()
    }

    /// Says which processes there are, ascending. O(processes): whoever reads many files calls it when their number
    /// has grown by a part of itself, and not for every file.
    pub fn look_at(&mut self, processes: &[Arc<Process>]) {
        let missing =
            processes.iter().rev().filter(|process| !self.built.contains_key(&process.id));
        self.waiting = missing.cloned().collect();
    }

    /// Builds the first of the [known processes](Self::look_at) that is not built yet; `false` if there was none.
    ///
    /// # Errors
    /// As [`ProcessNest::build`]; the process is left out then.
    pub fn step(&mut self, table: &Table) -> Result<bool, Note> {
        let Some(process) = self.waiting.pop() else { return Ok(false) };
        let nest = ProcessNest::build(&process, table, &self.options)?;
        self.built.insert(process.id, Arc::new(nest));
        Ok(true)
    }

    /// What is built so far.
    pub fn analysis(&self) -> Analysis {
        Analysis::new(&self.options, self.built.values().cloned().collect())
    }
}
