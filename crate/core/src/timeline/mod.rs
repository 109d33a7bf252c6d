//! Where the time is: for each process how much of any stretch of time it computes, is in calls and waits, and which calls
//! it makes then.
//!
//! A picture of time asks for a stretch and a number of columns, again and again while it is zoomed. So the waits are found
//! once, by [`Indexing`], which walks all calls in slices and keeps of each its wait and what kind of call it is, both packed:
//! about two bytes a call. For every [`BLOCK`](crate::trace::TIMES_BLOCK) calls [`Timeline`] keeps when the first begins and how long
//! the process had computed and waited until then. [`Timeline::columns`] answers from these blocks where many of them share
//! a column, and unpacks only those that are wider than [`WIDE`] columns: O(columns + calls of such blocks). A block that is not
//! unpacked spreads its parts evenly over its time, so no column is wrong by more than what `WIDE` columns hold, and the sums over
//! all columns are exact wherever the stretch ends between blocks.
//!
//! Where waits take long to find, [`Drafting`] makes a timeline without them in one walk.
//!
//! All times are in nanoseconds after the correction of the clocks.

mod boxes;
mod columns;
mod find;
mod index;
mod line;
mod messages;
mod opened;
#[cfg(test)]
mod tests;

pub use boxes::{boxes, iteration_span, largest_loop, LoopBox, LoopPlace};
pub use columns::{Edges, WIDE};
pub use find::places_at;
pub use index::{Drafting, Indexing};
pub use line::{Call, Timeline};
pub use messages::{messages, Message};
pub use opened::Share;
