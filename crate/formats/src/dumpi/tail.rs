//! What follows the records: the version, sizes of types, names of functions.

use rustc_hash::FxHashMap;

use super::record::{Bytes, Failed, MAGIC};

/// Bytes that are kept of what follows the records: there may be many names.
pub(super) const MAX_TAIL: usize = 64 << 20;

/// What is of use of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tail {
    pub(super) version: Option<[u8; 3]>,
    /// Sizes of types in bytes, by number.
    pub(super) sizes: Vec<u32>,
    /// Names of functions of the program, by address.
    pub(super) names: FxHashMap<u64, String>,
}

/// Numbers of the index, which is the last thing in a file: where the sections begin.
const INDEX: usize = 8;

impl Tail {
    /// Reads the end of a file, which begins at byte `start`. What cannot be read is left out.
    pub(super) fn read(bytes: &[u8], start: u64) -> Self {
        let mut tail = Self::default();
        // The version is the first thing after the records.
        if let Some(version) = bytes.first_chunk::<3>() {
            tail.version = Some(*version);
        }
        let Some(at) = bytes.len().checked_sub(8 * INDEX) else { return tail };
        let index = bytes.get(at..).unwrap_or_default();
        if !index.starts_with(MAGIC) {
            return tail;
        }
        let offset = |nth: usize| {
            let offset = Bytes::new(index, 8 * nth).long().ok().filter(|&offset| offset > 0)?;
            usize::try_from(offset.checked_sub(start)?).ok()
        };
        if let Some(at) = offset(1) {
            tail.sizes = sizes(bytes, at);
        }
        if let Some(at) = offset(2) {
            // Names up to one that cannot be read are as good as the others.
            let _ = names(bytes, at, &mut tail.names);
        }
        tail
    }
}

fn sizes(bytes: &[u8], at: usize) -> Vec<u32> {
    let mut bytes = Bytes::new(bytes, at);
    let count = bytes.number().unwrap_or(0);
    (0..count).map_while(|_| bytes.number().ok()).collect()
}

fn names(bytes: &[u8], at: usize, names: &mut FxHashMap<u64, String>) -> Result<(), Failed> {
    let mut bytes = Bytes::new(bytes, at);
    for _ in 0..bytes.number()? {
        let address = bytes.long()?;
        let length = bytes.short()?;
        let name = bytes.skip(usize::from(length))?;
        names.insert(address, crate::input::words::name_in_one_line(&String::from_utf8_lossy(name)));
    }
    Ok(())
}

/// Sizes of the types that every trace numbers alike, for files that do not list them.
const USUAL: [u32; 28] = [0, 0, 1, 1, 1, 1, 4, 2, 2, 4, 4, 8, 8, 4, 8, 16, 8, 8, 8, 1, 0, 0, 8, 12, 12, 6, 8, 20];

/// The size of a type, by the sizes that the file lists.
pub(super) fn size_of(sizes: &[u32], kind: u16) -> Option<u64> {
    let told = sizes.get(usize::from(kind)).copied().filter(|&size| size > 0);
    let usual = USUAL.get(usize::from(kind)).copied();
    told.or(usual).map(u64::from)
}
