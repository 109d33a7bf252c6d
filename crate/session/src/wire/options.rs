//! The options of an analysis: as the page asks for them, and as they are in force.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use tsify::Tsify;

use loopscope_core::method::Method;
use loopscope_core::symbols::Locals;
use loopscope_core::trace::View;

/// The options of an analysis. The page merges the names of a link into them, so in TypeScript all names are strings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ChosenOptions {
    /// Name of the method. A file of nests may name one of another program.
    pub method: String,
    /// The K of loop recognition, if that is the method.
    pub k: Option<u32>,
    /// Which items the trace is read as.
    #[cfg_attr(feature = "typescript", tsify(type = "string"))]
    pub view: ViewName,
    /// Names of the fields in which equal items agree. A file of nests may name other fields.
    pub signature: Vec<String>,
    /// What happens to local events.
    #[cfg_attr(feature = "typescript", tsify(type = "string"))]
    pub locals: LocalEvents,
    /// In which order receives are written that take whatever comes first: `auto` or `recorded`.
    pub order: String,
}

/// The options that a user asks for. What is missing is chosen to suit the trace.
///
/// The names come from a link or from a control of the page. They are strings, because an unknown one gets an answer that
/// lists the known ones.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct OptionsRequest {
    /// Name of the method.
    pub method: Option<String>,
    /// The K of loop recognition.
    pub k: Option<u32>,
    /// Name of the view.
    pub view: Option<String>,
    /// Names of the fields in which equal items agree.
    pub signature: Option<Vec<String>>,
    /// `keep` or `drop`.
    pub locals: Option<String>,
    /// `auto` or `recorded`.
    pub order: Option<String>,
    /// The key of one of several traces in what is opened.
    pub only: Option<String>,
    /// Whether to ignore options that the trace does not have, instead of refusing them. Missing means no.
    pub lenient: Option<bool>,
    /// Whether the user says that texts in no known format are lists of symbols.
    pub words: Option<bool>,
}

/// A view, and whether the trace has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ViewChoice {
    /// Its name.
    pub view: ViewName,
    /// Whether the trace has it.
    pub available: bool,
    /// If not: why, in words. Else empty.
    pub reason: String,
}

/// A view: which items a trace is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ViewName {
    /// The calls of each process.
    Calls,
    /// Sends, receives, collectives and local events.
    Communication,
    /// Tuples of numbers.
    Values,
}

impl From<View> for ViewName {
    fn from(view: View) -> Self {
        match view {
            View::Calls => Self::Calls,
            View::Communication => Self::Communication,
            View::Values => Self::Values,
        }
    }
}

/// What happens to local events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum LocalEvents {
    /// They are items like all others.
    Keep,
    /// They are left out.
    Drop,
}

impl From<Locals> for LocalEvents {
    fn from(locals: Locals) -> Self {
        match locals {
            Locals::Keep => Self::Keep,
            Locals::Drop => Self::Drop,
        }
    }
}

/// A method that finds loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum MethodName {
    /// From the outside in.
    Optimal,
    /// From the inside out.
    Greedy,
    /// The nest with the fewest items.
    Smallest,
    /// Nested loop recognition.
    Nlr,
}

impl MethodName {
    /// The name as users write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Optimal => "optimal",
            Self::Greedy => "greedy",
            Self::Smallest => "smallest",
            Self::Nlr => "nlr",
        }
    }
}

impl From<Method> for MethodName {
    fn from(method: Method) -> Self {
        match method {
            Method::Optimal => Self::Optimal,
            Method::Greedy => Self::Greedy,
            Method::Smallest => Self::Smallest,
            Method::Nlr { .. } => Self::Nlr,
        }
    }
}
