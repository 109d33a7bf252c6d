//! What every part of the drawing looks at.

use super::layout::Layout;
use super::row_assignment::RowAssignment;
use super::state::{ModelSource, ModelState};

/// A model that is laid out and about to be drawn.
pub(super) struct Drawn<'a> {
    pub(super) source: &'a ModelSource<'a>,
    pub(super) state: &'a ModelState,
    pub(super) assignment: &'a RowAssignment,
    pub(super) layout: &'a Layout,
}
