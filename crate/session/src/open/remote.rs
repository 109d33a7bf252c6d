//! Files that other workers read: which are worth it, what came of them so far, and what is still awaited.
//!
//! In go the places of dropped files and, later, what came of each as bytes (see [`transfer`](super::transfer)); out it comes
//! when it is the turn of the file. So names, groups and records are numbered in the same order as if the opening had read all
//! files, and nothing in the result tells who read what.

use std::collections::BTreeMap;

use super::side_file::is_side_file;
use super::sources::Sources;

/// A file from this size on is worth a worker's while.
const LARGE: u64 = 256 << 10;

/// So many bytes in large files are worth starting workers.
const WORTHWHILE: u64 = 8 << 20;

/// A file that another worker reads.
#[derive(Debug)]
enum RemoteFile {
    /// Bytes read and events found so far.
    Awaited(u64, u64),
    /// What came of it, and its number of events.
    Came(Vec<u8>, u64),
}

/// The files that other workers read, by their places among the dropped files.
#[derive(Debug, Default)]
pub(super) struct Remote {
    files: BTreeMap<usize, RemoteFile>,
}

impl Remote {
    /// The files that could be read in workers of their own, each by its place and path; none if that would not be worth
    /// starting any.
    pub(super) fn worthwhile(sources: &Sources) -> Vec<(usize, String)> {
        let files = sources.files();
        let mut of_path: BTreeMap<&str, u32> = BTreeMap::new();
        files.iter().for_each(|file| *of_path.entry(&file.path).or_default() += 1);
        // A side file is nobody's first choice, if there is any other file.
        let all_side = files.iter().all(|file| is_side_file(&file.path));
        let large: Vec<(usize, String)> = files
            .iter()
            .enumerate()
            .filter(|&(at, file)| {
                let large = sources.length(at) >= LARGE && of_path.get(&*file.path) == Some(&1);
                large && (all_side || !is_side_file(&file.path))
            })
            .map(|(at, file)| (at, file.path.clone()))
            .collect();
        let total: u64 = large.iter().map(|(at, _)| sources.length(*at)).sum();
        match large.len() >= 2 && total >= WORTHWHILE {
            true => large,
            false => Vec::new(),
        }
    }

    /// These files are read by other workers.
    pub(super) fn await_files(&mut self, files: &[usize]) {
        self.files.extend(files.iter().map(|&at| (at, RemoteFile::Awaited(0, 0))));
    }

    /// How far the reading of a file is.
    pub(super) fn set_progress(&mut self, file: usize, bytes: u64, events: u64) {
        if let Some(RemoteFile::Awaited(read, found)) = self.files.get_mut(&file) {
            (*read, *found) = (bytes, events);
        }
    }

    /// What came of a file; nothing if it is to be read here after all.
    pub(super) fn arrive(&mut self, file: usize, part: Option<Vec<u8>>) {
        let Some(&RemoteFile::Awaited(_, events)) = self.files.get(&file) else { return };
        match part {
            Some(part) => self.files.insert(file, RemoteFile::Came(part, events)),
            None => self.files.remove(&file),
        };
    }

    /// Whether a file has not come yet.
    pub(super) fn is_awaited(&self, file: usize) -> bool {
        matches!(self.files.get(&file), Some(RemoteFile::Awaited(..)))
    }

    /// Takes what came of a file, and its number of events.
    pub(super) fn take(&mut self, file: usize) -> Option<(Vec<u8>, u64)> {
        match self.files.remove(&file)? {
            RemoteFile::Came(part, events) => Some((part, events)),
            RemoteFile::Awaited(..) => None,
        }
    }

    /// Keeps what came of a file for a second round.
    pub(super) fn put_back(&mut self, file: usize, part: Vec<u8>, events: u64) {
        self.files.insert(file, RemoteFile::Came(part, events));
    }

    /// Bytes read and events found in the files from a place on: those before it count as read.
    pub(super) fn progress(&self, next: usize, length: impl Fn(usize) -> u64) -> (u64, u64) {
        let left = self.files.range(next..);
        left.fold((0, 0), |(bytes, events), (&at, part)| match part {
            RemoteFile::Awaited(read, found) => (bytes + read, events + found),
            RemoteFile::Came(_, found) => (bytes + length(at), events + found),
        })
    }
}

#[cfg(test)]
mod tests;
