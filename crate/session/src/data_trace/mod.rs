//! Data traces: the events of a trace as columns of numbers, in files that other programs open.
//!
//! A row is an event of communication. Its columns are those of [`Column`], and where it stands in the model of the program: the
//! number of its `construct`, and the iteration of each loop around it, `i0` of the outermost. So a question by iteration needs
//! no formula: `SELECT i1, median("end" - start) FROM 'rank-0.parquet' WHERE construct = 58 GROUP BY i1`.
//!
//! | module | what it does |
//! | --- | --- |
//! | `rows` | the rows of a trace, a batch at a time |
//! | `calls` | the rows of its calls |
//! | [`npy`] | a column as a file of NumPy, to be mapped into memory |
//! | `skeleton` | a program made from a trace |
//! | `read` | [`DataTrace`]: the columns of Parquet files, by seeking |
//!
//! The footer of a file says in texts what its numbers mean:
//!
//! | name | text |
//! | --- | --- |
//! | `format` | `loopscope-data/1` |
//! | `unit`, `clock` | `ns`, and `as recorded`: each process has its own clock |
//! | `view` | the view of the trace that the rows are: `communication` or `calls` |
//! | `names` | what the numbers in `kind`, or in `name`, stand for: a list in JSON |
//! | `processes` | of each process its events and their [hash](loopscope_core::extract::identity), in the order of the rows |
//! | `early` | how many messages there are, and how many end before they begin: two numbers |
//! | `constructs` | what the numbers in `construct` stand for, in JSON: of each its text and the number of the loop around it, or null; a loop is `L1 x249` |
//! | `model` | how the model was made |

#[cfg(feature = "split")]
mod calls;
#[cfg(feature = "split")]
pub mod npy;
mod read;
#[cfg(feature = "split")]
mod rows;
#[cfg(feature = "split")]
mod skeleton;

#[cfg(all(test, feature = "split"))]
mod tests;

#[cfg(feature = "split")]
pub use calls::{call_metadata, call_rows, CALL_COLUMNS};
pub use read::DataTrace;
#[cfg(feature = "split")]
pub use rows::{Batch, Failed, Splitting};
#[cfg(feature = "split")]
pub use skeleton::{skeleton_of, skeleton_of_calls};

#[cfg(feature = "split")]
pub use loopscope_core::skeleton::{has_arguments, Skeleton, Time as SkeletonTime};

pub use loopscope_core::extract::columns::Column;

/// What the footer of a data trace says under `format`.
pub const FORMAT: &str = "loopscope-data/1";

/// The column that tells processes apart where a file holds several.
pub const PROCESS: &str = "process";

/// A process in the footer.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
struct ProcessEntry {
    process: u32,
    events: u64,
    /// A text, because numbers of JSON are exact only below 2^53.
    hash: String,
}
