//! Gives each different value an id, so that a value that occurs again and again is kept once.
//!
//! Programs loop, so a value is mostly followed by the same value as the last time: comparing with that one takes less
//! time than hashing.

use std::hash::Hash;

use rustc_hash::FxHashMap;

/// The different values, in order of first appearance.
#[derive(Debug)]
pub(crate) struct Interner<T> {
    list: Vec<T>,
    ids: FxHashMap<T, u32>,
    /// For each value the one that came after it the last time.
    next: Vec<u32>,
    /// The value before.
    last: u32,
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Self { list: Vec::new(), ids: FxHashMap::default(), next: Vec::new(), last: 0 }
    }
}

impl<T: Copy + Eq + Hash> Interner<T> {
    /// The place of a thing in the list, where it is put if it is new.
    #[inline]
    pub(crate) fn id(&mut self, it: T) -> u32 {
        let guess = self.next.get(self.last as usize).copied().unwrap_or_default();
        let id = match self.list.get(guess as usize) {
            Some(known) if *known == it => guess,
            _ => self.find(it),
        };
        self.last = id;
        id
    }

    /// The place of a thing that follows the last one for the first time.
    fn find(&mut self, it: T) -> u32 {
        let id = match self.ids.get(&it) {
            Some(&id) => id,
            None => {
                let id = self.list.len() as u32;
                self.list.push(it);
                self.next.push(0);
                self.ids.insert(it, id);
                id
            }
        };
        if let Some(next) = self.next.get_mut(self.last as usize) {
            *next = id;
        }
        id
    }

    /// All things.
    pub(crate) fn list(&self) -> &[T] {
        &self.list
    }

    /// Gives up what only adding needs.
    pub(crate) fn end(&mut self) {
        self.ids = FxHashMap::default();
        self.next = Vec::new();
    }

    /// These things, all different; nothing can be added.
    pub(crate) fn ended(list: Vec<T>) -> Self {
        Self { list, ..Self::default() }
    }

    /// All things; nothing more can be added.
    pub(crate) fn into_list(self) -> Vec<T> {
        self.list
    }

    /// Bytes that it takes.
    pub(crate) fn kept_bytes(&self) -> u64 {
        2 * self.list.len() as u64 * (std::mem::size_of::<T>() as u64 + 10)
    }
}

#[cfg(test)]
mod tests;
