//! Times in the order in which they are read, until it is known which call each belongs to.
//!
//! They are read once, from the front, and then given up; so they are hardly packed at all: to look for the cheapest width in bits, as
//! [`Ascending`](loopscope_core::trace::Ascending) does, would take many times as long. Kept are the steps from time to time: 4
//! bytes each, and 12 for one of more than four billion.
//!
//! # Cost
//!
//! A push is a store, and reading one a load: O(1).

use loopscope_core::bytes::{put_unsigned, Bytes, Malformed};

/// Words in one list: long enough to make lists rare, short enough that one more costs little memory.
const CHUNK: usize = 1 << 14;

/// Says that the step is in the next two words, the lower half first.
const WIDE: u32 = u32::MAX;

/// Ascending times. See the [module](self).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Moments {
    /// Lists that are full.
    chunks: Vec<Vec<u32>>,
    /// The list that is being filled.
    open: Vec<u32>,
    last: u64,
}

impl Moments {
    /// The last time; 0 if there is none.
    #[inline]
    pub(crate) fn last(&self) -> u64 {
        self.last
    }

    /// Bytes that it keeps.
    pub(crate) fn kept_bytes(&self) -> u64 {
        (size_of::<u32>() * (self.chunks.len() * CHUNK + self.open.len())) as u64
    }

    /// Appends a time; one below the last is raised to that.
    #[inline]
    pub(crate) fn push(&mut self, time: u64) {
        let step = time.saturating_sub(self.last);
        self.last = self.last.max(time);
        if step < u64::from(WIDE) {
            self.put(step as u32);
        } else {
            [WIDE, step as u32, (step >> 32) as u32].into_iter().for_each(|word| self.put(word));
        }
    }

    #[inline]
    fn put(&mut self, word: u32) {
        if self.open.len() == CHUNK {
            self.begin();
        }
        self.open.push(word);
    }

    #[cold]
    #[inline(never)]
    fn begin(&mut self) {
        self.chunks.push(std::mem::replace(&mut self.open, Vec::with_capacity(CHUNK)));
    }

    /// Gives up memory that was held for growing.
    pub(crate) fn finish(&mut self) {
        self.open.shrink_to_fit();
    }

    /// Appends it as bytes: for another worker, whose memory is its own.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let words = self.chunks.len() * CHUNK + self.open.len();
        put_unsigned(out, words as u128);
        for word in self.chunks.iter().flatten().chain(&self.open) {
            out.extend_from_slice(&word.to_le_bytes());
        }
        put_unsigned(out, self.last.into());
    }

    /// Reads what [`write`](Self::write) wrote.
    ///
    /// # Errors
    /// It did not write that. A wide step of which the end is missing is the last one.
    pub(crate) fn read(bytes: &mut Bytes<'_>) -> Result<Self, Malformed> {
        let mut moments = Self::default();
        let words = bytes.count(size_of::<u32>())?;
        for word in bytes.take(words * size_of::<u32>())?.chunks_exact(size_of::<u32>()) {
            moments.put(u32::from_le_bytes(word.try_into().unwrap_or_default()));
        }
        moments.last = bytes.number()?;
        Ok(moments)
    }
}

/// A place in [`Moments`] that goes from time to time, without holding them.
#[derive(Clone, Debug, Default)]
pub(crate) struct MomentCursor {
    chunk: usize,
    /// The next word in its chunk.
    at: usize,
    last: u64,
}

impl MomentCursor {
    /// The next time, of the same list every time; `None` at its end.
    #[inline]
    pub(crate) fn next(&mut self, moments: &Moments) -> Option<u64> {
        let word = self.word(moments)?;
        let step = if word == WIDE { self.wide(moments)? } else { word.into() };
        self.last = self.last.wrapping_add(step);
        Some(self.last)
    }

    #[cold]
    #[inline(never)]
    fn wide(&mut self, moments: &Moments) -> Option<u64> {
        let low = self.word(moments)?;
        Some(u64::from(low) | u64::from(self.word(moments)?) << 32)
    }

    #[inline]
    fn word(&mut self, moments: &Moments) -> Option<u32> {
        if self.at == CHUNK {
            (self.chunk, self.at) = (self.chunk + 1, 0);
        }
        let chunk = moments.chunks.get(self.chunk).unwrap_or(&moments.open);
        let word = *chunk.get(self.at)?;
        self.at += 1;
        Some(word)
    }
}

#[cfg(test)]
mod tests;
