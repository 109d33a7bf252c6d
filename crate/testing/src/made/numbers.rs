//! Formats of numbers: a loop over a matrix, three reads and a write, as the tracers write them.

use std::fmt::Write;

/// Lines of a text.
pub const ACCESSES: u64 = 2_000_000;

fn text(mut line: impl FnMut(&mut String, u64, u64)) -> String {
    let mut text = String::new();
    for k in 0..ACCESSES / 4 {
        let (row, column) = (k / 1024 % 1024, k % 1024);
        line(&mut text, 2, 0x0040_16a5 + k % 7);
        line(&mut text, 0, 0x004a_a2e0 + 8192 * row + 8 * column);
        line(&mut text, 0, 0x014a_82e0 + 8192 * column + 8 * row);
        line(&mut text, 1, 0x1f_ff00_0528 + 8 * (k % 3));
    }
    text
}

/// The same accesses in all formats.
pub fn accesses() -> [(&'static str, String); 4] {
    [("din", din()), ("lackey", lackey()), ("numbers", numbers()), ("csv", csv())]
}

/// Accesses in the form of Dinero.
pub fn din() -> String {
    text(|out, kind, address| writeln!(out, "{kind} {address:x} 8").unwrap())
}

/// Accesses in the form of Lackey.
pub fn lackey() -> String {
    let letters = [" L", " S", "I "];
    text(|out, kind, address| writeln!(out, "{} {address:08x},8", letters[kind as usize]).unwrap())
}

/// Numbers, one a line.
pub fn numbers() -> String {
    text(|out, kind, address| writeln!(out, "{kind} {address} 8").unwrap())
}

/// Accesses as a table.
pub fn csv() -> String {
    let kinds = ["read", "write", "ifetch"];
    text(|out, kind, address| writeln!(out, "{},{address:#x},8", kinds[kind as usize]).unwrap())
}
