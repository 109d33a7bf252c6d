//! The parts of one process.

use crate::nest::Nest;

/// One process, cut in the same iterations as all others.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    pub(super) before: Nest,
    pub(super) bodies: Vec<Nest>,
    pub(super) after: Nest,
}
