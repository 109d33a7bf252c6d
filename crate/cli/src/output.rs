//! Files that are written: whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use loopscope_session::formats::report::Note;

use crate::Failure;

/// A file on its way, or standard output. What is not [kept](Output::keep) is removed.
pub(crate) struct Output {
    /// `None` when it is kept.
    out: Option<BufWriter<Box<dyn Write>>>,
    /// Where it is written, and what it is called in the end.
    names: Option<(PathBuf, PathBuf)>,
}

impl Output {
    /// A file of that name; `-` is standard output.
    ///
    /// # Errors
    /// There is such a file, and `force` does not say that it may go; or it cannot be written.
    pub(crate) fn create(path: &Path, force: bool) -> Result<Output, Failure> {
        let open = |out: Box<dyn Write>| Some(BufWriter::with_capacity(1 << 16, out));
        if path.as_os_str() == "-" {
            return Ok(Output { out: open(Box::new(io::stdout())), names: None });
        }
        let there = fs::metadata(path).ok();
        if there.as_ref().is_some_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
            // A device or a pipe is written as it is.
            return Ok(Output {
                out: open(Box::new(File::options().write(true).open(path)?)),
                names: None,
            });
        }
        if there.is_some() && !force {
            let note = Note::error(&path.display().to_string(), "the file exists already")
                .remedy("name another one, or overwrite it with --force");
            return Err(Failure::Usage(note));
        }
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        Ok(Output {
            out: open(Box::new(File::create(&part)?)),
            names: Some((part, path.to_owned())),
        })
    }

    /// All is written: the file gets its name.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn keep(mut self) -> io::Result<()> {
        if let Some(out) = &mut self.out {
            out.flush()?;
        }
        self.out = None;
        match self.names.take() {
            Some((part, path)) => fs::rename(part, path),
            None => Ok(()),
        }
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        self.out = None;
        if let Some((part, _)) = &self.names {
            // Nothing more can be done if it stays.
            let _ = fs::remove_file(part);
        }
    }
}

impl Write for Output {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match &mut self.out {
            Some(out) => out.write(buffer),
            None => Err(io::Error::other("the file is closed")),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.as_mut().map_or(Ok(()), Write::flush)
    }
}
