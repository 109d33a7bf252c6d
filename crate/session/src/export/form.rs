//! The forms that traces are written in.

use loopscope_core::trace::{Trace, View};

/// A form that traces are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Lines like `0 send 1 2`.
    Native,
    /// Tokens between line ends.
    Symbols,
    /// A table.
    Csv,
    /// Trace-event JSON of the loop nest.
    Chrome,
    /// Actions that SimGrid replays.
    Simgrid,
}

impl Form {
    /// All forms, in the order in which they are listed.
    pub const ALL: [Self; 5] = [Self::Native, Self::Symbols, Self::Csv, Self::Chrome, Self::Simgrid];

    /// The name used in the terminal.
    pub fn name(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::Symbols => "symbols",
            Self::Csv => "csv",
            Self::Chrome => "chrome",
            Self::Simgrid => "simgrid",
        }
    }

    /// The form of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.name() == name)
    }

    /// The form that the ending of a path stands for; `.gz` and `.zst` are ignored.
    pub fn of_path(path: &str) -> Option<Self> {
        let path = path.strip_suffix(".gz").or(path.strip_suffix(".zst")).unwrap_or(path);
        let ending = path.rsplit_once('.')?.1;
        Self::ALL.into_iter().find(|form| form.ending() == ending)
    }

    /// The ending of its files.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Native => "trace",
            Self::Symbols => "sym",
            Self::Csv => "csv",
            Self::Chrome => "json",
            Self::Simgrid => "tit",
        }
    }

    /// Whether one file can hold several processes of a trace.
    pub fn holds_several(self, trace: &Trace) -> bool {
        match self {
            Self::Native | Self::Chrome | Self::Simgrid => true,
            Self::Symbols => false,
            Self::Csv => has_events(trace),
        }
    }
}

/// Whether a trace has events, and not tuples only.
pub(super) fn has_events(trace: &Trace) -> bool {
    trace.event_count(View::Communication) + trace.event_count(View::Calls) > 0
}

/// Whether the trace says where the program makes a call.
pub(super) fn has_sites(trace: &Trace) -> bool {
    trace.table().records().iter().any(|record| record.site.is_some())
}

/// Whether a process of a trace has times.
pub(super) fn has_times(trace: &Trace) -> bool {
    let views = [View::Calls, View::Communication];
    trace.processes().iter().any(|it| views.iter().any(|&view| it.times(view).is_some()))
}
