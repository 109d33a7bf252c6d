//! Event flow graphs: of each process what directly follows what, and the loops of that graph.

mod builder;
mod choices;
mod document;
mod dot;
mod links;
mod outline;
mod part;
mod picture;
mod process;
mod read;
mod reduce;
mod sentence;
mod tables;
mod task;
mod walk;
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
pub(crate) use sentence::sentence as flow_sentence;
pub use tables::{table, TableKind};
pub(crate) use task::{KeptFlow, MakeFlow};
pub use watch::FlowWatch;
