//! Which steps of a trace are kept.

use super::super::choices::FlowChoices;

/// The loop whose steps are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ReducedLoop {
    /// In each process the outermost with twelve iterations; that with most calls, if none has so many.
    #[default]
    Main,
    /// The loop of that number in each process.
    Number(u32),
    /// In each process the loop that has most in common with one whose calls these are: there graphs may have other calls, too.
    Like {
        /// The texts of its nodes and of those of the loops inside it, each once, ascending.
        calls: Vec<String>,
        /// How often it runs.
        iterations: u64,
    },
}

/// Which steps are kept.
#[derive(Clone, Debug)]
pub struct ReduceChoices {
    /// How loops are found. Calls that only ask are kept, whatever it says.
    pub flow: FlowChoices,
    /// Which loop they are of.
    pub of: ReducedLoop,
    /// How many steps are kept, at most half of those there are.
    pub steps: u64,
    /// The first of them, from 1: the very first may be a warm-up.
    pub from: u64,
    /// Whether they are spread evenly over the steps from there on. They follow each other otherwise.
    pub spread: bool,
    /// Whether all iterations of the longest visit are steps. Those that differ from the others are none otherwise.
    pub irregular: bool,
}

impl Default for ReduceChoices {
    /// Ten steps of the main loop from the third on.
    fn default() -> Self {
        let (flow, of) = (FlowChoices::default(), ReducedLoop::Main);
        Self { flow, of, steps: 10, from: 3, spread: false, irregular: false }
    }
}
