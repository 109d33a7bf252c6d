//! Whether the clocks of the processes agree, and how to set them right.
//!
//! No message arrives before it is sent, and nobody leaves a barrier before the last process enters it. Where the times of
//! a trace say otherwise, its clocks differ. They are corrected as little as needed, in this order:
//!
//! 1. **As recorded**, if nothing is violated.
//! 2. **Offsets**: a constant for each process ([`Pairs::offsets`]). Each ordered pair of processes keeps the least
//!    difference between receiving and sending; the constants that leave the largest margin are shortest paths.
//! 3. **Drift**, only if no offsets do: a constant and a rate for each process.
//! 4. **The logical clock**, only for what is still violated: a receive is moved behind its send, and what follows
//!    with it.
//!
//! [`Clocks::align`] finds the method that is just enough. All of this is in integers, so the result is the same everywhere.
//!
//! Sources: Duda, Harrus, Haddad and Bernard, "Estimating Global Time in Distributed Systems" (ICDCS 1987), for pairs;
//! Karp, "A Characterization of the Minimum Cycle Mean in a Digraph" (Discrete Mathematics 1978), for the margin; Becker,
//! Rabenseifner and Wolf, "Implications of non-constant clock drifts for the timestamps of concurrent events" (Cluster
//! 2008), for the logical clock.

mod align;
mod beyond;
mod drift;
mod logical;
mod offsets;
mod orders;

pub use align::{Clock, Clocks, Method, Violations};
pub use drift::Line;
pub use offsets::{Offsets, Pairs};
pub use orders::{orders, Collective, Needs, Order, Orders};
