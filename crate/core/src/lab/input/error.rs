//! What is said about an input that cannot be stepped through.

use std::fmt;

use crate::lab::station::Station;

/// An input that cannot be stepped through: what is wrong, what was found, what was expected, and what to do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabError {
    /// What is wrong, with its place.
    pub what: String,
    /// What was found.
    pub found: String,
    /// What was expected.
    pub expected: String,
    /// What to do.
    pub remedy: String,
}

impl fmt::Display for LabError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; found {}, expected {}; {}", self.what, self.found, self.expected, self.remedy)
    }
}

impl std::error::Error for LabError {}

impl LabError {
    pub(in crate::lab) fn new(what: String, found: impl Into<String>, expected: impl Into<String>) -> Self {
        let remedy = "change the input".to_owned();
        Self { what, found: found.into(), expected: expected.into(), remedy }
    }

    pub(in crate::lab) fn waits_for_ever() -> Self {
        let what = "some processes of this program wait for ever".to_owned();
        Self::new(what, "receives in a circle", "each message sent before somebody needs it")
    }

    pub(in crate::lab) fn other_input(station: Station) -> Self {
        let what = format!("this input belongs to another station than {}", station.title());
        Self::new(what, "another kind of input", "that of the station")
    }
}
