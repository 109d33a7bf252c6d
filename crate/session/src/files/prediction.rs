//! Predictions as a JSON document, for scripts.

use serde::Serialize;

use crate::options::Options;
use crate::wire::{Prediction, PredictionCounts};

/// The first field of every such document.
const FORMAT: &str = "loopscope-prediction/1";

#[derive(Serialize)]
struct Document<'a> {
    format: &'a str,
    view: &'a str,
    signature: Vec<&'a str>,
    k: u32,
    model: &'a str,
    depth: u32,
    total: Vec<Counts>,
    processes: Vec<Process>,
}

#[derive(Serialize)]
struct Process {
    process: u32,
    length: u64,
    distances: Vec<Counts>,
}

#[derive(Serialize)]
struct Counts {
    distance: u32,
    correct: u64,
    wrong: u64,
    none: u64,
}

/// One line: the settings, the counts of all processes together, and of each.
pub fn write(prediction: &Prediction, options: &Options) -> String {
    let processes = prediction.processes.iter().map(|process| Process {
        process: process.process,
        length: process.events as u64,
        distances: counts(&process.distances),
    });
    let document = Document {
        format: FORMAT,
        view: options.view.name(),
        signature: options.signature.names(),
        k: prediction.k,
        model: &prediction.model,
        depth: prediction.depth,
        total: counts(&prediction.total),
        processes: processes.collect(),
    };
    // Numbers and words always have a JSON form.
    let mut text = serde_json::to_string(&document).unwrap_or_default();
    text.push('\n');
    text
}

fn counts(distances: &[PredictionCounts]) -> Vec<Counts> {
    let of = |counts: &PredictionCounts| Counts {
        distance: counts.distance,
        correct: counts.correct as u64,
        wrong: counts.wrong as u64,
        none: counts.none as u64,
    };
    distances.iter().map(of).collect()
}
