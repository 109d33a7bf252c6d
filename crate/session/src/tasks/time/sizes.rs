//! How many bytes each iteration of a loop sends, and after how many iterations the sizes repeat.

use loopscope_core::durations::Iterations;
use loopscope_core::numbers::{bytes, thousands};

/// Bytes that all processes send, by iteration.
#[derive(Debug)]
pub(super) struct Sizes {
    all: Vec<u64>,
    median: u64,
}

impl Sizes {
    /// Adds them up. O(iterations x processes).
    pub(super) fn new(iterations: &Iterations) -> Sizes {
        let sent_in = |at: usize| {
            let lists = iterations.processes.iter();
            lists.fold(0u64, |sum, (_, list)| {
                sum.saturating_add(list.get(at).map_or(0, |it| it.parts.sent))
            })
        };
        Sizes::of((0..iterations.len()).map(sent_in).collect())
    }

    fn of(all: Vec<u64>) -> Sizes {
        let mut sorted = all.clone();
        let half = sorted.len() / 2;
        let median = match half < sorted.len() {
            true => *sorted.select_nth_unstable(half).1,
            false => 0,
        };
        Sizes { all, median }
    }

    /// "each sends 1.7 kB to 6.4 MB in all, the same again every 23 iterations"; empty if nothing is sent. O(iterations).
    pub(super) fn in_words(&self) -> String {
        let least = self.all.iter().copied().min().unwrap_or(0);
        let most = self.all.iter().copied().max().unwrap_or(0);
        if most == 0 {
            return String::new();
        }
        let mut words = format!("each sends {}", bytes(least));
        if least < most {
            words += " to ";
            words += &bytes(most);
        }
        words += " in all";
        if let Some(every) = period_of(&self.all).filter(|_| least < most) {
            words += ", the same again every ";
            words += &thousands(every as u64);
            words += " iterations";
        }
        words
    }

    /// "it sends 6.4 MB, where the median sends 1.7 kB; ", of an iteration that sends more than twice as much; empty of others.
    pub(super) fn much_in_words(&self, at: usize) -> String {
        match self.all.get(at) {
            Some(&own) if own / 2 > self.median => {
                format!("it sends {}, where the median sends {}; ", bytes(own), bytes(self.median))
            }
            _ => String::new(),
        }
    }
}

/// After how many values they repeat, to the end; `None` if they do not repeat at least once in full. The length of a list less
/// that of its longest border (Knuth, Morris and Pratt 1977). O(values).
fn period_of(values: &[u64]) -> Option<usize> {
    // The longest border of each beginning.
    let mut borders: Vec<usize> = Vec::with_capacity(values.len());
    borders.push(0);
    for (at, value) in values.iter().enumerate().skip(1) {
        let mut border = borders[at - 1];
        while border > 0 && values[border] != *value {
            border = borders[border - 1];
        }
        borders.push(border + usize::from(values[border] == *value));
    }
    let period = values.len() - borders.last().copied()?;
    Some(period).filter(|&period| period >= 1 && period <= values.len() / 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use loopscope_testing::Random;

    /// The same by trying each.
    fn naive_period_of(values: &[u64]) -> Option<usize> {
        let repeats = |&every: &usize| values.iter().zip(&values[every..]).all(|(a, b)| a == b);
        (1..=values.len() / 2).find(repeats)
    }

    #[test]
    fn periods_are_those_found_by_trying() {
        let mut random = Random::new(7);
        for _ in 0..3_000 {
            let every = 1 + random.below(6) as usize;
            let pattern: Vec<u64> = (0..every).map(|_| random.below(3)).collect();
            let count = random.below(30) as usize;
            let mut values: Vec<u64> = pattern.iter().copied().cycle().take(count).collect();
            if let Some(last) = values.last_mut().filter(|_| random.below(3) == 0) {
                *last += 1;
            }
            assert_eq!(period_of(&values), naive_period_of(&values), "{values:?}");
        }
    }

    #[test]
    fn sizes_in_words() {
        let of = |all: &[u64]| Sizes::of(all.to_vec()).in_words();
        assert_eq!(of(&[]), "");
        assert_eq!(of(&[0, 0]), "");
        assert_eq!(of(&[8, 8]), "each sends 8 B in all");
        assert_eq!(of(&[8, 16, 9]), "each sends 8 B to 16 B in all");
        assert_eq!(
            of(&[8, 16, 8, 16, 8]),
            "each sends 8 B to 16 B in all, the same again every 2 iterations"
        );
        let sizes = Sizes::of(vec![8, 8, 64, 8]);
        assert_eq!(sizes.much_in_words(2), "it sends 64 B, where the median sends 8 B; ");
        assert_eq!(
            (sizes.much_in_words(1), sizes.much_in_words(9)),
            (String::new(), String::new())
        );
    }
}
