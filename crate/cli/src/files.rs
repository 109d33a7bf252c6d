//! Turns paths on the command line into files that can be read.

mod disk;
mod walk;

use std::io;
use std::path::{Path, PathBuf};

use loopscope_session::error_note;
use loopscope_session::formats::notes::Note;
use loopscope_session::open::side_file::beside;
use loopscope_session::open::{plain_words, Content, Limits, Opening, SourceFile};

pub(crate) use disk::path_text;
use walk::Walk;

/// The files under the paths of a command line.
pub(crate) struct Files {
    /// A name for the whole.
    pub(crate) name: String,
    /// The files to read.
    pub(crate) files: Vec<SourceFile>,
    /// What was skipped in folders, with the reason.
    pub(crate) passed_over: Vec<(String, &'static str)>,
}

impl Files {
    /// An opening of them.
    pub(crate) fn opening(self, limits: Limits) -> Opening {
        let mut opening = Opening::new(&self.name, self.files, limits);
        for (path, reason) in self.passed_over {
            opening.pass_by(path, reason);
        }
        opening
    }
}

/// All files under the given paths and in their folders, with their companion files; and a name for
/// the whole.
///
/// `-` is standard input. Unreadable files in folders, and second names of the same file, are skipped.
///
/// # Errors
/// A path of the command line does not exist or cannot be read.
pub(crate) fn gather(paths: &[PathBuf]) -> Result<Files, Note> {
    let mut walk = Walk::default();
    let mut standard = None;
    for path in paths {
        if path.as_os_str() == "-" {
            if standard.is_some() {
                let note = Note::error("standard input", "it can be read only once");
                return Err(note.found("- twice").remedy("give one of them another path"));
            }
            let data = Content::Stream(Box::new(io::stdin()));
            standard = Some(SourceFile { path: "standard input".to_owned(), data });
            continue;
        }
        walk.path(path).map_err(|error| unreadable(path, &error))?;
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        for other in beside(name).iter().map(|other| path.with_file_name(other)) {
            if other.exists() && !paths.contains(&other) {
                walk.path(&other).map_err(|error| unreadable(&other, &error))?;
            }
        }
    }
    let (mut files, passed_over) = walk.finish();
    files.extend(standard);
    let name = match paths {
        [one] => one.file_name().map_or_else(|| path_text(one), |name| path_text(Path::new(name))),
        _ => format!("{} files", files.len()),
    };
    Ok(Files { name, files, passed_over })
}

/// The archive that a path treats as a folder: `run.tar.zst` of `run.tar.zst/native`, if there is no such path.
pub(crate) fn archive_of(path: &Path) -> Option<&Path> {
    if path.exists() {
        return None;
    }
    path.ancestors().skip(1).find(|above| above.is_file())
}

fn unreadable(path: &Path, error: &io::Error) -> Note {
    error_note(
        &path_text(path),
        "cannot be read",
        plain_words(error),
        "a file, a folder or an archive",
        "check the path",
    )
}
