//! The structures of a Parquet file that reading needs: schema, row groups, headers of pages; and what of them is not supported.

use loopscope_core::bytes::Malformed;
use loopscope_formats::notes::Note;

use super::thrift::{kind, Reader};
use super::{field, DELTA_BINARY_PACKED, INT64, LZ4_RAW};

/// The least and the largest value of a column in a row group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The least.
    pub least: i64,
    /// The largest.
    pub most: i64,
}

/// A column of a row group in the file.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Chunk {
    pub(super) offset: u64,
    pub(super) bytes: u64,
    pub(super) range: Option<Range>,
}

/// A row group in the file.
#[derive(Debug, Default)]
pub(super) struct Group {
    /// The rows before it.
    pub(super) first: u64,
    pub(super) rows: u64,
    pub(super) chunks: Vec<Chunk>,
}

/// What a file has that is not supported: `column start: encoding PLAIN`.
#[derive(Debug)]
pub(super) struct Refused {
    column: String,
    what: String,
    expected: &'static str,
}

impl Refused {
    pub(super) fn of_column(mut self, column: &str) -> Self {
        column.clone_into(&mut self.column);
        self
    }

    pub(super) fn note(&self, name: &str) -> Note {
        Note::error(name, "this form of Parquet is not read")
            .found(format!("column {}: {}", self.column, self.what))
            .expected(self.expected)
            .remedy("write the data trace with `loopscope split`")
    }
}

/// `encoding PLAIN`, or its number if it has no name.
fn named(what: &str, names: &[&str], number: i64) -> String {
    let name = usize::try_from(number).ok().and_then(|at| names.get(at));
    match name {
        Some(name) => format!("{what} {name}"),
        None => format!("{what} {number}"),
    }
}

const TYPES: [&str; 8] =
    ["BOOLEAN", "INT32", "INT64", "INT96", "FLOAT", "DOUBLE", "BYTE_ARRAY", "FIXED_LEN_BYTE_ARRAY"];
const REPETITIONS: [&str; 3] = ["REQUIRED", "OPTIONAL", "REPEATED"];
const ENCODINGS: [&str; 10] = [
    "PLAIN",
    "GROUP_VAR_INT",
    "PLAIN_DICTIONARY",
    "RLE",
    "BIT_PACKED",
    "DELTA_BINARY_PACKED",
    "DELTA_LENGTH_BYTE_ARRAY",
    "DELTA_BYTE_ARRAY",
    "RLE_DICTIONARY",
    "BYTE_STREAM_SPLIT",
];
const CODECS: [&str; 8] = ["UNCOMPRESSED", "SNAPPY", "GZIP", "LZO", "BROTLI", "LZ4", "ZSTD", "LZ4_RAW"];
const PAGES: [&str; 4] = ["DATA_PAGE", "INDEX_PAGE", "DICTIONARY_PAGE", "DATA_PAGE_V2"];

fn refuse_encoding(number: i64) -> Refused {
    let what = named("encoding", &ENCODINGS, number);
    Refused { column: String::new(), what, expected: "encoding DELTA_BINARY_PACKED" }
}

pub(super) fn unsigned(reader: &mut Reader<'_>, kind: u8) -> Result<u64, Malformed> {
    let wrong = reader.bytes.malformed("a number is below 0");
    u64::try_from(reader.number(kind)?).map_err(|_| wrong)
}

pub(super) fn text(reader: &mut Reader<'_>, kind: u8) -> Result<String, Malformed> {
    Ok(String::from_utf8_lossy(reader.binary(kind)?).into_owned())
}

/// An element of the schema.
#[derive(Default)]
pub(super) struct Element {
    pub(super) name: String,
    kind: i64,
    repetition: i64,
    children: u64,
}

impl Element {
    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self, Malformed> {
        let mut element = Self { kind: -1, ..Self::default() };
        reader.structure(|reader, number, kind| {
            match number {
                field::element::TYPE => element.kind = reader.number(kind)?,
                field::element::REPETITION => element.repetition = reader.number(kind)?,
                field::element::NAME => element.name = text(reader, kind)?,
                field::element::CHILDREN => element.children = unsigned(reader, kind)?,
                _ => reader.skip(kind)?,
            }
            Ok(())
        })?;
        Ok(element)
    }

    pub(super) fn unsupported(&self) -> Option<Refused> {
        let refused = |what, expected| Some(Refused { column: self.name.clone(), what, expected });
        match self {
            _ if self.children > 0 => refused("a group of columns".to_owned(), "type INT64"),
            _ if self.kind != INT64 => refused(named("type", &TYPES, self.kind), "type INT64"),
            _ if self.repetition != 0 => {
                refused(named("repetition", &REPETITIONS, self.repetition), "repetition REQUIRED")
            }
            _ => None,
        }
    }
}

pub(super) fn group(
    reader: &mut Reader<'_>,
    columns: &[String],
    refused: &mut Option<Refused>,
) -> Result<Group, Malformed> {
    let mut made = Group::default();
    reader.structure(|reader, number, kind| {
        match number {
            field::group::CHUNKS => {
                let (_, count) = reader.list(kind)?;
                for at in 0..count {
                    let name = columns.get(at).map_or("", String::as_str);
                    let chunk = chunk(reader, name, refused)?;
                    made.chunks.push(chunk);
                }
            }
            field::group::ROWS => made.rows = unsigned(reader, kind)?,
            _ => reader.skip(kind)?,
        }
        Ok(())
    })?;
    Ok(made)
}

fn chunk(reader: &mut Reader<'_>, name: &str, refused: &mut Option<Refused>) -> Result<Chunk, Malformed> {
    let mut made = Chunk::default();
    let mut refuse = |what: Refused| {
        refused.get_or_insert(what.of_column(name));
    };
    reader.structure(|reader, number, kind| match number {
        field::chunk::PATH => {
            reader.skip(kind)?;
            let what = "its data are in another file".to_owned();
            refuse(Refused { column: String::new(), what, expected: "all data in one file" });
            Ok(())
        }
        field::chunk::METADATA => reader.structure(|reader, number, kind| {
            match number {
                field::column::CODEC => {
                    let codec = reader.number(kind)?;
                    if codec != LZ4_RAW {
                        let what = named("codec", &CODECS, codec);
                        refuse(Refused { column: String::new(), what, expected: "codec LZ4_RAW" });
                    }
                }
                field::column::ENCODINGS => {
                    let (_, count) = reader.list(kind)?;
                    for _ in 0..count {
                        let encoding = reader.number(kind::I32)?;
                        // Some writers list the encoding of levels, which there are none of.
                        if ![DELTA_BINARY_PACKED, super::RLE].contains(&encoding) {
                            refuse(refuse_encoding(encoding));
                        }
                    }
                }
                field::column::PACKED => made.bytes = unsigned(reader, kind)?,
                field::column::DATA => made.offset = unsigned(reader, kind)?,
                field::column::STATISTICS => made.range = range(reader)?,
                _ => reader.skip(kind)?,
            }
            Ok(())
        }),
        _ => reader.skip(kind),
    })?;
    Ok(made)
}

fn range(reader: &mut Reader<'_>) -> Result<Option<Range>, Malformed> {
    let (mut least, mut most) = (None, None);
    let number = |bytes: &[u8]| bytes.try_into().ok().map(i64::from_le_bytes);
    reader.structure(|reader, field, kind| {
        match field {
            field::statistics::LEAST => least = number(reader.binary(kind)?),
            field::statistics::MOST => most = number(reader.binary(kind)?),
            _ => reader.skip(kind)?,
        }
        Ok(())
    })?;
    Ok(least.zip(most).map(|(least, most)| Range { least, most }))
}

/// The header of a page.
#[derive(Default)]
pub(super) struct Header {
    kind: i64,
    pub(super) unpacked: usize,
    pub(super) packed: usize,
    pub(super) values: u64,
    encoding: i64,
}

impl Header {
    pub(super) fn read(reader: &mut Reader<'_>, refused: &mut Option<Refused>) -> Result<Self, Malformed> {
        let mut head = Self { encoding: DELTA_BINARY_PACKED, ..Self::default() };
        let size = |reader: &mut Reader<'_>, kind| {
            let wrong = reader.bytes.malformed("a page has an impossible size");
            usize::try_from(unsigned(reader, kind)?).map_err(|_| wrong)
        };
        reader.structure(|reader, number, kind| {
            match number {
                field::page::TYPE => head.kind = reader.number(kind)?,
                field::page::UNPACKED => head.unpacked = size(reader, kind)?,
                field::page::PACKED => head.packed = size(reader, kind)?,
                field::page::DATA => reader.structure(|reader, number, kind| {
                    match number {
                        field::data::VALUES => head.values = unsigned(reader, kind)?,
                        field::data::ENCODING => head.encoding = reader.number(kind)?,
                        _ => reader.skip(kind)?,
                    }
                    Ok(())
                })?,
                _ => reader.skip(kind)?,
            }
            Ok(())
        })?;
        let expected = "pages of the first version";
        if head.kind != 0 {
            let what = named("page", &PAGES, head.kind);
            *refused = Some(Refused { column: String::new(), what, expected });
        } else if head.encoding != DELTA_BINARY_PACKED {
            *refused = Some(refuse_encoding(head.encoding));
        }
        Ok(head)
    }
}
