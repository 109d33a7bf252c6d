//! The nest of one process, with all that pictures, texts and files are made from.

use std::sync::{Arc, OnceLock};

use loopscope_core::affine::{Affine, Drawing};
use loopscope_core::completions::{arrange, first_come_calls, Arranged, Orders, Recorded, Roles};
use loopscope_core::elided::{left_out, Elided};
#[cfg(feature = "fold")]
use loopscope_core::method;
use loopscope_core::method::{Built, Method};
use loopscope_core::nest::{LoopNames, Nest, Stats, TooLong};
use loopscope_core::numbers::{counted, thousands};
use loopscope_core::partners::{self, Peers};
#[cfg(feature = "fold")]
use loopscope_core::symbols::each_block;
use loopscope_core::symbols::{Field, Signature, Symbol, SymbolString, SymbolTable, TooManyTuples};
use loopscope_core::trace::{Process, ProcessId, Table, Values, View};
#[cfg(feature = "variants")]
use loopscope_core::variants::Variants;
use loopscope_core::variants::{find, Found, ENOUGH};
use loopscope_formats::notes::Note;

use super::build::build;
use super::fingerprints::fingerprints;
use super::other_main::{self, OtherMain};
use super::without_details::{may_hide, without_details, Readings};
use super::without_partners::{without_partners, WithoutPartners};
use crate::error_note;
use crate::options::{Details, Options, Partners, ReceiveOrder};

/// A nest of tuples, and where its loops and values are in the nest of symbols that is drawn of it.
#[derive(Clone, Debug)]
pub struct TupleNest {
    /// Its loops and values.
    pub nest: Affine,
    /// Where they are drawn. The nest, symbols and names of the drawing are in the [`ProcessNest`].
    pub drawing: Drawing,
}

/// The analysis of one process: everything that pictures, texts and files are made from.
#[derive(Clone, Debug)]
pub struct ProcessNest {
    /// Its number.
    pub process: ProcessId,
    /// The file it came from.
    pub source: Arc<str>,
    /// The texts of its symbols.
    pub symbols: SymbolTable,
    /// Its loops.
    pub nest: Nest,
    /// The names of its loops, which are numbered by the share of events inside them.
    pub names: LoopNames,
    /// Its figures.
    pub stats: Stats,
    /// Whether the search of the method was complete; if not, this is the best nest of other methods.
    pub complete: bool,
    /// How the runs of receives were recorded that the nest has in another order; empty if it has all as recorded.
    pub orders: Orders,
    /// The calls of the process that complete whatever comes first, if its receives stand in another order than recorded; see
    /// [`first_come_calls`].
    pub completed_by: Option<Arc<str>>,
    /// The partners of its messages, if the nest leaves them out.
    pub peers: Option<Arc<Peers>>,
    /// The sizes and numbers of polls that the nest leaves out, if it does.
    pub elided: Option<Arc<Elided>>,
    /// The nest of tuples that the nest is a drawing of, if numbers are functions of loop indices.
    pub tuples: Option<Arc<TupleNest>>,
    /// The same events as a loop of several variants, if that is how they are to be written.
    #[cfg(feature = "variants")]
    pub variants: Option<Arc<Variants>>,
    fingerprints: OnceLock<Vec<u64>>,
    other_main_loops: OnceLock<Vec<OtherMain>>,
}

impl ProcessNest {
    /// A process with this nest; names and figures are computed from it.
    pub fn new(process: ProcessId, source: Arc<str>, symbols: SymbolTable, nest: Nest) -> Self {
        let names = LoopNames::new(&nest);
        let stats = Stats::named(&nest, &names);
        Self {
            process,
            source,
            symbols,
            nest,
            names,
            stats,
            complete: true,
            orders: Orders::default(),
            completed_by: None,
            peers: None,
            elided: None,
            tuples: None,
            #[cfg(feature = "variants")]
            variants: None,
            fingerprints: OnceLock::new(),
            other_main_loops: OnceLock::new(),
        }
    }

    /// A process with this nest of tuples.
    pub fn of_tuples(process: ProcessId, source: Arc<str>, affine: Affine) -> Self {
        let mut drawing = affine.drawing();
        let stats = affine.stats(&drawing);
        let nest = std::mem::take(&mut drawing.nest);
        let symbols = std::mem::take(&mut drawing.symbols);
        let names = std::mem::take(&mut drawing.names);
        let tuples = Some(Arc::new(TupleNest { nest: affine, drawing }));
        Self { stats, names, tuples, ..Self::new(process, source, symbols, nest) }
    }

    /// Loop recognition on tuples: bounds and values are functions of loop indices.
    ///
    /// # Errors
    /// There are more different tuples than can be kept.
    pub(crate) fn recognize(process: &Process, values: &Values, table: &Table, k: usize) -> Result<Self, Note> {
        let affine = Affine::recognize(values, table, k, MAX_TUPLES).map_err(|error| {
            error_note(
                &process.source,
                format!("process {} has too many different tuples", process.id),
                error.found,
                format!("at most {} that no loop explains", thousands(MAX_TUPLES as u64)),
                "open a shorter part of the trace",
            )
        })?;
        Ok(Self::of_tuples(process.id, process.source.clone(), affine))
    }

    /// A number for each node, equal for nodes of the same shape. Computed once.
    pub(crate) fn fingerprints(&self, view: View) -> &[u64] {
        self.fingerprints.get_or_init(|| fingerprints(&self.symbols, &self.nest, view))
    }

    /// The main loops that methods other than `method`, which built this nest, find instead. Searched for once. None for
    /// a nest of tuples, because its items are functions of loop indices and not symbols.
    pub(crate) fn other_main_loops(&self, method: &str) -> &[OtherMain] {
        self.other_main_loops.get_or_init(|| match self.tuples {
            Some(_) => Vec::new(),
            None => other_main::find(&self.nest, &self.stats, method),
        })
    }

    /// Whether its nest is one of all events of a process in a view: one of some of them, or of functions of them, has other positions.
    pub(crate) fn is_of_all(&self, process: &Process, view: View) -> bool {
        self.tuples.is_none() && process.len(view).map(|len| len as u64) == Some(self.nest.len())
    }

    /// Whether its main loop leaves so much out that there may be such a reading. O(1), and in the main part of the engine.
    pub(crate) fn may_vary(&self) -> bool {
        let main = self.stats.main_loop.as_ref();
        self.tuples.is_none() && main.is_some_and(|main| main.share < ENOUGH)
    }

    /// The reading as a loop of several variants, if it is worth showing; see [`variants`](loopscope_core::variants).
    /// None for a nest of tuples.
    pub fn found_variants(&self) -> Option<Found> {
        match self.may_vary() {
            true => find(&self.nest, &self.stats),
            false => None,
        }
    }

    /// The same process, to be written as a loop of several variants if that is worth it.
    #[cfg(feature = "variants")]
    pub fn with_variants(self) -> Self {
        let variants = self.found_variants().map(|found| Arc::new(found.variants));
        self.written_as(variants)
    }

    /// The same process, to be written in this way.
    #[cfg(feature = "variants")]
    pub(crate) fn written_as(self, variants: Option<Arc<Variants>>) -> Self {
        Self { variants, ..self }
    }

    /// Builds the nest of one process.
    ///
    /// # Errors
    /// The process is too long for the method, or has too many different tuples. The note names the limit and what to do.
    pub fn build(process: &Process, table: &Table, options: &Options) -> Result<Self, Note> {
        let table = match options.details {
            Details::Auto => table,
            Details::Recorded => table.recorded().unwrap_or(table),
        };
        if let (View::Values, Some(k), Some(values)) = (options.view, options.method.k(), process.values()) {
            return Self::recognize(process, values, table, k);
        }
        let too_long = |error: TooLong| {
            error_note(
                &process.source,
                format!("process {} is too long for the method {}", process.id, options.method.name()),
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
            return Self::of_events(process, table, options).map_err(too_long);
        }
        let string = noted_string_of(process, table, options)?;
        Self::of_string(process.id, &process.source, &string, options.method)
            .and_then(|built| match may_hide(&built.stats, &built.symbols, options) {
                true => built.without_details(&string, (process, table), options),
                false => built.varied(&string, (process, table), options),
            })
            .map_err(too_long)
            .map(|built| match table.recorded() {
                Some(recorded) => built.with_tags((process, recorded), options),
                None => built,
            })
    }

    /// The same process with the tags, and sizes, that its nest leaves out. Where rows of polls are one item, or partners are left
    /// out, tags stay as they were read.
    #[inline(never)] // of a part that most traces do not need
    fn with_tags(self, (process, table): (&Process, &Table), options: &Options) -> Self {
        let whole = whole_names();
        let exact = string_under(process, table, options, signature(options, &whole));
        let symbols: Vec<Symbol> = self.recorded(self.nest.symbols()).collect();
        let elided = left_out(&exact, &symbols, &self.symbols).filter(|_| self.peers.is_none());
        match elided {
            Some(elided) => Self { elided: Some(Arc::new(elided)), ..self },
            None => self,
        }
    }

    /// The nest of a string in which what varies by chance is left out, as the options want it.
    fn varied(self, string: &SymbolString, of: (&Process, &Table), options: &Options) -> Result<Self, TooLong> {
        if options.view != View::Communication {
            return Ok(self);
        }
        let built = match options.order {
            ReceiveOrder::Auto => self.in_one_order(string, of, options.method)?,
            ReceiveOrder::Recorded => self,
        };
        match options.partners {
            Partners::Off => Ok(built),
            Partners::Auto if built.stats.coverage >= partners::ENOUGH => Ok(built),
            Partners::Auto | Partners::All => Ok(match without_partners(&built.stats, string, options)? {
                Some(found) => built.without(found),
                None => built,
            }),
        }
    }

    /// The same process without details that hide its loops, if there are some. `string` is that of its nest.
    #[inline(never)] // of a part that most traces do not need
    fn without_details(
        self,
        string: &SymbolString,
        (process, table): (&Process, &Table),
        options: &Options,
    ) -> Result<Self, TooLong> {
        let under = |signature: &Signature| string_under(process, table, options, signature);
        let is_timed = process.times(options.view).is_some();
        let readings = Readings { under: &under, is_timed };
        Ok(match without_details(&self.stats, string, &readings, options)? {
            Some(found) => {
                let Built { nest, complete } = found.built;
                let elided = Some(found.elided);
                let written = Self::new(self.process, self.source, found.symbols, nest);
                Self { complete, elided, ..written }
            }
            None => self,
        })
    }

    /// The same process with a nest without partners.
    #[inline(never)]
    fn without(self, found: WithoutPartners) -> Self {
        let WithoutPartners { built: Built { nest, complete }, symbols, peers } = found;
        let peers = Some(peers);
        let written = Self::new(self.process, self.source, symbols, nest);
        Self { complete, peers, ..written }
    }

    /// The nest in which runs of receives whose order varies are written in one order, if it has fewer items.
    fn in_one_order(
        self,
        string: &SymbolString,
        (process, table): (&Process, &Table),
        method: Method,
    ) -> Result<Self, TooLong> {
        let roles = Roles::new(&string.table);
        let Some(Arranged { string: symbols, orders }) = arrange(&string.symbols, &roles) else {
            return Ok(self);
        };
        let string = SymbolString { symbols, table: string.table.clone() };
        let arranged = Self::of_string(self.process, &self.source, &string, method)?;
        match arranged.stats.total < self.stats.total {
            true => Ok(arranged.recorded_as(orders, first_come_calls(process, table))),
            false => Ok(self),
        }
    }

    /// The same nest, whose runs of receives were recorded in these orders, completed by these calls.
    pub(crate) fn recorded_as(self, orders: Orders, completed_by: Option<Arc<str>>) -> Self {
        Self { orders, completed_by, ..self }
    }

    /// The symbols of the process as they were recorded, from `written`: those of its nest, in its order.
    pub fn recorded<I: Iterator<Item = Symbol>>(&self, written: I) -> Recorded<'_, I> {
        Recorded::new(written, Roles::new(&self.symbols), &self.orders)
    }

    /// Builds the nest of a long process without holding it as a string.
    #[cfg(feature = "fold")]
    fn of_events(process: &Process, table: &Table, options: &Options) -> Result<Self, TooLong> {
        let mut builder = method::StreamBuilder::new(options.method);
        let whole = whole_names();
        let reading = (options.view, signature(options, &whole), options.locals);
        let symbols = each_block(process, table, reading, |block| builder.push(block));
        let Built { nest, complete } = builder.finish()?;
        let built = Self::new(process.id, process.source.clone(), symbols, nest);
        Ok(Self { complete, ..built })
    }

    /// Builds the nest of a process from its string.
    ///
    /// # Errors
    /// The string is too long for the method.
    pub(crate) fn of_string(
        process: ProcessId,
        source: &Arc<str>,
        string: &SymbolString,
        method: Method,
    ) -> Result<Self, TooLong> {
        let Built { nest, complete } = build(method, &string.symbols)?;
        let built = Self::new(process, source.clone(), string.table.clone(), nest);
        Ok(Self { complete, ..built })
    }
}

/// The most different tuples of a process if tuples are symbols. Each has a text, so this many take some 200 MB.
const MAX_TUPLES: usize = 1 << 21;

/// [`string_of`] with the error as a note.
pub(crate) fn noted_string_of(process: &Process, table: &Table, options: &Options) -> Result<SymbolString, Note> {
    string_of(process, table, options).map_err(|error| {
        error_note(
            &process.source,
            format!("process {} has too many different tuples", process.id),
            format!("more than {}", thousands(error.limit as u64)),
            format!("at most {} to be compared whole", thousands(error.limit as u64)),
            "open a shorter part of the trace",
        )
    })
}

/// A process as a string of symbols under the options. Items without fields (words of a symbol list, and tuples) are
/// compared whole.
///
/// # Errors
/// The process has more different tuples than can be symbols.
pub fn string_of(process: &Process, table: &Table, options: &Options) -> Result<SymbolString, TooManyTuples> {
    if let (View::Values, Some(values)) = (options.view, process.values()) {
        return SymbolString::of_values(values, table, MAX_TUPLES);
    }
    let whole = whole_names();
    let signature = signature(options, &whole);
    Ok(string_under(process, table, options, signature))
}

/// A process as a string of symbols under a signature.
fn string_under(process: &Process, table: &Table, options: &Options, signature: &Signature) -> SymbolString {
    SymbolString::new(process, table, options.view, signature, options.locals)
}

fn whole_names() -> Signature {
    Signature::new([Field::Name])
}

/// The signature under which events are equal: that of the options, or `whole` if the events have no fields.
fn signature<'a>(options: &'a Options, whole: &'a Signature) -> &'a Signature {
    match options.signature.fields() {
        [] => whole,
        _ => &options.signature,
    }
}

/// The number of events above which a process is folded while it is read, instead of being held as a string. A string
/// of this length takes 32 MB.
#[cfg(feature = "fold")]
const FOLD_FROM: usize = 1 << 23;
