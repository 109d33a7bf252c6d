//! Numeric traces: every line of a file is one tuple of numbers, perhaps with a label.
//!
//! | module | what it reads |
//! | --- | --- |
//! | [`din`] | memory accesses as Dinero reads them: `0 4014f0 8` |
//! | [`lackey`] | memory accesses as valgrind's lackey writes them: ` L 1fff000750,8` |
//! | [`plain`] | numbers separated by blanks |
//! | [`csv`] | tables of numbers, with or without a header |
//! | `reader` | the reader of all four, each of which is a grammar for one line |

pub mod csv;
pub mod din;
pub mod lackey;
pub mod plain;
mod reader;
#[cfg(test)]
mod tests;
