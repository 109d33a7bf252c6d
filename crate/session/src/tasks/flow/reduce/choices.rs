//! Which steps of a trace are kept.

use super::super::choices::FlowChoices;

/// The loop whose steps are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ReducedLoop {
    /// In each process the outermost with twelve iterations.
    #[default]
    Main,
    /// The loop of that number in each process.
    Number(u32),
    /// The loop with a header of that text: of those with this header the one at that place, outer ones first.
    Header {
        /// The text of the header.
        text: String,
        /// The place, from 0.
        place: usize,
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
}

impl Default for ReduceChoices {
    /// Ten steps of the main loop from the third on.
    fn default() -> ReduceChoices {
        let (flow, of) = (FlowChoices::default(), ReducedLoop::Main);
        ReduceChoices { flow, of, steps: 10, from: 3, spread: false }
    }
}
