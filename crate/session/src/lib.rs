//! Opens files, analyses traces and answers questions about them, for the page's worker and for the terminal.
//!
//! [`Session`] is what both use: it holds what is loaded and the work under way, and does that work in slices, so that
//! its caller can answer questions, show progress and cancel in between. The terminal also uses the parts alone.
//!
//! Files arrive as [`open::ReadAt`], so this crate touches no file system, no JavaScript, no thread and no clock.
//!
//! | module | what it does |
//! | --- | --- |
//! | [`wire`] | defines the messages between page and engine |
//! | [`open`] | opens files and archives as one trace |
//! | [`lsz`] | writes and reads compressed traces |
//! | [`data_trace`] | the events of a trace as columns of numbers, in files and out of them |
//! | [`parquet`] | reads and writes data traces: columns of whole numbers as Parquet files |
//! | [`options`], [`analysis`] | choose the options, and build the nests of all processes |
//! | [`tasks`] | background work on a loaded trace: comparison, prediction, model, time |
//! | [`lab`] | steps through the algorithms on small inputs, without a trace |
//! | [`view`] | turns what is loaded into messages, texts and pictures |
//! | [`ask`] | answers questions to a model: records, programs, plans |
//! | [`files`], [`export`] | write JSON documents, and traces in other formats |
//! | `session`, `loading`, `queries` | hold the state, load a trace, answer queries |

pub mod analysis;
pub mod ask;
mod crc;
pub mod data_trace;
mod error;
pub mod export;
pub mod files;
pub mod lab;
mod loaded;
mod loading;
pub mod lsz;
pub mod measure;
pub mod open;
pub mod options;
pub mod parquet;
mod partners;
mod queries;
mod ranges;
mod session;
mod source;
mod system_error;
pub mod tasks;
pub mod view;
pub mod wire;

pub use error::error_note;
pub use loaded::{Loaded, TraceHandle};
pub use session::Session;

pub use loopscope_core::numbers;
pub use loopscope_core::symbols::Symbol;
pub use loopscope_core::trace;
pub use loopscope_formats as formats;
