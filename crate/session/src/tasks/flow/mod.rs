//! Event flow graphs: of each process what directly follows what, and the loops of that graph.

mod builder;
mod choices;
mod document;
mod dot;
mod outline;
mod process;
mod tables;

pub use builder::{Flow, FlowBuilder};
pub use choices::{Details, FlowChoices, Queries};
pub use document::document;
pub use dot::dot;
pub use outline::{Outline, OutlineError, OutlineLoop, OutlineRow, RowKind, Structure};
pub use process::ProcessFlow;
pub use tables::{table, TableKind};
