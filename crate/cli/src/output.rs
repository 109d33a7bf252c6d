//! Files that are written: whole or not at all, packed if their names say so.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use flate2::write::GzEncoder;
use loopscope_session::formats::report::Note;
use zstd::stream::write::Encoder;

use crate::Failure;

type Plain = BufWriter<Box<dyn Write>>;

/// What becomes of the bytes on their way to the file.
enum Packing {
    None(Plain),
    Gzip(GzEncoder<Plain>),
    Zstandard(Encoder<'static, Plain>),
}

impl Packing {
    /// As the ending of the name says.
    fn of(path: &Path, out: Box<dyn Write>) -> io::Result<Packing> {
        let plain = BufWriter::with_capacity(1 << 16, out);
        Ok(match path.extension().and_then(|ending| ending.to_str()) {
            Some("gz") => Packing::Gzip(GzEncoder::new(plain, flate2::Compression::default())),
            Some("zst") => {
                Packing::Zstandard(Encoder::new(plain, zstd::DEFAULT_COMPRESSION_LEVEL)?)
            }
            _ => Packing::None(plain),
        })
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Packing::None(out) => out,
            Packing::Gzip(out) => out,
            Packing::Zstandard(out) => out,
        }
    }

    /// Writes what the packing adds at the end, and all that waits.
    fn finish(self) -> io::Result<()> {
        let mut plain = match self {
            Packing::None(out) => out,
            Packing::Gzip(out) => out.finish()?,
            Packing::Zstandard(out) => out.finish()?,
        };
        plain.flush()
    }
}

/// Why a file cannot be written.
pub(crate) fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::Output(named(&path.display().to_string(), error))
}

fn named(title: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{title}: {error}"))
}

/// A file on its way, or standard output. What is not [kept](Output::keep) is removed.
pub(crate) struct Output {
    /// `None` when it is kept.
    out: Option<Packing>,
    /// What it is called in messages.
    title: String,
    /// Where it is written, and what it is called in the end.
    names: Option<(PathBuf, PathBuf)>,
}

impl Output {
    /// A file of that name; `-` is standard output.
    ///
    /// # Errors
    /// There is such a file, and `force` does not say that it may go; or it cannot be written.
    pub(crate) fn create(path: &Path, force: bool) -> Result<Output, Failure> {
        Output::check(path, force)?;
        Output::open(path).map_err(|error| unwritable(path, &error))
    }

    fn open(path: &Path) -> io::Result<Output> {
        let title = path.display().to_string();
        if path.as_os_str() == "-" {
            let out = Some(Packing::of(path, Box::new(io::stdout()))?);
            return Ok(Output { out, title: "standard output".to_owned(), names: None });
        }
        if is_special(path) {
            // A device or a pipe is written as it is.
            let out = Packing::of(path, Box::new(File::options().write(true).open(path)?))?;
            return Ok(Output { out: Some(out), title, names: None });
        }
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        let out = Packing::of(path, Box::new(File::create(&part)?))?;
        Ok(Output { out: Some(out), title, names: Some((part, path.to_owned())) })
    }

    /// Whether a file of that name may be written, as far as that can be told before.
    ///
    /// # Errors
    /// There is such a file, and `force` does not say that it may go; or there is no such folder.
    pub(crate) fn check(path: &Path, force: bool) -> Result<(), Failure> {
        if path.as_os_str() == "-" || is_special(path) {
            return Ok(());
        }
        if path.exists() && !force {
            let note = Note::error(&path.display().to_string(), "the file exists already")
                .remedy("name another one, or overwrite it with --force");
            return Err(Failure::Usage(note));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        match folder.map(|folder| (folder, fs::metadata(folder))) {
            Some((folder, Err(error))) => Err(unwritable(folder, &error)),
            _ => Ok(()),
        }
    }

    /// All is written: the file gets its name.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn keep(mut self) -> io::Result<()> {
        let finished = self.out.take().map_or(Ok(()), Packing::finish);
        finished.map_err(|error| named(&self.title, &error))?;
        match &self.names {
            Some((part, path)) => {
                fs::rename(part, path).map_err(|error| named(&self.title, &error))?;
                self.names = None;
                Ok(())
            }
            None => Ok(()),
        }
    }
}

/// Whether it is there and neither a file nor a folder.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
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
            Some(out) => out.writer().write(buffer).map_err(|error| named(&self.title, &error)),
            None => Err(io::Error::other("the file is closed")),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.as_mut().map_or(Ok(()), |out| out.writer().flush())
    }
}
