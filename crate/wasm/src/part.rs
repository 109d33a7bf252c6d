//! One file, read in a worker of its own for the session in another.

use loopscope_session::open::part::PartReading;
use loopscope_session::open::Limits;
use wasm_bindgen::prelude::*;

use crate::bytes::{ByteSource, Dropped};
use crate::{read_columns, JsColumns};

/// Bytes read in a slice: less than the worker's files hold ready before each (`web/worker/files.ts`).
const SLICE: usize = 1 << 20;

/// A file that is being read.
#[wasm_bindgen]
pub struct Part {
    inner: PartReading,
}

#[wasm_bindgen]
impl Part {
    /// A reading of that file, a table as its user says; `step` does the work.
    #[wasm_bindgen(constructor)]
    pub fn new(path: &str, bytes: ByteSource, columns: JsColumns) -> Result<Part, JsError> {
        let data = std::rc::Rc::new(Dropped::new(bytes));
        let mut inner = PartReading::new(path, data, Limits::default());
        read_columns(columns)?.into_iter().for_each(|mapping| inner.choose_columns(mapping));
        Ok(Part { inner })
    }

    /// Does a slice of the work; whether that was all.
    pub fn step(&mut self) -> bool {
        self.inner.step(SLICE)
    }

    /// Bytes of the file that were read.
    #[wasm_bindgen(getter)]
    pub fn bytes(&self) -> f64 {
        self.inner.progress().0 as f64
    }

    /// Events found.
    #[wasm_bindgen(getter)]
    pub fn events(&self) -> f64 {
        self.inner.progress().1 as f64
    }

    /// What came of it: for `givePart` of the session's engine. Nothing if it is to be read there.
    pub fn take(&mut self) -> Option<Vec<u8>> {
        self.inner.take()
    }
}
