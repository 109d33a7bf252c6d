//! Prediction: how often the current loop correctly predicts the next events, for each process of a trace.

mod builder;
mod task;
mod text;

pub use builder::{without_trace, PredictionBuilder, PredictionSettings, MOST_DEPTH, MOST_K};
pub use loopscope_core::recognize::predict::Settings;
pub use loopscope_core::recognize::FunctionModel;
pub(crate) use task::Predict;
pub use text::of;
