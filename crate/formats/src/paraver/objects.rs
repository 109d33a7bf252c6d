//! The threads of a trace, as columns of their records.

use rustc_hash::FxHashMap;

/// A receive, by when it was asked for and when it was complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Receive {
    pub(super) asked: u64,
    pub(super) received: u64,
    pub(super) message: u32,
}

/// The records of one thread.
#[derive(Clone, Debug, Default)]
pub(super) struct Thread {
    /// Its rank in the whole program and its number in the task, from 1.
    pub(super) rank: u32,
    pub(super) number: u64,
    /// When each event took place, and what it was.
    pub(super) times: Vec<u64>,
    pub(super) event_kinds: Vec<u32>,
    /// When messages were sent, and which.
    pub(super) sends: Vec<(u64, u32)>,
    pub(super) receives: Vec<Receive>,
    /// How many events are calls.
    pub(super) calls: u64,
}

impl Thread {
    /// Whether it has no records.
    pub(super) fn is_empty(&self) -> bool {
        self.event_kinds.is_empty() && self.sends.is_empty() && self.receives.is_empty()
    }

    /// How much of it is about messages and calls.
    pub(super) fn weight(&self) -> u64 {
        self.calls + (self.sends.len() + self.receives.len()) as u64
    }
}

/// All threads, in order of appearance.
#[derive(Debug, Default)]
pub(super) struct Threads {
    list: Vec<Thread>,
    index: FxHashMap<(u32, u64), usize>,
    /// The last that was asked for.
    last: Option<((u32, u64), usize)>,
}

impl Threads {
    /// The thread of that number of a process.
    #[inline]
    pub(super) fn get(&mut self, rank: u32, number: u64) -> Option<&mut Thread> {
        let key = (rank, number);
        let at = match self.last {
            Some((last, at)) if last == key => at,
            _ => match self.index.get(&key) {
                Some(&at) => at,
                None => {
                    let at = self.list.len();
                    self.list.push(Thread { rank, number, ..Thread::default() });
                    self.index.insert(key, at);
                    at
                }
            },
        };
        self.last = Some((key, at));
        self.list.get_mut(at)
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// All of them.
    pub(super) fn into_list(self) -> Vec<Thread> {
        self.list
    }
}
