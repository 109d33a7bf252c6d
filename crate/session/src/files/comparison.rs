//! Comparisons as a JSON document, for scripts.

use serde::Serialize;

use crate::options::Options;
use crate::wire::{Comparison, DifferentPlace, MethodFigures};

/// The first field of every such document.
const FORMAT: &str = "loopscope-comparison/1";

#[derive(Serialize)]
struct Head<'a> {
    format: &'a str,
    view: &'a str,
    signature: Vec<&'a str>,
    processes: [u8; 0],
}

#[derive(Serialize)]
struct Process<'a> {
    process: u32,
    length: u64,
    methods: Vec<Written<'a>>,
    differing: f64,
    spots: u64,
    different: u64,
    places: Vec<Place<'a>>,
}

#[derive(Serialize)]
struct Written<'a> {
    method: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    refused: &'a str,
    complete: bool,
    same_as: &'a str,
    stats: Stats,
}

/// As in a document of nests, and what is told beside it in the terminal.
#[derive(Serialize)]
struct Stats {
    top_level: u64,
    ratio: f64,
    total: u64,
    total_ratio: f64,
    loops: u64,
    depth: u32,
    coverage: f64,
    main_loop: f64,
    main_loop_count: u64,
    main_loop_period: u64,
    main_loop_runs: u64,
}

#[derive(Serialize)]
struct Place<'a> {
    first: u64,
    last: u64,
    inside: Vec<u64>,
    also_elsewhere: u64,
    share: f64,
    sentence: &'a str,
    sides: Vec<Side<'a>>,
}

#[derive(Serialize)]
struct Side<'a> {
    methods: &'a [String],
    text: &'a str,
    left_out: u64,
    items: u64,
}

/// Writes comparisons made under these options. Same input, same bytes: one line a process.
pub fn write(comparisons: &[Comparison], options: &Options) -> String {
    let (view, signature) = (options.view.name(), options.signature.names());
    let head = Head { format: FORMAT, view, signature, processes: [] };
    // Serialising plain structs to a string cannot fail; an empty string would be seen at once.
    let mut text = serde_json::to_string(&head).unwrap_or_default();
    text.truncate(text.len().saturating_sub("]}".len()));
    for (index, comparison) in comparisons.iter().enumerate() {
        text.push_str(if index == 0 { "\n" } else { ",\n" });
        text.push_str(&serde_json::to_string(&process(comparison)).unwrap_or_default());
    }
    text.push_str("\n]}\n");
    text
}

fn process(comparison: &Comparison) -> Process<'_> {
    Process {
        process: comparison.process,
        length: comparison.events as u64,
        methods: comparison.methods.iter().map(method).collect(),
        differing: comparison.differing,
        spots: comparison.spots as u64,
        different: comparison.different as u64,
        places: comparison.places.iter().map(place).collect(),
    }
}

fn method(figures: &MethodFigures) -> Written<'_> {
    let main = figures.main_loop.as_ref();
    Written {
        method: &figures.method,
        refused: &figures.refused,
        complete: figures.complete,
        same_as: &figures.same_as,
        stats: Stats {
            top_level: figures.top_level as u64,
            ratio: figures.ratio,
            total: figures.total as u64,
            total_ratio: figures.total_ratio,
            loops: figures.loops as u64,
            depth: figures.depth,
            coverage: figures.coverage,
            main_loop: main.map_or(0.0, |main| main.share),
            main_loop_count: main.map_or(0, |main| main.count as u64),
            main_loop_period: main.map_or(0, |main| main.period as u64),
            main_loop_runs: main.map_or(0, |main| main.runs as u64),
        },
    }
}

fn place(place: &DifferentPlace) -> Place<'_> {
    let sides = place.sides.iter().map(|side| Side {
        methods: &side.methods,
        text: &side.text,
        left_out: side.left_out as u64,
        items: side.items as u64,
    });
    Place {
        first: place.first as u64,
        last: place.last as u64,
        inside: place.inside.iter().map(|&count| count as u64).collect(),
        also_elsewhere: place.more as u64,
        share: place.share,
        sentence: &place.sentence,
        sides: sides.collect(),
    }
}
