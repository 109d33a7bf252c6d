//! Writes results to standard output, or to files that appear whole or not at all, packed if their names say so.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use flate2::write::GzEncoder;
use loopscope_session::formats::notes::Note;
use loopscope_session::open::plain_words;
use zstd::stream::write::Encoder;

use crate::failure::{misuse, Failure};
use crate::print::Screen;
use crate::unfinished::{folder_of, Unfinished};

type Plain = BufWriter<Box<dyn Write>>;

/// How the bytes are packed on their way to the file.
enum Packing {
    None(Plain),
    Gzip(GzEncoder<Plain>),
    Zstandard(Encoder<'static, Plain>),
}

impl Packing {
    /// The packing that the ending of the name asks for.
    fn of(path: &Path, out: Box<dyn Write>) -> io::Result<Self> {
        let plain = BufWriter::with_capacity(1 << 16, out);
        Ok(match path.extension().and_then(|ending| ending.to_str()) {
            Some("gz") => Self::Gzip(GzEncoder::new(plain, flate2::Compression::default())),
            Some("zst") => Self::Zstandard(Encoder::new(plain, zstd::DEFAULT_COMPRESSION_LEVEL)?),
            // Other: a file with any other ending is written as it is.
            _ => Self::None(plain),
        })
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Self::None(out) => out,
            Self::Gzip(out) => out,
            Self::Zstandard(out) => out,
        }
    }

    /// Writes the end of the packed data and flushes everything.
    fn finish(self) -> io::Result<()> {
        let mut plain = match self {
            Self::None(out) => out,
            Self::Gzip(out) => out.finish()?,
            Self::Zstandard(out) => out.finish()?,
        };
        plain.flush()
    }
}

/// Where a result goes: the arguments of every command that writes one.
#[derive(Args)]
pub(crate) struct Destination {
    /// The file to write, packed if it ends in .gz or .zst; - for standard output
    #[arg(short, long, value_name = "OUT", default_value = "-", hide_default_value = true)]
    output: PathBuf,
    /// Overwrite OUT if it exists
    #[arg(long)]
    force: bool,
}

impl Destination {
    /// Checks the destination before a long trace is read.
    ///
    /// # Errors
    /// As [`Output::check`]; and if the name says that the file is a compressed trace, which is not what would be in it.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        let ending = self.output.extension().and_then(|ending| ending.to_str());
        if ending.is_some_and(|ending| ending.eq_ignore_ascii_case("lsz")) {
            return Err(misuse(
                &self.output.display().to_string(),
                "only `loopscope compress` writes compressed traces",
                "a name that ends in .lsz",
                "a name for what is written, such as one that ends in .csv, .json or .txt",
                "choose another ending; `loopscope compress` makes a .lsz of any trace",
            ));
        }
        Output::check(&self.output, self.force)
    }

    /// Whether files that exist may be overwritten.
    pub(crate) fn forces(&self) -> bool {
        self.force
    }

    /// # Errors
    /// As [`Output::create`].
    pub(crate) fn open(&self) -> Result<Output, Failure> {
        Output::create(&self.output, self.force)
    }

    /// Writes all of a result.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn write(&self, text: &str) -> Result<(), Failure> {
        let mut out = self.open()?;
        out.write_all(text.as_bytes())?;
        out.keep()
    }

    /// The requested format; else the one of the file's ending (`model.svg`, `nests.json.gz`); else `usual`.
    pub(crate) fn form<F: ValueEnum>(&self, asked: Option<F>, usual: F) -> F {
        let name = self.output.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let packed = [".gz", ".zst"].iter().find_map(|end| name.strip_suffix(end));
        let ending = packed.unwrap_or(name).rsplit_once('.').map(|(_, ending)| ending);
        let of_ending = ending.and_then(|ending| F::from_str(ending, true).ok());
        asked.or(of_ending).unwrap_or(usual)
    }
}

/// Why a file cannot be written.
pub(crate) fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::Output(named(&path.display().to_string(), error))
}

fn named(title: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{title}: {}", plain_words(error)))
}

/// Whether results go to standard output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-" || path == Path::new("/dev/stdout")
}

/// Whether a path stands for a folder: it is one, or ends like one.
pub(crate) fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().to_string_lossy().ends_with('/')
}

/// A file being written, or standard output. A file that is not [kept](Output::keep) is removed.
pub(crate) struct Output {
    out: Packing,
    /// Its name in messages.
    title: String,
    /// `None` if written bytes cannot be taken back.
    file: Option<Unfinished>,
}

/// A file that is written and closed, but does not have its final name yet.
pub(crate) struct Finished {
    title: String,
    file: Option<Unfinished>,
}

impl Output {
    /// A file of that name; `-` is standard output.
    ///
    /// # Errors
    /// The file exists and `force` is not set; or it cannot be written.
    pub(crate) fn create(path: &Path, force: bool) -> Result<Self, Failure> {
        Self::check(path, force)?;
        Self::begin(path, force).map_err(|error| unwritable(path, &error))
    }

    fn begin(path: &Path, force: bool) -> io::Result<Self> {
        if is_standard(path) {
            let stdout = io::stdout();
            let out: Box<dyn Write> = match stdout.is_terminal() {
                true => Box::new(Screen::new(stdout)),
                false => Box::new(stdout),
            };
            let out = Packing::None(BufWriter::with_capacity(1 << 16, out));
            return Ok(Self { out, title: "standard output".to_owned(), file: None });
        }
        let title = path.display().to_string();
        if is_special(path) {
            // A device or a pipe is written as it is.
            let out = Packing::of(path, Box::new(File::options().write(true).open(path)?))?;
            return Ok(Self { out, title, file: None });
        }
        let (file, unfinished) = Unfinished::begin(path, force)?;
        let out = Packing::of(path, Box::new(file))?;
        Ok(Self { out, title, file: Some(unfinished) })
    }

    /// Checks whether a file of that name may be written, as far as that is known beforehand.
    ///
    /// # Errors
    /// The file exists and `force` is not set; it is a folder; or its folder does not exist.
    pub(crate) fn check(path: &Path, force: bool) -> Result<(), Failure> {
        if is_standard(path) || is_special(path) {
            return Ok(());
        }
        let title = path.display().to_string();
        if is_folder(path) {
            let note = Note::error(&title, "the path is a folder, not a file");
            return Err(Failure::Usage(note.remedy("name a file")));
        }
        if path.exists() && !force {
            return Err(exists(&title));
        }
        let folder = folder_of(path);
        match fs::metadata(folder) {
            Err(error) => Err(unwritable(folder, &error)),
            Ok(folder_data) if !folder_data.is_dir() => Err(unwritable(folder, &io::ErrorKind::NotADirectory.into())),
            Ok(_) => Ok(()),
        }
    }

    /// Completes the file, but does not name it yet.
    ///
    /// # Errors
    /// They cannot be written.
    pub(crate) fn finish(self) -> Result<Finished, Failure> {
        let Self { out, title, file } = self;
        match out.finish() {
            Ok(()) => Ok(Finished { title, file }),
            Err(error) => Err(Failure::Output(named(&title, &error))),
        }
    }

    /// Completes the file and gives it its name.
    ///
    /// # Errors
    /// It cannot be written, or a file of that name exists by now.
    pub(crate) fn keep(self) -> Result<(), Failure> {
        self.finish()?.keep()
    }
}

impl Finished {
    /// Gives the file its name.
    ///
    /// # Errors
    /// A file of that name exists by now, or it cannot be renamed.
    pub(crate) fn keep(self) -> Result<(), Failure> {
        let Self { title, file } = self;
        match file.map_or(Ok(()), Unfinished::keep) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(exists(&title)),
            kept => kept.map_err(|error| Failure::Output(named(&title, &error))),
        }
    }
}

fn exists(title: &str) -> Failure {
    let note = Note::error(title, "the file already exists");
    Failure::Usage(note.remedy("name another file, or overwrite it with --force"))
}

/// Whether the path exists and is neither a file nor a folder.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

impl Write for Output {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.out.writer().write(buffer).map_err(|error| named(&self.title, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.writer().flush().map_err(|error| named(&self.title, &error))
    }
}
