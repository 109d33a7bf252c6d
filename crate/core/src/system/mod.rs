//! Systems: one loop model of a whole program.
//!
//! A [`Model`] is the loop nest of all processes together (Ketterlin 2011, section III): its
//! constructs are the sends, receives and collectives of all of them and loops over these, and a loop
//! stands for all processes that run it in step. The paper keeps a graph (V, T, C) of constructs, their
//! chronological order and the communication between them. Here a body is a list in topological order: of
//! it, the constructs of one process are its chronological sequence (T), and laying the cumulated counts
//! of a channel's sender and receiver over each other gives the communication links (C,
//! [`Model::links`]). Neither is stored, so neither can go wrong.
//!
//! - [`merge`] makes one from the nests of all processes, [`merge_as`] with a choice of [`Form`].
//! - [`Model::replay`] gives every process its events back, [`Model::matrix`] counts messages,
//!   and with [`Volumes`] bytes.
//! - [`Model::loops`] names the loops by the share of the events inside them.
//! - [`ModelBuilder`] makes a model construct by construct, [`text`] prints and parses it.

mod agree;
mod apart;
mod builder;
mod coalesce;
mod decide;
mod flow;
mod fronts;
mod items;
mod line;
mod links;
mod main_loop;
mod marks;
mod matrix;
mod merge;
mod model;
mod names;
mod normal;
mod pieces;
mod positions;
mod problems;
mod replay;
mod reroll;
mod shift;
mod sweep;
pub mod text;
mod volume;

#[cfg(test)]
mod tests;

pub use agree::disagreement;
pub use builder::{Event, ModelBuilder, ModelError};
pub use flow::Flow;
pub use line::{Line, LineKind};
pub use links::{Link, Links, Loose};
pub use main_loop::ModelMain;
pub use matrix::{Cell, Matrix};
pub use merge::{merge, merge_as, Local, MergeError, Merged, MOST_CONSTRUCTS};
pub use model::{Channel, ChannelId, Construct, ConstructId, GroupId, Loop, Model, NameId};
pub use names::ModelLoop;
pub use normal::Form;
pub use problems::{Problem, ProblemKind};
pub use replay::{Replay, Step};
pub use volume::Volumes;
