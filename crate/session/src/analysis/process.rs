//! The nest of one process, with all that pictures, texts and files are made from.

use std::sync::{Arc, OnceLock};

use loopscope_core::affine::{Affine, Drawing};
#[cfg(feature = "fold")]
use loopscope_core::method;
use loopscope_core::method::{Built, Method};
use loopscope_core::nest::{LoopNames, Nest, Stats, TooLong};
use loopscope_core::numbers::{counted, thousands};
#[cfg(feature = "fold")]
use loopscope_core::symbols::each_block;
use loopscope_core::symbols::{Field, Signature, SymbolString, SymbolTable, TooManyTuples};
use loopscope_core::trace::{Process, ProcessId, Table, Values, View};
use loopscope_formats::notes::Note;

use super::build::build;
use super::fingerprints::fingerprints;
use super::other_main::{self, OtherMain};
use crate::error_note;
use crate::options::Options;

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
    other_main_loops: OnceLock<Vec<OtherMain>>,
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
            other_main_loops: OnceLock::new(),
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
            error_note(
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

    /// The main loops that other methods find than `method`, the one that made this nest; searched for once. Of a nest
    /// of tuples none: functions of loop indices are other items than symbols.
    pub(crate) fn other_main_loops(&self, method: &str) -> &[OtherMain] {
        self.other_main_loops.get_or_init(|| match self.tuples {
            Some(_) => Vec::new(),
            None => other_main::find(&self.nest, &self.stats, method),
        })
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
            error_note(
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
        error_note(
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
