//! Binomial trees, along which many libraries spread and gather: an option, because a library may choose otherwise for each call.
//!
//! Processes are numbered from the root, around. Who has the number `n` gets what it needs from `n` without its lowest bit, and
//! gathers from the numbers behind it that differ only below that bit.

/// The process that one with this number gets from, and passes to; `None` of the root.
pub(super) fn parent(number: usize) -> Option<usize> {
    (number > 0).then(|| number & (number - 1))
}

/// Behind the last of the numbers below one, of so many; itself is the first.
pub(super) fn end_of_subtree(number: usize, count: usize) -> usize {
    match number {
        0 => count,
        _ => (number + (1 << number.trailing_zeros())).min(count),
    }
}

#[cfg(test)]
mod tests;
