//! Processes that take messages from whoever comes first and answer: hubs, partner by partner.
//!
//! A master that answers has no runs of receives ([`completions`](crate::completions)): which worker is next decides what it sends.
//! Its order is part of what happened, so no loop is left in it. Two readings take the partner out, and keep it beside:
//!
//! - [`any_partner`] writes a process with `*` for the partner of a receive that comes from anybody, and with `<` for that of the
//!   last one. [`Peers`] keeps who it was, and gives the recorded lines again.
//! - [`split`] reads a hub as several processes, one for each partner, each with the events of that partner and with all collectives,
//!   where they meet as one. All processes are merged as always then, so each worker has its loop. [`Turns`] keeps whose turn
//!   it was, [`Split::lines`] gives the recorded events again, and [`text`] writes workers that do the same once.
//!
//! A split is exact if each event of the hub has one partner or is a collective. It does not say that one worker was served
//! before another.
//!
//! The idea is that of Ketterlin 2011, section V-B: quantities leave the structure and are found again by position.
//!
//! Cost: linear in the events of hubs, and in their partners times their collectives; then that of a merge. Processes whose loops have
//! three quarters of their events are not looked at.

mod any;
mod classes;
mod line;
mod rename;
mod split;
pub mod text;
mod turns;

#[cfg(test)]
mod naive;
#[cfg(test)]
mod tests;

pub use any::{any_partner, AnyPartner, Peers};
pub use classes::MainRow;
pub use split::{split, Split, Which};
pub use turns::Turns;

/// A process whose loops have this share of its events is read as it is. With four workers, loops of chance have two thirds.
pub const ENOUGH: f64 = 0.75;
/// The least share that the loops must have when the partners are taken out.
pub const LEAST_COVERAGE: f64 = 0.8;
/// The least partners of a hub, and the least sources of a receive from anybody.
const LEAST_PARTNERS: usize = 3;
/// The most events of a process that is looked at.
pub const LONGEST: u64 = 1 << 23;
