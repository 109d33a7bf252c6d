//! The optimal method: the largest span first.

use super::method::check_length;
use super::{Method, Nest, NestBuilder, NodeId, TooLong};
use crate::symbols::Symbol;

/// Longest string taken.
pub(super) const LIMIT: usize = 1 << 24;

/// The nest that section 3 of Xu and Subhlok 2008 builds.
///
/// # Errors
/// [`TooLong`] above [`LIMIT`] symbols.
pub fn optimal(string: &[Symbol]) -> Result<Nest, TooLong> {
    optimal_with_limit(string, LIMIT)
}

/// The same with a limit of one's own.
///
/// # Errors
/// [`TooLong`] above `limit` symbols.
pub fn optimal_with_limit(string: &[Symbol], limit: usize) -> Result<Nest, TooLong> {
    check_length(Method::Optimal, string.len(), limit)?;
    let mut builder = NestBuilder::new();
    let root = items(string, &mut builder);
    Ok(builder.finish(&root))
}

fn items(s: &[Symbol], builder: &mut NestBuilder) -> Vec<NodeId> {
    let mut best = (0, 0, 0);
    for period in 1..=s.len() / 2 {
        let mut j = 0;
        while j + period < s.len() {
            let a = j;
            while j + period < s.len() && s[j] == s[j + period] {
                j += 1;
            }
            let span = (j + period - a) / period * period;
            if j - a >= period && (span > best.0 || (span == best.0 && a < best.1)) {
                best = (span, a, period);
            }
            j += 1;
        }
    }
    let (span, start, period) = best;
    if span == 0 {
        return s.iter().map(|&x| builder.symbol(x)).collect();
    }
    let mut out = items(&s[..start], builder);
    let body = items(&s[start..start + period], builder);
    out.push(builder.repeat((span / period) as u64, &body));
    out.extend(items(&s[start + span..], builder));
    out
}
