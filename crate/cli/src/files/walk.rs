//! Walks through folders and skips what cannot be read there.
//!
//! A path on the command line was meant: if it cannot be read, that is an error. An entry of a folder is
//! skipped with a note if it cannot hold a trace (a link that leads nowhere, a pipe, a socket, a device, a folder
//! without permission), or if it is already read under another name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use loopscope_session::open::{Content, SourceFile};

use super::disk::{path_text, Disk, DiskFile, Pipe};

/// Why an entry of a folder is skipped.
const DANGLING: &str = "a link that leads nowhere";
const CIRCLE: &str = "a link that leads in a circle";
const CLOSED: &str = "no permission to read it";
const UNREACHABLE: &str = "it is gone or cannot be reached";
const AGAIN: &str = "another name of something that is already read";
const PIPE: &str = "a named pipe, which is read only if the command names it";
const SPECIAL: &str = "a socket or a device";

/// Identifies a file or folder, whatever its name.
#[cfg(unix)]
type Identity = (u64, u64);
#[cfg(not(unix))]
type Identity = PathBuf;

#[cfg(unix)]
fn identity(_: &Path, metadata: &Metadata) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt;
    Ok((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path, _: &Metadata) -> io::Result<Identity> {
    fs::canonicalize(path)
}

/// A path still to be visited.
struct Step {
    path: PathBuf,
    /// Whether it was named on the command line.
    named: bool,
    /// Whether a symbolic link leads to it.
    link: bool,
}

/// The files that were found.
#[derive(Default)]
pub(super) struct Walk {
    disk: Rc<Disk>,
    files: Vec<SourceFile>,
    passed_over: Vec<(String, &'static str)>,
    /// The paths under which files are read.
    known_files: BTreeMap<Identity, PathBuf>,
    known_folders: BTreeSet<Identity>,
}

impl Walk {
    /// Adds the files under a path of the command line. Symbolic links are followed after everything else, so that a
    /// file is read under its own name if that is there, too.
    ///
    /// # Errors
    /// The path itself cannot be read.
    pub(super) fn path(&mut self, path: &Path) -> io::Result<()> {
        let mut open = vec![Step { path: path.to_owned(), named: true, link: false }];
        let mut links = Vec::new();
        loop {
            let next = open.pop().or_else(|| links.pop());
            let Some(step) = next else { return Ok(()) };
            match self.step(&step, &mut open, &mut links) {
                Err(error) if step.named => return Err(error),
                Err(error) => {
                    let reason = match (step.link, error.kind()) {
                        (true, io::ErrorKind::NotFound) => DANGLING,
                        (_, io::ErrorKind::PermissionDenied) => CLOSED,
                        (true, _) => CIRCLE,
                        (false, _) => UNREACHABLE,
                    };
                    self.pass(&step, reason);
                }
                Ok(()) => {}
            }
        }
    }

    /// The files found, and the paths skipped with their reasons.
    pub(super) fn finish(self) -> (Vec<SourceFile>, Vec<(String, &'static str)>) {
        (self.files, self.passed_over)
    }

    fn pass(&mut self, step: &Step, reason: &'static str) {
        self.passed_over.push((path_text(&step.path), reason));
    }

    fn step(&mut self, step: &Step, open: &mut Vec<Step>, links: &mut Vec<Step>) -> io::Result<()> {
        let path = &step.path;
        let metadata = fs::metadata(path)?;
        if metadata.is_dir() {
            return self.folder(step, &metadata, open, links);
        }
        if metadata.is_file() {
            return self.file(step, &metadata);
        }
        if step.named {
            let data = Content::Stream(Box::new(Pipe::new(path.clone())));
            self.files.push(SourceFile { path: path_text(path), data });
        } else {
            self.pass(step, if is_pipe(&metadata) { PIPE } else { SPECIAL });
        }
        Ok(())
    }

    fn folder(
        &mut self,
        step: &Step,
        metadata: &Metadata,
        open: &mut Vec<Step>,
        links: &mut Vec<Step>,
    ) -> io::Result<()> {
        if !self.known_folders.insert(identity(&step.path, metadata)?) {
            self.pass(step, AGAIN);
            return Ok(());
        }
        let mut entries = fs::read_dir(&step.path)?.collect::<io::Result<Vec<_>>>()?;
        // The last is the next. Which of two names of a file is read must not depend on the file system.
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.file_name()));
        for entry in entries {
            let link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
            let next = Step { path: entry.path(), named: false, link };
            if link { &mut *links } else { &mut *open }.push(next);
        }
        Ok(())
    }

    fn file(&mut self, step: &Step, metadata: &Metadata) -> io::Result<()> {
        let path = &step.path;
        let identity = identity(path, metadata)?;
        if let Some(known) = self.known_files.get(&identity) {
            // Two hard links are two files: somebody may have saved space on the equal traces of two processes.
            let same = || fs::canonicalize(path).ok() == fs::canonicalize(known).ok();
            if step.link || same() {
                self.pass(step, AGAIN);
                return Ok(());
            }
        }
        self.known_files.entry(identity).or_insert_with(|| path.clone());
        let file = DiskFile::new(path.clone(), metadata.len(), &self.disk);
        self.files.push(SourceFile { path: path_text(path), data: Content::Random(Rc::new(file)) });
        Ok(())
    }
}

#[cfg(unix)]
fn is_pipe(metadata: &Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&metadata.file_type())
}

#[cfg(not(unix))]
fn is_pipe(_: &Metadata) -> bool {
    false
}
