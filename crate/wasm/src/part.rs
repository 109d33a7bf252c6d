//! Reads one file in a worker of its own, for the session in another worker.

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
    /// Begins to read a file; `step` does the work. If it is a table, `columns` says what its columns are.
    #[wasm_bindgen(constructor)]
    pub fn new(path: &str, bytes: ByteSource, columns: JsColumns) -> Result<Self, JsError> {
        let data = std::rc::Rc::new(Dropped::new(bytes));
        let mut inner = PartReading::new(path, data, Limits::default());
        read_columns(columns)?.into_iter().for_each(|mapping| inner.choose_columns(mapping));
        Ok(Self { inner })
    }

    /// Does a slice of the work; returns whether it was the last.
    pub fn step(&mut self) -> bool {
        self.inner.step(SLICE)
    }

    /// Bytes of the file that are read.
    #[wasm_bindgen(getter)]
    pub fn bytes(&self) -> f64 {
        self.inner.progress().0 as f64
    }

    /// Events found so far.
    #[wasm_bindgen(getter)]
    pub fn events(&self) -> f64 {
        self.inner.progress().1 as f64
    }

    /// The result, for `givePart` of the session's engine; nothing if the session has to read the file itself.
    pub fn take(&mut self) -> Option<Vec<u8>> {
        self.inner.take()
    }
}
