//! Messages about the comparison of the methods on one process.

use serde::{Deserialize, Serialize};

use super::{MainLoop, MethodName, OpenedLoop};

#[cfg(feature = "typescript")]
use tsify::Tsify;

/// The figures of all methods on one process, and the places where their nests differ.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Comparison {
    /// The process.
    pub process: u32,
    /// Its events.
    pub events: f64,
    /// All methods, in the order in which users see them.
    pub methods: Vec<MethodFigures>,
    /// Share of the events in places where the nests differ, 0 to 1.
    pub differing: f64,
    /// The places where they differ, in order; equal differences once, at most 100.
    pub places: Vec<DifferentPlace>,
    /// The number of different places.
    pub different: f64,
    /// The number of all places, equal ones counted each; a place inside a loop counts once.
    pub spots: f64,
    /// Why one method is compared by its figures only; empty if all are compared in full.
    pub apart: String,
}

/// The figures of one method.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct MethodFigures {
    /// Its name.
    pub method: MethodName,
    /// Why it built no nest; empty if it did.
    pub refused: String,
    /// Whether its search was complete; if not, this is the best nest of the other methods.
    pub complete: bool,
    /// The first method that built the same nest; the method itself if no earlier one did.
    pub same_as: MethodName,
    /// Items at the top level.
    pub top_level: f64,
    /// Events per item at the top level.
    pub ratio: f64,
    /// Items on all levels, equal loops once.
    pub total: f64,
    /// Events per item on all levels.
    pub total_ratio: f64,
    /// Share of the events inside loops, 0 to 1.
    pub coverage: f64,
    /// The loop with the most events inside.
    pub main_loop: Option<MainLoop>,
    /// Distinct loops.
    pub loops: f64,
    /// Levels of loops.
    pub depth: u32,
    /// The figures in which no other method is better and at least one is worse.
    pub best: Vec<FigureName>,
}

/// A place where the nests of a process differ.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct DifferentPlace {
    /// Position of its first event, in the first iteration of the loops around it.
    pub first: f64,
    /// Position of its last event.
    pub last: f64,
    /// The iterations of the loops around it, outermost first. All methods have these loops alike.
    pub inside: Vec<f64>,
    /// The number of other places with the same difference; a place inside a loop counts once.
    pub more: f64,
    /// Share of the events of the process in all these places, over all iterations, 0 to 1.
    pub share: f64,
    /// The difference, in words.
    pub sentence: String,
    /// What the methods have there; methods that agree share an entry.
    pub sides: Vec<PlaceSide>,
}

/// What some methods have at a place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PlaceSide {
    /// The methods.
    pub methods: Vec<MethodName>,
    /// The items in inline form, shortened to a readable length.
    pub text: String,
    /// The number of items that are left out of the text.
    pub left_out: f64,
    /// The number of items at this place.
    pub items: f64,
    /// For each of the methods, its largest loop there, to select it.
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
    /// The path to it, or to the loop around the place.
    pub path: Vec<OpenedLoop>,
}

/// Starts a comparison of the methods.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CompareRequest {
    /// The process.
    pub process: u32,
}

/// The figures of a method that can be better or worse than those of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum FigureName {
    /// Items at the top level: fewer are better.
    TopLevel,
    /// Items on all levels: fewer are better.
    Total,
    /// Share of the events inside loops: more is better.
    Coverage,
    /// Share of the events inside the main loop: more is better.
    MainLoop,
}
