//! Event flow graphs: of each process what directly follows what, and the loops of that graph.

mod builder;
mod choices;
mod document;
mod dot;
mod outline;
mod picture;
mod process;
mod read;
mod reduce;
mod tables;
mod watch;

pub use builder::{Flow, FlowBuilder};
pub use choices::{Details, FlowChoices, Queries};
pub use document::document;
pub use dot::dot;
pub use loopscope_core::event_flow::WindowRule;
pub use outline::{Outline, OutlineError, OutlineLoop, OutlineRow, RowKind, Structure};
pub use picture::{svg, FlowShown, Pictured};
pub use process::ProcessFlow;
pub use read::{is_flow, read, ListedFlow};
pub use reduce::{reduce, ReduceChoices, Reduced};
pub use tables::{table, TableKind};
pub use watch::FlowWatch;
