//! The bytes of a dropped file, read when they are needed.

use std::cell::RefCell;
use std::io;

use js_sys::Uint8Array;
use loopscope_session::open::ReadAt;
use wasm_bindgen::JsError;
use web_sys::{Blob, FileReaderSync};

/// Bytes fetched at once: a call into the browser costs as much as copying some 100 KB.
const WINDOW: u64 = 1 << 20;

/// A blob that is read in windows, synchronously: workers may do that, so that decompression and
/// reading need no state machine around every byte.
pub(crate) struct BlobBytes {
    blob: Blob,
    reader: FileReaderSync,
    len: u64,
    window: RefCell<(u64, Vec<u8>)>,
}

impl BlobBytes {
    /// The bytes of a blob.
    pub(crate) fn new(blob: Blob) -> Result<BlobBytes, JsError> {
        let reader = FileReaderSync::new()
            .map_err(|_| JsError::new("files can be read in a worker only"))?;
        let len = blob.size() as u64;
        Ok(BlobBytes { blob, reader, len, window: RefCell::new((0, Vec::new())) })
    }

    /// Fetches the window that holds `offset`.
    fn fetch(&self, offset: u64) -> io::Result<Vec<u8>> {
        let gone = |_| io::Error::other("the file can no longer be read; was it moved or changed?");
        let end = (offset + WINDOW).min(self.len);
        let part = self.blob.slice_with_f64_and_f64(offset as f64, end as f64).map_err(gone)?;
        let buffer = self.reader.read_as_array_buffer(&part).map_err(gone)?;
        Ok(Uint8Array::new(&buffer).to_vec())
    }
}

impl ReadAt for BlobBytes {
    fn len(&self) -> u64 {
        self.len
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        if offset >= self.len || buffer.is_empty() {
            return Ok(0);
        }
        let mut window = self.window.borrow_mut();
        let (start, bytes) = &mut *window;
        if offset < *start || offset >= *start + bytes.len() as u64 {
            (*start, *bytes) = (offset, self.fetch(offset)?);
        }
        let rest = bytes.get((offset - *start) as usize..).unwrap_or(&[]);
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        Ok(count)
    }
}
