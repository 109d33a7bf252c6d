//! Data from a model: where the events of a construct lie, as functions of the indices of the loops around it.
//!
//! A model says how often each place of a program is reached, so the position of every event among those of its process
//! follows from the model alone (Ketterlin 2011, section V). Whoever asks for 15,438 records reads 15,438 records and not
//! the trace.
//!
//! An [annotated](annotate) text of the model, or a click, is a [query]; that has a [plan]: loops, columns, and positions; and
//! [`run`] makes records from it, or a [generated](generate) program in C, Python or SQL does.
//!
//! [`positions`] finds the functions, [`positions::print`] writes the model with them. [`columns`] says what can be read of an
//! event, [`of_trace`] reads it from a trace, and [`identity`] whether what is read is of the trace that the model is of.

pub mod annotate;
pub mod columns;
pub mod generate;
pub mod identity;
pub mod of_trace;
pub mod partner;
pub mod plan;
pub mod positions;
pub mod query;
pub mod run;
#[cfg(test)]
mod random_models;
#[cfg(test)]
mod tests;
