//! Lists of process numbers in words.

use loopscope_core::numbers::thousands;

/// Ascending numbers as ranges, at most `most` of them: `0 to 3, 5, 6 and 12 more`.
pub(crate) fn ranges(numbers: &[u32], most: usize) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(number) => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let text = |&(first, last): &(u32, u32)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first} to {last}"),
    };
    let shown: Vec<String> = runs.iter().take(most).map(text).collect();
    let left: u64 = runs.iter().skip(most).map(|(first, last)| u64::from(last - first) + 1).sum();
    match left {
        0 => shown.join(", "),
        _ => format!("{} and {} more", shown.join(", "), thousands(left)),
    }
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn rows_of_numbers_are_short() {
        assert_eq!(ranges(&[], 8), "");
        assert_eq!(ranges(&[0, 1, 2, 3, 5, 6, u32::MAX], 8), "0 to 3, 5, 6, 4294967295");
        assert_eq!(ranges(&[1, 3, 5, 7, 8, 9], 2), "1, 3 and 4 more");
    }
}
