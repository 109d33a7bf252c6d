//! Event flow graphs: of each process what directly follows what, and the loops of that graph.

mod builder;
mod choices;
mod csv;
mod document;
mod dot;
mod find_growth;
mod growth;
mod links;
mod notices;
mod outline;
mod part;
mod picture;
mod process;
mod read;
mod reduce;
mod sentence;
mod tables;
mod task;
mod variants;
mod walk;
mod watch;

pub use builder::{Flow, FlowBuilder};
pub use choices::{Details, FlowChoices, Queries};
pub(crate) use csv::loops as loops_csv;
pub use document::document;
pub use dot::dot;
pub(crate) use find_growth::FindGrowth;
pub use growth::{GrownTo, Growth, Noticed};
pub use loopscope_core::event_flow::{SuccessorLists, WindowRule};
pub use outline::{Outline, OutlineError, OutlineLoop, OutlinePlace, OutlineRow, RowKind, Structure};
pub use picture::{svg, FlowShown, Pictured};
pub use process::ProcessFlow;
pub use read::{is_flow, read, ListedFlow};
pub(crate) use reduce::MakeReduced;
#[cfg(not(target_family = "wasm"))]
pub use reduce::{cut_to, KeptTrace};
pub use reduce::{reduce, Cutting, Errors, KeptSteps, Planning, ReduceChoices, Reduced, ReducedLoop};
pub(crate) use sentence::sentence as flow_sentence;
pub use tables::{table, TableKind};
pub(crate) use task::{KeptFlow, MakeFlow};
pub use watch::{FlowWatch, KeptCalls};
