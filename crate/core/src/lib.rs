//! The engine of Loopscope: from the events of a parallel program to its loops.
//!
//! Data flows one way through the modules, and each uses only those above it:
//!
//! | module | what goes in | what comes out |
//! | --- | --- | --- |
//! | [`trace`] | events, as readers meet them | processes with columns of record ids |
//! | [`symbols`] | a process, a view, a signature | a string of small numbers |
//! | [`repeats`] | a string | its runs (maximal repetitions) |
//! | [`nest`] | a string | a loop nest: items, loops, counts |
//!
//! The crate does no input or output, knows no clock, no JavaScript, no colour and no pixel.

pub mod trace;
pub mod symbols;
pub mod repeats;
pub mod nest;

#[cfg(test)]
mod testing;
