//! Event flow graphs: a process as the graph of what directly follows what, and the loops of that graph (Aguilar, Fürlinger and
//! Laure 2016, "Automatic On-Line Detection of MPI Application Structure with Event Flow Graphs").
//!
//! A nest is exact and ends a loop wherever an iteration differs. The graph keeps such a loop whole, with its branches, and
//! loses the order in which they are taken. The two show different sides of one string:
//!
//! | | nest | graph |
//! | --- | --- | --- |
//! | a loop with a branch in some iterations | several loops and single events | one loop, and how often the branch is taken |
//! | a loop that calls one routine three times | one loop | one loop with three times as many iterations |
//!
//! - [`GraphBuilder`] makes a [`FlowGraph`] while a string passes by, [`from_nest`] from its nest alone.
//! - [`split_by_entry`] labels the events so that no loop of the graph has several entries.
//! - [`loop_forest`] finds the headers of loops, [`flow_loops`] the loops; [`FlowMetrics`] adds up what each counts and takes.
//! - [`FindIterations`] lists the iterations of a loop, their shapes and the steps that they make.
//! - [`SuccessorLists`] keep the order of the branches, so that the graph gives its string again.
//! - [`GrowingFlow`] watches a graph grow, and chooses iterations that are worth keeping while the program runs.
//! - [`graph_kinds`] says which processes have equal graphs.

mod forest;
mod from_nest;
mod graph;
mod headers;
mod iterations;
mod kinds;
mod lists;
mod loop_forest;
mod loops;
mod metrics;
mod ramalingam;
mod ring;
mod split;
mod successors;
mod transitions;
mod union_find;
mod wei;
mod window;

#[cfg(test)]
mod naive;
#[cfg(test)]
mod tests;

pub use forest::{HeaderKind, LoopForest};
pub use from_nest::{from_nest, NestError};
pub use graph::{FlowEdge, FlowGraph, FlowNode, WalkEnds};
pub use headers::{flow_loops, SharedHeaders};
pub use iterations::{visit_lengths, FindIterations, FlowIteration, FlowIterations, FlowStep, VisitLengths};
pub use kinds::{graph_kinds, Alike};
pub use lists::{Expansion, SuccessorLists};
pub(crate) use loop_forest::headers_watched;
pub use loop_forest::loop_forest;
pub use loops::{FlowLoop, FlowLoops, LoopKind, Passage};
pub use metrics::{imbalance, FlowMetrics, FlowSums, LoopMetrics};
pub use ring::IterationRing;
pub use split::{split_by_entry, NodeCopy, SplitString};
pub use successors::Successors;
pub use transitions::GraphBuilder;
pub(crate) use wei::{EdgeCase, WatchHeaders};
pub use window::{GrowingFlow, Notice, Window, WindowRule};
