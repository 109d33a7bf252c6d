//! Files that were [read elsewhere](super::part), put into an opening in the order in which it would have read
//! them.
//!
//! Names, groups and records get their numbers in the order of first appearance, file after file, as they do
//! when the opening reads; so nothing in the result tells who read what. Where anything is wrong the file is read
//! here, and what there is to say is said by its reader.

use std::collections::BTreeMap;

use loopscope_core::bytes::{Bytes, Malformed};
use loopscope_core::trace::{
    BuildError, GroupId, Kind, NameId, ProcessId, ProcessSlot, Record, RecordId, Sequence, View,
};
use loopscope_formats::{Format, Reading, FORMATS};

use super::choose::Sort;
use super::columns::is_surely_table;
use super::companion::is_companion;
use super::opening::{Leaf, Opening};
use super::part::{EACH, TOGETHER};
use super::source::{Content, SourceFile};
use super::words::{Companion, WORDS};

/// A file from this size on is worth a worker's while.
const LARGE: u64 = 256 << 10;

/// So many bytes in large files are worth starting workers.
const WORTHWHILE: u64 = 8 << 20;

/// A file that is read elsewhere.
#[derive(Debug)]
pub(super) enum Elsewhere {
    /// Bytes read and events found so far.
    Awaited(u64, u64),
    /// What came of it, and its number of events.
    Came(Vec<u8>, u64),
}

/// A file that was read elsewhere and is being put into the trace, block by block.
pub(super) struct Replay {
    path: String,
    format: &'static Format,
    records: Vec<RecordId>,
    /// Where each record was first seen, by record of the file.
    lines: Vec<Option<u64>>,
    /// What is still to be put in; the last is the next.
    columns: Vec<(ProcessSlot, View, Sequence<u32>)>,
    next_block: usize,
    /// Events that are still to be put in.
    left: u64,
}

/// Why a part cannot be used.
enum Refused {
    Malformed,
    Build,
}

impl From<Malformed> for Refused {
    fn from(_: Malformed) -> Refused {
        Refused::Malformed
    }
}

impl From<BuildError> for Refused {
    fn from(_: BuildError) -> Refused {
        Refused::Build
    }
}

impl Opening {
    /// The files that could be read in workers of their own, each by its place and path; none if that would not be
    /// worth starting any. Asked before the first step.
    pub fn spreadable(&self) -> Vec<(usize, String)> {
        let mut of_path: BTreeMap<&str, u32> = BTreeMap::new();
        self.files.iter().for_each(|file| *of_path.entry(&file.path).or_default() += 1);
        // A companion is nobody's first choice, if there is any other file.
        let companions = self.files.iter().all(|file| is_companion(&file.path));
        let worth = |(at, file): &(usize, &SourceFile)| {
            let large = self.length(*at) >= LARGE && of_path.get(&*file.path) == Some(&1);
            large && (companions || !is_companion(&file.path))
        };
        let large: Vec<_> = self.files.iter().enumerate().filter(worth).collect();
        let total: u64 = large.iter().map(|(at, _)| self.length(*at)).sum();
        if large.len() < 2 || total < WORTHWHILE || self.only.is_some() {
            return Vec::new();
        }
        large.into_iter().map(|(at, file)| (at, file.path.clone())).collect()
    }

    /// These files are read elsewhere: they are waited for when it is their turn, until they are
    /// [given](Self::give_part).
    pub fn await_parts(&mut self, files: &[usize]) {
        self.elsewhere.extend(files.iter().map(|&at| (at, Elsewhere::Awaited(0, 0))));
    }

    /// How far the reading of a file elsewhere is.
    pub fn part_progress(&mut self, file: usize, bytes: u64, events: u64) {
        if let Some(Elsewhere::Awaited(read, found)) = self.elsewhere.get_mut(&file) {
            (*read, *found) = (bytes, events);
        }
    }

    /// What came of a file elsewhere; nothing if it is to be read here.
    pub fn give_part(&mut self, file: usize, part: Option<Vec<u8>>) {
        let events = match self.elsewhere.get(&file) {
            Some(&Elsewhere::Awaited(_, events)) => events,
            _ => return,
        };
        match part {
            Some(part) => self.elsewhere.insert(file, Elsewhere::Came(part, events)),
            None => self.elsewhere.remove(&file),
        };
    }

    /// Whether nothing can be done before the next file has come from where it is read.
    pub fn waits(&self) -> bool {
        self.leaf.is_none()
            && self.archives.is_empty()
            && matches!(self.elsewhere.get(&self.next), Some(Elsewhere::Awaited(..)))
    }

    /// Bytes read and events found elsewhere, in files whose turn has not come.
    pub(super) fn read_elsewhere(&self) -> (u64, u64) {
        let replayed = match &self.leaf {
            Some(Leaf::Given(replay)) => replay.left,
            _ => 0,
        };
        // Those whose turn has come count as read.
        let left = self.elsewhere.iter().filter(|(at, _)| **at >= self.next);
        left.fold((0, replayed), |(bytes, events), (&at, part)| match part {
            Elsewhere::Awaited(read, found) => (bytes + read, events + found),
            Elsewhere::Came(_, found) => (bytes + self.length(at), events + found),
        })
    }

    fn length(&self, file: usize) -> u64 {
        match self.files.get(file).map(|file| &file.data) {
            Some(Content::Random(data)) => data.len(),
            _ => 0,
        }
    }

    /// Takes the next file from elsewhere, if it came from there and can be used.
    pub(super) fn take_given(&mut self, budget: &mut usize) -> bool {
        let Some(Elsewhere::Came(part, events)) = self.elsewhere.remove(&self.next) else {
            return false;
        };
        let Some(path) = self.files.get(self.next).map(|file| file.path.clone()) else {
            return false;
        };
        *budget = budget.saturating_sub(1 << 16);
        let common = self.common(&part);
        let doubt = common.map_or(0, |(format, repeats)| self.doubt_of(&path, format, repeats));
        if let Some((format, _)) = common.filter(|_| doubt > self.doubt) {
            // It may be its turn when all others are read and are nothing. What is asked about is looked at here.
            if doubt == WORDS {
                return false;
            }
            let (format, excerpt) = (format.name, String::new());
            self.companions.push(Companion { path, doubt, format, excerpt });
            self.progress.files_done += 1;
            self.elsewhere.insert(self.next, Elsewhere::Came(part, events));
            return true;
        }
        let begun = self.begin_given(&path, &part).unwrap_or(false);
        if begun {
            if let Some(format) = self.format_of(&part) {
                self.meant(&path, format, doubt);
            }
            self.reached.set(self.length(self.next));
        }
        begun
    }

    /// The format of what came.
    fn format_of(&self, part: &[u8]) -> Option<&'static Format> {
        let at: usize = Bytes::new(part).number().ok()?;
        FORMATS.get(at).copied()
    }

    /// The [common](Format::common) format of what came, if it is in one and that is not what its user chose it to be; and whether
    /// its words repeat, if it is a list of symbols.
    fn common(&self, part: &[u8]) -> Option<(&'static Format, bool)> {
        let mut bytes = Bytes::new(part);
        let at: usize = bytes.number().ok()?;
        let format = *FORMATS.get(at)?;
        let (mut repeats, mut head) = (false, None);
        if let Ok(EACH) = bytes.number::<u8>() {
            repeats = bytes.number::<u8>().ok()? == 1;
            head = bytes.count(1).ok().and_then(|length| bytes.take(length).ok());
        }
        let chosen = self.columns.iter().any(|it| head.is_some_and(|head| it.fits(head)));
        let sure = chosen || head.is_some_and(|head| is_surely_table(format, head));
        (format.common && !sure).then_some((format, repeats))
    }

    fn begin_given(&mut self, path: &str, part: &[u8]) -> Result<bool, Refused> {
        let mut bytes = Bytes::new(part);
        let at: usize = bytes.number()?;
        let Some(&format) = FORMATS.get(at) else { return Ok(false) };
        self.seen.push((path.to_owned(), Sort::of(format)));
        match (bytes.number::<u8>()?, format.reading) {
            (EACH, Reading::Each(_)) => {
                let _repeats: u8 = bytes.number()?;
                let length = bytes.count(1)?;
                let head = bytes.take(length)?;
                if !head.is_empty() {
                    let chosen = self.chosen(head, path);
                    if self.meet_table(format, head, path, chosen.as_deref()) {
                        self.progress.files_done += 1;
                        return Ok(true);
                    }
                }
                self.trace.begin_source(path);
                match self.replay_of(&mut bytes, path, format) {
                    Ok(replay) => self.leaf = Some(Leaf::Given(Box::new(replay))),
                    Err(refused) => {
                        self.trace.abandon_source();
                        return Err(refused);
                    }
                }
            }
            (TOGETHER, Reading::Together(begin)) => {
                let rest = part.get(bytes.position()..).unwrap_or_default();
                let info = self.file_info(path);
                let gathered = self.gathered_of(format, begin);
                if !gathered.collection.import_file(&info, rest) {
                    return Ok(false);
                }
                self.used.push((path.to_owned(), format));
                self.progress.files_done += 1;
            }
            _ => return Ok(false),
        }
        self.progress.file = path.to_owned();
        Ok(true)
    }

    fn replay_of(
        &mut self,
        bytes: &mut Bytes<'_>,
        path: &str,
        format: &'static Format,
    ) -> Result<Replay, Refused> {
        let mut names: Vec<NameId> = Vec::new();
        for _ in 0..bytes.count(1)? {
            let length = bytes.count(1)?;
            let text = std::str::from_utf8(bytes.take(length)?).map_err(|_| Refused::Malformed)?;
            names.push(self.trace.name(text)?);
        }
        let mut groups: Vec<GroupId> = Vec::new();
        for _ in 0..bytes.count(1)? {
            let mut members = Vec::new();
            for _ in 0..bytes.count(1)? {
                members.push(bytes.number()?);
            }
            groups.push(self.trace.group(members)?);
        }
        let (mut records, mut lines) = (Vec::new(), Vec::new());
        for _ in 0..bytes.count(4)? {
            let record = read_record(bytes, &names, &groups)?;
            records.push(self.trace.record(record)?);
            lines.push(bytes.number::<u64>()?.checked_sub(1));
        }
        let mut columns = Vec::new();
        for _ in 0..bytes.count(3)? {
            let slot = match bytes.number::<u32>()?.checked_sub(1) {
                Some(number) => self.trace.process(ProcessId(number))?,
                // Whoever read it alone did not know of files like it.
                None => match self.number_in_name(path) {
                    Some(number) => self.trace.process(number)?,
                    None => self.trace.unnumbered_process(),
                },
            };
            for view in [View::Calls, View::Communication] {
                if bytes.number::<u8>()? == 1 {
                    columns.push((slot, view, Sequence::read(bytes)?));
                }
            }
        }
        columns.reverse();
        let left =
            columns.iter().map(|(_, _, events): &(_, _, Sequence<u32>)| events.len() as u64).sum();
        Ok(Replay { path: path.to_owned(), format, records, lines, columns, next_block: 0, left })
    }

    /// Puts a block of the current file into the trace.
    pub(super) fn replay(&mut self, budget: &mut usize) {
        let Some(Leaf::Given(replay)) = &mut self.leaf else { return };
        let mut failed = false;
        if let Some((slot, view, events)) = replay.columns.last() {
            let mut buffer = Vec::new();
            let block = events.block(replay.next_block, &mut buffer);
            *budget = budget.saturating_sub(2 * block.len() + 1);
            for &id in block {
                let Some(&record) = replay.records.get(id as usize) else {
                    failed = true;
                    break;
                };
                failed |= self.trace.push(*slot, *view, record).is_err();
            }
            replay.left -= block.len() as u64;
            replay.next_block += 1;
            if replay.next_block >= events.blocks() {
                replay.columns.pop();
                replay.next_block = 0;
            }
        }
        if failed {
            // Its reader says what is wrong.
            self.leaf = None;
            self.trace.abandon_source();
            self.next -= 1;
            return;
        }
        if replay.columns.is_empty() {
            let replay = self.leaf.take();
            let Some(Leaf::Given(replay)) = replay else { return };
            self.notes.begin_file(&replay.path);
            for (&record, line) in replay.records.iter().zip(&replay.lines) {
                if let Some(line) = line {
                    self.notes.saw_record(record, *line);
                }
            }
            self.trace.end_source();
            self.used.push((replay.path, replay.format));
            self.progress.files_done += 1;
        }
    }
}

fn read_record(
    bytes: &mut Bytes<'_>,
    names: &[NameId],
    groups: &[GroupId],
) -> Result<Record, Refused> {
    let name_at = |at: usize| names.get(at).copied().ok_or(Refused::Malformed);
    let kind = Kind::ALL.get(bytes.number::<usize>()?).copied().ok_or(Refused::Malformed)?;
    let name = name_at(bytes.number()?)?;
    let has: u8 = bytes.take(1)?.first().copied().unwrap_or_default();
    let mut fields = [None; 6];
    for (at, field) in fields.iter_mut().enumerate() {
        if has >> at & 1 == 1 {
            *field = Some(bytes.signed()?);
        }
    }
    fn narrow<T: TryFrom<i128>>(field: Option<i128>) -> Result<Option<T>, Refused> {
        field.map(|field| T::try_from(field).map_err(|_| Refused::Malformed)).transpose()
    }
    let [peer, tag, group, size, root, op] = fields;
    let group = narrow::<usize>(group)?
        .map(|at| groups.get(at).copied().ok_or(Refused::Malformed))
        .transpose()?;
    let op = narrow::<usize>(op)?.map(name_at).transpose()?;
    let (peer, tag, root) = (narrow(peer)?, narrow(tag)?, narrow(root)?);
    Ok(Record { kind, name, peer, tag, group, bytes: narrow(size)?, root, op })
}
