//! The order of the rows of a body, for a while.
//!
//! A box must be drawn around neighbouring rows. Loops that run side by side share no process, so there is always an
//! order in which the rows of each loop are neighbours: clusters of rows, sorted by their smallest row (Ketterlin 2011
//! draws SP like that). An order lasts as long as the loops that follow fit into it; then all rows change at once. Inside a box
//! the rows ascend, so a body can be laid out without knowing what is around it.
//! O(members of the loops) for each order, and a sort.

use loopscope_core::small_sort::SmallSort;
use rustc_hash::FxHashSet;

/// An order of the rows of a body, for a while.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RowOrder {
    /// The row in every place; rows are counted within the body, ascending by process.
    pub(super) rows: Vec<u32>,
    /// The place of every row.
    pub(super) places: Vec<u32>,
    /// The rows of the loops that fit so far.
    sets: FxHashSet<Vec<u32>>,
    /// The smallest row in the cluster of every row.
    clusters: Vec<u32>,
}

impl RowOrder {
    /// All rows ascending.
    pub(super) fn ascending(rows: usize) -> Self {
        let rows: Vec<u32> = (0..rows as u32).collect();
        Self { places: rows.clone(), clusters: rows.clone(), rows, sets: FxHashSet::default() }
    }

    /// Whether the rows ascend.
    pub(super) fn is_ascending(&self) -> bool {
        self.rows.iter().enumerate().all(|(place, &row)| place as u32 == row)
    }

    /// The place of a row.
    pub(super) fn place(&self, row: u32) -> u32 {
        self.places.get(row as usize).copied().unwrap_or(row)
    }

    /// Makes the rows of a loop (ascending) neighbours; `false` if that does not fit the loops before.
    pub(super) fn join(&mut self, set: &[u32]) -> bool {
        if set.len() < 2 || self.sets.contains(set) {
            return true;
        }
        if !self.are_neighbours(set) {
            let mut tried = self.clone();
            if !tried.gather(set) || !tried.sets.iter().all(|known| tried.are_neighbours(known)) {
                return false;
            }
            *self = tried;
        }
        self.sets.insert(set.to_vec());
        true
    }

    /// Whether the rows are neighbours, ascending.
    fn are_neighbours(&self, set: &[u32]) -> bool {
        set.windows(2).all(|pair| match pair {
            [above, below] => self.place(*above) + 1 == self.place(*below),
            _ => true,
        })
    }

    /// Makes a cluster of rows; `false` if one of them already is in a cluster.
    fn gather(&mut self, set: &[u32]) -> bool {
        let Some(&first) = set.first() else { return true };
        let mut sizes = vec![0u32; self.clusters.len()];
        for &cluster in &self.clusters {
            if let Some(size) = sizes.get_mut(cluster as usize) {
                *size += 1;
            }
        }
        for &row in set {
            let Some(cluster) = self.clusters.get_mut(row as usize) else { return false };
            if sizes.get(*cluster as usize).is_none_or(|&size| size > 1) {
                return false;
            }
            *cluster = first;
        }
        let key = |row: &u32| (self.clusters.get(*row as usize).copied().unwrap_or(*row), *row);
        self.rows.sort_small_by_key(key);
        for (place, &row) in self.rows.iter().enumerate() {
            if let Some(known) = self.places.get_mut(row as usize) {
                *known = place as u32;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests;
