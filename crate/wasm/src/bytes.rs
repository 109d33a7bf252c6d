//! The bytes of dropped files.
//!
//! The engine asks for bytes in the middle of its work, so that decompression and reading need no state machine around
//! every byte. Where they come from and what is fetched ahead is the worker's business (`web/worker/files.ts`).

use std::io;

use loopscope_session::open::ReadAt;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = "
/** The bytes of a file: `read` copies those from `offset` on and says how many; 0 at the end only. */
export interface ByteSource { readonly size: number; read(offset: number, into: Uint8Array): number }
/** A file as it was dropped: its path within what was dropped, and its bytes. */
export interface DroppedFile { path: string; bytes: ByteSource }
";

#[wasm_bindgen]
extern "C" {
    /// The bytes of a file, which the worker fetches.
    #[wasm_bindgen(typescript_type = "ByteSource")]
    pub type ByteSource;

    #[wasm_bindgen(method, getter)]
    fn size(this: &ByteSource) -> f64;

    #[wasm_bindgen(method, catch)]
    fn read(this: &ByteSource, offset: f64, into: &mut [u8]) -> Result<u32, JsValue>;
}

/// A file that the worker fetches.
pub(crate) struct Dropped {
    source: ByteSource,
    size: u64,
}

impl Dropped {
    /// The file behind that source.
    pub(crate) fn new(source: ByteSource) -> Self {
        Self { size: source.size() as u64, source }
    }
}

impl ReadAt for Dropped {
    fn len(&self) -> u64 {
        self.size
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(offset as f64, buffer);
        count
            .map(|count| count as usize)
            .map_err(|_| io::Error::other("the file can no longer be read; was it moved or changed?"))
    }
}
