//! A compressed trace among the files of an opening.

use std::io::{self, Read};
use std::rc::Rc;

use loopscope_core::trace::BuildError;
use loopscope_formats::notes::Note;
use loopscope_formats::{native, FORMATS};

use super::choose::Sort;
use super::opening::{Leaf, Opening};
use super::source::{Content, ReadAt, Stream};
use crate::compressed::load::Loading;
use crate::compressed::Compressed;

/// Items that stand for a byte of an opening's budget: to load one takes about as long as to read some
/// bytes of text.
const BYTES_PER_ITEM: usize = 8;

/// How far a compressed trace is.
pub(super) enum Stage {
    /// It comes as a stream, and is read at any place only when all of it is there.
    Collecting(Stream, Vec<u8>),
    Loading(Box<Loading>),
}

impl Opening {
    /// Begins to read a compressed trace.
    pub(super) fn open_compressed(
        &mut self,
        head: Vec<u8>,
        stream: Stream,
        path: String,
        whole_file: bool,
    ) {
        if self.is_left_out(&path, Sort::COMPRESSED) {
            return;
        }
        let file = self.next.checked_sub(1).and_then(|at| self.files.get(at));
        match file.map(|file| &file.data) {
            Some(Content::Random(data)) if whole_file => self.begin_loading(data.clone(), path),
            _ => {
                let stream: Stream = Box::new(io::Cursor::new(head).chain(stream));
                let stage = Stage::Collecting(stream, Vec::new());
                self.leaf = Some(Leaf::Compressed { stage, path });
            }
        }
    }

    fn begin_loading(&mut self, data: Rc<dyn ReadAt>, path: String) {
        self.notes.begin_file(&path);
        let file = match Compressed::open(&path, data) {
            Ok(file) => file,
            Err(note) => return self.refuse(note),
        };
        let (kept, limit) = (file.kept_bytes(), self.limits.kept);
        if kept > limit && !self.giving {
            return self.refuse(Note::from_build(&BuildError::TooLarge { kept, limit }, &path));
        }
        let stage = Stage::Loading(Box::new(Loading::new(file, &path)));
        self.leaf = Some(Leaf::Compressed { stage, path });
    }

    /// Reads a part of the current file, which is a compressed trace.
    pub(super) fn read_compressed(&mut self, budget: &mut usize) {
        let Some(Leaf::Compressed { mut stage, path }) = self.leaf.take() else { return };
        match &mut stage {
            Stage::Collecting(stream, bytes) => match stream.read(&mut self.buffer) {
                Ok(0) => {
                    let bytes = std::mem::take(bytes);
                    return self.begin_loading(Rc::new(bytes), path);
                }
                Ok(count) => {
                    *budget = budget.saturating_sub(count);
                    bytes.extend_from_slice(self.buffer.get(..count).unwrap_or_default());
                    if bytes.len() as u64 > self.limits.kept {
                        let (kept, limit) = (bytes.len() as u64, self.limits.kept);
                        return self.refuse(Note::from_build(
                            &BuildError::TooLarge { kept, limit },
                            &path,
                        ));
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    let faults = self.faults.inside(&path, self.archives.len());
                    return self.fail(error, &faults);
                }
            },
            Stage::Loading(loading) => {
                let items = (*budget / BYTES_PER_ITEM).clamp(1024, 1 << 18);
                let done = loading.step(items, &mut self.trace);
                *budget = budget.saturating_sub(items * BYTES_PER_ITEM);
                let file = self.next.checked_sub(1).and_then(|at| self.files.get(at));
                if let (Some(Content::Random(data)), true) =
                    (file.map(|file| &file.data), self.archives.is_empty())
                {
                    let read = data.len() as f64 * loading.share();
                    self.reached.set(self.reached.get().max(read as u64));
                }
                match done {
                    Err(note) => return self.refuse(note),
                    Ok(true) => {
                        let format =
                            FORMATS.iter().find(|format| format.name == loading.file().format());
                        self.trace.end_source();
                        self.used.push((path, format.copied().unwrap_or(&native::FORMAT)));
                        self.progress.files_done += 1;
                        return;
                    }
                    Ok(false) => {}
                }
            }
        }
        self.leaf = Some(Leaf::Compressed { stage, path });
    }
}
