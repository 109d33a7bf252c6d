//! Calls that last until another process is in MPI, though neither size nor kind says that they wait for that.
//!
//! Some libraries hand over a message, or go on in a collective operation with a root, only when the other process calls
//! them, too. The trace tells by when such calls end: soon after the other process enters one. Elsewhere calls last long for
//! reasons of their own, such as a processor that is taken away, and end whenever they like. So the calls of a kind decide
//! together: if the other process came in the last quarter of long ones that make at least half of their time, then each in whose last
//! half it came waits for it. Their time counts, not their number: many calls last a little longer for reasons of their own.
//!
//! In real runs with a processor for each process nearly all long calls of such a kind do so; where processes share
//! processors, less than one in a hundred does.

/// So many calls of a kind must be long before they tell anything.
const ENOUGH: u32 = 10;

/// Of larger operations only so many members are looked at: each long call looks at all.
pub(crate) const MOST_MEMBERS: usize = 1024;

/// Kinds of calls: sends by the logarithm of their size, then by their part in an operation with a root.
pub(crate) const OF_ROOT: usize = 32;
pub(crate) const TO_ROOT: usize = 33;
const KINDS: usize = 34;

/// The kind of sends of a message of so many bytes.
pub(crate) fn kind_of_send(bytes: u32) -> usize {
    bytes.max(1).ilog2() as usize
}

/// Nothing that is known held a call up.
const NOTHING: u32 = u32::MAX;

/// A long call that a process may have held up by not being in MPI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Held {
    /// From when the process entered its call until this one is left.
    pub(crate) rest: i64,
    pub(crate) kind: usize,
    /// What held it up; [`NOTHING`] is last among equals.
    pub(crate) source: u32,
    /// From when on nothing else held it up until it is left.
    pub(crate) lasts: i64,
}

impl Held {
    /// A call of a kind that nothing else holds up from `free` until it is left, where a process enters MPI at `come`.
    pub(crate) fn new(kind: usize, (free, leave): (i64, i64), come: Option<(i64, u32)>) -> Self {
        let lasts = leave - free;
        match come.filter(|&(come, _)| come > free && come < leave) {
            Some((come, source)) => Self { rest: leave - come, kind, source, lasts },
            None => Self { rest: lasts, kind, source: NOTHING, lasts },
        }
    }
}

/// Of each kind, how many calls are long, how long these last together, and those of them that end soon after the other process came.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kinds([(u32, i64, i64); KINDS]);

impl Kinds {
    pub(crate) fn new() -> Self {
        Self([(0, 0, 0); KINDS])
    }

    pub(crate) fn count(&mut self, held: Held) {
        let Some((long, all, soon)) = self.0.get_mut(held.kind) else { return };
        *long += 1;
        *all += held.lasts;
        *soon += if 4 * held.rest <= held.lasts { held.lasts } else { 0 };
    }

    /// Whether calls of a kind wait for what may have held them up.
    fn tells(&(long, all, soon): &(u32, i64, i64)) -> bool {
        long >= ENOUGH && 2 * soon >= all
    }

    /// The same of any kind.
    pub(crate) fn any_tells(&self) -> bool {
        self.0.iter().any(Self::tells)
    }

    /// Whether a call waits for what may have held it up.
    pub(crate) fn waits(&self, held: Held) -> bool {
        self.0.get(held.kind).is_some_and(Self::tells) && 2 * held.rest <= held.lasts
    }
}

/// What a long call is in, beside what it waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Open {
    /// A message that it sends: the channel, and which.
    Send(u32, u32),
    /// A collective operation.
    Operation(u32),
}

/// A call that lasts long after all that it waits for has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LongCall {
    /// The place of its process.
    pub(crate) place: u32,
    pub(crate) open: Open,
    /// When what it waits for has begun.
    pub(crate) ready: i64,
    pub(crate) leave: i64,
}

/// Whether a call with a message of so many bytes is long: ten times as long as a message takes that needs 1 us, and 0.25 ns for each byte.
pub(crate) fn is_long(lasts: i64, bytes: u32) -> bool {
    lasts > 10_000 + i64::from(bytes) * 5 / 2
}
