//! The loop model of the whole program: built from the nests of all processes, described, drawn and measured.

mod collectives;
mod grid;
mod hubs;
mod iteration;
mod matrix;
mod notes;
mod pictures;
mod either;
mod program;
mod sentence;
mod sizes;
mod summary;
mod task;

pub(crate) use iteration::{words as iteration_words, IterationWords};
pub use loopscope_core::extract::positions::Shown;
pub use loopscope_core::system::{text, Matrix, Model, Problem, ProblemKind, Volumes};
pub use matrix::{csv, json, table, Selection};
pub(crate) use program::local;
pub use program::{options, Program};
pub use sizes::Sizes;
pub(crate) use summary::events_of;
pub(crate) use task::{MakeModel, TraceModel};
