//! Tests that look at several crates at once: case files, golden files, house rules.

pub mod table;

/// The arguments of a benchmark. Cargo itself adds one of its own that begins with dashes.
pub fn given() -> Vec<String> {
    std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect()
}
