//! Times in the order in which they are read, until it is known which call each belongs to.
//!
//! They are read once, from the front, and then given up; so they are packed by whole bytes, which takes a fraction of the
//! time that the cheapest width in bits takes ([`Ascending`](loopscope_core::trace::Ascending) looks for that). Kept are the
//! steps from time to time: 1, 2, 3 or 8 bytes each, and two bits that say how many. That is 2 to 3.3 bytes a time in real
//! traces.
//!
//! # Cost
//!
//! A push is a store and, amortised, packing: O(1). Reading is O(1) a time.

use loopscope_core::bytes::{put_unsigned, Bytes, Malformed};

/// Times that are packed together.
const BLOCK: usize = 128;

/// Bytes of a block that say how many bytes each step takes.
const LENGTHS: usize = BLOCK / 4;

/// The most bytes that a block takes.
const LONGEST: usize = LENGTHS + 8 * BLOCK;

/// Bytes that stand in one list: long enough to make lists rare, short enough that one more costs little memory.
const CHUNK: usize = 1 << 16;

/// How many bytes a step takes, by its two bits.
const BYTES: [usize; 4] = [1, 2, 3, 8];

/// The bits of a step of so many bytes.
const MASKS: [u64; 4] = [0xff, 0xffff, 0xff_ffff, u64::MAX];

/// Bytes that four steps take at most.
const OF_FOUR: usize = 4 * 8;

/// Ascending times. See the [module](self).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Moments {
    /// Whole blocks.
    chunks: Vec<Vec<u8>>,
    packed_bytes: usize,
    /// The steps of the last block, which is not packed yet.
    open: Vec<u64>,
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
        (self.packed_bytes + 8 * self.open.len()) as u64
    }

    /// Appends a time; one below the last is raised to that.
    #[inline]
    pub(crate) fn push(&mut self, time: u64) {
        let step = time.saturating_sub(self.last);
        self.last = self.last.max(time);
        self.open.push(step);
        if self.open.len() == BLOCK {
            self.pack();
        }
    }

    #[cold]
    #[inline(never)]
    fn pack(&mut self) {
        let mut room = [0; LONGEST];
        let mut end = LENGTHS;
        let mut tags = [0u8; LENGTHS];
        for (tag, four) in tags.iter_mut().zip(self.open.chunks_exact(4)) {
            for (at, &step) in four.iter().enumerate() {
                let code = code_of(step);
                if let Some(eight) = room.get_mut(end..end + 8) {
                    eight.copy_from_slice(&step.to_le_bytes());
                }
                *tag |= (code as u8) << (2 * at);
                end += BYTES[code & 3];
            }
        }
        if let Some(lengths) = room.get_mut(..LENGTHS) {
            lengths.copy_from_slice(&tags);
        }
        let block = room.get(..end).unwrap_or(&room);
        self.open.clear();
        self.packed_bytes += block.len();
        match self.chunks.last_mut().filter(|chunk| chunk.len() + LONGEST <= CHUNK) {
            Some(chunk) => chunk.extend_from_slice(block),
            None => {
                let rest = if self.chunks.is_empty() { 0 } else { CHUNK };
                let mut chunk = Vec::with_capacity(rest.max(block.len()));
                chunk.extend_from_slice(block);
                self.chunks.push(chunk);
            }
        }
    }

    /// Gives up memory that was held for growing.
    pub(crate) fn finish(&mut self) {
        self.open.shrink_to_fit();
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.shrink_to_fit();
        }
    }

    /// Appends it as bytes, packed as it is: for another worker, whose memory is its own.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        put_unsigned(out, self.chunks.len() as u128);
        for chunk in &self.chunks {
            put_unsigned(out, chunk.len() as u128);
            out.extend_from_slice(chunk);
        }
        put_unsigned(out, self.open.len() as u128);
        self.open.iter().for_each(|&step| put_unsigned(out, step.into()));
        put_unsigned(out, self.last.into());
    }

    /// Reads what [`write`](Self::write) wrote.
    ///
    /// # Errors
    /// It did not write that. What is inside blocks is not looked at: reading ends where they do.
    pub(crate) fn read(bytes: &mut Bytes<'_>) -> Result<Moments, Malformed> {
        let mut moments = Moments::default();
        for _ in 0..bytes.count(1)? {
            let length = bytes.count(1)?;
            moments.packed_bytes += length;
            moments.chunks.push(bytes.take(length)?.to_vec());
        }
        let open = bytes.count(1)?;
        if open >= BLOCK {
            return Err(bytes.malformed("a block of times is too long"));
        }
        for _ in 0..open {
            moments.open.push(bytes.number()?);
        }
        moments.last = bytes.number()?;
        Ok(moments)
    }
}

/// The two bits of a step.
#[inline]
fn code_of(step: u64) -> usize {
    usize::from(step > 0xff) + usize::from(step > 0xffff) + usize::from(step > 0xff_ffff)
}

/// A place in [`Moments`] that goes from time to time, without holding them.
#[derive(Clone, Debug, Default)]
pub(crate) struct MomentCursor {
    /// The steps of the block that is being read.
    steps: Vec<u64>,
    at: usize,
    chunk: usize,
    /// Where the next block begins in its chunk.
    next: usize,
    last: u64,
    /// Whether all blocks were read: what is open comes last.
    ended: bool,
}

impl MomentCursor {
    /// The next time, of the same list every time; `None` at its end.
    #[inline]
    pub(crate) fn next(&mut self, moments: &Moments) -> Option<u64> {
        if self.at == self.steps.len() {
            self.unpack(moments);
        }
        let step = *self.steps.get(self.at)?;
        self.at += 1;
        self.last = self.last.wrapping_add(step);
        Some(self.last)
    }

    #[cold]
    #[inline(never)]
    fn unpack(&mut self, moments: &Moments) {
        self.steps.clear();
        self.at = 0;
        if self.ended {
            return;
        }
        while moments.chunks.get(self.chunk).is_some_and(|chunk| self.next >= chunk.len()) {
            (self.chunk, self.next) = (self.chunk + 1, 0);
        }
        let Some(chunk) = moments.chunks.get(self.chunk) else {
            self.ended = true;
            return self.steps.extend_from_slice(&moments.open);
        };
        let rest = chunk.get(self.next..).unwrap_or_default();
        let (tags, steps) = rest.split_at(LENGTHS.min(rest.len()));
        let mut at = 0;
        for &tag in tags {
            // The last steps of a chunk have fewer bytes behind them than may be looked at.
            let mut copied = [0; OF_FOUR];
            let window = match steps.get(at..).and_then(|rest| rest.first_chunk()) {
                Some(window) => window,
                None => {
                    let rest = steps.get(at..).unwrap_or_default();
                    copied.iter_mut().zip(rest).for_each(|(to, &from)| *to = from);
                    &copied
                }
            };
            let mut inside = 0;
            for place in 0..4 {
                let code = usize::from(tag >> (2 * place)) & 3;
                let eight = window.get(inside..).and_then(|rest| rest.first_chunk());
                let step = u64::from_le_bytes(eight.copied().unwrap_or_default());
                self.steps.push(step & MASKS[code]);
                inside += BYTES[code];
            }
            at += inside;
        }
        self.next += tags.len() + at;
    }
}

#[cfg(test)]
mod tests {
    use loopscope_testing::Random;

    use super::*;

    fn all(moments: &Moments) -> Vec<u64> {
        let mut cursor = MomentCursor::default();
        let read = std::iter::from_fn(|| cursor.next(moments)).collect();
        assert_eq!(cursor.next(moments), None);
        read
    }

    #[test]
    fn any_times_are_read_as_they_were_pushed() {
        let mut random = Random::new(17);
        for round in 0..400 {
            let bits = *random.one_of(&[0, 1, 7, 8, 9, 16, 17, 24, 25, 40, 63, 64]);
            let count = if round % 50 == 0 { 60_000 } else { random.index(700) };
            let mut moments = Moments::default();
            let (mut plain, mut last) = (Vec::new(), 0u64);
            for _ in 0..count {
                let wide = if random.below(30) == 0 { 64 } else { bits };
                let step = random.bits().checked_shr(64 - wide).unwrap_or(0);
                let time = match random.below(40) {
                    0 => last.wrapping_sub(step),
                    1 => random.bits(),
                    _ => last.saturating_add(step),
                };
                last = last.max(time);
                plain.push(last);
                moments.push(time);
            }
            assert_eq!(moments.last(), last);
            assert_eq!(all(&moments), plain);
            moments.finish();
            assert_eq!(all(&moments), plain);
            let mut bytes = Vec::new();
            moments.write(&mut bytes);
            let back = Moments::read(&mut Bytes::new(&bytes)).unwrap();
            assert_eq!(back, moments);
            assert_eq!(back.kept_bytes(), moments.kept_bytes());
        }
    }

    #[test]
    fn any_bytes_are_read_without_a_panic() {
        let mut random = Random::new(5);
        for _ in 0..3_000 {
            let length = random.index(200);
            let bytes: Vec<u8> = (0..length).map(|_| random.below(40) as u8).collect();
            if let Ok(moments) = Moments::read(&mut Bytes::new(&bytes)) {
                assert!(all(&moments).len() <= 4 * length);
            }
        }
    }

    #[test]
    fn small_steps_take_few_bytes() {
        let mut moments = Moments::default();
        (0..128_000u64).for_each(|at| moments.push(1_000 * at));
        assert!(moments.kept_bytes() < 128_000 * 9 / 4 + 2_000, "{}", moments.kept_bytes());
    }
}
