//! Writes Parquet files of whole numbers, row group by row group. Memory: the rows of one group.

use std::io::{self, Write};

use super::thrift::{self, kind};
use super::{delta, field, DELTA_BINARY_PACKED, INT64, LZ4_RAW, MAGIC, PAGE, RLE};

/// Rows in a group where nothing else is asked for.
pub const ROWS: usize = 65_536;

/// The most rows in a group: their pages have sizes of 32 bits, and they are held in memory.
pub const MOST_ROWS: usize = 1 << 24;

/// A column of a row group in the file.
struct Chunk {
    offset: u64,
    packed: u64,
    unpacked: u64,
    least: i64,
    most: i64,
}

/// A row group in the file.
struct Group {
    rows: u64,
    chunks: Vec<Chunk>,
}

/// Writes a file. Dropped before [`finish`](Writer::finish), the file is no Parquet file.
///
/// ```
/// use loopscope_session::parquet::read::File;
/// use loopscope_session::parquet::write::{Writer, ROWS};
/// let mut bytes = Vec::new();
/// let mut writer = Writer::new(&mut bytes, &["position", "bytes"], ROWS).unwrap();
/// writer.write(&[&[0, 1, 2], &[8, 8, 16]]).unwrap();
/// writer.finish(&[("format", "an example")]).unwrap();
/// let mut file = File::open("example.parquet", std::rc::Rc::new(bytes)).unwrap();
/// let mut out = Vec::new();
/// file.read(1, &[0, 2], &mut out).unwrap();
/// assert_eq!(out, [8, 16]);
/// ```
pub struct Writer<W> {
    out: W,
    at: u64,
    names: Vec<String>,
    /// Rows of a group.
    most: usize,
    /// The rows of the group that is not written yet, by column.
    rows: Vec<Vec<i64>>,
    groups: Vec<Group>,
    unpacked: Vec<u8>,
    packed: Vec<u8>,
}

impl<W: Write> Writer<W> {
    /// Begins a file with columns of these names, with at most so many rows in a group.
    ///
    /// # Errors
    /// The output fails; the same holds for the other methods.
    pub fn new(mut out: W, names: &[&str], most: usize) -> io::Result<Self> {
        out.write_all(MAGIC)?;
        Ok(Self {
            out,
            at: MAGIC.len() as u64,
            names: names.iter().map(|&name| name.to_owned()).collect(),
            most: most.clamp(1, MOST_ROWS),
            rows: vec![Vec::new(); names.len()],
            groups: Vec::new(),
            unpacked: Vec::new(),
            packed: Vec::new(),
        })
    }

    /// Appends rows, given by column. All columns should be as long as the first; what is longer is left out, and rows that
    /// are missing are 0.
    pub fn write(&mut self, columns: &[&[i64]]) -> io::Result<()> {
        let all = columns.first().map_or(0, |column| column.len());
        let mut done = 0;
        while done < all {
            let held = self.rows.first().map_or(0, Vec::len);
            let more = (self.most - held).min(all - done);
            for (at, rows) in self.rows.iter_mut().enumerate() {
                let column = columns.get(at).copied().unwrap_or_default();
                let end = column.len().min(done + more);
                rows.extend_from_slice(column.get(done..end).unwrap_or_default());
                rows.resize(held + more, 0);
            }
            done += more;
            if held + more == self.most {
                self.end_group()?;
            }
        }
        Ok(())
    }

    /// Ends the row group: the next row begins another.
    pub fn end_group(&mut self) -> io::Result<()> {
        let rows = self.rows.first().map_or(0, Vec::len);
        if rows == 0 {
            return Ok(());
        }
        let mut columns = std::mem::take(&mut self.rows);
        let mut group = Group { rows: rows as u64, chunks: Vec::new() };
        for column in &mut columns {
            group.chunks.push(self.chunk(column)?);
            column.clear();
        }
        self.rows = columns;
        self.groups.push(group);
        Ok(())
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.at += bytes.len() as u64;
        self.out.write_all(bytes)
    }

    /// Writes the pages of a column.
    fn chunk(&mut self, column: &[i64]) -> io::Result<Chunk> {
        let least = column.iter().copied().min().unwrap_or(0);
        let most = column.iter().copied().max().unwrap_or(0);
        let mut chunk = Chunk { offset: self.at, packed: 0, unpacked: 0, least, most };
        for page in column.chunks(PAGE) {
            let mut unpacked = std::mem::take(&mut self.unpacked);
            unpacked.clear();
            delta::encode(page, &mut unpacked);
            let mut packed = std::mem::take(&mut self.packed);
            packed.resize(lz4_flex::block::get_maximum_output_size(unpacked.len()), 0);
            let length = lz4_flex::block::compress_into(&unpacked, &mut packed)
                .map_err(|error| io::Error::other(error.to_string()))?;
            let head = page_header(page.len(), unpacked.len(), length);
            self.put(&head)?;
            self.put(packed.get(..length).unwrap_or_default())?;
            chunk.unpacked += (head.len() + unpacked.len()) as u64;
            (self.unpacked, self.packed) = (unpacked, packed);
        }
        chunk.packed = self.at - chunk.offset;
        Ok(chunk)
    }

    /// Writes the footer, with these texts by name; returns the output.
    pub fn finish(mut self, metadata: &[(&str, &str)]) -> io::Result<W> {
        self.end_group()?;
        let footer = self.footer(metadata);
        let length = u32::try_from(footer.len())
            .map_err(|_| io::Error::other("the file has too many row groups: use --rows with more"))?;
        self.put(&footer)?;
        self.put(&length.to_le_bytes())?;
        self.put(MAGIC)?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn footer(&self, metadata: &[(&str, &str)]) -> Vec<u8> {
        use field::{chunk, element, file, group};
        let mut out = thrift::Writer::default();
        out.begin();
        out.i32(file::VERSION, 2);
        out.list(file::SCHEMA, kind::STRUCTURE, self.names.len() + 1);
        out.begin();
        out.binary(element::NAME, b"schema");
        out.i32(element::CHILDREN, self.names.len() as i64);
        out.end();
        for name in &self.names {
            out.begin();
            out.i32(element::TYPE, INT64);
            // Required.
            out.i32(element::REPETITION, 0);
            out.binary(element::NAME, name.as_bytes());
            out.end();
        }
        out.i64(file::ROWS, self.groups.iter().map(|group| group.rows).sum::<u64>() as i64);
        out.list(file::GROUPS, kind::STRUCTURE, self.groups.len());
        for one in &self.groups {
            out.begin();
            out.list(group::CHUNKS, kind::STRUCTURE, one.chunks.len());
            for (name, column) in self.names.iter().zip(&one.chunks) {
                out.begin();
                out.i64(chunk::OFFSET, column.offset as i64);
                out.structure(chunk::METADATA);
                column_metadata(name, one.rows, column, &mut out);
                out.end();
                out.end();
            }
            out.i64(group::BYTES, one.chunks.iter().map(|chunk| chunk.unpacked as i64).sum());
            out.i64(group::ROWS, one.rows as i64);
            out.end();
        }
        out.list(file::METADATA, kind::STRUCTURE, metadata.len());
        for (name, value) in metadata {
            out.begin();
            out.binary(1, name.as_bytes());
            out.binary(2, value.as_bytes());
            out.end();
        }
        out.binary(file::CREATED_BY, b"loopscope");
        // Without it, readers do not trust the statistics: the values are ordered as numbers.
        out.list(file::ORDERS, kind::STRUCTURE, self.names.len());
        for _ in &self.names {
            out.begin();
            out.structure(1);
            out.end();
            out.end();
        }
        out.end();
        out.bytes
    }
}

fn column_metadata(name: &str, rows: u64, chunk: &Chunk, out: &mut thrift::Writer) {
    use field::{column, statistics};
    out.i32(column::TYPE, INT64);
    out.list(column::ENCODINGS, kind::I32, 1);
    out.number(DELTA_BINARY_PACKED);
    out.list(column::PATH, kind::BINARY, 1);
    out.text(name.as_bytes());
    out.i32(column::CODEC, LZ4_RAW);
    out.i64(column::VALUES, rows as i64);
    out.i64(column::UNPACKED, chunk.unpacked as i64);
    out.i64(column::PACKED, chunk.packed as i64);
    out.i64(column::DATA, chunk.offset as i64);
    out.structure(column::STATISTICS);
    out.i64(statistics::NULLS, 0);
    out.binary(statistics::MOST, &chunk.most.to_le_bytes());
    out.binary(statistics::LEAST, &chunk.least.to_le_bytes());
    out.end();
}

fn page_header(values: usize, unpacked: usize, packed: usize) -> Vec<u8> {
    use field::{data, page};
    let mut out = thrift::Writer::default();
    out.begin();
    // A data page of the first version.
    out.i32(page::TYPE, 0);
    out.i32(page::UNPACKED, unpacked as i64);
    out.i32(page::PACKED, packed as i64);
    out.structure(page::DATA);
    out.i32(data::VALUES, values as i64);
    out.i32(data::ENCODING, DELTA_BINARY_PACKED);
    out.i32(data::DEFINITIONS, RLE);
    out.i32(data::REPETITIONS, RLE);
    out.end();
    out.end();
    out.bytes
}
