//! The bytes of dropped files, read when they are needed.
//!
//! Workers may read blobs synchronously, so that decompression and reading need no state machine around every
//! byte. What that costs is the call and not the bytes: they come from another process of the browser, and in
//! Chromium pieces of 1 MiB came at a quarter of the speed of pieces of 8 MiB, slower than they are made events of. Where a file
//! is read straight on, the pieces are therefore large. They stay with the browser and are copied once,
//! to where they are wanted; of all files together one piece is held.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use js_sys::Uint8Array;
use loopscope_session::open::ReadAt;
use wasm_bindgen::JsError;
use web_sys::{Blob, FileReaderSync};

/// Bytes fetched where reading begins or goes elsewhere: all of most files, and not too many of one that is no trace.
const FIRST: u64 = 4 << 20;

/// Bytes fetched where it goes on.
const NEXT: u64 = 8 << 20;

/// Fetches pieces of files and holds the last one.
#[derive(Clone)]
pub(crate) struct Fetcher {
    reader: FileReaderSync,
    window: Rc<RefCell<Window>>,
}

/// A piece of a file.
#[derive(Default)]
struct Window {
    /// Which file; they are numbered as they come.
    file: usize,
    start: u64,
    end: u64,
    bytes: Uint8Array,
    /// Files that were numbered.
    files: usize,
}

impl Fetcher {
    /// Nothing is fetched yet.
    pub(crate) fn new() -> Result<Fetcher, JsError> {
        let reader = FileReaderSync::new()
            .map_err(|_| JsError::new("files can be read in a worker only"))?;
        Ok(Fetcher { reader, window: Rc::default() })
    }

    /// The bytes of a blob.
    pub(crate) fn bytes_of(&self, blob: Blob) -> BlobBytes {
        let mut window = self.window.borrow_mut();
        window.files += 1;
        let len = blob.size() as u64;
        BlobBytes { file: window.files, blob, len, fetcher: self.clone() }
    }
}

/// A blob that is read piece by piece.
pub(crate) struct BlobBytes {
    file: usize,
    blob: Blob,
    len: u64,
    fetcher: Fetcher,
}

impl BlobBytes {
    fn fetch(&self, start: u64, end: u64) -> io::Result<Uint8Array> {
        let gone = |_| io::Error::other("the file can no longer be read; was it moved or changed?");
        let part = self.blob.slice_with_f64_and_f64(start as f64, end as f64).map_err(gone)?;
        let buffer = self.fetcher.reader.read_as_array_buffer(&part).map_err(gone)?;
        Ok(Uint8Array::new(&buffer))
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
        let mut window = self.fetcher.window.borrow_mut();
        let same = window.file == self.file;
        if !same || offset < window.start || offset >= window.end {
            let size = if same && offset == window.end { NEXT } else { FIRST };
            let end = self.len.min(offset + size);
            // The old piece goes before the new one comes.
            window.file = 0;
            window.bytes = Uint8Array::default();
            window.bytes = self.fetch(offset, end)?;
            (window.file, window.start) = (self.file, offset);
            window.end = offset + u64::from(window.bytes.length());
        }
        let begin = (offset - window.start) as u32;
        let count = (window.end - offset).min(buffer.len() as u64) as usize;
        let part = window.bytes.subarray(begin, begin + count as u32);
        part.copy_to(&mut buffer[..count]);
        Ok(count)
    }
}
