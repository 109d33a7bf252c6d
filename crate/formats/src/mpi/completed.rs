//! Which of its requests a call found complete.

use super::call_args::Flag;
use super::names::Finds;

/// The requests, of several or of one with a flag, that a call found complete; none if the trace does not say.
pub(super) fn complete_of(requests: &[u64], flag: Option<Flag>, finds: Finds) -> &[u64] {
    let only = |at: usize| requests.get(at..at.saturating_add(1)).unwrap_or_default();
    match (finds, flag) {
        (Finds::All, _) => requests,
        (Finds::AllIfTrue | Finds::AnyIfTrue | Finds::SomeIfTrue, Some(flag)) if flag.is_false() => &[],
        (Finds::AllIfTrue, _) => requests,
        (Finds::AnyIfTrue, Some(_)) if requests.len() == 1 => requests,
        (Finds::AnyIfTrue, _) => &[],
        // Of one request, a tracer may have listed the one that was found.
        (Finds::Any, _) if requests.len() == 1 => requests,
        (Finds::Any, flag) => flag.and_then(Flag::index).map_or(&[], only),
        (Finds::Some | Finds::SomeIfTrue, None) => requests,
        (Finds::Some | Finds::SomeIfTrue, flag) => {
            let count = flag.and_then(Flag::index);
            if count == Some(requests.len()) {
                requests
            } else {
                &[]
            }
        }
    }
}
