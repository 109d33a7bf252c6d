//! The notes on calls whose begin and end do not match.

use loopscope_core::numbers::thousands;
use loopscope_core::trace::{NameId, TraceBuilder};

use super::calls::Unreturned;
use crate::notes::{Note, Notes, Place, Problem};

/// Notes calls that never return.
pub(crate) fn note_unreturned(unreturned: Unreturned, trace: &TraceBuilder, notes: &mut Notes) {
    let name = trace.table().name(unreturned.name);
    notes.add(Problem::CallNotReturned, |file| {
        Note::warning(file, "a call is entered but never returns")
            .at(unreturned.place)
            .found(match unreturned.count {
                1 => name.to_owned(),
                count => format!("{name} and {} more", thousands(count - 1)),
            })
            .remedy("left out of the calls view; the end of the trace may be missing")
    });
}

/// Notes a call that returns without having been entered.
pub(crate) fn note_not_entered(name: NameId, place: Place, trace: &TraceBuilder, notes: &mut Notes) {
    notes.add(Problem::ReturnWithoutCall, |file| {
        Note::warning(file, "a call returns without having been entered")
            .at(place)
            .found(format!("the end of {}", trace.table().name(name)))
            .remedy("left out of the calls view; the beginning of the trace may be missing")
    });
}

/// Notes a call beyond the largest nesting depth.
pub(crate) fn note_too_deep(place: Place, notes: &mut Notes) {
    notes.add(Problem::CallsTooDeep, |file| {
        Note::warning(file, "calls are nested too deeply")
            .at(place)
            .remedy("the innermost calls are left out of the calls view")
    });
}
