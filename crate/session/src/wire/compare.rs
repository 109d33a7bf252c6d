//! Messages about the methods side by side.

use serde::{Deserialize, Serialize};

use super::{MainLoop, OpenedLoop};

#[cfg(feature = "typescript")]
use tsify::Tsify;

/// What every method makes of one process, and where they differ.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Comparison {
    /// The process.
    pub process: u32,
    /// Its events.
    pub events: f64,
    /// All methods, in the order in which they are offered.
    pub methods: Vec<MethodFigures>,
    /// Share of the events in places that are not written alike by all methods, 0 to 1.
    pub differing: f64,
    /// Where they differ, in order; equal differences once, at most 100.
    pub places: Vec<DifferentPlace>,
    /// How many different places there are in all.
    pub different: f64,
    /// How many places there are in all, equal ones each; outer loops not run out.
    pub spots: f64,
    /// Why one of the methods is compared by its figures only; empty if all are compared in full.
    pub apart: String,
}

/// The figures of one method.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct MethodFigures {
    /// Its name.
    pub method: String,
    /// Why it made no nest; empty if it did.
    pub refused: String,
    /// Whether it searched to its end; if not, the best of the others stands in.
    pub complete: bool,
    /// The first method that made the same nest, itself if none did before.
    pub same_as: String,
    /// Items at the top level.
    pub top_level: f64,
    /// Events to items at the top level.
    pub ratio: f64,
    /// Items on all levels, equal loops once.
    pub total: f64,
    /// Events to items on all levels.
    pub total_ratio: f64,
    /// Share of the events inside loops, 0 to 1.
    pub coverage: f64,
    /// The loop with the most events inside.
    pub main_loop: Option<MainLoop>,
    /// Different loops.
    pub loops: f64,
    /// Levels of loops.
    pub depth: u32,
    /// The figures in which no other method is better and one at least is worse: `topLevel`, `total`,
    /// `coverage`, `mainLoop`.
    pub best: Vec<String>,
}

/// A place at which the nests of a process differ.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct DifferentPlace {
    /// Position of its first event, in the first iteration of the loops around it.
    pub first: f64,
    /// Position of its last event.
    pub last: f64,
    /// How often the loops around it run, which all methods have alike, outermost first.
    pub inside: Vec<f64>,
    /// Other places with the same difference, outer loops not run out.
    pub more: f64,
    /// Share of the process in all these places, outer loops run out, 0 to 1.
    pub share: f64,
    /// What the difference is, in words.
    pub sentence: String,
    /// What stands there, one entry for methods that agree.
    pub sides: Vec<PlaceSide>,
}

/// What some methods say at a place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PlaceSide {
    /// Names of the methods.
    pub methods: Vec<String>,
    /// The inline form, cut to a readable length.
    pub text: String,
    /// Items that were cut out.
    pub left_out: f64,
    /// Items side by side.
    pub items: f64,
    /// For each of the methods its largest loop there, to be selected.
    pub targets: Vec<PlaceTarget>,
}

/// A loop to select in the nest of one method.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PlaceTarget {
    /// Name of the loop without the L; 0 if there is none.
    #[serde(rename = "loop")]
    pub loop_id: u32,
    /// How to open it, or the loop around the place.
    pub path: Vec<OpenedLoop>,
}

/// What to compare.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CompareRequest {
    /// The process.
    pub process: u32,
}
