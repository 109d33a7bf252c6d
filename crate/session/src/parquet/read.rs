//! Reads values of Parquet files that [`write`](super) can have written: the footer when a file is opened, then only the pages
//! that hold the rows asked for.
//!
//! What is read is counted ([`Counts`]). Any other Parquet file is refused with the name of what is not supported. Memory: the
//! footer, and one unpacked page for each column.

use std::fmt;
use std::rc::Rc;

use loopscope_core::bytes::Malformed;
use loopscope_core::numbers::thousands;
use loopscope_formats::notes::{quote, Note, Place};

pub use super::footer::Range;
use super::footer::{group, text, unsigned, Chunk, Element, Group, Header, Refused};
use super::thrift::Reader;
use super::{delta, field, MAGIC};
use crate::source::{fill, ReadAt};

/// The most bytes of a footer, of a page and of an unpacked page.
const MAX_FOOTER: u64 = 1 << 30;
const MAX_PAGE: usize = 1 << 26;

/// Bytes that the header of a page has at most, and those that are read at first.
const MAX_HEADER: u64 = 1 << 12;
const HEADER: u64 = 64;

/// What was read of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Bytes.
    pub bytes: u64,
    /// Pages that were unpacked.
    pub pages: u64,
}

/// The page of a column that was read last.
#[derive(Debug, Default)]
struct Page {
    group: usize,
    /// The row of its first value.
    first: u64,
    values: Vec<i64>,
    /// Where the next page begins, behind the beginning of the file.
    end: u64,
}

/// A Parquet file that is being read.
pub struct File {
    name: String,
    data: Rc<dyn ReadAt>,
    columns: Vec<String>,
    rows: u64,
    groups: Vec<Group>,
    metadata: Vec<(String, String)>,
    pages: Vec<Page>,
    counts: Counts,
}

impl fmt::Debug for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("File").field("name", &self.name).field("rows", &self.rows).finish_non_exhaustive()
    }
}

impl File {
    /// Whether a file begins like a Parquet file.
    pub fn is_parquet(head: &[u8]) -> bool {
        head.starts_with(MAGIC)
    }

    /// Reads the footer of a file, but no page.
    ///
    /// # Errors
    /// The file is no Parquet file, is damaged, or has a form that is not supported: the note names it.
    pub fn open(name: &str, data: Rc<dyn ReadAt>) -> Result<Self, Note> {
        let length = data.len();
        let ends = |end: &[u8]| end == MAGIC;
        let mut head = [0; 4];
        let mut tail = [0; 8];
        let least = (head.len() + tail.len()) as u64;
        if length >= 4 {
            fill(name, &*data, 0, &mut head)?;
            if !ends(&head) {
                return Err(Note::error(name, "this is no Parquet file")
                    .at(Place::Byte(0))
                    .found(quote(&head))
                    .expected("PAR1"));
            }
        }
        if length >= least {
            fill(name, &*data, length - tail.len() as u64, &mut tail)?;
        }
        let (size, mark) = tail.split_at(4);
        if length < least || !ends(mark) {
            return Err(Note::error(name, "the Parquet file is truncated")
                .at(Place::Byte(length))
                .found("the end of the file without PAR1")
                .expected("more data")
                .remedy("copy or write the file again"));
        }
        let size = u32::from_le_bytes(size.try_into().unwrap_or_default());
        let begin = (length - 8).checked_sub(size.into()).filter(|&begin| begin >= 4);
        let begin = begin.filter(|_| u64::from(size) <= MAX_FOOTER).ok_or_else(|| {
            damaged(name, length - 8, "the footer is longer than the file")
                .found(format!("{} bytes", thousands(size.into())))
        })?;
        let mut footer = vec![0; size as usize];
        fill(name, &*data, begin, &mut footer)?;
        let mut file = Self {
            name: name.to_owned(),
            data,
            columns: Vec::new(),
            rows: 0,
            groups: Vec::new(),
            metadata: Vec::new(),
            pages: Vec::new(),
            counts: Counts { bytes: least + u64::from(size), pages: 0 },
        };
        let mut refused = None;
        let read = file.footer(&mut Reader::new(&footer), &mut refused);
        if let Some(refused) = refused {
            return Err(refused.note(name));
        }
        read.map_err(|error| damaged(name, begin + error.at as u64, error.what))?;
        file.check(begin)?;
        file.pages.resize_with(file.columns.len(), Page::default);
        Ok(file)
    }

    /// The names of the columns.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The place of a column among [`columns`](File::columns).
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|known| known == name)
    }

    /// The number of rows.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// The number of rows in each row group.
    pub fn groups(&self) -> impl ExactSizeIterator<Item = u64> + '_ {
        self.groups.iter().map(|group| group.rows)
    }

    /// The least and the largest value of a column in a row group, if the file says so.
    pub fn range(&self, group: usize, column: usize) -> Option<Range> {
        self.groups.get(group)?.chunks.get(column)?.range
    }

    /// The text of that name in the footer.
    pub fn metadata(&self, name: &str) -> Option<&str> {
        let found = self.metadata.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// What was read so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The name of the file in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Appends the values of a column, given by its place, at these rows, which ascend; equal ones may follow each other.
    /// O(rows asked for, and the pages that hold them); where a group has several pages, also the headers of those before.
    ///
    /// # Errors
    /// There is no such column or row, or the file is damaged.
    pub fn read(&mut self, column: usize, rows: &[u64], out: &mut Vec<i64>) -> Result<(), Note> {
        let Some(mut page) = self.pages.get_mut(column).map(std::mem::take) else {
            let all = self.columns.len();
            return Err(Note::error(&self.name, "there is no such column")
                .found(column.to_string())
                .expected(format!("a number below {all}")));
        };
        for &row in rows {
            let value = |page: &Page| {
                let at = row.checked_sub(page.first)?;
                page.values.get(usize::try_from(at).ok()?).copied()
            };
            if value(&page).is_none() {
                self.turn(column, row, &mut page)?;
            }
            let Some(value) = value(&page) else {
                return Err(damaged(&self.name, page.end, "a page lacks a row of its group"));
            };
            out.push(value);
        }
        if let Some(kept) = self.pages.get_mut(column) {
            *kept = page;
        }
        Ok(())
    }

    /// Reads the page of a column that holds a row.
    fn turn(&mut self, column: usize, row: u64, page: &mut Page) -> Result<(), Note> {
        let at = self.groups.partition_point(|group| group.first + group.rows <= row);
        let Some((first, rows, chunk)) =
            self.groups.get(at).and_then(|group| Some((group.first, group.rows, *group.chunks.get(column)?)))
        else {
            return Err(Note::error(&self.name, "there is no such row")
                .found(thousands(row))
                .expected(format!("a number below {}", thousands(self.rows))));
        };
        let is_behind = page.group == at && !page.values.is_empty() && page.first <= row;
        let (mut now, mut offset) = match is_behind {
            true => (page.first + page.values.len() as u64, page.end),
            false => (first, chunk.offset),
        };
        let end = chunk.offset + chunk.bytes;
        loop {
            let (head, begin) = self.page_header(column, offset, end)?;
            let next = begin + head.packed as u64;
            let is_in = now + head.values > row;
            if now + head.values > first + rows || head.values == 0 {
                let what = "the pages of a column hold another number of values than its group";
                return Err(damaged(&self.name, offset, what));
            }
            if is_in {
                page.values.clear();
                self.unpack(begin, &head, &mut page.values)?;
                (page.group, page.first, page.end) = (at, now, next);
                return Ok(());
            }
            (now, offset) = (now + head.values, next);
        }
    }

    /// Reads the header of a page; returns where its data begin.
    fn page_header(&mut self, column: usize, offset: u64, end: u64) -> Result<(Header, u64), Note> {
        let mut size = HEADER;
        loop {
            let here = size.min(end.saturating_sub(offset));
            let mut bytes = vec![0; here as usize];
            fill(&self.name, &*self.data, offset, &mut bytes)?;
            self.counts.bytes += here;
            let mut reader = Reader::new(&bytes);
            let mut refused = None;
            match Header::read(&mut reader, &mut refused) {
                Ok(head) => {
                    if let Some(refused) = refused {
                        let name = self.columns.get(column).map_or("", String::as_str);
                        return Err(refused.of_column(name).note(&self.name));
                    }
                    let begin = offset + reader.bytes.position() as u64;
                    if head.packed as u64 > end - begin {
                        let what = "a page is longer than its column";
                        return Err(damaged(&self.name, offset, what));
                    }
                    return Ok((head, begin));
                }
                Err(_) if here == size && size < MAX_HEADER => size *= 8,
                Err(error) => {
                    return Err(damaged(&self.name, offset + error.at as u64, error.what));
                }
            }
        }
    }

    /// Reads the values of a page.
    fn unpack(&mut self, begin: u64, head: &Header, values: &mut Vec<i64>) -> Result<(), Note> {
        let mut packed = vec![0; head.packed];
        fill(&self.name, &*self.data, begin, &mut packed)?;
        self.counts.bytes += head.packed as u64;
        self.counts.pages += 1;
        // No LZ4 unpacks to more than 255 times its size.
        if head.unpacked > MAX_PAGE || head.unpacked / 256 > head.packed {
            return Err(damaged(&self.name, begin, "a page has an impossible size"));
        }
        let mut unpacked = vec![0; head.unpacked];
        let length = lz4_flex::block::decompress_into(&packed, &mut unpacked)
            .map_err(|_| damaged(&self.name, begin, "a page cannot be unpacked"))?;
        if length != head.unpacked {
            return Err(damaged(&self.name, begin, "a page unpacks to another size than it says"));
        }
        let count = usize::try_from(head.values).unwrap_or(usize::MAX);
        delta::decode(&unpacked, count, values).map_err(|error| damaged(&self.name, begin, error.what))
    }

    /// Checks that what the footer says is possible.
    fn check(&mut self, end: u64) -> Result<(), Note> {
        let mut first = 0u64;
        for group in &mut self.groups {
            group.first = first;
            let fits = |chunk: &Chunk| {
                let chunk_end = chunk.offset.checked_add(chunk.bytes);
                chunk.offset >= 4 && chunk_end.is_some_and(|chunk_end| chunk_end <= end)
            };
            if group.chunks.len() != self.columns.len() || !group.chunks.iter().all(fits) {
                return Err(damaged(&self.name, end, "a row group is outside of the file"));
            }
            first = first
                .checked_add(group.rows)
                .filter(|&sum| sum <= i64::MAX as u64)
                .ok_or_else(|| damaged(&self.name, end, "there are too many rows"))?;
        }
        match first == self.rows {
            true => Ok(()),
            false => Err(damaged(&self.name, end, "the groups have another number of rows than the file")),
        }
    }

    fn footer(&mut self, reader: &mut Reader<'_>, refused: &mut Option<Refused>) -> Result<(), Malformed> {
        reader.structure(|reader, number, kind| match number {
            field::file::SCHEMA => {
                let (_, count) = reader.list(kind)?;
                for at in 0..count {
                    let element = Element::read(reader)?;
                    match at {
                        0 => {}
                        _ => {
                            if let Some(what) = element.unsupported() {
                                refused.get_or_insert(what);
                            }
                            self.columns.push(element.name);
                        }
                    }
                }
                Ok(())
            }
            field::file::ROWS => {
                self.rows = unsigned(reader, kind)?;
                Ok(())
            }
            field::file::GROUPS => {
                let (_, count) = reader.list(kind)?;
                for _ in 0..count {
                    let group = group(reader, &self.columns, refused)?;
                    self.groups.push(group);
                }
                Ok(())
            }
            field::file::METADATA => {
                let (_, count) = reader.list(kind)?;
                for _ in 0..count {
                    let mut pair = (String::new(), String::new());
                    reader.structure(|reader, number, kind| {
                        match number {
                            1 => pair.0 = text(reader, kind)?,
                            2 => pair.1 = text(reader, kind)?,
                            _ => reader.skip(kind)?,
                        }
                        Ok(())
                    })?;
                    self.metadata.push(pair);
                }
                Ok(())
            }
            _ => reader.skip(kind),
        })
    }
}

fn damaged(name: &str, at: u64, what: &str) -> Note {
    Note::error(name, format!("the Parquet file is damaged: {what}"))
        .at(Place::Byte(at))
        .found("bytes that were altered, or of another writer")
        .expected("a data trace that `loopscope split` wrote")
        .remedy("copy or write the file again")
}
