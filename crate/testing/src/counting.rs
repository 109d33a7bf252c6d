//! An allocator that counts the bytes in use and the bytes and blocks requested.

#![allow(unsafe_code)] // an allocator has no other interface

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// The system's allocator, with a count of the bytes in use, of the most that were, and of everything requested.
///
/// ```
/// use loopscope_testing::CountingAllocator;
/// #[global_allocator]
/// static ALLOCATOR: CountingAllocator = CountingAllocator::new();
///
/// let before = ALLOCATOR.reset_peak();
/// drop(vec![0u8; 1000]);
/// assert!(ALLOCATOR.peak() >= before + 1000 && ALLOCATOR.live() < before + 1000);
/// ```
#[derive(Debug, Default)]
pub struct CountingAllocator {
    live: AtomicUsize,
    peak: AtomicUsize,
    requested_bytes: AtomicU64,
    requested_blocks: AtomicU64,
}

impl CountingAllocator {
    /// Counts from 0.
    pub const fn new() -> Self {
        Self {
            live: AtomicUsize::new(0),
            peak: AtomicUsize::new(0),
            requested_bytes: AtomicU64::new(0),
            requested_blocks: AtomicU64::new(0),
        }
    }

    /// The bytes in use.
    pub fn live(&self) -> usize {
        self.live.load(Relaxed)
    }

    /// The most bytes in use at a time since the last [`reset_peak`](Self::reset_peak).
    pub fn peak(&self) -> usize {
        self.peak.load(Relaxed)
    }

    /// The bytes requested so far, freed or not.
    pub fn requested_bytes(&self) -> u64 {
        self.requested_bytes.load(Relaxed)
    }

    /// The blocks requested so far, freed or not.
    pub fn requested_blocks(&self) -> u64 {
        self.requested_blocks.load(Relaxed)
    }

    /// Forgets the peak so far; returns the bytes in use.
    pub fn reset_peak(&self) -> usize {
        let live = self.live();
        self.peak.store(live, Relaxed);
        live
    }
}

// SAFETY: every call goes to the system's allocator as it came.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let live = self.live.fetch_add(layout.size(), Relaxed) + layout.size();
        self.peak.fetch_max(live, Relaxed);
        self.requested_bytes.fetch_add(layout.size() as u64, Relaxed);
        self.requested_blocks.fetch_add(1, Relaxed);
        System.alloc(layout)
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        self.live.fetch_sub(layout.size(), Relaxed);
        System.dealloc(at, layout);
    }

    // `realloc` is the default: a new block, a copy, and the old block freed. Both count, as where a block cannot
    // grow in place.
}
