//! Systems: one loop model of a whole program.
//!
//! A [`Model`] is the loop nest of all processes together (Ketterlin 2011, section III). Its constructs are the sends,
//! receives and collectives of all processes, and loops over these; a loop stands for all processes that run it in
//! step. The paper keeps a graph (V, T, C) of constructs, their chronological order and the communication between them.
//! Here a body is a list in topological order. The constructs of one process in it are its chronological
//! sequence (T), and pairing the k-th message sent on a channel with the k-th received gives the communication links
//! (C, [`Model::links`]). Neither is stored, so neither can be inconsistent.
//!
//! - [`merge`](merge()) makes a model from the nests of all processes, [`merge_as`] with a choice of [`LoopForm`].
//! - [`Model::replay`] gives the events of a process again; [`Model::matrix`] counts messages and, with [`Volumes`],
//!   bytes.
//! - [`Model::loops`] names the loops by the share of the events inside them.
//! - [`either`](either::either) reads all processes as one loop of several variants.
//! - [`ModelBuilder`] makes a model construct by construct; [`text`] prints and parses it.

mod builder;
pub mod either;
mod flow;
mod line;
mod links;
mod main_loop;
mod matrix;
mod merge;
mod model;
mod names;
mod positions;
mod problems;
mod replay;
pub mod text;
mod verify;
mod volume;

#[cfg(test)]
mod tests;

pub use builder::{Event, ModelBuilder, ModelError};
pub(crate) use line::parse_set;
pub use line::{Line, LineKind};
pub use links::{Link, Links, Loose};
pub use main_loop::ModelMain;
pub use matrix::{Cell, Matrix};
pub(crate) use merge::MOST_MEMBERS;
pub use merge::{merge, merge_as, ChannelLog, LeftLog, Local, LoopForm, MergeError, Merged, MOST_CONSTRUCTS};
pub(crate) use merge::{merge_logged, LevelLog, LoopLog, MergeLog, StateLog, StepKind};
pub use model::{Channel, ChannelId, Construct, ConstructId, Flow, GroupId, Loop, Model, ModelLoop, NameId};
pub(crate) use positions::ProcessPositions;
pub use problems::{Problem, ProblemKind};
pub use replay::{Replay, Step};
pub use verify::first_mismatch;
pub use volume::Volumes;
