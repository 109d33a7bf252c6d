//! Which send belongs to which receive, and who takes part in which collective operation: with their times.
//!
//! Messages are matched as MPI matches them: on each channel (source, destination, tag), the n-th message sent is the n-th
//! for which a receive is *posted*. [`Tracker`] leads from the call that completes a receive to the one that posted it. The
//! n-th operations on a group belong together, since every process calls them in the same order.
//!
//! [`Matcher`] walks a trace once, in slices, and makes a [`Matching`]: what clocks, waits and replays need. All times are in
//! nanoseconds of the clock of the process, as recorded.

mod matcher;
mod messages;
mod role;
mod tracker;
mod walk;

pub use matcher::Matcher;
pub use messages::{ChannelMessages, Matching, Operation, ProcessEnds, ReceiveEnd, SendEnd, UNKNOWN};
pub use role::{base_name, is_same_function, Role};
pub use tracker::{Channel, Effect, Tracker};
pub(crate) use walk::nanoseconds;
pub use walk::{Step, Walk};
