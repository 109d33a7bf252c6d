//! What tests and benchmarks of several crates share. No crate depends on this one but for its tests.
//!
//! - [`strings`] generates strings of symbols, [`programs`] parallel programs, and [`made`] traces of every format.
//! - [`perturbed`] begins the loops of a nest elsewhere.
//! - [`CountingAllocator`] counts the memory in use.
//! - With the feature `session`, `session` holds files in memory and everything that a session says about one.
//!
//! All generators are deterministic. Nothing here names a type of another crate but for `session`: the unit tests of
//! the crates that use it would see two versions of their own types.

#![allow(clippy::unwrap_used, clippy::panic)] // a test may fail

mod counting;
pub mod made;
mod perturbed;
pub mod programs;
#[cfg(feature = "session")]
pub mod session;
pub mod strings;

pub use counting::CountingAllocator;
pub use perturbed::{perturbed, Make, PlainNode};

/// Asserts that a slice ascends strictly.
pub fn assert_sorted<T: Ord + std::fmt::Debug>(items: &[T]) {
    for pair in items.windows(2) {
        assert!(pair[0] < pair[1], "{pair:?}");
    }
}
