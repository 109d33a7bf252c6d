//! The times of rows: in which units their columns are, and what a row says.

use crate::input::fields::Field;
use crate::input::time::{Time, TimeFlaws, TimeUnit};
use crate::notes::{Note, Notes, Problem};

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
    /// What is wrong with times so far.
    pub(super) flaws: TimeFlaws,
}

impl TimeColumns {
    /// Those of a table with these titles, whose columns are these fields.
    pub(super) fn new(titles: &[String], fields: &[Option<Field>]) -> Self {
        let mut columns = Self::default();
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

    /// Notes which unit was guessed, and which times are not kept as they are.
    pub(super) fn note(&self, notes: &mut Notes) {
        let file = notes.file().to_owned();
        let (below, large) = ("such a time counts as 0", "such a time counts as missing");
        for (problem, note) in self.flaws.notes(&file, below, large) {
            notes.add(problem, |_| note);
        }
        let (Some(title), Some(unit)) = (&self.untold, self.units.untold) else { return };
        if !self.has_times {
            return;
        }
        let read_as = match unit {
            TimeUnit::SECONDS => "read as seconds, because they have fractions",
            _ => "read as nanoseconds, because they are whole numbers",
        };
        notes.add(Problem::TimeUnit, |file| {
            Note::info(file, "the table does not name the unit of its times")
                .found(title.clone())
                .expected("a title with the unit: start_ns, start_us, start_ms or start_s")
                .remedy(read_as)
        });
    }
}

/// A time of 64 bits in nanoseconds, and what is below a nanosecond.
#[derive(Clone, Copy, Debug, Default)]
struct Moment {
    nanoseconds: u64,
    rest: u32,
}

impl Moment {
    fn time(self) -> Time {
        Time { nanoseconds: self.nanoseconds.into(), rest: self.rest }
    }
}

/// The times of a row, in nanoseconds, as far as the row says.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RowTimes {
    start: Option<Moment>,
    end: Option<Moment>,
    duration: Option<Moment>,
    /// Whether the duration is below 0.
    is_negative: bool,
    has_fraction: bool,
    pub(super) flaws: TimeFlaws,
}

impl RowTimes {
    /// Takes in the cell of a column of times; other columns are nothing here.
    #[inline]
    pub(super) fn take(&mut self, field: Field, cell: &[u8], units: &Units) {
        let unit = match field {
            Field::Start => units.start,
            Field::End => units.end,
            Field::Duration => units.duration,
            _ => return,
        };
        let unit = match unit {
            Some(unit) => unit,
            None => {
                self.has_fraction |= cell.contains(&b'.');
                units.untold.unwrap_or(TimeUnit::NANOSECONDS)
            }
        };
        let moment = match unit.exact(cell) {
            Some(nanoseconds) => Some(Moment { nanoseconds, rest: 0 }),
            None => self.inexact(field, unit, cell),
        };
        match field {
            Field::Start => self.start = moment,
            Field::End => self.end = moment,
            _ => self.duration = moment,
        }
    }

    /// The same for a cell that is no whole number of nanoseconds from 0 on.
    #[cold]
    fn inexact(&mut self, field: Field, unit: TimeUnit, cell: &[u8]) -> Option<Moment> {
        let mut time = unit.time(cell)?;
        if field == Field::Duration {
            // The call is noted then.
            self.is_negative = time.nanoseconds < 0;
            time.nanoseconds = time.nanoseconds.abs();
        }
        let nanoseconds = self.flaws.unsigned(time)?;
        Some(Moment { nanoseconds, rest: if time.nanoseconds < 0 { 0 } else { time.rest } })
    }

    /// Whether the row says when it begins and not when it ends.
    pub(super) fn is_moment(&self) -> bool {
        self.start.is_some() && self.end.is_none()
    }

    /// When the row begins.
    pub(super) fn start(&self) -> Option<u64> {
        self.start.map(|start| start.nanoseconds)
    }

    /// When the row begins and ends; without an end it lasts no time.
    pub(super) fn span(self) -> Option<(u64, u64)> {
        let duration = self.duration.unwrap_or_default();
        let fitting = |time: Time| u64::try_from(time.nanoseconds.max(0)).unwrap_or(u64::MAX);
        match (self.start, self.end) {
            (Some(start), Some(end)) => Some((start.nanoseconds, end.nanoseconds)),
            (Some(start), None) if self.is_negative => {
                Some((start.nanoseconds, fitting(start.time().before(duration.time()))))
            }
            (Some(start), None) => Some((start.nanoseconds, fitting(start.time().after(duration.time())))),
            (None, Some(end)) if self.is_negative => {
                Some((fitting(end.time().after(duration.time())), end.nanoseconds))
            }
            (None, Some(end)) => Some((fitting(end.time().before(duration.time())), end.nanoseconds)),
            (None, None) => None,
        }
    }
}
