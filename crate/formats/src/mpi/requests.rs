//! Requests: non-blocking operations, from start to completion.
//!
//! The trace numbers its requests and reuses the numbers; some tracers use addresses. A request whose number starts
//! a second time before it completes was never completed, as far as the trace says.

use rustc_hash::FxHashMap;

/// What a request waits for; `P` is what is to be remembered of where it began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Waiting<P> {
    Send,
    Receive(P),
    Collective(P),
}

/// How many requests there were, and how many of them came to an end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) receives: u64,
    pub(crate) receives_done: u64,
    pub(crate) sends: u64,
    pub(crate) sends_done: u64,
    pub(crate) collectives: u64,
    pub(crate) collectives_done: u64,
}

impl Counts {
    /// Adds those of another process.
    pub(crate) fn add(&mut self, more: Self) {
        self.receives += more.receives;
        self.receives_done += more.receives_done;
        self.sends += more.sends;
        self.sends_done += more.sends_done;
        self.collectives += more.collectives;
        self.collectives_done += more.collectives_done;
    }
}

/// The requests of one process that wait for their completion.
#[derive(Debug)]
pub(crate) struct Requests<P> {
    waiting: FxHashMap<u64, Waiting<P>>,
    counts: Counts,
}

impl<P> Default for Requests<P> {
    fn default() -> Self {
        Self { waiting: FxHashMap::default(), counts: Counts::default() }
    }
}

impl<P: Copy> Requests<P> {
    /// None that wait, but that many that came before.
    pub(crate) fn counted(counts: Counts) -> Self {
        Self { waiting: FxHashMap::default(), counts }
    }

    /// A request begins to wait.
    #[inline]
    pub(crate) fn begin(&mut self, request: u64, waiting: Waiting<P>) {
        match waiting {
            Waiting::Send => self.counts.sends += 1,
            Waiting::Receive(_) => self.counts.receives += 1,
            Waiting::Collective(_) => self.counts.collectives += 1,
        }
        self.waiting.insert(request, waiting);
    }

    /// What a request waits for.
    #[inline]
    pub(crate) fn get(&self, request: u64) -> Option<Waiting<P>> {
        self.waiting.get(&request).copied()
    }

    /// A request is complete: what it waited for, if it waited.
    #[inline]
    pub(crate) fn complete(&mut self, request: u64) -> Option<Waiting<P>> {
        let waiting = self.waiting.remove(&request)?;
        match waiting {
            Waiting::Send => self.counts.sends_done += 1,
            Waiting::Receive(_) => self.counts.receives_done += 1,
            Waiting::Collective(_) => self.counts.collectives_done += 1,
        }
        Some(waiting)
    }

    /// A request was called off. That is not one that never came to an end.
    pub(crate) fn cancel(&mut self, request: u64) -> Option<Waiting<P>> {
        let waiting = self.waiting.remove(&request)?;
        match waiting {
            Waiting::Send => self.counts.sends -= 1,
            Waiting::Receive(_) => self.counts.receives -= 1,
            Waiting::Collective(_) => self.counts.collectives -= 1,
        }
        Some(waiting)
    }

    /// How many there were so far.
    pub(crate) fn counts(&self) -> Counts {
        self.counts
    }

    /// How many wait.
    pub(crate) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Gives up what is only of use while requests come.
    pub(crate) fn clear(&mut self) {
        self.waiting = FxHashMap::default();
    }
}
