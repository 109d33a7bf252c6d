//! The methods side by side: what each makes of one process, and where their nests differ.

mod builder;
mod figures;
mod places;
mod task;
mod text;

pub use builder::{without_trace, ComparisonBuilder, Outcome};
pub(crate) use task::{CompareMethods, Comparisons};
pub use text::of;
