//! Files on the disk, opened when their first byte is read.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use loopscope_session::open::ReadAt;

/// The file that was read last stays open, and no other: a folder may hold more files than a process may have open.
#[derive(Default)]
pub(super) struct Disk {
    open: RefCell<Option<(PathBuf, File)>>,
}

/// A file, opened when its first byte is read.
pub(super) struct DiskFile {
    path: PathBuf,
    len: u64,
    disk: Rc<Disk>,
}

impl DiskFile {
    pub(super) fn new(path: PathBuf, len: u64, disk: &Rc<Disk>) -> Self {
        Self { path, len, disk: disk.clone() }
    }
}

impl ReadAt for DiskFile {
    fn len(&self) -> u64 {
        self.len
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let mut slot = self.disk.open.borrow_mut();
        let file = match &mut *slot {
            Some((path, file)) if *path == self.path => file,
            _ => &mut slot.insert((self.path.clone(), File::open(&self.path)?)).1,
        };
        let count = read_file_at(file, offset, buffer)?;
        if count == 0 && !buffer.is_empty() && offset < self.len {
            return Err(io::Error::other("the file became shorter while it was read"));
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

/// A pipe or a device, which has no length and no offsets. It is opened only when it is read, because opening a pipe
/// waits for its writer.
pub(super) struct Pipe {
    path: PathBuf,
    file: Option<File>,
}

impl Pipe {
    pub(super) fn new(path: PathBuf) -> Self {
        Self { path, file: None }
    }
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let file = match &mut self.file {
            Some(file) => file,
            None => self.file.insert(File::open(&self.path)?),
        };
        file.read(buffer)
    }
}

/// A path as text; bytes that are not UTF-8 as `\xff`, so that different names stay different.
#[cfg(unix)]
pub(crate) fn path_text(path: &Path) -> String {
    use std::os::unix::ffi::OsStrExt;
    let mut text = String::new();
    for chunk in path.as_os_str().as_bytes().utf8_chunks() {
        text.push_str(chunk.valid());
        chunk.invalid().iter().for_each(|byte| text.push_str(&format!("\\x{byte:02x}")));
    }
    text
}

/// A path as text.
#[cfg(not(unix))]
pub(crate) fn path_text(path: &Path) -> String {
    path.display().to_string()
}
