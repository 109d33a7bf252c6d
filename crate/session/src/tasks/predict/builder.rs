//! Predicts the processes of a trace, one after the other.
//!
//! What is predicted and counted, and the source, stands in `loopscope_core::recognize::predict`. The events of a trace
//! are symbols under its signature, equal or not; of tuples, the label and all fields must agree, and their numbers may
//! change with a loop. A slice of work is some ten thousand events, so that the caller can show progress and cancel.

use loopscope_core::recognize::predict::{Counts, Predictor, Settings};
use loopscope_core::recognize::{FunctionModel, Kind, Options as Recognition};
use loopscope_core::symbols::Symbol;
use loopscope_core::trace::{Process, Sign, Trace, Values, View};
use loopscope_formats::notes::Note;

use crate::analysis::noted_string_of;
use crate::error_note;
use crate::options::Options;
use crate::wire::{Prediction, PredictionCounts, ProcessPrediction};

/// Events of one slice of work: some ten milliseconds.
const SLICE: usize = 20_000;

/// The settings of a prediction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PredictionSettings {
    /// The most terms in the body of a loop.
    pub k: usize,
    /// Which numbers may vary. `None` means all of tuples; symbols have no numbers.
    pub model: Option<FunctionModel>,
    /// Depth of the search and distances.
    pub search: Settings,
}

impl Default for PredictionSettings {
    /// K = 1000, and the paper's settings.
    fn default() -> Self {
        Self { k: 1000, model: None, search: Settings::default() }
    }
}

/// The largest K that can be asked for.
pub const MOST_K: usize = 100_000;
/// The largest depth that can be asked for.
pub const MOST_DEPTH: usize = 10_000;

/// Predicts the processes of a trace.
#[derive(Debug)]
pub struct PredictionBuilder {
    options: Options,
    settings: PredictionSettings,
    /// The number of the process, if only one is predicted.
    only: Option<u32>,
    /// The index of the current or next process.
    at: usize,
    under_way: Option<UnderWay>,
    done: Vec<ProcessPrediction>,
    /// The number of events of the processes that are done.
    events: u64,
}

/// A process that is predicted in part.
#[derive(Debug)]
struct UnderWay {
    predictor: Predictor,
    /// The process as a string; `None` for tuples, which are read from the trace.
    string: Option<Vec<Symbol>>,
    length: usize,
}

impl PredictionBuilder {
    /// A prediction with nothing done. The method of the options does not count.
    pub fn new(options: &Options, settings: PredictionSettings) -> Self {
        let options = options.clone();
        Self { options, settings, only: None, at: 0, under_way: None, done: Vec::new(), events: 0 }
    }

    /// Predicts this process only; none if the trace does not have it.
    pub fn only(self, process: u32) -> Self {
        Self { only: Some(process), ..self }
    }

    /// Which numbers may vary.
    pub fn model(&self) -> FunctionModel {
        let symbols = self.options.view != View::Values;
        self.settings.model.unwrap_or(if symbols { FunctionModel::Constant } else { FunctionModel::Polynomial })
    }

    /// The number of events that are done.
    pub fn events_done(&self) -> u64 {
        self.events + self.under_way.as_ref().map_or(0, |under_way| under_way.predictor.came())
    }

    /// Does one slice: reads a process as a string, or predicts some thousand events. Returns `false` if nothing is left.
    ///
    /// # Errors
    /// A process cannot be read under the options; it is then left out.
    pub fn step(&mut self, trace: &Trace) -> Result<bool, Note> {
        let Some(process) = trace.processes().get(self.at) else { return Ok(false) };
        if self.only.is_some_and(|only| only != process.id.0) {
            self.at += 1;
            return Ok(true);
        }
        let Some(under_way) = &mut self.under_way else {
            match self.begin(process, trace) {
                Ok(under_way) => self.under_way = Some(under_way),
                Err(note) => {
                    self.at += 1;
                    return Err(note);
                }
            }
            return Ok(true);
        };
        let came = under_way.predictor.came() as usize;
        let end = under_way.length.min(came + SLICE);
        match (&under_way.string, process.values()) {
            (Some(string), _) => {
                let slice = string.get(came..end).unwrap_or(&[]);
                slice.iter().for_each(|symbol| under_way.predictor.push(symbol.0, &[]));
            }
            (None, Some(values)) => push_tuples(&mut under_way.predictor, values, came, end),
            (None, None) => {}
        }
        if end == under_way.length {
            let distances = under_way.predictor.counts().iter().map(counts).collect();
            let (number, length) = (process.id.0, under_way.length);
            self.done.push(ProcessPrediction { process: number, events: length as f64, distances });
            self.events += length as u64;
            self.under_way = None;
            self.at += 1;
        }
        Ok(true)
    }

    fn begin(&self, process: &Process, trace: &Trace) -> Result<UnderWay, Note> {
        let mut recognition = Recognition {
            k: self.settings.k,
            model: self.model(),
            smax: Some(self.settings.k.saturating_mul(8).max(self.settings.search.depth.saturating_add(1))),
            nflush: self.settings.k.max(1),
            fields: Vec::new(),
        };
        let (string, length) = match (self.options.view, process.values()) {
            (View::Values, Some(values)) => {
                recognition.fields = values.columns().iter().map(|column| kind(column.sign())).collect();
                (None, values.len())
            }
            _ => {
                let string = noted_string_of(process, trace.table(), &self.options)?.symbols;
                let length = string.len();
                (Some(string), length)
            }
        };
        let predictor = Predictor::new(recognition, self.settings.search.clone());
        Ok(UnderWay { predictor, string, length })
    }

    /// The predictions for the processes that are done.
    pub fn finish(self) -> Prediction {
        let mut total: Vec<PredictionCounts> = Vec::new();
        for process in &self.done {
            for (at, more) in process.distances.iter().enumerate() {
                match total.get_mut(at) {
                    Some(sum) => {
                        sum.correct += more.correct;
                        sum.wrong += more.wrong;
                        sum.none += more.none;
                    }
                    None => total.push(*more),
                }
            }
        }
        Prediction {
            k: self.settings.k as u32,
            model: self.model().into(),
            depth: self.settings.search.depth as u32,
            total,
            processes: self.done,
        }
    }
}

/// The note that a file of nests is not enough: predicting needs the trace.
pub fn without_trace(name: &str) -> Note {
    error_note(name, "nothing can be predicted", "nests", "a trace", "open the trace that the nests were made from")
}

fn kind(sign: Sign) -> Kind {
    match sign {
        Sign::Signed => Kind::Signed,
        Sign::Unsigned => Kind::Unsigned,
    }
}

fn counts(counts: &Counts) -> PredictionCounts {
    PredictionCounts {
        distance: counts.distance as u32,
        correct: counts.correct as f64,
        wrong: counts.wrong as f64,
        none: counts.none as f64,
    }
}

/// Feeds a range of tuples. Those without a label get one that no name has.
fn push_tuples(predictor: &mut Predictor, values: &Values, from: usize, to: usize) {
    let mut fields = Vec::with_capacity(values.arity());
    for at in from..to {
        let label = values.label(at).map_or(u32::MAX, |label| label.index());
        fields.clear();
        fields.extend(values.columns().iter().filter_map(|column| column.bits().get(at)));
        predictor.push(label, &fields);
    }
}
