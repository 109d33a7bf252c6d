//! From paths on the command line to files that can be read.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use loopscope_session::formats::report::Note;
use loopscope_session::open::companion::beside;
use loopscope_session::open::{Content, ReadAt, SourceFile};
use loopscope_session::refusal;

/// A file on disk, opened when its first byte is wanted: a folder may hold more files than a
/// process may have open.
struct DiskFile {
    path: PathBuf,
    len: u64,
    file: std::cell::RefCell<Option<File>>,
}

impl ReadAt for DiskFile {
    fn len(&self) -> u64 {
        self.len
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let mut slot = self.file.borrow_mut();
        let file = match &mut *slot {
            Some(file) => file,
            None => slot.insert(File::open(&self.path)?),
        };
        let count = read_file_at(file, offset, buffer)?;
        if offset + count as u64 >= self.len {
            *slot = None;
        }
        Ok(count)
    }
}

#[cfg(unix)]
fn read_file_at(file: &File, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, offset)
}

#[cfg(not(unix))]
fn read_file_at(mut file: &File, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
    use io::{Read, Seek};
    file.seek(io::SeekFrom::Start(offset))?;
    file.read(buffer)
}

/// All files under the given paths, folders opened up, with those that belong to them; and a name for
/// the whole.
///
/// `-` is standard input.
///
/// # Errors
/// A path that does not exist or cannot be read.
pub(crate) fn gather(paths: &[PathBuf]) -> Result<(String, Vec<SourceFile>), Note> {
    let mut files = Vec::new();
    for path in paths {
        if path.as_os_str() == "-" {
            let data = Content::Stream(Box::new(io::stdin()));
            files.push(SourceFile { path: "standard input".to_owned(), data });
        } else {
            walk(path, &mut files).map_err(|error| unreadable(path, &error))?;
            for other in beside(&path.display().to_string()).iter().map(PathBuf::from) {
                if other.exists() && !paths.contains(&other) {
                    walk(&other, &mut files).map_err(|error| unreadable(&other, &error))?;
                }
            }
        }
    }
    let name = match paths {
        [one] => one
            .file_name()
            .map_or_else(|| one.display().to_string(), |name| name.to_string_lossy().into()),
        _ => format!("{} files", files.len()),
    };
    Ok((name, files))
}

/// The file that a path leads into as if it were a folder: `run.tar.zst/native`, if there is no such path, is what
/// the archive holds there.
pub(crate) fn archive_of(path: &Path) -> Option<&Path> {
    if path.exists() {
        return None;
    }
    path.ancestors().skip(1).find(|above| above.is_file())
}

fn walk(path: &Path, files: &mut Vec<SourceFile>) -> io::Result<()> {
    let metadata = fs::metadata(path)?;
    if metadata.is_dir() {
        let mut entries =
            fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
        entries.sort();
        return entries.iter().try_for_each(|entry| walk(entry, files));
    }
    let path_text = path.display().to_string();
    if !metadata.is_file() {
        // A pipe or a device has no length and no offsets.
        let data = Content::Stream(Box::new(File::open(path)?));
        files.push(SourceFile { path: path_text, data });
        return Ok(());
    }
    let file = DiskFile { path: path.to_owned(), len: metadata.len(), file: None.into() };
    files.push(SourceFile { path: path_text, data: Content::Random(Rc::new(file)) });
    Ok(())
}

fn unreadable(path: &Path, error: &io::Error) -> Note {
    refusal(
        &path.display().to_string(),
        "cannot be read".to_owned(),
        error.to_string(),
        "a file, a folder or an archive".to_owned(),
        "check the path".to_owned(),
    )
}
