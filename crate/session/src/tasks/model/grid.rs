//! The grid in which the processes of a program are neighbours, if its messages tell one.

use loopscope_core::system::Model;

/// Processes row by row, numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    width: i64,
}

impl Grid {
    /// The grid of at least two rows and two columns in which every message of a model goes to a neighbour in the same row or
    /// column, and some do in both ways; `None` if there is none or more than one. O(channels times divisors of the number of
    /// processes).
    pub(super) fn of(model: &Model) -> Option<Self> {
        let count = model.processes().len() as i64;
        let first_and_last = model.processes().first().zip(model.processes().last());
        let (first, last) = first_and_last?;
        if first.0 != 0 || i64::from(last.0) != count - 1 {
            return None;
        }
        let channels = || {
            let channels = model.channels().iter();
            channels.map(|channel| (i64::from(channel.src.0), i64::from(channel.dst.0)))
        };
        let fits = |width: &i64| {
            let (mut across, mut along) = (false, false);
            for (from, to) in channels() {
                let same_row = from / width == to / width;
                match (to - from).abs() {
                    1 if same_row => along = true,
                    away if away == *width => across = true,
                    _ => return false,
                }
            }
            across && along
        };
        let mut widths = (2..=count / 2).filter(|width| count % width == 0).filter(fits);
        let width = widths.next()?;
        widths.next().is_none().then_some(Self { width })
    }

    /// Where a process is that is so far away.
    pub(super) fn direction(&self, away: i64) -> Option<&'static str> {
        match away {
            1 => Some("right"),
            -1 => Some("left"),
            away if away == self.width => Some("below"),
            away if away == -self.width => Some("above"),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
