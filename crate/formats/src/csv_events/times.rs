//! The times of rows: in which units their columns are, and what a row says.

use crate::input::fields::Field;
use crate::input::time::TimeUnit;
use crate::notes::{Note, Notes, Problem, Severity};

/// The units of the columns of times.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Units {
    start: Option<TimeUnit>,
    end: Option<TimeUnit>,
    duration: Option<TimeUnit>,
    /// That of columns whose titles name none.
    untold: Option<TimeUnit>,
}

/// The columns of times of a table.
#[derive(Clone, Debug, Default)]
pub(super) struct TimeColumns {
    /// Whether a column says when a row begins or ends.
    pub(super) has_times: bool,
    pub(super) units: Units,
    /// The first column of times whose title does not say in which unit they are.
    untold: Option<String>,
}

impl TimeColumns {
    /// Those of a table with these titles, whose columns are these fields.
    pub(super) fn new(titles: &[String], fields: &[Option<Field>]) -> TimeColumns {
        let mut columns = TimeColumns::default();
        for (title, field) in titles.iter().zip(fields) {
            let Some(field) = field.filter(|field| field.is_time()) else { continue };
            let unit = TimeUnit::of_title(title.as_bytes());
            match field {
                Field::Start => columns.units.start = unit,
                Field::End => columns.units.end = unit,
                _ => columns.units.duration = unit,
            }
            columns.has_times |= field != Field::Duration;
            if unit.is_none() && columns.untold.is_none() {
                columns.untold = Some(title.clone());
            }
        }
        columns
    }

    /// In the first row, decides the unit of times whose columns do not name it: a number with a fraction is in seconds, a
    /// whole number in nanoseconds. Whether the row has to be read again.
    pub(super) fn settle(&mut self, first: &RowTimes) -> bool {
        if self.untold.is_none() || self.units.untold.is_some() {
            return false;
        }
        let seconds = first.has_fraction;
        self.units.untold = Some(if seconds { TimeUnit::SECONDS } else { TimeUnit::NANOSECONDS });
        seconds
    }

    /// Says which unit was guessed.
    pub(super) fn note(&self, notes: &mut Notes) {
        let (Some(title), Some(unit)) = (&self.untold, self.units.untold) else { return };
        if !self.has_times {
            return;
        }
        let read_as = match unit {
            TimeUnit::SECONDS => "read as seconds, because they have fractions",
            _ => "read as nanoseconds, because they are whole numbers",
        };
        notes.add(Problem::TimeUnit, |file| {
            Note::new(Severity::Info, file, "the table does not name the unit of its times")
                .found(title.clone())
                .expected("a title with the unit: start_ns, start_us, start_ms or start_s")
                .remedy(read_as)
        });
    }
}

/// The times of a row, in nanoseconds, as far as the row says.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RowTimes {
    pub(super) start: Option<u64>,
    end: Option<u64>,
    duration: Option<u64>,
    has_fraction: bool,
}

impl RowTimes {
    /// Takes in the cell of a column of times; other columns are nothing here.
    #[inline]
    pub(super) fn take(&mut self, field: Field, cell: &[u8], units: &Units) {
        let (place, unit) = match field {
            Field::Start => (&mut self.start, units.start),
            Field::End => (&mut self.end, units.end),
            Field::Duration => (&mut self.duration, units.duration),
            _ => return,
        };
        let unit = match unit {
            Some(unit) => unit,
            None => {
                self.has_fraction |= cell.contains(&b'.');
                units.untold.unwrap_or(TimeUnit::NANOSECONDS)
            }
        };
        *place = unit.nanoseconds(cell);
    }

    /// When the row begins and ends; without an end it lasts no time.
    pub(super) fn span(self) -> Option<(u64, u64)> {
        let end = self.end.or_else(|| Some(self.start?.saturating_add(self.duration?)));
        match (self.start, end) {
            (Some(start), end) => Some((start, end.unwrap_or(start))),
            (None, Some(end)) => Some((end.saturating_sub(self.duration.unwrap_or(0)), end)),
            (None, None) => None,
        }
    }
}
