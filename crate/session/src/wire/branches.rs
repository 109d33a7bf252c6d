//! What the flow graph of a process says of its loop of several variants.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use tsify::Tsify;

/// What the flow graph of a process says of its loop of several variants.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FlowVariants {
    /// The smallest loop of the graph that holds the most frequent variant, by its name without the F; 0 for none.
    pub flow: u32,
    /// Of each iteration of that loop its variant, from 1 on; 0 for one that is in none. The first 65,536.
    pub of: Vec<u32>,
    /// How often each variant comes.
    pub times: Vec<f64>,
    /// The calls that most iterations of one variant make more often than those of another, by their place in the graph.
    pub calls: Vec<FlowVariantCall>,
    /// Whether there are more such calls.
    pub is_cut: bool,
}

/// A call that tells variants apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FlowVariantCall {
    /// Its node.
    pub node: u32,
    /// What it is.
    pub text: String,
    /// How often most iterations of each variant make it, in words; of the first twelve variants.
    pub times: Vec<String>,
}
