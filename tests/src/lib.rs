//! Tests that look at several crates at once: case files, golden files, house rules.

pub mod table;
