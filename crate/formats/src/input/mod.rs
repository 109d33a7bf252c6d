//! What readers of text need before any format begins: bytes to lines, words, numbers and cells.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`head`] | the beginning of a file, which a sniff sees |
//! | `lines` | lines of a file that comes in chunks |
//! | `words` | words of a line, with their places |
//! | `integer` | integers as they are written |
//! | `fraction` | numbers with a point or an exponent |
//! | `json` | where JSON values end, keys and values of an object |
//! | `table` | cells of a table, its header, a user's choice of columns |
//! | `moments` | times in their order, packed fast, until their calls are known |
//! | `time` | times as decimal numbers, and the units that titles of columns name |
//! | [`fields`] | what columns of tables and arguments of calls are called |
//! | `spreadsheet` | text that a spreadsheet must not run as a formula |
//! | `source_name` | process numbers in names of files; names of threads and containers in a file |
//! | `interner` | ids for values that occur again and again |
//! | `byte_map` | what lines, words and cells mean that occur again and again |
//!
//! Nothing here knows a format, a trace or MPI.

pub(crate) mod byte_map;
pub mod fields;
pub(crate) mod fraction;
pub mod head;
pub(crate) mod integer;
pub(crate) mod interner;
pub(crate) mod json;
pub(crate) mod lines;
pub(crate) mod moments;
pub(crate) mod source_name;
pub(crate) mod spreadsheet;
pub(crate) mod table;
pub(crate) mod time;
pub(crate) mod words;
