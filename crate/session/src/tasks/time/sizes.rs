//! How many bytes each iteration of a loop carries, and after how many iterations the sizes repeat.

use loopscope_core::durations::Iterations;
use loopscope_core::numbers::{bytes, listed, thousands};
use loopscope_core::waits::Carried;

const IN_MESSAGES: &str = "in messages";
const IN_COLLECTIVES: &str = "in collective operations";

/// Bytes of all processes together, by iteration.
#[derive(Debug)]
pub(super) struct Sizes {
    several: bool,
    messages: Series,
    collectives: Series,
}

impl Sizes {
    /// Adds them up. O(iterations x processes).
    pub(super) fn new(iterations: &Iterations) -> Self {
        let carried = |at: usize| {
            let lists = iterations.processes.iter();
            lists.fold(Carried::default(), |sum, (_, list)| {
                sum.plus(list.get(at).map_or(Carried::default(), |it| it.parts.carried))
            })
        };
        let all = (0..iterations.len()).map(carried);
        let (messages, collectives) = all.map(|it| (it.sent, it.collective)).unzip();
        let several = iterations.processes.len() > 1;
        Self { several, messages: Series::new(messages), collectives: Series::new(collectives) }
    }

    /// "in each, all processes together send 1.7 kB to 6.4 MB (the same again every 23 iterations) in messages and 64 B in
    /// collective operations"; empty if nothing is carried. O(iterations).
    pub(super) fn in_words(&self) -> String {
        let parts = [(&self.messages, IN_MESSAGES), (&self.collectives, IN_COLLECTIVES)];
        let words = parts.into_iter().filter_map(|(series, place)| series.in_words(place));
        let words: Vec<String> = words.collect();
        let who = if self.several { "all processes together send" } else { "the process sends" };
        match words.is_empty() {
            true => String::new(),
            false => format!("in each, {who} {}", listed(&words)),
        }
    }

    /// "; all processes send 6.4 MB in messages, in the median iteration 1.7 kB", of an iteration that carries more than twice as
    /// much; empty of others.
    pub(super) fn much_in_words(&self, at: usize) -> String {
        let more = |series: &Series, place: &str| {
            let own = series.all.get(at).filter(|&&own| own > series.median.saturating_mul(2));
            own.map_or(String::new(), |&own| {
                let median = bytes(series.median);
                let who = if self.several { "all processes send" } else { "it sends" };
                format!("; {who} {} {place}, in the median iteration {median}", bytes(own))
            })
        };
        more(&self.messages, IN_MESSAGES) + &more(&self.collectives, IN_COLLECTIVES)
    }
}

/// Bytes by iteration.
#[derive(Debug)]
struct Series {
    all: Vec<u64>,
    median: u64,
}

impl Series {
    fn new(all: Vec<u64>) -> Self {
        let mut sorted = all.clone();
        let half = sorted.len() / 2;
        let median = match half < sorted.len() {
            true => *sorted.select_nth_unstable(half).1,
            false => 0,
        };
        Self { all, median }
    }

    /// "1.7 kB to 6.4 MB (the same again every 23 iterations) in messages"; `None` if all are 0.
    fn in_words(&self, place: &str) -> Option<String> {
        let least = self.all.iter().copied().min().unwrap_or(0);
        let most = self.all.iter().copied().max().filter(|&most| most > 0)?;
        let mut words = bytes(least);
        if least < most {
            let to = bytes(most);
            // Where rounding hides that they differ, they are said in full.
            words = match words == to {
                true => format!("{} to {} B", thousands(least), thousands(most)),
                false => format!("{words} to {to}"),
            };
        }
        if let Some(every) = period_of(&self.all).filter(|_| least < most) {
            words += " (the same again every ";
            words += &thousands(every as u64);
            words += " iterations)";
        }
        words += " ";
        words += place;
        Some(words)
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
        let of = |messages: &[u64], collectives: &[u64], several| {
            let of = |all: &[u64]| Series::new(all.to_vec());
            Sizes { several, messages: of(messages), collectives: of(collectives) }
        };
        let words = |messages, collectives, several| of(messages, collectives, several).in_words();
        assert_eq!(words(&[], &[], true), "");
        assert_eq!(words(&[0, 0], &[0, 0], true), "");
        assert_eq!(words(&[8, 8], &[], true), "in each, all processes together send 8 B in messages");
        assert_eq!(
            words(&[1_900_100, 1_900_200, 1_900_100], &[], false),
            "in each, the process sends 1,900,100 to 1,900,200 B in messages"
        );
        assert_eq!(
            words(&[8, 16, 8, 16, 8], &[64; 5], true),
            "in each, all processes together send 8 B to 16 B (the same again every 2 iterations) in messages and 64 B in collective operations"
        );
        let sizes = of(&[8, 8, 64, 8], &[4, 9, 4, 4], true);
        assert_eq!(sizes.much_in_words(2), "; all processes send 64 B in messages, in the median iteration 8 B");
        assert_eq!(
            sizes.much_in_words(1),
            "; all processes send 9 B in collective operations, in the median iteration 4 B"
        );
        assert_eq!((sizes.much_in_words(0), sizes.much_in_words(9)), (String::new(), String::new()));
    }
}
