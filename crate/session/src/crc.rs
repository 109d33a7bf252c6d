//! CRC-32 as gzip, zip and compressed traces use it (polynomial 0xEDB88320, reflected).
//!
//! Eight bytes per step, by the tables of "slicing by 8" (Kounavis and Berry, ISCC 2005). The tables are computed on first
//! use: as constants they would add 16 KB of random bytes to the download.

use std::sync::OnceLock;

const TABLES: usize = 8;

type Tables = [[u32; 256]; TABLES];

fn tables() -> &'static Tables {
    static MADE: OnceLock<Box<Tables>> = OnceLock::new();
    MADE.get_or_init(|| {
        let mut tables = Box::new([[0u32; 256]; TABLES]);
        for byte in 0..256usize {
            let mut value = byte as u32;
            for _ in 0..8 {
                value = (value >> 1) ^ if value & 1 == 1 { 0xEDB8_8320 } else { 0 };
            }
            tables[0][byte] = value;
        }
        for table in 1..TABLES {
            for byte in 0..256usize {
                let before = tables[table - 1][byte];
                tables[table][byte] = (before >> 8) ^ tables[0][(before & 0xFF) as usize];
            }
        }
        tables
    })
}

/// The checksum of the bytes so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crc {
    /// The complement of the checksum.
    state: u32,
}

impl Crc {
    /// The checksum of no bytes.
    pub(crate) fn new() -> Self {
        Self { state: !0 }
    }

    /// Adds bytes. O(bytes).
    pub(crate) fn update(&mut self, bytes: &[u8]) {
        let tables = tables();
        let mut state = self.state;
        let mut steps = bytes.chunks_exact(TABLES);
        for step in steps.by_ref() {
            let mut value = 0;
            for (at, &byte) in step.iter().enumerate() {
                let mixed = byte ^ state.to_le_bytes().get(at).copied().unwrap_or(0);
                value ^= tables[TABLES - 1 - at][usize::from(mixed)];
            }
            state = value;
        }
        for &byte in steps.remainder() {
            state = (state >> 8) ^ tables[0][usize::from(state as u8 ^ byte)];
        }
        self.state = state;
    }

    /// The checksum.
    pub(crate) fn sum(&self) -> u32 {
        !self.state
    }
}

#[cfg(test)]
mod tests;
