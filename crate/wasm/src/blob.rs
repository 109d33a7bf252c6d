//! The bytes of dropped files, fetched on demand.
//!
//! Workers may read blobs synchronously, so decompression and readers need no state machine around each byte. The cost is
//! in the call and not in the bytes, which come from another process of the browser: in Chromium, pieces of 1 MiB come at
//! a quarter of the speed of pieces of 8 MiB, slower than the readers turn them into events. So if a file is read in
//! order, the pieces are large. They stay with the browser and are copied once, to where they are needed. Only one piece
//! of all files is held at a time.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use js_sys::Uint8Array;
use loopscope_session::open::ReadAt;
use wasm_bindgen::JsError;
use web_sys::{Blob, FileReaderSync};

/// Bytes fetched at the first read and after a jump: enough for all of most files, and not too many of a file that is no
/// trace.
const FIRST: u64 = 4 << 20;

/// Bytes fetched when reading goes on in order.
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
    /// The number of the file, in order of creation.
    file: usize,
    start: u64,
    end: u64,
    bytes: Uint8Array,
    /// The number of files.
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
            // Drop the old piece before the new one is fetched.
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
