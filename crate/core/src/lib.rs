//! The engine of Loopscope: from the events of a parallel program to its loops.
//!
//! Data flows one way through the modules, and each uses only those above it:
//!
//! | module | what goes in | what comes out |
//! | --- | --- | --- |
//! | [`numbers`] | a number | its text |
//! | [`bytes`] | numbers of any size | bytes, and back |
//! | [`small_sort`] | a short list | the list, sorted |
//! | [`trace`] | events, in the order in which readers meet them | processes with columns of record ids |
//! | [`matching`] | the calls and events of all processes | which send belongs to which receive, and when |
//! | [`clocks`] | the times of all processes | whether their clocks agree, and what sets them right |
//! | [`waits`] | messages and corrected times | how long each call waits, and for whom |
//! | [`symbols`] | a process, a view, a signature | a string of small numbers |
//! | [`repeats`] | a string | its runs (maximal repetitions) |
//! | [`nest`] | a string | a loop nest: items, loops, counts |
//! | [`completions`] | a string, and which symbols are receives | the string with receives in one order, and the recorded orders |
//! | [`elided`] | a string whose sizes or polls change | the string without them, and what they were |
//! | [`variants`] | a nest that breaks where iterations differ | one loop of several variants, and which comes when |
//! | [`recognize`] | a stream of numbers | loops whose bounds and values are functions of the indices |
//! | [`method`] | a string, a method | its nest |
//! | [`affine`] | a sequence of tuples | their nest with labels and names, its text, and a form for pictures |
//! | [`system`] | the nests of all processes | one loop model of the program |
//! | [`partners`] | the nests of processes that answer whoever comes first | their loops with each partner, and whose turn it was |
//! | [`extract`] | a model | where the events of its constructs lie, as functions |
//! | [`skeleton`] | a model and the columns of its trace | a program in C that communicates like that |
//! | [`durations`] | loops and the times of calls | the time of each loop, process and iteration |
//! | [`whatif`] | calls, messages and their times | what the run would last if some times were others |
//! | [`event_flow`] | a string, its nest or times | the graph of what follows what, and its loops |
//! | [`lab`] | a small input of one of the algorithms above | its steps, one by one |
//!
//! From text to a nest:
//!
//! ```
//! use loopscope_core::method::{build, Method};
//! use loopscope_core::nest::{text, LoopNames, Stats};
//! use loopscope_core::symbols::{Symbol, SymbolTable};
//!
//! // One word an event, numbered in order of first appearance.
//! let words = "init send recv send recv send recv done".split(' ');
//! let mut texts: Vec<Box<str>> = Vec::new();
//! let mut string = Vec::new();
//! for word in words {
//!     let known = texts.iter().position(|text| **text == *word);
//!     string.push(Symbol(known.unwrap_or(texts.len()) as u32));
//!     if known.is_none() {
//!         texts.push(word.into());
//!     }
//! }
//! let table = SymbolTable::new(texts);
//!
//! let nest = build(Method::Greedy, &string).unwrap().nest;
//! assert_eq!(text::inline(&nest, &table), "init (send recv)^3 done");
//! assert_eq!(
//!     text::print(&nest, &table, &LoopNames::new(&nest)),
//!     r#"init
//! for i0 = 0 to 2              # 1
//!   send
//!   recv
//! done
//! "done"
//! "#
//! );
//! assert_eq!(Stats::new(&nest).coverage, 0.75);
//! assert!(nest.symbols().eq(string));
//! ```
//!
//! The crate does no input or output, never asks for the time, and knows no JavaScript, no colours and no pixels.

pub mod numbers;
pub mod bytes;
pub mod small_sort;
mod sparse_bit_set;
pub mod trace;
pub mod matching;
pub mod clocks;
pub mod waits;
pub mod symbols;
pub mod repeats;
pub mod nest;
pub mod completions;
pub mod variants;
pub mod recognize;
pub mod method;
pub mod elided;
pub mod affine;
pub mod system;
pub mod partners;
pub mod extract;
pub mod skeleton;
pub mod durations;
pub mod timeline;
pub mod whatif;
pub mod event_flow;
pub mod lab;

// Tests name this crate as other crates do.
#[cfg(test)]
extern crate self as loopscope_core;

#[cfg(test)]
mod building;
