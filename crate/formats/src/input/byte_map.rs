//! What lines, words and cells mean, for those that occur again and again.
//!
//! Programs loop, so nearly all of a text was read before, and in the same order. [`ByteMap`] first compares a text with
//! the one that followed the text before it the last time. If it is another one, it looks at the place that a hash of the
//! text tells, and only then into a hash table. The table alone takes three times as long where the page runs: WebAssembly
//! has neither wide multiplications, which general hash functions are made of, nor a fast `memcmp`.
//!
//! Memory is bounded: a text that is too long, or one too many, is not kept, and its reader understands it anew each time.

use rustc_hash::FxHashMap;

/// Places; a loop has fewer different lines than that. A power of two, as is the other.
const PLACES: usize = 1024;

/// Places to begin with, and texts after which there are more: most files of a large trace are short.
const FIRST_PLACES: usize = 32;
const FEW: usize = 32;

/// An empty place.
const FREE: u32 = u32::MAX;

#[cfg(test)]
thread_local! {
    static FORGETFUL: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Runs something while no map keeps anything: the naive twin of every reader that has one.
#[cfg(test)]
pub(crate) fn forgetful<R>(run: impl FnOnce() -> R) -> R {
    FORGETFUL.set(true);
    let result = run();
    FORGETFUL.set(false);
    result
}

/// Values of texts.
#[derive(Debug)]
pub(crate) struct ByteMap<T> {
    texts: Texts,
    /// By the index of the text.
    values: Vec<T>,
}

/// The texts of a map. What does not depend on the values stands here, once for all readers: the page downloads it.
#[derive(Debug)]
struct Texts {
    /// Indices into `entries` by a hash of the text; another text may take the place.
    places: Vec<u32>,
    entries: Vec<Entry>,
    /// All texts, one after the other.
    bytes: Vec<u8>,
    ids: FxHashMap<Box<[u8]>, u32>,
    /// The text before, as an index into `entries`.
    last: u32,
    limits: Limits,
}

/// A text that is kept.
#[derive(Debug)]
struct Entry {
    start: usize,
    length: usize,
    /// Its [ends].
    ends: (u64, u64),
    /// The text that came after it the last time.
    next: u32,
}

/// How much is kept.
#[derive(Clone, Copy, Debug)]
struct Limits {
    texts: usize,
    length: usize,
    places: usize,
}

/// Some megabytes.
const LIMITS: Limits = Limits { texts: 1 << 16, length: 128, places: PLACES };

impl<T> Default for ByteMap<T> {
    /// At most 65,536 texts of 128 bytes.
    fn default() -> Self {
        Self { texts: Texts::new(LIMITS), values: Vec::new() }
    }
}

impl<T> ByteMap<T> {
    /// A map that keeps no more texts than that: for values that take more memory.
    pub(crate) fn of_at_most(texts: usize) -> Self {
        Self { texts: Texts::new(Limits { texts, ..LIMITS }), values: Vec::new() }
    }

    /// A map that keeps no more texts than that, with so many places, a power of two.
    #[cfg(test)]
    pub(crate) fn small(texts: usize, places: usize) -> Self {
        let limits = Limits { texts, places, ..LIMITS };
        Self { texts: Texts::new(limits), values: Vec::new() }
    }

    /// The value of a text, if it is kept. O(bytes).
    #[inline]
    pub(crate) fn get(&mut self, text: &[u8]) -> Option<&T> {
        self.values.get(self.texts.id(text)? as usize)
    }

    /// The value and the length of the text that followed the last one before, if `rest` begins with it and goes on with a byte
    /// that ends a text. No text that is kept may hold such a byte. O(bytes of the text), without a search for its end.
    #[inline]
    pub(crate) fn following(&mut self, rest: &[u8], is_end: impl Fn(u8) -> bool) -> Option<(&T, usize)> {
        let length = self.texts.following(rest, is_end)?;
        Some((self.values.get(self.texts.last as usize)?, length))
    }

    /// Whether it would keep that text.
    pub(crate) fn has_room(&self, text: &[u8]) -> bool {
        self.texts.has_room(text)
    }

    /// Keeps the value of a text that is not there yet, if it has room.
    pub(crate) fn insert(&mut self, text: &[u8], value: T) {
        if self.texts.has_room(text) {
            self.texts.insert(text);
            self.values.push(value);
        }
    }

    /// Texts that are kept.
    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.texts = Texts::new(self.texts.limits);
        self.values = Vec::new();
    }
}

impl Texts {
    fn new(limits: Limits) -> Self {
        let (places, entries, bytes) = (Vec::new(), Vec::new(), Vec::new());
        Self { places, entries, bytes, ids: FxHashMap::default(), last: FREE, limits }
    }

    /// The index of a text that is kept.
    #[inline]
    fn id(&mut self, text: &[u8]) -> Option<u32> {
        let guess = self.entries.get(self.last as usize).map_or(FREE, |last| last.next);
        let id = match self.is(guess, text) {
            true => guess,
            false => self.find(text)?,
        };
        self.last = id;
        Some(id)
    }

    /// Goes on to the text that followed the last one, if `rest` is that text and something that ends it; its length.
    #[inline]
    fn following(&mut self, rest: &[u8], is_end: impl Fn(u8) -> bool) -> Option<usize> {
        let id = self.entries.get(self.last as usize)?.next;
        let length = self.entries.get(id as usize)?.length;
        let (text, after) = rest.split_at_checked(length)?;
        if !after.first().is_some_and(|&byte| is_end(byte)) || !self.is(id, text) {
            return None;
        }
        self.last = id;
        Some(length)
    }

    /// Whether a text has that index.
    #[inline]
    fn is(&self, id: u32, text: &[u8]) -> bool {
        let Some(entry) = self.entries.get(id as usize) else { return false };
        entry.length == text.len()
            && entry.ends == ends(text)
            && (text.len() <= 16 || has_words(self.text(entry), text))
    }

    fn text(&self, entry: &Entry) -> &[u8] {
        self.bytes.get(entry.start..entry.start + entry.length).unwrap_or_default()
    }

    /// The index of a text that follows the last one for the first time.
    fn find(&mut self, text: &[u8]) -> Option<u32> {
        let place = place_of(text) & self.places.len().wrapping_sub(1);
        let mut id = self.places.get(place).copied().unwrap_or(FREE);
        if !self.is(id, text) {
            id = *self.ids.get(text)?;
            if let Some(place) = self.places.get_mut(place) {
                *place = id;
            }
        }
        if let Some(last) = self.entries.get_mut(self.last as usize) {
            last.next = id;
        }
        Some(id)
    }

    fn has_room(&self, text: &[u8]) -> bool {
        #[cfg(test)]
        if FORGETFUL.get() {
            return false;
        }
        text.len() <= self.limits.length && self.entries.len() < self.limits.texts
    }

    /// Keeps a text that is not there yet.
    fn insert(&mut self, text: &[u8]) {
        let count = self.entries.len();
        if count == 0 || count == FEW {
            let places = if count == 0 { FIRST_PLACES } else { PLACES };
            self.places.clear();
            self.places.resize(places.min(self.limits.places), FREE);
        }
        let id = count as u32;
        let (start, length) = (self.bytes.len(), text.len());
        self.entries.push(Entry { start, length, ends: ends(text), next: FREE });
        if let Some(last) = self.entries.get_mut(self.last as usize) {
            last.next = id;
        }
        self.last = id;
        self.bytes.extend_from_slice(text);
        self.ids.insert(text.into(), id);
        let place = place_of(text) & self.places.len().wrapping_sub(1);
        if let Some(place) = self.places.get_mut(place) {
            *place = id;
        }
    }
}

/// A number that the place of a text is cut from.
#[inline]
fn place_of(text: &[u8]) -> usize {
    /// The odd number next to 2^64 divided by the golden ratio: multiplying by it spreads small differences upwards.
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |hash: u64, word: u64| (hash.rotate_left(26) ^ word).wrapping_mul(SPREAD);
    let (first, last) = ends(text);
    let mut hash = mix(mix(text.len() as u64, first), last);
    if text.len() > 16 {
        hash = words(text).fold(hash, mix);
    }
    (hash >> 40) as usize
}

/// The first and the last eight bytes, which may overlap; all bytes of a shorter text. With the length they tell a text of
/// up to 16 bytes.
#[inline]
fn ends(text: &[u8]) -> (u64, u64) {
    if let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) {
        return (u64::from_le_bytes(*first), u64::from_le_bytes(*last));
    }
    if let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) {
        return (u32::from_le_bytes(*first).into(), u32::from_le_bytes(*last).into());
    }
    (text.iter().fold(0, |word, &byte| word << 8 | u64::from(byte)), 0)
}

/// The whole words of eight bytes that a text begins with.
#[inline]
fn words(text: &[u8]) -> impl Iterator<Item = u64> + '_ {
    text.chunks_exact(8).filter_map(|word| Some(u64::from_le_bytes(*word.first_chunk()?)))
}

/// Whether two texts begin with the same whole words.
fn has_words(one: &[u8], other: &[u8]) -> bool {
    words(one).eq(words(other))
}

#[cfg(test)]
mod tests;
