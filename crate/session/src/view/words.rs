//! How numbers and counts read: `127,572`, `99.2 %`, `two`, `×249`.

pub use loopscope_formats::report::thousands;

/// A share as a percentage with one decimal. Never rounds up to all or down to nothing.
pub fn percent(share: f64) -> String {
    if share <= 0.0 {
        "0 %".to_owned()
    } else if share < 0.001 {
        "< 0.1 %".to_owned()
    } else if share >= 1.0 {
        "100 %".to_owned()
    } else {
        format!("{:.1} %", (share * 1000.0).floor() / 10.0)
    }
}

/// A small number as a word, a larger one in digits.
pub fn counted(value: u64) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    match WORDS.get(usize::try_from(value).unwrap_or(usize::MAX)) {
        Some(word) => (*word).to_owned(),
        None => thousands(value),
    }
}

/// The noun, with an s unless there is just one.
pub fn plural(count: u64, noun: &str) -> String {
    if count == 1 {
        noun.to_owned()
    } else {
        format!("{noun}s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(1_530_988), "1,530,988");
        assert_eq!(percent(0.99249), "99.2 %");
        assert_eq!(percent(0.99999), "99.9 %");
        assert_eq!(percent(1.0), "100 %");
        assert_eq!(percent(0.0004), "< 0.1 %");
        assert_eq!(counted(2), "two");
        assert_eq!(counted(1200), "1,200");
        assert_eq!(plural(1, "call"), "call");
        assert_eq!(plural(0, "call"), "calls");
    }
}
