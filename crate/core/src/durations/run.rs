//! From when to when a run lasts.

use crate::waits::Waits;

/// What counts as the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RunEnds {
    /// From the last completion of `MPI_Init` to the last enter of `MPI_Finalize`: setting up takes a quarter of short runs.
    #[default]
    Main,
    /// From the first call to the end of the last.
    Whole,
}

/// From when to when the run of each process lasts, on corrected clocks in nanoseconds: the same for all where times of
/// different processes can be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// What counts. [`RunEnds::Whole`] also where the trace does not have both calls, or nothing between them.
    pub ends: RunEnds,
    /// By place.
    spans: Vec<(i64, i64)>,
}

impl Run {
    /// The run of a trace. O(processes).
    pub fn new(waits: &Waits, wanted: RunEnds) -> Self {
        Self::by_clocks(waits, wanted, waits.comparable())
    }

    /// The same, whether or not times of different processes can be compared. O(processes).
    pub fn by_clocks(waits: &Waits, wanted: RunEnds, comparable: bool) -> Self {
        let spans = |wanted: RunEnds| spans(waits, wanted, comparable);
        let main = if wanted == RunEnds::Main { spans(RunEnds::Main) } else { None };
        match main {
            Some(spans) => Self { ends: RunEnds::Main, spans },
            None => {
                let spans = spans(RunEnds::Whole).unwrap_or_default();
                Self { ends: RunEnds::Whole, spans }
            }
        }
    }

    /// The same, begun so much later and ended so much earlier.
    #[cfg(test)]
    pub(super) fn cut(mut self, later: i64, earlier: i64) -> Self {
        self.spans.iter_mut().for_each(|(from, to)| (*from, *to) = (*from + later, *to - earlier));
        self
    }

    /// When the run of the process at that place begins and ends.
    pub fn span(&self, place: usize) -> (i64, i64) {
        self.spans.get(place).copied().unwrap_or((0, 0))
    }

    /// From when the first run of a process begins to when the last ends.
    pub fn all(&self) -> (i64, i64) {
        let spans = self.spans.iter().filter(|(from, to)| from < to);
        let from = spans.clone().map(|span| span.0).min().unwrap_or(0);
        (from, spans.map(|span| span.1).max().unwrap_or(from))
    }

    /// How long that is.
    pub fn length(&self, place: usize) -> u64 {
        let (from, to) = self.span(place);
        to.abs_diff(from)
    }

    /// How long the longest of all processes lasts.
    pub fn longest(&self) -> u64 {
        self.spans.iter().map(|&(from, to)| to.abs_diff(from)).max().unwrap_or(0)
    }
}

/// The spans of all processes; `None` where the main part is wanted and the trace does not tell it.
fn spans(waits: &Waits, wanted: RunEnds, comparable: bool) -> Option<Vec<(i64, i64)>> {
    let ends = waits.matching().ends();
    let mut spans = Vec::with_capacity(ends.len());
    for (place, ends) in ends.iter().enumerate() {
        let at = |time: u64| waits.clocks().at(place, time);
        spans.push(match wanted {
            _ if !ends.timed || ends.steps == 0 => None,
            RunEnds::Main => ends.init.zip(ends.finalize).map(|(from, to)| (at(from), at(to))),
            RunEnds::Whole => Some((at(ends.first), at(ends.last))),
        });
    }
    let timed = |place: &usize| ends.get(*place).is_some_and(|ends| ends.steps > 0);
    if wanted == RunEnds::Main {
        let missing = (0..ends.len()).filter(timed).any(|place| spans.get(place) == Some(&None));
        let backward = |span: &Option<(i64, i64)>| span.is_some_and(|(from, to)| to <= from);
        if missing || spans.iter().any(backward) {
            return None;
        }
    }
    let known = || spans.iter().flatten();
    let ends = match wanted {
        RunEnds::Main => (known().map(|span| span.0).max(), known().map(|span| span.1).max()),
        RunEnds::Whole => (known().map(|span| span.0).min(), known().map(|span| span.1).max()),
    };
    let (Some(from), Some(to)) = ends else { return None };
    if comparable {
        if wanted == RunEnds::Main && to <= from {
            return None;
        }
        return Some(spans.iter().map(|span| span.map_or((0, 0), |_| (from, to))).collect());
    }
    Some(spans.into_iter().map(|span| span.unwrap_or((0, 0))).collect())
}
