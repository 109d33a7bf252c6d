//! The order in which receives complete: taken out of a string where it varies by chance, and put back.
//!
//! A process that waits for whichever message comes first (`MPI_Waitany`, receives from any source) records another order
//! in each iteration, and no loop is left. [`arrange`] writes the receives of such runs in one order, so that the loop is
//! found; [`Orders`] keeps how they were recorded, and [`Recorded`] gives the recorded string again.
//!
//! **A permutation of a run of receives leaves happens-before between all other events as it was**: what is before the
//! run, and the sends of all its messages, are before what is after it, in any order. Messages of one channel are equal
//! symbols and never pass each other. `runs` says what a run is, `orders` has the rule, and `rounds` the one for runs of
//! several messages from everybody.
//!
//! The idea is that of Ketterlin 2011, section V-B: quantities leave the structure and are found again by position.

mod blocks;
mod calls;
mod orders;
mod recorded;
mod rounds;
mod runs;
mod varies;

#[cfg(test)]
pub(crate) mod naive;
#[cfg(test)]
mod tests;

pub use blocks::Blocks;
pub use calls::{first_come_calls, BETWEEN_CALLS};
pub(crate) use orders::is_regular;
pub use orders::{arrange, Arranged, Order, Orders};
pub use recorded::Recorded;
pub use runs::{Role, Roles};
