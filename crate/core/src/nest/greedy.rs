//! The greedy method: short bodies first.

use super::method::check_length;
use super::{Method, Nest, NestBuilder, NodeId, TooLong};
use crate::symbols::Symbol;

/// Node ids are 32 bits wide.
pub(super) const LIMIT: usize = u32::MAX as usize / 2;

/// The nest that figure 1 of Xu and Subhlok 2008 builds.
///
/// # Errors
/// [`TooLong`] above [`LIMIT`] symbols.
pub fn greedy(string: &[Symbol]) -> Result<Nest, TooLong> {
    check_length(Method::Greedy, string.len(), LIMIT)?;
    let mut builder = NestBuilder::new();
    let mut current: Vec<NodeId> = string.iter().map(|&s| builder.symbol(s)).collect();
    let mut level = 1;
    while 2 * level <= current.len() {
        let mut triples = Vec::new();
        let mut j = 0;
        while j + level < current.len() {
            let a = j;
            while j + level < current.len() && current[j] == current[j + level] {
                j += 1;
            }
            let end = j + level;
            if j - a >= level {
                for start in a..(a + level).min(end - 2 * level + 1) {
                    triples.push((((end - start) / level) * level, start));
                }
            }
            j += 1;
        }
        if triples.is_empty() {
            level += 1;
            continue;
        }
        triples.sort_by_key(|&(span, start)| (std::cmp::Reverse(span), start));
        let mut taken = std::collections::BTreeMap::new();
        for (span, start) in triples {
            let before = taken.range(..start + span).next_back();
            if before.is_none_or(|(&s, &len): (&usize, &usize)| s + len <= start) {
                taken.insert(start, span);
            }
        }
        let mut next = Vec::new();
        let mut at = 0;
        for (start, span) in taken {
            next.extend_from_slice(&current[at..start]);
            next.push(builder.repeat((span / level) as u64, &current[start..start + level]));
            at = start + span;
        }
        next.extend_from_slice(&current[at..]);
        current = next;
        level = 1;
    }
    Ok(builder.finish(&current))
}
