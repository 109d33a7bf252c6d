//! Numeric traces: every line of a file is one tuple of numbers, perhaps with a label.
//!
//! | module | what it reads |
//! | --- | --- |
//! | [`din`] | memory accesses as Dinero reads them: `0 4014f0 8` |
//! | [`lackey`] | memory accesses as valgrind's lackey writes them: ` L 1fff000750,8` |
//! | [`plain`] | numbers separated by blanks |
//! | [`csv`] | tables of numbers, with or without a header |
//! | `grammar` | what each of the four supplies: the grammar of one line |
//! | `reader` | the reader of all four |

pub mod csv;
pub mod din;
pub mod lackey;
pub mod plain;
mod grammar;
mod reader;
#[cfg(test)]
mod tests;
