//! What a chart shows of many values: least, mean and largest of each column, means of a grid, the values in order, counts by size.
//!
//! Values of a process are in the order of its records: index tuples in lexicographic order. Column c of C holds the records from
//! c n / C to (c + 1) n / C, rounded down. Each function is O(values), none looks at a
//! value more than a few times. Sums are exact up to 2^53.

/// What a column of a chart stands for: the least, the middle and the largest of its values, by column.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Line {
    /// The least values.
    pub(super) low: Vec<f64>,
    /// The means, or the medians.
    pub(super) middle: Vec<f64>,
    /// The largest values.
    pub(super) high: Vec<f64>,
}

/// The records of a column: from the first to before the second.
fn bounds(count: usize, columns: usize, column: usize) -> (usize, usize) {
    let at = |column: usize| (column as u64 * count as u64 / columns.max(1) as u64) as usize;
    (at(column), at(column + 1))
}

/// The sum of values.
fn sum_of(values: &[i64]) -> f64 {
    values.iter().fold(0.0, |sum, &value| sum + value as f64)
}

/// The values of a process along its records, in at most so many columns. The middle is the mean.
pub(super) fn along(values: &[i64], columns: usize) -> Line {
    let columns = columns.clamp(1, values.len().max(1));
    let mut line = Line::default();
    for column in 0..columns {
        let (from, to) = bounds(values.len(), columns, column);
        let part = values.get(from..to).unwrap_or_default();
        let (Some(&low), Some(&high)) = (part.iter().min(), part.iter().max()) else { continue };
        line.low.push(low as f64);
        line.high.push(high as f64);
        line.middle.push(sum_of(part) / part.len() as f64);
    }
    line
}

/// The values of several processes along their records, in at most so many columns: the least and the largest, and the median
/// of all values in the column.
pub(super) fn band(lists: &[&[i64]], columns: usize) -> Line {
    let count = lists.first().map_or(0, |list| list.len());
    let columns = columns.clamp(1, count.max(1));
    let mut line = Line::default();
    for column in 0..columns {
        let (from, to) = bounds(count, columns, column);
        let all = lists.iter().flat_map(|list| list.get(from..to).unwrap_or_default());
        let sorted = sorted(all.copied());
        let (Some(&low), Some(&high)) = (sorted.first(), sorted.last()) else { continue };
        line.low.push(low as f64);
        line.high.push(high as f64);
        line.middle.push(median(&sorted));
    }
    line
}

/// The median of sorted values: of an even number the mean of both in the middle. 0 if there are none.
pub(super) fn median(sorted: &[i64]) -> f64 {
    let half = sorted.len() / 2;
    match (sorted.get(half), half.checked_sub(1).and_then(|at| sorted.get(at))) {
        (Some(&high), Some(&low)) if sorted.len().is_multiple_of(2) => (low as f64 + high as f64) / 2.0,
        (Some(&middle), _) => middle as f64,
        _ => 0.0,
    }
}

/// Sorts values, byte by byte from the lowest: with less code than by comparing. O(values).
pub(super) fn sorted(values: impl Iterator<Item = i64>) -> Vec<i64> {
    let mut values: Vec<i64> = values.collect();
    let mut other = vec![0i64; values.len()];
    for byte in 0..8 {
        // The sign turns the order of the highest byte around.
        let digit = |value: i64| (((value ^ i64::MIN) >> (8 * byte)) & 255) as usize;
        let mut ends = [0usize; 256];
        for &value in &values {
            if let Some(count) = ends.get_mut(digit(value)) {
                *count += 1;
            }
        }
        if ends.contains(&values.len()) {
            continue;
        }
        let mut before = 0;
        for end in &mut ends {
            before += std::mem::replace(end, before);
        }
        for &value in &values {
            if let Some(place) = ends.get_mut(digit(value)) {
                if let Some(slot) = other.get_mut(*place) {
                    *slot = value;
                }
                *place += 1;
            }
        }
        std::mem::swap(&mut values, &mut other);
    }
    values
}

/// Means of a grid, row by row, with the means of its columns and of its rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Grid {
    /// The means of the cells of each row.
    pub(super) rows: Vec<Vec<f64>>,
    /// The mean of each column.
    pub(super) tops: Vec<f64>,
    /// The mean of each row.
    pub(super) sides: Vec<f64>,
}

/// A sum and how many values are in it.
#[derive(Clone, Copy, Default)]
struct Sum {
    sum: f64,
    count: u32,
}

impl Sum {
    fn add(&mut self, value: i64) {
        self.sum += value as f64;
        self.count += 1;
    }

    fn mean(self) -> f64 {
        self.sum / f64::from(self.count.max(1))
    }
}

/// The values of some processes by the outermost and by the innermost index: `outer` iterations of the outermost loop across,
/// `inner` iterations of the innermost loop down, in at most so many columns and rows. Loops between them are averaged.
pub(super) fn grid(lists: &[&[i64]], (outer, inner): (usize, usize), (columns, rows): (usize, usize)) -> Grid {
    let (outer, inner) = (outer.max(1), inner.max(1));
    let (columns, rows) = (columns.clamp(1, outer), rows.clamp(1, inner));
    let mut cells = vec![Sum::default(); columns * rows];
    let mut tops = vec![Sum::default(); columns];
    let mut sides = vec![Sum::default(); rows];
    for list in lists {
        let each = (list.len() / outer).max(1);
        for (record, &value) in list.iter().enumerate() {
            // The inverse of `bounds`: the last column that begins at or before the record.
            let place = |index: usize, count: usize, parts: usize| {
                (((index + 1) * parts).saturating_sub(1) / count).min(parts - 1)
            };
            let column = place(record / each, outer, columns);
            let row = place(record % inner, inner, rows);
            for (sums, at) in [(&mut cells, row * columns + column), (&mut tops, column), (&mut sides, row)] {
                if let Some(sum) = sums.get_mut(at) {
                    sum.add(value);
                }
            }
        }
    }
    let means = |sums: &[Sum]| sums.iter().map(|sum| sum.mean()).collect();
    Grid { rows: cells.chunks(columns).map(means).collect(), tops: means(&tops), sides: means(&sides) }
}

/// How many of the sorted values are in each of at most so many equal steps from the least to the largest. Returns the bounds,
/// one more than counts; whole numbers have steps of whole numbers. O(values).
pub(super) fn histogram(sorted: &[i64], bins: usize) -> (Vec<f64>, Vec<f64>) {
    let (Some(&low), Some(&high)) = (sorted.first(), sorted.last()) else {
        return (Vec::new(), Vec::new());
    };
    // One less than there are whole numbers between them, which may be 2^64.
    let span = high.wrapping_sub(low) as u64;
    let step = span / bins.max(1) as u64 + 1;
    let mut counts = vec![0.0; (span / step) as usize + 1];
    for &value in sorted {
        let at = value.wrapping_sub(low) as u64 / step;
        if let Some(count) = counts.get_mut(at as usize) {
            *count += 1.0;
        }
    }
    let edges = (0..=counts.len()).map(|at| low as f64 + at as f64 * step as f64);
    (edges.collect(), counts)
}

/// The figures of some values.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Figures {
    /// How many there are.
    pub(super) count: usize,
    /// The least.
    pub(super) least: f64,
    /// The one in the middle.
    pub(super) median: f64,
    /// The mean.
    pub(super) mean: f64,
    /// A tenth is at most as large as that.
    pub(super) tenth: f64,
    /// Nine tenths are at most as large as that.
    pub(super) ninth: f64,
    /// The largest.
    pub(super) most: f64,
    /// The sum.
    pub(super) sum: f64,
}

/// The figures of sorted values; all 0 if there are none. O(values).
pub(super) fn figures(sorted: &[i64]) -> Figures {
    let (Some(&least), Some(&most)) = (sorted.first(), sorted.last()) else {
        return Figures::default();
    };
    let sum = sum_of(sorted);
    let part = |tenths: usize| sorted.get((sorted.len() - 1) * tenths / 10).copied().unwrap_or(most);
    Figures {
        count: sorted.len(),
        least: least as f64,
        median: median(sorted),
        mean: sum / sorted.len() as f64,
        tenth: part(1) as f64,
        ninth: part(9) as f64,
        most: most as f64,
        sum,
    }
}

#[cfg(test)]
mod tests;
