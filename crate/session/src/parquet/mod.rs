//! Data traces: columns of whole numbers as Parquet files, which pandas, polars, DuckDB and R open.
//!
//! Files are written and read here, without a library, because a small subset of the format serves numbers best: required
//! columns of 64 bits, DELTA_BINARY_PACKED in pages of 8,192 values, packed as LZ4_RAW, with the least and the largest value of
//! each column of a row group. Times take 2 to 3 bytes each and whatever the loops of a program foresee next to nothing.
//!
//! | module | what it does |
//! | --- | --- |
//! | `thrift` | the compact protocol of Thrift, in which headers and the footer are written |
//! | `footer` | the structures of a file, and what of them is not supported |
//! | [`delta`] | the coding of numbers as differences of 128 at a time |
//! | [`write`] | a file, row group by row group |
//! | [`read`] | the values at some rows of a file: the footer, and the pages that hold them |
//!
//! Source: the Apache Parquet format 2.10, `parquet.thrift` and `Encodings.md`.

pub mod delta;
mod footer;
pub mod read;
mod thrift;
pub mod write;

#[cfg(test)]
mod tests;

/// The first and the last bytes of a file.
const MAGIC: &[u8; 4] = b"PAR1";

/// Values in a page: what is unpacked to read one of them.
pub const PAGE: usize = 8192;

/// The physical type INT64.
const INT64: i64 = 2;

/// The encoding of pages.
const DELTA_BINARY_PACKED: i64 = 5;

/// The encoding of levels, which required columns do not have.
const RLE: i64 = 3;

/// The codec of pages: LZ4 without a frame.
const LZ4_RAW: i64 = 7;

/// The fields of the structures of `parquet.thrift` that are written and read.
mod field {
    /// `FileMetaData`.
    pub(super) mod file {
        pub(crate) const VERSION: i16 = 1;
        pub(crate) const SCHEMA: i16 = 2;
        pub(crate) const ROWS: i16 = 3;
        pub(crate) const GROUPS: i16 = 4;
        pub(crate) const METADATA: i16 = 5;
        pub(crate) const CREATED_BY: i16 = 6;
        pub(crate) const ORDERS: i16 = 7;
    }
    /// `SchemaElement`.
    pub(super) mod element {
        pub(crate) const TYPE: i16 = 1;
        pub(crate) const REPETITION: i16 = 3;
        pub(crate) const NAME: i16 = 4;
        pub(crate) const CHILDREN: i16 = 5;
    }
    /// `RowGroup`.
    pub(super) mod group {
        pub(crate) const CHUNKS: i16 = 1;
        pub(crate) const BYTES: i16 = 2;
        pub(crate) const ROWS: i16 = 3;
    }
    /// `ColumnChunk`.
    pub(super) mod chunk {
        pub(crate) const PATH: i16 = 1;
        pub(crate) const OFFSET: i16 = 2;
        pub(crate) const METADATA: i16 = 3;
    }
    /// `ColumnMetaData`.
    pub(super) mod column {
        pub(crate) const TYPE: i16 = 1;
        pub(crate) const ENCODINGS: i16 = 2;
        pub(crate) const PATH: i16 = 3;
        pub(crate) const CODEC: i16 = 4;
        pub(crate) const VALUES: i16 = 5;
        pub(crate) const UNPACKED: i16 = 6;
        pub(crate) const PACKED: i16 = 7;
        pub(crate) const DATA: i16 = 9;
        pub(crate) const STATISTICS: i16 = 12;
    }
    /// `Statistics`.
    pub(super) mod statistics {
        pub(crate) const NULLS: i16 = 3;
        pub(crate) const MOST: i16 = 5;
        pub(crate) const LEAST: i16 = 6;
    }
    /// `PageHeader`.
    pub(super) mod page {
        pub(crate) const TYPE: i16 = 1;
        pub(crate) const UNPACKED: i16 = 2;
        pub(crate) const PACKED: i16 = 3;
        pub(crate) const DATA: i16 = 5;
    }
    /// `DataPageHeader`.
    pub(super) mod data {
        pub(crate) const VALUES: i16 = 1;
        pub(crate) const ENCODING: i16 = 2;
        pub(crate) const DEFINITIONS: i16 = 3;
        pub(crate) const REPETITIONS: i16 = 4;
    }
}
