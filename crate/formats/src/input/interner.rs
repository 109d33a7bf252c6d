//! Gives each different value an id, so that a value that occurs again and again is kept once.

use std::hash::Hash;

use rustc_hash::FxHashMap;

/// The different values, in order of first appearance.
#[derive(Debug)]
pub(crate) struct Interner<T> {
    list: Vec<T>,
    ids: FxHashMap<T, u32>,
}

impl<T> Default for Interner<T> {
    fn default() -> Interner<T> {
        Interner { list: Vec::new(), ids: FxHashMap::default() }
    }
}

impl<T: Copy + Eq + Hash> Interner<T> {
    /// The place of a thing in the list, where it is put if it is new.
    #[inline]
    pub(crate) fn id(&mut self, it: T) -> u32 {
        if let Some(&id) = self.ids.get(&it) {
            return id;
        }
        let id = self.list.len() as u32;
        self.list.push(it);
        self.ids.insert(it, id);
        id
    }

    /// All things.
    pub(crate) fn list(&self) -> &[T] {
        &self.list
    }

    /// All things; nothing more can be added.
    pub(crate) fn into_list(self) -> Vec<T> {
        self.list
    }

    /// Bytes that it takes.
    pub(crate) fn kept_bytes(&self) -> u64 {
        2 * self.list.len() as u64 * (std::mem::size_of::<T>() as u64 + 8)
    }
}
