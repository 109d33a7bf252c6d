//! Counts the memory that a target takes, thread by thread, and holds it against the size of its input.

#![allow(unsafe_code)] // an allocator that counts

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// Bytes that a target may take for every byte of its input.
///
/// An event takes 4 bytes in a trace and may stand in a line of two letters; its record, its name and the text of
/// its symbol take some 400 bytes once. The factor leaves room for a file in which every line is different, and for
/// the second trace and the texts that a target makes to compare with.
pub const PER_BYTE: usize = 2048;

/// Bytes that a target may take whatever its input is: buffers of readers and decoders, which an empty trace or the window
/// of Zstandard takes, too.
pub const FIXED: usize = 24 << 20;

/// Bytes that a target may take besides where a few bytes of input can name all processes there can be, as `0-16777215`
/// does, or stand for any number of events, as a loop in a compressed trace does. An opening's own limit ends both.
pub const SAYS_MUCH: usize = 224 << 20;

/// Above this an allocation fails, which stops the process at the very place.
const MOST: usize = 2 << 30;

thread_local! {
    static LIVE: Cell<usize> = const { Cell::new(0) };
    static PEAK: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: every call goes to the system's allocator as it came, or is refused as an allocator may.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // Threads that end free what others hold: counters wrap around zero and are compared with care.
        let counted = LIVE.try_with(|live| {
            let now = live.get().wrapping_add(layout.size());
            live.set(now);
            let signed = now as isize;
            let _ = PEAK.try_with(|peak| {
                if signed > peak.get() as isize {
                    peak.set(now);
                }
            });
            signed <= MOST as isize
        });
        if counted == Ok(false) {
            let _ = LIVE.try_with(|live| live.set(live.get().wrapping_sub(layout.size())));
            return std::ptr::null_mut();
        }
        System.alloc(layout)
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        let _ = LIVE.try_with(|live| live.set(live.get().wrapping_sub(layout.size())));
        System.dealloc(at, layout);
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Bytes that a call took at its peak, beside what there was before.
pub fn peak_of<T>(run: impl FnOnce() -> T) -> (T, usize) {
    let before = LIVE.get();
    PEAK.set(before);
    let result = run();
    (result, PEAK.get().wrapping_sub(before))
}

/// Runs a target and panics if it takes more than its input allows, of which `fixed` is what any input may take.
pub(crate) fn bounded<T>(name: &str, bytes: usize, fixed: usize, run: impl FnOnce() -> T) -> T {
    let (result, peak) = peak_of(run);
    let allowed = PER_BYTE * bytes + fixed;
    assert!(peak <= allowed, "{name}: {peak} bytes of memory for {bytes} bytes of input");
    result
}
