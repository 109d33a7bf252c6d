//! Formats whose traces consist of several files: one driver for all of them.
//!
//! Such a format has three parts:
//!
//! 1. [`TraceFiles`] takes the bytes of all files, in any order, and keeps what they say.
//!    A format whose files are each read alone implements [`TraceFile`] and uses [`FileList`].
//! 2. When all files are read, they become a [`ProcessSource`]: the processes of the trace, ready to be converted.
//! 3. The source hands out one converter for each process, which writes the events of that process in slices of
//!    some milliseconds.
//!
//! [`Assembler`] drives these parts as a [`Collection`]. Every process goes into the trace between
//! [`TraceBuilder::begin_source`] and [`TraceBuilder::end_source`]; the source does the former, the assembler the latter.

use std::marker::PhantomData;

use loopscope_core::trace::TraceBuilder;

use crate::format::{Collection, FileInfo, FileSet};
use crate::notes::{Note, Notes};

/// Events that a converter writes in one slice: some milliseconds of work.
pub(crate) const SLICE: usize = 50_000;

/// The files of a trace while they are read, and what they become.
pub(crate) trait TraceFiles: FileSet {
    /// The processes of the trace.
    type Source: ProcessSource;

    /// All files are read: the processes that they hold. Called once; the files give up what they kept.
    ///
    /// # Errors
    /// The note that says why there is no trace.
    fn assemble(&mut self, trace: &mut TraceBuilder, notes: &mut Notes) -> Result<Self::Source, Note>;
}

/// The processes of a trace on their way into it, one after the other.
pub(crate) trait ProcessSource {
    /// One process that is being converted.
    type Converter;

    /// Begins the next process: its source, its notes, its place in the trace. `None` if all are converted.
    ///
    /// # Errors
    /// The note that says why there is no trace.
    fn next_process(&mut self, trace: &mut TraceBuilder, notes: &mut Notes) -> Result<Option<Self::Converter>, Note>;

    /// Writes the next events of a process, at most about [`SLICE`] of them. Whether those were the last.
    ///
    /// # Errors
    /// The note that says why there is no trace.
    fn convert(
        &mut self,
        converter: &mut Self::Converter,
        trace: &mut TraceBuilder,
        notes: &mut Notes,
    ) -> Result<bool, Note>;

    /// All processes are converted: notes on the trace as a whole.
    fn finish(&mut self, trace: &TraceBuilder, notes: &mut Notes) {
        let _ = (trace, notes);
    }

    /// Bytes that are kept of the processes that are not converted yet.
    fn kept_bytes(&self) -> u64 {
        0
    }
}

/// Makes a trace of the files of a format: reads them, then converts one process after the other.
pub(crate) struct Assembler<F: TraceFiles> {
    files: F,
    /// The processes, once all files are read.
    source: Option<F::Source>,
    /// The process that is being converted.
    current: Option<<F::Source as ProcessSource>::Converter>,
}

impl<F: TraceFiles + Default> Default for Assembler<F> {
    fn default() -> Self {
        Self { files: F::default(), source: None, current: None }
    }
}

impl<F: TraceFiles> FileSet for Assembler<F> {
    fn begin(&mut self, file: &FileInfo) {
        self.files.begin(file);
    }

    fn read(&mut self, chunk: &[u8]) {
        self.files.read(chunk);
    }

    fn finish(&mut self) -> Result<(), Note> {
        self.files.finish()
    }

    fn abandon(&mut self) {
        self.files.abandon();
    }

    fn export_file(&mut self) -> Option<Vec<u8>> {
        self.files.export_file()
    }

    fn import_file(&mut self, file: &FileInfo, bytes: &[u8]) -> bool {
        self.files.import_file(file, bytes)
    }

    fn kept_bytes(&self) -> u64 {
        self.files.kept_bytes() + self.source.as_ref().map_or(0, ProcessSource::kept_bytes)
    }

    fn events(&self) -> u64 {
        self.files.events()
    }
}

impl<F: TraceFiles> Collection for Assembler<F> {
    fn build(&mut self, trace: &mut TraceBuilder, notes: &mut Notes) -> Result<bool, Note> {
        let source = match &mut self.source {
            Some(source) => source,
            None => self.source.insert(self.files.assemble(trace, notes)?),
        };
        let Some(mut converter) = self.current.take() else {
            self.current = source.next_process(trace, notes)?;
            if self.current.is_none() {
                source.finish(trace, notes);
            }
            return Ok(self.current.is_none());
        };
        if source.convert(&mut converter, trace, notes)? {
            trace.end_source();
        } else {
            self.current = Some(converter);
        }
        Ok(false)
    }
}

/// A file of a format whose files are each read alone.
pub(crate) trait TraceFile {
    /// A file of which nothing is read yet.
    fn new(file: &FileInfo) -> Self
    where
        Self: Sized;

    /// Takes the next bytes of the file.
    fn read(&mut self, chunk: &[u8]);

    /// The file is at its end.
    ///
    /// # Errors
    /// The note that says why nothing of the file can be used.
    fn finish(&mut self) -> Result<(), Note>;

    /// Bytes that are kept of the file.
    fn kept_bytes(&self) -> u64;

    /// Events found in the file.
    fn events(&self) -> u64;
}

/// The files `T` of a trace, each read alone; their processes are `P`, made from the files in the order in which they were
/// read.
#[derive(Debug)]
pub(crate) struct FileList<T, P> {
    current: Option<T>,
    files: Vec<T>,
    processes: PhantomData<P>,
}

impl<T, P> Default for FileList<T, P> {
    fn default() -> Self {
        Self { current: None, files: Vec::new(), processes: PhantomData }
    }
}

impl<T: TraceFile, P> FileSet for FileList<T, P> {
    fn begin(&mut self, file: &FileInfo) {
        self.current = Some(T::new(file));
    }

    fn read(&mut self, chunk: &[u8]) {
        if let Some(file) = &mut self.current {
            file.read(chunk);
        }
    }

    fn finish(&mut self) -> Result<(), Note> {
        if let Some(mut file) = self.current.take() {
            file.finish()?;
            self.files.push(file);
        }
        Ok(())
    }

    fn abandon(&mut self) {
        self.current = None;
    }

    fn kept_bytes(&self) -> u64 {
        self.files.iter().chain(&self.current).map(T::kept_bytes).sum()
    }

    fn events(&self) -> u64 {
        self.files.iter().chain(&self.current).map(T::events).sum()
    }
}

impl<T: TraceFile, P: ProcessSource + From<Vec<T>>> TraceFiles for FileList<T, P> {
    type Source = P;

    fn assemble(&mut self, _: &mut TraceBuilder, _: &mut Notes) -> Result<P, Note> {
        Ok(P::from(std::mem::take(&mut self.files)))
    }
}
