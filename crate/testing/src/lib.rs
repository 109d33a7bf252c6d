//! What the tests and benchmarks of several crates share. Crates depend on this one for their tests only.
//!
//! - [`Random`] generates numbers, [`strings`] strings of symbols, [`programs`] parallel programs, [`varying`] those that take
//!   whatever comes first, and [`made`] traces of every format.
//! - [`prv`] says which times the lines of a Paraver trace have.
//! - [`scan`] answers questions to a model by scanning whole traces.
//! - [`perturbed`] rotates and peels the loops of a nest at random.
//! - [`fixtures_below`] reads the files of a fixture that belong together.
//! - [`held`] takes a value of an expected form apart, [`CountingAllocator`] counts the memory in use, [`timing`] processor time.
//! - With the feature `session`, `session` holds files in memory and everything that a session says about one.
//!
//! All generators are deterministic. Only `session` names types of another crate: in unit tests, a crate and the version of
//! it that this one would depend on are two crates with different types.

#![allow(clippy::unwrap_used, clippy::panic)] // a test may fail

mod counting;
mod folder;
pub mod made;
mod perturbed;
pub mod programs;
pub mod prv;
mod random;
pub mod scan;
#[cfg(feature = "session")]
pub mod session;
pub mod strings;
#[cfg(not(target_family = "wasm"))] // which has no processor time
pub mod timing;
pub mod varying;

pub use counting::CountingAllocator;
pub use folder::fixtures_below;
pub use perturbed::{perturbed, Make, PlainNode};
pub use random::Random;

/// What a value of that form holds. It panics with any other value.
#[macro_export]
macro_rules! held {
    ($value:expr, $form:pat => $held:expr) => {
        match $value {
            $form => $held,
            other => panic!("{other:?}"),
        }
    };
}

/// Asserts that a slice ascends strictly.
pub fn assert_sorted<T: Ord + std::fmt::Debug>(items: &[T]) {
    for pair in items.windows(2) {
        assert!(pair[0] < pair[1], "{pair:?}");
    }
}
