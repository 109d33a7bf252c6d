//! Runs a method on a string, for the worker to time: used by the paper's table and the benchmarks.

use loopscope_session::measure::Trial as Inner;
use loopscope_session::measure::{Method, Symbol};
use wasm_bindgen::prelude::*;

use crate::write;

#[wasm_bindgen]
extern "C" {
    /// A [`TrialFigures`](loopscope_session::wire::TrialFigures).
    #[wasm_bindgen(typescript_type = "TrialFigures")]
    pub type JsFigures;
}

/// A string on which methods are tried.
#[wasm_bindgen]
pub struct Trial {
    inner: Inner,
}

#[wasm_bindgen]
impl Trial {
    /// The string of a row of the paper's table 3; if a length is given, repeated or cut to it. Nothing if there is no such
    /// row.
    #[wasm_bindgen(js_name = ofRow)]
    pub fn of_row(row: u32, length: Option<u32>) -> Option<Self> {
        let inner = Inner::of_row(row as usize, length.map(|length| length as usize))?;
        Some(Self { inner })
    }

    /// Any other string.
    #[wasm_bindgen(js_name = ofSymbols)]
    pub fn of_symbols(symbols: Vec<u32>) -> Self {
        Self { inner: Inner::of_symbols(symbols.into_iter().map(Symbol).collect()) }
    }

    /// Builds the nest once. This is the call to time.
    pub fn run(&mut self, method: &str) -> Result<(), JsError> {
        let method = Method::from_name(method).ok_or_else(|| JsError::new(method))?;
        self.inner.run(method).map_err(JsError::from)
    }

    /// The figures of the last run.
    pub fn figures(&self) -> Result<JsFigures, JsError> {
        let figures = self.inner.figures().ok_or_else(|| JsError::new("nothing was run"))?;
        Ok(write(&figures)?.unchecked_into())
    }
}
