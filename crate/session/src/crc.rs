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
    pub(crate) fn new() -> Crc {
        Crc { state: !0 }
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
mod tests {
    use super::*;

    fn crc(parts: &[&[u8]]) -> u32 {
        let mut crc = Crc::new();
        parts.iter().for_each(|part| crc.update(part));
        crc.sum()
    }

    #[test]
    fn the_check_value_of_the_catalogue() {
        assert_eq!(crc(&[b"123456789"]), 0xCBF4_3926);
        assert_eq!((crc(&[]), crc(&[b""])), (0, 0));
    }

    #[test]
    fn as_the_library_computes_it_however_the_bytes_are_cut() {
        let mut state = 1u64;
        let bytes: Vec<u8> = (0..5_000)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 33) as u8
            })
            .collect();
        for length in (0..64).chain([1_000, 4_999, 5_000]) {
            let whole = &bytes[..length];
            let mut theirs = flate2::Crc::new();
            theirs.update(whole);
            for cut in [0, length / 3, length] {
                let (first, last) = whole.split_at(cut);
                assert_eq!(crc(&[first, last]), theirs.sum(), "{length} bytes cut at {cut}");
            }
        }
    }
}
