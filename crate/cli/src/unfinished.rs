//! Files that are being written, under a random name until they are complete.
//!
//! A result appears under its final name whole or not at all: it is written to a file with a random name in the
//! same folder, which replaces the old file at the end. After a failure or a signal, that file is removed.

use std::fs::{self, File, Permissions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::TempPath;

/// The unfinished files of this run.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Begins with a dot, so that an import of the folder skips what a crash leaves.
const PREFIX: &str = ".loopscope-";
const SUFFIX: &str = ".part";

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    // A list of paths is consistent after any panic.
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file that does not have its final name yet. It is removed unless it is [kept](Unfinished::keep).
#[derive(Debug)]
pub(crate) struct Unfinished {
    /// `None` when it is kept or removed.
    part: Option<TempPath>,
    target: PathBuf,
    replace: bool,
}

impl Unfinished {
    /// Begins the file that will be at `path`, or where a symbolic link at `path` points. `replace` says whether
    /// an existing file may be replaced; its permissions and, as far as allowed, its owner are kept.
    ///
    /// # Errors
    /// No file can be created in that folder.
    pub(crate) fn begin(path: &Path, replace: bool) -> io::Result<(File, Self)> {
        let target = link_target(path)?;
        let folder = folder_of(&target);
        signals::watch();
        let file = {
            // A signal that comes now waits until the file is on the list.
            let mut list = unfinished();
            let mut builder = tempfile::Builder::new();
            builder.prefix(PREFIX).suffix(SUFFIX);
            new_file_permissions(&mut builder);
            let file = builder.tempfile_in(folder)?;
            list.push(file.path().to_owned());
            file
        };
        let (file, part) = file.into_parts();
        let unfinished = Self { part: Some(part), target, replace };
        if replace {
            copy_permissions(&unfinished.target, &file)?;
        }
        Ok((file, unfinished))
    }

    /// Gives the complete file its name.
    ///
    /// # Errors
    /// A file of that name exists by now and may not be replaced; or the file cannot be renamed.
    pub(crate) fn keep(mut self) -> io::Result<()> {
        let Some(part) = self.part.take() else { return Ok(()) };
        let mut list = unfinished();
        let name = part.to_path_buf();
        let kept = match self.replace {
            true => part.persist(&self.target),
            false => part.persist_noclobber(&self.target),
        };
        // Renamed or, if that failed, removed.
        list.retain(|path| *path != name);
        kept.map_err(|failed| failed.error)
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        let Some(part) = self.part.take() else { return };
        let mut list = unfinished();
        list.retain(|path| *path != *part);
        // Nothing more can be done if it stays.
        let _ = part.close();
    }
}

/// The folder of a file.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// The most links that are followed one after the other.
const MAX_LINKS: usize = 40;

/// The target of a path after all symbolic links, even if nothing exists there yet.
fn link_target(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&target) {
            Ok(next) => target = folder_of(&target).join(next),
            Err(_) => return Ok(target),
        }
    }
    Err(io::Error::other("symbolic links lead in a circle"))
}

/// The usual permissions of a new file, reduced by the user's mask.
#[cfg(unix)]
fn new_file_permissions(builder: &mut tempfile::Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn new_file_permissions(_: &mut tempfile::Builder<'_, '_>) {}

/// Gives the new file the permissions of the file that it replaces.
#[cfg(unix)]
fn copy_permissions(from: &Path, to: &File) -> io::Result<()> {
    use std::os::unix::fs::{fchown, MetadataExt, PermissionsExt};
    let Ok(old) = fs::metadata(from) else { return Ok(()) };
    let new = to.metadata()?;
    if (old.uid(), old.gid()) != (new.uid(), new.gid()) {
        // Only an administrator may give files away.
        let _ = fchown(to, Some(old.uid()), Some(old.gid()));
    }
    to.set_permissions(Permissions::from_mode(old.mode() & 0o777))
}

#[cfg(not(unix))]
fn copy_permissions(from: &Path, to: &File) -> io::Result<()> {
    match fs::metadata(from) {
        Ok(old) => to.set_permissions(old.permissions()),
        Err(_) => Ok(()),
    }
}

/// Signals that end a program: the unfinished files are removed, then the program ends by the same signal, so that
/// shells and batch systems see what happened.
#[cfg(unix)]
mod signals {
    use std::sync::Once;
    use std::{fs, thread};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU, SIGXFSZ};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    static WATCHED: Once = Once::new();

    pub(super) fn watch() {
        WATCHED.call_once(|| {
            // A write beyond the allowed size then gives an error instead of ending the program.
            let _ = signal_hook::flag::register(SIGXFSZ, std::sync::Arc::default());
            let mut ends = vec![SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU];
            // Signals that `nohup`, or a shell for its background jobs, has switched off stay off.
            ends.retain(|&signal| !is_ignored(signal));
            let Ok(mut signals) = Signals::new(ends) else { return };
            let wait = move || {
                let Some(signal) = signals.forever().next() else { return };
                // Held to the end: no file is begun or kept any more.
                let unfinished = super::unfinished();
                unfinished.iter().for_each(|path| drop(fs::remove_file(path)));
                let _ = emulate_default_handler(signal);
                std::process::exit(128 + signal);
            };
            let _ = thread::Builder::new().name("signals".to_owned()).spawn(wait);
        });
    }

    #[allow(unsafe_code)]
    fn is_ignored(signal: i32) -> bool {
        // SAFETY: all bits zero is a valid `sigaction`, and one that is null as the new action only asks for the old one.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            libc::sigaction(signal, std::ptr::null(), &mut action) == 0 && action.sa_sigaction == libc::SIG_IGN
        }
    }
}

#[cfg(not(unix))]
mod signals {
    pub(super) fn watch() {}
}
