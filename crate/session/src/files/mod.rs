//! JSON documents: nests and models, which open again, and comparisons and predictions, for scripts.

pub mod comparison;
mod elided;
pub(crate) mod exact;
pub(crate) mod json_error;
pub mod model;
pub mod nests;
mod nodes;
mod orders;
mod partners;
pub mod prediction;
mod sizes;
mod symbol_nodes;
mod tuples;
#[cfg(feature = "variants")]
mod variants;
