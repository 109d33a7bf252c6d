//! What is asked for, and the program that comes of it.

/// Which time of a place is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Time {
    /// The median over its iterations: what is typical.
    Median,
    /// The mean: the sum is that of the trace.
    Mean,
    /// Every one, in a table.
    Table,
    /// None: the program only communicates.
    None,
}

impl Time {
    /// All of them, in the order in which they are listed.
    pub const ALL: [Self; 4] = [Self::Median, Self::Mean, Self::Table, Self::None];

    /// The name used in the terminal.
    pub fn name(self) -> &'static str {
        match self {
            Self::Median => "median",
            Self::Mean => "mean",
            Self::Table => "table",
            Self::None => "none",
        }
    }
}

/// A program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skeleton {
    /// Its C code.
    pub code: String,
    /// The computing of the trace in nanoseconds, over all processes.
    pub computed: u64,
    /// The computing that the program keeps.
    pub kept: u64,
    /// Functions: one for each class of processes.
    pub functions: usize,
    /// Events that the program leaves out, by name.
    pub left_out: Vec<(String, u64)>,
}
