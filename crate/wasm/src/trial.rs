//! A string and a method, to be timed by the worker: where the paper's table and the benchmarks come in.

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
    /// The string of a row of the paper's table 3, of that length if one is given. Nothing if there is no such row.
    #[wasm_bindgen(js_name = ofRow)]
    pub fn of_row(row: u32, length: Option<u32>) -> Option<Trial> {
        let inner = Inner::of_row(row as usize, length.map(|length| length as usize))?;
        Some(Trial { inner })
    }

    /// A string of one's own.
    #[wasm_bindgen(js_name = ofSymbols)]
    pub fn of_symbols(symbols: Vec<u32>) -> Trial {
        Trial { inner: Inner::of_symbols(symbols.into_iter().map(Symbol).collect()) }
    }

    /// Builds the nest once. This is what to time.
    pub fn run(&mut self, method: &str) -> Result<(), JsError> {
        let method = Method::from_name(method).ok_or_else(|| JsError::new(method))?;
        self.inner.run(method).map_err(JsError::from)
    }

    /// What the last run came to.
    pub fn figures(&self) -> Result<JsFigures, JsError> {
        let figures = self.inner.figures().ok_or_else(|| JsError::new("nothing was run"))?;
        Ok(write(&figures)?.unchecked_into())
    }
}
