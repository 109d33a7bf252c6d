//! The door of the terminal.
fn main() {}
